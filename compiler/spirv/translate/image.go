package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
	"heddle/image"
)

// samplerBits are the bits of a sampler, of an OpConstantSampler's.
func samplerBits(bits uint64) uint64 {
	address := [...]image.Sampler{image.AddressNone, image.AddressClampToEdge, image.AddressClamp, image.AddressRepeat,
		image.AddressMirroredRepeat}[bits&0xff]
	s := address | image.FilterNearest
	if bits>>16&1 != 0 {
		s = address | image.FilterLinear
	}
	if bits>>8&1 != 0 {
		s |= image.NormalizedCoords
	}
	return uint64(s)
}

// imageArg is an image as an argument of a built-in function.
func (e *emitter) imageArg(t *spirv.Type, v ir.ValueID) operand {
	return operand{e.number(t, false), []ir.ValueID{v}}
}

// texelSuffix is the end of the name of a function that reads or writes elements of a type.
func texelSuffix(t *spirv.Type, unsigned bool) string {
	switch {
	case t.Scalar().Kind == spirv.Float:
		return "f"
	case unsigned:
		return "ui"
	}
	return "i"
}

// coordinates are those of an operand, of the number and type that the functions take: three of them have a fourth.
func (e *emitter) coordinates(of *spirv.Type, n int, signed bool) operand {
	values := e.value(n)[:of.Coordinates()]
	return e.wide(values, e.typ(n).Scalar(), signed)
}

func (e *emitter) wide(values []ir.ValueID, t *spirv.Type, signed bool) operand {
	if len(values) == 3 {
		values = append(values[:3:3], e.Const(e.Func.Type(values[0]), 0))
	}
	return operand{e.types.Vector(e.number(t, signed), len(values)), values}
}

// imageSample reads with a sampler.
func (e *emitter) imageSample() []ir.ValueID {
	t, pair := e.typ(0).Elem, e.value(0)
	o, _ := e.in.ImageOperands(2)
	args := []operand{e.imageArg(t, pair[0]), {ast.Basic(ast.Sampler), pair[1:]}, e.coordinates(t, 1, true)}
	isFloat := e.typ(1).Scalar().Kind == spirv.Float
	switch {
	case o.DX != 0:
		for _, id := range [...]spirv.ID{o.DX, o.DY} {
			args = append(args, e.wide(e.valueOf(id)[:t.Spatial()], e.ValueType(id).Scalar(), true))
		}
	case o.Lod != 0 && isFloat && !e.isZero(o.Lod):
		args = append(args, operand{ast.Basic(ast.Float), e.level(o.Lod, ir.F32)})
	}
	return e.texel(e.builtinCall("read_image"+texelSuffix(e.result(), o.Unsigned), args...))
}

// level is a level of detail as a float or an integer.
func (e *emitter) level(id spirv.ID, t ir.Type) []ir.ValueID {
	v := e.valueOf(id)[0]
	switch from := e.Func.Type(v); {
	case from == t:
	case t == ir.F32:
		v = e.Conv(ir.OpSToF, t, 0, v)
	default:
		v = e.Conv(ir.OpFToS, t, 0, v)
	}
	return []ir.ValueID{v}
}

func (e *emitter) isZero(id spirv.ID) bool {
	c := e.Constant(id)
	return c != nil && c.Bits == 0 && (c.Kind == spirv.Scalar || c.Kind == spirv.Null)
}

// texel is what a read gives as the result's type: a vector, or of a depth image a float.
func (e *emitter) texel(values []ir.ValueID) []ir.ValueID {
	if len(values) == 1 && e.result().Lanes() == 4 {
		zero := e.Const(e.Func.Type(values[0]), 0)
		return []ir.ValueID{values[0], zero, zero, zero}
	}
	return e.rounded(values)
}

func (e *emitter) imageRead() []ir.ValueID {
	t := e.typ(0)
	o, _ := e.in.ImageOperands(2)
	name := "read_image" + texelSuffix(e.result(), o.Unsigned)
	args := []operand{e.imageArg(t, e.scalar(0)), e.coordinates(t, 1, true)}
	return e.texel(e.builtinCall(name, args...))
}

func (e *emitter) imageWrite() []ir.ValueID {
	t, texel := e.typ(0), e.typ(2)
	o, _ := e.in.ImageOperands(3)
	suffix := texelSuffix(texel, o.Unsigned)
	args := []operand{e.imageArg(t, e.scalar(0)), e.coordinates(t, 1, true)}
	if o.Lod != 0 && !e.isZero(o.Lod) {
		args = append(args, operand{ast.Basic(ast.Int), e.level(o.Lod, ir.I32)})
	}
	values := e.value(2)
	if t.Depth {
		values = values[:1]
	}
	kind := map[string]ast.Kind{"f": ast.Float, "i": ast.Int, "ui": ast.UInt}[suffix]
	args = append(args, operand{e.types.Vector(ast.Basic(kind), len(values)), values})
	return e.builtinCall("write_image"+suffix, args...)
}

// imageQuery asks for the format, the order or the number of levels.
func imageQuery(name string) lowering {
	return func(e *emitter) []ir.ValueID {
		out := e.builtinCall(name, e.imageArg(e.typ(0), e.scalar(0)))
		t := e.register(e.result())
		return e.each(out, func(v ir.ValueID) ir.ValueID { return e.resize(e.plainNumber(name, v), t, false) })
	}
}

// plainNumber is the number that SPIR-V has for an order or a type of channels: OpenCL's, counted from zero.
func (e *emitter) plainNumber(name string, v ir.ValueID) ir.ValueID {
	const firstOrder, firstType = 0x10B0, 0x10D0
	switch name {
	case "get_image_channel_order":
		return e.Bin(ir.OpSub, v, e.Const(ir.I32, firstOrder))
	case "get_image_channel_data_type":
		return e.Bin(ir.OpSub, v, e.Const(ir.I32, firstType))
	}
	return v
}

// imageSize asks for the size in all coordinates.
func (e *emitter) imageSize() []ir.ValueID {
	t := e.typ(0)
	names := []string{"get_image_width", "get_image_height", "get_image_depth"}[:t.Spatial()]
	var out []ir.ValueID
	for _, name := range names {
		out = append(out, e.builtinCall(name, e.imageArg(t, e.scalar(0)))...)
	}
	if t.Arrayed {
		out = append(out, e.builtinCall("get_image_array_size", e.imageArg(t, e.scalar(0)))...)
	}
	r := e.register(e.result().Scalar())
	out = e.each(out, func(v ir.ValueID) ir.ValueID { return e.resize(v, r, false) })
	if e.in.Op == spirv.OpImageQuerySizeLod && !e.isZero(e.in.ID(1)) {
		return e.smaller(out, t.Spatial())
	}
	return out
}

// smaller are the sizes at the level that the second operand gives.
func (e *emitter) smaller(sizes []ir.ValueID, spatial int) []ir.ValueID {
	t := e.Func.Type(sizes[0])
	level := e.resize(e.scalar(1), t, false)
	for i := range sizes[:spatial] {
		sizes[i] = e.Bin(ir.OpUMax, e.Bin(ir.OpLShr, sizes[i], level), e.Const(t, 1))
	}
	return sizes
}
