package image

import "math"

// halfToFloat is exact. A signalling NaN becomes a quiet one with the same payload, as F16C does.
func halfToFloat(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exponent, mantissa := uint32(h>>10&31), uint32(h&0x3ff)
	switch exponent {
	case 0:
		magnitude := float32(mantissa) * 0x1p-24
		return math.Float32frombits(sign | math.Float32bits(magnitude))
	case 31:
		bits := sign | 0x7f800000 | mantissa<<13
		if mantissa != 0 {
			bits |= 1 << 22
		}
		return math.Float32frombits(bits)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | mantissa<<13)
}

// floatToHalf rounds to nearest even. Denormalized numbers are kept; a NaN keeps the upper bits of its payload, and
// becomes quiet.
func floatToHalf(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits >> 16 & 0x8000)
	magnitude := bits &^ (1 << 31)
	switch {
	case magnitude > 0x7f800000:
		return sign | 0x7e00 | uint16(magnitude>>13&0x3ff)
	case magnitude >= 0x47800000: // 65536
		return sign | 0x7c00
	case magnitude < 0x38800000: // 2⁻¹⁴: the result is a multiple of 2⁻²⁴
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(magnitude))*0x1p24))
	}
	// The exponent's bias changes by 112; half a unit less one, and one more where the last bit that stays is odd,
	// carry into what stays if it is to be rounded up.
	return sign | uint16((magnitude-112<<23+0xfff+magnitude>>13&1)>>13)
}
