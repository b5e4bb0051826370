package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
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
	want := [][asm.ClassCount]int{{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 1, 0}, {3, 1, 0}, {3, 1, 0}, {2, 1, 0},
		{0, 1, 0}, {0, 0, 0}}
	for i, got := range liveCounts(f) {
		if got != want[i] {
			t.Errorf("%s: %v, want %v", f.Format(&f.Insts[i]), got, want[i])
		}
	}
}

// mustList compiles the first function of IR text for a version, and gives what a person would see of it.
func mustList(t *testing.T, text string, isa ISA, v Version) *Listing {
	t.Helper()
	m := ir.MustParse(text)
	return mustListKernel(t, NewKernel(m, m.Funcs[0], Options{}), isa, v)
}

func mustListKernel(t *testing.T, k *Kernel, isa ISA, v Version) *Listing {
	t.Helper()
	l := k.Listing(isa, v)
	if l.Err != nil {
		t.Fatal(l.Err)
	}
	return l
}

// selected counts the instructions whose names begin so, before registers are allocated.
func selected(l *Listing, name string) (n int) {
	for _, line := range l.Selected {
		if strings.HasPrefix(strings.TrimSpace(line.Text), name) {
			n++
		}
	}
	return n
}

// oneRow is a version of one whole sub-group.
var oneRow = Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, FullBundles: true}
