package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
)

// findBegins finds where registers that are only partly written begin to live: before the outermost loop whose leavers
// keep them, else before the ways to a parameter's block part. Without a beginning they would live from the entry on.
func (s *Regions) findBegins() {
	s.Begins = make([][]ir.ValueID, len(s.Kernel.Blocks))
	for _, b := range s.Flow.Layout.Order {
		block := &s.Kernel.Blocks[b]
		for _, list := range [][]ir.ValueID{block.Params, block.Instrs} {
			for _, v := range list {
				at := b
				switch {
				case !s.Needed[v] || s.ByValue[v].Kind != forms.Vector && s.ByValue[v].Kind != forms.Mask ||
					s.IsSame(v):
					continue
				case s.LiveOut[v]:
					at = s.Flow.Layout.Loops[s.LiveOutOf[v]].Headers[0]
				case s.KeepsAll && s.Flow.Inner(b) >= 0:
					at = s.Flow.Layout.Loops[s.Flow.Inner(b)].Headers[0]
				case s.Kernel.Instr(v).Op != ir.OpParam:
					continue
				}
				if d := s.Flow.Cfg.Idom[at]; at != 0 && d >= 0 {
					s.Begins[d] = append(s.Begins[d], v)
				}
			}
		}
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
		if in.Op == ir.OpSubGroupShuffle && s.KnownLanes(args[1]) != nil {
			args = args[:1]
		}
		if forms.Accesses(in.Op) {
			if s.makesPlaceOf(in) {
				need(args[0])
			} else if !s.CrossRowNeeds(v, args[0], need) {
				a := s.AddressOf(args[0], s.Kernel.AccessType(in))
				if d := s.DistancesAt[v]; d != nil { // all lanes run it, at once
					a = d.Address
				}
				for _, v := range a.Values() {
					need(v)
				}
				if t := s.TableAt[v]; t != nil {
					need(t.Index)
				}
				if a.Pattern >= access.ByIndex32 && s.KnowsItems() {
					s.NeedPlaces(args[0], s.Kernel.AccessType(in), need)
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

// fuse finds comparisons that only the branch after them uses. A use by a value that is not needed counts: parts of
// addresses are such, since accesses take them apart and want what they are made of. A bounds check asks for lanes.
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
		isBoundsCheck := s.BoundsCheck != nil && s.BoundsCheck.Block == b
		if t := s.Kernel.Terminator(b); t.Op == ir.OpBranch && !s.Flow.Diverges[b] && !isBoundsCheck {
			c := t.Args[0]
			isWhole := prepare.UnmaskedAt(s.Unmasked, b) != nil
			if in := s.Kernel.Instr(c); in.Op == ir.OpICmp && in.Block == b && uses[c] == 1 &&
				(s.ByValue[c].Kind == forms.Scalar || isWhole) {
				s.Fused[c] = true
			}
		}
	}
}
