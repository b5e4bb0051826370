package alloc

import "heddle/compiler/amd64/asm"

// Properties of single operations that asm's table does not have.

func endsBlock(op asm.Op) bool {
	switch op {
	case asm.Jmp, asm.Jcc, asm.Return, asm.Suspend, asm.Call:
		return true
	}
	return false
}

func isMove(in *asm.Inst) bool {
	return in.Op == asm.MoveG || in.Op == asm.MoveV || in.Op == asm.MoveK
}

// isZeroing reports whether an instruction sets a register to zero, whatever it held.
func isZeroing(in *asm.Inst) bool {
	switch in.Op {
	case asm.Xor:
		return in.Dst == in.B && !in.HasMem
	case asm.Vpxor, asm.Vpxord, asm.Vpxorq, asm.Vxorps, asm.Vxorpd:
		return in.Dst == in.A && in.A == in.B && in.Mask == asm.NoReg && !in.HasMem
	}
	return false
}

// asLoad makes a move one that reads its source from memory.
func (a *allocator) asLoad(in *asm.Inst, class asm.Class, from asm.Mem) {
	a.asTransfer(in, class)
	in.B, in.Mem = asm.NoReg, from
}

// asStore makes a move one that writes to memory.
func (a *allocator) asStore(in *asm.Inst, class asm.Class, to asm.Mem) {
	a.asTransfer(in, class)
	in.Dst, in.Mem = asm.NoReg, to
}

func (a *allocator) asTransfer(in *asm.Inst, class asm.Class) {
	in.HasMem = true
	switch class {
	case asm.General:
		in.Op, in.Size = asm.Mov, 8
	case asm.Mask:
		in.Op = asm.Kmovq
	case asm.Vector:
		in.Op, in.Len = asm.Vmovups, asm.L512
		if a.opts.VectorBytes == 32 {
			in.Len = asm.L256
		}
	}
}

// loadedBytes is the number of bytes that a plain load copies from memory unchanged, 0 for other instructions.
func loadedBytes(in *asm.Inst) int {
	if !in.HasMem || in.Mask != asm.NoReg {
		return 0
	}
	switch in.Op {
	case asm.Mov:
		if in.Size >= 4 {
			return int(in.Size)
		}
	case asm.Vmovups, asm.Vmovupd, asm.Vmovdqu8, asm.Vmovdqu16, asm.Vmovdqu32, asm.Vmovdqu64, asm.Vmovdqu,
		asm.Vmovaps, asm.Vmovapd, asm.Vmovdqa32, asm.Vmovdqa64, asm.Vmovdqa:
		return 16 << in.Len
	}
	return 0
}

// operandBytes is an upper bound of the bytes that an instruction reads of a source.
func operandBytes(in *asm.Inst, class asm.Class) int {
	if class == asm.General {
		return 8
	}
	return 16 << in.Len
}

// broadcastBytes is the size of the element that an instruction loads and spreads over a vector, 0 for other
// instructions.
func broadcastBytes(in *asm.Inst) int {
	if !in.HasMem || in.Mask != asm.NoReg {
		return 0
	}
	switch in.Op {
	case asm.Vbroadcastss, asm.Vpbroadcastd:
		return 4
	case asm.Vbroadcastsd, asm.Vpbroadcastq:
		return 8
	}
	return 0
}

// commutesExactly reports whether A and B may be exchanged without a change of any bit.
func commutesExactly(op asm.Op) bool {
	switch op {
	case asm.Vpaddb, asm.Vpaddw, asm.Vpaddd, asm.Vpaddq, asm.Vpmullw, asm.Vpmulld, asm.Vpmullq, asm.Vpmulhw,
		asm.Vpmulhuw, asm.Vpmuludq, asm.Vpmuldq, asm.Vpand, asm.Vpandd, asm.Vpandq, asm.Vpor, asm.Vpord, asm.Vporq,
		asm.Vpxor, asm.Vpxord, asm.Vpxorq, asm.Vandps, asm.Vandpd, asm.Vorps, asm.Vorpd, asm.Vxorps, asm.Vxorpd,
		asm.Vpminsb, asm.Vpminsw, asm.Vpminsd, asm.Vpminsq, asm.Vpminub, asm.Vpminuw, asm.Vpminud, asm.Vpminuq,
		asm.Vpmaxsb, asm.Vpmaxsw, asm.Vpmaxsd, asm.Vpmaxsq, asm.Vpmaxub, asm.Vpmaxuw, asm.Vpmaxud, asm.Vpmaxuq,
		asm.Vpcmpeqb, asm.Vpcmpeqw, asm.Vpcmpeqd, asm.Vpcmpeqq, asm.VpcmpeqbK, asm.VpcmpeqwK, asm.VpcmpeqdK,
		asm.VpcmpeqqK, asm.Vpaddsb, asm.Vpaddsw, asm.Vpaddusb, asm.Vpaddusw, asm.Vpavgb, asm.Vpavgw, asm.Vptestmd,
		asm.Vptestnmd, asm.Vptestmq, asm.Vptestnmq:
		return true
	}
	return false
}

// commutesButNaN reports whether A and B may be exchanged except for which of two NaNs is the result.
func commutesButNaN(op asm.Op) bool {
	switch op {
	case asm.Vaddps, asm.Vaddpd, asm.Vmulps, asm.Vmulpd, asm.Vfmadd231ps, asm.Vfmadd231pd, asm.Vfmsub231ps,
		asm.Vfmsub231pd, asm.Vfnmadd231ps, asm.Vfnmadd231pd, asm.Vfnmsub231ps, asm.Vfnmsub231pd:
		return true
	}
	return false
}
