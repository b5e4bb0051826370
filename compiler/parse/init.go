package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// An initialiser list is read in source order while a cursor walks over the object (C99 6.7.8). The cursor is a stack
// of levels: the object of the braces, then the aggregates inside that have no braces of their own or that designators
// went into. An initialiser without a designator is for the next member of the innermost level that has one left. After
// the designator of a range a level stands for several objects at once.

// lister collects the contents of one initialiser.
type lister struct {
	p      *parser
	static bool
	shared bool       // several objects get the value that is read, which is evaluated once
	before []*ast.Var // the values of that kind
	copies copies
}

// level is objects of one type whose members are initialised in order.
type level struct {
	t      *ast.Type
	nodes  []*initNode
	next   int64
	shared bool
	wide   bool // the designator that went into a member named a range
	ranged bool // an outer level did: after the initialiser the cursor continues in the range's last object only
}

// cursor is the state of one pair of braces.
type cursor struct {
	levels []level
	full   bool // there is no space left: the rest is dropped, as by other compilers
	warned bool // the warning about it was given
}

// initializer parses the initialiser after the equals sign of a variable, or a compound literal's braces.
func (p *parser) initializer(v *ast.Var, static bool) {
	if !p.is(token.LBrace) {
		p.plainInit(v, static)
		return
	}
	l := &lister{p: p, static: static}
	pos := p.tok.Pos
	n := &initNode{t: v.Type}
	l.braces(n)
	v.Type = n.t
	if v.Type.Kind != ast.Array && !v.Type.IsRecord() {
		if n.value == nil {
			n.value = p.zero(v.Type, pos)
		}
		v.Init = &ast.Init{Expr: n.value}
		return
	}
	v.Init = l.listed(n, pos)
}

// listed makes the list of places.
func (l *lister) listed(n *initNode, pos diag.Pos) *ast.Init {
	list, ok := n.places(make([]ast.Place, 0, len(n.parts)), 0, false)
	if !ok || l.copies > maxCopies {
		l.p.errorf(pos, "the initialiser is too large")
		list = nil
	}
	return &ast.Init{Places: list, Zero: true, Before: l.before}
}

// zero is the value of a scalar or vector without an initialiser.
func (p *parser) zero(t *ast.Type, pos diag.Pos) ast.Expr {
	return p.cast(intLit(pos, ast.Basic(ast.Int), 0), t, true)
}

// plainInit parses an initialiser without braces.
func (p *parser) plainInit(v *ast.Var, static bool) {
	l := &lister{p: p, static: static}
	pos := p.tok.Pos
	e := p.assignment()
	n := &initNode{t: v.Type}
	if l.text(n, e) {
		v.Type = n.t
		v.Init = l.listed(n, pos)
		return
	}
	e = p.rvalue(e)
	if v.Type.Kind == ast.Array && !isInvalid(e) {
		p.errorf(pos, "array initialiser must be an initialiser list or string literal")
		v.Type, v.Init = ast.Basic(ast.Invalid), &ast.Init{Zero: true}
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

// text gives an array of characters the value of a string literal, and its size if it has none yet; it reports whether
// the initialiser is one.
func (l *lister) text(n *initNode, e ast.Expr) bool {
	s, ok := e.(*ast.StringLit)
	if !ok || !isCharArray(n.t) {
		return false
	}
	n.reset()
	n.value = s
	if n.t.Len < 0 {
		n.t = sized(n.t, int64(len(s.Value))+1)
	}
	if int64(len(s.Value)) > n.t.Len && !l.isFlexible(n.t, s.Pos) {
		l.p.warnf(s.Pos, "initializer-string for char array is too long")
	}
	return true
}

func sized(t *ast.Type, length int64) *ast.Type {
	return &ast.Type{Kind: ast.Array, Elem: t.Elem, ElemQual: t.ElemQual, Len: length}
}

// braces parses {...} for an object, and replaces all earlier initialisers of it.
func (l *lister) braces(n *initNode) {
	n.reset()
	switch {
	case n.t.Kind == ast.Vector:
		l.vectorBraces(n)
	case n.t.Kind == ast.Array, n.t.IsRecord():
		l.aggregateBraces(n)
	case n.t.Kind == ast.Invalid:
		l.eachItem(l.skipItem)
		n.value = l.p.bad(l.p.tok.Pos)
	default:
		l.scalarBraces(n)
	}
}

// eachItem parses {...} and calls item at each initialiser.
func (l *lister) eachItem(item func()) {
	p := l.p
	p.enter()
	p.bracket()
	defer p.unbracket()
	defer p.leave()
	p.advance()
	for !p.is(token.RBrace) && !p.is(token.EOF) {
		before := p.next
		item()
		if !p.accept(token.Comma) || p.next == before {
			break
		}
	}
	if !p.expect(token.RBrace, "at the end of an initialiser list") && p.skipTo(token.RBrace) {
		p.advance()
	}
}

func (l *lister) aggregateBraces(n *initNode) {
	c := &cursor{levels: []level{{t: n.t, nodes: []*initNode{n}, shared: l.shared}}}
	first := true
	l.eachItem(func() {
		l.item(c, first)
		first = false
	})
	if n.t.Kind == ast.Array && n.t.Len < 0 {
		n.t = sized(n.t, n.length())
	}
}

// isDesignator reports whether an initialiser begins with a designator, also of the old form name: value.
func (l *lister) isDesignator() bool {
	p := l.p
	return p.is(token.Dot) || p.is(token.LBrack) || p.isOrdinary() && p.peek().Kind == token.Colon
}

// item parses one initialiser of an aggregate's list.
func (l *lister) item(c *cursor, first bool) {
	p := l.p
	switch {
	case c.full:
		l.excess(c)
		return
	case l.isDesignator():
		l.designated(c)
		return
	}
	if first && isCharArray(c.levels[0].t) && !p.is(token.LBrace) {
		e := p.assignment()
		if l.text(c.levels[0].nodes[0], e) {
			c.full = true
			return
		}
		l.enterWith(c, e)
		return
	}
	if nodes := l.nextMember(c); nodes != nil {
		l.fill(c, nodes)
		return
	}
	l.excess(c)
}

// excess drops an initialiser for which there is no space.
func (l *lister) excess(c *cursor) {
	if t := c.levels[0].t; !c.warned && !l.isFlexible(t, l.p.tok.Pos) {
		l.p.warnf(l.p.tok.Pos, "excess elements in the initialiser of '%s'", typeName(t))
	}
	c.warned = true
	l.skipItem()
}

// isFlexible reports whether a type is that of a flexible array member, as an error: in GNU C an initialiser would make
// the object longer, and dropping it would lose values that the program reads.
func (l *lister) isFlexible(t *ast.Type, pos diag.Pos) bool {
	if !l.p.flexible[t] {
		return false
	}
	l.p.errorf(pos, "an initialiser of a flexible array member is not supported")
	return true
}

// nextMember advances to the member that the next initialiser is for; nil if there is none.
func (l *lister) nextMember(c *cursor) []*initNode {
	for {
		top := &c.levels[len(c.levels)-1]
		if top.hasNext() {
			if top.ranged {
				l.leaveRange(c)
			}
			l.shared = top.shared
			return l.take(top, top.next, top.next)
		}
		if len(c.levels) == 1 {
			c.full = true
			return nil
		}
		c.levels = c.levels[:len(c.levels)-1]
	}
}

// leaveRange narrows the levels after the designator of a range to its last object. The numbers of the members that led
// there are those before each level's next one.
func (l *lister) leaveRange(c *cursor) {
	for i := 1; i < len(c.levels); i++ {
		v, outer := &c.levels[i], &c.levels[i-1]
		if v.ranged {
			v.nodes = l.take(outer, outer.next-1, outer.next-1)
			v.ranged, v.shared = false, outer.shared
		}
	}
}

func (v *level) hasNext() bool {
	switch {
	case v.t.Kind == ast.Array:
		return v.t.Len < 0 || v.next < v.t.Len
	case v.t.Kind == ast.Union:
		return v.next == 0 && len(v.t.Record.Fields) > 0
	}
	return v.next < int64(len(v.t.Record.Fields))
}

// take gives the nodes of members first to last; the next member is the one after.
func (l *lister) take(v *level, first, last int64) []*initNode {
	v.next = last + 1
	if len(v.nodes) == 1 {
		return v.nodes[0].members(first, last, &l.copies)
	}
	var nodes []*initNode
	for _, n := range v.nodes {
		nodes = append(nodes, n.members(first, last, &l.copies)...)
	}
	return nodes
}

// fill parses the initialiser of some objects of one type.
func (l *lister) fill(c *cursor, nodes []*initNode) {
	if !l.p.is(token.LBrace) {
		l.fillWith(c, nodes, l.p.assignment())
		return
	}
	shared := l.shared
	n := nodes[0]
	l.braces(n)
	l.shared = shared
	for _, other := range nodes[1:] {
		*other = l.copies.of(n)
	}
}

// enterWith continues with an expression that is parsed already.
func (l *lister) enterWith(c *cursor, e ast.Expr) {
	if nodes := l.nextMember(c); nodes != nil {
		l.fillWith(c, nodes, e)
	}
}

// fillWith initialises objects with an expression: all of them if the types agree, else their first scalar or vector,
// and then the cursor is inside. Initialising the members one by one removes values given to the whole object.
func (l *lister) fillWith(c *cursor, nodes []*initNode, e ast.Expr) {
	for {
		t := nodes[0].t
		if l.whole(nodes, e) {
			return
		}
		for _, n := range nodes {
			if n.value != nil {
				n.reset()
			}
		}
		v := level{t: t, nodes: nodes, shared: l.shared}
		if !v.hasNext() {
			l.p.errorf(e.ExprPos(), "an initialiser for '%s', which has no members", typeName(t))
			return
		}
		nodes = l.take(&v, 0, 0)
		c.levels = append(c.levels, v)
	}
}

// whole gives objects the value of an expression if it is one for all of them, and reports whether it is.
func (l *lister) whole(nodes []*initNode, e ast.Expr) bool {
	t := nodes[0].t
	switch {
	case l.text(nodes[0], e):
		for _, n := range nodes[1:] {
			n.reset()
			n.value = e
		}
		return true
	case t.Kind == ast.Array, t.IsRecord() && e.ExprType() != t && !isInvalid(e):
		return false
	}
	value := l.value(t, l.p.rvalue(e))
	for _, n := range nodes {
		n.reset()
		n.value = value
	}
	return true
}

// value converts a value to the type of its object.
func (l *lister) value(t *ast.Type, e ast.Expr) ast.Expr {
	e = l.p.convert(e, t, "initializing")
	switch {
	case l.static:
		return l.p.staticValue(e)
	case !l.shared || isInvalid(e):
		return e
	}
	if f := fold(e); f != nil {
		return f
	}
	return l.once(e)
}

// once evaluates a value for several objects into a variable of its own, before all others.
func (l *lister) once(e ast.Expr) ast.Expr {
	pos, t := e.ExprPos(), e.ExprType()
	v := &ast.Var{Pos: pos, Type: t, Space: ast.Private, Owner: l.p.fn.node, Init: &ast.Init{Expr: e}}
	l.before = append(l.before, v)
	return &ast.Load{Base: base(pos, t), X: &ast.VarRef{Base: base(pos, t), Var: v}}
}

// skipItem parses an initialiser without an object.
func (l *lister) skipItem() {
	if l.isDesignator() {
		needsAssign := l.p.is(token.Dot)
		l.skipDesignator()
		for l.isDesignator() {
			needsAssign = true
			l.skipDesignator()
		}
		l.assign(needsAssign)
	} else {
		l.p.accept(token.Assign) // after a designator with an error
	}
	if l.p.is(token.LBrace) {
		l.eachItem(l.skipItem)
		return
	}
	l.p.rvalue(l.p.assignment())
}
