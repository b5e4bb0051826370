package randinit

import (
	"fmt"
	"slices"
	"strings"
)

func isText(t *objectType) bool {
	return t.kind == array && (t.elem.name == "char" || t.elem.name == "uchar")
}

// initializer is an initialiser for an object, in braces if it must have some.
func (g *generator) initializer(t *objectType) string {
	switch t.kind {
	case scalar, pointer:
		return g.scalarInit(t)
	case vector:
		return g.vectorInit(t)
	case array:
		if isText(t) && g.chance(50) {
			text := g.characters(t.length)
			return pick(g, text, text, "{"+text+"}", "{"+text+",}")
		}
	case record, union:
		if x := g.wholeRecord(t); x != "" {
			return x
		}
	}
	return g.list(t)
}

func (g *generator) scalarInit(t *objectType) string {
	x := g.value(t)
	switch {
	case g.chance(4):
		return "{" + x + "}"
	case g.chance(1):
		return "{{" + x + "}}"
	case !g.pointers && g.chance(1):
		g.hurt = true
		return pick(g, "{"+x+", 3}", "{}")
	}
	return x
}

func (g *generator) vectorInit(t *objectType) string {
	switch x := g.IntN(100); {
	case x < 45:
		return g.value(t)
	case x < 60:
		return "{" + g.elements(t, t.length) + "}"
	case x < 65:
		return "{" + g.vectorValue(t) + "}"
	case x < 68:
		return "{}"
	case x < 71:
		return "{{" + strings.Join(strings.Split(g.plainNumbers(t.length), ", "), "}, {") + "}}"
	case x < 73:
		g.hurt = true
		return "{" + g.elements(t, 1+g.IntN(t.length+1)) + "}"
	}
	return g.vectorValue(t)
}

func (g *generator) plainNumbers(n int) string {
	var list []string
	for range n {
		list = append(list, fmt.Sprint(g.IntN(50)))
	}
	return strings.Join(list, ", ")
}

// wholeRecord is a value of a record, "" if it has no name or none is wanted. Values with unions are left out: what
// becomes of a part of one, if a later designator changes it, is not clear to clang either.
func (g *generator) wholeRecord(t *objectType) string {
	if t.name == "" || t.kind == record && hasUnion(t) || !g.chance(12) {
		return ""
	}
	if g.constant || g.ranged || t.kind == union || g.chance(50) {
		return "(" + t.name + ")" + g.list(t)
	}
	return "r0 > 1 ? (" + t.name + ")" + g.list(t) + " : (" + t.name + "){}"
}

func hasUnion(t *objectType) bool {
	switch t.kind {
	case array:
		return hasUnion(t.elem)
	case record:
		return slices.ContainsFunc(t.fields, func(f field) bool { return hasUnion(f.t) })
	}
	return t.kind == union
}

// list is {...} for an aggregate.
func (g *generator) list(t *objectType) string {
	var items []string
	switch {
	case g.chance(4):
	case !g.pointers && g.chance(15):
		items = g.junk()
	default:
		items = g.ordered(t)
	}
	text := strings.Join(items, ", ")
	if text != "" && g.chance(5) {
		text += ","
	}
	return "{" + text + "}"
}

// junk is a list of numbers at every place where the rules allow one, some in braces, sometimes too many.
func (g *generator) junk() (items []string) {
	for range g.IntN(9) {
		switch {
		case g.chance(4):
			g.hurt = true
			items = append(items, "{"+g.number()+", "+g.number()+"}")
		case g.chance(10):
			items = append(items, "{"+g.number()+"}")
		default:
			items = append(items, g.number())
		}
	}
	return items
}

// members is the number of members in a list; of an array of unknown size it is a guess.
func members(t *objectType) int {
	switch {
	case t.kind == array && t.length == 0:
		return 4
	case t.kind == array:
		return t.length
	case t.kind == union:
		return 1
	}
	return len(t.fields)
}

func (t *objectType) member(i int) *objectType {
	if t.kind == array {
		return t.elem
	}
	return t.fields[i].t
}

// ordered visits the members in order, with jumps.
func (g *generator) ordered(t *objectType) (items []string) {
	for i := 0; i < members(t) && !g.chance(7); i++ {
		if g.chance(22) {
			var text string
			var inside bool
			text, i, inside = g.designated(t)
			items = append(items, text)
			if !g.pointers && g.chance(25) { // continues inside, wherever that leads
				items = append(items, g.junk()...)
				break
			}
			if inside {
				break
			}
			continue
		}
		items = append(items, g.memberItems(t.member(i))...)
	}
	if !g.pointers && g.chance(4) {
		items = append(items, g.number())
	}
	for range 2 {
		if members(t) > 0 && g.chance(20) {
			text, _, _ := g.designated(t)
			items = append(items, text)
		}
	}
	return items
}

// memberItems initialises one member, perhaps without braces.
func (g *generator) memberItems(t *objectType) []string {
	if t.kind < array || g.chance(60) {
		return []string{g.initializer(t)}
	}
	if isText(t) && g.chance(60) {
		return []string{g.characters(t.length)}
	}
	var items []string
	for i := range members(t) {
		items = append(items, g.memberItems(t.member(i))...)
	}
	if len(items) == 0 || items[0][0] == '{' { // those would be the braces of the whole
		return []string{g.list(t)}
	}
	return items
}

// designated is a designation with its initialiser; last is the member of t that it names. If it leads inside that
// member, no string or pointer may follow, which would initialise another scalar. (clang takes a string for the
// characters again where the designation leads to the last of an array of characters. gcc and C say otherwise.)
func (g *generator) designated(t *objectType) (text string, last int, inside bool) {
	outer := g.ranged
	defer func() { g.ranged = outer }()
	path, to, last := g.designator(t)
	inside = t.kind > array && t.fields[last].name == "" // in an anonymous record
	for to.kind >= array && members(to) > 0 && g.chance(45) {
		inside = true
		var further string
		further, to, _ = g.designator(to)
		path += further
	}
	equals := " = "
	if g.chance(1) {
		g.hurt = true
		equals = " "
	}
	items := g.memberItems(to)
	for inside && items[0] == "{}" { // clang forgets it where a run-time value came before
		items = g.memberItems(to)
	}
	return path + equals + strings.Join(items, ", "), last, inside
}

func (g *generator) designator(t *objectType) (text string, to *objectType, last int) {
	if t.kind == array {
		first := g.IntN(members(t))
		last = first
		if g.chance(15) {
			last = first + g.IntN(members(t)-first)
			g.ranged = g.ranged || last > first
			return fmt.Sprintf("[%d ... %d]", first, last), t.elem, last
		}
		if g.chance(1) {
			g.hurt = true
			return fmt.Sprintf("[%d]", first+members(t)), t.elem, last
		}
		return fmt.Sprintf("[%d]", first), t.elem, last
	}
	last = g.IntN(len(t.fields))
	f := t.fields[last]
	if f.name == "" { // through the anonymous record
		text, to, _ = g.designator(f.t)
		return text, to, last
	}
	if g.chance(1) {
		g.hurt = true
		return ".none", f.t, last
	}
	return "." + f.name, f.t, last
}
