package compiler

import (
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
)

// TestPipesTakeOneExchange: a write has one compare-and-exchange for a vector and does not let other sub-groups run, so
// that sub-groups of half a vector have machine code, too. A kernel that sees sub-groups by itself suspends.
func TestPipesTakeOneExchange(t *testing.T) {
	const source = `kernel void k(write_only pipe uint p, global uint *out) {
	uint i = get_global_id(0);
	out[i] = write_pipe(p, &i);%s
}`
	for _, isa := range []amd64.ISA{amd64.AVX2, amd64.AVX512} {
		for _, c := range []struct {
			more     string
			suspends bool
		}{{"", false}, {" out[i] += sub_group_reduce_add(i);", true}} {
			if c.suspends && isa == amd64.AVX512 {
				continue // sub-groups of 8, which wait for each other, in vectors of 16
			}
			k := mustBuild(t, strings.Replace(source, "%s", c.more, 1), "-cl-std=CL3.0").Kernels[0]
			l := k.Machine.Listing(isa, amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, FullBundles: true})
			if l.Err != nil {
				t.Fatalf("%v: %v", isa, l.Err)
			}
			exchanges, suspensions := 0, 0
			for _, line := range l.Selected {
				exchanges += strings.Count(line.Text, "cmpxchg")
				suspensions += strings.Count(line.Text, "suspend")
			}
			if exchanges != 1 || c.suspends != (suspensions > 0) {
				t.Errorf("%v, %q: %d exchanges, %d suspensions", isa, c.more, exchanges, suspensions)
			}
		}
	}
}
