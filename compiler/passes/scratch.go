package passes

import (
	"sync"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// scratch is what the passes of this package keep between functions, besides what all passes share.
type scratch struct {
	rewrite.Scratch

	table     valueTable
	numbering numbering
	memory    memory
	memoryFor *ir.Func // the function whose private memory that is; nil: it has changed
	promotion promotion

	forwarding forwarding
	edgeCounts []int32      // by block: edges into it
	constants  []*ir.Global // of the module, by offset
	unrolling  unrolling
}

// scratches are those not in use. The collector empties it.
var scratches sync.Pool

// takeScratch is a scratch that is not in use, perhaps a new one.
func takeScratch() *scratch {
	if s, ok := scratches.Get().(*scratch); ok {
		return s
	}
	return &scratch{}
}

// release makes s free for the next takeScratch. It keeps nothing of a module.
func (s *scratch) release() {
	s.EdgesChanged()
	s.memoryFor, s.constants = nil, nil
	scratches.Put(s)
}

// begin prepares for the passes over f.
func (s *scratch) begin(f *ir.Func) {
	s.EdgesChanged()
	s.memoryFor = nil
	s.unrolling.growth = unrolledFunction + unrolledGrowth*len(f.Instrs)
}
