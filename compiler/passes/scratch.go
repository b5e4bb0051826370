package passes

import (
	"sync"

	"heddle/compiler/ir"
)

// scratch is memory that the passes use again for each function, and the control flow that they share. One belongs to
// one goroutine; nothing in it is part of a function, except the operand lists that values gives.
type scratch struct {
	values ir.ValueSlab // new operand lists
	room   ir.Room      // what is worked on
	cfg    ir.CFG
	cfgOf  *ir.Func // whose control flow cfg is; nil: nobody's any more
	edges  edgeTable

	replaced  substitution
	table     valueTable
	numbering numbering
	memory    memory
	memoryFor *ir.Func // whose private memory that is; nil: nobody's any more
	promotion promotion

	forwarding     forwarding
	live           []bool
	place          []int32
	constants      []*ir.Global // of the module, by offset
	growth         int          // instructions by which unrolling may still make the function longer
	unrolled       bool         // the last run of unrolling has done something
	isIdle         bool         // the pass that runs, or ran last, has changed nothing
	unrollsWaiting bool         // loops with barriers are unrolled like others
	work           []ir.ValueID
	ways           []int32
}

// scratches are those that nobody uses. The collector empties it.
var scratches sync.Pool

// takeScratch is a scratch that nobody uses, perhaps a new one.
func takeScratch() *scratch {
	if s, ok := scratches.Get().(*scratch); ok {
		return s
	}
	return &scratch{}
}

// release leaves s to the next who takes one. It knows nothing of a module any more.
func (s *scratch) release() {
	s.edgesChanged()
	s.memoryFor, s.constants = nil, nil
	scratches.Put(s)
}

// begin prepares for the passes over f.
func (s *scratch) begin(f *ir.Func) {
	s.edgesChanged()
	s.memoryFor = nil
	s.growth = unrolledFunction + unrolledGrowth*len(f.Instrs)
}

// end gives f memory of its own.
func (s *scratch) end(f *ir.Func) {
	s.room.Leave(f)
	s.values.Reset()
}

// compact numbers f anew, in the order of cfg. All lists of f move, so that the memory of those made before is free.
func (s *scratch) compact(f *ir.Func) {
	s.room.Compact(f, s.cfg.Order)
	s.values.Reset()
	s.edgesChanged()
}

// control is f's control flow, which is analysed once until edges change.
func (s *scratch) control(f *ir.Func) *ir.CFG {
	if s.cfgOf != f {
		s.cfg.Analyze(f)
		s.cfgOf = f
	}
	return &s.cfg
}

// edgesChanged must be called by whoever adds or takes away blocks or edges.
func (s *scratch) edgesChanged() { s.cfgOf = nil }

// substitution is an empty one for f.
func (s *scratch) substitution(f *ir.Func) substitution {
	s.replaced = cleared(s.replaced, len(f.Instrs))
	return s.replaced
}

// resized is a list of n elements in the memory of an old one if that is large enough; their contents are left over.
func resized[S ~[]T, T any](list S, n int) S {
	if cap(list) < n {
		return make(S, n, n+n/4)
	}
	return list[:n]
}

// cleared is resized with all elements zero.
func cleared[S ~[]T, T any](list S, n int) S {
	list = resized(list, n)
	clear(list)
	return list
}

// edgeTable has the edges into each block.
type edgeTable struct {
	start []int32 // by block, and one more
	list  []*ir.Edge
}

// into are the edges into block b, in the order of the blocks they leave.
func (t *edgeTable) into(b ir.BlockID) []*ir.Edge { return t.list[t.start[b]:t.start[b+1]] }

// edgesInto fills the table; it is good until a list of edges changes.
func (s *scratch) edgesInto(f *ir.Func) *edgeTable {
	t := &s.edges
	t.start = cleared(t.start, len(f.Blocks)+1)
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
		t.start[b] = sum // where the block's edges end, until they are filled in from behind
	}
	t.list = resized(t.list, int(total))
	for b := len(f.Blocks) - 1; b >= 0; b-- {
		for i := len(f.Blocks[b].Succs) - 1; i >= 0; i-- {
			edge := &f.Blocks[b].Succs[i]
			t.start[edge.To]--
			t.list[t.start[edge.To]] = edge
		}
	}
	return t
}

// hasParams says whether any block takes parameters.
func hasParams(f *ir.Func) bool {
	for b := range f.Blocks {
		if len(f.Blocks[b].Params) > 0 {
			return true
		}
	}
	return false
}
