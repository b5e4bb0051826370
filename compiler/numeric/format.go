package numeric

import (
	"math"
	"math/bits"

	"heddle/compiler/ir"
)

// Rounding into a floating format, in integers. A number is exactly mantissa * 2^exponent. Its mantissa is truncated to
// as many bits as the format keeps at that magnitude (fewer for subnormals), and the discarded bits decide, by mode and
// sign, whether one is added. The bits of a float increase with the magnitude, so a carry out of the fraction
// increments the exponent by itself, and in the end gives infinity.

// number is mantissa * 2^exponent.
type number struct {
	negative bool
	mantissa uint64
	exponent int
}

// format is an IEEE 754 binary format.
type format struct {
	fractionBits int
	bias         int
	width        uint
}

// formats are the floating types, by type.
var formats = [...]format{
	ir.F16: {fractionBits: 10, bias: 15, width: 16},
	ir.F32: {fractionBits: 23, bias: 127, width: 32},
	ir.F64: {fractionBits: 52, bias: 1023, width: 64},
}

func (f format) infinity() uint64 { return uint64(2*f.bias+1) << f.fractionBits }

func (f format) sign(negative bool) uint64 {
	if negative {
		return 1 << (f.width - 1)
	}
	return 0
}

// packFloat rounds a float into the format.
func (f format) packFloat(x float64, mode ir.Rounding) uint64 {
	raw := math.Float64bits(x)
	sign := f.sign(raw>>63 != 0)
	exponent, fraction := int(raw>>52&2047), raw&(1<<52-1)
	switch {
	case x == 0:
		return sign
	case exponent == 2047 && fraction != 0:
		return sign | f.infinity() | 1<<(f.fractionBits-1) | fraction>>(52-f.fractionBits)
	case exponent == 2047:
		return sign | f.infinity()
	case exponent == 0:
		return f.pack(number{sign != 0, fraction, -1074}, mode)
	}
	return f.pack(number{sign != 0, fraction | 1<<52, exponent - 1075}, mode)
}

// pack rounds a number into the format; too large ones give infinity or the largest finite number, by mode.
func (f format) pack(n number, mode ir.Rounding) uint64 {
	sign := f.sign(n.negative)
	if n.mantissa == 0 {
		return sign
	}
	lead := bits.Len64(n.mantissa) - 1 + n.exponent // of the highest bit
	unit := max(lead, 1-f.bias) - f.fractionBits    // exponent of the last bit kept
	kept, up := roundOff(n, unit-n.exponent, mode)
	if up {
		kept++
	}
	if biased := unit + f.fractionBits + f.bias - 1; biased > 0 {
		kept += uint64(biased) << f.fractionBits
	}
	if kept >= f.infinity() {
		return sign | f.overflow(n.negative, mode)
	}
	return sign | kept
}

// overflow is the result for numbers too large for the format.
func (f format) overflow(negative bool, mode ir.Rounding) uint64 {
	towardZero := mode == ir.RoundZero || mode == ir.RoundUp && negative || mode == ir.RoundDown && !negative
	if towardZero {
		return f.infinity() - 1
	}
	return f.infinity()
}

// roundOff discards the lowest drop bits of the mantissa, and reports whether the rest must be incremented.
func roundOff(n number, drop int, mode ir.Rounding) (kept uint64, up bool) {
	if drop <= 0 {
		return n.mantissa << -drop, false
	}
	if drop > 64 {
		return 0, mode == ir.RoundUp && !n.negative || mode == ir.RoundDown && n.negative
	}
	kept = n.mantissa >> drop // 0 for drop == 64
	rest, half := n.mantissa<<(64-drop), uint64(1)<<63
	switch mode {
	case ir.RoundZero:
		return kept, false
	case ir.RoundUp:
		return kept, rest != 0 && !n.negative
	case ir.RoundDown:
		return kept, rest != 0 && n.negative
	}
	return kept, rest > half || rest == half && kept&1 != 0
}
