//go:build cgo

package vec

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestSmallNumbers has loads and stores of small numbers with their fused code, and cases that must stay.
func TestSmallNumbers(t *testing.T) {
	at := asm.Mem{Base: asm.RAX}
	load := func(v *Writer, op asm.Op) asm.Reg {
		r := v.Temp()
		v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: r, HasMem: true, Mem: at})
		return r
	}
	store := func(v *Writer, op asm.Op, r asm.Reg) {
		v.Emit(asm.Inst{Op: op, Len: asm.L512, B: r, HasMem: true, Mem: at})
	}
	bounded := func(v *Writer, x asm.Reg, low, high int32) asm.Reg {
		return v.Do(ir.OpSMin, ir.I32, v.Do(ir.OpSMax, ir.I32, x, v.Const32(uint32(low))), v.Const32(uint32(high)))
	}
	for name, test := range map[string]struct {
		write func(v *Writer, x asm.Reg)
		want  string
	}{
		"words by their sign": {func(v *Writer, _ asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: v.signExtend(ir.I16, load(v, asm.Vpmovzxwd))})
		}, "vpmovsxwd"},
		"bytes by their sign": {func(v *Writer, _ asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: v.signExtend(ir.I8, load(v, asm.Vpmovzxbd))})
		}, "vpmovsxbd"},
		"the lower bytes of words": {func(v *Writer, _ asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: v.signExtend(ir.I8, load(v, asm.Vpmovzxwd))})
		}, "vpmovzxwd vpslld vpsrad"},
		"what is read without sign too": {func(v *Writer, _ asm.Reg) {
			r := load(v, asm.Vpmovzxwd)
			v.Emit(asm.Inst{Op: asm.Use, A: v.signExtend(ir.I16, r), B: r})
		}, "vpmovzxwd vpslld vpsrad"},
		"cut words": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdw, v.ZeroExtend(ir.I16, x))
		}, "vpmovdw"},
		"cut bytes": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdb, v.ZeroExtend(ir.I8, x))
		}, "vpmovdb"},
		"bytes stored as words": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdw, v.ZeroExtend(ir.I8, x))
		}, "vpandd vpmovdw"},
		"bounded words": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdw, bounded(v, x, -32768, 32767))
		}, "vpmovsdw"},
		"bounded bytes": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdb, bounded(v, x, -128, 127))
		}, "vpmovsdb"},
		"bounds of other words": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdw, bounded(v, x, -32768, 32766))
		}, "vpmaxsd vpminsd vpmovdw"},
		"unsigned words": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdw, bounded(v, x, 0, 65535))
		}, "vpmaxsd vpmovusdw"},
		"unsigned bytes": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdb, bounded(v, x, 3, 255))
		}, "vpmaxsd vpmovusdb"},
		"bytes that may be less": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdb, bounded(v, x, -1, 255))
		}, "vpmaxsd vpminsd vpmovdb"},
		"unsigned bound": {func(v *Writer, x asm.Reg) {
			store(v, asm.Vpmovdb, v.Do(ir.OpUMin, ir.I32, x, v.Const32(255)))
		}, "vpmovusdb"},
	} {
		v := newVec(asm.AVX512)
		test.write(v, v.Temp())
		if got := mnemonics(v); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestProductsOfWords has products whose factor's upper half does not matter because that of the other is zero.
func TestProductsOfWords(t *testing.T) {
	word := func(v *Writer) asm.Reg {
		r := v.Temp()
		v.MarkWord(r)
		return r
	}
	multiply := func(v *Writer, x, y asm.Reg) {
		v.Emit(asm.Inst{Op: asm.Use, A: v.multiplyNarrow(WordFactors, x, y)})
	}
	for name, test := range map[string]struct {
		write func(v *Writer, x asm.Reg)
		want  string
	}{
		"extended by its sign": {func(v *Writer, x asm.Reg) {
			multiply(v, v.signExtend(ir.I16, x), word(v))
		}, "vpmaddwd"},
		"the second": {func(v *Writer, x asm.Reg) {
			multiply(v, word(v), v.signExtend(ir.I16, x))
		}, "vpmaddwd"},
		"by a constant": {func(v *Writer, x asm.Reg) {
			multiply(v, v.signExtend(ir.I16, x), v.Const32(0xffffffff))
		}, "vpmaddwd"},
		"cut and extended": {func(v *Writer, x asm.Reg) {
			multiply(v, v.signExtend(ir.I16, v.ZeroExtend(ir.I16, x)), word(v))
		}, "vpmaddwd"},
		"nothing known": {func(v *Writer, x asm.Reg) {
			multiply(v, v.signExtend(ir.I16, x), v.Temp())
		}, "vpslld vpsrad vpmaddwd"},
		"a byte by its sign": {func(v *Writer, x asm.Reg) {
			multiply(v, v.signExtend(ir.I8, x), word(v))
		}, "vpslld vpsrad vpmaddwd"},
		"a byte without a sign": {func(v *Writer, x asm.Reg) {
			multiply(v, v.ZeroExtend(ir.I8, x), word(v))
		}, "and vpmaddwd"},
		"cut again": {func(v *Writer, x asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: v.ZeroExtend(ir.I16, v.signExtend(ir.I16, x))})
		}, "and"},
		"extended and cut later": {func(v *Writer, x asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: v.And(v.signExtend(ir.I16, x), v.Const32(0x1ffff))})
		}, "vpslld vpsrad and"},
		"read elsewhere too": {func(v *Writer, x asm.Reg) {
			r := v.signExtend(ir.I16, x)
			multiply(v, r, word(v))
			v.Emit(asm.Inst{Op: asm.Use, A: r})
		}, "vpslld vpsrad vpmaddwd"},
		"both extended from one": {func(v *Writer, x asm.Reg) {
			r := v.signExtend(ir.I16, x)
			multiply(v, r, v.ZeroExtend(ir.I16, r))
		}, "vpslld vpsrad and vpmaddwd"},
	} {
		for isa, and := range map[asm.ISA]string{asm.AVX512: "vpandd", asm.AVX2: "vpand"} {
			v := newVec(isa)
			test.write(v, v.Temp())
			if got, want := mnemonics(v), strings.ReplaceAll(test.want, "and", and); got != want {
				t.Errorf("%s, %v: %s, want %s", name, isa, got, want)
			}
		}
	}
}

// TestQuotientsAreShared: a quotient and a remainder in straight code share one quotient.
func TestQuotientsAreShared(t *testing.T) {
	divide := func(v *Writer, op ir.Op, x asm.Reg, by uint32) asm.Reg {
		return v.Results(Operation{Op: op, Type: ir.I32, From: ir.I32}, [3][]asm.Reg{{x}, {v.Const32(by)}})[0]
	}
	for name, test := range map[string]struct {
		write func(v *Writer, x [2]asm.Reg)
		want  int // products of the even lanes
	}{
		"quotient first": {func(v *Writer, x [2]asm.Reg) {
			dst := v.Temp()
			v.Lower(Operation{Op: ir.OpUDiv, Type: ir.I32, From: ir.I32}, []asm.Reg{dst}, x[:1],
				[]asm.Reg{v.Const32(10)}, nil)
			v.Emit(asm.Inst{Op: asm.Use, A: dst, B: divide(v, ir.OpURem, x[0], 10)})
		}, 1},
		"remainder first": {func(v *Writer, x [2]asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: divide(v, ir.OpSRem, x[0], 10), B: divide(v, ir.OpSDiv, x[0], 10)})
		}, 1},
		"another divisor": {func(v *Writer, x [2]asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: divide(v, ir.OpURem, x[0], 10), B: divide(v, ir.OpUDiv, x[0], 20)})
		}, 2},
		"another sign": {func(v *Writer, x [2]asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: divide(v, ir.OpURem, x[0], 10), B: divide(v, ir.OpSDiv, x[0], 10)})
		}, 2},
		"another dividend": {func(v *Writer, x [2]asm.Reg) {
			v.Emit(asm.Inst{Op: asm.Use, A: divide(v, ir.OpURem, x[0], 10), B: divide(v, ir.OpUDiv, x[1], 10)})
		}, 2},
		"after a label": {func(v *Writer, x [2]asm.Reg) {
			r := divide(v, ir.OpURem, x[0], 10)
			v.Emit(asm.Inst{Op: asm.Label, Label: v.Fn.NewLabel()})
			v.Emit(asm.Inst{Op: asm.Use, A: r, B: divide(v, ir.OpUDiv, x[0], 10)})
		}, 2},
	} {
		for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
			v := newVec(isa)
			test.write(v, [2]asm.Reg{v.Temp(), v.Temp()})
			n := 0
			for _, in := range v.Fn.Insts {
				if in.Op == asm.Vpmuludq || in.Op == asm.Vpmuldq {
					n++
				}
			}
			if n != 2*test.want {
				t.Errorf("%s, %s: %d products, want %d", name, isa, n, 2*test.want)
			}
		}
	}
}
