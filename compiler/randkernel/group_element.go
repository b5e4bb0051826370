package randkernel

import (
	"fmt"
	"strings"
)

// Elements of local arrays, and what is computed with them.

// element is the type of elements.
type element struct {
	name    string
	members []variable // of a structure; or one without a name
	bytes   int
}

// vectors and scalars that people keep in local memory.
var groupTypes = []Type{
	{&scalars[5], 1}, {&scalars[5], 1}, {&scalars[8], 1}, {&scalars[8], 1}, {&scalars[4], 1}, {&scalars[1], 1},
	{&scalars[3], 1}, {&scalars[7], 1}, {&scalars[9], 1}, {&scalars[8], 2}, {&scalars[8], 2}, {&scalars[8], 4},
	{&scalars[8], 4}, {&scalars[1], 4}, {&scalars[1], 4}, {&scalars[5], 2}, {&scalars[5], 4}, {&scalars[3], 2},
	{&scalars[4], 2}, {&scalars[0], 2}, {&scalars[3], 4}, {&scalars[1], 2}, {&scalars[7], 2}, {&scalars[2], 1},
}

// newElement chooses a type: a scalar, a vector or a structure.
func (g *grouper) newElement() element {
	one := func() Type { return groupTypes[g.IntN(len(groupTypes))] }
	if !g.chance(3) {
		t := one()
		if g.chance(3) {
			t = groupTypes[9+g.IntN(8)]
		}
		r := record{fields: []variable{{t: t}}}
		return element{name: t.String(), members: r.fields, bytes: r.size()}
	}
	for {
		r := record{name: "S"}
		count := 2 + g.IntN(3)
		same := g.chance(2)
		t := one()
		for i := range count {
			if !same && i > 0 {
				t = one()
			}
			r.fields = append(r.fields, variable{name: string("abcd"[i]), t: t})
		}
		bytes := 0
		for _, f := range r.fields {
			bytes += f.t.Bits / 8 * f.t.Lanes
		}
		if r.size() <= elementBytes && r.size() == bytes { // copies may leave bytes between members out
			return element{name: "S", members: r.fields, bytes: r.size()}
		}
	}
}

func (e *element) isStruct() bool { return e.members[0].name != "" }

// head declares the type, its zero, and a word of an element by which elements are compared.
func (e *element) head() string {
	key := "(e)"
	var b strings.Builder
	if e.isStruct() {
		b.WriteString("typedef struct {")
		for _, m := range e.members {
			fmt.Fprintf(&b, " %s %s;", m.t, m.name)
		}
		b.WriteString(" } S;\n#define ZERO ((S){0})\n")
		key = "(e)." + e.members[0].name
	} else {
		fmt.Fprintf(&b, "#define ZERO ((%s)(0))\n", e.name)
	}
	t := e.members[0].t
	if t.isVector() {
		key += ".x"
	}
	fmt.Fprintf(&b, "#define E %s\n#define PAD(i) ((i) + ((i) >> 4))\n#define KEY(e) (%s)\n", e.name, key)
	switch {
	case t.Kind == Float && t.Bits == 32:
		key = "as_uint(" + key + ")"
	case t.Kind == Float:
		key = "(uint)as_ulong(" + key + ")"
	default:
		key = "(uint)(" + key + ")"
	}
	fmt.Fprintf(&b, "#define WORD(e) (%s)", key)
	return b.String()
}

// set makes a statement that combines two elements into a third, which may be one of them.
func (g *grouper) set(into, a, b string) *Node {
	e := &g.element
	if !e.isStruct() {
		t := e.members[0].t
		if op := g.assignment(t); op != "" && into == a && g.chance(2) {
			return statement(into+" "+op+" $0;", value(t, b))
		}
		if t.isVector() && g.chance(6) {
			return statement(fmt.Sprintf("%s = (%s)($0);", into, t), g.lanes(t, a, b))
		}
		return statement(into+" = $0;", g.combined(t, value(t, a), value(t, b)))
	}
	var text []string
	var kids []*Node
	for i, m := range e.members {
		if i > 0 && g.chance(8) {
			continue
		}
		text = append(text, fmt.Sprintf("%s.%s = $%d;", into, m.name, len(kids)))
		kids = append(kids, g.combined(m.t, value(m.t, a+"."+m.name), value(m.t, b+"."+m.name)))
	}
	return statement("{ "+strings.Join(text, " ")+" }", kids...)
}

// lanes combines elements of vectors one by one, as complex numbers do; the result is a list of them.
func (g *grouper) lanes(t Type, a, b string) *Node {
	one := t.element()
	var forms []string
	var kids []*Node
	for i := range t.Lanes {
		forms = append(forms, fmt.Sprint("$", i))
		x := value(one, fmt.Sprintf("%s.s%x", a, g.IntN(t.Lanes)))
		kids = append(kids, g.combined(one, x, value(one, fmt.Sprintf("%s.s%x", b, i))))
	}
	return value(t, strings.Join(forms, ", "), kids...)
}

// assignment is an operator that assigns, or "".
func (g *grouper) assignment(t Type) string {
	switch {
	case t.Kind == Float:
		return g.oneOf("+=", "+=", "-=")
	case t.Kind == Unsigned && (t.Bits >= 32 || t.isVector()):
		return g.oneOf("+=", "+=", "^=", "-=", "*=")
	case t.Kind == Unsigned:
		return g.oneOf("+=", "^=", "|=")
	}
	return g.oneOf("^=", "|=", "&=")
}

// combined is a value made of two.
func (g *grouper) combined(t Type, a, b *Node) *Node {
	var forms []string
	switch {
	case t.Kind == Float:
		forms = []string{"$0 + $1", "$0 + $1", "$0 + $1", "fmax($0, $1)", "fmin($0, $1)", "$0 * (S)0.5 + $1",
			"$0 - $1 * (S)0.25", "fabs($0 - $1)", "fma($0, (T)(0.5), $1)", "clamp($0, (T)(-4), (T)(4)) * $1 * " +
				"(S)0.125"}
		if !t.isVector() {
			forms = append(forms, "$0 < $1 ? $0 : $1")
		}
	case t.Kind == Signed:
		forms = []string{"max($0, $1)", "min($0, $1)", "$0 ^ $1", "add_sat($0, $1)", "sub_sat($0, $1)",
			"hadd($0, $1)", "($0 >> 1) ^ $1"}
	default:
		forms = []string{"$0 + $1", "$0 + $1", "$0 ^ $1", "max($0, $1)", "$0 * (T)(3) + $1", "$0 - $1",
			"add_sat($0, $1)", "($0 >> 1) + $1", "abs_diff($0, $1)", "rotate($0, (T)(5)) ^ $1", "$0 & $1 | $0 >> 3",
			"hadd($0, $1)", "rhadd($0, $1)"}
		if t.Bits == 8 {
			forms = append(forms, "convert_T_sat(convert_I($0) * 3 - convert_I($1))",
				"convert_T((convert_I($0) + convert_I($1) + 1) >> 1)",
				"convert_T_sat(convert_I($0) + convert_I($1))", "convert_T_sat(convert_F($0) * 1.5f - convert_F($1))")
		}
		if !t.isVector() {
			forms = append(forms, "$0 < $1 ? $0 : $1")
		}
	}
	form := forms[g.IntN(len(forms))]
	form = strings.ReplaceAll(form, "convert_I", "convert_"+Type{tInt.Scalar, t.Lanes}.String())
	form = strings.ReplaceAll(form, "convert_F", "convert_"+Type{tFloat.Scalar, t.Lanes}.String())
	form = strings.ReplaceAll(form, "convert_T", "convert_"+t.String())
	form = replaceWord(replaceWord(form, "T", t.String()), "S", t.Name)
	return value(t, fmt.Sprintf("(%s)(%s)", t, form), a, b)
}

// filled is a phase or a part of one: in its text {to|a|b} stands for a statement that combines elements, N for the
// number of work-items of the group, T for the type of ids, K for a number, and BAR for a barrier.
func (g *grouper) filled(text string) *Node {
	text = strings.ReplaceAll(text, "BAR", barrierText)
	var kids []*Node
	var b strings.Builder
	for rest := text; ; {
		i := strings.Index(rest, "{{")
		if i < 0 {
			b.WriteString(g.words(rest))
			return statement(b.String(), kids...)
		}
		b.WriteString(g.words(rest[:i]))
		end := i + strings.Index(rest[i:], "}}")
		parts := strings.Split(g.words(rest[i+2:end]), "|")
		fmt.Fprintf(&b, "$%c", holes[len(kids)])
		kids = append(kids, g.set(parts[0], parts[1], parts[2]))
		rest = rest[end+2:]
	}
}

// words replaces the words of a phase.
func (g *grouper) words(text string) string {
	return replaceWord(replaceWord(text, "N", g.size), "T", g.id)
}
