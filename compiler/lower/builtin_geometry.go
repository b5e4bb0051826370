package lower

import (
	"fmt"
	"math"
	"slices"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
)

// Lengths are computed from scaled vectors, so that no square overflows or underflows: doubles are divided by a power
// of two near their largest element. Floats have functions of the library, which square as doubles where that is needed
// (lib/root.cl). The fast_ forms do not scale.

// scaledVector is a vector for squaring: its elements times 2^exponent are the original ones.
type scaledVector struct {
	elems    []ir.ValueID
	exponent ir.ValueID // of the elements' type; 0: none
}

func (l *funcLowerer) scaled(c *builtin.Call, values []ir.ValueID) scaledVector {
	if isFast(c) || isHalf(c.Elem) { // the squares of halves are normal floats
		return scaledVector{values, 0}
	}
	return l.scaledDoubles(values)
}

func isFast(c *builtin.Call) bool { return c.Name[:5] == "fast_" }

// byVectorLibrary calls the library's function for vectors of this many floats, element by element; nil for other
// calls.
func (l *funcLowerer) byVectorLibrary(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if isFast(c) || c.Elem.Kind != ast.Float || len(args[0]) == 1 {
		return nil
	}
	id := l.libraryFunc(fmt.Sprintf("%s%s%d_f32", libraryPrefix, c.Name, len(args[0])), diag.Pos(l.Pos))
	return l.Call(id, l.module.Funcs[id].Results, slices.Concat(args...)...)
}

// scaledDoubles limits the exponent to that of normal numbers, which scales zero, infinity and NaN by one too.
func (l *funcLowerer) scaledDoubles(values []ir.ValueID) scaledVector {
	largest := l.Un(ir.OpFAbs, values[0])
	for _, v := range values[1:] {
		largest = l.Bin(ir.OpFMax, largest, l.Un(ir.OpFAbs, v))
	}
	bound := l.Bin(ir.OpFMin, l.Un(ir.OpFGetExp, largest), l.floatConst(ir.F64, 1023))
	exponent := l.Bin(ir.OpFMax, bound, l.floatConst(ir.F64, -1022))
	down := l.Un(ir.OpFNeg, exponent)
	out := make([]ir.ValueID, len(values))
	for i, v := range values {
		out[i] = l.Bin(ir.OpFScale, v, down)
	}
	return scaledVector{out, exponent}
}

// lengthOf is the length of the original vector, in the type of the call.
func (l *funcLowerer) lengthOf(c *builtin.Call, x scaledVector) []ir.ValueID {
	root := l.root(l.dot(x.elems, x.elems))
	if x.exponent != 0 {
		root = l.Bin(ir.OpFScale, root, x.exponent)
	}
	return one(l.floatToFloat(root, valueType(c.Elem), 0))
}

func (l *funcLowerer) length(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if len(args[0]) == 1 {
		return one(l.Un(ir.OpFAbs, args[0][0]))
	}
	if results := l.byVectorLibrary(c, args); results != nil {
		return results
	}
	return l.lengthOf(c, l.scaled(c, args[0]))
}

func (l *funcLowerer) distance(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if results := l.byVectorLibrary(c, args); results != nil {
		return results
	}
	x, y := args[0], args[1]
	difference := make([]ir.ValueID, len(x))
	for i := range x {
		difference[i] = l.Bin(ir.OpFSub, x[i], y[i])
	}
	if len(difference) == 1 {
		return one(l.Un(ir.OpFAbs, difference[0]))
	}
	return l.lengthOf(c, l.scaled(c, difference))
}

// normalize divides by the length; a zero vector is unchanged. The specification gives a vector with infinite elements
// a direction: those count as one, the others as zero.
func (l *funcLowerer) normalize(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if len(args[0]) == 1 {
		return one(l.direction(args[0][0]))
	}
	if results := l.byVectorLibrary(c, args); results != nil {
		return results
	}
	x := l.scaled(c, l.directed(args[0]))
	square := l.dot(x.elems, x.elems)
	t := l.Func.Type(square)
	isZero := l.FCmp(ir.OEQ, square, l.floatConst(t, 0))
	scale := l.Bin(ir.OpFDiv, l.floatConst(t, 1), l.root(square))
	out := make([]ir.ValueID, len(x.elems))
	for i, v := range x.elems {
		unit := l.floatToFloat(l.Bin(ir.OpFMul, v, scale), valueType(c.Elem), 0)
		out[i] = l.Select(isZero, args[0][i], unit)
	}
	return out
}

// direction is 1 with the sign of x; zeros and NaNs are unchanged.
func (l *funcLowerer) direction(x ir.ValueID) ir.ValueID {
	t := l.Func.Type(x)
	unit := l.Bin(ir.OpFCopySign, l.floatConst(t, 1), x)
	return l.Select(l.FCmp(ir.ONE, x, l.floatConst(t, 0)), unit, x)
}

// directed replaces the elements of a vector that has an infinite one.
func (l *funcLowerer) directed(x []ir.ValueID) []ir.ValueID {
	t := l.Func.Type(x[0])
	infinity, oneValue, zero := l.floatConst(t, math.Inf(1)), l.floatConst(t, 1), l.floatConst(t, 0)
	isInf := make([]ir.ValueID, len(x))
	for i, v := range x {
		isInf[i] = l.FCmp(ir.OEQ, l.Un(ir.OpFAbs, v), infinity)
	}
	anyInf := isInf[0]
	for _, v := range isInf[1:] {
		anyInf = l.Bin(ir.OpOr, anyInf, v)
	}
	out := make([]ir.ValueID, len(x))
	for i, v := range x {
		other := l.Bin(ir.OpFMul, v, zero) // propagates a NaN
		replaced := l.Select(isInf[i], l.Bin(ir.OpFCopySign, oneValue, v), other)
		out[i] = l.Select(anyInf, replaced, v)
	}
	return out
}
