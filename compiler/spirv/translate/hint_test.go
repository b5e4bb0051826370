package translate_test

import (
	"os"
	"strings"
	"testing"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
	"heddle/compiler/spirv/translate"
)

// TestHints: loops and branches get the hints that the module has (testdata/hints.spvasm, made by spirv-as).
func TestHints(t *testing.T) {
	code, err := os.ReadFile("testdata/hints.spv")
	if err != nil {
		t.Fatal(err)
	}
	m, err := spirv.Parse(code)
	if err != nil {
		t.Fatal(err)
	}
	list := &diag.List{}
	text := ir.Print(lower.Unit(translate.Unit(m, ast.UnitOptions{}, list), list))
	if list.HasErrors() {
		t.Fatal("errors")
	}
	for want, count := range map[string]int{" unroll 4": 1, " unroll full": 1, " rare": 2} {
		if have := strings.Count(text, want); have != count {
			t.Errorf("%d times %q, not %d, in\n%s", have, want, count, text)
		}
	}
}
