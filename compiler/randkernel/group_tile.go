package randkernel

import (
	"fmt"
	"strings"
)

// Phases with tiles of two dimensions: stencils with halos at the borders of a picture, transposes, products of
// matrices.

// tileOf is what the words of tile phases stand for.
type tileOf struct {
	element Type
	radius  int
	name    string
	width   string // of a row of the tile, as the loops know it
	height  string
	pitched string // what stands between a row's number and that of the column
	ends    string
}

// tileTypes are types of picture elements.
var tileTypes = []Type{{&scalars[1], 1}, {&scalars[1], 1}, {&scalars[1], 4}, {&scalars[1], 4}, tFloat, tFloat,
	{&scalars[3], 1}, tUInt, {&scalars[8], 2}, {&scalars[5], 2}, {&scalars[1], 2}}

// tiled makes one of the phases with tiles.
func (g *grouper) tiled() *Node {
	switch g.IntN(5) {
	case 0:
		return g.transposed()
	case 1:
		return g.product()
	}
	return g.stencil()
}

// tile declares a tile for a group and a halo.
func (g *grouper) tile(t Type, radius, rows, columns int) tileOf {
	d := tileOf{element: t, radius: radius, name: g.name("t"), pitched: "][", ends: "]"}
	d.width, d.height = fmt.Sprintf("(%s + %d)", g.sx, 2*radius), fmt.Sprintf("(%s + %d)", g.sy, 2*radius)
	if radius == 0 {
		d.width, d.height = g.sx, g.sy
	}
	bytes := t.Bits / 8 * t.Lanes
	if g.isFixed {
		pad := []int{0, 0, 1, 1, 2, 3}[g.IntN(6)]
		g.declare(bytes*rows*(columns+pad), fmt.Sprintf("local %s %s[%d][%d];", t, d.name, rows, columns+pad))
		return d
	}
	pad := g.IntN(2)
	g.declare(bytes*4300, fmt.Sprintf("local %s %s[4300];", t, d.name))
	d.pitched = fmt.Sprintf(" * (%s + %d) + ", d.width, pad)
	return d
}

// declare adds a declaration of local memory.
func (g *grouper) declare(bytes int, text string) {
	g.localBytes += bytes
	g.declared = append(g.declared, text)
}

// place is an element of a tile.
func (d *tileOf) place(row, column string) string {
	return d.name + "[" + d.rowText(row) + d.pitched + column + d.ends
}

func (d *tileOf) rowText(row string) string {
	if d.pitched == "][" {
		return row
	}
	return "(" + row + ")"
}

// sides are the columns and rows of a group of known shape.
func (g *grouper) sides() (columns, rows int) { return g.shape[0], g.shape[1] * g.shape[2] }

// pixel is an element of the picture, or what stands for it beyond the borders.
func (g *grouper) pixel(t Type, x, y string) string {
	p := fmt.Sprintf("((global const %s *)picture)", t)
	zero := fmt.Sprintf("(%s)(0)", t)
	id := g.oneOf("int", "int", "long")
	lowest := fmt.Sprintf("(%s)0", id)
	clamped := func(v, n string) string {
		switch g.IntN(5) {
		case 0:
			return fmt.Sprintf("min(max((%[1]s)(%[2]s), %[3]s), (%[1]s)%[4]s - 1)", id, v, lowest, n)
		case 1:
			return fmt.Sprintf("((%[1]s)(%[2]s) < 0 ? 0 : (%[1]s)(%[2]s) >= %[3]s ? %[3]s - 1 : (%[1]s)(%[2]s))", id,
				v, n)
		case 2:
			return fmt.Sprintf("clamp((%[1]s)(%[2]s) < 0 ? -(%[1]s)(%[2]s) : (%[1]s)(%[2]s), %[3]s, (%[1]s)%[4]s "+
				"- 1)", id, v,
				lowest, n)
		}
		return fmt.Sprintf("clamp((%[1]s)(%[2]s), %[3]s, (%[1]s)%[4]s - 1)", id, v, lowest, n)
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(%[1]s) >= 0 && (%[1]s) < w && (%[2]s) >= 0 && (%[2]s) < h ? %[3]s[(%[2]s) * w + "+
			"(%[1]s)] : %[4]s", x, y, p, zero)
	case 1:
		return fmt.Sprintf("((uint)(%[1]s) < (uint)w && (uint)(%[2]s) < (uint)h) ? %[3]s[(%[2]s) * w + (%[1]s)] : "+
			"%[4]s", x, y,
			p, zero)
	case 2:
		return fmt.Sprintf("%s[(((%s) + h * 8) %% h) * w + ((%s) + w * 8) %% w]", p, y, x)
	}
	return fmt.Sprintf("%s[%s * w + %s]", p, clamped(y, "h"), clamped(x, "w"))
}

// filledTile loads a tile with a halo. OX and OY are the picture's place of the first element.
func (g *grouper) filledTile(d tileOf) string {
	r := d.radius
	at := func(x, y string) string { return g.pixel(d.element, x, y) }
	columns, rows := g.sides()
	form := g.IntN(3)
	if form == 2 && (!g.isFixed || columns < r || rows < r) {
		form = 0
	}
	switch form {
	case 0:
		step := g.oneOf("int", "int", "uint")
		if g.chance(2) {
			return fmt.Sprintf("for (int p = lid; p < %[1]s * %[2]s; p += (int)N) { int x = p %% %[1]s, y = p / "+
				"%[1]s; %[3]s = %[4]s; }", d.width, d.height, d.place("y", "x"), at("ox + x", "oy + y"))
		}
		return fmt.Sprintf("for (%[5]s p = lid; p < (%[5]s)(%[1]s * %[2]s); p += (%[5]s)N) %[3]s = %[4]s;", d.width,
			d.height,
			d.place("p / "+d.width, "p % "+d.width), at(fmt.Sprintf("ox + (int)(p %% %s)", d.width),
				fmt.Sprintf("oy + (int)(p / %s)", d.width)), step)
	case 1:
		return fmt.Sprintf("for (int y = ty; y < %[1]s; y += %[2]s) for (int x = tx; x < %[3]s; x += %[4]s) %[5]s "+
			"= %[6]s;",
			d.height, g.sy, d.width, g.sx, d.place("y", "x"), at("ox + x", "oy + y"))
	}
	var b strings.Builder
	put := func(guard, x, y string) {
		fmt.Fprintf(&b, "%s%s = %s; ", guard, d.place(y, x), at("ox + (int)("+x+")", "oy + (int)("+y+")"))
	}
	right, below := fmt.Sprintf("tx + %s + %d", g.sx, r), fmt.Sprintf("ty + %s + %d", g.sy, r)
	x, y := fmt.Sprintf("tx + %d", r), fmt.Sprintf("ty + %d", r)
	left, above, corner := fmt.Sprintf("if (tx < %d) ", r), fmt.Sprintf("if (ty < %d) ", r),
		fmt.Sprintf("if (tx < %d && ty < %d) ", r, r)
	put("", x, y)
	put(left, "tx", y)
	put(fmt.Sprintf("if (tx >= %s - %d) ", g.sx, r), fmt.Sprintf("tx + %d", 2*r), y)
	put(above, x, "ty")
	put(above, x, below)
	put(corner, "tx", "ty")
	put(corner, right, "ty")
	put(corner, "tx", below)
	put(corner, right, below)
	return b.String()
}

// stencil computes with the neighbours of each element of a picture.
func (g *grouper) stencil() *Node {
	t := tileTypes[g.IntN(len(tileTypes))]
	r := 1 + g.IntN(3)
	columns, rows := g.sides()
	d := g.tile(t, r, rows+2*r, columns+2*r)
	sum, one := tInt.with(t.Lanes), "1"
	if t.Kind == Float {
		sum, one = t, "0.25f"
	} else if t.Bits == 32 {
		sum = t
	}
	wide := func(x string) string { return "convert_" + sum.String() + "(" + x + ")" }
	window := wide(d.place("ty + j", "tx + i"))
	middle := wide(d.place(fmt.Sprintf("ty + %d", r), fmt.Sprintf("tx + %d", r)))
	box := fmt.Sprintf("for (int j = 0; j <= %[1]d; j++) for (int i = 0; i <= %[1]d; i++) ", 2*r)
	forms := []string{
		box + "s += " + window + ";", box + "s += " + window + " * (SUM)(j * 3 + i - 4);",
		box + "s = max(s, " + window + ");", box + "s = min(s, " + window + ");",
		box + "{ if (i == j) continue; s += " + window + "; }",
		fmt.Sprintf("for (int i = 0; i <= %d; i++) s += %s * (SUM)(i + 1);", 2*r, wide(d.place(fmt.Sprint("ty + ", r),
			"tx + i"))),
		fmt.Sprintf("for (int j = 0; j <= %d; j++) s += %s * (SUM)(3 - j);", 2*r, wide(d.place("ty + j",
			fmt.Sprint("tx + ", r)))),
		fmt.Sprintf("s = %s + %s + %s + %s - %s * (SUM)4;", wide(d.place(fmt.Sprint("ty + ", r-1), fmt.Sprint("tx + ",
			r))),
			wide(d.place(fmt.Sprint("ty + ", r+1), fmt.Sprint("tx + ", r))),
			wide(d.place(fmt.Sprint("ty + ", r), fmt.Sprint("tx + ", r-1))),
			wide(d.place(fmt.Sprint("ty + ", r), fmt.Sprint("tx + ", r+1))), middle),
	}
	text := "const int ox = (int)(OX) - R, oy = (int)(OY) - R; " + g.filledTile(d) + " BAR SUM s = START; " +
		forms[g.IntN(len(forms))]
	ox, oy := "get_group_id(0) * get_local_size(0)", "get_group_id(1) * get_local_size(1)"
	if g.chance(2) {
		ox, oy = "get_global_id(0) - get_local_id(0)", "get_global_id(1) - get_local_id(1)"
	}
	start := middle
	if g.chance(2) {
		start = fmt.Sprintf("(%s)(0)", sum)
	}
	text = replaceWord(replaceWord(replaceWord(text, "OX", ox), "OY", oy), "START", start)
	text = replaceWord(replaceWord(text, "R", fmt.Sprint(r)), "SUM", sum.String())
	return g.filled("{ " + text + " " + g.painted(t, sum, one) + " BAR }")
}

// painted writes s, a sum, as an element of the picture, or adds it to the result.
func (g *grouper) painted(t, sum Type, one string) string {
	value := "s"
	if sum != t {
		value = g.oneOf("convert_%s_sat(s)", "convert_%s_sat(s >> 2)", "convert_%s(s)",
			"convert_%s_sat(convert_F(s) * 0.3f + 0.5f)", "convert_%s_sat_rte(convert_F(s) * 0.3f)",
			"convert_%s_sat(s / 5)")
		value = strings.ReplaceAll(fmt.Sprintf(value, t), "convert_F", "convert_"+tFloat.with(t.Lanes).String())
	} else if t.Kind == Float {
		value = "s * " + one
	}
	place := "gid"
	if g.isFixed && g.shape[2] == 1 && g.chance(2) {
		place = g.oneOf("get_global_id(1) * w + get_global_id(0)", "(int)get_global_id(1) * w + "+
			"(int)get_global_id(0)")
	}
	text := ""
	if canvas := g.canvas(t); canvas != "" {
		guards := []string{"if (get_global_id(0) < w && get_global_id(1) < h) ", "if (gid < n) ", "", "", "", ""}
		text = fmt.Sprintf("%s%s[%s] = %s;", guards[g.IntN(len(guards))], canvas, place, value)
	}
	last := "s"
	if t.Lanes > 1 {
		last = "s.y"
	}
	if t.Kind == Float {
		last = "as_uint(" + last + ")"
	}
	return text + " hash = hash * 31 + (uint)" + last + ";"
}

// canvas is a part of the painted picture, another one for each phase, or "" if there are no more.
func (g *grouper) canvas(t Type) string {
	if g.canvases == canvases {
		return ""
	}
	g.canvases++
	return fmt.Sprintf("((global %s *)(painted + %d))", t, (g.canvases-1)*canvasWords)
}

// transposed reads a tile by its columns.
func (g *grouper) transposed() *Node {
	t := tileTypes[g.IntN(len(tileTypes))]
	if g.element.bytes <= 8 && !g.element.isStruct() && g.chance(2) {
		t = g.element.members[0].t
	}
	columns, rows := g.sides()
	d := g.tile(t, 0, rows, columns)
	pixel := g.pixel(t, "(int)get_global_id(0)", "(int)get_global_id(1)")
	if g.chance(2) {
		pixel = fmt.Sprintf("((global const %s *)picture)[gid]", t)
	}
	q := fmt.Sprintf("(ty * %s + tx)", g.sx)
	read := d.place(fmt.Sprintf("%s %% %s", q, g.sy), fmt.Sprintf("%s / %s", q, g.sy))
	if columns == rows && g.isFixed {
		read = d.place("tx", "ty")
	}
	s := "s"
	if t.Lanes > 1 {
		s = "s.x"
	}
	switch {
	case t.Kind == Float && t.Bits == 64:
		s = "as_ulong(" + s + ")"
	case t.Kind == Float:
		s = "as_uint(" + s + ")"
	}
	place := "gid"
	if g.isFixed && g.shape[2] == 1 && g.chance(2) {
		place = fmt.Sprintf("(get_group_id(0) * %[1]s + %[3]s / %[2]s) * get_global_size(1) + get_group_id(1) * "+
			"%[2]s + %[3]s %% %[2]s", g.sx, g.sy, q)
	}
	store := ""
	if canvas := g.canvas(t); canvas != "" {
		store = fmt.Sprintf("%s[%s] = s;", canvas, place)
	}
	return g.filled(fmt.Sprintf("{ %s = %s; BAR %s s = %s; %s hash = hash * 31 + (uint)%s; BAR }", d.place("ty",
		"tx"), pixel,
		t, read, store, s))
}

// product multiplies tiles of matrices; each work-item computes one element or a block of them.
func (g *grouper) product() *Node {
	if !g.isFixed || g.shape.items() > 256 || g.shape[0] > 64 || g.shape[1]*g.shape[2] > 64 {
		return g.stencil()
	}
	t := []Type{tFloat, tFloat, tUInt}[g.IntN(3)]
	columns, rows := g.sides()
	bm, bn, depth := []int{1, 1, 2, 4}[g.IntN(4)], []int{1, 1, 2, 4}[g.IntN(4)], []int{4, 8, 16}[g.IntN(3)]
	a, b := g.tile(t, 0, rows*bm, depth), g.tile(t, 0, depth, columns*bn)
	row, column := fmt.Sprintf("ty * %d + i", bm), fmt.Sprintf("tx * %d + j", bn)
	if g.chance(2) {
		row, column = fmt.Sprintf("ty + i * %s", g.sy), fmt.Sprintf("tx + j * %s", g.sx)
	}
	value := func(form string) string {
		at := fmt.Sprintf("((global const %s *)picture)[(%s) & 4095]", t, form)
		if t == tFloat {
			return "clamp(" + at + ", -2.0f, 2.0f)"
		}
		return at
	}
	load := func(d tileOf, rows, columns int, at func(row, column string) string) string {
		if g.chance(2) {
			return fmt.Sprintf("for (int y = ty; y < %d; y += %s) for (int x = tx; x < %d; x += %s) %s = %s;", rows,
				g.sy,
				columns, g.sx, d.place("y", "x"), value(at("y", "x")))
		}
		y, x := fmt.Sprintf("p / %d", columns), fmt.Sprintf("p %% %d", columns)
		return fmt.Sprintf("for (int p = lid; p < %d; p += (int)N) %s = %s;", rows*columns, d.place(y, x), value(at(y,
			x)))
	}
	ofA := func(y, x string) string {
		return fmt.Sprintf("((int)get_group_id(1) * %d + %s) * w + m * %d + %s", rows*bm, y, depth, x)
	}
	ofB := func(y, x string) string {
		return fmt.Sprintf("(m * %d + %s) * w + (int)get_group_id(0) * %d + %s", depth, y, columns*bn, x)
	}
	text := fmt.Sprintf("%[1]s c[%[2]d][%[3]d]; for (int i = 0; i < %[2]d; i++) for (int j = 0; j < %[3]d; j++) "+
		"c[i][j] = 0; for (int m = 0; m < %[4]s; m++) { %[5]s %[6]s BAR for (int k = 0; k < %[7]d; k++) { ", t, bm,
		bn,
		g.oneOf("3", "2", "few", "(n & 3)"), load(a, rows*bm, depth, ofA), load(b, depth, columns*bn, ofB), depth)
	cell := a.place(row, "k") + " * " + b.place("k", column)
	loops := fmt.Sprintf("for (int i = 0; i < %d; i++) for (int j = 0; j < %d; j++) ", bm, bn)
	if g.chance(2) {
		text += fmt.Sprintf("%[1]s x[%[2]d], y[%[3]d]; for (int i = 0; i < %[2]d; i++) x[i] = %[4]s; for (int j = "+
			"0; j < %[3]d; j++) y[j] = %[5]s; %[6]sc[i][j] += x[i] * y[j]; } BAR } ", t, bm, bn, a.place(row, "k"),
			b.place("k", column), loops)
	} else {
		text += loops + "c[i][j] += " + cell + "; } BAR } "
	}
	word := "c[i][j]"
	if t == tFloat {
		word = "as_uint(c[i][j])"
	}
	return g.filled("{ " + text + loops + "hash = hash * 31 + " + word + "; }")
}
