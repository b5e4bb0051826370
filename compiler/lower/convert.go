package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

func (l *funcLowerer) cast(e *ast.Cast) []ir.ValueID {
	from, to := e.X.ExprType(), e.Type
	switch {
	case to.Kind == ast.Void:
		l.effect(e.X)
		return nil
	case to.Kind == ast.Bool && from.IsScalar():
		return one(l.Conv(ir.OpZExt, ir.I8, 0, l.condition(e.X)))
	}
	values := l.expr(e.X)
	l.at(e.Pos)
	if to.Kind == ast.Vector && from.Kind != ast.Vector {
		v := l.convertScalar(values[0], from, to.Elem)
		values = l.MakeList(to.Lanes())
		for i := range values {
			values[i] = v
		}
		return values
	}
	return l.convertValues(values, from, to)
}

// convertValues converts element by element.
func (l *funcLowerer) convertValues(values []ir.ValueID, from, to *ast.Type) []ir.ValueID {
	from, to = from.Scalar(), to.Scalar()
	if from == to || from.Kind == to.Kind {
		return values
	}
	out := l.MakeList(len(values))
	for i, v := range values {
		out[i] = l.convertScalar(v, from, to)
	}
	return out
}

// convertScalar converts as C's casts do.
func (l *funcLowerer) convertScalar(v ir.ValueID, from, to *ast.Type) ir.ValueID {
	return l.convertRounding(v, from, to, ir.RoundDefault)
}

func (l *funcLowerer) convertRounding(v ir.ValueID, from, to *ast.Type, mode ir.Rounding) ir.ValueID {
	t := valueType(to)
	switch {
	case from.Kind == to.Kind:
		return v
	case to.Kind == ast.Bool:
		return l.Conv(ir.OpZExt, ir.I8, 0, l.notZero(v, from))
	case to.Kind == ast.Half && !from.IsFloat(): // a float holds every integer that is no infinite half
		return l.convertRounding(l.convertRounding(v, from, ast.Basic(ast.Float), mode), ast.Basic(ast.Float), to, mode)
	case to.Kind == ast.Half:
		return l.fromHalf(l.Conv(ir.OpFToF, ir.F16, mode, v))
	case from.IsFloat() && to.IsFloat():
		return l.floatToFloat(v, t, mode)
	case from.IsFloat() && to.IsInteger():
		return l.floatToInt(v, to, mode)
	case to.IsFloat():
		op := ir.OpUToF
		if from.IsSigned() {
			op = ir.OpSToF
		}
		return l.Conv(op, t, mode, v)
	case t == ir.Ptr && l.Func.Type(v) == ir.Ptr:
		return v
	case t == ir.Ptr:
		return l.Conv(ir.OpBitcast, ir.Ptr, 0, l.toI64(v, from))
	case l.Func.Type(v) == ir.Ptr:
		return l.resize(l.Conv(ir.OpBitcast, ir.I64, 0, v), t, false)
	}
	return l.resize(v, t, from.IsSigned())
}

func (l *funcLowerer) floatToFloat(v ir.ValueID, t ir.Type, mode ir.Rounding) ir.ValueID {
	if l.Func.Type(v) == t {
		return v
	}
	return l.Conv(ir.OpFToF, t, mode, v)
}

// floatToInt converts within range; small integers go through 32 bits.
func (l *funcLowerer) floatToInt(v ir.ValueID, to *ast.Type, mode ir.Rounding) ir.ValueID {
	t := valueType(to)
	if t.Bits() < 32 {
		return l.Conv(ir.OpTrunc, t, 0, l.Conv(ir.OpFToS, ir.I32, mode, v))
	}
	op := ir.OpFToU
	if to.IsSigned() {
		op = ir.OpFToS
	}
	return l.Conv(op, t, mode, v)
}

// resize changes an integer's width.
func (l *funcLowerer) resize(v ir.ValueID, t ir.Type, signed bool) ir.ValueID {
	from := l.Func.Type(v)
	if c := l.Func.Instr(v); c.Op == ir.OpConst && from.IsInt() {
		bits := c.Imm
		if signed {
			shift := 64 - from.Bits()
			bits = uint64(int64(bits<<shift) >> shift)
		}
		return l.Const(t, bits)
	}
	switch {
	case from.Bits() == t.Bits():
		return v
	case from.Bits() > t.Bits():
		return l.Conv(ir.OpTrunc, t, 0, v)
	case signed:
		return l.Conv(ir.OpSExt, t, 0, v)
	}
	return l.Conv(ir.OpZExt, t, 0, v)
}

func (l *funcLowerer) toI64(v ir.ValueID, t *ast.Type) ir.ValueID {
	return l.resize(v, ir.I64, t.Scalar().IsSigned())
}

// convertBuiltin is convert_T: rounding modes and saturation.
func (l *funcLowerer) convertBuiltin(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	from, to := c.Params[0].Scalar(), c.Elem
	out := l.MakeList(len(args[0]))
	for i, v := range args[0] {
		switch {
		case !c.Convert.Saturate || to.IsFloat():
			out[i] = l.convertRounding(v, from, to, c.Convert.Rounding)
		case from.IsFloat():
			out[i] = l.saturateFloat(v, to, c.Convert.Rounding)
		default:
			out[i] = l.convertScalar(l.saturateInt(v, from, to), from, to)
		}
	}
	return out
}

// valueBits is how many bits of an integer type carry its magnitude.
func valueBits(t *ast.Type) uint {
	bits := valueType(t).Bits()
	if t.Kind == ast.Bool {
		return 1
	}
	if t.IsSigned() {
		bits--
	}
	return bits
}

// saturateInt clamps an integer, in its own type, to the range of another.
func (l *funcLowerer) saturateInt(v ir.ValueID, from, to *ast.Type) ir.ValueID {
	t := valueType(from)
	low, high := ir.OpUMax, ir.OpUMin
	if from.IsSigned() {
		low, high = ir.OpSMax, ir.OpSMin
	}
	if from.IsSigned() {
		switch {
		case !to.IsSigned():
			v = l.Bin(low, v, l.Const(t, 0))
		case valueBits(to) < valueBits(from):
			v = l.Bin(low, v, l.Const(t, ^uint64(0)<<valueBits(to)))
		}
	}
	if valueBits(to) < valueBits(from) {
		v = l.Bin(high, v, l.Const(t, 1<<valueBits(to)-1))
	}
	return v
}

// saturateFloat converts a float to an integer type and clamps it; NaN gives 0. Where the limits are floats the value
// is clamped before the conversion; otherwise a value beyond them is an integer already and is recognised afterwards.
func (l *funcLowerer) saturateFloat(v ir.ValueID, to *ast.Type, mode ir.Rounding) ir.ValueID {
	t := l.Func.Type(v)
	high, low := pow2(valueBits(to)), 0.0
	if to.IsSigned() {
		low = -high
	}
	nan := l.FCmp(ir.UNO, v, v)
	it := valueType(to)
	if mantissa := map[ir.Type]uint{ir.F32: 24, ir.F64: 53}[t]; valueBits(to) <= mantissa {
		clamped := l.Bin(ir.OpFMin, l.Bin(ir.OpFMax, v, l.floatConst(t, low)), l.floatConst(t, high-1))
		return l.Select(nan, l.Const(it, 0), l.floatToInt(clamped, to, mode))
	}
	r := l.floatToInt(v, to, mode)
	maximum := uint64(1)<<valueBits(to) - 1
	r = l.Select(l.FCmp(ir.OGE, v, l.floatConst(t, high)), l.Const(it, maximum), r)
	minimum := l.Const(it, 0)
	if to.IsSigned() {
		minimum = l.Const(it, 1<<valueBits(to))
	}
	r = l.Select(l.FCmp(ir.OLT, v, l.floatConst(t, low)), minimum, r)
	return l.Select(nan, l.Const(it, 0), r)
}

func pow2(n uint) float64 { return float64(uint64(1)<<(n/2)) * float64(uint64(1)<<(n-n/2)) }

// asBuiltin is as_T: the same bytes as other elements.
func (l *funcLowerer) asBuiltin(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	from, to := c.Params[0].Scalar(), c.Elem
	ints := make([]ir.ValueID, len(args[0]))
	for i, v := range l.halfBits(from, args[0]) {
		ints[i] = l.bitcast(v, intOfBits(memoryType(from).Bits()))
	}
	ints = l.regroup(ints, intOfBits(memoryType(to).Bits()))
	for len(ints) < c.Lanes {
		ints = append(ints, l.Const(intOfBits(memoryType(to).Bits()), 0)) // the fourth element of a vector of 3
	}
	ints = ints[:c.Lanes]
	if isHalf(to) {
		return l.ofHalfBits(ints)
	}
	for i, v := range ints {
		ints[i] = l.bitcast(v, valueType(to))
	}
	return ints
}

func (l *funcLowerer) bitcast(v ir.ValueID, t ir.Type) ir.ValueID {
	if l.Func.Type(v) == t {
		return v
	}
	return l.Conv(ir.OpBitcast, t, 0, v)
}

func intOfBits(bits uint) ir.Type {
	switch bits {
	case 8:
		return ir.I8
	case 16:
		return ir.I16
	case 32:
		return ir.I32
	}
	return ir.I64
}

// regroup converts integers to integers of another width with the same bits, the first the lowest.
func (l *funcLowerer) regroup(ints []ir.ValueID, t ir.Type) []ir.ValueID {
	from := l.Func.Type(ints[0])
	if from == t {
		return ints
	}
	var out []ir.ValueID
	if from.Bits() > t.Bits() {
		for _, v := range ints {
			for shift := uint(0); shift < from.Bits(); shift += t.Bits() {
				out = append(out, l.Conv(ir.OpTrunc, t, 0, l.Bin(ir.OpLShr, v, l.Const(from, uint64(shift)))))
			}
		}
		return out
	}
	per := int(t.Bits() / from.Bits())
	for i := 0; i < len(ints); i += per {
		sum := l.Conv(ir.OpZExt, t, 0, ints[i])
		for j := 1; j < per && i+j < len(ints); j++ {
			part := l.Conv(ir.OpZExt, t, 0, ints[i+j])
			shift := l.Const(t, uint64(j)*uint64(from.Bits()))
			sum = l.Bin(ir.OpOr, sum, l.Bin(ir.OpShl, part, shift))
		}
		out = append(out, sum)
	}
	return out
}
