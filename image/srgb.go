package image

import (
	"math"
	"sync"
)

// The sRGB curve is applied by tables in both directions. Machine code reads the same ones, by their addresses
// (memory_unsafe.go).

// sRGBDecoded is the linear value of each code.
var sRGBDecoded = sync.OnceValue(func() *[256]float32 {
	var table [256]float32
	for code := range table {
		table[code] = float32(sRGBToLinear(float64(code) / 255))
	}
	return &table
})

// sRGBThresholds has for each code the least float that it is written for, which makes writing exact without powers:
// the code of f is the number of thresholds, without the first, that are not above it.
var sRGBThresholds = sync.OnceValue(func() *[256]float32 {
	var table [256]float32
	for code := 1; code < 256; code++ {
		f := float32(sRGBToLinear((float64(code) - 0.5) / 255))
		for linearToSRGB(f) >= code {
			f = math.Nextafter32(f, 0)
		}
		for linearToSRGB(f) < code {
			f = math.Nextafter32(f, 1)
		}
		table[code] = f
	}
	return &table
})

// Machine code writes sRGB by one table. A float from 2^-13 to 1 is in one of 128 intervals of its octave, by its upper
// 16 bits. No interval has two thresholds, so a code is that at the interval's start, or from the threshold on the
// next:
//
//	code = (table[bits>>16 - SRGBFirst>>16] + bits&0xffff) >> 16
//
// where an entry is the code at the start, shifted by 16 bits, plus what carries into it from the threshold on.

// SRGBFirst are the bits of the least float in the table, which is below all thresholds.
const SRGBFirst = 0x39000000

const sRGBIntervals = (0x3f800000-SRGBFirst)>>16 + 1 // the last is for 1

var sRGBEncoded = sync.OnceValue(func() *[sRGBIntervals]uint32 {
	var table [sRGBIntervals]uint32
	thresholds := sRGBThresholds()
	for i := range table {
		start := uint32(SRGBFirst + i<<16)
		code := uint32(sRGBEncode(math.Float32frombits(start)))
		table[i] = code << 16
		if code == 255 {
			continue
		}
		if next := math.Float32bits(thresholds[code+1]) - start; next < 1<<16 {
			table[i] += 1<<16 - next
		}
	}
	return &table
})

func sRGBToLinear(c float64) float64 {
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// linearToSRGB is the specification's formula for a float from 0 to 1.
func linearToSRGB(f float32) int {
	c := float64(f)
	if c < 0.0031308 {
		c *= 12.92
	} else {
		c = 1.055*math.Pow(c, 1/2.4) - 0.055
	}
	return int(math.Floor(c*255 + 0.5))
}

// sRGBEncode is the code of a float. NaN is 0.
func sRGBEncode(f float32) uint8 {
	thresholds := sRGBThresholds()
	code := 0
	for step := 128; step > 0; step /= 2 {
		if f >= thresholds[code+step] {
			code += step
		}
	}
	return uint8(code)
}
