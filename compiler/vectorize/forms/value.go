package forms

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// Registers of values, and how a value kept in one form is had in another. A vector of a value that is kept in a general
// register is made once, right behind its definition, when it is first asked for.

// PartsOf is the number of vector registers of a type.
func PartsOf(t ir.Type) int {
	if t.Bits() > 32 {
		return 2
	}
	return 1
}

// ConstOf is the value of a constant.
func (s *Forms) ConstOf(v ir.ValueID) (bits uint64, ok bool) {
	in := s.Kernel.Instr(v)
	switch in.Op {
	case ir.OpConst:
		return in.Imm & in.Type.Mask(), true
	case ir.OpUndef:
		return 0, true
	}
	return 0, false
}

// SignedConst is a constant extended by its sign.
func (s *Forms) SignedConst(v ir.ValueID) (int64, bool) {
	bits, ok := s.ConstOf(v)
	shift := 64 - s.Kernel.Type(v).Bits()
	return int64(bits<<shift) >> shift, ok
}

// IsRowStep says whether sub-groups continue the steps of a value along their row.
func (s *Forms) IsRowStep(f Form) bool {
	return f.Kind == Affine && !f.PerSub && s.Version.Shape == bundle.Rows
}

// StepsBySub says whether the values of lane 0 of sub-groups are had by adding to that of the first.
func (s *Forms) StepsBySub(f Form) bool { return s.IsRowStep(f) || f.Rows != 0 }

// SubOffset is what the value of lane 0 of a sub-group is more than that of the register own gives.
func (s *Forms) SubOffset(f Form, u int) int64 {
	if s.IsRowStep(f) {
		return int64(u) * int64(s.ISA.Lanes()) * int64(f.Step)
	}
	return int64(u) * int64(f.Rows)
}

// KnownFirst is the value in lane 0 of the first sub-group, of a value that steps evenly, if it is known: what is
// computed from local ids alone, where one bundle is all of a group.
func (s *Forms) KnownFirst(v ir.ValueID) (uint64, bool) {
	if bits, ok := s.ConstOf(v); ok {
		return bits, true
	}
	in := s.Kernel.Instr(v)
	if f := s.ByValue[v]; !s.Version.Alone || f.Kind != Affine || f.PerSub {
		return 0, false
	}
	if in.Op == ir.OpLocalID {
		return 0, true
	}
	var args [2]uint64
	for i, a := range in.Args {
		var ok bool
		if i > 1 {
			return 0, false
		}
		if args[i], ok = s.KnownFirst(a); !ok {
			return 0, false
		}
	}
	x, y := args[0], args[1]
	switch in.Op {
	case ir.OpTrunc, ir.OpZExt:
	case ir.OpSExt:
		shift := 64 - s.Kernel.Type(in.Args[0]).Bits()
		x = uint64(int64(x<<shift) >> shift)
	case ir.OpAdd:
		x += y
	case ir.OpSub:
		x -= y
	case ir.OpMul:
		x *= y
	case ir.OpShl:
		x <<= y & uint64(in.Type.Bits()-1)
	default:
		return 0, false
	}
	return x & in.Type.Mask(), true
}

// IsSame says whether a value is the same for all lanes of the bundle.
func (s *Forms) IsSame(v ir.ValueID) bool { return s.Info.Varies(v)&(s.Lane|s.Sub) == 0 }
