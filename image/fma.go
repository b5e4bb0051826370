package image

import "math"

// fma is x*y+z rounded once. The product is exact in double precision. The sum is rounded to odd there: its last bit is
// set if anything was lost, so that the rounding to single precision sees on which side of a tie the true sum lies
// (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd").
func fma(x, y, z float32) float32 {
	product, addend := float64(x)*float64(y), float64(z)
	sum := product + addend
	if math.IsInf(sum, 0) || sum != sum {
		return float32(sum)
	}
	rest := sum - product
	lost := (product - (sum - rest)) + (addend - rest)
	bits := math.Float64bits(sum)
	switch {
	case lost == 0 || bits&1 != 0:
	case (lost > 0) == (sum > 0):
		bits++
	default:
		bits--
	}
	return float32(math.Float64frombits(bits))
}
