package ir

import "heddle/image"

// Image operations. An image is a pointer to its descriptor (package image); a sampler is an i64 (image.Sampler).
//
// The operands of a read are the image, the sampler if it is sampled, one coordinate for each of the shape's
// coordinates (i32, or f32 if they are floats), and then for LodLevel the level of detail (f32; i32 without a sampler),
// for LodGradients the derivatives of each spatial coordinate with respect to x and then to y (f32). It gives four
// channels of its type, f32 or i32: the first is its value, the others are OpResult 1 to 3 of it. Space is
// SpaceConstant if nothing writes the image while the kernel runs, else SpaceGlobal.
//
// Those of a write are the image, the coordinates (i32), for LodLevel the level (i32), and four channels.
//
// Depth images have the same operations: only the first channel means something.

// ImageKind is the form of an image operation: bits 0 to 2 the shape, 3: sampled, 4: float coordinates, 5 and 6 the
// level of detail, 7: the integers are unsigned.
type ImageKind uint8

// The bits above the shape and the level of detail.
const (
	ImageSampled  ImageKind = 1 << 3
	ImageFloat    ImageKind = 1 << 4 // the coordinates are floats; only if sampled
	ImageUnsigned ImageKind = 1 << 7 // channels of i32 are unsigned

	imageShapeMask ImageKind = 7
)

const imageLodShift = 5

// Lod is how an image operation selects the level of detail.
type Lod uint8

// The ways.
const (
	LodNone      Lod = iota // level 0
	LodLevel                // an operand
	LodGradients            // from derivatives of the coordinates
)

// NewImageKind is a kind; flags are those of the constants that hold.
func NewImageKind(shape image.Shape, lod Lod, flags ImageKind) ImageKind {
	return ImageKind(shape) | ImageKind(lod)<<imageLodShift | flags
}

// Shape is the shape of the image.
func (k ImageKind) Shape() image.Shape { return image.Shape(k & imageShapeMask) }

// Sampled reports whether a sampler is used.
func (k ImageKind) Sampled() bool { return k&ImageSampled != 0 }

// FloatCoordinates reports whether the coordinates are floats.
func (k ImageKind) FloatCoordinates() bool { return k&ImageFloat != 0 }

// Unsigned reports whether the channels are unsigned integers.
func (k ImageKind) Unsigned() bool { return k&ImageUnsigned != 0 }

// Lod is how the level of detail is selected.
func (k ImageKind) Lod() Lod { return Lod(k>>imageLodShift) & 3 }

// imageShapes are the shapes' names in the text form.
var imageShapes = [image.ShapeCount]string{
	image.Image1D: "1d", image.Image1DBuffer: "1dbuffer", image.Image1DArray: "1darray", image.Image2D: "2d",
	image.Image2DArray: "2darray", image.Image3D: "3d",
}

// Coordinates is the number of coordinates, the layer of an array included.
func (k ImageKind) Coordinates() int { return k.Shape().CoordCount() }

// Spatial is the number of coordinates without the layer of an array.
func (k ImageKind) Spatial() int { return k.Shape().Dimensions() }

// Access is the kind as package image has it. The ways to select the level of detail have the same numbers.
func (k ImageKind) Access() image.Access {
	return image.Access{Shape: k.Shape(), Sampled: k.Sampled(), FloatCoords: k.FloatCoordinates(),
		Detail: image.Detail(k.Lod())}
}

// Valid reports whether an operation can be of the kind.
func (k ImageKind) Valid(op Op) bool {
	switch {
	case k.Shape() >= image.ShapeCount || k.Lod() > LodGradients:
		return false
	case k.Shape() == image.Image1DBuffer && (k.Sampled() || k.Lod() != LodNone):
		return false
	case k.FloatCoordinates() && !k.Sampled(), k.Lod() == LodGradients && !k.FloatCoordinates():
		return false
	}
	return op == OpImageRead || !k.Sampled()
}

// Operands are the types of the operands of an image operation of a valid kind, whose channels are of type t.
func (k ImageKind) Operands(op Op, t Type) []Type {
	coordinate, level := I32, I32
	if k.FloatCoordinates() {
		coordinate = F32
	}
	list := []Type{Ptr}
	if k.Sampled() {
		list, level = append(list, I64), F32
	}
	add := func(n int, t Type) {
		for range n {
			list = append(list, t)
		}
	}
	add(k.Coordinates(), coordinate)
	switch k.Lod() {
	case LodLevel:
		add(1, level)
	case LodGradients:
		add(2*k.Spatial(), F32)
	}
	if op == OpImageWrite {
		add(4, t)
	}
	return list
}

// String is the kind in the text form: the shape and what else holds, with plus signs between.
func (k ImageKind) String() string { return kindNames[KindImage][k] }

// imageNames are the texts of all kinds. Those that are not valid have one, too, so that they can be shown.
func imageNames() []string {
	names := make([]string, 256)
	for i := range names {
		k := ImageKind(i)
		name := "invalid" + string('0'+rune(k.Shape()))
		if k.Shape() < image.ShapeCount {
			name = imageShapes[k.Shape()]
		}
		flags := bitNames([]string{"sampled", "float"}, uint8(k>>3)&3)
		lod := [...]string{"", "level", "gradients", "invalidlod"}[k.Lod()]
		sign := bitNames([]string{"unsigned"}, uint8(k>>7))
		for _, word := range []string{flags, lod, sign} {
			if word != "" {
				name += "+" + word
			}
		}
		names[i] = name
	}
	return names
}

// HasImages reports whether the function itself has image operations; functions that it calls do not count.
func (f *Func) HasImages() bool {
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if op := f.Instr(v).Op; op == OpImageRead || op == OpImageWrite {
				return true
			}
		}
	}
	return false
}
