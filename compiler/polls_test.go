package compiler

import (
	"slices"
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
)

// TestShortLoopsPollSeldom looks for the test of a counter that leaves out polls: in loops that end soon only.
func TestShortLoopsPollSeldom(t *testing.T) {
	bodies := map[string]string{
		"0xf":   `for (int i = 0; i < n; i++) v = v * 3 + i;`,
		"0xf0":  `for (int i = n; i > 0; i -= 16) v = v * 3 + i;`,
		"not 1": `for (int i = 0; i < n; i++) { barrier(CLK_LOCAL_MEM_FENCE); v += x[i]; }`,
		"not 2": `for (int i = 0; i < n; i++) atomic_add(x, i);`,
		"not 3": `for (int i = 1; i < n; i *= 3) v = v * 3 + i;`,
		"not 4": `for (ulong i = 0; i < n; i += 1 << 20) v = v * 3 + i;`,
	}
	for want, body := range bodies {
		program := mustLink(t, "kernel void k(global uint *x, int n) { uint v = n;"+body+" x[get_global_id(0)] = v; }")
		for _, isa := range []amd64.ISA{amd64.AVX512, amd64.AVX2} {
			m := program.Kernels[0].Machine
			l := m.Listing(isa, amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, Guarded: m.Guard() != nil,
				FullBundles: true})
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			has := slices.ContainsFunc(l.Allocated, func(line amd64.Line) bool {
				return strings.Contains(line.Text, "test ") && strings.HasSuffix(line.Text, ", "+want)
			})
			all := slices.ContainsFunc(l.Allocated, func(line amd64.Line) bool {
				return strings.Contains(line.Text, "test ") && strings.Contains(line.Text, ", 0x")
			})
			if isNot := strings.HasPrefix(want, "not"); has == isNot || isNot && all {
				t.Errorf("%v: %q: the test is there: %t", isa, body, all)
			}
		}
	}
}
