package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/ceil"
	"heddle/compiler/ir"
)

// ArgLayout gives the offset of each parameter of a kernel in its argument block, and the block's size. Each lies at
// its natural alignment in declaration order; a vector of 3 takes the size of one of 4, every handle and pointer 8
// bytes.
func ArgLayout(f *ast.Function) (offsets []uint64, total uint64) {
	offsets = make([]uint64, len(f.Params))
	for i, p := range f.Params {
		total = ceil.Multiple(total, max(p.Type.Align(), 1))
		offsets[i] = total
		total += p.Type.Size()
	}
	return offsets, ceil.Multiple(total, 8)
}

// valueTypes are the IR types of scalars in registers. A half is computed as a float.
var valueTypes = [ast.Block + 1]ir.Type{
	ast.Bool: ir.I8, ast.Char: ir.I8, ast.UChar: ir.I8, ast.Short: ir.I16, ast.UShort: ir.I16, ast.Int: ir.I32,
	ast.UInt: ir.I32, ast.Long: ir.I64, ast.ULong: ir.I64, ast.Half: ir.F32, ast.Float: ir.F32, ast.Double: ir.F64,
	ast.Pointer: ir.Ptr, ast.Array: ir.Ptr, ast.Struct: ir.Ptr, ast.Union: ir.Ptr, ast.Enum: ir.I32, ast.Func: ir.Ptr,
	ast.Image: ir.Ptr, ast.Sampler: ir.I64, ast.Event: ir.I64, ast.Queue: ir.I64, ast.ClkEvent: ir.I64,
	ast.ReserveID: ir.I64, ast.NamedBarrier: ir.I64, ast.Pipe: ir.Ptr, ast.Block: ir.Ptr,
}

// valueType is the IR type of a scalar, or of a vector's elements.
func valueType(t *ast.Type) ir.Type {
	t = t.Scalar()
	if int(t.Kind) < len(valueTypes) {
		return valueTypes[t.Kind]
	}
	return ir.I64
}

// memoryType is the type of a scalar in memory.
func memoryType(t *ast.Type) ir.Type {
	if t.Scalar().Kind == ast.Half {
		return ir.F16
	}
	return valueType(t)
}

// flatten appends the IR types of a value of type t.
func flatten(types []ir.Type, t *ast.Type) []ir.Type {
	if t.Kind == ast.Void {
		return types
	}
	for range t.Lanes() {
		types = append(types, valueType(t))
	}
	return types
}

// spaces maps the address spaces.
var spaces = [...]ir.Space{ast.NoSpace: ir.SpacePrivate, ast.Private: ir.SpacePrivate, ast.Local: ir.SpaceLocal,
	ast.Global: ir.SpaceGlobal, ast.Constant: ir.SpaceConstant, ast.Generic: ir.SpaceGeneric}

// accessAlign is the alignment of an access at an offset from something aligned to base.
func accessAlign(base, offset uint64) uint64 {
	if offset == 0 {
		return base
	}
	return min(base, offset&-offset)
}

// maxAlign is the largest alignment that is recorded.
const maxAlign = 128

func alignNote(align uint64) uint8 { return uint8(min(max(align, 1), maxAlign)) }
