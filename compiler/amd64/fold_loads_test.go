//go:build cgo

package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestFoldLoadsIntoSums has multiply-adds that read one of their operands from memory, whichever it is.
func TestFoldLoadsIntoSums(t *testing.T) {
	tests := []struct {
		name  string
		write func(v *vec, loaded, x, y asm.Reg) asm.Reg
		want  string
	}{
		{"first factor", func(v *vec, loaded, x, y asm.Reg) asm.Reg { return v.fusedAdd(ir.F32, loaded, x, y) }, "movev vfmadd231ps"},
		{"second factor", func(v *vec, loaded, x, y asm.Reg) asm.Reg { return v.fusedAdd(ir.F32, x, loaded, y) }, "movev vfmadd231ps"},
		{"addend stays", func(v *vec, loaded, x, y asm.Reg) asm.Reg { return v.fusedAdd(ir.F32, x, y, loaded) }, "vmovups movev vfmadd213ps"},
		{"square", func(v *vec, loaded, _, y asm.Reg) asm.Reg { return v.fusedAdd(ir.F32, loaded, loaded, y) }, "vmovups movev vfmadd213ps"},
		{"factor and addend", func(v *vec, loaded, x, _ asm.Reg) asm.Reg { return v.fusedAdd(ir.F32, x, loaded, loaded) }, "vmovups movev vfmadd213ps"},
		{"negated product", func(v *vec, loaded, x, y asm.Reg) asm.Reg { return v.fusedSubtract(ir.F32, x, loaded, y) }, "movev vfnmadd231ps"},
	}
	for _, isa := range []ISA{AVX512, AVX2} {
		for _, test := range tests {
			v := newVec(isa)
			loaded, x, y, base := v.temp(), v.temp(), v.temp(), v.fn.NewReg(asm.General)
			v.emit(asm.Inst{Op: asm.Vmovups, Len: isa.length(), Dst: loaded, HasMem: true, Mem: asm.Mem{Base: base}})
			v.emit(asm.Inst{Op: asm.Use, A: test.write(v, loaded, x, y)})
			foldLoads(v.fn)
			var names []string
			for _, in := range v.fn.Insts {
				if in.Op != asm.Use {
					names = append(names, in.Op.String())
				}
			}
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("%s, %s: %s, want %s", isa, test.name, got, test.want)
			}
		}
	}
}
