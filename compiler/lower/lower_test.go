package lower

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/parse"
	"heddle/compiler/preproc"
	"heddle/compiler/token"
)

// compile turns source text into verified IR.
func compile(t *testing.T, source string) *ir.Module {
	t.Helper()
	m, log := tryCompile(source)
	if log != "" {
		t.Fatal(log)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, ir.Print(m))
	}
	return m
}

// tryCompile gives the build log instead of failing.
func tryCompile(source string) (*ir.Module, string) {
	list := diag.List{NoWarnings: true}
	names := token.NewInterner()
	tokens := preproc.Run(preproc.Input{Name: "k.cl", Text: []byte(source), Predefined: libraryMacro, Names: names},
		&list)
	unit := parse.File(tokens, parse.Options{Version: 200, Generic: true, ProgramScope: true, FP64: true, FP16: true,
		Names: names, Unit: ast.UnitOptions{Contract: true}, Builtins: Builtins{}}, &list)
	if list.HasErrors() {
		return nil, list.Render()
	}
	return Unit(unit, &list), list.Render()
}

func TestWhatCannotBeLoweredIsReported(t *testing.T) {
	for _, c := range []struct{ source, message string }{
		{"constant char big[1ul << 30] = {1}; kernel void k(global char *p) { p[0] = big[1]; }", "initialiser of"},
		{"kernel void k(global char *p) { char big[1ul << 30] = {1}; p[0] = big[1]; }",
			"an initialiser of 1073741824 bytes"},
		{"int f(int); kernel void k(global int *p) { p[0] = f(1); }", "'f' is called but has no body"},
	} {
		if _, log := tryCompile(c.source); !strings.Contains(log, c.message) {
			t.Errorf("%s: want %q in %q", c.source, c.message, log)
		}
	}
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
