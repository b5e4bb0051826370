package image

// Shape is how the elements of an image are arranged.
type Shape uint8

// The shapes. Depth images are 2D images and arrays whose format has the order Depth.
const (
	Image1D Shape = iota
	Image1DBuffer
	Image1DArray
	Image2D
	Image2DArray
	Image3D
	ShapeCount
)

// Descriptor is what a kernel knows of an image. An image argument is the address of its descriptor, which lies in
// memory that does not move. That of an image with mip levels is the first of an array with one for each level.
//
// The code generator reads the fields at the offsets below; a test compares them.
type Descriptor struct {
	Data       uintptr // the first element
	RowPitch   uint64  // bytes from row to row; of 1D arrays: from layer to layer, too
	SlicePitch uint64  // bytes from slice to slice or layer to layer
	Width      uint32
	Height     uint32 // 1 where the shape has none
	Depth      uint32 // the same
	Layers     uint32 // of arrays; else 1
	Levels     uint32 // of the whole image, at least 1
	Order      uint32 // CL_RGBA and so on, for get_image_channel_order
	Type       uint32 // CL_UNORM_INT8 and so on
	Format     FormatID
	_          uint16
	_          uint64
}

// Offsets of Descriptor's fields.
const (
	OffsetData       = 0
	OffsetRowPitch   = 8
	OffsetSlicePitch = 16
	OffsetWidth      = 24
	OffsetHeight     = 28
	OffsetDepth      = 32
	OffsetLayers     = 36
	OffsetLevels     = 40
	OffsetOrder      = 44
	OffsetType       = 48
	OffsetFormat     = 52
	DescriptorBytes  = 64
)

// Bytes is the size of the level that is described.
func (d *Descriptor) Bytes() uint64 { return d.SlicePitch * uint64(d.Depth) * uint64(d.Layers) }
