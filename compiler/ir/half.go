package ir

// maxHalfDepth limits how many operations FitsHalf looks back over.
const maxHalfDepth = 4

// FitsHalf reports whether an f32 is known to be one that an f16 can hold: rounding it to f16 and back would change
// nothing.
func (f *Func) FitsHalf(v ValueID) bool { return f.fitsHalf(v, maxHalfDepth) }

func (f *Func) fitsHalf(v ValueID, depth int) bool {
	in := f.Instr(v)
	if depth == 0 || in.Type != F32 {
		return false
	}
	args := in.Args
	switch in.Op {
	case OpConst:
		return isHalf(in.Imm)
	case OpFToF:
		return f.Type(in.Args[0]) == F16
	case OpSelect:
		args = args[1:]
	case OpFNeg, OpFAbs, OpFMin, OpFMax, OpFCopySign, OpFFloor, OpFCeil, OpFTrunc, OpFRint, OpFRem:
	default:
		return false
	}
	for _, arg := range args {
		if !f.fitsHalf(arg, depth-1) {
			return false
		}
	}
	return true
}

// isHalf reports whether an f32 with these bits is zero, infinite, or a normal number of f16.
func isHalf(bits uint64) bool {
	const smallest, largest, infinity, tail = 0x38800000, 0x477fe000, 0x7f800000, 0x1fff
	magnitude := bits &^ (1 << 31)
	isNormal := magnitude >= smallest && magnitude <= largest && magnitude&tail == 0
	return isNormal || magnitude == 0 || magnitude == infinity
}
