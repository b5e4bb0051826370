package alloc

import "heddle/compiler/amd64/asm"

// Folding: an instruction that reads a spilled register takes its value from memory itself. The memory is the register's
// home, or the constant that the register is loaded from; a constant spread over a vector becomes a broadcast operand.

// fold is an instruction whose memory operand is a home; the displacement is filled in when homes have their places.
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

// canFold tells whether an instruction can read a spilled register from memory.
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

// operandCount is the number of operands of an instruction that are a register.
func (a *allocator) operandCount(in *asm.Inst, root int32) int {
	n := 0
	for _, r := range [...]asm.Reg{in.A, in.B, in.C, in.Mask, in.Mem.Base, in.Mem.Index} {
		if r != asm.NoReg && a.find(int32(r)) == root {
			n++
		}
	}
	return n
}

// commutes tells whether A and B may be exchanged to have a register in memory. If both operands of a floating-point
// operation are not numbers, the result is that of the first, so there one must be a constant.
func (a *allocator) commutes(in *asm.Inst, root int32) bool {
	return commutesExactly(in.Op) || a.remat[root] >= 0 && commutesButNaN(in.Op)
}

// memoryFits tells whether B, which is the register, may be memory.
func (a *allocator) memoryFits(in *asm.Inst, root int32) bool {
	if a.remat[root] < 0 {
		return in.CanLoadB()
	}
	definition := &a.fn.Insts[a.remat[root]]
	if size := broadcastBytes(definition); size > 0 {
		return a.opts.VectorBytes == 64 && in.Len <= definition.Len && in.BroadcastB() == size
	}
	return operandBytes(in, a.class(root)) <= loadedBytes(definition) && in.CanLoadB()
}

// fold makes the register's home, or the constant it is loaded from, the instruction's memory operand. A move from a
// register that is made again becomes its definition.
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
	in.Broadcast = broadcastBytes(definition) > 0
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
