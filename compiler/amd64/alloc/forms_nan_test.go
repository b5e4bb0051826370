package alloc

import (
	"testing"

	"heddle/compiler/amd64/asm"
)

// roles are the first factor, the second and the sum of a fused multiply-add, in the order in which the processor looks
// for NaNs.
func roles(in *asm.Inst) [3]asm.Reg {
	switch form, _, _ := fmaForm(in.Op); form {
	case form132:
		return [3]asm.Reg{in.Dst, in.B, in.A}
	case form213:
		return [3]asm.Reg{in.A, in.Dst, in.B}
	}
	return [3]asm.Reg{in.A, in.B, in.Dst}
}

// TestFormsKeepTheOrderOfNaNs: whichever operand is overwritten, the roles of the operands stay the same.
func TestFormsKeepTheOrderOfNaNs(t *testing.T) {
	const x, y, z = asm.FirstVirtual, asm.FirstVirtual + 1, asm.FirstVirtual + 2
	for _, op := range []asm.Op{asm.Vfmadd132ps, asm.Vfmadd213ps, asm.Vfmadd231ps, asm.Vfnmsub132pd, asm.Vfnmsub213pd,
		asm.Vfnmsub231pd} {
		for _, other := range []asm.Reg{y, z} {
			in := asm.Inst{Op: op, Dst: x, A: y, B: z}
			want := roles(&in)
			form, base, _ := fmaForm(op)
			overwriteFMA(&in, form, base, x, other)
			in.Dst = other
			if got := roles(&in); got != want {
				t.Errorf("%v that overwrites %d becomes %v with roles %v, not %v", op, other, in.Op, got, want)
			}
		}
	}
}
