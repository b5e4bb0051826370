package uniform

import "heddle/compiler/ir"

// stride is how a value steps with the local id in dimension 0. It starts undecided, becomes affine with one step,
// and at last irregular; never back.
type stride struct {
	state    strideState
	step     int64
	smallIDs bool // holds only if all global ids are below 2^31
	exact    bool // and no work-item's value has wrapped, so that it can be extended
}

type strideState uint8

const (
	undecided strideState = iota
	affine
	irregular
)

// meet is a stride that is both.
func (s stride) meet(t stride) stride {
	switch {
	case s.state == undecided:
		return t
	case t.state == undecided:
		return s
	case s.state == irregular || t.state == irregular || s.step != t.step:
		return stride{state: irregular}
	}
	return stride{affine, s.step, s.smallIDs || t.smallIDs, s.exact && t.exact}
}

// plus is the stride of s + sign*t.
func (s stride) plus(t stride, sign int64, exact bool) stride {
	switch {
	case s.state == irregular || t.state == irregular:
		return stride{state: irregular}
	case s.state == undecided || t.state == undecided:
		return stride{}
	}
	return stride{affine, s.step + sign*t.step, s.smallIDs || t.smallIDs, exact && s.exact && t.exact}
}

func (s stride) times(c int64, exact bool) stride {
	if s.state == affine {
		return stride{affine, s.step * c, s.smallIDs, exact && s.exact}
	}
	return s
}

// setStride notes a stride; what has been known stays a limit, so that the analysis ends.
func (a *analysis) setStride(v ir.ValueID, s stride) {
	if met := a.stride[v].meet(s); met != a.stride[v] {
		a.stride[v] = met
		a.changed = true
	}
}

func (a *analysis) paramStride(p ir.ValueID, b ir.BlockID, i int) {
	s := stride{}
	for _, edge := range a.into[b] {
		s = s.meet(a.stride[edge.Args[i]])
	}
	if a.vary[p]&withLane == 0 {
		s = stride{affine, 0, false, true}
	} else if (a.control.joins[b]|a.control.escaping[p])&withLane != 0 {
		s = stride{state: irregular}
	}
	a.setStride(p, s)
}

// strideOf works out the stride of an instruction.
func (a *analysis) strideOf(v ir.ValueID, in *ir.Instr) stride {
	if a.vary[v]&withLane == 0 {
		return stride{affine, 0, false, true}
	}
	if a.control.escaping[v]&withLane != 0 {
		return stride{state: irregular}
	}
	exact := in.Flags&ir.FlagNoWrap != 0 || in.Op == ir.OpPtrAdd || in.Type == ir.I64 // 64 bits are never exceeded
	switch in.Op {
	case ir.OpGlobalID, ir.OpLocalID:
		return stride{affine, 1, false, true}
	case ir.OpAdd, ir.OpPtrAdd:
		return a.stride[in.Args[0]].plus(a.stride[in.Args[1]], 1, exact)
	case ir.OpSub:
		return a.stride[in.Args[0]].plus(a.stride[in.Args[1]], -1, exact)
	case ir.OpMul, ir.OpShl:
		return a.scaled(in, exact)
	case ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return a.resized(in)
	case ir.OpSelect:
		if a.vary[in.Args[0]]&withLane == 0 {
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
func (a *analysis) scaled(in *ir.Instr, exact bool) stride {
	factor := a.fn.Instr(in.Args[1])
	switch {
	case factor.Op != ir.OpConst:
		return stride{state: irregular}
	case in.Op == ir.OpShl:
		return a.stride[in.Args[0]].times(1<<(factor.Imm&uint64(in.Type.Bits()-1)), exact)
	}
	shift := 64 - factor.Type.Bits()
	return a.stride[in.Args[0]].times(int64(factor.Imm<<shift)>>shift, exact)
}

// resized is the stride of a conversion between integers. Cut to 32 bits, a local id is always whole, a global id in
// small launches; what is exact stays so when it is extended by its sign. An extension by zeros is not exact for
// values that may be negative, as all but ids may be.
func (a *analysis) resized(in *ir.Instr) stride {
	s := a.stride[in.Args[0]]
	if s.state != affine {
		return s
	}
	from := a.fn.Instr(in.Args[0])
	switch {
	case in.Op == ir.OpTrunc:
		isID := from.Op == ir.OpLocalID || from.Op == ir.OpGlobalID
		s.exact = isID && in.Type == ir.I32
		s.smallIDs = s.smallIDs || s.exact && from.Op == ir.OpGlobalID
	case in.Op == ir.OpSExt && s.exact:
	case in.Op == ir.OpZExt && s.exact && from.Op == ir.OpTrunc:
	default:
		return stride{state: irregular}
	}
	return s
}
