// Package prepare brings a kernel into the form from which machine code of a version is selected. It specialises the
// kernel, makes copies of code that need no masks, and puts the control flow in order: a single return if there are
// results, no critical edges that carry values, and no irreducible loops. It works on copies and changes no results.
//
// Reading order: subject.go (the steps), specialize.go and trip_argument.go (constants of a version), bounds_check.go
// and unmasked_loop.go (copies without masks), prepare.go (returns and edges), reducible.go (loops with several
// entries).
package prepare

import (
	"slices"

	"heddle/compiler/ir"
)

// Function is a prepared copy of a function. isSplit reports whether splitting of edges was all that was needed.
func Function(f *ir.Func) (c *ir.Func, isSplit bool) {
	one := withOneReturn(f)
	c = splitEdges(one)
	return c, !makeReducible(c) && one == f
}

// splitEdges copies a function and splits its critical edges: each edge that carries values and leaves a block with
// several successors gets a block of its own, where the copies that belong to this edge only can stand.
func splitEdges(f *ir.Func) *ir.Func {
	c, count := *f, edgesToSplit(f)
	c.Instrs = append(make([]ir.Instr, 0, len(f.Instrs)+count), f.Instrs...)
	c.Blocks = append(make([]ir.Block, 0, len(f.Blocks)+count), f.Blocks...)
	for b := range f.Blocks {
		succs := f.Blocks[b].Succs
		if len(succs) < 2 {
			continue
		}
		succs = append([]ir.Edge(nil), succs...)
		c.Blocks[b].Succs = succs
		for i := range succs {
			if len(succs[i].Args) > 0 {
				succs[i] = ir.Edge{To: addJump(&c, ir.BlockID(b), succs[i])}
			}
		}
	}
	return &c
}

// edgesToSplit is the number of edges that get blocks.
func edgesToSplit(f *ir.Func) (n int) {
	for b := range f.Blocks {
		if succs := f.Blocks[b].Succs; len(succs) > 1 {
			for i := range succs {
				if len(succs[i].Args) > 0 {
					n++
				}
			}
		}
	}
	return n
}

// addJump adds a block that only jumps along an edge.
func addJump(f *ir.Func, from ir.BlockID, edge ir.Edge) ir.BlockID {
	id := ir.BlockID(len(f.Blocks))
	f.Instrs = append(f.Instrs, ir.Instr{Op: ir.OpJump, Block: id, Pos: f.Terminator(from).Pos})
	f.Blocks = append(f.Blocks, ir.Block{Instrs: []ir.ValueID{ir.ValueID(len(f.Instrs) - 1)}, Succs: []ir.Edge{edge}})
	return id
}

// withOneReturn is a function with a single return. A function without results is returned as it is.
func withOneReturn(f *ir.Func) *ir.Func {
	var ends []ir.BlockID
	for b := range f.Blocks {
		if f.Terminator(ir.BlockID(b)).Op == ir.OpReturn {
			ends = append(ends, ir.BlockID(b))
		}
	}
	if len(f.Results) == 0 || len(ends) < 2 {
		return f
	}
	c := *f
	c.Instrs, c.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	end := c.NewBlock()
	var values []ir.ValueID
	for _, t := range f.Results {
		values = append(values, c.AddParam(end, t))
	}
	last := c.NewValue(ir.Instr{Op: ir.OpReturn, Block: end, Args: values})
	c.Blocks[end].Instrs = []ir.ValueID{last}
	for _, b := range ends {
		t := c.Terminator(b)
		c.Blocks[b].Succs = []ir.Edge{{To: end, Args: t.Args}}
		t.Op, t.Args = ir.OpJump, nil
	}
	return &c
}
