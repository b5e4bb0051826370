package vec

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// Folding of loads: a vector instruction can read an operand from memory itself if it is the only reader of a register
// that is loaded for it, whole vectors as well as one element for all lanes. That saves an instruction and a register.
// The load moves down to its reader, so no instruction between may write memory, or the registers of the address or the
// mask.

// loadFolder is the state of one run.
type loadFolder struct {
	uses
	fn      *asm.Func
	loads   []int32              // by virtual register: 1 + the load that fills it, if it may move here
	wrote   []int32              // by virtual register: 1 + the instruction that wrote it last
	barrier int32                // loads before this instruction may not move
	sunk    map[int32][]asm.Inst // by instruction: loads that have moved right before it
}

// FoldLoads rewrites the instructions of a whole function.
func FoldLoads(fn *asm.Func) {
	n := len(fn.Classes)
	f := &loadFolder{uses: newUses(fn), fn: fn, loads: make([]int32, n), wrote: make([]int32, n),
		sunk: map[int32][]asm.Inst{}}
	f.count(fn)
	for i := range fn.Insts {
		f.visit(int32(i))
	}
	f.keep()
}

// keep removes folded loads, and inserts those that have moved.
func (f *loadFolder) keep() {
	all := f.fn.Insts
	if len(f.sunk) == 0 {
		f.fn.Insts = slices.DeleteFunc(all, func(in asm.Inst) bool { return in.Op == asm.Invalid })
		return
	}
	kept := asm.NewInsts(len(all))
	for i := range all {
		kept = append(kept, f.sunk[int32(i)]...)
		if all[i].Op != asm.Invalid {
			kept = append(kept, all[i])
		}
	}
	f.fn.Replace(kept)
}

// sink moves broadcast loads to right before their reader, if the reader cannot fold them. That saves registers, as
// where several rows of a matrix are loaded before their products are computed.
func (f *loadFolder) sink(i int32, in *asm.Inst) {
	for _, r := range [...]asm.Reg{in.A, in.B, in.C} {
		load := f.loadOf(r)
		if load == nil || load.Op != asm.Vbroadcastss && load.Op != asm.Vbroadcastsd {
			continue
		}
		f.sunk[i] = append(f.sunk[i], *load)
		load.Op = asm.Invalid
		f.loads[r-asm.FirstVirtual] = 0
	}
}

func (f *loadFolder) visit(i int32) {
	in := &f.fn.Insts[i]
	if in.Op == asm.Label || EndsBlock(in.Op) {
		f.barrier = i + 1
		return
	}
	f.accumulate(i, in)
	f.fold(i, in)
	if f.fn.ISA != asm.AVX512 {
		f.sink(i, in)
	}
	if _, writes := in.Memory(); writes {
		f.barrier = i + 1
	}
	in.Operands(func(r *asm.Reg, _, write bool) {
		if write && *r >= asm.FirstVirtual {
			f.wrote[*r-asm.FirstVirtual] = i + 1
		}
	})
	if f.isFoldable(in) {
		f.loads[in.Dst-asm.FirstVirtual] = i + 1
	}
}

// isFoldable reports whether an instruction does nothing but load the operand of a single other instruction.
func (f *loadFolder) isFoldable(in *asm.Inst) bool {
	isWhole := in.Mask == asm.NoReg || in.Zero && (in.Op == asm.Vbroadcastss || in.Op == asm.Vbroadcastsd)
	if !in.HasMem || in.Mem.Const != 0 || !isWhole || in.Dst < asm.FirstVirtual {
		return false
	}
	switch in.Op {
	case asm.Vbroadcastss, asm.Vbroadcastsd, asm.Vmovups, asm.Vmovupd:
		r := in.Dst - asm.FirstVirtual
		return f.reads[r] == 1 && f.writes[r] == 1
	}
	return false
}

// isExchangeable reports whether the sources of an operation may be exchanged.
func isExchangeable(op asm.Op) bool {
	switch op {
	case asm.Vaddps, asm.Vaddpd, asm.Vmulps, asm.Vmulpd, asm.Vpaddd, asm.Vpaddq, asm.Vpmulld, asm.Vpmullq,
		asm.Vpandd, asm.Vpord, asm.Vpxord, asm.Vpand, asm.Vpor, asm.Vpxor, asm.Vpaddb, asm.Vpaddw, asm.Vpaddusb,
		asm.Vpaddusw, asm.Vpaddsb, asm.Vpaddsw, asm.Vpminub, asm.Vpminuw, asm.Vpminsb, asm.Vpminsw, asm.Vpmaxub,
		asm.Vpmaxuw, asm.Vpmaxsb, asm.Vpmaxsw, asm.Vpmullw, asm.Vfmadd231ps, asm.Vfmadd231pd, asm.Vfnmadd231ps,
		asm.Vfnmadd231pd, asm.Vfmsub231ps, asm.Vfmsub231pd:
		return true
	}
	return false
}

// accumulating are the forms of fused operations that add the product of A and B to Dst, by those that multiply Dst by
// A and add B.
var accumulating = map[asm.Op]asm.Op{
	asm.Vfmadd213ps: asm.Vfmadd231ps, asm.Vfmadd213pd: asm.Vfmadd231pd,
	asm.Vfmsub213ps: asm.Vfmsub231ps, asm.Vfmsub213pd: asm.Vfmsub231pd,
	asm.Vfnmadd213ps: asm.Vfnmadd231ps, asm.Vfnmadd213pd: asm.Vfnmadd231pd,
}

// accumulate brings a fused operation with a loaded factor into the form that reads a factor from memory. Dst is a copy
// of the other factor, or of the loaded one, made right before.
func (f *loadFolder) accumulate(i int32, in *asm.Inst) {
	op := accumulating[in.Op]
	if op == asm.Invalid || in.HasMem || in.Mask != asm.NoReg || i == 0 || in.A == in.B {
		return
	}
	before := &f.fn.Insts[i-1]
	if before.Op != asm.MoveV || before.Dst != in.Dst || before.B == in.A || in.B == in.Dst {
		return
	}
	factor, addend := before.B, in.B
	switch {
	case f.loadOf(factor) != nil && factor != addend:
		before.B = addend
		in.Op, in.B = op, factor
	case f.loadOf(in.A) != nil:
		before.B = addend
		in.Op, in.A, in.B = op, factor, in.A
	}
}

// fold makes a load the memory operand of its reader, if that can have one.
func (f *loadFolder) fold(i int32, in *asm.Inst) {
	if in.HasMem || in.B < asm.FirstVirtual {
		return
	}
	if f.loadOf(in.B) == nil && in.A >= asm.FirstVirtual && f.loadOf(in.A) != nil && isExchangeable(in.Op) {
		in.A, in.B = in.B, in.A
	}
	load := f.loadOf(in.B)
	if load == nil || in.A == in.B || in.C == in.B {
		return
	}
	switch load.Op {
	case asm.Vbroadcastss, asm.Vbroadcastsd: // becomes a broadcast operand, whose element size must be the same
		size := uint8(4)
		if load.Op == asm.Vbroadcastsd {
			size = 8
		}
		if f.fn.ISA != asm.AVX512 || int(in.BroadcastB()) != int(size) || in.Len != load.Len {
			return
		}
		if !takeMask(in, load) {
			return
		}
		in.Broadcast = true
	default:
		isPlain := in.Len == load.Len && in.Mask == asm.NoReg && !asm.Info(in.Op).Pseudo()
		if !isPlain || !in.CanLoadB() || !readsWhole(in.Op) {
			return
		}
	}
	in.B, in.HasMem, in.Mem, in.Pos = asm.NoReg, true, load.Mem, load.Pos
	load.Op = asm.Invalid
}

// takeMask restricts an operation to the lanes for which an element was loaded; the others may hold anything. It
// reports whether that is possible.
func takeMask(in, load *asm.Inst) bool {
	if load.Mask == asm.NoReg || in.Mask == load.Mask {
		return true
	}
	if in.Mask != asm.NoReg || in.A == in.Dst || !isExchangeable(in.Op) && !isPlainFloat(in.Op) {
		return false
	}
	_, isSum := sumForms()[in.Op]
	in.Mask, in.Zero = load.Mask, !isSum
	return true
}

// readsWhole reports whether an operation reads all bytes of B. Conversions may read fewer, which would do no harm, but
// shifts read a count.
func readsWhole(op asm.Op) bool { return isExchangeable(op) || isPlainFloat(op) || isShuffle(op) }

func isShuffle(op asm.Op) bool {
	switch op {
	case asm.Vshufps, asm.Vshufpd, asm.Vunpcklps, asm.Vunpckhps, asm.Vunpcklpd, asm.Vunpckhpd:
		return true
	}
	return false
}

func isPlainFloat(op asm.Op) bool {
	switch op {
	case asm.Vsubps, asm.Vsubpd, asm.Vdivps, asm.Vdivpd, asm.Vminps, asm.Vminpd, asm.Vmaxps, asm.Vmaxpd, asm.Vsqrtps,
		asm.Vsqrtpd, asm.Vpsubd, asm.Vpsubq, asm.Vpsubb, asm.Vpsubw, asm.Vpsubusb, asm.Vpsubusw, asm.Vpsubsb,
		asm.Vpsubsw:
		return true
	}
	return false
}

// loadOf is the load that fills a register, if it may move to here, else nil.
func (f *loadFolder) loadOf(r asm.Reg) *asm.Inst {
	if r < asm.FirstVirtual {
		return nil
	}
	i := f.loads[r-asm.FirstVirtual] - 1
	if i < f.barrier {
		return nil
	}
	load := &f.fn.Insts[i]
	for _, part := range []asm.Reg{load.Mem.Base, load.Mem.Index, load.Mask} {
		if part >= asm.FirstVirtual && f.wrote[part-asm.FirstVirtual] > i+1 {
			return nil
		}
	}
	return load
}
