package alloc

import (
	"bytes"

	"heddle/compiler/amd64/asm"
)

// Folding: an instruction that reads a spilled register takes its value from memory itself. The memory is the
// register's home, or the constant from which the register is loaded; a constant that is spread over a vector becomes a
// broadcast operand.

// fold is an instruction whose memory operand is a home; the displacement is filled in when homes are placed.
type fold struct {
	inst int32
	home int32
}

// homeOperand is the memory operand of an instruction that uses a register's home.
func (a *allocator) homeOperand(root, inst int32) asm.Mem {
	a.folds = append(a.folds, fold{inst, a.homeFor(root)})
	a.result.Folds++
	return asm.Mem{Base: asm.RBP}
}

// canFold reports whether an instruction can read a spilled register from memory.
func (a *allocator) canFold(root int32, o occurrence) bool {
	if o&(reads|writes) != reads {
		return false
	}
	in := &a.fn.Insts[o.inst()]
	if in.HasMem || in.B == asm.NoReg || a.operandCount(in, root) != 1 {
		return false
	}
	if isMove(in) {
		return true
	}
	if a.find(int32(in.B)) == root {
		return a.memoryFits(in, root)
	}
	if in.A == asm.NoReg || a.find(int32(in.A)) != root || !a.commutes(in, root) {
		return false
	}
	swapped := *in
	swapped.A, swapped.B = in.B, in.A
	return a.memoryFits(&swapped, root)
}

// operandCount is the number of operands of an instruction that are one register.
func (a *allocator) operandCount(in *asm.Inst, root int32) int {
	n := 0
	for _, r := range [...]asm.Reg{in.A, in.B, in.C, in.Mask, in.Mem.Base, in.Mem.Index} {
		if r != asm.NoReg && a.find(int32(r)) == root {
			n++
		}
	}
	return n
}

// commutes reports whether A and B may be exchanged to have a register in memory. If both operands of a floating-point
// operation are NaN, the result is the first, so there one of them must be a constant.
func (a *allocator) commutes(in *asm.Inst, root int32) bool {
	return commutesExactly(in.Op) || a.remat[root] >= 0 && commutesButNaN(in.Op)
}

// memoryFits reports whether B, which is the register, may be memory.
func (a *allocator) memoryFits(in *asm.Inst, root int32) bool {
	if a.remat[root] < 0 {
		return in.CanLoadB()
	}
	definition := &a.fn.Insts[a.remat[root]]
	size := broadcastBytes(definition)
	switch {
	case size == 0:
		return operandBytes(in, a.class(root)) <= loadedBytes(definition) && in.CanLoadB()
	case in.Len > definition.Len:
		return false
	case a.opts.VectorBytes == 64:
		return in.BroadcastB() == size
	}
	return definition.Mem.Const != 0 && in.CanLoadB()
}

// fold makes the register's home, or the constant from which it is loaded, the instruction's memory operand. A move
// from a rematerialised register becomes its definition.
func (a *allocator) fold(root, inst int32) {
	in := &a.fn.Insts[inst]
	if a.remat[root] < 0 {
		a.foldHome(root, inst)
		return
	}
	a.result.Folds++
	definition := &a.fn.Insts[a.remat[root]]
	if isMove(in) {
		dst, pos := in.Dst, in.Pos
		*in = *definition
		in.Dst, in.Pos = dst, pos
		return
	}
	a.bringToB(in, root)
	in.B, in.HasMem, in.Mem = asm.NoReg, true, definition.Mem
	if size := broadcastBytes(definition); size > 0 && a.opts.VectorBytes == 64 {
		in.Broadcast = true
	} else if size > 0 {
		in.Mem.Const = a.filledConst(in.Mem.Const)
	}
}

// filledConst is the number of a constant that has the given one in all elements of a vector: AVX2 has no broadcast
// operands.
func (a *allocator) filledConst(element int32) int32 {
	if n, ok := a.filled[element]; ok {
		return n
	}
	one := a.fn.Consts[element-1]
	a.fn.Consts = append(a.fn.Consts, bytes.Repeat(one, a.opts.VectorBytes/len(one)))
	if a.filled == nil {
		a.filled = map[int32]int32{}
	}
	a.filled[element] = int32(len(a.fn.Consts))
	return a.filled[element]
}

func (a *allocator) foldHome(root, inst int32) {
	in := &a.fn.Insts[inst]
	if isMove(in) {
		a.asLoad(in, a.class(root), a.homeOperand(root, inst))
		return
	}
	a.bringToB(in, root)
	in.B, in.HasMem, in.Mem = asm.NoReg, true, a.homeOperand(root, inst)
}

// bringToB exchanges A and B if the register is A.
func (a *allocator) bringToB(in *asm.Inst, root int32) {
	if a.find(int32(in.B)) != root {
		in.A, in.B = in.B, in.A
	}
}
