package lower

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/parse"
	"heddle/compiler/preproc"
	"heddle/compiler/token"
)

// compile turns source text into verified IR.
func compile(t *testing.T, source string) *ir.Module {
	t.Helper()
	var list diag.List
	names := token.NewInterner()
	prelude := ""
	for macro, text := range builtin.Macros() {
		prelude += "#define " + macro + " " + text + "\n"
	}
	tokens := preproc.Run(preproc.Input{Name: "k.cl", Text: []byte(source), Prelude: prelude, Names: names}, &list)
	unit := parse.File(tokens, parse.Options{Version: 200, Generic: true, ProgramScope: true, FP64: true, Names: names,
		Unit: ast.UnitOptions{Contract: true}, Builtins: Builtins{}}, &list)
	if list.HasErrors() {
		t.Fatal(list.Render())
	}
	m := Unit(unit, &list)
	if list.HasErrors() {
		t.Fatal(list.Render())
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, ir.Print(m))
	}
	return m
}

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares the IR of each source in testdata with the text beside it.
func TestGolden(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.cl")
	if err != nil || len(sources) == 0 {
		t.Fatal("no sources", err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		golden := strings.TrimSuffix(source, ".cl") + ".ir"
		got := positions.ReplaceAllString(ir.Print(compile(t, string(text))), "")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s (run with -update and read the difference); got\n%s", source, golden, got)
		}
	}
}

// positions are left out of the golden files, which would change with every comment.
var positions = regexp.MustCompile(` !\d+`)
