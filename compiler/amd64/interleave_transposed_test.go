package amd64

import (
	"fmt"
	"strings"
	"testing"
)

// TestRowsOfLanesAreReadWhole wants one vector for each lane where it reads four words or more side by side of its own,
// and gathers where it reads fewer.
func TestRowsOfLanesAreReadWhole(t *testing.T) {
	text := func(words int) string {
		var s strings.Builder
		s.WriteString("  %9 = zext i64 %8\n  %10 = shl i64 %9, %2\n  %11 = ptradd ptr %4, %10\n")
		sum := 8
		for w, v := 0, 12; w < words; w, v = w+1, v+4 {
			fmt.Fprintf(&s, "  %%%d = const i64 %d\n  %%%d = ptradd ptr %%11, %%%d\n"+
				"  %%%d = load i32 %%%d in global align 4\n  %%%d = add i32 %%%d, %%%d\n",
				v, 4*w, v+1, v, v+2, v+1, v+3, sum, v+2)
			sum = v + 3
		}
		fmt.Fprintf(&s, "  store %%7, %%%d in global align 4\n  return", sum)
		return withOwnWord("i32", s.String())
	}
	for _, isa := range []ISA{AVX512, AVX2} {
		for _, words := range []int{4, 5, 7, 8, 16} {
			if n := selected(mustList(t, text(words), isa, oneRow), "vpgather"); n > 0 {
				t.Errorf("%v: %d gathers for %d words", isa, n, words)
			}
		}
		if n := selected(mustList(t, text(3), isa, oneRow), "vpgather"); n < 3 {
			t.Errorf("%v: %d gathers for three words", isa, n)
		}
	}
}
