package translate

import (
	"slices"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// Translators leave functions of OpenCL C that they do not know as calls of functions that the module imports, under
// the names that clang mangles: "_Z21dot_4x8packed_uu_uintjj", "_Z10atomic_maxPU3AS1Vii". Where the program has no such
// function, the built-in one is meant. The name tells the types: which integers have signs, what pointers point to.

// importedBuiltin calls the built-in function that a function without a body in the program is; false if it is none.
func (e *emitter) importedBuiltin(f *spirv.Function) ([]ir.ValueID, bool) {
	linked, kind, ok := e.Linkage(f.ID)
	if !ok || kind != spirv.LinkageImport || e.HasBody(e.callee(f.ID)) {
		return nil, false
	}
	m, ok := demangle(linked, e.types)
	if !ok || !builtin.Known(m.name) || strings.HasPrefix(m.name, "work_group_") { // those have memory of the group
		return nil, false
	}
	var args []operand
	if m.rest == "v" && len(f.Type.Members) == 0 {
		m.rest = ""
	}
	for n, t := range f.Type.Members {
		arg, ok := e.mangledArg(n+1, t, m.next())
		if !ok {
			return nil, false
		}
		args = append(args, arg)
	}
	if m.rest != "" {
		return nil, false
	}
	return e.importedResult(e.builtinCall(m.name, args...), f.Type.Result), true
}

// mangledArg is an operand as an argument of the type that the name tells; false if the module's type is another.
func (e *emitter) mangledArg(n int, t *spirv.Type, want mangledType) (operand, bool) {
	if want.typ == nil {
		return operand{}, false
	}
	have := e.number(t, want.typ.Scalar().IsSigned())
	switch {
	case want.enumeration != "":
		return operand{want.typ, []ir.ValueID{e.Const(ir.I32, e.enumerator(n, want.enumeration))}}, have == want.typ
	case want.typ.Kind == ast.Image:
		return operand{have, e.value(n)}, have.Kind == ast.Image && have.Image == want.typ.Image &&
			have.Access == want.typ.Access
	case want.typ.Kind != ast.Pointer:
		return operand{want.typ, e.value(n)}, have == want.typ
	case have.Kind != ast.Pointer || have.Space != want.typ.Space:
		return operand{}, false
	case have.Space == ast.Generic:
		space := spaces[e.storageOf(e.in.ID(n))].declared
		return operand{e.types.Pointer(want.typ.Elem, want.typ.ElemQual, space), e.value(n)}, true
	}
	return operand{want.typ, e.value(n)}, true
}

// enumerators are the numbers of OpenCL C for those of clang's header.
var enumerators = map[string][]uint64{
	"memory_order": {uint64(ir.Relaxed), uint64(ir.Acquire), uint64(ir.Acquire), uint64(ir.Release), uint64(ir.AcqRel),
		uint64(ir.SeqCst)},
	"memory_scope": {uint64(ir.ScopeWorkItem), uint64(ir.ScopeWorkGroup), uint64(ir.ScopeDevice),
		uint64(ir.ScopeAllDevices), uint64(ir.ScopeSubGroup)},
}

// strongest are the enumerators for what is no constant.
var strongest = map[string]uint64{"memory_order": uint64(ir.SeqCst), "memory_scope": uint64(ir.ScopeAllDevices)}

// enumerator is the number of an operand.
func (e *emitter) enumerator(n int, enumeration string) uint64 {
	numbers := enumerators[enumeration]
	if c := e.Constant(e.in.ID(n)); c != nil && c.Kind != spirv.Address && c.Bits < uint64(len(numbers)) {
		return numbers[c.Bits]
	}
	return strongest[enumeration]
}

// importedResult is what a built-in function gives as the module's type of it; a bool of OpenCL C is a byte.
func (e *emitter) importedResult(values []ir.ValueID, t *spirv.Type) []ir.ValueID {
	switch {
	case e.failed || t.Kind == spirv.Void:
		return nil
	case t.Kind == spirv.Bool && len(values) == 1:
		v := values[0]
		return []ir.ValueID{e.ICmp(ir.NE, v, e.Const(e.Func.Type(v), 0))}
	}
	want := e.registers(nil, t)
	if !slices.EqualFunc(values, want, func(v ir.ValueID, t ir.Type) bool { return e.Func.Type(v) == t }) {
		return e.fail("the function of OpenCL C has a result of another type")
	}
	return values
}
