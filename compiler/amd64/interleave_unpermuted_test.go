package amd64

import (
	"fmt"
	"testing"
)

// TestPairsStayAsTheyLie wants no permutation where both words of a pair go the same way through memory, and
// permutations where anybody asks which lane a word is in.
func TestPairsStayAsTheyLie(t *testing.T) {
	for name, c := range map[string]struct {
		rest  string
		isRaw bool
	}{
		"copied":   {store("%14", "%15"), true},
		"added to": {"  %20 = add i32 %14, %1\n  %21 = add i32 %15, %1\n" + store("%20", "%21"), true},
		"the same for all": {
			"  %22 = load i32 %3 in args align 4\n  %20 = mul i32 %14, %22\n  %21 = mul i32 %15, %22\n" +
				store("%20", "%21"), true},
		"written twice": {"  %20 = add i32 %14, %1\n  %21 = add i32 %15, %1\n" + store("%20", "%21") +
			elsewhere + "  store %31, %14 in global align 4\n  store %32, %15 in global align 4\n", true},
		"once in another order": {"  %20 = add i32 %14, %1\n  %21 = add i32 %15, %1\n" + store("%20", "%21") +
			elsewhere + "  store %31, %15 in global align 4\n  store %32, %14 in global align 4\n", false},
		"exchanged": {store("%15", "%14"), false},
		"different": {"  %20 = add i32 %14, %1\n  %21 = sub i32 %15, %1\n" + store("%20", "%21"), false},
		"by different constants": {"  %23 = const i32 3\n  %20 = add i32 %14, %1\n  %21 = add i32 %15, %23\n" +
			store("%20", "%21"), false},
		"by a word of the lane": {"  %20 = add i32 %14, %8\n  %21 = add i32 %15, %8\n" + store("%20", "%21"), false},
		"read elsewhere": {"  %20 = add i32 %14, %1\n  %21 = add i32 %15, %1\n" + store("%20", "%21") +
			"  store %7, %21 in global align 4\n", false},
		"one of two elsewhere": {"  %20 = add i32 %14, %1\n  %21 = add i32 %15, %1\n" + store("%20", "%21") +
			"  %24 = mul i32 %14, %15\n  store %7, %24 in global align 4\n", false},
	} {
		text := withOwnWord("i32", `  %9 = const i64 3
  %10 = const i64 4
  %11 = shl i64 %5, %9
  %12 = ptradd ptr %4, %11
  %13 = ptradd ptr %12, %10
  %14 = load i32 %12 in global align 4
  %15 = load i32 %13 in global align 4
`+c.rest+"  return")
		for _, isa := range []ISA{AVX512, AVX2} {
			l := mustList(t, text, isa, oneRow)
			permuted := selected(l, "vperm") + selected(l, "vshufps") + selected(l, "vunpck")
			if (permuted == 0) != c.isRaw {
				t.Errorf("%s, %v: %d permutations", name, isa, permuted)
			}
		}
	}
}

// elsewhere are the places of the pair in another buffer.
const elsewhere = "  %30 = const i64 8\n  %33 = ptradd ptr %3, %30\n  %34 = load ptr %33 in args align 8\n" +
	"  %31 = ptradd ptr %34, %11\n  %32 = ptradd ptr %31, %10\n"

// store writes two words where a pair was read.
func store(low, high string) string {
	return fmt.Sprintf("  store %%12, %s in global align 4\n  store %%13, %s in global align 4\n", low, high)
}
