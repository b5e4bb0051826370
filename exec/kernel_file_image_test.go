package exec

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/image"
)

// Images in the headers of kernel files: their bytes are a buffer like the others, to which descriptors point.

// imageShapeNames are the shapes by their names in headers.
var imageShapeNames = map[string]image.Shape{
	"1d": image.Image1D, "1dbuffer": image.Image1DBuffer, "1darray": image.Image1DArray, "2d": image.Image2D,
	"2darray": image.Image2DArray, "3d": image.Image3D,
}

// parseImage reads SHAPE FORMAT SIZE [levels=N] FILL.
func parseImage(words []string) (*image.Layout, *fileBuffer, error) {
	if len(words) < 4 {
		return nil, nil, fmt.Errorf("shape, format, size and filling of the image are wanted")
	}
	shape, ok := imageShapeNames[words[0]]
	if !ok {
		return nil, nil, fmt.Errorf("unknown shape %q", words[0])
	}
	format, err := image.ParseFormat(words[1])
	if err != nil {
		return nil, nil, err
	}
	size, err := parseImageSize(shape, words[2])
	if err != nil {
		return nil, nil, err
	}
	words, levels := words[3:], uint64(0)
	if n, ok := strings.CutPrefix(words[0], "levels="); ok {
		if levels, err = strconv.ParseUint(n, 10, 8); err != nil {
			return nil, nil, fmt.Errorf("%q is no number of levels", n)
		}
		words = words[1:]
	}
	layout, err := image.NewLayout(shape, format, size, 0, 0, levels)
	if err != nil {
		return nil, nil, err
	}
	bytes, err := parseBuffer("uchar", fmt.Sprint(layout.Bytes), words)
	return layout, bytes, err
}

// parseImageSize reads the sizes in elements, that of layers last.
func parseImageSize(shape image.Shape, text string) (size image.Size, err error) {
	if strings.Count(text, "x")+1 != shape.CoordCount() {
		return size, fmt.Errorf("%q has not the dimensions of the shape", text)
	}
	sizes, err := parseSizes(text, 1)
	size = image.Size{Width: sizes[0], Height: sizes[1], Depth: sizes[2], Layers: sizes[shape.CoordCount()-1]}
	return size, err
}

// describeImages makes the descriptors of the images in memory.
func (r *fileRun) describeImages(t testing.TB) {
	r.images = map[string]*buffer{}
	for _, a := range r.args {
		if a.image == nil {
			continue
		}
		list := a.image.Descriptors(r.memory.address + uintptr(r.buffer(t, a.name).offset))
		b := newBuffer(t, len(list)*image.DescriptorBytes/4)
		for i, d := range list {
			*hostmem.At[image.Descriptor](uint64(b.address) + uint64(i*image.DescriptorBytes)) = d
		}
		r.images[a.name] = b
	}
}
