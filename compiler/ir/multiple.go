package ir

// maxMultipleDepth bounds the depth of definitions that IsMultiple follows.
const maxMultipleDepth = 8

// IsMultiple reports whether an integer is provably a multiple of a small power of two, judged by its definition.
func (f *Func) IsMultiple(v ValueID, size uint64) bool {
	return f.isMultiple(v, size, maxMultipleDepth)
}

func (f *Func) isMultiple(v ValueID, size uint64, depth int) bool {
	in := f.Instr(v)
	if depth == 0 || size <= 1 {
		return size <= 1
	}
	is := func(i int) bool { return f.isMultiple(in.Args[i], size, depth-1) }
	switch in.Op {
	case OpConst, OpUndef:
		return in.Imm%size == 0
	case OpShl:
		by := f.Instr(in.Args[1])
		return by.Op == OpConst && by.Imm < uint64(in.Type.Bits()) && f.isMultiple(in.Args[0], size>>by.Imm, depth-1)
	case OpMul, OpAnd:
		return is(0) || is(1)
	case OpAdd, OpSub:
		return is(0) && is(1)
	case OpSExt, OpZExt:
		return f.Type(in.Args[0]) != I1 && is(0)
	}
	return false
}
