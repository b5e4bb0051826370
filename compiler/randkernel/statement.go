package randkernel

import (
	"fmt"
	"strings"
)

// function is a helper that expressions call.
type function struct {
	name   string
	result Type
	params []variable
}

// function makes a helper of scalars and small vectors.
func (g *generator) function() *Node {
	f := function{name: g.name("f"), result: g.scalar()}
	var params []string
	for i := range 1 + g.IntN(3) {
		p := variable{name: fmt.Sprint("p", i), t: g.anyType()}
		if p.t.Lanes > 4 {
			p.t = p.t.element()
		}
		f.params = append(f.params, p)
		params = append(params, p.t.String()+" "+p.name)
	}
	g.variables = append([]variable{}, f.params...)
	g.result = &f.result
	body := &Node{Role: List, Kids: g.statements(2, 1+g.IntN(4))}
	last := statement("return $0;", g.expression(f.result, 2))
	g.endFunction()
	g.functions = append(g.functions, f)
	return statement(fmt.Sprintf("static %s %s(%s)\n{\n$0$1\n}", f.result, f.name, strings.Join(params, ", ")), body,
		last)
}

// statements makes some in a row. Their declarations are visible until the caller ends its scope.
func (g *generator) statements(depth, count int) []*Node {
	var list []*Node
	for range count {
		if g.budget < 0 && len(list) > 0 {
			break
		}
		list = append(list, g.statement(depth))
	}
	return list
}

// block is a scope of its own.
func (g *generator) block(depth, count int) *Node {
	s := g.openScope()
	n := &Node{Role: List, Kids: g.statements(depth-1, count)}
	g.close(s)
	return n
}

// apart makes a statement that only some work-items of a group may reach.
func (g *generator) apart(divides bool, make func()) {
	together, joined := g.together, g.joined
	g.together, g.joined = together && !divides, joined && !divides
	make()
	g.together, g.joined = together, joined
}

// keepsTogether reports whether work-items of a group must come together to some statements.
func (g *generator) keepsTogether() bool { return g.barriers || g.subGroups }

// same makes an expression that is uniform in a group.
func (g *generator) same(wanted bool, make func()) {
	was := g.uniform
	g.uniform = was || wanted
	make()
	g.uniform = was
}

const exprDepth = 3

func (g *generator) declareAt(int) *Node { return g.declare() }

// declare makes a variable.
func (g *generator) declare() *Node {
	v := variable{name: g.name("v"), t: g.anyType()}
	v.uniform = g.inKernel && g.together && g.chance(4)
	var init *Node
	g.same(v.uniform, func() { init = g.expression(v.t, exprDepth) })
	n := statement(fmt.Sprintf("%s %s = $0;", v.t, v.name), init)
	g.variables = append(g.variables, v)
	return n
}

// target chooses a variable that may be assigned here.
func (g *generator) target() (variable, bool) {
	for range 5 {
		if len(g.variables) == 0 {
			break
		}
		v := g.variables[g.IntN(len(g.variables))]
		if !v.constant && v.array == 0 && (!v.uniform || g.together) {
			return v, true
		}
	}
	return variable{}, false
}

func (g *generator) assign(int) *Node {
	v, ok := g.target()
	if !ok {
		return nil
	}
	var n *Node
	g.same(v.uniform, func() { n = g.assignTo(v) })
	return n
}

func (g *generator) assignTo(v variable) *Node {
	if v.t.isVector() && g.chance(2) {
		k := []int{1, 2, v.t.Lanes / 2}[g.IntN(3)]
		if k == 3 || k < 1 || k > 2 && k != 4 && k != 8 {
			k = 1
		}
		part := "s"
		for _, i := range g.Perm(v.t.Lanes)[:k] {
			part += fmt.Sprintf("%x", i)
		}
		return statement(v.name+"."+part+" = $0;", g.expression(v.t.with(k), exprDepth))
	}
	x := func() *Node { return g.expression(v.t, exprDepth) }
	wraps := v.t.Kind == Unsigned && (v.t.Bits >= 32 || v.t.isVector())
	switch {
	case g.chance(4) && v.t.isInteger():
		return statement(v.name+" "+[]string{"^=", "|=", "&="}[g.IntN(3)]+" $0;", x())
	case g.chance(3) && (wraps || v.t.Kind == Float):
		return statement(v.name+" "+[]string{"+=", "-=", "*="}[g.IntN(3)]+" $0;", x())
	case g.chance(3) && v.t.isInteger() && v.t.Bits < 32 && !v.t.isVector():
		return statement(v.name+" "+[]string{"+=", "-="}[g.IntN(2)]+" $0;", x())
	case g.chance(6) && wraps && !v.t.isVector():
		return statement(v.name + []string{"++;", "--;"}[g.IntN(2)])
	}
	return statement(v.name+" = $0;", x())
}

// arrayAt declares a private array.
func (g *generator) arrayAt(int) *Node {
	v := variable{name: g.name("r"), t: g.anyType(), array: []int{2, 4, 8, 16}[g.IntN(4)]}
	if v.t.Lanes > 4 {
		v.t = v.t.element()
	}
	init := g.expression(v.t, 2)
	g.variables = append(g.variables, v)
	if g.chance(3) {
		return statement(fmt.Sprintf("%s %s[%d] = {$0, $1};", v.t, v.name, v.array), init, g.expression(v.t, 1))
	}
	i := g.name("i")
	sum := fmt.Sprintf("(%s)%s", v.t, i)
	if v.t.isInteger() && v.t.Kind == Signed {
		return statement(fmt.Sprintf("%[1]s %[2]s[%[3]d]; for (int %[4]s = 0; %[4]s < %[3]d; %[4]s++) %[2]s[%[4]s] "+
			"= $0 ^ %[5]s;", v.t, v.name, v.array, i, sum), init)
	}
	return statement(fmt.Sprintf("%[1]s %[2]s[%[3]d]; for (uint %[4]s = 0; %[4]s < %[3]d; %[4]s++) %[2]s[%[4]s] = "+
		"$0 + %[5]s;", v.t, v.name, v.array, i, sum), init)
}

// storePrivate writes an element of an array.
func (g *generator) storePrivate(int) *Node {
	for _, i := range g.Perm(len(g.variables)) {
		v := g.variables[i]
		if v.array == 0 {
			continue
		}
		form, kids := g.arrayIndex(v.array, 2)
		return statement(fmt.Sprintf("%s[%s] = $%d;", v.name, form, len(kids)),
			append(kids, g.expression(v.t, exprDepth))...)
	}
	return nil
}

func (g *generator) recordAt(int) *Node {
	if len(g.structs) == 0 {
		return nil
	}
	s := g.structs[g.IntN(len(g.structs))]
	if g.inKernel && g.chance(4) {
		v := record{name: g.name("s"), fields: s.fields}
		form, kids := g.recordIndex(&s, 2)
		g.records = append(g.records, v)
		return statement(fmt.Sprintf("%[1]s %[2]s = ((global const %[1]s *)in_ulong)[%[3]s];", s.name, v.name, form),
			kids...)
	}
	v := record{name: g.name("s"), fields: s.fields}
	for _, r := range g.records {
		if g.chance(2) && &r.fields[0] == &s.fields[0] {
			g.records = append(g.records, v)
			return statement(fmt.Sprintf("%s %s = %s;", s.name, v.name, r.name))
		}
	}
	var holes []string
	var kids []*Node
	for i, f := range s.fields {
		holes = append(holes, fmt.Sprint("$", i))
		kids = append(kids, g.expression(f.t, 2))
	}
	g.records = append(g.records, v)
	return statement(fmt.Sprintf("%s %s = {%s};", s.name, v.name, strings.Join(holes, ", ")), kids...)
}

// fieldAt assigns a field or a whole struct.
func (g *generator) fieldAt(int) *Node {
	if len(g.records) == 0 {
		return nil
	}
	r := g.records[g.IntN(len(g.records))]
	for _, other := range g.records {
		if other.name != r.name && &other.fields[0] == &r.fields[0] && g.chance(3) {
			return statement(r.name + " = " + other.name + ";")
		}
	}
	f := r.fields[g.IntN(len(r.fields))]
	return statement(fmt.Sprintf("%s.%s = $0;", r.name, f.name), g.expression(f.t, exprDepth))
}

// pointer writes through a pointer to one of two variables or to an array's element.
func (g *generator) pointer(int) *Node {
	v, ok := g.target()
	if !ok || v.uniform || v.t.Kind != Unsigned {
		return nil
	}
	p := g.name("q")
	operator := []string{"=", "^=", "+="}[g.IntN(3)]
	if !v.t.isVector() && v.t.Bits < 32 {
		operator = "="
	}
	for _, w := range g.variables {
		if w.t != v.t || w.name == v.name || w.uniform || w.constant {
			continue
		}
		other := "&" + w.name
		if w.array > 0 {
			other = fmt.Sprintf("%s + ($2 & %d)", w.name, w.array-1)
		}
		return statement(fmt.Sprintf("{ %s *%s = $0 ? &%s : %s; *%s %s $1; }", v.t, p, v.name, other, p, operator),
			g.condition(2), g.expression(v.t, 2), g.expression(tUInt, 2))
	}
	return statement(fmt.Sprintf("{ %s *%s = &%s; *%s %s $0; }", v.t, p, v.name, p, operator), g.expression(v.t, 2))
}

// storeOwn writes an element that belongs to the work-item.
func (g *generator) storeOwn(int) *Node {
	t := g.scalar()
	s := g.stride[t.Name]
	canonical := ""
	if t.Kind == Float {
		canonical = "n" + t.Name
	}
	if s > 1 && s != 3 && g.chance(3) || s == 3 && g.chance(6) {
		v := t.with(s)
		if t.Kind == Float {
			canonical = "n" + v.String()
		}
		if s != 3 && g.chance(2) {
			return statement(fmt.Sprintf("((global %s *)own_%s)[gid] = %s($0);", v, t, canonical),
				g.expression(v, exprDepth))
		}
		return statement(fmt.Sprintf("vstore%d(%s($0), gid, own_%s);", s, canonical, t), g.expression(v, exprDepth))
	}
	if t.Name == "ushort" && g.chance(3) {
		return statement(fmt.Sprintf("vstore_half%s(nfloat($0), gid * %d + %d, (global half *)own_ushort);",
			[]string{"", "_rte", "_rtz", "_rtp", "_rtn"}[g.IntN(5)], s, g.IntN(s)), g.expression(tFloat, exprDepth))
	}
	place := fmt.Sprintf("own_%s[gid * %d + %d]", t, s, g.IntN(s))
	if v := g.counter(s); v != "" && g.chance(2) {
		place = fmt.Sprintf("own_%s[gid * %d + %s]", t, s, v)
	}
	if t.Kind == Unsigned && t.Bits >= 32 && g.chance(4) {
		return statement(place+" "+[]string{"+=", "^=", "*="}[g.IntN(3)]+" $0;", g.expression(t, exprDepth))
	}
	return statement(place+" = "+canonical+"($0);", g.expression(t, exprDepth))
}

var atomicOps = []string{"add", "and", "or", "xor", "min", "max", "sub"}

// atomic changes memory that work-items share, by operations whose order makes no difference, or a word of its own.
func (g *generator) atomic(int) *Node {
	x := g.expression(tUInt, 2)
	if g.localOp != "" && g.chance(2) {
		if g.chance(3) {
			return statement(g.swapLoop("local", "&few_sums[$0 & 7]", "$1", g.localOp), g.sharedIndex(2), x)
		}
		return statement(fmt.Sprintf("atomic_%s(&few_sums[$0 & 7], $1);", g.localOp), g.sharedIndex(2), x)
	}
	if g.chance(3) {
		v, ok := g.target()
		if !ok || v.t != tUInt || v.uniform {
			return nil
		}
		if g.chance(4) {
			return statement(fmt.Sprintf("%s = atomic_cmpxchg(&out[gid * %d + %d], $0, $1);", v.name, OutWords,
				g.IntN(OutWords)), x, g.expression(tUInt, 2))
		}
		op := []string{"add", "and", "or", "xor", "min", "max", "sub", "xchg"}[g.IntN(8)]
		return statement(fmt.Sprintf("%s = atomic_%s(&out[gid * %d + %d], $0);", v.name, op, OutWords,
			g.IntN(OutWords)), x)
	}
	i := g.IntN(len(atomicOps))
	if g.version3 && g.chance(3) {
		op := []string{"add", "and", "or", "xor", "min", "max", "sub"}[i]
		return statement(fmt.Sprintf("atomic_fetch_%s_explicit((volatile global atomic_uint *)&atom[%d + ($0 & "+
			"7)], $1, memory_order_relaxed, memory_scope_device);", op, i*8), g.sharedIndex(2), x)
	}
	if g.chance(4) {
		return statement(g.swapLoop("global", fmt.Sprintf("&atom[%d + ($0 & 7)]", i*8), "$1", atomicOps[i]),
			g.sharedIndex(2), x)
	}
	if g.chance(4) { // the same word for all
		return statement(fmt.Sprintf("atomic_%s(&atom[%d], $0);", atomicOps[i], i*8), x)
	}
	if g.chance(5) {
		return statement("atomic_inc(&atom[$0 & 7]);", g.sharedIndex(2)) // with add
	}
	return statement(fmt.Sprintf("atomic_%s(&atom[%d + ($0 & 7)], $1);", atomicOps[i], i*8), g.sharedIndex(2), x)
}

// swapped are the atomic operations, of o and x.
var swapped = map[string]string{"add": "%[1]s + %[2]s", "and": "%[1]s & %[2]s", "or": "%[1]s | %[2]s",
	"xor": "%[1]s ^ %[2]s", "min": "min(%[1]s, %[2]s)", "max": "max(%[1]s, %[2]s)", "sub": "%[1]s - %[2]s"}

// swapLoop writes an atomic operation as programs do that the language does not have.
func (g *generator) swapLoop(space, place, operand, op string) string {
	p, x, o, s := g.name("p"), g.name("x"), g.name("o"), g.name("s")
	fresh := fmt.Sprintf(swapped[op], o, x)
	start := fmt.Sprintf("{ volatile %s uint *%s = %s; uint %s = %s, %s; ", space, p, place, x, operand, o)
	switch g.IntN(4) {
	case 0:
		return start + fmt.Sprintf("do %[2]s = *%[1]s; while (atomic_cmpxchg(%[1]s, %[2]s, %[3]s) != %[2]s); }", p, o,
			fresh)
	case 1:
		return start + fmt.Sprintf("uint %[4]s = *%[1]s; do { %[2]s = %[4]s; %[4]s = atomic_cmpxchg(%[1]s, %[2]s, "+
			"%[3]s); } while (%[4]s != %[2]s); }", p, o, fresh, s)
	case 2:
		return start + fmt.Sprintf("uint %[4]s; %[2]s = %[5]d; while ((%[4]s = atomic_cmpxchg(%[1]s, %[2]s, "+
			"%[3]s)) != %[2]s) %[2]s = %[4]s; }", p, o, fresh, s, g.IntN(3))
	}
	return start + fmt.Sprintf("for (;;) { %[2]s = *%[1]s; if (%[2]s == (%[3]s)) break; if (atomic_cmpxchg(%[1]s, "+
		"%[2]s, %[3]s) == %[2]s) break; } }", p, o, fresh)
}

// storeField writes a field of the work-item's struct.
func (g *generator) storeField(int) *Node {
	if len(g.structs) == 0 {
		return nil
	}
	s := &g.structs[0] // one type only: the fields of others lie elsewhere
	if s.size() > RecordBytes {
		return nil
	}
	f := s.fields[g.IntN(len(s.fields))]
	canonical := ""
	if f.t.Kind == Float {
		canonical = "n" + f.t.String()
	}
	return statement(fmt.Sprintf("((global %s *)own_record)[gid].%s = %s($0);", s.name, f.name, canonical),
		g.expression(f.t, exprDepth))
}

// storeOne writes to one address, by one work-item or the same value by all.
func (g *generator) storeOne(int) *Node {
	if g.chance(2) {
		return statement(fmt.Sprintf("atom[%d] = a_uint;", 56+g.IntN(8)))
	}
	at := g.IntN(40)
	return statement(fmt.Sprintf("if (gid == %[1]d) out[%[1]d * %[2]d + %[3]d] = $0;", at, OutWords, g.IntN(OutWords)),
		g.expression(tUInt, exprDepth))
}

// rotateVariables passes values on from one variable to the next at once.
func (g *generator) rotateVariables(int) *Node {
	first, ok := g.target()
	if !ok || first.uniform {
		return nil
	}
	names := []string{first.name}
	for _, i := range g.Perm(len(g.variables)) {
		v := g.variables[i]
		isAlike := v.t == first.t && v.array == 0 && !v.uniform && !v.constant
		if isAlike && v.name != first.name && len(names) < 3 {
			names = append(names, v.name)
		}
	}
	if len(names) < 2 {
		return nil
	}
	x := g.name("x")
	text := fmt.Sprintf("{ %s %s = ", first.t, x)
	kids := []*Node{}
	if g.chance(2) {
		text += names[0] + ";"
	} else {
		text += "$0;"
		kids = append(kids, g.expression(first.t, 2))
	}
	for i := 1; i < len(names); i++ {
		text += fmt.Sprintf(" %s = %s;", names[i-1], names[i])
	}
	return statement(text+fmt.Sprintf(" %s = %s; }", names[len(names)-1], x), kids...)
}

// byPointer calls a function with a second result through a pointer.
func (g *generator) byPointer(int) *Node {
	v, ok := g.target()
	if !ok || v.uniform || v.t != tFloat && v.t != tInt {
		return nil
	}
	x := g.expression(tFloat, 2)
	if v.t == tInt {
		y := g.name("v")
		g.variables = append(g.variables, variable{name: y, t: tFloat})
		return statement(fmt.Sprintf("float %s = frexp($0, &%s);", y, v.name), x)
	}
	y := g.name("v")
	g.variables = append(g.variables, variable{name: y, t: tFloat})
	return statement(fmt.Sprintf("float %s = %s($0, &%s);", y, []string{"fract", "modf", "sincos"}[g.IntN(3)], v.name),
		x)
}
