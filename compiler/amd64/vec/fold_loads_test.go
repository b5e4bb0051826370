//go:build cgo

package vec

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestFoldLoadsIntoSums has multiply-adds that read one of their operands from memory, in each place.
func TestFoldLoadsIntoSums(t *testing.T) {
	tests := []struct {
		name  string
		write func(v *Writer, loaded, x, y asm.Reg) asm.Reg
		want  string
	}{
		{"first factor", func(v *Writer, loaded, x, y asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, loaded, x, y)
		}, "movev vfmadd231ps"},
		{"second factor", func(v *Writer, loaded, x, y asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, x, loaded, y)
		}, "movev vfmadd231ps"},
		{"addend stays", func(v *Writer, loaded, x, y asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, x, y, loaded)
		}, "vmovups movev vfmadd213ps"},
		{"square", func(v *Writer, loaded, _, y asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, loaded, loaded, y)
		}, "vmovups movev vfmadd213ps"},
		{"factor and addend", func(v *Writer, loaded, x, _ asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, x, loaded, loaded)
		}, "vmovups movev vfmadd213ps"},
		{"negated product", func(v *Writer, loaded, x, y asm.Reg) asm.Reg {
			return v.fusedSubtract(ir.F32, x, loaded, y)
		}, "movev vfnmadd231ps"},
	}
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		for _, test := range tests {
			v := newVec(isa)
			loaded, x, y, base := v.Temp(), v.Temp(), v.Temp(), v.Fn.NewReg(asm.General)
			v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(isa), Dst: loaded, HasMem: true, Mem: asm.Mem{Base: base}})
			v.Emit(asm.Inst{Op: asm.Use, A: test.write(v, loaded, x, y)})
			FoldLoads(v.Fn)
			var names []string
			for _, in := range v.Fn.Insts {
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

// TestSinkBroadcasts has broadcast loads that AVX2 cannot fold into the sums that read them.
func TestSinkBroadcasts(t *testing.T) {
	const sums = "vfmadd231ps vbroadcastss vfmadd231ps"
	tests := []struct {
		name    string
		between func(v *Writer, base asm.Reg)
		want    string
	}{
		{"nothing between", func(*Writer, asm.Reg) {}, "vbroadcastss " + sums},
		{"a store between", func(v *Writer, base asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Mov, Size: 4, HasMem: true, Mem: asm.Mem{Base: base}, Imm: 1})
		}, "vbroadcastss vbroadcastss mov vfmadd231ps vfmadd231ps"},
		{"the address changes", func(v *Writer, base asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Add, Size: 8, Dst: base, A: base, Imm: 4})
		}, "vbroadcastss vbroadcastss add vfmadd231ps vfmadd231ps"},
		{"a label between", func(v *Writer, _ asm.Reg) { v.Emit(asm.Inst{Op: asm.Label, Label: v.Fn.NewLabel()}) },
			"vbroadcastss vbroadcastss label vfmadd231ps vfmadd231ps"},
	}
	for _, test := range tests {
		v := newVec(asm.AVX2)
		v.Fn.ISA = asm.ISA(asm.AVX2)
		base, x := v.Fn.NewReg(asm.General), v.Temp()
		var rows, all [2]asm.Reg
		for i := range rows {
			rows[i], all[i] = v.Temp(), v.Temp()
			v.Emit(asm.Inst{Op: asm.Vbroadcastss, Len: asm.L256, Dst: rows[i], HasMem: true,
				Mem: asm.Mem{Base: base, Disp: int32(64 * i)}})
		}
		test.between(v, base)
		for i := range rows {
			v.Emit(asm.Inst{Op: asm.Vfmadd231ps, Len: asm.L256, Dst: all[i], A: rows[i], B: x})
		}
		FoldLoads(v.Fn)
		var names []string
		for _, in := range v.Fn.Insts {
			names = append(names, in.Op.String())
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
