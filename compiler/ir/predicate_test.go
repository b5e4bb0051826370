package ir_test

import (
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// TestPredicatesNegatedAndSwapped compares all numbers of 8 bits that matter by each predicate, by its negation, and
// the other way round.
func TestPredicatesNegatedAndSwapped(t *testing.T) {
	compare := func(p ir.ICmpPred, x, y uint64) bool {
		return numeric.CompareInt(p, 8, x, y)
	}
	for p := ir.EQ; p <= ir.UGE; p++ {
		for _, x := range []uint64{0, 1, 127, 128, 255} {
			for _, y := range []uint64{0, 1, 127, 128, 255} {
				holds := compare(p, x, y)
				if compare(p.Negated(), x, y) == holds || compare(p.Swapped(), y, x) != holds {
					t.Errorf("predicate %d of %d and %d", p, x, y)
				}
			}
		}
	}
}
