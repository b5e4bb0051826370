//go:build cgo

package vec

import (
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestFuseVectorMasks has expressions with masks and their fused code on AVX2, and cases that must stay.
func TestFuseVectorMasks(t *testing.T) {
	tests := []struct {
		name  string
		write func(v *Writer, x [4]asm.Reg) asm.Reg
		want  string
	}{
		{"and with a negation", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.And(x[2], v.maskNot(v.CompareInt(ir.EQ, ir.I32, x[0], x[1])))
		}, "vpcmpeqd vpandn"},
		{"and not with a negation", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.AndNot(v.maskNot(v.CompareInt(ir.EQ, ir.I32, x[0], x[1])), x[2])
		}, "vpcmpeqd vpand"},
		{"choice by a negation", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.NE, ir.I32, x[0], x[1]), x[2], x[3])
		}, "vpcmpeqd vblendvps"},
		{"two readers of a negation", func(v *Writer, x [4]asm.Reg) asm.Reg {
			not := v.CompareInt(ir.NE, ir.I32, x[0], x[1])
			return v.Add(ir.I32, v.And(not, x[2]), v.Choose(ir.I32, not, x[2], x[3]))
		}, "vpcmpeqd vpandn vblendvps vpaddd"},
		{"a reader that needs the negation", func(v *Writer, x [4]asm.Reg) asm.Reg {
			not := v.CompareInt(ir.NE, ir.I32, x[0], x[1])
			return v.Add(ir.I32, v.And(not, x[2]), not)
		}, "vpcmpeqd vpxor vpandn vpaddd"},
		{"negated comparison of floats", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Add(ir.I32, x[0], v.maskNot(v.compareFloat(ir.OLT, ir.F32, x[0], x[1])))
		}, "vcmpps vpaddd"},
		{"negated comparison with a constant", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Add(ir.I32, x[0], v.maskNot(v.CompareInt(ir.SLT, ir.I32, x[0], v.Const32(9))))
		}, "vpcmpgtd vpaddd"},
		{"negated comparison with the largest number", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Add(ir.I32, x[0], v.maskNot(v.CompareInt(ir.SGT, ir.I32, x[0], v.Const32(1<<31-1))))
		}, "vpcmpgtd vpxor vpaddd"},
		{"negated comparison of a negation", func(v *Writer, x [4]asm.Reg) asm.Reg {
			less := v.CompareInt(ir.SLE, ir.I32, v.Xor(x[0], v.Number(ir.I32, -1)), v.Const32(0))
			return v.Add(ir.I32, x[0], v.AndNot(less, v.Number(ir.I32, -1)))
		}, "vpxor vpcmpgtd vpaddd"},
		{"unsigned comparison with a constant", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.CompareInt(ir.ULT, ir.I32, x[0], v.Const32(9))
		}, "vpminud vpcmpeqd"},
		{"upper word subtracted", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Sub(ir.I32, x[0], v.upperWord(x[1], 16, 15))
		}, "vpmaddwd vpaddd"},
		{"byte of a word", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.And(v.Const32(255), v.ShiftRight(ir.I32, x[0], 16))
		}, "vpshufb"},
		{"bits across bytes", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.And(v.ShiftRight(ir.I32, x[0], 12), v.Const32(255))
		}, "vpsrld vpand"},
		{"more than a byte", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.And(v.ShiftRight(ir.I32, x[0], 8), v.Const32(511))
		}, "vpsrld vpand"},
		{"a byte of what is read again", func(v *Writer, x [4]asm.Reg) asm.Reg {
			shifted := v.ShiftRight(ir.I32, x[0], 8)
			return v.Add(ir.I32, shifted, v.And(shifted, v.Const32(255)))
		}, "vpsrld vpand vpaddd"},
		{"choice of zero", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.EQ, ir.I32, x[0], x[1]), v.Const32(0), x[2])
		}, "vpcmpeqd vpandn"},
		{"choice or zero", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.EQ, ir.I32, x[0], x[1]), x[2], v.Const32(0))
		}, "vpcmpeqd vpand"},
		{"choice of zero by a sign stays", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.ChooseBySign(ir.I32, x[0], v.Const32(0), x[2])
		}, "vblendvps"},
		{"choice of a sum", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.EQ, ir.I32, x[0], x[1]), v.Add(ir.I32, x[3], x[2]), x[2])
		}, "vpcmpeqd vpand vpaddd"},
		{"choice of a count", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.EQ, ir.I32, x[0], x[1]), v.Add(ir.I32, x[2], v.Const32(1)), x[2])
		}, "vpcmpeqd vpsubd"},
		{"choice of a difference the other way stays", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.EQ, ir.I32, x[0], x[1]), v.Sub(ir.I32, x[3], x[2]), x[2])
		}, "vpcmpeqd vpsubd vblendvps"},
		{"choice by a bit", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.EQ, ir.I32, v.And(x[0], v.Const32(4)), v.Const32(0)), x[1], x[2])
		}, "vpslld vblendvps"},
		{"choice by two bits stays", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Choose(ir.I32, v.CompareInt(ir.EQ, ir.I32, v.And(x[0], v.Const32(6)), v.Const32(0)), x[1], x[2])
		}, "vpand vpcmpeqd vblendvps"},
		{"product with three", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Do(ir.OpMul, ir.I32, x[0], v.Const32(3))
		}, "vpaddd vpaddd"},
		{"product with minus one", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Do(ir.OpMul, ir.I32, x[0], v.Const32(1<<32-1))
		}, "vpsubd"},
		{"product with minus two", func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.Do(ir.OpMul, ir.I64, x[0], v.Const64(1<<64-2))
		}, "vpsubq vpsllq"},
	}
	for _, test := range tests {
		v := newVec(asm.AVX2)
		var x [4]asm.Reg
		for i := range x {
			x[i] = v.Temp()
		}
		v.Emit(asm.Inst{Op: asm.Use, A: test.write(v, x)})
		if got := mnemonics(v); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestFuseVectorMasksOfLoops has an iteration count of a loop whose lanes leave one by one.
func TestFuseVectorMasksOfLoops(t *testing.T) {
	v := newVec(asm.AVX2)
	count, mask := v.Temp(), v.Temp()
	next := v.Add(ir.I32, count, v.Const32(1))
	v.Emit(asm.Inst{Op: asm.Vblendvps, Len: asm.L256, Dst: count, A: count, B: next, C: mask})
	v.Emit(asm.Inst{Op: asm.Use, A: count})
	if got, want := mnemonics(v), "vpsubd"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if in := v.Fn.Insts[0]; in.Dst != count || in.A != count || in.B != mask {
		t.Errorf("the count is %d = %d - %d", in.Dst, in.A, in.B)
	}
}
