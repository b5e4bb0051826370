package image

import (
	"math"
	"math/rand/v2"
	"testing"
)

// encodedByTable is what machine code makes of a float.
func encodedByTable(f float32) uint8 {
	if !(f > math.Float32frombits(SRGBFirst)) {
		f = math.Float32frombits(SRGBFirst)
	}
	bits := math.Float32bits(min(f, 1))
	return uint8((sRGBEncoded()[bits>>16-SRGBFirst>>16] + bits&0xffff) >> 16)
}

// The table gives the code that bisection gives: around all thresholds and all starts of intervals, and elsewhere.
func TestSRGBTable(t *testing.T) {
	list := []float32{0, -1, 2, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 1e-40}
	near := func(f float32) {
		list = append(list, f, math.Nextafter32(f, -1), math.Nextafter32(f, 2))
	}
	for _, f := range sRGBThresholds() {
		near(f)
	}
	for i := range sRGBIntervals {
		near(math.Float32frombits(uint32(SRGBFirst + i<<16)))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		list = append(list, rng.Float32())
	}
	for _, f := range list {
		if got, want := encodedByTable(f), sRGBEncode(f); got != want {
			t.Fatalf("%g (%#x): %d, not %d", f, math.Float32bits(f), got, want)
		}
	}
}
