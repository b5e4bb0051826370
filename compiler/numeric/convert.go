package numeric

import (
	"math"

	"heddle/compiler/ir"
)

// convertOps has the conversions; the caller truncates the result to the target's width.
var convertOps = [ir.OpCount]func(o Operation, x uint64) uint64{
	ir.OpTrunc:   func(_ Operation, x uint64) uint64 { return x },
	ir.OpZExt:    func(_ Operation, x uint64) uint64 { return x },
	ir.OpSExt:    func(o Operation, x uint64) uint64 { return uint64(SignExtend(o.From.Bits(), x)) },
	ir.OpBitcast: func(_ Operation, x uint64) uint64 { return x },
	ir.OpFToF: func(o Operation, x uint64) uint64 {
		return FloatToFloat(o.Type, o.From, ir.Rounding(o.Kind), x)
	},
	ir.OpFToS: func(o Operation, x uint64) uint64 {
		return uint64(ToSigned(o.Type.Bits(), ir.Rounding(o.Kind), widen(o.From, x)))
	},
	ir.OpFToU: func(o Operation, x uint64) uint64 {
		return ToUnsigned(o.Type.Bits(), ir.Rounding(o.Kind), widen(o.From, x))
	},
	ir.OpSToF: func(o Operation, x uint64) uint64 {
		return SignedToFloat(o.Type, ir.Rounding(o.Kind), SignExtend(o.From.Bits(), x))
	},
	ir.OpUToF: func(o Operation, x uint64) uint64 { return UnsignedToFloat(o.Type, ir.Rounding(o.Kind), x) },
}

// widen reads the bits of an f16, f32 or f64.
func widen(t ir.Type, x uint64) float64 {
	switch t {
	case ir.F16:
		return float64(HalfToFloat32(uint16(x)))
	case ir.F32:
		return float64(from32(x))
	}
	return from64(x)
}

// RoundToInteger rounds to an integer; the default is toward zero, as in C's conversions.
func RoundToInteger(mode ir.Rounding, x float64) float64 {
	switch mode {
	case ir.RoundNearest:
		return math.RoundToEven(x)
	case ir.RoundUp:
		return math.Ceil(x)
	case ir.RoundDown:
		return math.Floor(x)
	}
	return math.Trunc(x)
}

// ToSigned converts to a signed integer of w bits (32 or 64); other numbers give the smallest one.
func ToSigned(w uint, mode ir.Rounding, x float64) int64 {
	rounded := RoundToInteger(mode, x)
	limit := math.Ldexp(1, int(w)-1)
	if rounded >= -limit && rounded < limit {
		return int64(rounded)
	}
	low, _ := signedLimits(w)
	return low
}

// ToUnsigned converts to an unsigned integer of w bits (32 or 64); other numbers give all ones.
func ToUnsigned(w uint, mode ir.Rounding, x float64) uint64 {
	rounded := RoundToInteger(mode, x)
	if rounded >= 0 && rounded < math.Ldexp(1, int(w)) {
		return uint64(rounded)
	}
	return ^uint64(0) >> (64 - w)
}

// SignedToFloat converts an integer to the bits of an f32 or f64.
func SignedToFloat(t ir.Type, mode ir.Rounding, x int64) uint64 {
	switch {
	case mode > ir.RoundNearest && x < 0:
		return formats[t].pack(number{negative: true, mantissa: -uint64(x)}, mode)
	case mode > ir.RoundNearest:
		return formats[t].pack(number{mantissa: uint64(x)}, mode)
	case t == ir.F32:
		return bits32(float32(x))
	}
	return bits64(float64(x))
}

// UnsignedToFloat converts an integer to the bits of an f32 or f64.
func UnsignedToFloat(t ir.Type, mode ir.Rounding, x uint64) uint64 {
	switch {
	case mode > ir.RoundNearest:
		return formats[t].pack(number{mantissa: x}, mode)
	case t == ir.F32:
		return bits32(float32(x))
	}
	return bits64(float64(x))
}

// FloatToFloat converts the bits of a float of one format to another. NaNs stay NaNs and become quiet.
func FloatToFloat(to, from ir.Type, mode ir.Rounding, x uint64) uint64 {
	value := widen(from, x)
	switch {
	case to == ir.F64:
		return bits64(value)
	case to == ir.F32 && mode <= ir.RoundNearest:
		return bits32(float32(value))
	}
	return formats[to].packFloat(value, mode)
}

// Float32ToHalf converts to the bits of an f16.
func Float32ToHalf(mode ir.Rounding, x float32) uint16 {
	return uint16(formats[ir.F16].packFloat(float64(x), mode))
}

// Float64ToHalf converts to the bits of an f16, rounding once.
func Float64ToHalf(mode ir.Rounding, x float64) uint16 {
	return uint16(formats[ir.F16].packFloat(x, mode))
}

// HalfToFloat32 converts the bits of an f16; it is exact.
func HalfToFloat32(x uint16) float32 {
	sign := uint32(x>>15) << 31
	exponent, fraction := uint32(x>>10&31), uint32(x&1023)
	switch {
	case exponent == 31 && fraction != 0:
		return math.Float32frombits(sign | 0x7fc00000 | fraction<<13)
	case exponent == 31:
		return math.Float32frombits(sign | 0x7f800000)
	case exponent != 0:
		return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
	}
	magnitude := float32(fraction) / (1 << 24)
	return math.Float32frombits(sign | math.Float32bits(magnitude))
}
