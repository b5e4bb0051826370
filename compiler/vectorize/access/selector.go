package access

import (
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Accesses is what is decided of the accesses of a function.
type Accesses struct {
	forms.Forms
	Needed       []bool  // by value: somebody asks for it, see markNeeded
	Fused        []bool  // by value: comparisons made by the branch that uses them
	Uses         []int32 // by value: how often it is read by what is needed
	ranges       Ranges  // see SpanOf
	InterleaveAt map[ir.ValueID]*Interleave
	CrossRowAt   map[ir.ValueID]*CrossRow     // accesses of bundles of columns
	SharedAt     map[ir.ValueID]*SharedWord   // small loads that share words
	SharedTops   map[ir.BlockID][]*SharedWord // words that begin at the top of a block
	SharedEnds   map[ir.BlockID][]*SharedWord // words that begin at its end
	SharedList   []*SharedWord
	Streams      map[ir.ValueID]bool                // stores that may go around the caches
	Streamed     uint64                             // bytes that each work-item writes by them
	rowLoads     map[ir.BlockID]map[ir.ValueID]bool // see LiesInRow
	ByItem       map[ir.ValueID][]uint64            // values known for each work-item; nil: not known
	KnownAt      map[ir.ValueID]*Address            // by pointer: see knownSteps
	firstLists   []*firstOffsets
	Updates      map[ir.ValueID]PrivateUpdate // by store
	PrivateAll   int32                        // bytes of private memory of a work-item

	PrivateBytes, PrivateAlign uint64 // the same, and how it is aligned
}

// LayPrivate gives the allocas their places in private memory: first, work-item after work-item, those that lie by
// work-items, then those whose lanes lie side by side. The offsets are of one work-item; a sub-group's memory has as many
// times that as it has lanes.
func (s *Accesses) LayPrivate() error {
	s.Privates = map[ir.ValueID]uint64{}
	for _, v := range s.Kernel.Blocks[0].Instrs {
		if s.Kernel.Instr(v).Op == ir.OpAlloca {
			s.Privates[v] = 0
		}
	}
	s.FindLaneMajor()
	s.PrivateAlign = 16
	flat := s.placeAllocas(0, false)
	all := s.placeAllocas(flat, true)
	if all > 1<<20 {
		return fmt.Errorf("kernel %s: private memory of %d bytes", s.Kernel.Name, all)
	}
	s.Private, s.PrivateAll = int32(flat), int32(all)
	s.PrivateBytes = all
	return nil
}

// placeAllocas places the allocas of one kind from an offset on, and gives the offset behind them.
func (s *Accesses) placeAllocas(from uint64, isInterleaved bool) uint64 {
	at, isAny := from, false
	for _, v := range s.Kernel.Blocks[0].Instrs {
		in := s.Kernel.Instr(v)
		if in.Op != ir.OpAlloca || s.Offsets[v] != isInterleaved {
			continue
		}
		isAny = true
		align := max(uint64(in.Align), 1)
		s.PrivateAlign = max(s.PrivateAlign, align)
		at = (at + align - 1) / align * align
		s.Privates[v] = at
		at += in.Imm
	}
	if isAny {
		at = max(at, from+1)
	}
	return (at + s.PrivateAlign - 1) / s.PrivateAlign * s.PrivateAlign
}
