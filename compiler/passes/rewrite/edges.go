package rewrite

import "heddle/compiler/ir"

// EdgeTable lists the edges into each block.
type EdgeTable struct {
	start []int32 // by block, and one more
	list  []*ir.Edge
}

// Into are the edges into block b, in the order of the blocks they leave.
func (t *EdgeTable) Into(b ir.BlockID) []*ir.Edge { return t.list[t.start[b]:t.start[b+1]] }

// EdgesInto fills the table, which is valid until a list of edges changes.
func (s *Scratch) EdgesInto(f *ir.Func) *EdgeTable {
	t := &s.edges
	t.start = Cleared(t.start, len(f.Blocks)+1)
	total := int32(0)
	for b := range f.Blocks {
		for i := range f.Blocks[b].Succs {
			t.start[f.Blocks[b].Succs[i].To]++
			total++
		}
	}
	sum := int32(0)
	for b, n := range t.start {
		sum += n
		t.start[b] = sum // the end of the block's edges: they are filled in backwards
	}
	t.list = Resized(t.list, int(total))
	for b := len(f.Blocks) - 1; b >= 0; b-- {
		for i := len(f.Blocks[b].Succs) - 1; i >= 0; i-- {
			edge := &f.Blocks[b].Succs[i]
			t.start[edge.To]--
			t.list[t.start[edge.To]] = edge
		}
	}
	return t
}

// HasParams reports whether any block takes parameters.
func HasParams(f *ir.Func) bool {
	for b := range f.Blocks {
		if len(f.Blocks[b].Params) > 0 {
			return true
		}
	}
	return false
}
