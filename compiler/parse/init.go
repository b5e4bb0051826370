package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// An initialiser list is read in source order while a cursor walks over the object: C lets the inner braces be left
// out, so an expression may belong to a member several levels inside. initList handles what stands in one pair of
// braces for one object; fill handles one member of it, with or without braces of its own.

// lister collects the places of one initialiser.
type lister struct {
	p      *parser
	static bool
	init   *ast.Init
}

// initializer parses what stands behind the equals sign of a variable, or a compound literal's braces.
func (p *parser) initializer(v *ast.Var, static bool) {
	if !p.is(token.LBrace) {
		p.plainInit(v, static)
		return
	}
	t := v.Type
	l := &lister{p: p, static: static, init: &ast.Init{Zero: true}}
	if t.Kind == ast.Array && l.bracedString(&v.Type) {
		v.Init = l.init
		return
	}
	switch {
	case t.Kind == ast.Array, t.IsRecord():
		length := l.braces(t, 0)
		if t.Kind == ast.Array && t.Len < 0 {
			v.Type = sized(t, length)
		}
		v.Init = l.init
	default:
		l.braces(t, 0)
		if t.Kind == ast.Invalid || len(l.init.Places) == 0 {
			l.emptyScalar(t)
		}
		v.Init = &ast.Init{Expr: l.init.Places[len(l.init.Places)-1].Expr}
	}
}

// emptyScalar stands for {} on a scalar or vector.
func (l *lister) emptyScalar(t *ast.Type) {
	zero := l.p.cast(intLit(l.p.tok.Pos, ast.Basic(ast.Int), 0), t, true)
	l.init.Places = append(l.init.Places, ast.Place{Type: t, Expr: zero})
}

func sized(t *ast.Type, length int64) *ast.Type {
	return &ast.Type{Kind: ast.Array, Elem: t.Elem, ElemQual: t.ElemQual, Len: length}
}

// plainInit parses an initialiser without braces.
func (p *parser) plainInit(v *ast.Var, static bool) {
	pos := p.tok.Pos
	e := p.assignment()
	if s, ok := e.(*ast.StringLit); ok && isCharArray(v.Type) {
		l := &lister{p: p, static: static, init: &ast.Init{Zero: true}}
		v.Type = l.stringPlaces(s, v.Type, 0)
		v.Init = l.init
		return
	}
	e = p.rvalue(e)
	if v.Type.Kind == ast.Array && !isInvalid(e) {
		p.errorf(pos, "array initialiser must be an initialiser list or string literal")
		v.Init = &ast.Init{Zero: true}
		return
	}
	e = p.convert(e, v.Type, "initializing")
	if static {
		e = p.staticValue(e)
	} else if v.Qual&ast.Const != 0 {
		e = foldedOr(e)
	}
	v.Init = &ast.Init{Expr: e}
}

// staticValue folds an initialiser of static storage or reports that it is no constant.
func (p *parser) staticValue(e ast.Expr) ast.Expr {
	if isInvalid(e) {
		return e
	}
	if !isConstant(e) {
		p.errorf(e.ExprPos(), "initializer element is not a compile-time constant")
		return p.bad(e.ExprPos())
	}
	return foldedOr(e)
}

func foldedOr(e ast.Expr) ast.Expr {
	if f := fold(e); f != nil {
		return f
	}
	return e
}

func isCharArray(t *ast.Type) bool {
	return t.Kind == ast.Array && (t.Elem.Kind == ast.Char || t.Elem.Kind == ast.UChar)
}

// bracedString handles {"text"} for an array of characters.
func (l *lister) bracedString(t **ast.Type) bool {
	if !isCharArray(*t) || l.p.peek().Kind != token.String {
		return false
	}
	l.p.advance()
	if s, ok := l.p.assignment().(*ast.StringLit); ok {
		*t = l.stringPlaces(s, *t, 0)
	}
	l.p.accept(token.Comma)
	l.p.expect(token.RBrace, "after initialiser")
	return true
}

// stringPlaces stores a string's characters and returns the array's type with its size.
func (l *lister) stringPlaces(s *ast.StringLit, t *ast.Type, offset uint64) *ast.Type {
	if t.Len < 0 {
		t = sized(t, int64(len(s.Value))+1)
	}
	if int64(len(s.Value)) > t.Len {
		l.p.warnf(s.Pos, "initializer-string for char array is too long")
	}
	for i := range min(len(s.Value), int(t.Len)) {
		c := intLit(s.Pos, t.Elem, uint64(s.Value[i]))
		l.init.Places = append(l.init.Places, ast.Place{Offset: offset + uint64(i), Type: t.Elem, Expr: c})
	}
	return t
}

// braces parses {...} for an object of a type at an offset and returns the number of elements an array got.
func (l *lister) braces(t *ast.Type, offset uint64) int64 {
	p := l.p
	p.enter()
	p.bracket()
	defer p.unbracket()
	defer p.leave()
	p.advance()
	c := cursor{t: t, offset: offset}
	for !p.is(token.RBrace) && !p.is(token.EOF) {
		before := p.next
		l.item(&c)
		if !p.accept(token.Comma) {
			break
		}
		if p.next == before {
			break
		}
	}
	if !p.expect(token.RBrace, "at the end of an initialiser list") && p.skipTo(token.RBrace) {
		p.advance()
	}
	if c.lanes != nil {
		l.finishVector(&c)
	}
	return c.most
}

// cursor is the place in an object that the next initialiser without a designator goes to.
type cursor struct {
	t      *ast.Type
	offset uint64
	next   int64 // element or field
	most   int64 // elements seen
	lanes  []ast.Expr
	pos    diag.Pos
}

// member is the type and offset of the cursor's current member; ok is false behind the last.
func (c *cursor) member() (t *ast.Type, offset uint64, ok bool) {
	switch {
	case c.t.Kind == ast.Array:
		return c.t.Elem, c.offset + uint64(c.next)*c.t.Elem.Size(), c.t.Len < 0 || c.next < c.t.Len
	case c.t.IsRecord():
		fields := c.t.Record.Fields
		if c.next >= int64(len(fields)) || c.t.Record.Union && c.next > 0 && c.most > 0 {
			return nil, 0, false
		}
		f := &fields[c.next]
		return f.Type, c.offset + f.Offset, true
	}
	return c.t, c.offset, c.next == 0
}

func (c *cursor) step() {
	c.next++
	c.most = max(c.most, c.next)
}

// item parses one initialiser of a list.
func (l *lister) item(c *cursor) {
	p := l.p
	if p.is(token.Dot) || p.is(token.LBrack) || p.isOrdinary() && p.peek().Kind == token.Colon {
		l.designated(c)
		return
	}
	if c.t.Kind == ast.Vector && !p.is(token.LBrace) {
		c.pos = p.tok.Pos
		c.lanes = append(c.lanes, p.rvalue(p.assignment()))
		return
	}
	t, offset, ok := c.member()
	if !ok {
		l.excess(c)
		return
	}
	l.fill(t, offset)
	c.step()
}

// excess drops an element for which there is no room, as compilers do.
func (l *lister) excess(c *cursor) {
	p := l.p
	if c.t.Kind != ast.Invalid {
		p.warnf(p.tok.Pos, "excess elements in the initialiser of '%s'", typeName(c.t))
	}
	l.skipItem()
}

func (l *lister) skipItem() {
	if l.p.is(token.LBrace) {
		other := &lister{p: l.p, init: &ast.Init{}}
		other.braces(ast.Basic(ast.Invalid), 0)
		return
	}
	l.p.rvalue(l.p.assignment())
}

// finishVector makes the vector of a list's elements; missing ones are zero.
func (l *lister) finishVector(c *cursor) {
	p := l.p
	lanes := 0
	for _, e := range c.lanes {
		lanes += e.ExprType().Lanes()
	}
	for ; lanes < c.t.Lanes(); lanes++ {
		c.lanes = append(c.lanes, p.cast(intLit(c.pos, ast.Basic(ast.Int), 0), c.t.Elem, true))
	}
	var e ast.Expr
	if len(c.lanes) == 1 {
		e = p.convert(c.lanes[0], c.t, "initializing")
	} else {
		e = p.makeVector(c.t, c.lanes, c.pos)
	}
	l.put(c.t, c.offset, e)
}

// put stores one converted value.
func (l *lister) put(t *ast.Type, offset uint64, e ast.Expr) {
	if l.static {
		e = l.p.staticValue(e)
	}
	l.init.Places = append(l.init.Places, ast.Place{Offset: offset, Type: t, Expr: e})
}

// fill initialises one member from what comes next.
func (l *lister) fill(t *ast.Type, offset uint64) {
	p := l.p
	if p.is(token.LBrace) {
		if isCharArray(t) && p.peek().Kind == token.String {
			l.bracedString(&t)
			return
		}
		l.braces(t, offset)
		return
	}
	p.enter()
	defer p.leave()
	l.fillWith(t, offset, p.assignment())
}

// fillWith initialises a member whose first expression is parsed: a whole object if the types agree, else the object's
// first scalar, and the rest from the expressions that follow.
func (l *lister) fillWith(t *ast.Type, offset uint64, e ast.Expr) {
	p := l.p
	if s, ok := e.(*ast.StringLit); ok && isCharArray(t) {
		l.stringPlaces(s, t, offset)
		return
	}
	if t.IsRecord() && e.ExprType() == t || t.Kind != ast.Array && !t.IsRecord() && !l.splitsVector(t, e) {
		l.put(t, offset, p.convert(p.rvalue(e), t, "initializing"))
		return
	}
	if t.Kind == ast.Vector {
		l.fillVector(t, offset, p.rvalue(e))
		return
	}
	c := cursor{t: t, offset: offset}
	for first := true; ; first = false {
		mt, mo, ok := c.member()
		if !ok {
			return
		}
		switch {
		case first:
			l.fillWith(mt, mo, e)
		default:
			l.fill(mt, mo)
		}
		c.step()
		if _, _, more := c.member(); !more || !l.another() {
			return
		}
	}
}

// another goes past a comma if an expression for the same object follows: neither the end nor a designator.
func (l *lister) another() bool {
	if !l.p.is(token.Comma) {
		return false
	}
	switch l.p.peek().Kind {
	case token.RBrace, token.Dot, token.LBrack, token.EOF:
		return false
	}
	l.p.advance()
	return true
}

// splitsVector tells whether a vector without braces takes its elements one by one: its first expression is a scalar
// and a comma follows, as in float4 a[2] = {1, 2, 3, 4, ...}.
func (l *lister) splitsVector(t *ast.Type, e ast.Expr) bool {
	return t.Kind == ast.Vector && e.ExprType().IsArith() && l.p.is(token.Comma) && !isInvalid(e)
}

func (l *lister) fillVector(t *ast.Type, offset uint64, e ast.Expr) {
	p := l.p
	c := cursor{t: t, offset: offset, pos: e.ExprPos(), lanes: []ast.Expr{e}}
	for lanes := e.ExprType().Lanes(); lanes < t.Lanes() && l.another(); {
		next := p.rvalue(p.assignment())
		c.lanes = append(c.lanes, next)
		lanes += next.ExprType().Lanes()
	}
	l.finishVector(&c)
}
