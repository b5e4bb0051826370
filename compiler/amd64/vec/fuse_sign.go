package vec

import "heddle/compiler/amd64/asm"

// Signs of multiply-adds. The machine negates the product, the addend or both at no cost, so a multiply-add can take an
// operand before its sign was changed. That changes nothing but the sign of a NaN.

// foldSigns does so for an instruction.
func (f *fuser) foldSigns(i int, in *asm.Inst) {
	place, ok := sumForms()[in.Op]
	if !ok || in.Mask != asm.NoReg {
		return
	}
	operands := [3]*asm.Reg{} // factors and addend in the order of sum; nil: in memory, or not known
	var moved *asm.Reg
	if move := &f.fn.Insts[max(i-1, f.start)]; i > f.start && move.Op == asm.MoveV && move.Dst == in.Dst {
		moved = &move.B
	}
	a, b := &in.A, &in.B
	switch place.form {
	case overwritesA:
		operands = [3]*asm.Reg{moved, b, a}
	case overwritesB:
		operands = [3]*asm.Reg{a, moved, b}
	case overwritesC:
		operands = [3]*asm.Reg{a, b, moved}
	}
	number := place.number
	for k, r := range operands {
		if r == nil {
			continue
		}
		if from, ok := f.signFlipped(*r, place.family.isWide); ok {
			f.replaceRead(*r, from)
			*r = from
			number ^= [3]int{negatesProduct, negatesProduct, negatesAddend}[k]
		}
	}
	in.Op = sumFamilies[number].forms[place.form]
}

// Bits of an FMA family index: negated product, negated addend.
const (
	negatesAddend  = 2
	negatesProduct = 4
)

// signFlipped is the register of which another has all signs changed, made in this block, if it is unchanged.
func (f *fuser) signFlipped(r asm.Reg, isWide bool) (asm.Reg, bool) {
	made := f.madeHere(r)
	if made < 0 {
		return asm.NoReg, false
	}
	in := &f.fn.Insts[made]
	if in.Op != asm.Vpxor && in.Op != asm.Vpxord && in.Op != asm.Vpxorq || in.Mask != asm.NoReg {
		return asm.NoReg, false
	}
	switch {
	case f.isSign(in.B, isWide) && in.A >= asm.FirstVirtual:
		return in.A, true
	case f.isSign(in.A, isWide) && in.B >= asm.FirstVirtual:
		return in.B, true
	}
	return asm.NoReg, false
}

// isSign reports whether a register holds the signs of floats.
func (f *fuser) isSign(r asm.Reg, isWide bool) bool {
	c, ok := f.vec.Held[r]
	if isWide {
		return ok && c.table == "" && c.width == 8 && c.bits == 1<<63
	}
	return ok && c.table == "" && c.width == 4 && c.bits == 1<<31
}
