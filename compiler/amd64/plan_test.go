package amd64

import (
	"os"
	"strings"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestBundlesWithAVX2: eight sub-groups hide the latencies of a loop that all lanes leave at once, if registers suffice. Where
// lanes leave it in different rounds all would wait for the last.
func TestBundlesWithAVX2(t *testing.T) {
	text, err := os.ReadFile("testdata/interleave.ir")
	if err != nil {
		t.Fatal(err)
	}
	together, _, _ := strings.Cut(string(text), divider)
	together = strings.Replace(together, "fma f32 %19, %21, %5 contract", "fadd f32 %21, %21", 1)
	parting := strings.Replace(together, "  %23 = icmp.sgt i1 %14, %22", "  %90 = ftos i32 %19\n  %23 = icmp.sgt i1 %90, %22", 1)
	for _, isParting := range []bool{false, true} {
		text, want := together, 8
		if isParting {
			text, want = parting, mostParting
		}
		m := ir.MustParse(text)
		k := NewKernel(m, m.Funcs[0])
		if n := k.planFor(AVX2).Rows; n != want {
			t.Errorf("bundles of %d sub-groups, not %d, of\n%s", n, want, text)
		}
		if code, err := k.Version(256, Version{Shape: abi.Rows, Count: 1, SmallIDs: true, Full: true}); err != nil || code.Parts != isParting {
			t.Errorf("parts: %v, error %v, of\n%s", code.Parts, err, text)
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
