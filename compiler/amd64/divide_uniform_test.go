package amd64

import "testing"

// TestDivisionsByAUniformNumberStayWhole wants products of whole numbers and one division outside the lanes.
func TestDivisionsByAUniformNumberStayWhole(t *testing.T) {
	for _, op := range []string{"urem", "srem", "udiv", "sdiv"} {
		text := withOwnWord("i32", `  %9 = load i32 %4 in global align 4
  %10 = `+op+` i32 %8, %9
  store %7, %10 in global align 4
  return`)
		for _, isa := range []ISA{AVX512, AVX2} {
			l := mustList(t, text, isa, oneRow)
			converts, divides := selected(l, "vcvt"), selected(l, "div ")
			if converts > 0 || divides != 1 {
				t.Errorf("%s, %v: %d conversions and %d divisions", op, isa, converts, divides)
			}
		}
	}
}
