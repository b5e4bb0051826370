package translate

import (
	"fmt"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/numeric"
	"heddle/compiler/spirv"
)

// typeKey is a scalar or vector with the sign that an instruction gives it.
type typeKey struct {
	t      *spirv.Type
	signed bool
}

// spaces are the address spaces of storage classes.
var spaces = map[uint32]struct {
	declared ast.Space
	access   ir.Space
}{
	spirv.StorageUniformConstant: {ast.Constant, ir.SpaceConstant}, spirv.StorageInput: {ast.Private, ir.SpacePrivate},
	spirv.StorageWorkgroup: {ast.Local, ir.SpaceLocal}, spirv.StorageCrossWorkgroup: {ast.Global, ir.SpaceGlobal},
	spirv.StorageFunction: {ast.Private, ir.SpacePrivate}, spirv.StorageGeneric: {ast.Generic, ir.SpaceGeneric},
}

// number is the type of OpenCL C of a scalar or vector, or a pointer to such, for built-in functions.
func (t *module) number(s *spirv.Type, signed bool) *ast.Type {
	key := typeKey{s, signed}
	if made := t.made[key]; made != nil {
		return made
	}
	made := t.newNumber(s, signed)
	t.made[key] = made
	return made
}

func (t *module) newNumber(s *spirv.Type, signed bool) *ast.Type {
	switch s.Kind {
	case spirv.Bool:
		return ast.Basic(ast.Bool)
	case spirv.Int:
		if s.IsWide() {
			return t.types.Vector(ast.Basic(ast.ULong), 2)
		}
		return intType(s.ContainerBits(), signed)
	case spirv.Float:
		return ast.Basic(map[uint]ast.Kind{16: ast.Half, 32: ast.Float, 64: ast.Double}[s.Bits])
	case spirv.Vector:
		if s.Elem.Kind == spirv.Bool {
			return t.types.Vector(ast.Basic(ast.UChar), int(s.Count))
		}
		if s.Elem.Kind == spirv.Pointer {
			return t.types.Vector(ast.Basic(ast.ULong), int(s.Count))
		}
		return t.types.Vector(t.number(s.Elem, signed), int(s.Count))
	case spirv.Pointer:
		elem := ast.Basic(ast.Void)
		if s.Elem != nil && isNumber(s.Elem) {
			elem = t.number(s.Elem, signed)
		}
		return t.types.Pointer(elem, 0, spaces[s.Storage].declared)
	case spirv.Image:
		return &ast.Type{Kind: ast.Image, Image: imageName(s), Access: ast.ReadOnly + ast.Access(s.Access)}
	case spirv.Sampler:
		return ast.Basic(ast.Sampler)
	case spirv.Event:
		return ast.Basic(ast.Event)
	case spirv.ReserveID:
		return ast.Basic(ast.ReserveID)
	case spirv.Queue:
		return ast.Basic(ast.Queue)
	case spirv.DeviceEvent:
		return ast.Basic(ast.ClkEvent)
	case spirv.NamedBarrier:
		return t.types.Pointer(ast.Basic(ast.NamedBarrier), 0, ast.Local)
	case spirv.PipeStorage:
		return t.types.Pointer(ast.Basic(ast.Void), 0, ast.Global)
	case spirv.Pipe:
		return t.types.Pipe(t.packet(0, 1), ast.ReadOnly+ast.Access(s.Access))
	}
	return ast.Basic(ast.Invalid)
}

func isNumber(s *spirv.Type) bool {
	k := s.Scalar().Kind
	return k == spirv.Int || k == spirv.Float || s.Kind == spirv.Event
}

func intType(bits uint, signed bool) *ast.Type {
	kind := map[uint]ast.Kind{8: ast.Char, 16: ast.Short, 32: ast.Int, 64: ast.Long}[bits]
	if !signed {
		kind++
	}
	return ast.Basic(kind)
}

// imageName is the name of an image type in OpenCL C.
func imageName(s *spirv.Type) string {
	name := map[uint32]string{spirv.Dim1D: "image1d", spirv.Dim2D: "image2d", spirv.Dim3D: "image3d",
		spirv.DimBuffer: "image1d_buffer"}[s.Dim]
	if s.Arrayed {
		name += "_array"
	}
	if s.Depth {
		name += "_depth"
	}
	return name + "_t"
}

// valueType is the type of a parameter or result. Values with parts other than vectors are records.
func (t *module) valueType(s *spirv.Type) *ast.Type {
	if s.Kind == spirv.Array || s.Kind == spirv.Struct || s.Kind == spirv.SampledImage {
		return t.record(s)
	}
	return t.number(s, false)
}

// memoryType is a type of the size and alignment of a type.
func (t *module) memoryType(s *spirv.Type) *ast.Type {
	if s.Kind == spirv.Array || s.Kind == spirv.Struct {
		return t.record(s)
	}
	return t.number(s, false)
}

// record is a structure of the size and alignment of a type; what lies in it is no matter.
func (t *module) record(s *spirv.Type) *ast.Type {
	if made := t.records[s]; made != nil {
		return made
	}
	name := t.Name(s.ID)
	if name == "" {
		name = fmt.Sprintf("type_%d", s.ID)
	}
	made := &ast.Type{Kind: ast.Struct, Record: &ast.Record{Name: name, Complete: true, Size: s.Size,
		Align: max(s.Align, 1)}}
	t.records[s] = made
	return made
}

// recordByValue is the structure that a parameter by value of a kernel is.
func (t *module) recordByValue(pointer *spirv.Type, parameter spirv.ID) *ast.Type {
	if pointer.Elem != nil {
		return t.record(pointer.Elem)
	}
	v, _ := t.ByValue(parameter)
	return &ast.Type{Kind: ast.Struct, Record: &ast.Record{Name: "structure", Complete: true, Size: v.Bytes,
		Align: v.Align, AtLeast: true}}
}

// aligned is a type of an alignment, for pointers to what is not known.
func (t *module) aligned(align uint64) *ast.Type {
	align = max(min(align, 128), 1)
	return &ast.Type{Kind: ast.Struct, Record: &ast.Record{Name: "memory", Complete: true, Size: align, Align: align}}
}

// typeName is a type as clGetKernelArgInfo gives it, without address space.
func typeName(t *ast.Type) string {
	switch t.Kind {
	case ast.Pointer:
		return typeName(t.Elem) + "*"
	case ast.Struct:
		return t.Record.Name
	case ast.Image:
		return t.Image
	case ast.Pipe:
		return typeName(t.Elem)
	case ast.Vector:
		return fmt.Sprint(typeName(t.Elem), t.Len)
	}
	return kindNames[t.Kind]
}

var kindNames = map[ast.Kind]string{ast.Void: "void", ast.Bool: "bool", ast.Char: "char", ast.UChar: "uchar",
	ast.Short: "short", ast.UShort: "ushort", ast.Int: "int", ast.UInt: "uint", ast.Long: "long", ast.ULong: "ulong",
	ast.Half: "half", ast.Float: "float", ast.Double: "double", ast.Sampler: "sampler_t", ast.Event: "event_t",
	ast.Queue: "queue_t"}

// intRegisters are the types of integers in registers by their bits.
var intRegisters = map[uint]ir.Type{8: ir.I8, 16: ir.I16, 32: ir.I32, 64: ir.I64}

// register is the type of a scalar in registers.
func (t *module) register(s *spirv.Type) ir.Type {
	switch s.Kind {
	case spirv.Bool:
		return ir.I1
	case spirv.Int:
		return intRegisters[s.ContainerBits()]
	case spirv.Float:
		return registerOf(t.number(s, false))
	case spirv.Sampler, spirv.Event, spirv.ReserveID, spirv.Queue, spirv.DeviceEvent:
		return ir.I64
	}
	return ir.Ptr
}

// registers appends the types of the scalars of a value.
func (t *module) registers(list []ir.Type, s *spirv.Type) []ir.Type {
	switch s.Kind {
	case spirv.Vector, spirv.Array:
		for range s.Count {
			list = t.registers(list, s.Elem)
		}
		return list
	case spirv.Struct:
		for _, m := range s.Members {
			list = t.registers(list, m)
		}
		return list
	case spirv.SampledImage:
		return append(list, ir.Ptr, ir.I64)
	}
	if s.IsWide() {
		return append(list, ir.I64, ir.I64)
	}
	return append(list, t.register(s))
}

func registerOf(t *ast.Type) ir.Type { return lower.ValueType(t) }

// halfBits are the bits of a half that is computed as another type.
func halfBits(r ir.Type, bits uint64) uint64 {
	return numeric.FloatToFloat(r, ir.F16, ir.RoundDefault, bits)
}
