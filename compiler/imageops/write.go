package imageops

import (
	"heddle/compiler/ir"
	"heddle/image"
)

// write expands a write: a branch around it for coordinates outside.
func (o *operation) write() {
	if !o.accesses() || o.format.Uses&image.UseWrite == 0 {
		return
	}
	s := o.given()
	p := o.exact(s)
	if p.inside == 0 {
		o.store(s, &p.at, o.encode())
		return
	}
	inside, after := o.NewBlock(), o.NewBlock()
	rare := o.fn.Blocks[o.Block()].Rare
	o.fn.Blocks[inside].Rare, o.fn.Blocks[after].Rare = rare, rare
	o.Branch(p.inside, ir.Edge{To: inside}, ir.Edge{To: after})
	o.SetBlock(inside)
	o.store(s, &p.at, o.encode())
	o.Jump(after)
	o.SetBlock(after)
}
