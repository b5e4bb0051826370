package control

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Exits for launches that are stopped. Each place of the source that looks at the flag has one of its own behind all
// other code, which returns the number of the place: knowing where a kernel stood costs nothing while it runs.

// exits are those of a function.
type exits struct {
	labels map[uint32]int32 // by source position
	order  []uint32         // the positions, by number
}

// exit is the label of the exit for the present place.
func (s *Selector) exit() int32 {
	label, ok := s.exits.labels[s.Pos]
	if !ok {
		label = s.Fn.NewLabel()
		s.exits.labels[s.Pos] = label
		s.exits.order = append(s.exits.order, s.Pos)
	}
	return label
}

// has reports whether a label is that of an exit.
func (e *exits) has(label int32) bool {
	for _, l := range e.labels {
		if l == label {
			return true
		}
	}
	return false
}

// writeExits writes the exits, and lists their places.
func (s *Selector) writeExits() {
	for i, pos := range s.exits.order {
		s.Pos = pos
		s.Label(s.exits.labels[pos])
		s.Emit(asm.Inst{Op: asm.Return, Imm: abi.Cancelled | int64(i+1)<<abi.PlaceShift})
		s.Code.Exits = append(s.Code.Exits, ir.Pos(pos))
	}
}
