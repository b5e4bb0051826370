//go:build cgo

package vec

import (
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestFloat16 has conversions of floats of 16 bits with their fused code, and cases that must stay; with AVX-512, and
// with AVX2.
func TestFloat16(t *testing.T) {
	at := asm.Mem{Base: asm.RAX}
	load := func(v *Writer) asm.Reg {
		r := v.Temp()
		v.Emit(asm.Inst{Op: asm.Vpmovzxwd, Len: asm.Whole(v.ISA), Dst: r, HasMem: true, Mem: at})
		return r
	}
	convert := func(v *Writer, from, to ir.Type, x asm.Reg) asm.Reg {
		return v.Results(Operation{Op: ir.OpFToF, Type: to, From: from}, [3][]asm.Reg{{x}})[0]
	}
	use := func(v *Writer, x, y asm.Reg) { v.Emit(asm.Inst{Op: asm.Use, A: x, B: y}) }
	store := func(v *Writer, x asm.Reg) {
		if v.ISA == asm.AVX512 {
			v.Emit(asm.Inst{Op: asm.Vpmovdw, Len: asm.L512, B: x, HasMem: true, Mem: at})
			return
		}
		packed := v.Binary(asm.Vpackusdw, x, v.immediate(asm.Vextracti128, x, 1))
		v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L128, B: packed, HasMem: true, Mem: at})
	}
	for name, test := range map[string]struct {
		write                func(v *Writer, x asm.Reg)
		wantAVX512, wantAVX2 string
	}{
		"loaded": {func(v *Writer, x asm.Reg) {
			use(v, convert(v, ir.F16, ir.F32, load(v)), x)
		}, "vcvtph2ps", "vcvtph2ps"},
		"stored": {func(v *Writer, x asm.Reg) {
			store(v, convert(v, ir.F32, ir.F16, x))
		}, "vcvtps2ph", "vcvtps2ph"},
		"rounded": {func(v *Writer, x asm.Reg) {
			use(v, convert(v, ir.F16, ir.F32, convert(v, ir.F32, ir.F16, x)), x)
		}, "vcvtps2ph vcvtph2ps", "vcvtps2ph vcvtph2ps"},
		"rounded and stored": {func(v *Writer, x asm.Reg) {
			r := convert(v, ir.F32, ir.F16, x)
			use(v, convert(v, ir.F16, ir.F32, r), x)
			store(v, r)
		}, "vcvtps2ph vcvtph2ps vmovdqu16", "vcvtps2ph vcvtph2ps vmovups"},
		"read as words too": {func(v *Writer, x asm.Reg) {
			r := load(v)
			use(v, convert(v, ir.F16, ir.F32, r), r)
		}, "vpmovzxwd vpmovdw vcvtph2ps", "vpmovzxwd vpackusdw vpermq vcvtph2ps"},
		"stored and read as words": {func(v *Writer, x asm.Reg) {
			r := convert(v, ir.F32, ir.F16, x)
			store(v, r)
			use(v, r, x)
		}, "vcvtps2ph vpmovzxwd vmovdqu16", "vcvtps2ph vpmovzxwd vmovups"},
		"words of arithmetic": {func(v *Writer, x asm.Reg) {
			use(v, convert(v, ir.F16, ir.F32, v.Do(ir.OpAdd, ir.I32, x, x)), x)
		}, "vpaddd vpmovdw vcvtph2ps", "vpaddd vpackusdw vpermq vcvtph2ps"},
		"loaded before a label": {func(v *Writer, x asm.Reg) {
			r := load(v)
			v.Emit(asm.Inst{Op: asm.Label, Label: v.Fn.NewLabel()})
			use(v, convert(v, ir.F16, ir.F32, r), x)
		}, "vpmovzxwd label vpmovdw vcvtph2ps", "vpmovzxwd label vpackusdw vpermq vcvtph2ps"},
	} {
		for isa, want := range map[asm.ISA]string{asm.AVX512: test.wantAVX512, asm.AVX2: test.wantAVX2} {
			v := newVec(isa)
			test.write(v, v.Temp())
			if got := mnemonics(v); got != want {
				t.Errorf("%s, %v: %s, want %s", name, isa, got, want)
			}
		}
	}
}
