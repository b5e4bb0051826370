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
