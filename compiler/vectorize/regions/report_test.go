package regions_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
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

// TestDecisions compares what is decided of the kernels that the code generator's analyses are tested with, without any
// machine code. testdata has the reports.
func TestDecisions(t *testing.T) {
	sources, err := filepath.Glob("../../amd64/testdata/*.ir")
	if err != nil || len(sources) < 10 {
		t.Fatal(sources, err)
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".ir")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			kernel, _, _ := strings.Cut(string(text), "; gives\n")
			got, file := reports(t, ir.MustParse(kernel)), filepath.Join("testdata", name+".txt")
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

// reports are those of a kernel for both instruction sets, in rows of two sub-groups and in two neighbouring rows.
func reports(t *testing.T, m *ir.Module) string {
	t.Helper()
	var w strings.Builder
	for _, isa := range []target.ISA{target.AVX512, target.AVX2} {
		for _, shape := range []bundle.Shape{bundle.Rows, bundle.Columns} {
			v := bundle.Version{Shape: shape, Count: 2, SmallIDs: true}
			machine := tuning.Machine(isa, tuning.Intel)
			s, err := regions.Decide(prepare.NewSubject(m, uniform.Of(m.Funcs[0]), machine, v, 0))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&w, "== %v, %v\n%s", isa, v, s.Report())
		}
	}
	return w.String()
}
