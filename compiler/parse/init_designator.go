package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// A designation leads from the object of the braces to the one that the initialiser is for; the cursor continues after
// that, in the innermost object. Where that is in a range (GNU), it continues in the range's last object.

// designated parses designators and the initialiser they are for.
func (l *lister) designated(c *cursor) {
	p := l.p
	needsAssign := p.is(token.Dot) // '[1] value' and 'name: value' are old forms
	c.levels = c.levels[:1]
	l.shared = c.levels[0].shared
	nodes, ok := l.designator(c)
	for ok && (p.is(token.Dot) || p.is(token.LBrack)) {
		needsAssign = true
		c.enter(nodes, l.shared)
		nodes, ok = l.designator(c)
	}
	if !ok || !l.assign(needsAssign) {
		c.levels = c.levels[:1]
		l.skipItem()
		return
	}
	l.fill(c, nodes)
}

// assign skips the equals sign after a designation, which only old forms do without; it returns false after an error.
func (l *lister) assign(needed bool) bool {
	p := l.p
	if p.accept(token.Assign) || !needed {
		return true
	}
	p.errorf(p.tok.Pos, "expected '=' after the designator, found '%s'", p.tok)
	return false
}

// designator parses one designator for the innermost level. A member of an anonymous record is found through the
// record.
func (l *lister) designator(c *cursor) ([]*initNode, bool) {
	top := &c.levels[len(c.levels)-1]
	if l.p.is(token.LBrack) {
		first, last, ok := l.indices(top.t)
		if !ok {
			return nil, false
		}
		top.wide = last > first
		l.shared = l.shared || top.wide
		return l.take(top, first, last), true
	}
	top.wide = false
	path, ok := l.fieldPath(top.t)
	if !ok {
		return nil, false
	}
	nodes := l.take(top, path[0], path[0])
	for _, field := range path[1:] {
		nodes = l.take(c.enter(nodes, l.shared), field, field)
	}
	return nodes, true
}

// enter descends into the objects that a designator names.
func (c *cursor) enter(nodes []*initNode, shared bool) *level {
	outer := &c.levels[len(c.levels)-1]
	v := level{t: nodes[0].t, nodes: nodes, shared: shared, ranged: outer.ranged || outer.wide}
	c.levels = append(c.levels, v)
	return &c.levels[len(c.levels)-1]
}

// fieldPath parses .name, or name: of the old form, and returns the numbers of the fields that lead there.
func (l *lister) fieldPath(t *ast.Type) ([]int64, bool) {
	p := l.p
	pos := p.tok.Pos
	name, ok := l.fieldName()
	if !ok {
		return nil, false
	}
	if !t.IsRecord() {
		p.errorf(pos, "field designator in the initialiser of '%s'", typeName(t))
		return nil, false
	}
	path := pathTo(t.Record, name)
	if path == nil {
		p.errorf(pos, "field designator '%s' does not refer to any field in '%s'", name, typeName(t))
	}
	return path, path != nil
}

func (l *lister) fieldName() (string, bool) {
	p := l.p
	p.accept(token.Dot)
	if p.tok.Kind != token.Ident {
		p.errorf(p.tok.Pos, "expected a field name in designator")
		return "", false
	}
	name := p.tok.Text
	p.advance()
	p.accept(token.Colon)
	return name, true
}

// pathTo finds a field, through anonymous members too.
func pathTo(r *ast.Record, name string) []int64 {
	for i := range r.Fields {
		f := &r.Fields[i]
		if !f.Anonymous {
			if f.Name == name {
				return []int64{int64(i)}
			}
			continue
		}
		if inner := pathTo(f.Type.Record, name); inner != nil {
			return append([]int64{int64(i)}, inner...)
		}
	}
	return nil
}

// indices parses [index] or [first ... last] for an object of a type.
func (l *lister) indices(t *ast.Type) (first, last int64, ok bool) {
	p := l.p
	pos := p.tok.Pos
	p.bracket()
	defer p.unbracket()
	p.advance()
	first, ok = l.index()
	last = first
	if p.accept(token.Ellipsis) {
		var okLast bool
		last, okLast = l.index()
		ok = ok && okLast
	}
	closed := p.expect(token.RBrack, "after array designator")
	switch {
	case !ok || !closed:
	case t.Kind != ast.Array:
		p.errorf(pos, "array designator in the initialiser of '%s'", typeName(t))
	case first < 0:
		p.errorf(pos, "array designator index (%d) is negative", first)
	case last < first:
		p.errorf(pos, "array designator range [%d, %d] is empty", first, last)
	case t.Len >= 0 && last >= t.Len:
		p.errorf(pos, "array designator index (%d) exceeds array bounds (%d)", last, t.Len)
	case last >= 1<<40:
		p.errorf(pos, "array designator index (%d) makes the array too large", last)
	default:
		return first, last, true
	}
	return 0, 0, false
}

func (l *lister) index() (int64, bool) {
	v, ok := l.p.constInt("array designator")
	return int64(v), ok
}

// skipDesignator parses a designator without an object.
func (l *lister) skipDesignator() {
	if l.p.is(token.LBrack) {
		l.indices(&ast.Type{Kind: ast.Array, Elem: ast.Basic(ast.Invalid), Len: -1})
		return
	}
	l.fieldName()
}
