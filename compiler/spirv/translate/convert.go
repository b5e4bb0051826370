package translate

import (
	"fmt"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// roundings are the suffixes of conversions by FPRoundingMode.
var roundings = [...]string{"_rte", "_rtz", "_rtp", "_rtn"}

// convert is a conversion by the function of OpenCL C: from and to say whether integers have a sign.
func convert(from, to bool) lowering {
	return func(e *emitter) []ir.ValueID { return e.convertAs(from, to, false) }
}

// saturate is a conversion of integers with saturation.
func saturate(from, to bool) lowering {
	return func(e *emitter) []ir.ValueID { return e.convertAs(from, to, true) }
}

func (e *emitter) convertAs(from, to, saturated bool) []ir.ValueID {
	t, x := e.number(e.result(), to), e.arg(0, from)
	if x.typ == t {
		return x.values
	}
	name := "convert_" + typeName(t)
	if _, ok := e.Decorated(e.in.Result, spirv.DecorationSaturated); (ok || saturated) && t.Scalar().IsInteger() {
		name += "_sat"
	}
	return e.builtinCall(name+e.roundingSuffix(e.result()), x)
}

// bfloatSuffix is what names of conversions of bfloat16 have for vectors.
func bfloatSuffix(lanes int) string {
	if lanes == 1 {
		return ""
	}
	return fmt.Sprint(lanes)
}

func (e *emitter) toBFloat() []ir.ValueID {
	lanes := bfloatSuffix(e.result().Lanes())
	return e.builtinCall("intel_convert_bfloat16"+lanes+"_as_ushort"+lanes, e.arg(0, false))
}

func (e *emitter) fromBFloat() []ir.ValueID {
	lanes := bfloatSuffix(e.result().Lanes())
	return e.builtinCall("intel_convert_as_bfloat16"+lanes+"_float"+lanes, e.arg(0, false))
}

// widen changes the width of integers.
func widen(signed bool) lowering {
	return func(e *emitter) []ir.ValueID {
		if _, ok := e.Decorated(e.in.Result, spirv.DecorationSaturated); ok {
			return e.convertAs(signed, signed, true)
		}
		t := e.register(e.result().Scalar())
		return e.each(e.value(0), func(v ir.ValueID) ir.ValueID { return e.resize(v, t, signed) })
	}
}

// quantize rounds floats to halves and back.
func (e *emitter) quantize() []ir.ValueID {
	t := e.register(e.result().Scalar())
	return e.each(e.value(0), func(v ir.ValueID) ir.ValueID {
		return e.Conv(ir.OpFToF, t, 0, e.Conv(ir.OpFToF, ir.F16, 0, v))
	})
}

func (e *emitter) pointerToInt() []ir.ValueID {
	t := e.register(e.result().Scalar())
	return e.each(e.value(0), func(v ir.ValueID) ir.ValueID {
		return e.resize(e.Conv(ir.OpBitcast, ir.I64, 0, v), t, false)
	})
}

func (e *emitter) intToPointer() []ir.ValueID {
	return e.each(e.value(0), func(v ir.ValueID) ir.ValueID {
		return e.Conv(ir.OpBitcast, ir.Ptr, 0, e.resize(v, ir.I64, false))
	})
}

// bitcast keeps the bits.
func (e *emitter) bitcast() []ir.ValueID {
	from, to := e.typ(0), e.result()
	isPlain := func(t *spirv.Type) bool { return t.Scalar().Kind != spirv.Float || t.Scalar().Bits != 16 }
	if from.Lanes() == to.Lanes() && (isPlain(from) && isPlain(to) || from.Scalar().Kind == to.Scalar().Kind) {
		t := e.register(to.Scalar())
		return e.each(e.value(0), func(v ir.ValueID) ir.ValueID {
			if e.Func.Type(v) == t {
				return v
			}
			return e.Conv(ir.OpBitcast, t, 0, v)
		})
	}
	x, t := e.arg(0, false), e.number(to, false)
	if from.Scalar().Kind == spirv.Pointer {
		x = operand{vectorOf(e, from), e.pointerToWords(x.values)}
	}
	if to.Scalar().Kind != spirv.Pointer {
		return e.builtinCall("as_"+typeName(t), x)
	}
	words := e.builtinCall("as_"+typeName(vectorOf(e, to)), x)
	return e.each(words, func(v ir.ValueID) ir.ValueID { return e.Conv(ir.OpBitcast, ir.Ptr, 0, v) })
}

// vectorOf is the type of as many words of 64 bits as there are pointers.
func vectorOf(e *emitter, t *spirv.Type) *ast.Type {
	return e.types.Vector(ast.Basic(ast.ULong), t.Lanes())
}

func (e *emitter) pointerToWords(values []ir.ValueID) []ir.ValueID {
	return e.each(values, func(v ir.ValueID) ir.ValueID { return e.Conv(ir.OpBitcast, ir.I64, 0, v) })
}
