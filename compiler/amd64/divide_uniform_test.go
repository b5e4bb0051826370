package amd64

import "testing"

// TestRemaindersByAUniformNumberStayWhole wants products of whole numbers and one division outside the lanes, where a
// quotient by such a number goes through floating point.
func TestRemaindersByAUniformNumberStayWhole(t *testing.T) {
	for op, isWhole := range map[string]bool{"urem": true, "srem": true, "udiv": false} {
		text := `func @k kernel () -> () {
b0:
  %2 = const i64 2
  %3 = argblock ptr
  %4 = load ptr %3 in args align 8
  %5 = globalid.0 i64
  %6 = shl i64 %5, %2 nowrap
  %7 = ptradd ptr %4, %6
  %8 = load i32 %7 in global align 4
  %9 = load i32 %4 in global align 4
  %10 = ` + op + ` i32 %8, %9
  store %7, %10 in global align 4
  return
}`
		for _, isa := range []ISA{AVX512, AVX2} {
			l := mustList(t, text, isa, oneRow)
			converts, divides := selected(l, "vcvt"), selected(l, "div ")
			if (converts == 0) != isWhole || (divides == 1) != isWhole {
				t.Errorf("%s, %v: %d conversions and %d divisions", op, isa, converts, divides)
			}
		}
	}
}
