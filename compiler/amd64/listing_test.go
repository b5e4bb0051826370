package amd64

import (
	"testing"

	"heddle/compiler/amd64/asm"
)

func TestLiveCounts(t *testing.T) {
	f := &asm.Func{}
	a, b, n, v := f.NewReg(asm.General), f.NewReg(asm.General), f.NewReg(asm.General), f.NewReg(asm.Vector)
	top := f.NewLabel()
	f.Insts = []asm.Inst{
		{Op: asm.Mov, Size: 8, Dst: a, Imm: 1},
		{Op: asm.Mov, Size: 8, Dst: n, Imm: 9},
		{Op: asm.VecZero, Dst: v},
		{Op: asm.Label, Label: top},
		{Op: asm.MoveG, Dst: b, B: a},
		{Op: asm.Add, Size: 8, Dst: n, B: b},
		{Op: asm.Jcc, Cond: asm.CondNE, Label: top},
		{Op: asm.Use, A: v},
		{Op: asm.Return},
	}
	want := [][asm.ClassCount]int{{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 1, 0}, {3, 1, 0}, {3, 1, 0}, {2, 1, 0}, {0, 1, 0}, {0, 0, 0}}
	for i, got := range liveCounts(f) {
		if got != want[i] {
			t.Errorf("%s: %v, want %v", f.Format(&f.Insts[i]), got, want[i])
		}
	}
}
