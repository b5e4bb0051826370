package exec

import (
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// TestRoundsAreCountedByMasks wants AVX2 code to subtract the mask from a variable that counts iterations by one. Other
// steps are blended.
func TestRoundsAreCountedByMasks(t *testing.T) {
	for _, test := range []struct {
		count  string
		blends bool
	}{{"c++", false}, {"c += 3", true}} {
		k := compileKernel(t, `kernel void f(global uint *y, global uint *x) {
			size_t i = get_global_id(0); uint v = x[i], c = 0; while (v > 3) { v -= 3; `+test.count+`; } y[i] = c; }`)
		l := k.Machine.Listing(amd64.AVX2, amd64.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, FullBundles: true})
		if l.Err != nil {
			t.Fatal(l.Err)
		}
		blends := false
		for _, line := range l.Allocated {
			if strings.HasPrefix(line.Text, "sub ") { // the divergence tail follows
				break
			}
			blends = blends || strings.Contains(line.Text, "vblendv")
		}
		if blends != test.blends {
			t.Errorf("%s: blends %v", test.count, blends)
		}
	}
}
