package uniform

import (
	"slices"

	"heddle/compiler/ir"
)

// stride is how a value steps with the local id in one dimension. It is a lattice value: undecided, affine with one
// step, irregular; it only descends.
type stride struct {
	step  int64
	state strideState
	needs Needs // conditions on the launch for the step to be right
	exact truth // no work-item's value has wrapped as a signed number, so that it can be extended
	near  truth // the same, if an address is all that the extended value goes into
	whole truth // nor as an unsigned one
}

// truth is whether a fact holds, and under which conditions on the launch.
type truth struct {
	holds bool
	needs Needs
}

func (t truth) and(u truth) truth { return truth{t.holds && u.holds, t.needs | u.needs} }

type strideState uint8

const (
	undecided strideState = iota
	affine
	irregular
)

// Needs are conditions on a launch.
type Needs uint8

// The conditions.
const (
	NeedsSmallIDs Needs = 1 << iota // all global ids, offset included, and sizes are below 2^31
	NeedsGuard                      // Info.Guard holds
	NeedsSubGroup                   // of the version: each bundle is one sub-group
)

// same is the stride of a value that does not vary.
var same = stride{state: affine, exact: truth{holds: true}, near: truth{holds: true}, whole: truth{holds: true}}

// sameFor is the stride of a value that varies with no local id, and perhaps with the sub-group.
func sameFor(vary Vary) stride {
	s := same
	if vary&VarySub != 0 {
		s.needs = NeedsSubGroup
	}
	return s
}

// meet is the meet of two strides.
func (s stride) meet(t stride) stride {
	switch {
	case s.state == undecided:
		return t
	case t.state == undecided:
		return s
	case s.state == irregular || t.state == irregular || s.step != t.step:
		return stride{state: irregular}
	}
	return s.with(t, s.step)
}

// with is an affine stride made of two; it has the conditions of both and the facts true of both.
func (s stride) with(t stride, step int64) stride {
	return stride{step, affine, s.needs | t.needs, s.exact.and(t.exact), s.near.and(t.near), s.whole.and(t.whole)}
}

// plus is the stride of s + sign*t.
func (s stride) plus(t stride, sign int64) stride {
	switch {
	case s.state == irregular || t.state == irregular:
		return stride{state: irregular}
	case s.state == undecided || t.state == undecided:
		return stride{}
	}
	return s.with(t, s.step+sign*t.step)
}

func (s stride) times(c int64) stride {
	if s.state == affine {
		s.step *= c
	}
	return s
}

// computed completes the stride of a sum or product by whether its value can be extended.
func (a *analysis) computed(v ir.ValueID, in *ir.Instr, s stride) stride {
	if s.state != affine || in.Type == ir.I64 || in.Op == ir.OpPtrAdd { // 64 bits are never exceeded
		return s
	}
	s.exact.holds = s.exact.holds && in.Flags&ir.FlagNoWrap != 0
	s.near.holds = s.near.holds && in.Flags&(ir.FlagNoWrap|ir.FlagAddress) != 0
	if s.whole.holds {
		s.whole = s.whole.and(a.notWrapped(v))
	}
	return s
}

// notWrapped is whether an instruction's value equals its mathematical one.
func (a *analysis) notWrapped(v ir.ValueID) truth {
	switch a.wrap.statusOf(v) {
	case wrapNever:
		return truth{true, NeedsSmallIDs}
	case wrapGuarded:
		if !a.isProved(v) {
			return truth{}
		}
		return truth{true, NeedsSmallIDs | NeedsGuard}
	}
	return truth{}
}

// setStride notes a stride, at most the previous one in the lattice, so that the analysis ends.
func (a *analysis) setStride(v ir.ValueID, s stride) {
	known := &a.stride[v]
	switch {
	case s.state == undecided || known.state == irregular:
		return
	case known.state == undecided || s.state == irregular:
		*known = s
	default:
		met := known.meet(s)
		if met == *known {
			return
		}
		*known = met
	}
	a.changed = true
}

func (a *analysis) paramStride(p ir.ValueID, b ir.BlockID, i int) {
	s := stride{}
	for _, edge := range a.into[b] {
		s = s.meet(a.stride[edge.Args[i]])
	}
	if a.vary[p]&a.along == 0 {
		s = sameFor(a.vary[p])
	} else if (a.control.joins[b]|a.control.escaping[p])&a.along != 0 {
		s = stride{state: irregular}
	}
	a.setStride(p, s)
}

// strideOf computes the stride of an instruction.
func (a *analysis) strideOf(v ir.ValueID, in *ir.Instr) stride {
	if a.vary[v]&a.along == 0 {
		return sameFor(a.vary[v])
	}
	if a.control.escaping[v]&a.along != 0 {
		return stride{state: irregular}
	}
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID:
		return stride{1, affine, 0, truth{holds: true}, truth{holds: true}, truth{holds: true}}
	case ir.OpSubGroupLane:
		return stride{1, affine, NeedsSubGroup, truth{holds: true}, truth{holds: true}, truth{holds: true}}
	case ir.OpAdd, ir.OpPtrAdd:
		return a.computed(v, in, a.stride[in.Args[0]].plus(a.stride[in.Args[1]], 1))
	case ir.OpSub:
		return a.computed(v, in, a.stride[in.Args[0]].plus(a.stride[in.Args[1]], -1))
	case ir.OpMul, ir.OpShl:
		return a.computed(v, in, a.scaled(in))
	case ir.OpAnd:
		return a.cleared(in)
	case ir.OpTrunc:
		return a.cut(v, in)
	case ir.OpSExt, ir.OpZExt:
		return a.extended(v, in)
	case ir.OpSelect:
		if a.vary[in.Args[0]]&a.along == 0 {
			return a.stride[in.Args[1]].meet(a.stride[in.Args[2]])
		}
	case ir.OpBitcast:
		if in.Type == ir.Ptr || in.Type == ir.I64 && a.fn.Type(in.Args[0]) == ir.Ptr {
			return a.stride[in.Args[0]]
		}
	}
	return stride{state: irregular}
}

// scaled is the stride of a product with a constant, or of a shift by one.
func (a *analysis) scaled(in *ir.Instr) stride {
	c, ok := a.fn.ConstFactor(in)
	if !ok {
		return stride{state: irregular}
	}
	s := a.stride[in.Args[0]].times(c)
	if c < 0 && in.Op == ir.OpMul { // as an unsigned factor it is another
		s.whole.holds = false
	}
	return s
}

// cleared is the stride of a value whose lower bits are cleared: that of the value if it steps over them. What has not
// wrapped has not wrapped then, either.
func (a *analysis) cleared(in *ir.Instr) stride {
	s := a.stride[in.Args[0]]
	size, ok := a.fn.ClearsBelow(in)
	if !ok || s.state == affine && s.step%size != 0 {
		return stride{state: irregular}
	}
	return s
}

// cut is the stride of a truncation. A local id always fits 32 bits, a global id in small launches, and values computed
// from them where that can be shown.
func (a *analysis) cut(v ir.ValueID, in *ir.Instr) stride {
	s := a.stride[in.Args[0]]
	if s.state != affine {
		return s
	}
	from := a.fn.Instr(in.Args[0])
	switch {
	case in.Type != ir.I32:
		s.exact, s.near, s.whole = truth{}, truth{}, truth{}
	case from.Op == ir.OpLocalID: // always fits
	case from.Op == ir.OpGlobalID:
		s.whole = truth{true, NeedsSmallIDs}
		s.exact, s.near = s.whole, s.whole
	default:
		s.whole = a.notWrapped(v)
		s.exact, s.near = s.whole, s.whole
	}
	return s
}

// extended is the stride of a conversion to more bits.
func (a *analysis) extended(v ir.ValueID, in *ir.Instr) stride {
	s := a.stride[in.Args[0]]
	switch {
	case s.state != affine: // stays what it is
	case in.Op == ir.OpSExt && s.exact.holds:
		s.needs |= s.exact.needs
	// signed sums in addresses may be assumed not to wrap
	case in.Op == ir.OpSExt && s.near.holds && a.addresses.only(v):
		s.needs |= s.near.needs
		s.exact, s.whole = s.near, truth{}
	// of other sums, a launch may be known to be too small for negative ones
	case in.Op == ir.OpSExt && s.whole.holds && a.notWrapped(v).holds:
		positive := a.notWrapped(v).and(s.whole)
		s.needs |= positive.needs
		s.exact, s.near, s.whole = positive, positive, positive
	case in.Op == ir.OpZExt && s.whole.holds:
		s.needs |= s.whole.needs
	case slices.ContainsFunc(a.together, func(t Together) bool { return t.extends(in) }): // checked by the engine
	default:
		return stride{state: irregular}
	}
	return s
}
