package forms

import (
	"fmt"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Registers of values, and how a value kept in one form is had in another. A vector of a value that is kept in a
// general register is made once, right after its definition, when it is first asked for.

// VectorsOf is the number of vector registers of a type.
func VectorsOf(t ir.Type) int {
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

// IsRowStep reports whether sub-groups continue the steps of a value along their row.
func (s *Forms) IsRowStep(f Form) bool {
	return f.Kind == Affine && !f.PerSub && s.Version.Shape == bundle.Rows
}

// StepsBySub reports whether the values of lane 0 of sub-groups are had by adding to that of the first.
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
	if f := s.ByValue[v]; !s.Version.WholeGroup || f.Kind != Affine || f.PerSub {
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
	case ir.OpAnd:
		x &= y
	case ir.OpShl:
		x <<= y & uint64(in.Type.Bits()-1)
	default:
		return 0, false
	}
	return x & in.Type.Mask(), true
}

// IsSame reports whether a value is the same for all lanes of the bundle.
func (s *Forms) IsSame(v ir.ValueID) bool { return s.Info.Varies(v)&(s.Lane|s.Sub) == 0 }

// Accesses reports whether an operation takes its first operand apart as an address.
func Accesses(op ir.Op) bool {
	switch op {
	case ir.OpLoad, ir.OpStore, ir.OpAtomicRMW, ir.OpAtomicCmpXchg, ir.OpAtomicLoad, ir.OpAtomicStore:
		return true
	}
	return false
}

// ConstArg is the second operand of an instruction if it is a constant.
func (s *Forms) ConstArg(in *ir.Instr) (uint64, bool) {
	if len(in.Args) < 2 {
		return 0, false
	}
	return s.ConstOf(in.Args[1])
}

// Values known for each work-item. Where one bundle is all of a group, in a row, lane l of sub-group u is the work-item
// with the local id u*W+l. So whatever is computed from local ids and constants alone is known when the code is made:
// guards like `l < 32` or `l % 8 == 0`, and offsets like those of `t[8*l+7]` or `t[l + l/32]`, whose steps are uneven
// or come of arithmetic that may wrap. Code for lanes known to be active needs no masks (parts_known.go), and offsets
// that step evenly within each sub-group are as good as those that do by their form.

// KnowsItems reports whether the local ids of the lanes are known.
func (s *Forms) KnowsItems() bool {
	return !s.Off.Has(switches.KnownLanes) && s.Version.WholeGroup && s.Version.Shape == bundle.Rows && s.Kernel.Kernel
}

// Items is the number of lanes of a bundle.
func (s *Forms) Items() int { return s.Version.Count * s.ISA.Lanes() }

// IsJoint reports whether the sub-groups of a bundle have a value in one general register, or go on in its steps.
func (s *Forms) IsJoint(v ir.ValueID) bool {
	if _, isConst := s.ConstOf(v); isConst {
		return true
	}
	f := s.ByValue[v]
	return !f.PerSub && f.Rows == 0 && (f.Kind == Scalar || s.IsRowStep(f))
}

// String is the form in words.
func (f Form) String() string {
	word := [...]string{None: "none", Scalar: "uniform", Affine: "affine", Vector: "vector", Mask: "mask"}[f.Kind]
	if f.Kind == Affine {
		word = fmt.Sprintf("affine, step %d", f.Step)
	}
	if f.Rows != 0 {
		return fmt.Sprintf("%s, step %d between sub-groups", word, f.Rows)
	}
	if f.PerSub {
		return word + ", per sub-group"
	}
	return word
}

// ShortImm is a constant that fits an instruction. A bit is 0 or 1, so that results stay so too.
func (s *Forms) ShortImm(v ir.ValueID) (int64, bool) {
	c, ok := s.SignedConst(v)
	if s.Kernel.Type(v) == ir.I1 {
		c &= 1
	}
	return c, ok && c == int64(int32(c))
}

// IsSmallID reports whether a value is an id cut to 32 bits in a version in which ids need no more than 31: the id
// itself is as good, and with sign and without it is extended to the same.
func (s *Forms) IsSmallID(in *ir.Instr) bool {
	if in.Op != ir.OpTrunc || in.Type != ir.I32 || !s.Version.SmallIDs {
		return false
	}
	id := s.Kernel.Instr(in.Args[0])
	return id.Type == ir.I64 && (id.Op == ir.OpGlobalID || id.Op == ir.OpLocalID)
}

// Copies is the number of sub-groups that have registers of their own.
func (s *Forms) Copies(f Form) int {
	if f.PerSub {
		return s.Version.Count
	}
	return 1
}

func (s *Forms) PlaceOf(v ir.ValueID) int { return s.Flow.Layout.Place[s.Kernel.Instr(v).Block] }

// IsFlat reports whether a value is the same for all work-items of the bundle, and had in a general register.
func (s *Forms) IsFlat(v ir.ValueID) bool {
	return s.IsSame(v) && s.Lane0(v).Kind == Scalar && s.ByValue[v].Kind != Vector
}
