package passes

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/compiler/ir"
)

var update = flag.Bool("update", false, "write what the passes give to the test files")

const divider = "; gives\n"

// TestFiles runs the files of testdata. The first line names the passes, or says that the whole module is optimised;
// then comes a module, and behind the divider what it must become.
func TestFiles(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ir")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { testFile(t, file) })
	}
}

func testFile(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, want, _ := strings.Cut(string(text), divider)
	m, err := ir.Parse(before)
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(before, "\n")
	if names, ok := strings.CutPrefix(first, "; passes: "); ok {
		err = RunFunc(m, m.Funcs[0], strings.Fields(names)...)
	} else {
		Optimize(m, Options{Verify: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range m.Funcs {
		if f != nil {
			f.Compact(ir.NewCFG(f).Order)
		}
	}
	got := ir.Print(m)
	if *update {
		if err := os.WriteFile(file, []byte(before+divider+got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("got\n%s", got)
	}
}
