package randkernel

import (
	"slices"
	"strings"
)

// Visibility: names end with their blocks, and so do indices that use them.

// scope is the number of names visible when it was opened.
type scope struct{ variables, records, pointers, truths int }

func (g *generator) openScope() scope {
	return scope{len(g.variables), len(g.records), len(g.pointers), len(g.truths)}
}

// close removes the names declared since s was opened.
func (g *generator) close(s scope) {
	for _, v := range g.variables[s.variables:] {
		g.forgetPlaces(v.name)
	}
	for _, r := range g.records[s.records:] {
		g.forgetPlaces(r.name)
	}
	for _, p := range g.pointers[s.pointers:] {
		g.forgetPlaces(p.name)
	}
	for _, name := range g.truths[s.truths:] {
		g.forgetPlaces(name)
	}
	g.variables, g.records, g.pointers, g.truths = g.variables[:s.variables], g.records[:s.records],
		g.pointers[:s.pointers], g.truths[:s.truths]
}

// endFunction removes the names that are visible in a function only.
func (g *generator) endFunction() {
	g.variables, g.records, g.pointers, g.truths, g.places, g.result = nil, nil, nil, nil, nil, nil
}

// place is an index that was made before. The same one used inside a loop and after it tests the values with which
// work-items leave loops.
type place struct {
	form    string
	kids    []*Node
	below   int
	uniform bool
	text    string
}

// mostPlaces bounds the number of indices kept.
const mostPlaces = 6

func (g *generator) keepPlace(form string, kids []*Node, elements int) {
	p := place{form, kids, elements, g.uniform || !g.inKernel, value(tULong, form, kids...).String()}
	if len(g.places) == mostPlaces {
		i := g.IntN(mostPlaces)
		g.places[i] = p
		return
	}
	g.places = append(g.places, p)
}

// placeAgain is one of the indices made before.
func (g *generator) placeAgain(elements int) (form string, kids []*Node, ok bool) {
	for _, i := range g.Perm(len(g.places)) {
		if p := g.places[i]; p.below <= elements && (p.uniform || !g.uniform) {
			return p.form, p.kids, true
		}
	}
	return "", nil, false
}

// forgetPlaces drops the indices that use a name.
func (g *generator) forgetPlaces(name string) {
	g.places = slices.DeleteFunc(g.places, func(p place) bool { return hasName(p.text, name) })
}

// hasName reports whether a text contains a name as a word of its own.
func hasName(text, name string) bool {
	for rest := text; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		end := i + len(name)
		if (i == 0 || !isWord(rest[i-1])) && (end == len(rest) || !isWord(rest[end])) {
			return true
		}
		rest = rest[end:]
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
