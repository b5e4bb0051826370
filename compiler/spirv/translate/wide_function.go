package translate

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// wideFunction is a function of OpenCL.std of wide integers. Those with signs get them extended.
func (e *emitter) wideFunction() []ir.ValueID {
	name := spirv.OpenCLName(e.in.Args[1])
	var args []wide
	for n := 2; n < len(e.in.Args); n++ {
		v := e.value(n)
		if strings.HasPrefix(name, "s_") {
			v = e.signExtended(e.typ(n), v)
		}
		args = append(args, wide{v[0], v[1]})
	}
	if bits := wideBits[name]; bits != nil {
		return []ir.ValueID{bits(e, args[0]), e.word(0)}
	}
	x := args[0]
	switch name[2:] {
	case "abs":
		x, _ = e.magnitude(x)
		return x.list()
	case "clamp":
		return e.wideLeast(name, e.wideMost(name, x, args[1]), args[2]).list()
	case "min":
		return e.wideLeast(name, x, args[1]).list()
	}
	return e.wideMost(name, x, args[1]).list()
}

// wideBits are functions of the bits, whose results are small.
var wideBits = map[string]func(*emitter, wide) ir.ValueID{
	"clz": (*emitter).zerosAbove, "ctz": (*emitter).zerosBelow,
	"popcount": func(e *emitter, x wide) ir.ValueID {
		return e.Bin(ir.OpAdd, e.Un(ir.OpPopCount, x.low), e.Un(ir.OpPopCount, x.high))
	},
}

// zerosOf is the number of zeros of a word before its first or last bit that is set, 64 if none is.
func (e *emitter) zerosOf(name string, v ir.ValueID) ir.ValueID {
	return e.builtinCall(name, operand{ast.Basic(ast.ULong), []ir.ValueID{v}})[0]
}

// zerosAbove counts from the highest bit of the type, which may lie below that of the words.
func (e *emitter) zerosAbove(x wide) ir.ValueID {
	isSmall := e.ICmp(ir.EQ, x.high, e.word(0))
	below := e.Bin(ir.OpAdd, e.zerosOf("clz", x.low), e.word(64))
	n := e.Select(isSmall, below, e.zerosOf("clz", x.high))
	return e.Bin(ir.OpSub, n, e.word(uint64(128-e.result().Bits)))
}

func (e *emitter) zerosBelow(x wide) ir.ValueID {
	isHigh := e.ICmp(ir.EQ, x.low, e.word(0))
	above := e.Bin(ir.OpAdd, e.zerosOf("ctz", x.high), e.word(64))
	n, bits := e.Select(isHigh, above, e.zerosOf("ctz", x.low)), e.word(uint64(e.result().Bits))
	return e.Select(e.ICmp(ir.UGT, n, bits), bits, n)
}

// wideIsLess compares as the name of a function says, with signs or without.
func (e *emitter) wideIsLess(name string, x, y wide) ir.ValueID {
	if strings.HasPrefix(name, "s_") {
		return e.wideOrder(ir.SLT, x, y)
	}
	return e.wideLess(x, y)
}

func (e *emitter) wideLeast(name string, x, y wide) wide {
	return e.wideSelect(e.wideIsLess(name, y, x), y, x)
}

func (e *emitter) wideMost(name string, x, y wide) wide {
	return e.wideSelect(e.wideIsLess(name, x, y), y, x)
}
