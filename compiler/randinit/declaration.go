package randinit

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Declaration is an object with an initialiser and a function that writes the object's values.
type Declaration struct {
	Line   string // with @ in place of the declaration's number
	Values int    // number of values that function f@ writes
}

// maxLeaves bounds the number of values of a declaration.
const maxLeaves = 200

// New makes the declaration of a seed.
func New(seed uint64) Declaration {
	for try := uint64(0); ; try++ {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, try))}
		t := g.objectType(1 + g.IntN(3))
		if d := g.declaration(t); d.Values <= maxLeaves && len(d.Line) < 16000 {
			return d
		}
	}
}

func (g *generator) declaration(t *objectType) Declaration {
	if t.kind == array && g.chance(35) {
		t = arrayOf(t.elem, 0)
	}
	o := g.placed(t)
	values := g.leaves(t, o)
	if t.kind == array && t.length == 0 {
		values = append(values, fmt.Sprintf("N(%s)", o.path))
	}
	values = append(values, "n")
	var body strings.Builder
	for _, v := range values {
		body.WriteString("O " + v + "; ")
	}
	line := fmt.Sprintf("%s%svoid f@(ARGS) {VALUES %s%s}", g.records.String(), o.outside, o.inside, body.String())
	return Declaration{line, len(values)}
}

// object is a declared object, or a part of one.
type object struct {
	path    string
	space   string
	outside string // its declaration outside of the function
	inside  string // or inside
}

// placed puts the object into an address space.
func (g *generator) placed(t *objectType) object {
	kind := g.IntN(10)
	g.constant = kind < 4
	if kind == 9 && t.kind > array {
		return object{"x", "private", "", declare(t, "x") + "; x = (" + t.name + ")" + g.list(t) + "; "}
	}
	text := " = " + g.initializer(t) + "; "
	switch kind {
	case 0, 1:
		return object{"x@", "constant", "constant " + declare(t, "x@") + text, ""}
	case 2:
		return object{"x@", "global", "global " + declare(t, "x@") + text, ""}
	case 3:
		return object{"x", "global", "", "static " + declare(t, "x") + text}
	case 4, 5:
		return object{"x", "private", "", "const " + declare(t, "x") + text}
	}
	return object{"x", "private", "", declare(t, "x") + text}
}

// unknownLength is how many elements of an array of unknown size are examined.
const unknownLength = 6

// leaves are expressions for the values of an object's scalars.
func (g *generator) leaves(t *objectType, o object) (list []string) {
	part := func(further string) object { return object{path: o.path + further, space: o.space} }
	switch t.kind {
	case scalar:
		return []string{bits(t, o.path)}
	case pointer:
		return []string{fmt.Sprintf("%s ? L *%s : 777ul", o.path, o.path)}
	case vector:
		for i := range t.length {
			list = append(list, bits(t.elem, part(fmt.Sprintf(".s%x", i)).path))
		}
	case array:
		for i := range max(t.length, 1) {
			list = append(list, g.leaves(t.elem, part(fmt.Sprintf("[%d]", i)))...)
		}
		if t.length == 0 {
			return ifThere(list, o.path)
		}
	case record:
		for _, f := range t.fields {
			further := ""
			if f.name != "" {
				further = "." + f.name
			}
			list = append(list, g.leaves(f.t, part(further))...)
		}
	case union:
		return unionBytes(t, o)
	}
	return list
}

// ifThere repeats the leaves of element 0 for the elements that an array of unknown size has.
func ifThere(first []string, path string) (list []string) {
	for i := range unknownLength {
		there := fmt.Sprintf("%d < N(%s)", i, path)
		for _, leaf := range first {
			leaf = strings.ReplaceAll(leaf, path+"[0]", fmt.Sprintf("%s[%s ? %d : 0]", path, there, i))
			list = append(list, there+" ? "+leaf+" : 5")
		}
	}
	return list
}

// unionBytes are the bytes that all members of a union have.
func unionBytes(t *objectType, o object) (list []string) {
	least := t.fields[0]
	for _, f := range t.fields {
		if f.t.bytes < least.t.bytes {
			least = f
		}
	}
	for i := range least.t.bytes {
		list = append(list, fmt.Sprintf("((%s const uchar *)&%s.%s)[%d]", o.space, o.path, least.name, i))
	}
	return list
}

// bits is the value of a scalar as a number of 64 bits.
func bits(t *objectType, path string) string {
	switch t.name {
	case "float":
		return "as_uint(" + path + ")"
	case "double":
		return "as_ulong(" + path + ")"
	case "enum color": // C leaves open whether it has a sign
		return "(uint)" + path
	}
	return "L " + path
}

// Program is the text of a unit with a kernel that calls the functions of some declarations, each on a line of its own,
// and the number of values it writes. FirstLine is the line of the first.
func Program(list []Declaration) (text string, values int) {
	var b, calls strings.Builder
	b.WriteString(Prelude)
	for i, d := range list {
		b.WriteString(strings.ReplaceAll(d.Line, "@", fmt.Sprint(i)) + "\n")
		fmt.Fprintf(&calls, "\tf%d(out + %d, in);\n", i, values)
		values += d.Values
	}
	fmt.Fprintf(&b, "kernel void run(global ulong *out, global const int *in) {\n%s}\n", calls.String())
	return b.String(), values
}

// FirstLine is the line of a program's first declaration.
var FirstLine = strings.Count(Prelude, "\n") + 1
