package regions_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"heddle/compiler/amd64/tuning"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/regions"
)

var update = flag.Bool("update", false, "write what is decided to the test files")

// TestDecisions compares what is decided of the kernels that the code generator's analyses are tested with, and of
// those in testdata, without any machine code. testdata has the reports. A first line "; for WORDS" tells what the
// kernels are compiled for, see options.
func TestDecisions(t *testing.T) {
	sources, err := filepath.Glob("../../amd64/testdata/*.ir")
	own, _ := filepath.Glob("testdata/*.ir")
	if err != nil || len(sources) < 10 || len(own) < 3 {
		t.Fatal(sources, own, err)
	}
	for _, source := range append(sources, own...) {
		name := strings.TrimSuffix(filepath.Base(source), ".ir")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			kernel, _, _ := strings.Cut(string(text), "; gives\n")
			got, file := reports(t, ir.MustParse(kernel), options(kernel)), filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil || got != string(want) {
				t.Errorf("%v: got\n%s", err, got)
			}
		})
	}
}

// compiledFor is what a kernel is compiled for.
type compiledFor struct {
	core    target.Core
	version bundle.Version
	shapes  []bundle.Shape
}

// options reads the first line of a file.
func options(kernel string) compiledFor {
	line, _, _ := strings.Cut(kernel, "\n")
	words, ok := strings.CutPrefix(line, "; for ")
	if !ok {
		return compiledFor{tuning.Intel, bundle.Version{Count: 2, SmallIDs: true},
			[]bundle.Shape{bundle.Rows, bundle.Columns}}
	}
	t := compiledFor{shapes: []bundle.Shape{bundle.Rows}}
	for _, word := range strings.Fields(words) {
		switch n, err := strconv.Atoi(word); {
		case word == "zen":
			t.core = tuning.Zen
		case word == "wholegroup":
			t.version.WholeGroup = true
		case word == "full":
			t.version.FullBundles = true
		case word == "small":
			t.version.SmallIDs = true
		case err == nil:
			t.version.Count = n
		}
	}
	return t
}

// reports are those of a kernel for both instruction sets, in bundles of each shape.
func reports(t *testing.T, m *ir.Module, of compiledFor) string {
	t.Helper()
	var w strings.Builder
	for _, isa := range []target.ISA{target.AVX512, target.AVX2} {
		for _, shape := range of.shapes {
			v := of.version
			v.Shape = shape
			s, err := regions.Decide(prepare.NewSubject(m, uniform.Of(m.Funcs[0]), tuning.Machine(isa, of.core), v, 0))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&w, "== %v, %v\n%s", isa, v, s.Report())
		}
	}
	return w.String()
}
