package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Slopes: how much an address changes from one work-item to the next along a dimension, where that is the same for the
// whole bundle, but may be something that only the launch knows: n elements for a[x*n + y] along x. Package uniform knows
// constants only.
//
// Arithmetic of 32 bits is followed where it may be assumed not to wrap, and then computed in 64 bits, which is the same.

// slope is a constant and a sum of products of constants and values.
type slope struct {
	constant int64
	terms    []slopeTerm
}

type slopeTerm struct {
	value  ir.ValueID // the same for the whole bundle; extended by its sign if it has 32 bits
	factor int64
}

// slopes finds the slopes of a kernel's values along a dimension.
type slopes struct {
	s    *accessTable
	by   uniform.Vary // the dimension
	left int          // how many values may still be looked at
}

// maxSlopeSteps bounds the size of the expressions that are followed.
const maxSlopeSteps = 64

// slopeOf is the slope of a pointer along a dimension.
func (s *accessTable) slopeOf(p ir.ValueID, by uniform.Vary) (slope, bool) {
	return (&slopes{s, by, maxSlopeSteps}).of(p, false)
}

// isFlat says whether a value is the same for all work-items of the bundle, and had in a general register.
func (s *forms) isFlat(v ir.ValueID) bool {
	return s.isSame(v) && s.lane0(v).kind == scalar && s.byValue[v].kind != vector
}

// of is the slope of a value, which isNarrow: will be extended from 32 bits.
func (w *slopes) of(v ir.ValueID, isNarrow bool) (slope, bool) {
	if w.s.isSame(v) {
		return slope{}, w.s.isFlat(v)
	}
	if w.s.info.Varies(v)&(w.by|uniform.VaryAny) == 0 {
		return slope{}, true
	}
	if w.left == 0 || w.s.escapes[v] { // lanes may have it from different rounds
		return slope{}, false
	}
	w.left--
	in := w.s.kernel.Instr(v)
	if isNarrow && in.Op != ir.OpTrunc && in.Flags&(ir.FlagNoWrap|ir.FlagAddress) == 0 {
		return slope{}, false
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID:
		return slope{constant: 1}, w.by == uniform.VaryLocal0<<in.Kind
	case ir.OpTrunc:
		id := w.s.kernel.Instr(in.Args[0]).Op
		if !isNarrow || in.Type != ir.I32 || id != ir.OpLocalID && (id != ir.OpGlobalID || !w.s.version.SmallIDs) {
			return slope{}, false
		}
		return w.of(in.Args[0], false)
	case ir.OpSExt:
		if w.s.kernel.Type(in.Args[0]) != ir.I32 {
			return slope{}, false
		}
		return w.of(in.Args[0], true)
	case ir.OpAdd, ir.OpPtrAdd, ir.OpSub:
		a, okA := w.of(in.Args[0], isNarrow)
		b, okB := w.of(in.Args[1], isNarrow)
		if in.Op == ir.OpSub {
			b = b.times(-1)
		}
		return slope{a.constant + b.constant, append(a.terms[:len(a.terms):len(a.terms)], b.terms...)}, okA && okB
	case ir.OpMul, ir.OpShl:
		return w.product(in, isNarrow)
	}
	return slope{}, false
}

func (a slope) times(c int64) slope {
	r := slope{constant: a.constant * c}
	for _, t := range a.terms {
		r.terms = append(r.terms, slopeTerm{t.value, t.factor * c})
	}
	return r
}

// product is the slope of a product with something that is the same for the bundle.
func (w *slopes) product(in *ir.Instr, isNarrow bool) (slope, bool) {
	x, c := in.Args[0], in.Args[1]
	if in.Op == ir.OpMul && w.s.isFlat(x) {
		x, c = c, x
	}
	a, ok := w.of(x, isNarrow)
	if by, isConst := w.s.signedConst(c); isConst {
		if in.Op == ir.OpShl {
			if by < 0 || by > 30 {
				return slope{}, false
			}
			by = 1 << by
		}
		a = a.times(by)
		return a, ok && fitsFactor(by) && a.fits()
	}
	if in.Op == ir.OpShl || !w.s.isFlat(c) || len(a.terms) > 0 {
		return slope{}, false
	}
	a = slope{terms: []slopeTerm{{c, a.constant}}}
	return a, ok && a.fits()
}

// fits says whether all factors do. Products of two that fit are in 64 bits still.
func (a slope) fits() bool {
	return !slices.ContainsFunc(a.terms, func(t slopeTerm) bool { return !fitsFactor(t.factor) })
}

func fitsFactor(c int64) bool { return c > -1<<30 && c < 1<<30 }

// slopeLeaves gives the values that a pointer's address in the first work-item of a bundle, and its slopes, are made of.
func (s *accessTable) slopeLeaves(v ir.ValueID, leaf func(ir.ValueID)) {
	in := s.kernel.Instr(v)
	if s.isSlopeLeaf(v, in) {
		leaf(v)
		return
	}
	for _, a := range in.Args {
		s.slopeLeaves(a, leaf)
	}
}

func (s *accessTable) isSlopeLeaf(v ir.ValueID, in *ir.Instr) bool {
	if s.isFlat(v) {
		return true
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID:
		return true
	}
	return false
}

// first is a register with the value of the first work-item of the bundle, which slopes were found for, in 64 bits.
// Within a block it is computed once.
func (s *selector) first(v ir.ValueID) asm.Reg {
	if r, ok := s.firsts[v]; ok {
		return r
	}
	r := s.makeFirst(v)
	s.firsts[v] = r
	return r
}

func (s *selector) makeFirst(v ir.ValueID) asm.Reg {
	in := s.kernel.Instr(v)
	r := s.general()
	if s.isSlopeLeaf(v, in) {
		if c, ok := s.signedConst(v); ok {
			s.moveImm(r, uint64(c))
			return r
		}
		if in.Type != ir.I32 {
			return s.lane0Reg(v, 0)
		}
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: r, B: s.lane0Reg(v, 0)})
		return r
	}
	x := s.first(in.Args[0])
	if in.Op == ir.OpTrunc || in.Op == ir.OpSExt {
		return x
	}
	if in.Op == ir.OpShl {
		c, _ := s.signedConst(in.Args[1])
		s.moveGeneral(r, x)
		s.aluImm(asm.Shl, 8, r, c)
		return r
	}
	if c, ok := s.signedConst(in.Args[1]); ok && c == int64(int32(c)) && (in.Op == ir.OpAdd || in.Op == ir.OpPtrAdd) {
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: r, HasMem: true, Mem: asm.Mem{Base: x, Disp: int32(c)}})
		return r
	}
	y := s.first(in.Args[1])
	switch in.Op {
	case ir.OpMul:
		s.moveGeneral(r, x)
		s.alu(asm.Imul, 8, r, y)
	case ir.OpSub:
		s.moveGeneral(r, x)
		s.alu(asm.Sub, 8, r, y)
	default:
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: r, HasMem: true, Mem: asm.Mem{Base: x, Index: y, Scale: 1}})
	}
	return r
}

// slopeReg is a register with a slope.
func (s *selector) slopeReg(a slope) asm.Reg {
	sum := s.general()
	s.moveImm(sum, uint64(a.constant))
	for i, t := range a.terms {
		part := s.general()
		s.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: part, B: s.first(t.value), Imm: t.factor})
		if i == 0 && a.constant == 0 {
			sum = part
			continue
		}
		both := s.general()
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: both, HasMem: true, Mem: asm.Mem{Base: sum, Index: part, Scale: 1}})
		sum = both
	}
	return sum
}
