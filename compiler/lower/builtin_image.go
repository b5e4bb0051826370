package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
	"heddle/image"
)

// imageRead reads an element. Of a depth image the first channel is the value.
func (l *funcLowerer) imageRead(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	kind, space := c.Image, ir.SpaceConstant
	if c.Params[0].Access != ast.ReadOnly {
		space = ir.SpaceGlobal
	}
	operands := append([]ir.ValueID{}, args[0][0])
	place := args[1:]
	if kind.Sampled() {
		operands, place = append(operands, args[1][0]), args[2:]
	}
	operands = append(operands, place[0][:kind.Coordinates()]...)
	switch kind.Lod() {
	case ir.LodLevel:
		operands = append(operands, place[1][0])
	case ir.LodGradients:
		operands = append(operands, place[1][:kind.Spatial()]...)
		operands = append(operands, place[2][:kind.Spatial()]...)
	}
	channels := l.ImageRead(kind, valueType(c.Elem), space, operands...)
	return channels[:c.Lanes]
}

// imageWrite writes an element. That of a depth image is its value, and zeros and one as in the reads of others.
func (l *funcLowerer) imageWrite(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	operands := append([]ir.ValueID{args[0][0]}, args[1][:c.Image.Coordinates()]...)
	if c.Image.Lod() == ir.LodLevel {
		operands = append(operands, args[2][0])
	}
	texel := args[len(args)-1]
	operands = append(operands, texel...)
	if len(texel) == 1 {
		zero, one := l.Const(ir.F32, 0), l.Const(ir.F32, bitsOfOne)
		operands = append(operands, zero, zero, one)
	}
	l.ImageWrite(c.Image, operands...)
	return nil
}

const bitsOfOne = 0x3f800000 // of a float

// imageFields are the fields of an image's descriptor that queries ask for.
var imageFields = map[string]int64{
	"get_image_width": image.OffsetWidth, "get_image_height": image.OffsetHeight,
	"get_image_depth": image.OffsetDepth, "get_image_array_size": image.OffsetLayers,
	"get_image_num_mip_levels": image.OffsetLevels, "get_image_channel_data_type": image.OffsetType,
	"get_image_channel_order": image.OffsetOrder,
}

// imageQuery reads the image's descriptor.
func (l *funcLowerer) imageQuery(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	field := func(offset int64) ir.ValueID {
		const align = 4
		return l.Load(ir.I32, l.PtrAddConst(args[0][0], offset), ir.SpaceConstant, align)
	}
	if c.Name != "get_image_dim" {
		v := field(imageFields[c.Name])
		if c.Elem.Kind == ast.ULong {
			v = l.Conv(ir.OpZExt, ir.I64, ir.RoundDefault, v)
		}
		return one(v)
	}
	sizes := l.List(field(image.OffsetWidth), field(image.OffsetHeight))
	if c.Lanes > 2 {
		sizes = l.List(sizes[0], sizes[1], field(image.OffsetDepth), l.Const(ir.I32, 0))
	}
	return sizes
}
