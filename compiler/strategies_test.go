package compiler_test

import (
	"os"
	"path/filepath"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/switches"
)

// TestStrategySwitches compiles kernels with each access strategy left out: none of their accesses may be made in
// that way then, and some are with it.
func TestStrategySwitches(t *testing.T) {
	var sources []string
	for _, area := range []string{"access", "bytes", "loops", "private"} {
		list, err := filepath.Glob("../exec/testdata/" + area + "/*.cl")
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, list...)
	}
	users := map[access.Strategy][]string{}
	for _, source := range sources {
		for s := range strategiesOf(t, source, nil) {
			users[s] = append(users[s], source)
		}
	}
	for s := range access.StrategyCount {
		off := access.Strategies[s].Off
		if off == 0 {
			continue
		}
		if len(users[s]) == 0 {
			t.Errorf("%v (%d): no kernel has it", s, s)
		}
		for _, source := range users[s] {
			if strategiesOf(t, source, []string{nameOf(off)})[s] {
				t.Errorf("%s: %v (%d) in spite of %v", source, s, s, off)
			}
		}
	}
}

// nameOf is the name of a switch.
func nameOf(off switches.Set) string {
	for _, a := range switches.All() {
		if switches.Named([]string{a.Name}) == off {
			return a.Name
		}
	}
	return ""
}

// strategiesOf are those of the accesses of a source's kernels.
func strategiesOf(t *testing.T, source string, off []string) map[access.Strategy]bool {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	o := compiler.Options{Version: compiler.DefaultVersion, PassesOff: off}
	unit, log, ok := compiler.Compile(text, nil, o)
	if !ok {
		t.Fatal(source, log)
	}
	linked, log, ok := compiler.Link([]*compiler.Object{unit}, o)
	if !ok {
		t.Fatal(source, log)
	}
	seen := map[access.Strategy]bool{}
	for _, k := range linked.Kernels {
		for _, isa := range []amd64.ISA{amd64.AVX2, amd64.AVX512} {
			for _, v := range []amd64.Version{
				{Shape: bundle.Rows, Count: 2, SmallIDs: true, Guarded: k.Machine.Guard() != nil, FullBundles: true},
				{Shape: bundle.Rows, Count: 4, SmallIDs: true, FullBundles: true, WholeGroup: true},
				{Shape: bundle.Columns, Count: 8, SmallIDs: true},
				{Shape: bundle.Packed, Count: 1},
			} {
				decided, err := k.Machine.Decide(isa, v)
				if err != nil {
					t.Fatal(source, err)
				}
				for _, row := range decided.Rows {
					seen[row.Strategy] = true
				}
			}
		}
	}
	return seen
}
