package builtin

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/image"
)

// The built-in functions of images. Their overloads follow from the image's type: its shape says how many coordinates
// there are, its access what may be done. The functions for levels of detail are those of cl_khr_mipmap_image and
// cl_khr_mipmap_image_writes.

// ImageType is a row of the table of image types.
type ImageType struct {
	Name  string
	Shape image.Shape
	Depth bool // its elements are one float
}

// imageTypes is the one table of image types.
var imageTypes = []ImageType{
	{"image1d_t", image.Image1D, false},
	{"image1d_buffer_t", image.Image1DBuffer, false},
	{"image1d_array_t", image.Image1DArray, false},
	{"image2d_t", image.Image2D, false},
	{"image2d_array_t", image.Image2DArray, false},
	{"image2d_depth_t", image.Image2D, true},
	{"image2d_array_depth_t", image.Image2DArray, true},
	{"image3d_t", image.Image3D, false},
}

// ImageTypeOf is the row of an image type; false for other types.
func ImageTypeOf(t *ast.Type) (ImageType, bool) {
	for _, row := range imageTypes {
		if t.Kind == ast.Image && t.Image == row.Name {
			return row, true
		}
	}
	return ImageType{}, false
}

// texel is the type that a function reads or writes, by the end of its name.
var texels = map[string]ast.Kind{"f": ast.Float, "i": ast.Int, "ui": ast.UInt, "h": ast.Half}

// imageCall is a call that is being resolved.
type imageCall struct {
	*Call
	args  []*ast.Type
	types *ast.Types
	of    ImageType
	kind  ir.ImageKind // of what is common to all overloads
}

// imageOverload is an overload that a call may mean.
type imageOverload struct {
	params []*ast.Type
	kind   ir.ImageKind
}

// newImageCall begins to resolve a call with an image as first argument.
func newImageCall(c *Call, args []*ast.Type, ts *ast.Types) (*imageCall, error) {
	i := &imageCall{Call: c, args: args, types: ts}
	if len(args) == 0 {
		return nil, wrongCount(c, 1, 0)
	}
	of, ok := ImageTypeOf(args[0])
	if !ok {
		return nil, noMatch(c, args)
	}
	i.of, i.kind = of, ir.NewImageKind(of.Shape, ir.LodNone, 0)
	return i, nil
}

// setTexel sets the type of the elements that are read or written; false if the image has no such ones.
func (i *imageCall) setTexel(prefix string) bool {
	kind := texels[strings.TrimPrefix(i.Name, prefix)]
	i.Elem, i.Lanes = ast.Basic(kind), 4
	if kind == ast.UInt {
		i.kind |= ir.ImageUnsigned
	}
	if i.of.Depth {
		i.Lanes = 1
	}
	return !i.of.Depth || kind == ast.Float
}

// coordinates is the type of a place: 3D images and 2D arrays have a fourth coordinate that means nothing.
func (i *imageCall) coordinates(kind ast.Kind) *ast.Type {
	return i.types.Vector(ast.Basic(kind), wide(i.kind.Coordinates()))
}

func (i *imageCall) gradient() *ast.Type {
	return i.types.Vector(ast.Basic(ast.Float), wide(i.kind.Spatial()))
}

func wide(n int) int {
	if n == 3 {
		return 4
	}
	return n
}

func resolveImageRead(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	i, err := newImageCall(c, args, ts)
	switch {
	case err != nil:
		return err
	case !i.setTexel("read_image"):
		return noMatch(c, args)
	case args[0].Access == ast.WriteOnly:
		return fmt.Errorf("'%s' cannot read a '%s'", c.Name, spelling(args[0]))
	}
	c.Result = ts.Vector(c.Elem, c.Lanes)
	return i.choose(i.reads())
}

// reads are the overloads of a read with as many arguments as there are.
func (i *imageCall) reads() []imageOverload {
	of, sampler, float := i.args[0], ast.Basic(ast.Sampler), ast.Basic(ast.Float)
	whole, between := i.coordinates(ast.Int), i.coordinates(ast.Float)
	if len(i.args) == 2 {
		return []imageOverload{{[]*ast.Type{of, whole}, i.kind}}
	}
	if of.Access == ast.ReadWrite || i.of.Shape == image.Image1DBuffer {
		return nil
	}
	sampled, smooth := i.kind|ir.ImageSampled, i.kind|ir.ImageSampled|ir.ImageFloat
	switch len(i.args) {
	case 3:
		return []imageOverload{{[]*ast.Type{of, sampler, whole}, sampled}, {[]*ast.Type{of, sampler, between}, smooth}}
	case 4:
		kind := ir.NewImageKind(i.of.Shape, ir.LodLevel, smooth)
		return []imageOverload{{[]*ast.Type{of, sampler, between, float}, kind}}
	case 5:
		kind := ir.NewImageKind(i.of.Shape, ir.LodGradients, smooth)
		return []imageOverload{{[]*ast.Type{of, sampler, between, i.gradient(), i.gradient()}, kind}}
	}
	return nil
}

func resolveImageWrite(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	i, err := newImageCall(c, args, ts)
	switch {
	case err != nil:
		return err
	case !i.setTexel("write_image"):
		return noMatch(c, args)
	case args[0].Access == ast.ReadOnly:
		return fmt.Errorf("'%s' cannot write to a '%s'", c.Name, spelling(args[0]))
	}
	c.Result = ast.Basic(ast.Void)
	return i.choose(i.writes())
}

// writes are the overloads of a write with as many arguments as there are.
func (i *imageCall) writes() []imageOverload {
	of, whole, texel := i.args[0], i.coordinates(ast.Int), i.types.Vector(i.Elem, i.Lanes)
	switch {
	case len(i.args) == 3:
		return []imageOverload{{[]*ast.Type{of, whole, texel}, i.kind}}
	case len(i.args) == 4 && i.of.Shape != image.Image1DBuffer:
		kind := ir.NewImageKind(i.of.Shape, ir.LodLevel, i.kind)
		return []imageOverload{{[]*ast.Type{of, whole, ast.Basic(ast.Int), texel}, kind}}
	}
	return nil
}

// choose selects one of at most two overloads, of which only one argument's type differs.
func (i *imageCall) choose(all []imageOverload) error {
	best, cost, isTie := -1, 0, false
	for k, o := range all {
		switch c, ok := i.cost(o.params); {
		case !ok:
		case best < 0 || c < cost:
			best, cost, isTie = k, c, false
		case c == cost:
			isTie = true
		}
	}
	switch {
	case best < 0:
		return i.mismatch(all)
	case isTie:
		return fmt.Errorf("call to '%s' is ambiguous: the coordinate of type '%s' may become '%s' or '%s'", i.Name,
			spelling(i.args[2]), spelling(all[0].params[2]), spelling(all[1].params[2]))
	}
	i.Params, i.Image = all[best].params, all[best].kind
	return nil
}

// mismatch is the error of a call that no overload fits.
func (i *imageCall) mismatch(all []imageOverload) error {
	if i.args[0].Access == ast.ReadWrite && len(i.args) > 2 && i.args[1].Kind == ast.Sampler {
		return fmt.Errorf("'%s' cannot read a '%s' with a sampler", i.Name, spelling(i.args[0]))
	}
	err := noMatch(i.Call, i.args)
	for k, o := range all {
		err = fmt.Errorf("%w%s (%s)", err, [...]string{"; expected", " or"}[min(k, 1)], spellings(o.params))
	}
	return err
}

// cost is the sum of the arguments' conversions in the order of C++: none, promotion, conversion.
func (i *imageCall) cost(params []*ast.Type) (sum int, ok bool) {
	for k, to := range params {
		c, ok := imageArgCost(i.args[k], to)
		if !ok {
			return 0, false
		}
		sum += c
	}
	return sum, true
}

func imageArgCost(from, to *ast.Type) (cost int, ok bool) {
	const promotion, conversion = 1, 2
	switch {
	case from == to:
		return 0, true
	case to.Kind == ast.Sampler: // a constant, which the checker makes sure of
		return conversion, from.IsInteger()
	case from.IsArith() && to.IsArith():
		isSmall := from.IsInteger() && promoted(from).Kind == ast.Int
		if isSmall && to.Kind == ast.Int || from.Kind == ast.Half && to.Kind == ast.Float {
			return promotion, true
		}
		return conversion, true
	}
	return conversion, from.IsArith() && to.Kind == ast.Vector
}

// imageQueries are the functions that tell about an image, with the shapes that have the answer and its type.
var imageQueries = map[string]struct {
	shapes string // of spatial coordinates: 1, 2, 3; a: arrays only; m: not of buffers
	result ast.Kind
}{
	"get_image_width": {"123", ast.Int}, "get_image_height": {"23", ast.Int}, "get_image_depth": {"3", ast.Int},
	"get_image_channel_data_type": {"123", ast.Int}, "get_image_channel_order": {"123", ast.Int},
	"get_image_dim": {"23", ast.Int}, "get_image_array_size": {"123a", ast.ULong},
	"get_image_num_mip_levels": {"123m", ast.Int},
}

func resolveImageQuery(c *Call, _ string, args []*ast.Type, ts *ast.Types) error {
	i, err := newImageCall(c, args, ts)
	if err != nil {
		return err
	}
	if len(args) != 1 {
		return wrongCount(c, 1, len(args))
	}
	row := imageQueries[c.Name]
	isArray := i.kind.Coordinates() != i.kind.Spatial()
	if !strings.Contains(row.shapes, fmt.Sprint(i.kind.Spatial())) || strings.HasSuffix(row.shapes, "a") && !isArray ||
		strings.HasSuffix(row.shapes, "m") && i.of.Shape == image.Image1DBuffer {
		return noMatch(c, args)
	}
	lanes := 1
	if c.Name == "get_image_dim" {
		lanes = wide(i.kind.Spatial())
	}
	c.setResult(ts, row.result, lanes)
	c.Params, c.Image = args[:1:1], i.kind
	return nil
}
