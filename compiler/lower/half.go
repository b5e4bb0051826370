package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
)

// A half is an f16 in memory and an f32 in registers, one that an f16 can hold. Operations compute in f32 and round the
// result to f16 and back. For sums, differences, products, quotients and roots that gives the same as rounding once,
// because 24 >= 2*11+2 (Figueroa, "When is double rounding innocuous?"); the fused operation is a function of the
// library. Conversions from f16 and back are left out where they meet, so that what is only moved keeps its bits.

func isHalf(t *ast.Type) bool { return t.Scalar().Kind == ast.Half }

// toHalf is the f16 of a half in a register.
func (l *funcLowerer) toHalf(v ir.ValueID) ir.ValueID {
	if in := l.Func.Instr(v); in.Op == ir.OpFToF && l.Func.Type(in.Args[0]) == ir.F16 {
		return in.Args[0]
	}
	return l.Conv(ir.OpFToF, ir.F16, ir.RoundDefault, v)
}

func (l *funcLowerer) fromHalf(v ir.ValueID) ir.ValueID {
	return l.Conv(ir.OpFToF, ir.F32, ir.RoundDefault, v)
}

// roundHalf makes a half in a register of any f32.
func (l *funcLowerer) roundHalf(v ir.ValueID) ir.ValueID {
	if l.Func.FitsHalf(v) {
		return v
	}
	return l.fromHalf(l.Conv(ir.OpFToF, ir.F16, ir.RoundDefault, v))
}

const infinity32 = 0x7f800000

// halfBits are the bits of halves, as integers; other values are unchanged.
func (l *funcLowerer) halfBits(t *ast.Type, values []ir.ValueID) []ir.ValueID {
	if !isHalf(t) {
		return values
	}
	out := l.MakeList(len(values))
	for i, v := range values {
		out[i] = l.bitcast(l.toHalf(v), ir.I16)
	}
	return out
}

func (l *funcLowerer) ofHalfBits(values []ir.ValueID) []ir.ValueID {
	out := l.MakeList(len(values))
	for i, v := range values {
		out[i] = l.fromHalf(l.bitcast(v, ir.F16))
	}
	return out
}

// movesBits are the built-ins that only move bits, so that NaNs keep theirs.
var movesBits = map[string]bool{"bitselect": true, "select": true, "shuffle": true, "subgroupshuffle": true,
	"subgroupshufflexor": true, "subgroupshufflerelative": true, "subgroupshuffletwo": true, "subgrouprotate": true,
	"subgroupfirst": true}

// halfBuiltin calls a built-in function with results of half: what it computes in f32 is rounded.
func (l *funcLowerer) halfBuiltin(e *ast.BuiltinCall, c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	name := c.Family.Lib
	if name == "" {
		name = c.Name
	}
	if !movesBits[name] {
		return l.roundHalves(l.builtinValue(e, c, args))
	}
	for i := range args {
		args[i] = l.halfBits(c.Params[i], args[i])
	}
	return l.ofHalfBits(l.builtinValue(e, c, args))
}

func (l *funcLowerer) roundHalves(values []ir.ValueID) []ir.ValueID {
	out := l.MakeList(len(values))
	for i, v := range values {
		out[i] = l.roundHalf(v)
	}
	return out
}

// halfArith combines two halves.
func (l *funcLowerer) halfArith(in ir.Instr) ir.ValueID {
	for i, v := range in.Args {
		if in.Op == ir.OpFAdd || in.Op == ir.OpFSub {
			in.Args[i] = l.unroundedProduct(v)
		}
	}
	return l.roundHalf(l.Emit(in))
}

// unroundedProduct is the product that was rounded to give a value, if it may be fused with a sum. In f32 the product
// of two halves is exact.
func (l *funcLowerer) unroundedProduct(v ir.ValueID) ir.ValueID {
	wide := l.Func.Instr(v)
	if wide.Op != ir.OpFToF {
		return v
	}
	narrow := l.Func.Instr(wide.Args[0])
	if narrow.Op != ir.OpFToF || narrow.Type != ir.F16 {
		return v
	}
	product := l.Func.Instr(narrow.Args[0])
	if product.Op != ir.OpFMul || product.Type != ir.F32 || product.Flags&l.flags&ir.FlagContract == 0 {
		return v
	}
	return narrow.Args[0]
}

// halfLibrary is the library's function on halves: the one for them if there is one, else that for floats.
func halfLibrary(name string) string {
	if builtin.LibraryFileOf(name+"_f16") != "" {
		return name + "_f16"
	}
	return name + "_f32"
}

// halfFMA multiplies and adds with one rounding to half.
func (l *funcLowerer) halfFMA(in []ir.ValueID) ir.ValueID {
	id := l.libraryFunc(libraryPrefix+"fma_f16", diag.Pos(l.Pos))
	return l.libraryCall(id, in)
}
