package compiler

import (
	"errors"
	"slices"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
	"heddle/compiler/spirv/translate"
)

// IsIL reports whether bytes begin as a module of an intermediate language does: SPIR-V.
func IsIL(code []byte) bool { return spirv.IsModule(code) }

// CheckIL reports why a module cannot be read at all: a wrong header, a truncated module, unknown instructions,
// operands that are missing. What else may be wrong with it is found when it is compiled.
func CheckIL(code []byte) error {
	_, err := spirv.Read(code)
	return err
}

// SpecConstants are the sizes in bytes of the values of a module's specialisation constants, by their numbers. A module
// that cannot be compiled has none.
func SpecConstants(code []byte) map[uint32]uint64 {
	sizes := map[uint32]uint64{}
	m, err := spirv.Parse(code)
	if err != nil {
		return sizes
	}
	for number, c := range m.Specials {
		sizes[number] = c.Bytes
	}
	return sizes
}

// Specialize is a module with the values of its specialisation constants, by their numbers.
func Specialize(code []byte, values map[uint32][]byte) []byte { return spirv.Specialize(code, values) }

// compileIL returns nil after an error.
func compileIL(code []byte, o Options, list *diag.List) *unit {
	m, err := spirv.Parse(code)
	if err != nil {
		var fault *spirv.Error
		if !errors.As(err, &fault) {
			list.Errorf(diag.NoPos, "%v", err)
			return nil
		}
		list.Errorf(placeOfFault(code, fault, list), "%v", err)
		return nil
	}
	tree := translate.Unit(m, unitOptions(o), list)
	if list.HasErrors() {
		return nil
	}
	return finishIL(tree, o, list)
}

// placeOfFault makes the text of a module that has a fault a file, as far as the module can be read, so that the log
// shows the instruction.
func placeOfFault(code []byte, fault *spirv.Error, list *diag.List) diag.Pos {
	b, err := spirv.Read(code)
	if err != nil || fault.Op == "" {
		return diag.NoPos
	}
	text, starts := b.Disassembly()
	base := list.Files.Add(translate.SourceName, text)
	for i := range b.Instructions {
		if b.Instructions[i].At == fault.Word && base != diag.NoPos {
			return base + diag.Pos(starts[i])
		}
	}
	return diag.NoPos
}

func finishIL(tree *ast.Unit, o Options, list *diag.List) *unit {
	var module *ir.Module
	if !tree.Open {
		module = lower.Unit(tree, list)
		if list.HasErrors() {
			return nil
		}
		if err := ir.Verify(module); err != nil {
			list.Errorf(diag.NoPos, "internal error: the code made of the SPIR-V module is not sound: %v", err)
			return nil
		}
	}
	return &unit{tree: tree, uniform: o.UniformWorkGroups, fromIL: true, files: &list.Files, module: module}
}

// SPIRVCapabilities are the numbers of the capabilities that modules may declare.
func SPIRVCapabilities() []uint32 {
	var numbers []uint32
	for _, row := range spirv.Capabilities() {
		if row.Support == spirv.Reads {
			numbers = append(numbers, row.Number())
		}
	}
	slices.Sort(numbers)
	return numbers
}

// SPIRVExtensions are the extensions of SPIR-V that modules may use.
func SPIRVExtensions() []string {
	list := append(spirv.Extensions(), spirv.IgnoredExtensions()...)
	slices.Sort(list)
	return list
}

// SPIRVInstructionSets are the sets of instructions that modules may import.
func SPIRVInstructionSets() []string { return []string{spirv.SetOpenCL} }
