package randkernel

import (
	"fmt"
	"strings"

	"heddle/image"
)

// Images. Reads are safe at any coordinates. Each work-item writes to one element of each image that is written, so
// that the order of work-items makes no difference; some of these elements are outside.

// ImageWords are the words of memory of each image.
const ImageWords = 1 << 14

// fewImageWords are those of images that were added later.
const fewImageWords = 1 << 12

// Image says what images a parameter may be.
type Image struct {
	Shape     image.Shape
	Class     image.Class
	Written   bool
	ReadWrite bool // read and written in OpenCL C 3.0, else only written
	Depth     bool // its elements are one float
	Levels    bool // it may have mip levels
}

// imageParam is a parameter that is an image. Words are those of its elements in memory.
func imageParam(name, text string, i Image) Param {
	i.Levels = i.Shape != image.Image1DBuffer && !i.ReadWrite
	return Param{Name: name, Text: text + " " + name, Scalar: *tUInt.Scalar, Words: ImageWords, Buffer: true, Image: &i}
}

// smallImageParam is the same with less memory.
func smallImageParam(name, text string, i Image) Param {
	p := imageParam(name, text, i)
	p.Words = fewImageWords
	return p
}

// imageParams are those of all kernels.
func imageParams() []Param {
	return []Param{
		imageParam("img_f2", "read_only image2d_t", Image{Shape: image.Image2D, Class: image.ClassFloat}),
		imageParam("img_g2", "read_only image2d_t", Image{Shape: image.Image2D, Class: image.ClassFloat}),
		imageParam("img_u2", "read_only image2d_t", Image{Shape: image.Image2D, Class: image.ClassUint}),
		imageParam("img_i2", "read_only image2d_t", Image{Shape: image.Image2D, Class: image.ClassSint}),
		imageParam("img_f3", "read_only image3d_t", Image{Shape: image.Image3D, Class: image.ClassFloat}),
		imageParam("img_fa", "read_only image2d_array_t",
			Image{Shape: image.Image2DArray, Class: image.ClassFloat}),
		imageParam("img_f1", "read_only image1d_t", Image{Shape: image.Image1D, Class: image.ClassFloat}),
		imageParam("img_ub", "read_only image1d_buffer_t",
			Image{Shape: image.Image1DBuffer, Class: image.ClassUint}),
		imageParam("put_f", "write_only image2d_t",
			Image{Shape: image.Image2D, Class: image.ClassFloat, Written: true}),
		imageParam("put_u", "write_only image2d_t",
			Image{Shape: image.Image2D, Class: image.ClassUint, Written: true}),
		imageParam("put_i", "write_only image2d_array_t",
			Image{Shape: image.Image2DArray, Class: image.ClassSint, Written: true}),
		imageParam("put_g", "write_only image2d_array_t",
			Image{Shape: image.Image2DArray, Class: image.ClassFloat, Written: true}),
		{Name: "smp", Text: "sampler_t smp", Scalar: *tULong.Scalar, Words: 1, Sampler: true},
		smallImageParam("img_fl", "read_only image1d_array_t", Image{Shape: image.Image1DArray}),
		smallImageParam("img_d2", "read_only image2d_depth_t", Image{Shape: image.Image2D, Depth: true}),
		smallImageParam("img_da", "read_only image2d_array_depth_t", Image{Shape: image.Image2DArray, Depth: true}),
		smallImageParam("put_3", "write_only image3d_t", Image{Shape: image.Image3D, Written: true}),
		smallImageParam("put_1", "write_only image1d_t",
			Image{Shape: image.Image1D, Class: image.ClassUint, Written: true}),
		smallImageParam("put_l", "write_only image1d_array_t",
			Image{Shape: image.Image1DArray, Class: image.ClassSint, Written: true}),
		smallImageParam("put_d", "write_only image2d_depth_t", Image{Shape: image.Image2D, Written: true, Depth: true}),
		smallImageParam("both_f", "read_write image2d_t",
			Image{Shape: image.Image2D, Written: true, ReadWrite: true}),
		smallImageParam("both_u", "read_write image2d_array_t",
			Image{Shape: image.Image2DArray, Class: image.ClassUint, Written: true, ReadWrite: true}),
	}
}

// declaration is the parameter's text, in a version of OpenCL C.
func (p *Param) declaration(version3 bool) string {
	if version3 {
		return p.Text
	}
	return strings.Replace(p.Text, "read_write", "write_only", 1)
}

// classes are the functions' ends and the colours of the classes.
var classes = map[image.Class]struct {
	end string
	t   Type
}{
	image.ClassFloat: {"f", tFloat.with(4)}, image.ClassSint: {"i", tInt.with(4)},
	image.ClassUint: {"ui", tUInt.with(4)},
}

// samplers are variables of program scope.
func (g *generator) samplers() []*Node {
	var list []*Node
	for i := range samplerCount {
		words := []string{
			[]string{"NONE", "CLAMP_TO_EDGE", "CLAMP", "REPEAT", "MIRRORED_REPEAT"}[g.IntN(5)],
			[]string{"NEAREST", "LINEAR"}[g.IntN(2)], []string{"FALSE", "TRUE"}[g.IntN(2)]}
		list = append(list, statement(fmt.Sprintf("constant sampler_t smp_%d = CLK_ADDRESS_%s | CLK_FILTER_%s | "+
			"CLK_NORMALIZED_COORDS_%s;", i, words[0], words[1], words[2])))
	}
	return list
}

const samplerCount = 3

func (g *generator) sampler() string {
	switch g.IntN(8) {
	case 0, 1, 2:
		return "smp"
	case 3:
		return g.samplerLiteral()
	}
	return fmt.Sprintf("smp_%d", g.IntN(samplerCount))
}

// form collects the children of a node, whose holes stand in its text.
type form struct{ kids []*Node }

func (f *form) hole(n *Node) string {
	f.kids = append(f.kids, n)
	return "$" + string(holes[len(f.kids)-1])
}

// imageRead reads an element, or a channel of it.
func (g *generator) imageRead(t Type, depth int) *Node {
	if !g.inKernel || !g.images || t.Bits != 32 || t.Lanes != 1 && t.Lanes != 4 {
		return nil
	}
	if g.chance(5) {
		return g.aboutImage(t, depth)
	}
	p, ok := g.imageOf(t, false)
	if !ok {
		return nil
	}
	var f form
	text := g.readText(p, &f, depth, true)
	if t.Lanes == 1 {
		text += "." + string("xyzw"[g.IntN(4)])
	}
	return value(t, text, f.kids...)
}

// imageOf is an image whose colours are made of a type.
func (g *generator) imageOf(t Type, isWritten bool) (Param, bool) {
	for _, i := range g.Perm(len(Params)) {
		p := Params[i]
		if p.Image == nil || p.Image.Written != isWritten || p.Image.ReadWrite || p.Image.Depth {
			continue
		}
		if classes[p.Image.Class].t.Scalar.Name == t.Name {
			return p, true
		}
	}
	return Param{}, false
}

// readText is a read of an image. Wild ones have coordinates of any value; others give no NaN.
func (g *generator) readText(p Param, f *form, depth int, wild bool) string {
	end, sampler := classes[p.Image.Class].end, ""
	isFloat := p.Image.Shape != image.Image1DBuffer && g.chance(2)
	if isFloat || p.Image.Shape != image.Image1DBuffer && g.chance(2) {
		sampler = g.sampler() + ", "
	}
	at := g.coordinates(p.Image.Shape, f, isFloat,
		func(axis int) string { return g.coordinate(f, axis, isFloat, depth, wild) })
	if isFloat {
		at += g.detail(p, f, depth, wild)
	}
	text := fmt.Sprintf("read_image%s(%s, %s%s)", end, p.Name, sampler, at)
	switch {
	case p.Image.Depth:
		return "nfloat(" + text + ")"
	case end == "f" && g.useHalf && g.chance(4):
		return fmt.Sprintf("nfloat4(convert_float4(read_imageh(%s, %s%s)))", p.Name, sampler, at)
	case wild && end == "f":
		return "nfloat4(" + text + ")"
	}
	return text
}

// coordinates is a vector of coordinates.
func (g *generator) coordinates(shape image.Shape, f *form, isFloat bool, one func(axis int) string) string {
	t := tInt
	if isFloat {
		t = tFloat
	}
	var list []string
	for axis := range shape.CoordCount() {
		list = append(list, one(axis))
	}
	if len(list) == 1 {
		return list[0]
	}
	if len(list) == 3 {
		list = append(list, "0")
	}
	return fmt.Sprintf("(%s)(%s)", t.with(len(list)), strings.Join(list, ", "))
}

// coordinate is one coordinate.
func (g *generator) coordinate(f *form, axis int, isFloat bool, depth int, wild bool) string {
	if wild && g.chance(5) {
		if isFloat {
			return f.hole(g.expression(tFloat, min(depth, 2)))
		}
		return f.hole(g.expression(tInt, min(depth, 2)))
	}
	text := g.place(f, axis, depth)
	if !isFloat {
		return fmt.Sprintf("%s + %d", text, g.IntN(7)-3)
	}
	scales := []string{"1.0f", "0.7f", "-0.3f", "2.5f", "0.03f", "0.0625f"}
	return fmt.Sprintf("(float)(%s) * %s + %s", text, scales[g.IntN(len(scales))],
		[]string{"0.5f", "0.0f", "-0.25f", "3.0f"}[g.IntN(4)])
}

// place is a small integer, mostly one that steps from work-item to work-item.
func (g *generator) place(f *form, axis, depth int) string {
	if g.uniform || g.chance(6) {
		return fmt.Sprintf("(int)(%s & 31)", f.hole(g.expression(tUInt, min(depth, 1))))
	}
	switch g.IntN(6) {
	case 0:
		return []string{"(int)(gid & 15)", "(int)(gid >> 4)"}[axis&1]
	case 1:
		return []string{"(int)(gid >> 3)", "(int)(gid & 7)"}[axis&1]
	case 2:
		return fmt.Sprintf("(int)get_global_id(%d) / 2", axis)
	case 3:
		return fmt.Sprintf("(int)get_global_id(%d)", g.IntN(3))
	}
	return fmt.Sprintf("(int)get_global_id(%d)", axis)
}

// writePlaces are ways to give each work-item an element of its own, as coordinates with places for constants.
var writePlaces = map[image.Shape][]string{
	image.Image1D:      {"(int)gid + %d", "%d * 300 - (int)gid"},
	image.Image1DArray: writePlaces2D,
	image.Image2D:      writePlaces2D,
	image.Image2DArray: writePlaces3D,
	image.Image3D:      writePlaces3D,
}

var writePlaces2D = []string{"(int2)((int)(gid & 31) + %d, (int)(gid >> 5) + %d)",
	"(int2)((int)(gid >> 4) + %d, (int)(gid & 15) + %d)", "(int2)(%d - (int)(gid & 63), (int)(gid >> 6) + %d)"}

var writePlaces3D = []string{
	"(int4)((int)get_global_id(0) + %d, (int)get_global_id(1) + %d, (int)get_global_id(2) + %d, 0)",
	"(int4)((int)get_global_id(1) + %d, (int)get_global_id(0) + %d, (int)get_global_id(2) + %d, 0)",
	"(int4)((int)get_global_id(0) + %d, (int)get_global_id(2) + %d, %d - (int)get_global_id(1), 0)"}

// writePlace is the element of the work-item.
func (g *generator) writePlace(p Param) string {
	if text, ok := g.elementOfItem[p.Name]; ok {
		return text
	}
	forms := writePlaces[p.Image.Shape]
	text, constants := forms[g.IntN(len(forms))], []any{}
	for range strings.Count(text, "%d") {
		constants = append(constants, g.IntN(3)*g.IntN(3)-1)
	}
	text = fmt.Sprintf(text, constants...)
	g.elementOfItem[p.Name] = text
	return text
}

// writeImage writes the element of the work-item.
func (g *generator) writeImage(int) *Node {
	if !g.images {
		return nil
	}
	t := []Type{tFloat, tFloat, tInt, tUInt}[g.IntN(4)]
	p, _ := g.imageOf(t, true)
	text := fmt.Sprintf("write_image%s(%s, %s, $0);", classes[p.Image.Class].end, p.Name, g.writeTarget(p))
	if t == tFloat {
		text = strings.Replace(text, "$0", "nfloat4($0)", 1)
	}
	return statement(text, g.expression(t.with(4), exprDepth))
}

// copyElement writes what it reads.
func (g *generator) copyElement(int) *Node {
	if !g.images {
		return nil
	}
	t := []Type{tFloat, tFloat, tFloat, tInt, tUInt}[g.IntN(5)]
	to, _ := g.imageOf(t, true)
	from, _ := g.imageOf(t, false)
	var f form
	text := g.readText(from, &f, 1, false)
	if g.chance(3) {
		text += "." + []string{"zyxw", "xyzw", "wxyz", "xxxw"}[g.IntN(4)]
	}
	return statement(fmt.Sprintf("write_image%s(%s, %s, %s);", classes[to.Image.Class].end, to.Name,
		g.writeTarget(to), text), f.kids...)
}

// neighbours sums up elements around a place.
func (g *generator) neighbours(int) *Node {
	if !g.images {
		return nil
	}
	t := []Type{tFloat, tFloat, tUInt}[g.IntN(3)]
	p, _ := g.imageOf(t, false)
	if p.Image.Shape.CoordCount() != 2 {
		return nil
	}
	var f form
	x, y, i, j := g.place(&f, 0, 1), g.place(&f, 1, 1), g.name("i"), g.name("j")
	sum, sampler := g.name("v"), ""
	if g.chance(2) {
		sampler = g.sampler() + ", "
	}
	read := fmt.Sprintf("read_image%s(%s, %s(int2)(%s + %s, %s + %s))", classes[p.Image.Class].end, p.Name, sampler,
		x, i, y, j)
	if t == tFloat {
		read = "nfloat4(" + read + ")"
	}
	g.variables = append(g.variables, variable{name: sum, t: t.with(4)})
	size := 1 + g.IntN(2)
	return statement(fmt.Sprintf("%s %s = 0; for (int %s = -%d; %s <= %d; %s++) for (int %s = -1; %s <= 1; %s++) "+
		"%s += %s;", t.with(4), sum, j, size, j, size, j, i, i, i, sum, read), f.kids...)
}
