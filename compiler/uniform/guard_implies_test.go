package uniform

import (
	"testing"

	"heddle/compiler/ir"
)

// guardOf is the guard of the only function of a text, which stores to an address computed by the arithmetic in it.
func guardOf(t *testing.T, arithmetic string) *Guard {
	t.Helper()
	m := ir.MustParse("func @k kernel () -> () {\n" + arithmetic + "}\n")
	return Analyze(m.Funcs[0]).Guard()
}

// Values computed from sizes of groups may become numbers; other numbers, and other sizes, do not match.
func TestGuardImplies(t *testing.T) {
	text := func(size, factor string) string {
		return `b0:
  %1 = const i64 2
  %2 = const i32 1
  %3 = argblock ptr
  %4 = load ptr %3 in args align 8
  %5 = groupid.0 i64
  %6 = ` + size + `
  %7 = ` + factor + `
  %8 = mul i64 %5, %7
  %9 = trunc i32 %8
  %10 = localid.0 i64
  %11 = trunc i32 %10
  %12 = add i32 %9, %11
  %13 = zext i64 %12
  %14 = shl i64 %13, %1
  %15 = ptradd ptr %4, %14
  store %15, %2 in global align 4
  return
`
	}
	size := guardOf(t, text("localsize.0 i64", "shl i64 %6, %1"))
	number := guardOf(t, text("const i64 64", "const i64 256"))
	shifted := guardOf(t, text("const i64 8", "const i64 1024"))
	if size == nil || number == nil {
		t.Fatal("no guards")
	}
	for _, c := range []struct {
		what string
		g, h *Guard
		size uint64
		want bool
	}{
		{"itself", size, size, 64, true},
		{"none", size, nil, 64, true},
		{"by none", nil, number, 64, false},
		{"its value", size, number, 64, true},
		{"a smaller value", size, number, 128, true},
		{"a larger value", size, shifted, 64, false},
		{"the expression by its value", number, size, 64, false},
	} {
		if got := c.g.Implies(c.h, &Facts{Local: [3]uint64{c.size, 1, 1}}); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
