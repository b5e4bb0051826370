package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// A designation leads from the object of the braces to the one that the initialiser is for; the cursor goes on behind
// that, in the innermost object. Behind the designator of a range (GNU) it goes on after the range.

// designated parses designators and the initialiser they are for.
func (l *lister) designated(c *cursor) {
	p := l.p
	needsAssign := p.is(token.Dot) // '[1] value' and 'name: value' are old forms
	c.levels = c.levels[:1]
	l.shared = c.levels[0].shared
	stay := 0 // so many levels are left if there is a range
	nodes, ok := l.designator(c, &stay)
	for ok && (p.is(token.Dot) || p.is(token.LBrack)) {
		needsAssign = true
		c.levels = append(c.levels, level{t: nodes[0].t, nodes: nodes, shared: l.shared})
		nodes, ok = l.designator(c, &stay)
	}
	if stay > 0 {
		c.levels = c.levels[:stay]
	}
	if !ok {
		l.skipItem()
		return
	}
	if !p.accept(token.Assign) && needsAssign {
		p.errorf(p.tok.Pos, "expected '=' after the designator, found '%s'", p.tok)
		l.skipItem()
		return
	}
	l.fill(c, nodes)
}

// designator parses one designator for the innermost level. A member of an anonymous record is reached through that.
func (l *lister) designator(c *cursor, stay *int) ([]*initNode, bool) {
	top := &c.levels[len(c.levels)-1]
	if l.p.is(token.LBrack) {
		first, last, ok := l.indices(top.t)
		if !ok {
			return nil, false
		}
		if last > first {
			l.shared = true
			if *stay == 0 {
				*stay = len(c.levels)
			}
		}
		return top.take(first, last), true
	}
	path, ok := l.fieldPath(top.t)
	if !ok {
		return nil, false
	}
	nodes := top.take(path[0], path[0])
	for _, field := range path[1:] {
		inner := level{t: nodes[0].t, nodes: nodes, shared: l.shared}
		nodes = inner.take(field, field)
		c.levels = append(c.levels, inner)
	}
	return nodes, true
}

// fieldPath parses .name, or name: of the old form, and gives the numbers of the fields that lead there.
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
	case last >= 1<<40, t.Len >= 0 && last >= t.Len:
		p.errorf(pos, "array designator index (%d) exceeds array bounds (%d)", last, t.Len)
	default:
		return first, last, true
	}
	return 0, 0, false
}

func (l *lister) index() (int64, bool) {
	v, ok := l.p.constInt("array designator")
	return int64(v), ok
}

// skipDesignator parses a designator that is for nothing.
func (l *lister) skipDesignator() {
	if l.p.is(token.LBrack) {
		l.indices(&ast.Type{Kind: ast.Array, Elem: ast.Basic(ast.Invalid), Len: -1})
		return
	}
	l.fieldName()
}
