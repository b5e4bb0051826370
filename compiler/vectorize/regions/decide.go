// Package regions decides which parts of a kernel are not written block by block for all lanes, and which values are
// needed at all. Decide takes all decisions about a function: those of packages flow, forms and access, and its own.
// They do not change once it returns.
//
// Reading order: decide.go, live.go (what is needed), costs.go (cycles of a loop's iteration), then the kinds of
// region: scalar_loop.go, tail.go, compact.go (loops for one lane at a time, from the start or for the last lanes),
// cas_loop.go, one_lane.go (what the code of these and of atomic operations needs to know), serial*.go (ifs for one
// sub-group after the other), unmasked_loop.go, gathers.go, repeat.go. report.go tells all decisions in words.
package regions

import (
	"errors"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// Regions is what is decided of the parts of a function that are not written block by block for all lanes.
type Regions struct {
	access.Accesses
	Dense
	BoundsCheck *prepare.BoundsCheck // nil: none
	Unmasked    []*prepare.UnmaskedLoop
	// by block: values whose registers are partly written later, and begin to live at its end
	Begins       [][]ir.ValueID
	CasLoops     map[ir.BlockID]*flow.CASLoop // loops that are written for one lane at a time, by header
	Pieces       map[ir.ValueID]*OneLane      // by the swap of a loop, or atomic operation
	SerialSteps  map[ir.BlockID][]SerialStep  // of blocks that are written in steps; of an if, its first
	ScalarLoopAt []*ScalarLoop                // by place: loops that begin there and are written lane by lane
	Tails        []*TailLoop                  // loops whose last lanes go on one after the other
	scalarLoops  []*ScalarLoop                // both kinds
	edgeWays     []ir.BlockID                 // the first blocks of ways that are for edges
	Scalarised   *Regions                     // decisions for them
	Compacted    *Regions                     // decisions for lefts whose lanes join
}

// errImages refuses operations on images, which are to be expanded for the formats of a launch.
var errImages = errors.New("image operations are expanded first")

// Decide takes all decisions about a function.
func Decide(of *prepare.Subject) (*Regions, error) {
	f, info, v := of.Fn, of.Info, of.Version
	if f.HasImages() {
		return nil, errImages
	}
	laneVary, subVary := prepare.VariesBy(f, of.Target.ISA, v)
	var swaps map[ir.BlockID]*flow.CASLoop
	if !of.Off.Has(switches.CASLoops) {
		swaps = flow.CASLoops(f)
	}
	swapIn := map[ir.BlockID]*flow.CASLoop{}
	for _, l := range swaps {
		for _, b := range l.Blocks {
			swapIn[b] = l
		}
	}
	cfg := ir.NewCFG(f)
	s := &Regions{BoundsCheck: of.BoundsCheck, Unmasked: of.Unmasked, CasLoops: swaps, Accesses: access.Accesses{
		Forms: forms.Forms{Machine: of.Target, Kernel: f, Version: v, Off: of.Off, Info: info,
			Lane: laneVary, Sub: subVary, Remainders: prepare.RemainderHeaders(of.Unmasked),
			KeepsAll: of.Off&switches.MaskAnalysis != 0, CasLoopOf: swapIn,
			IsSerial: !of.Off.Has(switches.SerialSubGroups) && serialisesSubGroups(of.Target.Tuning, f, v)},
		SeesSubGroups: f.SeesSubGroups(), ByItem: map[ir.ValueID][]uint64{}, KnownAt: map[ir.ValueID]*access.Address{},
	}}
	s.Privates = map[ir.ValueID]uint64{}
	if err := s.LayPrivate(); err != nil {
		return nil, err
	}
	s.FindStarts(cfg.Order)
	for isAgain := true; isAgain; isAgain = s.HasAlikeInLanes() {
		var err error
		s.Flow, err = flow.NewFlow(f, cfg, func(b ir.BlockID) bool {
			c := f.Terminator(b).Args[0]
			return swapIn[b] == nil && !of.IsBoundsCheck(b) && of.UnmaskedAt(b) == nil &&
				info.Varies(c)&(laneVary|subVary) != 0 && !s.IsAlike(c)
		})
		if err != nil {
			return nil, err
		}
		s.Forms.Decide()
	}
	s.findEdgeWays()
	s.FindCrossRow()
	s.FindStreams()
	s.FindTables(of.Module)
	s.FindDistances()
	s.findScalarLoops()
	s.markNeeded()
	s.FindUpdates()
	s.findBegins()
	s.findGroups()
	s.DecideRows(s.elsewhere)
	s.findPieces()
	s.findDense()
	s.findSerialSteps()
	s.chooseGathers()
	return s, nil
}

// elsewhere is the strategy of accesses that are not written in their place for all lanes.
func (s *Regions) elsewhere(v ir.ValueID, in *ir.Instr) access.Strategy {
	switch {
	case s.Scalarised != nil && s.isSerialised(v):
		if s.Scalarised.Needed[v] {
			return access.Scalarised
		}
	case s.CasLoopOf[in.Block] != nil && s.Needed[v]:
		return access.ByLane
	}
	return access.NotNeeded
}

// findGroups finds the accesses of blocks that are made together.
func (s *Regions) findGroups() {
	s.InterleaveAt = map[ir.ValueID]*access.Interleave{}
	for _, b := range s.Flow.Layout.Order {
		s.FindInterleaves(b)
	}
	s.FindRaw()
}

// HasDivergentLoops reports whether there are loops that lanes leave in different iterations.
func (s *Regions) HasDivergentLoops() bool {
	return slices.ContainsFunc(s.Flow.Layout.Loops, func(l lane.Loop) bool {
		return s.Flow.IsOwn(l.Headers[0]) && !s.IsRemainder(l.Headers[0])
	})
}

// ReadsChanging reports whether the kernel reads what may be another value each time.
func (s *Regions) ReadsChanging() bool {
	return slices.ContainsFunc(s.Kernel.Instrs, func(in ir.Instr) bool {
		return in.Flags&ir.FlagVolatile != 0 || forms.Accesses(in.Op) && in.Op != ir.OpLoad && in.Op != ir.OpStore
	})
}

// GroupItems is how many work-items all groups have, if that is known; v is their number in the kernel.
func (s *Regions) GroupItems(v ir.ValueID) (int, bool) {
	if prepare.KnowsGroup(s.Version) {
		return s.Items(), true
	}
	n, ok := s.ConstOf(v)
	return int(n), ok
}

// IsHarmless reports whether a block may as well run for no lane: it computes a little, from values alone, and goes on
// to one other block, which has lanes anyway.
func (s *Regions) IsHarmless(b ir.BlockID) bool {
	block := &s.Kernel.Blocks[b]
	if len(block.Succs) != 1 || len(block.Instrs) > s.Tuning.Serial.MaxUntested ||
		!s.Flow.HasLanesAnyway(b, block.Succs[0].To) {
		return false
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		switch in := s.Kernel.Instr(v); in.Op {
		case ir.OpFDiv, ir.OpFSqrt, ir.OpFRem, ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem,
			ir.OpFScale, ir.OpFGetExp, ir.OpFGetMant: // slow, or many instructions
			return false
		default:
			if !in.Op.Pure() {
				return false
			}
		}
	}
	return true
}

// FirstPos is the source position of the first instruction of a block.
func (s *Regions) FirstPos(b ir.BlockID) ir.Pos {
	return s.Kernel.Instr(s.Kernel.Blocks[b].Instrs[0]).Pos
}
