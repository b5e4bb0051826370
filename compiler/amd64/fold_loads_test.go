//go:build cgo

package amd64

import (
	"os"
	"strings"
	"testing"

	"heddle/compiler/amd64/abi"
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

// TestSinkBroadcasts has loads for all lanes that AVX2 cannot do in the sums that read them.
func TestSinkBroadcasts(t *testing.T) {
	const sums = "vfmadd231ps vbroadcastss vfmadd231ps"
	tests := []struct {
		name    string
		between func(v *vec, base asm.Reg)
		want    string
	}{
		{"nothing between", func(*vec, asm.Reg) {}, "vbroadcastss " + sums},
		{"a store between", func(v *vec, base asm.Reg) {
			v.emit(asm.Inst{Op: asm.Mov, Size: 4, HasMem: true, Mem: asm.Mem{Base: base}, Imm: 1})
		}, "vbroadcastss vbroadcastss mov vfmadd231ps vfmadd231ps"},
		{"the address changes", func(v *vec, base asm.Reg) {
			v.emit(asm.Inst{Op: asm.Add, Size: 8, Dst: base, A: base, Imm: 4})
		}, "vbroadcastss vbroadcastss add vfmadd231ps vfmadd231ps"},
		{"a label between", func(v *vec, _ asm.Reg) { v.emit(asm.Inst{Op: asm.Label, Label: v.fn.NewLabel()}) },
			"vbroadcastss vbroadcastss label vfmadd231ps vfmadd231ps"},
	}
	for _, test := range tests {
		v := newVec(AVX2)
		v.fn.ISA = asm.ISA(AVX2)
		base, x := v.fn.NewReg(asm.General), v.temp()
		var rows, all [2]asm.Reg
		for i := range rows {
			rows[i], all[i] = v.temp(), v.temp()
			v.emit(asm.Inst{Op: asm.Vbroadcastss, Len: asm.L256, Dst: rows[i], HasMem: true, Mem: asm.Mem{Base: base, Disp: int32(64 * i)}})
		}
		test.between(v, base)
		for i := range rows {
			v.emit(asm.Inst{Op: asm.Vfmadd231ps, Len: asm.L256, Dst: all[i], A: rows[i], B: x})
		}
		foldLoads(v.fn)
		var names []string
		for _, in := range v.fn.Insts {
			names = append(names, in.Op.String())
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestProductsOfEightRowsStayInRegisters: a bundle of eight columns of a matrix product has sums enough for two multipliers
// that take four cycles, and no more registers than there are.
func TestProductsOfEightRowsStayInRegisters(t *testing.T) {
	text, err := os.ReadFile("testdata/jam.ir")
	if err != nil {
		t.Fatal(err)
	}
	product, _, _ := strings.Cut(string(text), divider)
	m := ir.MustParse(product)
	k := NewKernel(m, m.Funcs[0])
	if n := k.planFor(AVX2).Columns; n != 8 {
		t.Errorf("bundles of %d columns", n)
	}
	l := mustListKernel(t, k, AVX2, Version{Shape: abi.Columns, Count: 8, SmallIDs: true, Guarded: k.Guard() != nil, Full: true})
	if n := l.Registers.Spilled[asm.Vector]; n > 0 {
		t.Errorf("%d vectors are kept in the frame", n)
	}
}
