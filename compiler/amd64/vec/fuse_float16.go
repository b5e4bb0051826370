package vec

import "heddle/compiler/amd64/asm"

// Floats of 16 bits lie in the lower words of lanes of 32 bits. Conversions take and give words that lie together, so
// there is code that moves them together before, and apart after each conversion. It is left out
//
//   - where a conversion reads what was loaded, or converted, just to be moved apart and together again;
//   - where what was converted is only stored: the conversion stores it.

// float16 tries the rules of an instruction.
func (f *fuser) float16(in *asm.Inst) {
	switch {
	case in.Op == asm.Vcvtph2ps && !in.HasMem && in.Mask == asm.NoReg:
		f.readTogether(in)
	case in.Op == asm.Vpmovdw && in.HasMem:
		f.storeConverted(in)
	case in.Op == asm.Vmovups && in.HasMem && in.Dst == asm.NoReg && in.Len == asm.L128 && f.fn.ISA != asm.AVX512:
		f.storePacked(in)
	}
}

// definition is the instruction that alone makes a register, if its operands have not been written since; else -1.
func (f *fuser) definition(r asm.Reg) int {
	if !f.writtenOnce(r) {
		return -1
	}
	made := int(f.last[r-asm.FirstVirtual]) - 1
	if made < 0 || len(f.before[made]) > 0 || !f.fn.Insts[made].HasMem && !f.unchanged(made) {
		return -1
	}
	return made
}

// together is the code that moves the words of a register together: the instructions for a register with the result,
// and the register they read.
func (f *fuser) together(r asm.Reg) (code []int, words asm.Reg) {
	made := f.only(r)
	if made < 0 {
		return nil, asm.NoReg
	}
	in := &f.fn.Insts[made]
	switch {
	case in.Mask != asm.NoReg:
		return nil, asm.NoReg
	case in.Op == asm.Vpmovdw:
		return []int{made}, in.B
	case in.Op != asm.Vpermq || in.Imm != 0x08 || in.A != asm.NoReg:
		return nil, asm.NoReg
	}
	pack := f.only(in.B)
	if pack < 0 || f.fn.Insts[pack].Op != asm.Vpackusdw || f.fn.Insts[pack].A != f.fn.Insts[pack].B {
		return nil, asm.NoReg
	}
	return []int{made, pack}, f.fn.Insts[pack].B
}

// readTogether makes a conversion read words before they are moved apart.
func (f *fuser) readTogether(in *asm.Inst) {
	code, words := f.together(in.B)
	apart := -1
	if code != nil {
		apart = f.definition(words)
	}
	if apart < 0 || f.fn.Insts[apart].Op != asm.Vpmovzxwd {
		return
	}
	moved := &f.fn.Insts[apart]
	if moved.HasMem {
		isOnlyReader := int(f.reads[words-asm.FirstVirtual]) == len(code)
		if !isOnlyReader || apart < f.start || !f.writtenOnce(in.Dst) {
			return
		}
		moved.Op, moved.Dst = asm.Vcvtph2ps, in.Dst
		f.last[in.Dst-asm.FirstVirtual] = int32(apart) + 1
		*in = asm.Inst{}
	} else {
		if moved.Mask != asm.NoReg {
			return
		}
		in.B = moved.B
		f.skipped(apart, len(code))
	}
	for _, i := range code {
		f.kill(i)
	}
}

// skipped notes that a number of reads of what an instruction makes of B are now one of B. It drops the instruction
// after the last of its reads.
func (f *fuser) skipped(made int, reads int) {
	in := &f.fn.Insts[made]
	left := &f.reads[in.Dst-asm.FirstVirtual]
	*left -= int32(reads)
	f.reads[in.B-asm.FirstVirtual]++
	if *left == 0 {
		f.reads[in.B-asm.FirstVirtual]--
		f.kill(made)
	}
}

// converted is the register with words that lie together of which a register has been made; -1 if there is none.
func (f *fuser) converted(apart asm.Reg) int {
	made := f.definition(apart)
	if made < 0 {
		return -1
	}
	if in := &f.fn.Insts[made]; in.Op != asm.Vpmovzxwd || in.HasMem || in.Mask != asm.NoReg {
		return -1
	}
	return made
}

// storeConverted stores words that were moved apart, with AVX-512.
func (f *fuser) storeConverted(in *asm.Inst) {
	apart := f.converted(in.B)
	if apart < 0 {
		return
	}
	in.B, in.Op, in.Len = f.fn.Insts[apart].B, asm.Vmovdqu16, asm.L256
	f.skipped(apart, 1)
	f.convertToMemory(in, asm.L512)
}

// storePacked stores words that were moved apart, and together by the packing of the register's halves.
func (f *fuser) storePacked(in *asm.Inst) {
	pack := f.only(in.B)
	if pack < 0 || f.fn.Insts[pack].Op != asm.Vpackusdw {
		return
	}
	low := f.fn.Insts[pack].A
	upper, apart := f.only(f.fn.Insts[pack].B), f.converted(low)
	if upper < 0 || apart < 0 || f.fn.Insts[upper].Op != asm.Vextracti128 || f.fn.Insts[upper].B != low {
		return
	}
	in.B = f.fn.Insts[apart].B
	f.kill(pack)
	f.kill(upper)
	f.skipped(apart, 2)
	f.convertToMemory(in, asm.L256)
}

// convertToMemory makes a store of a conversion's only use.
func (f *fuser) convertToMemory(in *asm.Inst, length asm.Length) {
	made := f.only(in.B)
	if made < 0 || len(f.before[made]) > 0 {
		return
	}
	c := f.fn.Insts[made]
	if c.Op != asm.Vcvtps2ph || c.Mask != asm.NoReg {
		return
	}
	in.Op, in.Len, in.B, in.Imm = asm.Vcvtps2ph, length, c.B, c.Imm
	f.kill(made)
}
