package emit

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// What a writer knows by value. A function may have many pieces that are written with other forms than the rest, and
// many values: their writer is used again for the next piece, and forgets the values of the last one only.

// StartValues makes room for the values of a function, none of which has registers.
func (s *Values) StartValues() {
	n := len(s.Kernel.Instrs)
	s.regs, s.defined, s.touched = make([][]asm.Reg, n), make([]int32, n), nil
}

// ReuseValues takes over the room for values of another writer of the function, and forgets what was in it.
func (s *Values) ReuseValues(old *Values) {
	old.ForgetValues()
	s.regs, s.defined, s.touched = old.regs, old.defined, old.touched
}

// ForgetValues forgets the registers and definitions of all values.
func (s *Values) ForgetValues() {
	for _, v := range s.touched {
		s.regs[v], s.defined[v] = nil, 0
	}
	s.touched = s.touched[:0]
}

// Regs are the registers of a value for all sub-groups, nil if it has none yet.
func (s *Values) Regs(v ir.ValueID) []asm.Reg { return s.regs[v] }

// SetRegs gives a value registers; nil: new ones are made when they are asked for.
func (s *Values) SetRegs(v ir.ValueID, regs []asm.Reg) {
	s.touch(v)
	s.regs[v] = regs
}

// SetDefined notes that a value is defined by the instructions so far.
func (s *Values) SetDefined(v ir.ValueID) { s.SetDefinedAt(v, int32(len(s.Fn.Insts))) }

// SetDefinedAt notes the index after a value's definition. It returns the one before.
func (s *Values) SetDefinedAt(v ir.ValueID, at int32) (before int32) {
	s.touch(v)
	before, s.defined[v] = s.defined[v], at
	return before
}

func (s *Values) touch(v ir.ValueID) {
	if s.regs[v] == nil && s.defined[v] == 0 {
		s.touched = append(s.touched, v)
	}
}
