package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// designated parses designators and the initialiser they are for, and leaves the cursor behind the outermost member.
func (l *lister) designated(c *cursor) {
	p := l.p
	needsAssign := p.is(token.Dot) // '[1] value' and 'name: value' are old forms
	t, offset, ok := l.firstDesignator(c)
	for ok && (p.is(token.Dot) || p.is(token.LBrack)) {
		needsAssign = true
		t, offset, ok = l.nextDesignator(t, offset)
	}
	if !p.accept(token.Assign) && ok && needsAssign {
		p.errorf(p.tok.Pos, "expected '=' after the designator, found '%s'", p.tok)
		ok = false
	}
	if !ok {
		l.skipItem()
		return
	}
	l.fill(t, offset)
	c.step()
}

// firstDesignator moves the cursor to the member it names.
func (l *lister) firstDesignator(c *cursor) (*ast.Type, uint64, bool) {
	p := l.p
	if p.is(token.LBrack) {
		index, ok := l.index(c.t)
		c.next = index
		return c.t.Elem, c.offset + uint64(index)*elemSize(c.t), ok
	}
	name, ok := l.fieldName()
	p.accept(token.Colon) // the old form name: value
	if !ok {
		return nil, 0, false
	}
	if !c.t.IsRecord() {
		p.errorf(p.tok.Pos, "field designator in the initialiser of '%s'", typeName(c.t))
		return nil, 0, false
	}
	for i := range c.t.Record.Fields {
		f := &c.t.Record.Fields[i]
		if f.Name == name && !f.Anonymous {
			c.next = int64(i)
			return f.Type, c.offset + f.Offset, true
		}
		if !f.Anonymous {
			continue
		}
		if inner, found := findField(f.Type.Record, name); found {
			c.next = int64(i)
			return inner.Type, c.offset + f.Offset + inner.Offset, true
		}
	}
	p.errorf(p.tok.Pos, "field designator '%s' does not refer to any field in '%s'", name, typeName(c.t))
	return nil, 0, false
}

func (l *lister) nextDesignator(t *ast.Type, offset uint64) (*ast.Type, uint64, bool) {
	c := cursor{t: t, offset: offset}
	return l.firstDesignator(&c)
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
	return name, true
}

func elemSize(t *ast.Type) uint64 {
	if t.Kind != ast.Array {
		return 0
	}
	return t.Elem.Size()
}

func (l *lister) index(t *ast.Type) (int64, bool) {
	p := l.p
	p.advance()
	pos := p.tok.Pos
	v, ok := p.constInt("array designator")
	p.expect(token.RBrack, "after array designator")
	switch {
	case !ok:
	case t.Kind != ast.Array:
		p.errorf(pos, "array designator in the initialiser of '%s'", typeName(t))
	case v >= 1<<40, t.Len >= 0 && v >= uint64(t.Len):
		p.errorf(pos, "array designator index (%d) exceeds array bounds (%d)", int64(v), t.Len)
	default:
		return int64(v), true
	}
	return 0, false
}
