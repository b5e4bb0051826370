package image

// Access is a kind of image operation, as a kernel's code has it.
type Access struct {
	Shape       Shape
	Sampled     bool // with a sampler
	FloatCoords bool // else they are integers; without a sampler they always are
	Detail      Detail
}

// Detail is how an operation selects the mip level.
type Detail uint8

// The ways to select the mip level.
const (
	BaseLevel      Detail = iota // level 0
	GivenLevel                   // Point.Level with a sampler, else Point.LevelIndex
	GivenGradients               // Point.DX and Point.DY
)

// Point is where an operation reads or writes. The coordinates are those of the shape: x; x and layer; x and y; x, y
// and layer; x, y and z. Only the fields that the kind of access uses are read.
type Point struct {
	Float      [3]float32
	Int        [3]int32
	Level      float32
	LevelIndex int32
	DX, DY     [3]float32 // how much the coordinates change from pixel to pixel, without those of layers
}

// CoordCount is the number of coordinates, one of which selects the layer of an array.
func (s Shape) CoordCount() int {
	return [ShapeCount]int{Image1D: 1, Image1DBuffer: 1, Image1DArray: 2, Image2D: 2, Image2DArray: 3, Image3D: 3}[s]
}

// Dimensions is the number of coordinates of an element within its layer.
func (s Shape) Dimensions() int {
	if s.IsArray() {
		return s.CoordCount() - 1
	}
	return s.CoordCount()
}

// IsArray reports whether the last coordinate is a layer.
func (s Shape) IsArray() bool { return s == Image1DArray || s == Image2DArray }

// Extents are the sizes that the coordinates are compared with, 1 for what the shape does not have.
func (d *Descriptor) Extents(shape Shape) [3]uint32 {
	switch shape {
	case Image1DArray:
		return [3]uint32{d.Width, d.Layers, 1}
	case Image2D:
		return [3]uint32{d.Width, d.Height, 1}
	case Image2DArray:
		return [3]uint32{d.Width, d.Height, d.Layers}
	case Image3D:
		return [3]uint32{d.Width, d.Height, d.Depth}
	}
	return [3]uint32{d.Width, 1, 1}
}

// isInside reports whether an element is in an image with the extents.
func isInside(at [3]int32, extents [3]uint32) bool {
	return uint32(at[0]) < extents[0] && uint32(at[1]) < extents[1] && uint32(at[2]) < extents[2]
}

// row is where the row of an element that is inside begins.
func (d *Descriptor) row(at [3]int32) uintptr {
	return d.Data + uintptr(at[2])*uintptr(d.SlicePitch) + uintptr(at[1])*uintptr(d.RowPitch)
}

// load reads an element. Elements outside are zeros, which are the border colour of all channels that a format has.
func (d *Descriptor) load(info *Info, at [3]int32, extents [3]uint32) (e element, inside bool) {
	if !isInside(at, extents) {
		return element{}, false
	}
	x := uintptr(at[0])
	if info.BlockElements > 1 {
		return loadPacked(d.row(at), info, x), true
	}
	return loadElement(d.row(at)+x*uintptr(info.Bytes), info.Bytes), true
}

// ReadFloat is read_imagef. d is the first of the image's descriptors, one for each level. The specification does not
// say what formats that are not of ClassFloat give; programs that keep doubles in such images expect the bits.
func (a Access) ReadFloat(d *Descriptor, s Sampler, p *Point) [4]float32 {
	info := d.Format.Info()
	if info.Class != ClassFloat {
		return floatsOf(a.ReadInt(d, s, p))
	}
	if a.Detail == BaseLevel || !a.Sampled {
		return a.readFloat(a.level(d, p), info, s, p)
	}
	first, second, weight := a.levels(d, s, p)
	colour := a.readFloat(levelOf(d, first), info, s, p)
	if first == second {
		return colour
	}
	other := a.readFloat(levelOf(d, second), info, s, p)
	for i := range colour {
		colour[i] = info.blend(weight, colour[i], other[i])
	}
	return colour
}

// readFloat reads from the level that d describes, nil for none.
func (a Access) readFloat(d *Descriptor, info *Info, s Sampler, p *Point) [4]float32 {
	if d == nil {
		return info.borderFloat()
	}
	if a.Sampled && a.FloatCoords && s&FilterMask == FilterLinear {
		return a.linear(d, info, s, p)
	}
	e, inside := d.load(info, a.nearest(d, s, p), d.Extents(a.Shape))
	if !inside {
		return info.borderFloat()
	}
	return info.decodeFloat(e)
}

// ReadInt is read_imagei and read_imageui: the bits of four integers or, where the format is of ClassFloat, of four
// floats. The other two classes are not distinguished, the format decides how short integers are extended. A linear
// filter counts as nearest.
func (a Access) ReadInt(d *Descriptor, s Sampler, p *Point) [4]uint32 {
	info := d.Format.Info()
	if a.Detail == BaseLevel || !a.Sampled {
		d = a.level(d, p)
	} else {
		first, _, _ := a.levels(d, s, p)
		d = levelOf(d, first)
	}
	if d == nil {
		return info.borderBits()
	}
	e, inside := d.load(info, a.nearest(d, s, p), d.Extents(a.Shape))
	if !inside {
		return info.borderBits()
	}
	return info.decodeBits(e)
}

// WriteFloat is write_imagef: nothing where the coordinates or the level are not of the image. Formats that are not of
// ClassFloat take the bits.
func (a Access) WriteFloat(d *Descriptor, p *Point, colour [4]float32) { a.WriteInt(d, p, bitsOf(colour)) }

// WriteInt is write_imagei and write_imageui: the bits of four integers, which are taken as the format's class says.
func (a Access) WriteInt(d *Descriptor, p *Point, colour [4]uint32) {
	info := d.Format.Info()
	a.write(d, info, p, info.encodeBits(colour))
}

func (a Access) write(d *Descriptor, info *Info, p *Point, e element) {
	d = a.level(d, p)
	if d == nil || info.Uses&UseWrite == 0 || !isInside(a.exact(p), d.Extents(a.Shape)) {
		return
	}
	storeElement(d.row(a.exact(p))+uintptr(p.Int[0])*uintptr(info.Bytes), info.Bytes, e)
}

// level is the level of an operation without a sampler, nil where the image has none such.
func (a Access) level(d *Descriptor, p *Point) *Descriptor {
	if a.Detail == BaseLevel {
		return d
	}
	if uint32(p.LevelIndex) >= d.Levels {
		return nil
	}
	return levelOf(d, p.LevelIndex)
}

// exact are the coordinates of an operation without a sampler.
func (a Access) exact(p *Point) (at [3]int32) {
	copy(at[:a.Shape.CoordCount()], p.Int[:])
	return at
}
