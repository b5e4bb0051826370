package vec

import "heddle/compiler/amd64/asm"

// Masks of halves. A truth value of 64-bit operands is joined from the masks of two halves and often split again at
// once. Here the users of the parts get the masks of the halves, and unused joins and splits are removed.

// halves are the masks that an instruction joined.
type halves struct{ low, high asm.Reg }

// useHalves replaces the parts of joined masks within each block.
func (f *fuser) useHalves() {
	joined, shifted := map[asm.Reg]halves{}, map[asm.Reg]asm.Reg{}
	for i := range f.fn.Insts {
		in := &f.fn.Insts[i]
		if low, ok := joined[in.Mask]; ok && hasWideElements(in) {
			in.Mask = low.low
		}
		if high, ok := shifted[in.Mask]; ok {
			in.Mask = high
		}
		switch {
		case in.Op == asm.Label || EndsBlock(in.Op):
			clear(joined)
			clear(shifted)
		case in.Op == asm.Kunpckbw && f.writtenOnce(in.Dst) && f.writtenOnce(in.A) && f.writtenOnce(in.B):
			joined[in.Dst] = halves{in.B, in.A}
		case in.Op == asm.Kshiftrw && in.Imm == 8 && f.writtenOnce(in.Dst):
			if pair, ok := joined[in.B]; ok {
				shifted[in.Dst] = pair.high
			}
		}
	}
}

func (f *fuser) writtenOnce(r asm.Reg) bool {
	return r >= asm.FirstVirtual && f.writes[r-asm.FirstVirtual] == 1
}

// hasWideElements reports whether an instruction is known to be one on 64-bit elements, so that it reads 8 bits of a
// mask.
func hasWideElements(in *asm.Inst) bool {
	switch in.Op {
	case asm.Vpblendmq, asm.Vmovdqa64:
		return true
	}
	return maskable()[1][in.Op]
}
