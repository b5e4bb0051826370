package amd64

import "testing"

// TestDivisionsByAUniformNumberStayWhole wants products of whole numbers and one division outside the lanes.
func TestDivisionsByAUniformNumberStayWhole(t *testing.T) {
	for _, op := range []string{"urem i32", "srem i32", "udiv i32", "sdiv i32", "urem i64", "srem i64", "udiv i64",
		"sdiv i64"} {
		typ := op[5:]
		text := withOwnWord(typ, `  %9 = load `+typ+` %4 in global align 4
  %10 = `+op+` %8, %9
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

// TestDivisionsOfSmallNumbersAreShort wants two or three products where what is divided is below 2^32, and one for a
// quotient by a constant.
func TestDivisionsOfSmallNumbersAreShort(t *testing.T) {
	for divisor, products := range map[string]int{"load i64 %4 in global align 8": 3, "const i64 10": 2} {
		text := withOwnWord("i32", `  %11 = zext i64 %8
  %9 = `+divisor+`
  %10 = urem i64 %11, %9
  store %7, %10 in global align 4
  return`)
		for _, isa := range []ISA{AVX512, AVX2} {
			l := mustList(t, text, isa, oneRow)
			parts := 2
			if n := selected(l, "vpmuludq") / parts; n != products || selected(l, "vcvt") > 0 ||
				selected(l, "vpmullq") > 0 {
				t.Errorf("%s, %v: %d products of 32 bits", divisor, isa, n)
			}
		}
	}
}
