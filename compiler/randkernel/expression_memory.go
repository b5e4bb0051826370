package randkernel

import (
	"fmt"

	"heddle/compiler/ceil"
)

// index is an index into in_ buffers and tables of a number of elements, always inside: a new one or one that was made
// before.
func (g *generator) index(elements, depth int) (string, []*Node) {
	if form, kids, ok := g.placeAgain(elements); ok && g.chance(3) {
		return form, kids
	}
	form, kids := g.newIndex(elements, depth)
	g.keepPlace(form, kids, elements)
	return form, kids
}

// newIndex makes an index. Contiguous and strided places are not masked, so that they can be recognised.
func (g *generator) newIndex(elements, depth int) (string, []*Node) {
	uniform := g.uniform || !g.inKernel
	if !uniform && elements >= 8*MaxItems {
		switch g.IntN(15) {
		case 12:
			if form := g.guardedIndex(); g.inKernel {
				return form, nil
			}
		case 13, 14:
			return g.wrappingIndex(depth)
		case 8, 9:
			if v := g.counter(41); v != "" {
				return fmt.Sprintf("gid * %d + %s * %d", 1+g.IntN(4), v, 1+g.IntN(8)), nil
			}
		case 10:
			d, e := g.IntN(3), g.IntN(3)
			return fmt.Sprintf("(get_global_id(%[1]d) - get_global_offset(%[1]d)) * %[3]d + (get_global_id(%[2]d) "+
				"- get_global_offset(%[2]d))", d, e, 1+g.IntN(4)), nil
		case 11:
			if g.sees {
				forms := []string{"get_local_id(1) * 16 + get_local_id(0)", "lid * 4 + 3", "get_group_id(0) * 4 + lid",
					"get_local_id(0)", "get_local_id(1)", "get_local_id(0) * 16 + get_local_id(1)"}
				return forms[g.IntN(len(forms))], nil
			}
		case 0, 1:
			return fmt.Sprintf("gid + %d", g.IntN(64)), nil
		case 2, 3:
			return fmt.Sprintf("gid * %d + %d", 1+g.IntN(8), g.IntN(64)), nil
		case 4:
			return fmt.Sprintf("%d - gid", MaxItems+g.IntN(64)), nil
		case 5:
			return fmt.Sprintf("gid * %d + ($0 & 63)", 1+g.IntN(4)), []*Node{g.sharedIndex(depth)}
		}
	}
	if v := g.counter(elements); v != "" && g.chance(3) {
		return v, nil
	}
	mask := 1
	for mask*2 <= elements {
		mask *= 2
	}
	return fmt.Sprintf("($0 & %d)", mask-1), []*Node{g.expression(g.integerType(), depth)}
}

// counter is the variable of an enclosing loop that stays below a number, "" if there is none.
func (g *generator) counter(below int) string {
	for _, i := range g.Perm(len(g.variables)) {
		if v := g.variables[i]; v.below > 0 && v.below <= below && (v.uniform || !g.uniform) {
			return v.name
		}
	}
	return ""
}

// sharedIndex is often the same for all work-items.
func (g *generator) sharedIndex(depth int) *Node {
	was := g.uniform
	g.uniform = was || g.chance(2)
	defer func() { g.uniform = was }()
	return g.expression(tUInt, depth)
}

// loaded reads memory.
func (g *generator) loaded(t Type, depth int) *Node {
	if n := g.loadedPrivate(t, depth); n != nil && g.chance(3) {
		return n
	}
	if !g.inKernel || t.isVector() && !g.chance(3) {
		return nil
	}
	if len(g.shared) > 0 && g.chance(3) {
		if n := g.loadedShared(t, depth); n != nil {
			return n
		}
	}
	if n := g.pointedTo(t, depth); n != nil && g.chance(2) {
		return n
	}
	if n := g.loadedMix(t, depth); n != nil && g.chance(4) {
		return n
	}
	if t.isVector() {
		return g.loadedVector(t, depth)
	}
	if t == tFloat && g.chance(8) {
		form, kids := g.index(Elements, depth)
		return value(t, fmt.Sprintf("vload_half(%s, (global const half *)in_ushort)", form), kids...)
	}
	if g.chance(5) {
		if n := g.loadedField(t, depth); n != nil {
			return n
		}
	}
	if !g.uniform && g.chance(4) {
		s := g.stride[t.Name]
		return value(t, fmt.Sprintf("own_%s[gid * %d + %d]", t, s, g.IntN(s)))
	}
	if g.chance(6) && (t == tUInt || t == tFloat || t.Name == "char") {
		form, kids := g.index(16, depth)
		return value(t, fmt.Sprintf("tab_%s[%s]", t, form), kids...)
	}
	if t.isInteger() && g.chance(4) { // another view of the same bytes
		other := g.integerType()
		form, kids := g.index(Elements*other.Bits/t.Bits, depth)
		return value(t, fmt.Sprintf("((global const %s *)in_%s)[%s]", t, other, form), kids...)
	}
	form, kids := g.index(Elements, depth)
	return value(t, fmt.Sprintf("in_%s[%s]", t, form), kids...)
}

func (g *generator) loadedVector(t Type, depth int) *Node {
	aligned := t.Lanes
	if aligned == 3 {
		aligned = 4
	}
	form, kids := g.index(Elements/aligned, depth)
	if !g.uniform && Elements/aligned >= MaxItems && g.chance(2) {
		form, kids = "gid", nil
	}
	if g.chance(2) {
		return value(t, fmt.Sprintf("vload%d(%s, in_%s)", t.Lanes, form, t.Name), kids...)
	}
	return value(t, fmt.Sprintf("((global const %s *)in_%s)[%s]", t, t.Name, form), kids...)
}

// loadedPrivate reads an element of an array.
func (g *generator) loadedPrivate(t Type, depth int) *Node {
	if g.uniform {
		return nil
	}
	for _, i := range g.Perm(len(g.variables)) {
		if v := g.variables[i]; v.array > 0 && v.t == t {
			form, kids := g.arrayIndex(v.array, depth)
			return value(t, v.name+"["+form+"]", kids...)
		}
	}
	return nil
}

func (g *generator) arrayIndex(elements, depth int) (string, []*Node) {
	if v := g.counter(elements); v != "" && g.chance(2) {
		return v, nil
	}
	if g.chance(3) {
		return fmt.Sprint(g.IntN(elements)), nil
	}
	return fmt.Sprintf("($0 & %d)", elements-1), []*Node{g.sharedIndex(depth)}
}

// loadedShared reads local memory, which is written only between barriers.
func (g *generator) loadedShared(t Type, depth int) *Node {
	for _, s := range g.shared {
		if s != t {
			continue
		}
		if g.uniform {
			return value(t, fmt.Sprintf("lm_%s[$0 %% lsz]", t), g.expression(tUInt, depth))
		}
		switch g.IntN(5) {
		case 0:
			return value(t, fmt.Sprintf("lm_%s[lid]", t))
		case 1:
			return value(t, fmt.Sprintf("lm_%s[(lid + %d) %% lsz]", t, g.IntN(40)))
		case 2:
			return value(t, fmt.Sprintf("lm_%s[lsz - 1 - lid]", t))
		case 3:
			return value(t, fmt.Sprintf("shared[$0 %% lsz]"), g.sharedIndex(depth)).orNil(t == tUInt)
		}
		return value(t, fmt.Sprintf("lm_%s[$0 %% lsz]", t), g.sharedIndex(depth))
	}
	return nil
}

// loadedField reads a field of a struct in a buffer.
func (g *generator) loadedField(t Type, depth int) *Node {
	for _, s := range g.structs {
		for _, f := range s.fields {
			if f.t == t && g.chance(2) {
				form, kids := g.recordIndex(&s, depth)
				return value(t, fmt.Sprintf("((global const %s *)in_ulong)[%s].%s", s.name, form, f.name), kids...)
			}
		}
	}
	return nil
}

func (g *generator) recordIndex(s *record, depth int) (string, []*Node) {
	elements := Elements * 8 / s.size()
	if !g.uniform && elements >= MaxItems && g.chance(2) {
		return "gid", nil
	}
	return g.index(min(elements, 512), depth)
}

// size is sizeof the struct.
func (r *record) size() int {
	total, align := 0, 1
	for _, f := range r.fields {
		n := f.t.Lanes
		if n == 3 {
			n = 4
		}
		n *= f.t.Bits / 8
		align = max(align, n)
		total = ceil.Multiple(total, n) + n
	}
	return ceil.Multiple(total, align)
}
