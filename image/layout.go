package image

import (
	"fmt"
	"math"
	"math/bits"
)

// Problem is what is wrong with an image or a region. The API has an error code for each.
type Problem uint8

// The problems.
const (
	BadSize       Problem = iota + 1 // a dimension is 0, over the limit, not what the format needs, or all overflows
	BadRowPitch                      // too small, or no multiple of the size of an element
	BadSlicePitch                    // too small, no multiple of the row pitch, or not 0 where there are no slices
	BadLevels                        // more mip levels than any size needs, or with pitches
	BadRegion                        // empty, out of bounds, or against the rules for the shape
	BadLevel                         // the image has no such mip level
)

// Error is a problem with its reason.
type Error struct {
	Problem Problem
	Reason  string
}

func (e *Error) Error() string { return e.Reason }

func problem(p Problem, format string, arguments ...any) error {
	return &Error{p, fmt.Sprintf(format, arguments...)}
}

// Size is the size of an image in elements. What a shape does not have is ignored.
type Size struct {
	Width, Height, Depth, Layers uint64
}

// Limits are the greatest sizes that a device has.
type Limits struct {
	Width2D, Height2D          uint64 // the width is also that of 1D images
	Width3D, Height3D, Depth3D uint64
	BufferWidth, Layers        uint64
}

// Level is one mip level of a layout.
type Level struct {
	Offset               uint64 // of its first element in the image's memory
	Width, Height, Depth uint64
	RowPitch             uint64 // bytes
	SlicePitch           uint64 // bytes, also where the shape has no slices
}

// Layout is where the elements of an image are.
type Layout struct {
	Shape  Shape
	Format FormatID
	Layers uint64 // 1 where the shape has none
	Levels []Level
	Bytes  uint64
}

// mostLevels is how many mip levels the largest images need. The specification does not say that smaller ones cannot
// have as many: sizes stay 1 then, and the conformance suite makes images of one element with two levels. It also makes
// depth images with levels, which the API's text excludes, while OpenCL C has functions that read them.
const mostLevels = 16

// levelAlignment keeps mip levels on cache lines of their own.
const levelAlignment = 64

// Check finds a size that is not within the limits, or that the format cannot have.
func (limits *Limits) Check(shape Shape, format FormatID, size Size) error {
	if n := uint64(format.Info().BlockElements); size.Width%n != 0 {
		return problem(BadSize, "width %d is no multiple of %d, as %v needs", size.Width, n, format.Info().Format)
	}
	width, height, depth := limits.Width2D, limits.Height2D, uint64(1)
	switch shape {
	case Image1DBuffer:
		width = limits.BufferWidth
	case Image3D:
		width, height, depth = limits.Width3D, limits.Height3D, limits.Depth3D
	}
	used := shape.used(size)
	for _, dimension := range []struct {
		name        string
		size, limit uint64
	}{
		{"width", used.Width, width}, {"height", used.Height, height}, {"depth", used.Depth, depth},
		{"array size", used.Layers, max(limits.Layers, 1)},
	} {
		if dimension.size == 0 || dimension.size > dimension.limit {
			return problem(BadSize, "%s %d is not from 1 to %d", dimension.name, dimension.size, dimension.limit)
		}
	}
	return nil
}

// used is the size with 1 for what the shape does not have.
func (s Shape) used(size Size) Size {
	used := Size{size.Width, 1, 1, 1}
	if s.Dimensions() > 1 {
		used.Height = size.Height
	}
	if s == Image3D {
		used.Depth = size.Depth
	}
	if s.IsArray() {
		used.Layers = size.Layers
	}
	return used
}

// HasSlices reports whether images of the shape have a slice pitch for the API.
func (s Shape) HasSlices() bool { return s.IsArray() || s == Image3D }

// NewLayout is the layout of an image whose size is within limits. Pitches are 0 for the least ones. levels is the
// number of mip levels, 0 counts as 1.
func NewLayout(shape Shape, format FormatID, size Size, rowPitch, slicePitch, levels uint64) (*Layout, error) {
	used := shape.used(size)
	l := &Layout{Shape: shape, Format: format, Layers: used.Layers}
	if used.Width == 0 || used.Height == 0 || used.Depth == 0 || used.Layers == 0 {
		return nil, problem(BadSize, "a dimension of %v is 0", used)
	}
	if max(used.Width, used.Height, used.Depth, used.Layers) > math.MaxInt32 {
		return nil, problem(BadSize, "%v elements are too many for coordinates of 32 bits", used)
	}
	if levels > mostLevels {
		return nil, problem(BadLevels, "%d mip levels, but there are %d at most", levels, mostLevels)
	}
	if levels > 1 && (rowPitch != 0 || slicePitch != 0) {
		return nil, problem(BadLevels, "mip levels with pitches")
	}
	if info := format.Info(); levels > 1 && (shape == Image1DBuffer || info.BlockElements > 1) {
		return nil, problem(BadLevels, "mip levels of a buffer, or of format %v", info.Format)
	}
	for i := range max(levels, 1) {
		if err := l.addLevel(Size{max(used.Width>>i, 1), max(used.Height>>i, 1), max(used.Depth>>i, 1), used.Layers},
			rowPitch, slicePitch); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// rowBytes are the bytes of a row of elements.
func (info *Info) rowBytes(o *overflow, width uint64) uint64 {
	if info.BlockElements == 1 {
		return o.mul(width, uint64(info.Bytes))
	}
	blocks := (width + uint64(info.BlockElements) - 1) / uint64(info.BlockElements)
	return o.mul(blocks, uint64(info.BlockBytes))
}

func (l *Layout) addLevel(size Size, rowPitch, slicePitch uint64) error {
	var o overflow
	info := l.Format.Info()
	least := info.rowBytes(&o, size.Width)
	if rowPitch == 0 {
		rowPitch = least
	}
	if o.happened {
		return problem(BadSize, "width %d is too large", size.Width)
	}
	if rowPitch < least {
		return problem(BadRowPitch, "row pitch %d is less than the %d bytes of a row", rowPitch, least)
	}
	if info.BlockElements == 1 && rowPitch%uint64(info.Bytes) != 0 {
		return problem(BadRowPitch, "row pitch %d is no multiple of the %d bytes of an element", rowPitch, info.Bytes)
	}
	least = o.mul(rowPitch, size.Height)
	if slicePitch == 0 || !l.Shape.HasSlices() {
		slicePitch = least
	}
	if slicePitch < least && !o.happened {
		return problem(BadSlicePitch, "slice pitch %d is less than the %d bytes of a slice", slicePitch, least)
	}
	if slicePitch%rowPitch != 0 && !o.happened {
		return problem(BadSlicePitch, "slice pitch %d is no multiple of row pitch %d", slicePitch, rowPitch)
	}
	level := Level{0, size.Width, size.Height, size.Depth, rowPitch, slicePitch}
	if l.Levels != nil {
		level.Offset = o.add(l.Bytes, levelAlignment-1) &^ (levelAlignment - 1)
	}
	l.Bytes = o.add(level.Offset, o.mul(slicePitch, o.mul(size.Depth, size.Layers)))
	if o.happened || l.Bytes > 1<<62 {
		return problem(BadSize, "%v elements of %d bytes are too much", size, info.Bytes)
	}
	l.Levels = append(l.Levels, level)
	return nil
}

// Descriptors are what kernels get for the image if its memory begins at an address: one for each level. The caller
// puts them into memory that does not move.
func (l *Layout) Descriptors(data uintptr) []Descriptor {
	info := l.Format.Info()
	descriptors := make([]Descriptor, len(l.Levels))
	for i, level := range l.Levels {
		d := Descriptor{Data: data + uintptr(level.Offset), RowPitch: level.RowPitch, SlicePitch: level.SlicePitch,
			Width: uint32(level.Width), Height: uint32(level.Height), Depth: uint32(level.Depth),
			Layers: uint32(l.Layers), Levels: uint32(len(l.Levels)), Order: info.Order, Type: info.Type,
			Format: l.Format}
		if l.Shape == Image1DArray {
			d.RowPitch = level.SlicePitch
		}
		descriptors[i] = d
	}
	return descriptors
}

// overflow collects whether one of several operations overflowed.
type overflow struct{ happened bool }

func (o *overflow) mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	o.happened = o.happened || high != 0
	return low
}

func (o *overflow) add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	o.happened = o.happened || carry != 0
	return sum
}
