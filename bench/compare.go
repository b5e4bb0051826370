package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
)

// tolerance is the relative difference two correct drivers may show in a kernel of floats: sums in one order, rounded
// or fused, of some thousand terms.
const tolerance = 2e-4

// halfTolerance is the same of halves, which some forms round once and others after each of some tens of operations.
const halfTolerance = 2e-2

// half is the value of an IEEE number of 16 bits.
func half(bits uint16) float64 {
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&31), float64(bits&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// normalized is the kind of bytes that stand for floats from 0 to 1. Kernels divide by 255 in different ways, so they
// may be one apart.
const normalized = "unorm8"

// compare describes where the two drivers' results differ.
func (k *benchKernel) compare(dumps [2]string) error {
	var results [2][]byte
	for d, path := range dumps {
		var err error
		if results[d], err = os.ReadFile(path); err != nil {
			return err
		}
	}
	if len(results[0]) != len(results[1]) {
		return fmt.Errorf("%d and %d bytes of results", len(results[0]), len(results[1]))
	}
	at, different, total := 0, 0, 0
	for i, kind := range k.outputs {
		size := elementSize(kind)
		for range k.counts[i] {
			if !same(kind, results[0][at:at+size], results[1][at:at+size]) {
				different++
			}
			at += size
			total++
		}
	}
	// A point at the edge of a fractal may fall to either side by one rounding error.
	if k.group == "divergent" && different*200 <= total {
		return nil
	}
	if different > 0 {
		return fmt.Errorf("%d of %d differ", different, total)
	}
	return nil
}

func elementSize(kind string) int {
	switch kind {
	case "u8", normalized:
		return 1
	case "i16", "f16":
		return 2
	case "f64", "u64":
		return 8
	}
	return 4
}

func same(kind string, a, b []byte) bool {
	switch kind {
	case "f16":
		x, y := half(binary.LittleEndian.Uint16(a)), half(binary.LittleEndian.Uint16(b))
		return near(x, y) || math.Abs(x-y) <= halfTolerance*max(0.125, math.Abs(x), math.Abs(y))
	case "f32":
		return near(float64(math.Float32frombits(binary.LittleEndian.Uint32(a))),
			float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	case "f64":
		return near(math.Float64frombits(binary.LittleEndian.Uint64(a)),
			math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	return string(a) == string(b) || kind == normalized && max(a[0], b[0])-min(a[0], b[0]) == 1
}

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= tolerance*max(1, math.Abs(a), math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}
