package lower

import (
	"math"
	"testing"
)

// TestQuotientsByPowersOfRootsAtTheEdges compares with the program's operations one after the other: where a power of a
// root overflows, underflows or loses bits, so must its replacement.
func TestQuotientsByPowersOfRootsAtTheEdges(t *testing.T) {
	root := func(x float32) float32 { return float32(math.Sqrt(float64(x))) }
	numbers := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 3, 0x1p-149, 0x1.8p-140, 0x1.3p-127, 0x1p-126,
		0x1.9p-100, 0x1.7p-99, 0x1.2p-93, 0x1p-84, 0x1p-83, 0x1.5p-75, 0x1p-63, 0x1p-62, 0x1.1p-50, 0x1.3p20, 0x1p62,
		0x1.4p63, 0x1p64, 0x1p82, 0x1.6p84, 0x1.9p85, 0x1p86, 0x1.7p100, 0x1p127, math.MaxFloat32,
		float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}
	for expression, power := range map[string]func(x float32) float32{
		"y / (sqrt(x) * sqrt(x))":                     func(x float32) float32 { return root(x) * root(x) },
		"y / (x * sqrt(x))":                           func(x float32) float32 { return x * root(x) },
		"y / (sqrt(x) * sqrt(x) * sqrt(x))":           func(x float32) float32 { s := root(x); return s * s * s },
		"y / (sqrt(x) * sqrt(x) * sqrt(x) * sqrt(x))": func(x float32) float32 { s := root(x); return s * s * s * s },
		"y / (sqrt(x) * x * sqrt(x))":                 func(x float32) float32 { s := root(x); return s * x * s },
	} {
		eval := evaluator(t, "float", expression)
		for _, x := range numbers {
			for _, y := range numbers {
				want := y / power(x)
				got := math.Float32frombits(uint32(eval(uint64(math.Float32bits(x)), uint64(math.Float32bits(y)))))
				if !isNear(got, want, 8) {
					t.Errorf("%s is %g, not %g, where x is %g and y %g", expression, got, want, x, y)
				}
			}
		}
	}
}

// isNear reports whether a result is the wanted one, or at most the given number of floats away from it.
func isNear(got, want float32, floats int32) bool {
	if want != want || got != got {
		return want != want && got != got
	}
	if math.Signbit(float64(got)) != math.Signbit(float64(want)) {
		return false
	}
	distance := int32(math.Float32bits(got)) - int32(math.Float32bits(want))
	return distance <= floats && -distance <= floats
}
