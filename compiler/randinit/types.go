// Package randinit writes random declarations with initialisers, for a test that compares the resulting memory with
// another compiler's: nested aggregates, vectors, strings, unions, omitted braces, designators, in all address spaces,
// with constants and with run-time values. Most are valid; some are slightly wrong, and must be rejected, or accepted
// with a warning, by both.
//
// It must not know how the compiler reads initialisers: a declaration is a line of text, and the values compared are
// those that the line itself computes from the object, leaf by leaf.
//
// Reading order: types.go, values.go, lists.go, declaration.go.
package randinit

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

type kind uint8

const (
	scalar kind = iota
	vector
	pointer // to a constant int, or to the characters of a string
	array
	record
	union
)

// objectType is the type of an object.
type objectType struct {
	kind   kind
	name   string      // of all but arrays
	elem   *objectType // of vectors and arrays
	length int         // of vectors and arrays; 0 of an array of unknown size
	fields []field
	bytes  int // size; only unions of plain members use it
}

type field struct {
	name string // "" of an anonymous record
	t    *objectType
}

type generator struct {
	*rand.Rand
	records  strings.Builder // definitions of the records
	names    int             // number of names of records and fields so far
	constant bool            // values must be known when the program is built
	pointers bool            // the object has pointers, which take no other values
	stepped  bool            // a value with an effect is in use
	hurt     bool            // the declaration may be wrong
	ranged   bool            // inside a range designator
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

var scalars = []*objectType{
	{name: "char", bytes: 1}, {name: "uchar", bytes: 1}, {name: "short", bytes: 2}, {name: "ushort", bytes: 2},
	{name: "int", bytes: 4}, {name: "uint", bytes: 4}, {name: "long", bytes: 8}, {name: "ulong", bytes: 8},
	{name: "float", bytes: 4}, {name: "double", bytes: 8}, {name: "bool", bytes: 1}, {name: "enum color", bytes: 4},
}

func (g *generator) scalarType() *objectType {
	if g.chance(40) {
		return pick(g, scalars[4], scalars[8], scalars[0])
	}
	return pick(g, scalars...)
}

// vectorType is a vector; plain ones have no element without a name.
func (g *generator) vectorType(plain bool) *objectType {
	elem := scalars[g.IntN(10)]
	if g.chance(50) {
		elem = pick(g, scalars[4], scalars[8])
	}
	n := pick(g, 2, 2, 3, 4, 4, 8)
	if plain && n == 3 {
		n = 4
	}
	return vectorOf(elem, n)
}

func vectorOf(elem *objectType, n int) *objectType {
	return &objectType{kind: vector, name: fmt.Sprint(elem.name, n), elem: elem, length: n, bytes: n * elem.bytes}
}

func arrayOf(elem *objectType, n int) *objectType {
	return &objectType{kind: array, elem: elem, length: n, bytes: n * elem.bytes}
}

// objectType makes a type nested at most to the given depth.
func (g *generator) objectType(depth int) *objectType {
	if depth == 0 {
		if g.chance(40) {
			return g.vectorType(false)
		}
		return g.scalarType()
	}
	switch x := g.IntN(100); {
	case x < 12:
		return g.scalarType()
	case x < 27:
		return g.vectorType(false)
	case x < 30:
		g.pointers = true
		return &objectType{kind: pointer, name: pick(g, "constant_ints", "constant_text")}
	case x < 40:
		return arrayOf(pick(g, scalars[0], scalars[1]), 1+g.IntN(6))
	case x < 65:
		return arrayOf(g.objectType(depth-1), 1+g.IntN(3))
	case x < 90:
		return g.recordType(depth)
	}
	return g.unionType()
}

func (g *generator) fieldName() string {
	g.names++
	return fmt.Sprint("m", g.names)
}

func (g *generator) recordType(depth int) *objectType {
	t := &objectType{kind: record}
	body := g.recordBody(t, depth)
	t.name = g.define("struct", body)
	return t
}

func (g *generator) recordBody(t *objectType, depth int) string {
	var b strings.Builder
	for range 1 + g.IntN(4) {
		if depth > 1 && g.chance(8) {
			inner := &objectType{kind: record}
			text := "struct {" + g.recordBody(inner, depth-1) + "}; "
			if g.chance(40) {
				inner = &objectType{kind: union}
				text = "union {" + g.unionBody(inner) + "}; "
			}
			t.fields = append(t.fields, field{t: inner})
			b.WriteString(text)
			continue
		}
		f := field{name: g.fieldName(), t: g.objectType(depth - 1)}
		t.fields = append(t.fields, f)
		b.WriteString(declare(f.t, f.name) + "; ")
	}
	return b.String()
}

// plainType is a type without padding, whose bytes all count.
func (g *generator) plainType() *objectType {
	switch g.IntN(4) {
	case 0:
		return g.vectorType(true)
	case 1:
		return arrayOf(scalars[g.IntN(10)], 1+g.IntN(3))
	}
	return scalars[g.IntN(10)]
}

func (g *generator) unionType() *objectType {
	t := &objectType{kind: union}
	body := g.unionBody(t)
	t.name = g.define("union", body)
	return t
}

func (g *generator) unionBody(t *objectType) string {
	var b strings.Builder
	for range 1 + g.IntN(3) {
		f := field{name: g.fieldName(), t: g.plainType()}
		if g.chance(25) { // a record of equal scalars has no padding either
			s := scalars[g.IntN(10)]
			inner := &objectType{kind: record,
				fields: []field{{name: g.fieldName(), t: s}, {name: g.fieldName(), t: s}}}
			inner.bytes = 2 * s.bytes
			inner.name = g.define("struct", declare(s, inner.fields[0].name)+"; "+declare(s, inner.fields[1].name)+"; ")
			f.t = inner
		}
		t.fields = append(t.fields, f)
		b.WriteString(declare(f.t, f.name) + "; ")
	}
	return b.String()
}

// define writes the definition of a record and returns its name. The number of the declaration takes the place of @.
func (g *generator) define(keyword, body string) string {
	g.names++
	name := fmt.Sprintf("%s s@_%d", keyword, g.names)
	attribute := ""
	if keyword == "struct" && g.chance(8) {
		attribute = pick(g, " __attribute__((packed))", " __attribute__((aligned(16)))")
	}
	fmt.Fprintf(&g.records, "%s {%s}%s; ", name, body, attribute)
	return name
}

// declare is a declaration of a name.
func declare(t *objectType, name string) string {
	for ; t.kind == array; t = t.elem {
		if t.length == 0 {
			name += "[]"
			continue
		}
		name += fmt.Sprintf("[%d]", t.length)
	}
	return t.name + " " + name
}
