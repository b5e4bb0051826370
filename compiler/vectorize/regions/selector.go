package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// Regions is what is decided of the parts of a function that are not written block by block for all lanes.
type Regions struct {
	access.Accesses
	BoundsCheck      *prepare.BoundsCheck // nil: none
	Unmasked         []*prepare.UnmaskedLoop
	Begins           [][]ir.ValueID               // by block: values whose registers are partly written later, and begin to live at its end
	CasLoops         map[ir.BlockID]*flow.CASLoop // loops that are written for one lane at a time, by header
	ScalarGroupOf    map[ir.ValueID]*ScalarGroup  // pieces of blocks that are
	IterationCounts  map[ir.BlockID][]iterationCount
	IsIterationCount map[ir.ValueID]bool
	ScalarLoopAt     []*ScalarLoop // by place: loops that begin there and are written lane by lane
	Tails            []*TailLoop   // loops whose last lanes go on one after the other
	scalarLoops      []*ScalarLoop // both kinds
	Scalarised       *Regions      // decisions for them
	Compacted        *Regions      // decisions for lefts whose lanes join
}

// Decide takes all decisions about a function.
func Decide(of *prepare.Subject) (*Regions, error) {
	f, info, v := of.Fn, of.Info, of.Version
	laneVary, subVary := prepare.VariesBy(v.Shape)
	swaps := flow.CASLoops(f)
	swapIn := map[ir.BlockID]*flow.CASLoop{}
	for _, l := range swaps {
		for _, b := range l.Blocks {
			swapIn[b] = l
		}
	}
	parts := func(b ir.BlockID) bool {
		return swapIn[b] == nil && !of.IsBoundsCheck(b) && of.UnmaskedAt(b) == nil && info.Varies(f.Terminator(b).Args[0])&(laneVary|subVary) != 0
	}
	flow, err := flow.NewFlow(f, parts)
	if err != nil {
		return nil, err
	}
	s := &Regions{BoundsCheck: of.BoundsCheck, Unmasked: of.Unmasked, CasLoops: swaps, Accesses: access.Accesses{
		Forms: forms.Forms{Machine: of.Target, Kernel: f, Version: v, Off: of.Off, Info: info, Flow: flow, Lane: laneVary, Sub: subVary,
			Remainders: prepare.RemainderHeaders(of.Unmasked), KeepsAll: of.Off&switches.MaskAnalysis != 0, CasLoopOf: swapIn, IsSerial: forms.SerialisesSubGroups(f, v)},
		ByItem: map[ir.ValueID][]uint64{}, KnownAt: map[ir.ValueID]*access.Address{},
	}}
	s.Privates = map[ir.ValueID]uint64{}
	if err := s.LayPrivate(); err != nil {
		return nil, err
	}
	s.Forms.Decide()
	s.FindCrossRow()
	s.FindStreams()
	s.findScalarLoops()
	s.markNeeded()
	s.FindUpdates()
	s.findBegins()
	s.findIterationCounts()
	s.findGroups()
	s.FindShared(func(v ir.ValueID) bool { return s.scalarLoopOf(v) != nil })
	return s, nil
}

// findGroups finds the accesses of blocks that are made together.
func (s *Regions) findGroups() {
	s.InterleaveAt, s.ScalarGroupOf = map[ir.ValueID]*access.Interleave{}, map[ir.ValueID]*ScalarGroup{}
	for _, b := range s.Flow.Layout.Order {
		s.FindInterleaves(b)
		s.findScalarGroups(b)
	}
}

// markNeeded finds the values that effects, control flow and other needed values ask for. What an access folds into its
// address is not asked for by it. Loops that lanes run one after the other ask for what comes in from outside.
func (s *Regions) markNeeded() {
	s.Needed, s.Fused = make([]bool, len(s.Kernel.Instrs)), make([]bool, len(s.Kernel.Instrs))
	into := s.sources()
	isReread := s.leaveReloads(into)
	var roots []ir.ValueID
	for place := 0; place < len(s.Flow.Layout.Order); place++ {
		if l := s.ScalarLoopAt[place]; l != nil {
			place = l.Loop.Last
			continue
		}
		for _, v := range s.effectsOf(s.Flow.Layout.Order[place]) {
			if !isReread[v] {
				roots = append(roots, v)
			}
		}
	}
	for _, l := range s.scalarLoops {
		roots = append(roots, s.wantedByOthers(l)...)
	}
	for i, isNeeded := range s.neededInside() {
		v := ir.ValueID(i)
		if l := s.scalarLoopOf(v); isNeeded && (l == nil || s.IsEntryOf(l, v)) {
			roots = append(roots, v)
		}
	}
	s.need(roots, into, s.isSerialised)
	for _, l := range s.CasLoops {
		s.Needed[l.Reload] = false
	}
	s.fuse()
}

// effectsOf are the instructions of a block that must stay whoever reads their results.
func (s *Regions) effectsOf(b ir.BlockID) []ir.ValueID {
	var list []ir.ValueID
	for _, v := range s.Kernel.Blocks[b].Instrs {
		if op := s.Kernel.Instr(v).Op; !op.Pure() && op != ir.OpLoad && op != ir.OpAlloca {
			list = append(list, v)
		}
	}
	return list
}

// need marks values and what they are made of, given what comes into parameters, but for that of values which somebody
// else makes.
func (s *Regions) need(work []ir.ValueID, into map[ir.ValueID][]ir.ValueID, isGiven func(ir.ValueID) bool) {
	for _, v := range work {
		s.Needed[v] = true
	}
	need := func(v ir.ValueID) {
		if !s.Needed[v] {
			s.Needed[v] = true
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if isGiven(v) {
			continue
		}
		in := s.Kernel.Instr(v)
		if in.Op == ir.OpParam {
			for _, a := range into[v] {
				need(a)
			}
			continue
		}
		args := in.Args
		if forms.Accesses(in.Op) {
			if s.makesPlaceOf(in) {
				need(args[0])
			} else if !s.CrossRowNeeds(v, args[0], need) {
				a := s.AddressOf(args[0], forms.AccessType(s.Kernel, in))
				for _, v := range a.Values() {
					need(v)
				}
				if a.Pattern >= access.ByIndex32 && s.KnowsItems() {
					s.NeedPlaces(args[0], forms.AccessType(s.Kernel, in), need)
				}
			}
			args = args[1:]
		}
		for _, a := range args {
			need(a)
		}
	}
}

// sources are, by parameter, the values that the edges give it.
func (s *Regions) sources() map[ir.ValueID][]ir.ValueID {
	into := map[ir.ValueID][]ir.ValueID{}
	for _, b := range s.Flow.Layout.Order {
		for _, e := range s.Kernel.Blocks[b].Succs {
			for i, a := range e.Args {
				p := s.Kernel.Blocks[e.To].Params[i]
				into[p] = append(into[p], a)
			}
		}
	}
	return into
}

// fuse finds comparisons that only the branch behind them uses. A use by a value that is not needed counts: parts of
// addresses are such, since accesses take them apart and want what they are made of.
func (s *Regions) fuse() {
	s.Uses = make([]int32, len(s.Kernel.Instrs))
	uses := s.Uses
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			for _, a := range s.Kernel.Instr(v).Args {
				uses[a]++
			}
		}
		for _, e := range s.Kernel.Blocks[b].Succs {
			for _, a := range e.Args {
				uses[a]++
			}
		}
	}
	for _, b := range s.Flow.Layout.Order {
		if t := s.Kernel.Terminator(b); t.Op == ir.OpBranch && !s.Flow.Diverges[b] {
			c := t.Args[0]
			isWhole := prepare.UnmaskedAt(s.Unmasked, b) != nil
			if in := s.Kernel.Instr(c); in.Op == ir.OpICmp && in.Block == b && uses[c] == 1 && (s.ByValue[c].Kind == forms.Scalar || isWhole) {
				s.Fused[c] = true
			}
		}
	}
}
