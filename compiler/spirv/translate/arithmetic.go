package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// operand is an argument of a built-in function.
type operand struct {
	typ    *ast.Type
	values []ir.ValueID
}

// arg is an operand of the instruction for a built-in function, its integers with or without a sign.
func (e *emitter) arg(n int, signed bool) operand {
	t := e.number(e.typ(n), signed)
	if elem := e.untypedElem(n, signed); elem != nil {
		t = e.types.Pointer(elem, 0, t.Space)
	}
	if t.Kind == ast.Pointer && t.Space == ast.Generic {
		t = e.types.Pointer(t.Elem, t.ElemQual, spaces[e.storageOf(e.in.ID(n))].declared)
	}
	return operand{t, e.value(n)}
}

// builtinCall calls a built-in function of OpenCL C; nil after an error.
func (e *emitter) builtinCall(name string, args ...operand) []ir.ValueID {
	types, values := make([]*ast.Type, len(args)), make([][]ir.ValueID, len(args))
	for i, a := range args {
		types[i], values[i] = a.typ, a.values
	}
	out, _, err := e.Builtin(name, types, values)
	if err != nil {
		return e.fail("%v", err)
	}
	return out
}

// binary combines two operands element by element.
func (e *emitter) binary(op ir.Op, flags ir.Flags) []ir.ValueID {
	x, y := e.value(0), e.value(1)
	out := make([]ir.ValueID, len(x))
	for i := range x {
		out[i] = e.Emit(ir.Instr{Op: op, Type: e.Func.Type(x[i]), Flags: flags, Args: e.List(x[i], y[i])})
	}
	return out
}

// maskOfWider is the lower half of a number under a mask; nil where the number is no wider than the mask.
func (e *emitter) maskOfWider() []ir.ValueID {
	if e.typ(0).Bits == e.result().Bits {
		return nil
	}
	return []ir.ValueID{e.Bin(ir.OpAnd, e.resize(e.scalar(0), ir.I32, false), e.scalar(1))}
}

// intBinary is an operation on integers. Where the module says that a signed sum or product does not wrap, the IR says
// so, too.
func intBinary(op ir.Op) lowering {
	return func(e *emitter) []ir.ValueID {
		flags := ir.Flags(0)
		if _, ok := e.Decorated(e.in.Result, spirv.DecorationNoSignedWrap); ok && e.result().Scalar().Bits >= 32 &&
			!e.result().Scalar().IsOdd() &&
			(op == ir.OpAdd || op == ir.OpSub || op == ir.OpMul) {
			flags = ir.FlagNoWrap
		}
		return e.binary(op, flags)
	}
}

// floatBinary is an operation on floats. Halves are computed as floats and rounded, as OpenCL C's are.
func floatBinary(op ir.Op) lowering {
	return func(e *emitter) []ir.ValueID {
		x, y := e.value(0), e.value(1)
		out := make([]ir.ValueID, len(x))
		for i := range x {
			out[i] = e.basic(op, x[i], y[i], e.floatFlags())
		}
		return e.rounded(out)
	}
}

// rounded rounds results that are halves computed as floats.
func (e *emitter) rounded(values []ir.ValueID) []ir.ValueID {
	t := e.result().Scalar()
	if !isHalf(t) || e.register(t) == ir.F16 {
		return values
	}
	return e.each(values, func(v ir.ValueID) ir.ValueID {
		return e.Conv(ir.OpFToF, ir.F32, 0, e.Conv(ir.OpFToF, ir.F16, e.halfRounding(), v))
	})
}

// floatModulo has the sign of the divisor.
func (e *emitter) floatModulo() []ir.ValueID {
	x, y := e.value(0), e.value(1)
	out := make([]ir.ValueID, len(x))
	for i := range x {
		r := e.Bin(ir.OpFRem, x[i], y[i])
		zero := e.Const(e.Func.Type(r), 0)
		differ := e.ICmp(ir.NE, e.FCmp(ir.OLT, r, zero), e.FCmp(ir.OLT, y[i], zero))
		moved := e.Bin(ir.OpAnd, e.FCmp(ir.UNE, r, zero), differ)
		out[i] = e.Select(moved, e.basic(ir.OpFAdd, r, y[i], 0), r)
	}
	return e.rounded(out)
}

// intModulo has the sign of the divisor.
func (e *emitter) intModulo() []ir.ValueID {
	x, y := e.value(0), e.value(1)
	out := make([]ir.ValueID, len(x))
	for i := range x {
		r := e.Bin(ir.OpSRem, x[i], y[i])
		zero := e.Const(e.Func.Type(r), 0)
		differ := e.ICmp(ir.SLT, e.Bin(ir.OpXor, r, y[i]), zero)
		moved := e.Bin(ir.OpAnd, e.ICmp(ir.NE, r, zero), differ)
		out[i] = e.Select(moved, e.Bin(ir.OpAdd, r, y[i]), r)
	}
	return out
}

func (e *emitter) negate() []ir.ValueID {
	return e.each(e.value(0), func(v ir.ValueID) ir.ValueID {
		return e.Bin(ir.OpSub, e.Const(e.Func.Type(v), 0), v)
	})
}

func (e *emitter) floatNegate() []ir.ValueID {
	return e.each(e.value(0), func(v ir.ValueID) ir.ValueID { return e.Un(ir.OpFNeg, v) })
}

func (e *emitter) not() []ir.ValueID {
	return e.each(e.value(0), func(v ir.ValueID) ir.ValueID {
		t := e.Func.Type(v)
		return e.Bin(ir.OpXor, v, e.Const(t, t.Mask()))
	})
}

// shift is a shift by counts of any width; counts beyond the width are undefined.
func shift(op ir.Op) lowering {
	return func(e *emitter) []ir.ValueID {
		x, n := e.value(0), e.value(1)
		out := make([]ir.ValueID, len(x))
		for i := range x {
			out[i] = e.Bin(op, x[i], e.resize(n[i], e.Func.Type(x[i]), false))
		}
		return out
	}
}

func intCompare(pred ir.ICmpPred) lowering {
	return func(e *emitter) []ir.ValueID {
		x, y := e.value(0), e.value(1)
		out := make([]ir.ValueID, len(x))
		for i := range x {
			out[i] = e.ICmp(pred, x[i], y[i])
		}
		return out
	}
}

// floatCompare compares; opposite gives the other truth value, for predicates that the IR lacks.
func floatCompare(pred ir.FCmpPred, opposite bool) lowering {
	return func(e *emitter) []ir.ValueID {
		x, y := e.value(0), e.value(1)
		out := make([]ir.ValueID, len(x))
		for i := range x {
			out[i] = e.FCmp(pred, x[i], y[i])
			if opposite {
				out[i] = e.Bin(ir.OpXor, out[i], e.Const(ir.I1, 1))
			}
		}
		return out
	}
}

// classify is a function of OpenCL C that tells about a float.
func classify(name string) lowering {
	return func(e *emitter) []ir.ValueID {
		values := e.builtinCall(name, e.arg(0, false))
		return e.truths(values)
	}
}

// fold combines the elements of a vector of truth values.
func fold(op ir.Op) lowering {
	return func(e *emitter) []ir.ValueID {
		values := e.value(0)
		v := values[0]
		for _, w := range values[1:] {
			v = e.Bin(op, v, w)
		}
		return []ir.ValueID{v}
	}
}

// choose selects; a scalar condition is for the whole value.
func (e *emitter) choose() []ir.ValueID {
	cond, x, y := e.value(0), e.value(1), e.value(2)
	out := make([]ir.ValueID, len(x))
	for i := range x {
		c := cond[0]
		if e.typ(0).Kind == spirv.Vector {
			c = cond[i]
		}
		out[i] = e.Select(c, x[i], y[i])
	}
	return out
}

func (e *emitter) dot() []ir.ValueID {
	if e.truncates(e.result()) {
		return e.dotToZero()
	}
	x, y := e.value(0), e.value(1)
	if len(x) <= 4 {
		return e.builtinCall("dot", e.arg(0, false), e.arg(1, false))
	}
	sum := e.Bin(ir.OpFMul, x[0], y[0])
	for i := 1; i < len(x); i++ {
		sum = e.FMA(x[i], y[i], sum)
	}
	return e.rounded([]ir.ValueID{sum})
}

func (e *emitter) timesScalar() []ir.ValueID {
	y := e.scalar(1)
	return e.rounded(e.each(e.value(0), func(v ir.ValueID) ir.ValueID {
		return e.basic(ir.OpFMul, v, y, e.floatFlags())
	}))
}

func (e *emitter) fma() []ir.ValueID {
	if e.truncates(e.result()) {
		return e.truncated(0, truncatedFMA)
	}
	return e.builtinCall("fma", e.arg(0, false), e.arg(1, false), e.arg(2, false))
}

// carry is a sum or difference, and whether it wrapped.
func carry(op ir.Op) lowering {
	return func(e *emitter) []ir.ValueID {
		x, y := e.value(0), e.value(1)
		var low, high []ir.ValueID
		for i := range x {
			r := e.Bin(op, x[i], y[i])
			wrapped := e.ICmp(ir.ULT, r, x[i])
			if op == ir.OpSub {
				wrapped = e.ICmp(ir.ULT, x[i], y[i])
			}
			low, high = append(low, r), append(high, e.Conv(ir.OpZExt, e.Func.Type(r), 0, wrapped))
		}
		return append(low, high...)
	}
}

// product is the lower and the upper half of a product.
func product(high ir.Op) lowering {
	return func(e *emitter) []ir.ValueID { return append(e.binary(ir.OpMul, 0), e.binary(high, 0)...) }
}

func (e *emitter) bitCount() []ir.ValueID {
	t := e.register(e.result().Scalar())
	return e.each(e.value(0), func(v ir.ValueID) ir.ValueID { return e.resize(e.Un(ir.OpPopCount, v), t, false) })
}

func (e *emitter) bitReverse() []ir.ValueID { return e.builtinCall("bit_reverse", e.arg(0, false)) }

// bitField calls the function of a field of bits; offset and count become unsigned integers of 32 bits.
func bitField(name string, values int) lowering {
	return func(e *emitter) []ir.ValueID {
		var args []operand
		for i := range values {
			args = append(args, e.arg(i, false))
		}
		for i := values; i < values+2; i++ {
			args = append(args, operand{ast.Basic(ast.UInt), []ir.ValueID{e.resize(e.scalar(i), ir.I32, false)}})
		}
		return e.builtinCall(name, args...)
	}
}

// dotProduct multiplies integers widened to the result's type, sums up, and adds an accumulator with saturation. The
// signs are those of the operands; accumulated says that there is a third.
func dotProduct(signedX, signedY, accumulated bool) lowering {
	return func(e *emitter) []ir.ValueID {
		if of := e.typ(0); e.result().Bits == 32 && of.Scalars*uint64(of.Scalar().Bits) == 32 && of.Lanes() != 2 {
			return e.byteDot(signedX, signedY, accumulated)
		}
		t := e.register(e.result())
		x, y := e.dotElements(0, t, signedX), e.dotElements(1, t, signedY)
		sum := e.Bin(ir.OpMul, x[0], y[0])
		for i := 1; i < len(x); i++ {
			sum = e.Bin(ir.OpAdd, sum, e.Bin(ir.OpMul, x[i], y[i]))
		}
		if !accumulated {
			return []ir.ValueID{sum}
		}
		add := ir.OpAddSatU
		if signedX || signedY {
			add = ir.OpAddSatS
		}
		return []ir.ValueID{e.Bin(add, sum, e.scalar(2))}
	}
}

// byteDot is the function of OpenCL C for a dot product of four bytes.
func (e *emitter) byteDot(signedX, signedY, accumulated bool) []ir.ValueID {
	name, args := "dot", []operand{e.arg(0, signedX), e.arg(1, signedY)}
	if accumulated {
		name, args = "dot_acc_sat", append(args, e.arg(2, signedX || signedY))
	}
	if e.typ(0).Kind != spirv.Vector {
		letters := map[bool]string{true: "s", false: "u"}
		name += "_4x8packed_" + letters[signedX] + letters[signedY] + "_" + typeName(e.number(e.result(), signedX ||
			signedY))
		for i := range args[:2] {
			args[i].typ = ast.Basic(ast.UInt)
		}
	}
	return e.builtinCall(name, args...)
}

// dotElements are the elements of an operand, of a vector or packed, in a wider type.
func (e *emitter) dotElements(n int, t ir.Type, signed bool) []ir.ValueID {
	values := e.value(n)
	if e.typ(n).Kind == spirv.Vector {
		return e.each(values, func(v ir.ValueID) ir.ValueID { return e.resize(v, t, signed) })
	}
	var out []ir.ValueID
	for i := range uint64(4) {
		part := e.Conv(ir.OpTrunc, ir.I8, 0, e.Bin(ir.OpLShr, values[0], e.Const(ir.I32, 8*i)))
		out = append(out, e.resize(part, t, signed))
	}
	return out
}
