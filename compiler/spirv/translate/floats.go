package translate

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// The modes of floating operations (spirv.FloatControls) are those of an entry point, so that a function that is called
// from entry points with different modes is made once for each. They are all in the code that is emitted: operands and
// results of operations on floats are flushed, and basic operations are those of towardZero. Functions of the library
// that are not basic compute as ever, within their bounds, and only what goes in and comes out is flushed.

// variant is a function made for the modes of an entry point.
type variant struct {
	function spirv.ID
	controls spirv.FloatControls
}

// declareVariants makes all that a function calls for the modes of an entry point.
func (t *module) declareVariants(u *ast.Unit, f *spirv.Function, controls spirv.FloatControls) {
	if controls == (spirv.FloatControls{}) {
		return
	}
	for _, callee := range f.Calls {
		key := variant{callee.ID, controls}
		if t.variants[key] != nil || len(callee.Blocks) == 0 {
			continue
		}
		plain := t.functions[callee.ID]
		fn := &ast.Function{Name: fmt.Sprintf("%s.modes%d", plain.Name, len(t.variants)), Pos: plain.Pos, Static: true,
			Attrs: plain.Attrs, Contract: plain.Contract}
		t.signature(fn, callee)
		fn.Foreign = t.newBody(callee, fn, controls)
		t.variants[key] = fn
		u.Funcs = append(u.Funcs, fn)
		t.declareVariants(u, callee, controls)
	}
}

// callee is what a function is called as from the body.
func (b *body) callee(id spirv.ID) *ast.Function {
	if fn := b.variants[variant{id, b.entry}]; fn != nil {
		return fn
	}
	return b.functions[id]
}

// childControls are the modes of a function that is enqueued: those of an entry point that is it or only calls it.
func (t *module) childControls(f *spirv.Function) spirv.FloatControls {
	for _, e := range t.EntryPoints {
		if of := t.Function(e.Function); of == f || wrapped(of) == f {
			return t.Floats[e.Function]
		}
	}
	return spirv.FloatControls{}
}

// floatIndex is the index of a type's floats in the controls, -1 if it has none.
func floatIndex(t *spirv.Type) int {
	if s := t.Scalar(); s.Kind == spirv.Float {
		return spirv.FloatIndex(s.Bits)
	}
	return -1
}

// truncates reports whether operations with results of a type round toward zero.
func (e *emitter) truncates(t *spirv.Type) bool {
	i := floatIndex(t)
	return i >= 0 && e.controls.TowardZero[i]
}

// roundingSuffix is what the name of a conversion to a type has for its rounding mode.
func (e *emitter) roundingSuffix(t *spirv.Type) string {
	if mode, ok := e.Decorated(e.in.Result, spirv.DecorationFPRoundingMode); ok && int(mode) < len(roundings) {
		return roundings[mode]
	}
	if e.truncates(t) {
		return "_rtz"
	}
	return ""
}

// halfRounding is the rounding mode of halves that are computed as floats.
func (e *emitter) halfRounding() ir.Rounding {
	if e.truncates(e.result()) {
		return ir.RoundZero
	}
	return ir.RoundDefault
}

// basic is a basic operation of two floats in the modes of the result.
func (e *emitter) basic(op ir.Op, x, y ir.ValueID, flags ir.Flags) ir.ValueID {
	t := e.Func.Type(x)
	z := towardZero{e.Builder, floatFormats[t]}
	if e.truncates(e.result()) {
		switch op {
		case ir.OpFAdd:
			return z.add(x, y)
		case ir.OpFSub:
			return z.subtract(x, y)
		case ir.OpFMul:
			return z.multiply(x, y)
		case ir.OpFDiv:
			return z.divide(x, y)
		}
	}
	if op == ir.OpFDiv {
		e.Divides()
	}
	return e.Emit(ir.Instr{Op: op, Type: t, Flags: flags, Args: e.List(x, y)})
}

// truncatedFunction is a function of OpenCL.std that is a basic operation, where such round toward zero.
type truncatedFunction struct {
	operands int
	emit     func(z towardZero, x []ir.ValueID) ir.ValueID
}

var (
	truncatedFMA = truncatedFunction{3, func(z towardZero, x []ir.ValueID) ir.ValueID {
		return z.fused(x[0], x[1], x[2])
	}}
	truncatedFunctions = map[string]truncatedFunction{
		"fma": truncatedFMA, "mad": truncatedFMA,
		"sqrt": {1, func(z towardZero, x []ir.ValueID) ir.ValueID { return z.root(x[0]) }},
		"fdim": {2, func(z towardZero, x []ir.ValueID) ir.ValueID {
			isLess := z.FCmp(ir.OLE, x[0], x[1])
			return z.Select(isLess, z.constant(0), z.subtract(x[0], x[1]))
		}},
	}
)

// truncated computes a function of operands from the n-th on, element by element, toward zero.
func (e *emitter) truncated(n int, f truncatedFunction) []ir.ValueID {
	if len(e.in.Args) != n+f.operands {
		return e.fail("%d operands instead of %d", len(e.in.Args)-n, f.operands)
	}
	var operands [][]ir.ValueID
	for ; n < len(e.in.Args); n++ {
		if t, r := e.typ(n), e.result(); t.Lanes() != r.Lanes() || floatIndex(t) != floatIndex(r) {
			return e.fail("operand %d is not of the result's type", n)
		}
		operands = append(operands, e.value(n))
	}
	out := make([]ir.ValueID, e.result().Lanes())
	for i := range out {
		var x []ir.ValueID
		for _, o := range operands {
			x = append(x, o[i])
		}
		out[i] = f.emit(towardZero{e.Builder, floatFormats[e.Func.Type(x[0])]}, x)
	}
	return e.rounded(out)
}

// dotToZero is a dot product whose products and sums round toward zero.
func (e *emitter) dotToZero() []ir.ValueID {
	x, y := e.value(0), e.value(1)
	round := func(v ir.ValueID) ir.ValueID { return e.rounded([]ir.ValueID{v})[0] }
	sum := round(e.basic(ir.OpFMul, x[0], y[0], 0))
	for i := 1; i < len(x); i++ {
		sum = round(e.basic(ir.OpFAdd, round(e.basic(ir.OpFMul, x[i], y[i], 0)), sum, 0))
	}
	return []ir.ValueID{sum}
}

// fastFlags are the permissions that bits of FPFastMathMode give.
func fastFlags(bits uint32) (flags ir.Flags) {
	if bits&spirv.Fast != 0 || bits&spirv.FastAll == spirv.FastAll {
		flags |= ir.FlagFast | ir.FlagContract
	}
	if bits&spirv.FastContract != 0 {
		flags |= ir.FlagContract
	}
	return flags
}

// floatFlags are the permissions for a floating operation: those of the build options, unless the entry point has
// others for floats of the type, and those that the operation itself has, which replace what FPFastMathDefault says.
func (e *emitter) floatFlags() ir.Flags {
	flags, i := e.Flags(), floatIndex(e.result())
	hasDefault := i >= 0 && e.controls.FastIsSet[i]
	if hasDefault {
		flags = fastFlags(e.controls.Fast[i])
	}
	if i >= 0 && e.controls.Exact[i] {
		flags &^= ir.FlagFast
	}
	if bits, ok := e.Decorated(e.in.Result, spirv.DecorationFPFastMathMode); ok {
		if hasDefault {
			flags = 0
		}
		flags |= fastFlags(bits)
	}
	if _, ok := e.Decorated(e.in.Result, spirv.DecorationNoContraction); ok {
		flags &^= ir.FlagContract
	}
	return flags
}

// smallestHalf is the smallest normal half as a float.
const smallestHalf = (127 - 14) << 23

// flush makes zeros of the denormal floats among the values of a type, where the modes say so.
func (e *emitter) flush(t *spirv.Type, values []ir.ValueID) []ir.ValueID {
	i := floatIndex(t)
	if i < 0 || !e.controls.Flush[i] {
		return values
	}
	return e.each(values, func(v ir.ValueID) ir.ValueID {
		if e.flushed[v] {
			return v
		}
		z := towardZero{e.Builder, floatFormats[e.Func.Type(v)]}
		normal := z.normal
		if t.Scalar().Bits == 16 {
			normal = smallestHalf
		}
		v = z.flushed(v, normal)
		e.flushed[v] = true
		return v
	})
}

// computesFloats are the instructions whose operands and results are flushed: arithmetic, conversions, comparisons.
var computesFloats = map[spirv.Opcode]bool{
	spirv.OpFAdd: true, spirv.OpFSub: true, spirv.OpFMul: true, spirv.OpFDiv: true, spirv.OpFRem: true,
	spirv.OpFMod: true, spirv.OpFNegate: true, spirv.OpDot: true, spirv.OpVectorTimesScalar: true,
	spirv.OpFmaKHR: true, spirv.OpConvertFToU: true, spirv.OpConvertFToS: true, spirv.OpConvertSToF: true,
	spirv.OpConvertUToF: true, spirv.OpFConvert: true, spirv.OpQuantizeToF16: true, spirv.OpConvertToBFloat: true,
	spirv.OpConvertFromBFloat: true, spirv.OpFOrdEqual: true, spirv.OpFUnordEqual: true, spirv.OpFOrdNotEqual: true,
	spirv.OpFUnordNotEqual: true, spirv.OpFOrdLessThan: true, spirv.OpFUnordLessThan: true,
	spirv.OpFOrdGreaterThan: true, spirv.OpFUnordGreaterThan: true, spirv.OpFOrdLessThanEqual: true,
	spirv.OpFUnordLessThanEqual: true, spirv.OpFOrdGreaterThanEqual: true, spirv.OpFUnordGreaterThanEqual: true,
	spirv.OpLessOrGreater: true, spirv.OpIsNormal: true, spirv.OpGroupFAdd: true, spirv.OpGroupFMin: true,
	spirv.OpGroupFMax: true, spirv.OpGroupFMulKHR: true, spirv.OpGroupNonUniformFAdd: true,
	spirv.OpGroupNonUniformFMul: true, spirv.OpGroupNonUniformFMin: true, spirv.OpGroupNonUniformFMax: true,
}

// movesFloats are the functions of OpenCL.std that only move floats, or look at their bits.
var movesFloats = map[string]bool{"select": true, "bitselect": true, "shuffle": true, "shuffle2": true,
	"printf": true, "vloadn": true, "vstoren": true, "nan": true, "prefetch": true}

// flushes reports whether operands and results of an instruction are flushed.
func (e *emitter) flushes(in *spirv.Instruction) bool {
	if e.controls.Flush == (spirv.FloatControls{}).Flush {
		return false
	}
	if in.Op == spirv.OpExtInst && e.Sets[in.ID(0)] == spirv.SetOpenCL {
		return !movesFloats[spirv.OpenCLName(in.Args[1])]
	}
	return computesFloats[in.Op]
}

// computed is the result of an operation on constants, which is emitted for the modes of the function.
func (e *emitter) computed(in *spirv.Instruction) []ir.ValueID {
	before, wasFlushing := e.in, e.isFlushing
	e.in, e.isFlushing = in, e.flushes(in)
	values := e.how()(e)
	if e.isFlushing {
		values = e.flush(e.result(), values)
	}
	e.in, e.isFlushing = before, wasFlushing
	return values
}

// loadedHalves are floats that were halves in memory, in the modes of halves.
func (e *emitter) loadedHalves(values []ir.ValueID) []ir.ValueID {
	if !e.controls.Flush[spirv.FloatIndex(16)] {
		return values
	}
	z := towardZero{e.Builder, floatFormats[ir.F32]}
	return e.each(values, func(v ir.ValueID) ir.ValueID { return z.flushed(v, smallestHalf) })
}

// storedHalves are floats as they are to be stored as halves, in the modes of halves, and the suffix for the name of
// the function that stores them, which has one already if the program gives a rounding mode.
func (e *emitter) storedHalves(x operand, suffix string) (operand, string) {
	half := spirv.FloatIndex(16)
	if suffix == "" && e.controls.TowardZero[half] {
		suffix = "_rtz"
	}
	if !e.controls.Flush[half] || !x.typ.Scalar().IsFloat() {
		return x, suffix
	}
	z := towardZero{e.Builder, floatFormats[ir.F32]}
	mode := halfRoundings[strings.TrimPrefix(suffix, "_")]
	x.values = e.each(x.values, func(v ir.ValueID) ir.ValueID {
		h := e.Conv(ir.OpFToF, ir.F32, 0, e.Conv(ir.OpFToF, ir.F16, mode, v))
		h = z.flushed(h, smallestHalf)
		if e.Func.Type(v) == ir.F64 {
			h = e.Conv(ir.OpFToF, ir.F64, 0, h)
		}
		return h
	})
	return x, suffix
}

var halfRoundings = map[string]ir.Rounding{"rtz": ir.RoundZero, "rtp": ir.RoundUp, "rtn": ir.RoundDown}
