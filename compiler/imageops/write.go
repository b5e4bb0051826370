package imageops

import (
	"heddle/compiler/ir"
	"heddle/image"
)

// write expands a write: a branch around it for coordinates outside. A format of another class takes the bits.
func (o *operation) write() {
	if o.format.Uses&image.UseWrite == 0 {
		return
	}
	if !o.isOfClass() {
		o.channel = otherChannel(o.channel)
		for i, v := range o.written {
			o.written[i] = o.Conv(ir.OpBitcast, o.channel, 0, v)
		}
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
