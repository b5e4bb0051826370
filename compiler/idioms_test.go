package compiler

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
)

// TestIdiomsAccessMemoryAsPlainForms compiles pairs of the benchmark, whose idioms must gather, scatter and go lane by
// lane in no more places than their plain forms.
func TestIdiomsAccessMemoryAsPlainForms(t *testing.T) {
	pairs := 0
	for _, file := range []string{"addressing.cl"} {
		text, err := os.ReadFile(filepath.Join("../bench/idioms", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, isa := range []amd64.ISA{amd64.AVX512, amd64.AVX2} {
			scattered := scatteredAccesses(t, string(text), isa)
			for name, idiom := range scattered {
				pair, ok := strings.CutSuffix(name, "_idiom")
				if !ok {
					continue
				}
				pairs++
				if plain := scattered[pair+"_plain"]; idiom > plain {
					t.Errorf("%v: %s has %d scattered accesses, its plain form %d", isa, name, idiom, plain)
				}
			}
		}
	}
	if pairs < 20 {
		t.Errorf("only %d pairs", pairs)
	}
}

// scatteredAccesses counts the accesses of each kernel of a program that are not contiguous.
func scatteredAccesses(t *testing.T, text string, isa amd64.ISA) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, k := range mustLink(t, text).Kernels {
		v := amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, Guarded: k.Machine.Guard() != nil,
			FullBundles: true}
		l := k.Machine.Listing(isa, v)
		if l.Err != nil {
			t.Fatal(l.Err)
		}
		counts[k.Name] = 0
		for _, a := range l.Accesses {
			how := a.How.String()
			if strings.Contains(how, "gather") || strings.Contains(how, "scatter") ||
				strings.Contains(how, "lane by lane") {
				counts[k.Name]++
			}
		}
	}
	return counts
}

// TestPrivateArraysBecomeValues wants no private memory for arrays whose indices follow from counters.
func TestPrivateArraysBecomeValues(t *testing.T) {
	kernels := 0
	for _, file := range []string{"testdata/private_arrays.cl", "../bench/idioms/private.cl"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range mustLink(t, string(text)).Kernels {
			v := amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, FullBundles: true}
			l := k.Machine.Listing(amd64.AVX2, v)
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			kernels++
			if l.Code.PrivateBytes != 0 {
				t.Errorf("%s: kernel %s has %d bytes of private memory", file, k.Name, l.Code.PrivateBytes)
			}
		}
	}
	if kernels < 15 {
		t.Errorf("only %d kernels", kernels)
	}
}

// mustLink compiles and links a program.
func mustLink(t *testing.T, text string) *Program {
	t.Helper()
	object, log, ok := Compile([]byte(text), nil, Options{Version: DefaultVersion})
	if !ok {
		t.Fatal(log)
	}
	program, log, ok := Link([]*Object{object}, Options{})
	if !ok {
		t.Fatal(log)
	}
	return program
}
