package regions

import "testing"

// TestDenseDivisor divides all words up to a bound by constants.
func TestDenseDivisor(t *testing.T) {
	found := 0
	for _, bound := range []uint64{255, 2295, 6387, 32767, 65535} {
		for d := uint64(2); d < 700; d++ {
			factor, shift, ok := denseDivisor(d, bound)
			if !ok {
				continue
			}
			found++
			for x := range bound + 1 {
				if x*factor>>16>>shift != x/d {
					t.Fatalf("%d / %d up to %d: %d, %d", x, d, bound, factor, shift)
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d quotients", found)
	}
}
