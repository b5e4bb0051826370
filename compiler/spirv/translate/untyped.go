package translate

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/spirv"
)

// Untyped pointers (SPV_KHR_untyped_pointers): functions of OpenCL C, which have pointers to types, are chosen by what
// the other operands are.

// untypedElem is the type that an operand is taken to point to if it is an untyped pointer; nil for other operands, and
// where any pointer will do.
func (e *emitter) untypedElem(n int, signed bool) *ast.Type {
	if t := e.typ(n); t.Kind != spirv.Pointer || t.Elem != nil {
		return nil
	}
	switch e.in.Op {
	case spirv.OpExtInst:
		return e.untypedOfFunction(spirv.OpenCLName(e.in.Args[1]), signed)
	case spirv.OpSubgroupBlockReadINTEL:
		return e.number(e.result().Scalar(), signed)
	case spirv.OpSubgroupBlockWriteINTEL:
		return e.number(e.typ(1).Scalar(), signed)
	case spirv.OpUntypedGroupAsyncCopy:
		return e.elementOf(e.Constant(e.in.ID(3)).Bits)
	case spirv.OpGroupWaitEvents:
		return ast.Basic(ast.Event)
	}
	return nil
}

// elementOf is a number or vector of numbers of a size, which is a power of two.
func (e *emitter) elementOf(bytes uint64) *ast.Type {
	if bytes <= 8 {
		return intType(uint(8*bytes), false)
	}
	return e.types.Vector(ast.Basic(ast.ULong), int(bytes/8))
}

// untypedOfFunction is what a function of OpenCL.std has a pointer to.
func (e *emitter) untypedOfFunction(name string, signed bool) *ast.Type {
	switch {
	case name == "fract", name == "modf", name == "sincos":
		return e.number(e.result(), signed)
	case name == "frexp", name == "remquo", name == "lgamma_r":
		return e.integersLike(e.result())
	case strings.HasPrefix(name, "vload_half"), strings.HasPrefix(name, "vloada_half"),
		strings.HasPrefix(name, "vstore_half"), strings.HasPrefix(name, "vstorea_half"):
		return ast.Basic(ast.Half)
	case name == "vloadn":
		return e.number(e.result().Scalar(), signed)
	case name == "vstoren":
		return e.number(e.typ(2).Scalar(), signed)
	}
	return nil
}

// integersLike is int, or a vector of as many as a type has elements.
func (e *emitter) integersLike(t *spirv.Type) *ast.Type {
	if t.Kind != spirv.Vector {
		return ast.Basic(ast.Int)
	}
	return e.types.Vector(ast.Basic(ast.Int), t.Lanes())
}
