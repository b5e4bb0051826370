package amd64

import (
	"fmt"
	"strings"
	"testing"
)

// pairText copies the given number of words side by side of each lane, at an index of its own, to a place of its own.
func pairText(words int) string {
	var s strings.Builder
	s.WriteString("  %9 = zext i64 %8\n  %10 = shl i64 %9, %2\n  %11 = ptradd ptr %4, %10\n")
	var stores strings.Builder
	for w := range words {
		v := 12 + 4*w
		fmt.Fprintf(&s, "  %%%d = const i64 %d\n  %%%d = ptradd ptr %%11, %%%d\n"+
			"  %%%d = load i32 %%%d in global align 4\n  %%%d = add i32 %%%d, %%8\n",
			v, 4*w, v+1, v, v+2, v+1, v+3, v+2)
		fmt.Fprintf(&stores, "  store %%%d, %%%d in global align 4\n", v+1, v+3)
	}
	return withOwnWord("i32", s.String()+stores.String()+"  return")
}

// TestPairsAreReadAndWrittenWhole wants an access of 64 bits for two words side by side, and one more for a word beside
// them.
func TestPairsAreReadAndWrittenWhole(t *testing.T) {
	for _, c := range []struct {
		isa   ISA
		words int
		op    string
		want  int
	}{
		{AVX512, 1, "vpgatherdq", 0}, {AVX512, 2, "vpgatherdd", 0}, {AVX512, 2, "vpgatherdq", 2},
		{AVX512, 2, "vpscatterdq", 2}, {AVX512, 2, "vpscatterdd", 0},
		{AVX512, 3, "vpgatherdq", 2}, {AVX512, 3, "vpgatherdd", 1},
		{AVX2, 1, "vpgatherdq", 0}, {AVX2, 2, "vpgatherdq", 2}, {AVX2, 2, "vpgatherdd", 0}, {AVX2, 2, "vmovhps", 4},
		{AVX2, 2, "vmovsd", 4},
	} {
		if n := selected(mustList(t, pairText(c.words), c.isa, oneRow), c.op); n != c.want {
			t.Errorf("%v: %d of %s for %d words, not %d", c.isa, n, c.op, c.words, c.want)
		}
	}
}
