package image

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Format is an image format as the API names it: channel order and channel data type with the values of cl.h.
type Format struct {
	Order, Type uint32
}

// Channel orders, with the values of CL_R and so on.
const (
	OrderR uint32 = 0x10b0 + iota
	OrderA
	OrderRG
	OrderRA
	OrderRGB
	OrderRGBA
	OrderBGRA
	OrderARGB
	OrderIntensity
	OrderLuminance
	OrderRx
	OrderRGx
	OrderRGBx
	OrderDepth
	OrderDepthStencil
	OrderSRGB
	OrderSRGBx
	OrderSRGBA
	OrderSBGRA
	OrderABGR
)

// Channel data types, with the values of CL_SNORM_INT8 and so on.
const (
	TypeSnorm8 uint32 = 0x10d0 + iota
	TypeSnorm16
	TypeUnorm8
	TypeUnorm16
	TypeUnorm565
	TypeUnorm555
	TypeUnorm101010
	TypeSint8
	TypeSint16
	TypeSint32
	TypeUint8
	TypeUint16
	TypeUint32
	TypeHalf
	TypeFloat
	TypeUnorm24
	TypeUnorm101010x2
	TypeUnorm10x6
	_
	TypeRaw10
	TypeRaw12
	TypeUnorm2x101010
	TypeUint10x6
	TypeUint12x4
	TypeUint14x2
	TypeUnorm12x4
	TypeUnorm14x2
)

// FormatID is the index of a format in the table of formats. Code is specialised by it.
type FormatID uint16

// Class is what the channels of a format are to a kernel, and so which functions read and write them.
type Class uint8

// The classes: read_imagef and read_imageh, read_imagei, read_imageui.
const (
	ClassFloat Class = iota
	ClassSint
	ClassUint
)

// Conversion is what the bits of a channel mean.
type Conversion uint8

// The conversions, with the value of the bits c of a channel of n bits.
const (
	Unorm Conversion = iota // c / (2ⁿ-1)
	Snorm                   // max(c / (2ⁿ⁻¹-1), -1), where c is signed
	SRGB                    // 8 bits of the sRGB curve
	Sint                    // c, signed
	Uint                    // c
	Half                    // binary16
	Float                   // binary32
)

// Channel is one channel of an element in memory. The element is an integer of Info.Bytes bytes, little-endian, so
// that a channel of whole bytes that comes later in memory lies in higher bits. No channel crosses a multiple of 64
// bits.
type Channel struct {
	Shift, Width uint8 // bits
	Conversion   Conversion
	Component    uint8 // which of r, g, b, a (0 to 3) a write stores here
}

// Max is the greatest integer of a channel of kind Unorm, Snorm, Sint or Uint.
func (c *Channel) Max() uint32 {
	width := c.Width
	if c.Conversion == Snorm || c.Conversion == Sint {
		width--
	}
	return uint32(uint64(1)<<width - 1)
}

// Info is a row of the table of formats.
type Info struct {
	Format
	ID    FormatID
	Class Class

	// Bytes is the size of an element: a power of two of at most 16, or three channels of 1, 2 or 4 bytes. Where
	// BlockElements is more than 1, elements are not whole bytes (RAW10 and RAW12): that many take BlockBytes, and
	// Bytes is what CL_IMAGE_ELEMENT_SIZE tells.
	Bytes         int
	BlockElements int
	BlockBytes    int

	// Channels are those that are stored, in the order in which the channel order names them. What is ignored (the x
	// of RGBx) is among them, as no source, where it is a channel: a write stores alpha there. Other bits become zeros.
	Channels []Channel

	// Source is for each of r, g, b, a the index in Channels of what is read as it, or -1: then it reads as 0, and as
	// 1 if it is alpha.
	Source [4]int8

	// BorderAlpha is the alpha of the border colour, 0 or 1. Red, green and blue of it are 0.
	BorderAlpha uint8

	Shapes ShapeSet
	Uses   Uses

	// Extension is the extension that brings the format, empty for those of the core specification.
	Extension string

	// Refused is the reason why the format is not supported, empty if it is. Find and Supported leave such formats
	// out.
	Refused string

	// For the formulas in this package: the data type if each channel is as wide as its conversion is, and they come
	// one after the other, else 0; whether some channel is Unorm or Snorm; and by what their integers are divided,
	// and multiplied after a linear filter (1 for the others).
	regular          uint32
	normalized       bool
	divisors, scales [4]float32
}

// ShapeSet has bit 1<<shape for each of its shapes.
type ShapeSet uint8

// AllShapes are all.
const AllShapes ShapeSet = 1<<ShapeCount - 1

// Has reports whether a shape is in the set.
func (s ShapeSet) Has(shape Shape) bool { return s>>shape&1 != 0 }

// Uses are the ways in which a kernel can use images of a format.
type Uses uint8

// The ways. Linear filtering is possible where Class is ClassFloat.
const (
	UseRead      Uses = 1 << iota // read_only
	UseWrite                      // write_only
	UseReadWrite                  // read_write
)

// orderRow describes a channel order: the components that elements have, one letter for each channel: r, g, b, a, x
// for what is ignored, i for all components, l for red, green and blue.
type orderRow struct {
	order       uint32
	name        string
	channels    string
	borderAlpha uint8
	types       []uint32 // those with which the order is valid
	refused     string
}

const (
	suiteLayout = "the conformance suite has no bytes for what is ignored, against the specification"
	suiteAlpha  = "the conformance suite reads 0 as alpha, the specification 1"
)

// plain are the data types that go with every order without sRGB.
var plain = []uint32{TypeSnorm8, TypeSnorm16, TypeUnorm8, TypeUnorm16, TypeSint8, TypeSint16, TypeSint32,
	TypeUint8, TypeUint16, TypeUint32, TypeHalf, TypeFloat}

// fractions and integers are the two parts of plain.
var (
	fractions = []uint32{TypeSnorm8, TypeSnorm16, TypeUnorm8, TypeUnorm16, TypeHalf, TypeFloat}
	integers  = []uint32{TypeSint8, TypeSint16, TypeSint32, TypeUint8, TypeUint16, TypeUint32}
)

// padded are the data types with unused bits below the value.
var padded = []uint32{TypeUnorm10x6, TypeUnorm12x4, TypeUnorm14x2, TypeUint10x6, TypeUint12x4, TypeUint14x2}

// packed are the data types of three channels in one integer.
var packed = []uint32{TypeUnorm565, TypeUnorm555, TypeUnorm101010}

// orders is the table of channel orders: "Image Channel Order" of the API specification with the restrictions in its
// table of data types, and section 6.15.15.1 (border colour) and .7 (mapping of channels) of OpenCL C. The border of
// CL_RGBx and CL_sRGBx has alpha 0 there; here it has alpha 1 as inside, which the conformance suite expects.
//
// The order of the rows is part of FormatID; new ones come last.
var orders = []orderRow{
	{OrderR, "CL_R", "r", 1, slices.Concat(plain, padded, []uint32{TypeRaw10, TypeRaw12}), ""},
	{OrderA, "CL_A", "a", 0, plain, ""},
	{OrderRG, "CL_RG", "rg", 1, slices.Concat(plain, padded), ""},
	{OrderRA, "CL_RA", "ra", 0, plain, ""},
	{OrderRGB, "CL_RGB", "rgb", 1, packed, ""},
	{OrderRGB, "CL_RGB", "rgb", 1, plain, ""},
	{OrderRGBA, "CL_RGBA", "rgba", 0, slices.Concat(plain, padded, []uint32{TypeUnorm101010x2}), ""},
	{OrderBGRA, "CL_BGRA", "bgra", 0, plain, ""},
	{OrderARGB, "CL_ARGB", "argb", 0, plain, ""},
	{OrderABGR, "CL_ABGR", "abgr", 0, slices.Concat(plain, []uint32{TypeUnorm2x101010}), ""},
	{OrderIntensity, "CL_INTENSITY", "i", 0, plain, ""},
	{OrderLuminance, "CL_LUMINANCE", "l", 1, plain, ""},
	{OrderRx, "CL_Rx", "rx", 0, plain, suiteLayout},
	{OrderRGx, "CL_RGx", "rgx", 0, plain, suiteLayout},
	{OrderRGBx, "CL_RGBx", "rgbx", 1, slices.Concat(fractions, packed), ""},
	{OrderDepth, "CL_DEPTH", "r", 0, []uint32{TypeUnorm16, TypeFloat}, ""},
	{OrderDepthStencil, "CL_DEPTH_STENCIL", "rx", 0, nil, "only for sharing with OpenGL"},
	{OrderSRGB, "CL_sRGB", "rgb", 1, []uint32{TypeUnorm8}, ""},
	{OrderSRGBx, "CL_sRGBx", "rgbx", 1, []uint32{TypeUnorm8}, ""},
	{OrderSRGBA, "CL_sRGBA", "rgba", 0, []uint32{TypeUnorm8}, ""},
	{OrderSBGRA, "CL_sBGRA", "bgra", 0, []uint32{TypeUnorm8}, ""},
	{OrderRGBx, "CL_RGBx", "rgbx", 1, integers, suiteAlpha},
}

// typeRow describes a channel data type. Where widths is empty, each channel takes bytes of its own, whose upper
// width bits are the value; else the element is one integer of that many bytes, and widths are the channels'
// bits from the most significant, to end at bit 0.
type typeRow struct {
	name       string
	conversion Conversion
	bytes      int
	width      uint8
	widths     []uint8
	extension  string
}

// types is the table of channel data types: "Image Channel Data Type" of the API specification.
var types = map[uint32]typeRow{
	TypeSnorm8:        {"CL_SNORM_INT8", Snorm, 1, 8, nil, ""},
	TypeSnorm16:       {"CL_SNORM_INT16", Snorm, 2, 16, nil, ""},
	TypeUnorm8:        {"CL_UNORM_INT8", Unorm, 1, 8, nil, ""},
	TypeUnorm16:       {"CL_UNORM_INT16", Unorm, 2, 16, nil, ""},
	TypeUnorm565:      {"CL_UNORM_SHORT_565", Unorm, 2, 0, []uint8{5, 6, 5}, ""},
	TypeUnorm555:      {"CL_UNORM_SHORT_555", Unorm, 2, 0, []uint8{5, 5, 5}, ""},
	TypeUnorm101010:   {"CL_UNORM_INT_101010", Unorm, 4, 0, []uint8{10, 10, 10}, ""},
	TypeSint8:         {"CL_SIGNED_INT8", Sint, 1, 8, nil, ""},
	TypeSint16:        {"CL_SIGNED_INT16", Sint, 2, 16, nil, ""},
	TypeSint32:        {"CL_SIGNED_INT32", Sint, 4, 32, nil, ""},
	TypeUint8:         {"CL_UNSIGNED_INT8", Uint, 1, 8, nil, ""},
	TypeUint16:        {"CL_UNSIGNED_INT16", Uint, 2, 16, nil, ""},
	TypeUint32:        {"CL_UNSIGNED_INT32", Uint, 4, 32, nil, ""},
	TypeHalf:          {"CL_HALF_FLOAT", Half, 2, 16, nil, ""},
	TypeFloat:         {"CL_FLOAT", Float, 4, 32, nil, ""},
	TypeUnorm24:       {"CL_UNORM_INT24", Unorm, 4, 24, nil, ""},
	TypeUnorm101010x2: {"CL_UNORM_INT_101010_2", Unorm, 4, 0, []uint8{10, 10, 10, 2}, ""},
	TypeUnorm2x101010: {"CL_UNORM_INT_2_101010_EXT", Unorm, 4, 0, []uint8{2, 10, 10, 10},
		"cl_ext_image_unorm_int_2_101010"},
	TypeRaw10:     {"CL_UNSIGNED_INT_RAW10_EXT", Uint, 2, 10, nil, "cl_ext_image_raw10_raw12"},
	TypeRaw12:     {"CL_UNSIGNED_INT_RAW12_EXT", Uint, 2, 12, nil, "cl_ext_image_raw10_raw12"},
	TypeUnorm10x6: {"CL_UNORM_INT10X6_EXT", Unorm, 2, 10, nil, "cl_ext_image_unsigned_10x6_12x4_14x2"},
	TypeUnorm12x4: {"CL_UNORM_INT12X4_EXT", Unorm, 2, 12, nil, "cl_ext_image_unsigned_10x6_12x4_14x2"},
	TypeUnorm14x2: {"CL_UNORM_INT14X2_EXT", Unorm, 2, 14, nil, "cl_ext_image_unsigned_10x6_12x4_14x2"},
	TypeUint10x6:  {"CL_UNSIGNED_INT10X6_EXT", Uint, 2, 10, nil, "cl_ext_image_unsigned_10x6_12x4_14x2"},
	TypeUint12x4:  {"CL_UNSIGNED_INT12X4_EXT", Uint, 2, 12, nil, "cl_ext_image_unsigned_10x6_12x4_14x2"},
	TypeUint14x2:  {"CL_UNSIGNED_INT14X2_EXT", Uint, 2, 14, nil, "cl_ext_image_unsigned_10x6_12x4_14x2"},
}

// formats is the table of formats, made of the tables of orders and types at first use: not every process that loads
// the driver has images.
var formats = sync.OnceValue(func() (table []Info) {
	for i := range orders {
		for _, t := range orders[i].types {
			info := newInfo(&orders[i], t)
			info.ID = FormatID(len(table))
			table = append(table, info)
		}
	}
	return table
})

var formatIDs = sync.OnceValue(func() map[Format]FormatID {
	ids := map[Format]FormatID{}
	for i, info := range formats() {
		ids[info.Format] = FormatID(i)
	}
	return ids
})

func newInfo(row *orderRow, t uint32) Info {
	kind := types[t]
	info := Info{Format: Format{row.order, t}, Source: [4]int8{-1, -1, -1, -1}, BorderAlpha: row.borderAlpha,
		BlockElements: 1, Shapes: AllShapes, Uses: UseRead | UseWrite | UseReadWrite,
		Extension: kind.extension, Refused: row.refused}
	switch kind.conversion {
	case Sint:
		info.Class = ClassSint
	case Uint:
		info.Class = ClassUint
	}
	info.Bytes = kind.bytes
	if kind.widths == nil {
		info.Bytes *= len(row.channels)
	}
	info.BlockBytes = info.Bytes
	for i, letter := range row.channels {
		if i < len(kind.widths) || kind.widths == nil {
			info.addChannel(byte(letter), kind.channel(i))
		}
	}
	switch {
	case row.order == OrderDepth:
		info.Shapes = 1<<Image2D | 1<<Image2DArray
	case t == TypeRaw10:
		info.pack(4, 5)
	case t == TypeRaw12:
		info.pack(2, 3)
	}
	info.prepare()
	return info
}

// channel is the channel with an index in the channel order.
func (kind *typeRow) channel(index int) Channel {
	if kind.widths == nil {
		bits := kind.bytes * 8
		return Channel{Shift: uint8((index+1)*bits) - kind.width, Width: kind.width, Conversion: kind.conversion}
	}
	c := Channel{Width: kind.widths[index], Conversion: kind.conversion}
	for _, width := range kind.widths[index+1:] {
		c.Shift += width
	}
	return c
}

// addChannel adds the channel of a letter of orderRow.channels.
func (info *Info) addChannel(letter byte, c Channel) {
	index := int8(len(info.Channels))
	switch letter {
	case 'i':
		info.Source = [4]int8{index, index, index, index}
	case 'l':
		info.Source = [4]int8{index, index, index, -1}
	case 'x':
		c.Component = 3
	default:
		component := slices.Index([]byte("rgba"), letter)
		info.Source[component] = index
		c.Component = uint8(component)
	}
	sRGB := info.Order == OrderSRGB || info.Order == OrderSRGBx || info.Order == OrderSRGBA || info.Order == OrderSBGRA
	if sRGB && c.Component != 3 {
		c.Conversion = SRGB
	}
	info.Channels = append(info.Channels, c)
}

// pack makes the elements of a format parts of blocks. Work-items that write neighbouring elements would write the
// same byte, so such images are only read.
func (info *Info) pack(elements, bytes int) {
	info.BlockElements, info.BlockBytes = elements, bytes
	info.Shapes, info.Uses = 1<<Image2D, UseRead
	info.Channels[0].Shift = 0
}

// prepare fills in what the formulas read.
func (info *Info) prepare() {
	info.divisors, info.scales = [4]float32{1, 1, 1, 1}, [4]float32{1, 1, 1, 1}
	info.regular = info.Type
	for i := range info.Channels {
		c := &info.Channels[i]
		if c.isNormalized() {
			info.normalized = true
			info.divisors[i], info.scales[i] = float32(c.Max()), c.Scale()
		}
		if int(c.Shift) != i*int(c.Width) || c.Conversion == SRGB {
			info.regular = 0
		}
	}
}

// Find is the id of a format, and whether it is supported.
func Find(f Format) (FormatID, bool) {
	id, ok := formatIDs()[f]
	return id, ok && id.Info().Refused == ""
}

// IsValid reports whether order and type are such that the specification knows, together, supported or not: others are
// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, those that are not supported CL_IMAGE_FORMAT_NOT_SUPPORTED.
func (f Format) IsValid() bool {
	_, ok := formatIDs()[f]
	return ok || f.Order == OrderDepthStencil && (f.Type == TypeUnorm24 || f.Type == TypeFloat)
}

// Supported are the formats that images of a shape can have that are used in all the given ways.
func Supported(shape Shape, uses Uses) (supported []Format) {
	table := formats()
	for i := range table {
		if info := &table[i]; info.Refused == "" && info.Supports(shape, uses) {
			supported = append(supported, info.Format)
		}
	}
	return supported
}

// Supports reports whether images of a shape can have the format and be used in all the given ways.
func (info *Info) Supports(shape Shape, uses Uses) bool {
	return info.Shapes.Has(shape) && info.Uses&uses == uses
}

// Formats is the whole table, refused formats too, in the order of ids. It must not be changed.
func Formats() []Info { return formats() }

// Info is the row of a format.
func (id FormatID) Info() *Info { return &formats()[id] }

// OrderName is the name of a channel order as in cl.h.
func OrderName(order uint32) string {
	for i := range orders {
		if orders[i].order == order {
			return orders[i].name
		}
	}
	return fmt.Sprintf("%#x", order)
}

// TypeName is the name of a channel data type as in cl.h.
func TypeName(t uint32) string {
	if row, ok := types[t]; ok {
		return row.name
	}
	return fmt.Sprintf("%#x", t)
}

// ParseFormat finds a supported format by its names in cl.h without CL_: "RGBA,UNORM_INT8".
func ParseFormat(text string) (FormatID, error) {
	order, t, _ := strings.Cut(text, ",")
	for _, info := range formats() {
		if OrderName(info.Order) == "CL_"+order && TypeName(info.Type) == "CL_"+t && info.Refused == "" {
			return info.ID, nil
		}
	}
	return 0, fmt.Errorf("unknown format %q", text)
}

// String is for messages: "CL_RGBA, CL_UNORM_INT8".
func (f Format) String() string { return OrderName(f.Order) + ", " + TypeName(f.Type) }

// IsView reports whether a 2D image of a format may be made from one of another: with the same data type, and the same
// channel order or one that the specification calls compatible.
func (f Format) IsView(of Format) bool {
	order, ok := compatible[of.Order]
	return f.Type == of.Type && (f.Order == of.Order || ok && f.Order == order)
}

// compatible is the table "Compatible Image Channel Orders" of the API specification: for the order of an image that
// of the images that can be made from it.
var compatible = map[uint32]uint32{
	OrderBGRA:  OrderSBGRA,
	OrderSBGRA: OrderBGRA,
	OrderRGBA:  OrderSRGBA,
	OrderSRGBA: OrderRGBA,
	OrderRGB:   OrderSRGB,
	OrderSRGB:  OrderRGB,
	OrderRGBx:  OrderSRGBx,
	OrderSRGBx: OrderRGBx,
	OrderR:     OrderDepth,
}
