package access

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Slopes: how much an address changes from one work-item to the next along a dimension, where that is the same for the
// whole bundle, but may be something that only the launch knows: n elements for a[x*n + y] along x. Package uniform
// knows constants only.
//
// Arithmetic of 32 bits is followed where it may be assumed not to wrap, and then computed in 64 bits, which is the
// same.

// Stride is a constant and a sum of products of constants and values.
type Stride struct {
	Constant int64
	Terms    []strideTerm
}

type strideTerm struct {
	Value  ir.ValueID // the same for the whole bundle; extended by its sign if it has 32 bits
	Factor int64
}

// strides finds the slopes of a kernel's values along a dimension.
type strides struct {
	s    *Accesses
	by   uniform.Vary // the dimension
	left int          // how many values may still be looked at
}

// strideOf is the slope of a pointer along a dimension.
func (s *Accesses) strideOf(p ir.ValueID, by uniform.Vary) (Stride, bool) {
	return (&strides{s, by, maxStrideSteps}).of(p, false)
}

// of is the slope of a value, which isNarrow: will be extended from 32 bits.
func (w *strides) of(v ir.ValueID, isNarrow bool) (Stride, bool) {
	if w.s.IsSame(v) {
		return Stride{}, w.s.IsFlat(v)
	}
	if w.s.Info.Varies(v)&(w.by|uniform.VaryAny) == 0 {
		return Stride{}, true
	}
	if w.left == 0 || w.s.LiveOut[v] { // lanes may have it from different rounds
		return Stride{}, false
	}
	w.left--
	in := w.s.Kernel.Instr(v)
	if isNarrow && in.Op != ir.OpTrunc && in.Flags&(ir.FlagNoWrap|ir.FlagAddress) == 0 {
		return Stride{}, false
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID:
		return Stride{Constant: 1}, w.by == uniform.VaryLocal0<<in.Kind
	case ir.OpTrunc:
		id := w.s.Kernel.Instr(in.Args[0]).Op
		if !isNarrow || in.Type != ir.I32 || id != ir.OpLocalID && (id != ir.OpGlobalID || !w.s.Version.SmallIDs) {
			return Stride{}, false
		}
		return w.of(in.Args[0], false)
	case ir.OpSExt:
		if w.s.Kernel.Type(in.Args[0]) != ir.I32 {
			return Stride{}, false
		}
		return w.of(in.Args[0], true)
	case ir.OpAdd, ir.OpPtrAdd, ir.OpSub:
		a, okA := w.of(in.Args[0], isNarrow)
		b, okB := w.of(in.Args[1], isNarrow)
		if in.Op == ir.OpSub {
			b = b.times(-1)
		}
		return Stride{a.Constant + b.Constant, append(a.Terms[:len(a.Terms):len(a.Terms)], b.Terms...)}, okA && okB
	case ir.OpMul, ir.OpShl:
		return w.product(in, isNarrow)
	}
	return Stride{}, false
}

func (a Stride) times(c int64) Stride {
	r := Stride{Constant: a.Constant * c}
	for _, t := range a.Terms {
		r.Terms = append(r.Terms, strideTerm{t.Value, t.Factor * c})
	}
	return r
}

// product is the slope of a product with something that is the same for the bundle.
func (w *strides) product(in *ir.Instr, isNarrow bool) (Stride, bool) {
	x, c := in.Args[0], in.Args[1]
	if in.Op == ir.OpMul && w.s.IsFlat(x) {
		x, c = c, x
	}
	a, ok := w.of(x, isNarrow)
	if by, isConst := w.s.SignedConst(c); isConst {
		if in.Op == ir.OpShl {
			if by < 0 || by > 30 {
				return Stride{}, false
			}
			by = 1 << by
		}
		a = a.times(by)
		return a, ok && fitsFactor(by) && a.fits()
	}
	if in.Op == ir.OpShl || !w.s.IsFlat(c) || len(a.Terms) > 0 {
		return Stride{}, false
	}
	a = Stride{Terms: []strideTerm{{c, a.Constant}}}
	return a, ok && a.fits()
}

// fits reports whether all factors do. Products of two that fit are in 64 bits still.
func (a Stride) fits() bool {
	return !slices.ContainsFunc(a.Terms, func(t strideTerm) bool { return !fitsFactor(t.Factor) })
}

func fitsFactor(c int64) bool { return c > -1<<30 && c < 1<<30 }

// strideLeaves gives the values that a pointer's address in the first work-item of a bundle, and its slopes, are made
// of.
func (s *Accesses) strideLeaves(v ir.ValueID, leaf func(ir.ValueID)) {
	in := s.Kernel.Instr(v)
	if s.IsStrideLeaf(v, in) {
		leaf(v)
		return
	}
	for _, a := range in.Args {
		s.strideLeaves(a, leaf)
	}
}

func (s *Accesses) IsStrideLeaf(v ir.ValueID, in *ir.Instr) bool {
	if s.IsFlat(v) {
		return true
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID:
		return true
	}
	return false
}
