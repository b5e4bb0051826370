package control

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
)

// writeWay writes the blocks of an if for a sub-group all of whose lanes go one way.
func (s *Selector) writeWay(k *regions.KnownIf, way int) {
	order := s.Flow.Layout.Order
	after, back := s.enterIf(&k.SerialIf)
	e := order[k.First]
	s.begin(s.Begins[e])
	s.Serial.Whole = map[ir.BlockID]bool{s.Flow.Root[s.Kernel.Blocks[e].Succs[way].To]: true}
	for s.Place = k.First + 1; s.Place < k.End; s.Place++ {
		switch b := order[s.Place]; {
		case !s.Flow.IsOpened[s.Place]:
		case k.Sides[way][b]:
			s.block(b)
		default: // ways past it lead here
			s.Label(s.enters[s.Place])
			s.Label(s.bodies[s.Place])
		}
	}
	s.Serial.Whole = nil
	s.Place = k.First
	s.Label(after)
	back()
}

// enterIf gives the blocks of an if labels of their own for the current sub-group; back undoes that.
func (s *Selector) enterIf(branch *regions.SerialIf) (after int32, back func()) {
	bodies, enters, finish := s.bodies, s.enters, s.finish
	s.bodies, s.enters = append([]int32(nil), bodies...), append([]int32(nil), enters...)
	after = s.Fn.NewLabel()
	for place := branch.First + 1; place < branch.End; place++ {
		s.bodies[place], s.enters[place] = s.Fn.NewLabel(), s.Fn.NewLabel()
	}
	if branch.End < len(s.Flow.Layout.Order) {
		s.bodies[branch.End] = after
	} else {
		s.finish = after
	}
	return after, func() {
		s.bodies, s.enters, s.finish = bodies, enters, finish
	}
}
