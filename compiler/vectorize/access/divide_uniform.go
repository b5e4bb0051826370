package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// DividesByUniform says whether an instruction divides lanes by a value in a general register.
func (s *Accesses) DividesByUniform(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpSDiv, ir.OpUDiv, ir.OpSRem, ir.OpURem:
		return (in.Type == ir.I32 || in.Type == ir.I64) && s.ByValue[in.Args[1]].Kind == forms.Scalar
	}
	return false
}

// IsPositive says whether a signed division is one of numbers that are not negative.
func (s *Accesses) IsPositive(in *ir.Instr, x Span) bool {
	return x.Low >= 0 && s.SpanOf(in.Args[1]).Low >= 0
}
