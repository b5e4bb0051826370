package amd64

import (
	"os"
	"strings"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

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
