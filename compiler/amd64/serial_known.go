package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
)

// writeKnown writes a part of an if, behind the instructions of list, as its lanes are known; false: it is to be written
// as if they were not.
func (s *selector) writeKnown(list []ir.ValueID, k *regions.KnownIf, u int) bool {
	way, isWhole := 0, true
	switch k.Lanes[u] {
	case 0:
		way = 1
	case 1<<s.ISA.Lanes() - 1:
	default:
		isWhole = false
	}
	isByLane := k.Body != nil && s.PaysByLane(k, u)
	if !isWhole && !isByLane {
		return false
	}
	for _, v := range list {
		s.written(v, s.Kernel.Instr(v))
	}
	if isByLane {
		s.writeByLane(k, u)
		return true
	}
	s.writeWay(k, way)
	return true
}

// writeWay writes the blocks of an if for a sub-group all of whose lanes go one way.
func (s *selector) writeWay(k *regions.KnownIf, way int) {
	order := s.Flow.Layout.Order
	behind, back := s.enterIf(&k.SerialIf)
	e := order[k.First]
	s.begin(s.Begins[e])
	s.parts.whole = map[ir.BlockID]bool{s.Flow.Root[s.Kernel.Blocks[e].Succs[way].To]: true}
	for s.place = k.First + 1; s.place < k.End; s.place++ {
		switch b := order[s.place]; {
		case !s.Flow.IsOpened[s.place]:
		case k.Sides[way][b]:
			s.block(b)
		default: // ways past it lead here
			s.label(s.enters[s.place])
			s.label(s.bodies[s.place])
		}
	}
	s.parts.whole = nil
	s.place = k.First
	s.label(behind)
	back()
}

// IsWhole says whether all lanes of the sub-group that code is being written for are known to run a block.
func (s *values) isWhole(b ir.BlockID) bool { return s.parts.whole[s.Flow.Root[b]] }

// knownMask makes the mask of a sub-group.
func (s *values) knownMask(v ir.ValueID, u int) []asm.Reg {
	lanes, n := uint64(0), s.ISA.Lanes()
	for l, bit := range s.ItemsOf(v)[u*n : (u+1)*n] {
		lanes |= bit & 1 << l
	}
	return []asm.Reg{s.constWords(lanes, 4)}
}

// enterIf gives the blocks of an if labels of their own for the present part; back undoes that.
func (s *selector) enterIf(branch *regions.SerialIf) (behind int32, back func()) {
	bodies, enters, finish := s.bodies, s.enters, s.finish
	s.bodies, s.enters = append([]int32(nil), bodies...), append([]int32(nil), enters...)
	behind = s.Fn.NewLabel()
	for place := branch.First + 1; place < branch.End; place++ {
		s.bodies[place], s.enters[place] = s.Fn.NewLabel(), s.Fn.NewLabel()
	}
	if branch.End < len(s.Flow.Layout.Order) {
		s.bodies[branch.End] = behind
	} else {
		s.finish = behind
	}
	return behind, func() {
		s.bodies, s.enters, s.finish = bodies, enters, finish
	}
}
