package alloc

import "heddle/compiler/amd64/asm"

// What the allocator knows of single operations, beyond asm's table.

func endsBlock(op asm.Op) bool {
	switch op {
	case asm.Jmp, asm.Jcc, asm.Return, asm.Suspend:
		return true
	}
	return false
}

func isMove(in *asm.Inst) bool {
	return in.Op == asm.MoveG || in.Op == asm.MoveV || in.Op == asm.MoveK
}

// isZeroing tells instructions that make a zero of a register, whatever it held.
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

// loadedBytes is how many bytes from memory a plain load leaves in its register unchanged, 0 if it is no plain load.
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

// operandBytes is how many bytes an instruction reads of a source at most.
func operandBytes(in *asm.Inst, class asm.Class) int {
	if class == asm.General {
		return 8
	}
	return 16 << in.Len
}
