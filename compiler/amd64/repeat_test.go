package amd64

import (
	"slices"
	"strings"
	"testing"
)

// TestSmallIDsAreNotExtended: an id of less than 2^31 is its own extension.
func TestSmallIDsAreNotExtended(t *testing.T) {
	const text = `func @k kernel () -> () {
b0:
  %1 = const i64 2
  %2 = argblock ptr
  %3 = load ptr %2 in args align 8
  %4 = globalid.0 i64
  %5 = trunc i32 %4
  %6 = sext i64 %5
  %7 = shl i64 %6, %1
  %8 = ptradd ptr %3, %7
  %9 = load i32 %8 in global align 4
  store %8, %9 in global align 4
  return
}`
	for _, isSmall := range []bool{true, false} {
		v := oneRow
		v.SmallIDs = isSmall
		if got := selected(mustList(t, text, AVX2, v), "movsxd"); (got == 0) != isSmall {
			t.Errorf("small ids %v: %d extensions", isSmall, got)
		}
	}
}

// TestBundlesShareArguments wants no arguments and no constants loaded within the code that comes back for the next
// bundle.
func TestBundlesShareArguments(t *testing.T) {
	text := withOwnWord("f32", `  %9 = load f32 %3 in args align 4
  %10 = const f32 0x40400000
  %11 = fmul f32 %8, %10
  %12 = fadd f32 %11, %9
  store %7, %12 in global align 4
  return`)
	for _, isa := range []ISA{AVX512, AVX2} {
		l := mustList(t, text, isa, oneRow)
		top := slices.IndexFunc(l.Allocated, func(line Line) bool { return strings.HasSuffix(line.Text, ":") })
		for i, line := range l.Allocated {
			if isLoad := strings.Contains(line.Text, "broadcast") ||
				strings.Contains(line.Text, "[r15]"); isLoad && i > top {
				t.Errorf("%v: %s in each bundle", isa, line.Text)
			}
		}
		if top < 4 {
			t.Errorf("%v: only %d instructions before", isa, top)
		}
	}
}
