package numeric

import (
	"math"

	"heddle/compiler/ir"
)

func from32(x uint64) float32 { return math.Float32frombits(uint32(x)) }
func bits32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func from64(x uint64) float64 { return math.Float64frombits(x) }
func bits64(x float64) uint64 { return math.Float64bits(x) }

// float32Unary has the operations on one f32. A square root, quotient, sum or product of two floats that is rounded to
// f64 first and then to f32 is still correctly rounded, because 53 >= 2*24+2.
var float32Unary = [ir.OpCount]func(x float32) float32{
	ir.OpFSqrt:    Sqrt32,
	ir.OpFFloor:   func(x float32) float32 { return float32(math.Floor(float64(x))) },
	ir.OpFCeil:    func(x float32) float32 { return float32(math.Ceil(float64(x))) },
	ir.OpFTrunc:   func(x float32) float32 { return float32(math.Trunc(float64(x))) },
	ir.OpFRint:    func(x float32) float32 { return float32(math.RoundToEven(float64(x))) },
	ir.OpFGetExp:  func(x float32) float32 { return float32(GetExp64(float64(x))) },
	ir.OpFGetMant: func(x float32) float32 { return float32(GetMant64(float64(x))) },
	ir.OpFRcp:     func(x float32) float32 { return 1 / x },
	ir.OpFRsqrt:   func(x float32) float32 { return 1 / Sqrt32(x) },
}

var float64Unary = [ir.OpCount]func(x float64) float64{
	ir.OpFSqrt:    math.Sqrt,
	ir.OpFFloor:   func(x float64) float64 { return quiet64(math.Floor(x)) },
	ir.OpFCeil:    func(x float64) float64 { return quiet64(math.Ceil(x)) },
	ir.OpFTrunc:   func(x float64) float64 { return quiet64(math.Trunc(x)) },
	ir.OpFRint:    func(x float64) float64 { return quiet64(math.RoundToEven(x)) },
	ir.OpFGetExp:  GetExp64,
	ir.OpFGetMant: GetMant64,
	ir.OpFRcp:     func(x float64) float64 { return 1 / x },
	ir.OpFRsqrt:   func(x float64) float64 { return 1 / math.Sqrt(x) },
}

var float32Binary = [ir.OpCount]func(x, y float32) float32{
	ir.OpFAdd:   func(x, y float32) float32 { return x + y },
	ir.OpFSub:   func(x, y float32) float32 { return x - y },
	ir.OpFMul:   func(x, y float32) float32 { return x * y },
	ir.OpFDiv:   func(x, y float32) float32 { return x / y },
	ir.OpFRem:   func(x, y float32) float32 { return float32(Rem64(float64(x), float64(y))) },
	ir.OpFMin:   Min32,
	ir.OpFMax:   Max32,
	ir.OpFScale: Scale32,
}

var float64Binary = [ir.OpCount]func(x, y float64) float64{
	ir.OpFAdd:   func(x, y float64) float64 { return x + y },
	ir.OpFSub:   func(x, y float64) float64 { return x - y },
	ir.OpFMul:   func(x, y float64) float64 { return x * y },
	ir.OpFDiv:   func(x, y float64) float64 { return x / y },
	ir.OpFRem:   Rem64,
	ir.OpFMin:   Min64,
	ir.OpFMax:   Max64,
	ir.OpFScale: Scale64,
}

// quiet64 makes a signalling NaN quiet, as arithmetic does and Go's rounding functions do not.
func quiet64(x float64) float64 {
	if x != x {
		return x + x
	}
	return x
}

// Sqrt32 is the square root.
func Sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Min32 is OpFMin.
func Min32(x, y float32) float32 {
	if y != y || x < y {
		return x
	}
	return y
}

// Max32 is OpFMax.
func Max32(x, y float32) float32 {
	if y != y || x > y {
		return x
	}
	return y
}

// Min64 is OpFMin.
func Min64(x, y float64) float64 {
	if y != y || x < y {
		return x
	}
	return y
}

// Max64 is OpFMax.
func Max64(x, y float64) float64 {
	if y != y || x > y {
		return x
	}
	return y
}

// Rem64 is C's fmod. It is exact, so that the f32 remainder is that of the widened operands.
func Rem64(x, y float64) float64 { return math.Mod(x, y) }

// FMA64 is x*y+z rounded once.
func FMA64(x, y, z float64) float64 { return math.FMA(x, y, z) }

// FMA32 is x*y+z rounded once. The product is exact in f64. The sum is rounded there to odd: it is truncated, and the
// last bit set if anything was lost, so that the rounding to f32 still sees on which side of a tie the true sum lies
// (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd").
func FMA32(x, y, z float32) float32 {
	product, addend := float64(x)*float64(y), float64(z)
	sum := product + addend
	if math.IsInf(sum, 0) || sum != sum {
		return float32(sum)
	}
	rest := sum - product
	lost := (product - (sum - rest)) + (addend - rest)
	raw := math.Float64bits(sum)
	if lost == 0 || raw&1 != 0 {
		return float32(sum)
	}
	if (lost > 0) == (sum > 0) {
		return float32(math.Float64frombits(raw + 1))
	}
	return float32(math.Float64frombits(raw - 1))
}

// GetExp64 is the exponent of x as a float: that of zero is -Inf, that of an infinity +Inf.
func GetExp64(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 0):
		return math.Inf(1)
	case x != x:
		return quiet64(x)
	}
	return float64(math.Ilogb(x))
}

// GetMant64 is x scaled by a power of two into [1,2), with its sign; 1 with its sign for zeros and infinities.
func GetMant64(x float64) float64 {
	switch {
	case x != x:
		return quiet64(x)
	case x == 0 || math.IsInf(x, 0):
		return math.Copysign(1, x)
	}
	fraction, _ := math.Frexp(x)
	return 2 * fraction
}

// Scale64 is x * 2^floor(y). A NaN scaled by an infinity is that of VSCALEF: infinity for +Inf, zero for -Inf if it is
// quiet, else a NaN.
func Scale64(x, y float64) float64 {
	if x != x && math.Float64bits(x)&(1<<51) == 0 {
		return x + y
	}
	if special, ok := scaleSpecial(x, y); ok {
		return special
	}
	return math.Ldexp(x, int(max(-5000, min(5000, math.Floor(y)))))
}

// Scale32 is x * 2^floor(y). With y limited as here the product is exact in f64, so it is rounded once.
func Scale32(x, y float32) float32 {
	if x != x && math.Float32bits(x)&(1<<22) == 0 {
		return x + y
	}
	if special, ok := scaleSpecial(float64(x), float64(y)); ok {
		return float32(special)
	}
	return float32(math.Ldexp(float64(x), int(max(-500, min(500, math.Floor(float64(y)))))))
}

func scaleSpecial(x, y float64) (float64, bool) {
	switch {
	case y != y:
		return x + y, true
	case math.IsInf(y, 1) && x != x:
		return y, true
	case math.IsInf(y, -1) && x != x:
		return 0, true
	case math.IsInf(y, 1):
		return x * y, true // a zero gives a NaN, anything else an infinity
	case math.IsInf(y, -1) && math.IsInf(x, 0):
		return x * 0, true
	case math.IsInf(y, -1):
		return math.Copysign(0, x), true
	case x != x:
		return x, true
	}
	return 0, false
}

// CompareFloat reports whether two floats satisfy a predicate; f32 values may be widened first.
func CompareFloat(pred ir.FCmpPred, x, y float64) bool {
	unordered := x != x || y != y
	switch pred {
	case ir.OEQ:
		return x == y
	case ir.ONE:
		return x < y || x > y
	case ir.OLT:
		return x < y
	case ir.OLE:
		return x <= y
	case ir.OGT:
		return x > y
	case ir.OGE:
		return x >= y
	case ir.ORD:
		return !unordered
	case ir.UNO:
		return unordered
	case ir.UEQ:
		return unordered || x == y
	}
	return x != y
}
