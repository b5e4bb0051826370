package parse

import (
	"slices"
	"sort"

	"heddle/compiler/ast"
)

// An initialiser is kept as a tree until its end, because C lets later initialisers override earlier ones: a part
// replaces the earlier initialiser of the same part, whole objects replace all their parts, another member of a union
// replaces the one before. Only then are the places and their values known.

// initNode is the initialiser of one object.
type initNode struct {
	t     *ast.Type
	value ast.Expr // of the whole object, which parts override; nil: none
	parts []*initPart
	fresh bool // parts without an initialiser are zero, instead of keeping the value of an enclosing whole
}

// initPart is the initialiser of members first to last: elements of an array, or one field (by number).
type initPart struct {
	first, last int64
	initNode
}

// reset removes the initialiser of an object and its parts.
func (n *initNode) reset() { n.value, n.parts, n.fresh = nil, nil, true }

// maxCopies bounds the nodes copied for one initialiser, where designators change parts of a range's value.
const maxCopies = 1 << 20

// copies counts the nodes that were copied.
type copies int

// of is a node that can be changed on its own.
func (c *copies) of(n *initNode) initNode {
	twin := initNode{t: n.t, value: n.value, fresh: n.fresh}
	for _, p := range n.parts {
		if *c++; *c > maxCopies {
			break
		}
		twin.parts = append(twin.parts, &initPart{p.first, p.last, c.of(&p.initNode)})
	}
	return twin
}

// isUnion reports whether only one of the object's members exists at a time.
func (n *initNode) isUnion() bool { return n.t.Kind == ast.Union }

// members gives the nodes of members first to last, which together are all of them. Their initialisers stay.
func (n *initNode) members(first, last int64, c *copies) []*initNode {
	if n.isUnion() && len(n.parts) > 0 && n.parts[0].first != first {
		n.reset()
	}
	t := n.t.Elem
	if n.t.IsRecord() {
		t = n.t.Record.Fields[first].Type
	}
	at := len(n.parts)
	if at == 0 || n.parts[at-1].last < first { // the usual case
		p := &initPart{first, last, initNode{t: t}}
		n.parts = append(n.parts, p)
		return []*initNode{&p.initNode}
	}
	at = sort.Search(at, func(i int) bool { return n.parts[i].last >= first })
	end := at // after the parts that overlap
	for end < len(n.parts) && n.parts[end].first <= last {
		end++
	}
	pieces, from := c.cut(n.parts[at:end], first, last, t)
	n.parts = slices.Replace(n.parts, at, end, pieces...)
	var nodes []*initNode
	for _, p := range pieces[from:] {
		if p.first > last {
			break
		}
		nodes = append(nodes, &p.initNode)
	}
	return nodes
}

// cut splits parts at the borders of first to last and fills the gaps between them; from is the number of the piece
// that begins at first.
func (c *copies) cut(parts []*initPart, first, last int64, t *ast.Type) (pieces []*initPart, from int) {
	next := first
	for _, p := range parts {
		if p.first < first {
			pieces, from = append(pieces, &initPart{p.first, first - 1, c.of(&p.initNode)}), 1
			p.first = first
		}
		if p.first > next {
			pieces = append(pieces, &initPart{next, p.first - 1, initNode{t: t}})
		}
		next = p.last + 1
		pieces = append(pieces, p)
		if p.last > last {
			pieces = append(pieces, &initPart{last + 1, p.last, c.of(&p.initNode)})
			p.last = last
		}
	}
	if next <= last {
		pieces = append(pieces, &initPart{next, last, initNode{t: t}})
	}
	return pieces, from
}

// length is the number of elements that an array of unknown size gets.
func (n *initNode) length() int64 {
	if len(n.parts) == 0 {
		return 0
	}
	return n.parts[len(n.parts)-1].last + 1
}

// maxPlaces bounds the memory that one initialiser takes.
const maxPlaces = 1 << 22

// places appends the places that a node writes, in their order in memory, but a part after the whole it belongs to. It
// gives up, with false, on more than maxPlaces. Inside: an enclosing object has a value of its own.
func (n *initNode) places(list []ast.Place, offset uint64, inside bool) ([]ast.Place, bool) {
	text, isText := n.value.(*ast.StringLit)
	isText = isText && n.t.Kind == ast.Array
	if inside && n.fresh && (n.value == nil || isText) {
		list = zeroPlaces(list, n.t, offset)
	}
	if isText {
		list = textPlaces(list, text, n.t, offset)
	} else if n.value != nil {
		list = append(list, ast.Place{Offset: offset, Type: n.t, Expr: n.value})
	}
	inside = inside || n.value != nil
	ok := len(list) <= maxPlaces
	for i := 0; ok && i < len(n.parts); i++ {
		p := n.parts[i]
		if n.t.IsRecord() {
			list, ok = p.places(list, offset+n.t.Record.Fields[p.first].Offset, inside)
			continue
		}
		size, from := n.t.Elem.Size(), len(list)
		if list, ok = p.places(list, offset+uint64(p.first)*size, inside); ok && p.last > p.first {
			list, ok = repeatPlaces(list, from, uint64(p.last-p.first+1), size)
		}
	}
	return list, ok
}

// zeroPlaces clears an object byte by byte.
func zeroPlaces(list []ast.Place, t *ast.Type, offset uint64) []ast.Place {
	byteType := ast.Basic(ast.UChar)
	return append(list, ast.Place{Offset: offset, Type: byteType, Expr: intLit(0, byteType, 0), Count: t.Size(),
		Stride: 1})
}

// repeatPlaces repeats the places from the given one on, n times in steps of stride bytes.
func repeatPlaces(list []ast.Place, from int, count, stride uint64) ([]ast.Place, bool) {
	once := len(list)
	for i := from; i < once; i++ {
		p := list[i]
		if p.Count <= 1 {
			list[i].Count, list[i].Stride = count, stride
			continue
		}
		if p.Count*p.Stride == stride { // rows without a gap
			list[i].Count *= count
			continue
		}
		for n := uint64(1); n < count; n++ {
			if len(list) > maxPlaces {
				return list, false
			}
			p.Offset += stride
			list = append(list, p)
		}
	}
	return list, true
}

// textPlaces are the characters of a string literal, as far as they fit. The rest is zero.
func textPlaces(list []ast.Place, s *ast.StringLit, t *ast.Type, offset uint64) []ast.Place {
	for i := range min(len(s.Value), int(t.Len)) {
		c := intLit(s.Pos, t.Elem, uint64(s.Value[i]))
		list = append(list, ast.Place{Offset: offset + uint64(i), Type: t.Elem, Expr: c})
	}
	return list
}
