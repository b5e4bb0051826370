package vec

import (
	"sync"

	"heddle/compiler/amd64/asm"
)

// Multiply-adds under a mask. Without a mask, the register allocator chooses the operand that is overwritten.

// sumFamily is a multiply-add in its three forms. With the product's factors a and b and the addend c, form 132
// overwrites a and has c and b as further operands, form 213 overwrites b and has a and c, form 231 overwrites c and
// has a and b. So all look for NaNs in the order a, b, c.
type sumFamily struct {
	forms  [3]asm.Op
	isWide bool // f64
}

// The forms, as indices.
const (
	overwritesA = iota
	overwritesB
	overwritesC
)

var sumFamilies = [...]sumFamily{
	{[3]asm.Op{asm.Vfmadd132ps, asm.Vfmadd213ps, asm.Vfmadd231ps}, false},
	{[3]asm.Op{asm.Vfmadd132pd, asm.Vfmadd213pd, asm.Vfmadd231pd}, true},
	{[3]asm.Op{asm.Vfmsub132ps, asm.Vfmsub213ps, asm.Vfmsub231ps}, false},
	{[3]asm.Op{asm.Vfmsub132pd, asm.Vfmsub213pd, asm.Vfmsub231pd}, true},
	{[3]asm.Op{asm.Vfnmadd132ps, asm.Vfnmadd213ps, asm.Vfnmadd231ps}, false},
	{[3]asm.Op{asm.Vfnmadd132pd, asm.Vfnmadd213pd, asm.Vfnmadd231pd}, true},
	{[3]asm.Op{asm.Vfnmsub132ps, asm.Vfnmsub213ps, asm.Vfnmsub231ps}, false},
	{[3]asm.Op{asm.Vfnmsub132pd, asm.Vfnmsub213pd, asm.Vfnmsub231pd}, true},
}

// sumForm is the place of an operation in the families.
type sumForm struct {
	family *sumFamily
	number int // of the family
	form   int
}

var sumForms = sync.OnceValue(func() map[asm.Op]sumForm {
	all := map[asm.Op]sumForm{}
	for i := range sumFamilies {
		for form, op := range sumFamilies[i].forms {
			all[op] = sumForm{&sumFamilies[i], i, form}
		}
	}
	return all
})

// sum is a multiply-add by its operands: factors a and b, addend c.
type sum struct {
	family   *sumFamily
	operands [3]asm.Reg
}

// sumAt reads a multiply-add that works in a copy made just before: move t, x; fma t, y, z.
func (f *fuser) sumAt(i int) (s sum, ok bool) {
	in := &f.fn.Insts[i]
	place, ok := sumForms()[in.Op]
	isPlain := !in.HasMem && in.Mask == asm.NoReg && in.Rounding == asm.RoundDefault
	if !ok || i == 0 || !isPlain || in.A == in.Dst || in.B == in.Dst {
		return sum{}, false
	}
	move := &f.fn.Insts[i-1]
	if move.Op != asm.MoveV || move.Dst != in.Dst || move.B == in.Dst {
		return sum{}, false
	}
	s.family = place.family
	switch place.form {
	case overwritesA:
		s.operands = [3]asm.Reg{move.B, in.B, in.A}
	case overwritesB:
		s.operands = [3]asm.Reg{in.A, move.B, in.B}
	case overwritesC:
		s.operands = [3]asm.Reg{in.A, in.B, move.B}
	}
	return s, true
}

// put writes the sum into an instruction that overwrites the given operand.
func (s sum) put(in *asm.Inst, form int) {
	a, b, c := s.operands[0], s.operands[1], s.operands[2]
	in.Op = s.family.forms[form]
	switch form {
	case overwritesA:
		in.A, in.B = c, b
	case overwritesB:
		in.A, in.B = a, c
	case overwritesC:
		in.A, in.B = a, b
	}
}

// mergeSum makes a multiply-add write the lanes of a register that a masked move would have written, if that register
// is one of its operands.
func (f *fuser) mergeSum(i int, in *asm.Inst) {
	t := in.B
	if t < asm.FirstVirtual || f.writes[t-asm.FirstVirtual] != 2 || f.reads[t-asm.FirstVirtual] != 2 {
		return
	}
	made := int(f.last[t-asm.FirstVirtual]) - 1
	if made <= f.start || !f.unchanged(made-1) || !f.unchanged(made) {
		return
	}
	s, ok := f.sumAt(made)
	if !ok || s.family.isWide != (in.Op == asm.Vmovdqa64) {
		return
	}
	for form, operand := range s.operands {
		if operand != in.Dst {
			continue
		}
		merged := f.fn.Insts[made]
		merged.Dst, merged.Mask = in.Dst, in.Mask
		s.put(&merged, form)
		f.kill(made)
		f.kill(made - 1)
		*in = merged
		return
	}
}
