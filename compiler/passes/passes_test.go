package passes

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"heddle/compiler/ir"
)

var update = flag.Bool("update", false, "write what the passes give to the test files")

const divider = "; gives\n"

// TestFiles runs the files of testdata. The first line names the passes, or says that the whole module is optimised;
// then comes a module, and after the divider the expected result.
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
		for _, f := range m.Funcs {
			err = errors.Join(err, RunFunc(m, f, strings.Fields(names)...))
		}
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

// TestNumbersOnlyAfterChanges counts how often values are numbered: not after a pass that has found nothing to do.
func TestNumbersOnlyAfterChanges(t *testing.T) {
	count := func(text string) (n int) {
		m, err := ir.Parse(text)
		require.NoError(t, err)
		Optimize(m, Options{Verify: true, Dump: func(pass string, _ *ir.Func) {
			if pass == gvnPass.Name {
				n++
			}
		}})
		return n
	}
	const straight = `func @f kernel (ptr) -> () {
b0:
  %p = arg ptr #0
  %one = const i32 1
  store %p, %one in global align 4
  return
}
`
	assert.Equal(t, 2, count(straight), "before inlining and after it")
	const loop = `func @f kernel (ptr, i32) -> () {
b0:
  %p = arg ptr #0
  %n = arg i32 #1
  %zero = const i32 0
  %one = const i32 1
  jump b1(%zero)
b1(%i i32):
  %c = icmp.slt i1 %i, %n
  branch %c, b2, b3
b2:
  %m = mul i32 %n, %n
  store %p, %m in global align 4
  %i2 = add i32 %i, %one
  jump b1(%i2)
b3:
  return
}
`
	assert.Equal(t, 3, count(loop), "and again after code has left the loop")
}
