package randkernel

import (
	"fmt"
	"strings"
)

// What fewer programs do with images: mip levels, depth images, halves, images and samplers as arguments of functions,
// questions, and images that are read and written.

// imageFunctions are functions with images; reduction drops those that are not called.
func imageFunctions() []*Node {
	return []*Node{
		statement("static float4 sampled(read_only image2d_t i, sampler_t s, float2 at) " +
			"{ return read_imagef(i, s, at); }"),
		statement("static uint4 sum_down(read_only image2d_t i, int2 at, int n) { const sampler_t s = " +
			"CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST; uint4 v = 0; for (int k = 0; k < n; k++) " +
			"v += read_imageui(i, s, at + (int2)(0, k)); return v; }"),
		statement("static void put_if(write_only image2d_t i, int2 at, float4 v, uint c) " +
			"{ if (c & 4) return; write_imagef(i, at, v); }"),
	}
}

// samplerLiteral is a sampler where it is used.
func (g *generator) samplerLiteral() string {
	return fmt.Sprintf("(CLK_ADDRESS_%s | CLK_FILTER_%s | CLK_NORMALIZED_COORDS_%s)",
		[]string{"CLAMP_TO_EDGE", "CLAMP", "REPEAT", "MIRRORED_REPEAT"}[g.IntN(4)],
		[]string{"NEAREST", "LINEAR"}[g.IntN(2)], []string{"FALSE", "TRUE"}[g.IntN(2)])
}

// detail is the part of a read that selects a mip level: nothing, a level, or gradients.
func (g *generator) detail(p Param, f *form, depth int, wild bool) string {
	if !p.Image.Levels || !g.chance(4) {
		return ""
	}
	number := func() string {
		if wild && g.chance(4) {
			return f.hole(g.expression(tFloat, min(depth, 1)))
		}
		return fmt.Sprintf("(float)(%s & 7) * %s - %s", f.hole(g.expression(tInt, min(depth, 1))),
			[]string{"0.5f", "0.09f", "0.77f"}[g.IntN(3)], []string{"0.0f", "0.5f", "1.25f"}[g.IntN(3)])
	}
	if g.chance(2) {
		return ", " + number()
	}
	return ", " + g.gradient(p, number) + ", " + g.gradient(p, number)
}

// gradient is what the coordinates change by from pixel to pixel.
func (g *generator) gradient(p Param, number func() string) string {
	switch p.Image.Shape.Dimensions() {
	case 1:
		return number()
	case 2:
		return fmt.Sprintf("(float2)(%s, 0.03f)", number())
	}
	return fmt.Sprintf("(float4)(%s, 0.01f, %s, 0)", number(), number())
}

// aboutImage is an answer about an image, a depth, or what a function reads.
func (g *generator) aboutImage(t Type, depth int) *Node {
	var f form
	switch {
	case t == tInt:
		p := Params[g.paramsBefore("smp")]
		return value(t, fmt.Sprintf("get_image_%s(%s)",
			[]string{"width", "channel_order", "channel_data_type"}[g.IntN(3)], p.Name))
	case t == tFloat:
		p := paramOf([]string{"img_d2", "img_da"}[g.IntN(2)])
		return value(t, g.readText(p, &f, depth, true), f.kids...)
	case t == tUInt.with(4):
		return value(t, "sum_down(img_u2, (int2)((int)get_global_id(0), (int)get_global_id(1)) + $0, 3)",
			g.literal(tInt.with(2)))
	case t == tFloat.with(4) && !g.uniform:
		return value(t, fmt.Sprintf("nfloat4(sampled(img_g2, %s, (float2)((float)get_global_id(0) * 0.7f, "+
			"(float)get_global_id(1) + 0.5f)))", g.sampler()))
	}
	return nil
}

// paramsBefore is the number of one of the images that come before a parameter.
func (g *generator) paramsBefore(name string) int {
	var list []int
	for i, p := range Params {
		if p.Name == name {
			break
		}
		if p.Image != nil {
			list = append(list, i)
		}
	}
	return list[g.IntN(len(list))]
}

func paramOf(name string) Param {
	for _, p := range Params {
		if p.Name == name {
			return p
		}
	}
	panic("BUG: no parameter " + name)
}

// fence orders what a work-item writes to an image before what it reads there.
const fence = "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);"

// bothWays changes the work-item's element of an image that is read and written, and reads it again.
func (g *generator) bothWays(int) *Node {
	if !g.images || !g.version3 {
		return nil
	}
	p, clean := paramOf("both_f"), "nfloat4"
	if g.chance(2) {
		p, clean = paramOf("both_u"), ""
	}
	class := classes[p.Image.Class]
	read := fmt.Sprintf("%s(read_image%s(%s, %s))", clean, class.end, p.Name, g.writePlace(p))
	write := fmt.Sprintf("write_image%s(%s, %s, %s($0));", class.end, p.Name, g.writePlace(p), clean)
	added := g.expression(class.t, exprDepth)
	if g.chance(2) {
		write = strings.Replace(write, "$0", read+" + $0", 1)
	}
	if g.chance(2) {
		return statement(fence+" "+write, added)
	}
	v := g.name("v")
	n := statement(fmt.Sprintf("%s %s %s %s = %s;", fence+" "+write, fence, class.t, v, read), added)
	g.variables = append(g.variables, variable{name: v, t: class.t})
	return n
}

// writeDepth writes the work-item's element of a depth image, or of an image by a function.
func (g *generator) writeDepth(int) *Node {
	if !g.images {
		return nil
	}
	if g.chance(2) {
		return statement(fmt.Sprintf("put_if(put_f, %s, nfloat4($0), $1);", g.writePlace(paramOf("put_f"))),
			g.expression(tFloat.with(4), exprDepth), g.expression(tUInt, 2))
	}
	p := paramOf("put_d")
	return statement(fmt.Sprintf("write_imagef(put_d, %s, nfloat($0));", g.writeTarget(p)),
		g.expression(tFloat, exprDepth))
}

// writeTarget is the work-item's element, with a mip level for some images.
func (g *generator) writeTarget(p Param) string {
	key := p.Name + " level"
	level, ok := g.elementOfItem[key]
	if !ok {
		if p.Image.Levels && g.chance(3) {
			level = fmt.Sprintf(", %d", g.IntN(4)-1)
		}
		g.elementOfItem[key] = level
	}
	return g.writePlace(p) + level
}
