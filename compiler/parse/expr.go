package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// callee stands for the name of a function until the call around it is parsed.
type callee struct {
	ast.Base
	name string
	sym  *symbol // nil: a built-in function
}

// expression parses an expression with commas.
func (p *parser) expression() ast.Expr {
	e := p.assignment()
	for chain := 0; p.is(token.Comma); p.link(&chain) {
		pos := p.tok.Pos
		p.advance()
		x := p.rvalue(e)
		y := p.rvalue(p.assignment())
		if isInvalid(x) || isInvalid(y) {
			e = p.bad(pos)
			continue
		}
		if isHandle(y.ExprType()) {
			p.errorf(pos, "a value of type '%s' can only be passed to a function", typeName(y.ExprType()))
			e = p.bad(pos)
			continue
		}
		e = &ast.Comma{Base: base(pos, y.ExprType()), X: x, Y: y}
	}
	return e
}

// binaryOps are the binary operators: precedence, and operation by group.
var binaryOps = [...]struct {
	prec    int
	op      ast.BinaryOp
	compare ast.CompareOp
	group   opGroup
}{
	token.OrOr: {prec: 1, group: logicGroup}, token.AndAnd: {prec: 2, group: logicGroup},
	token.Or: {3, ast.Or, 0, bitGroup}, token.Xor: {4, ast.Xor, 0, bitGroup}, token.And: {5, ast.And, 0, bitGroup},
	token.Equal: {6, 0, ast.Eq, compareGroup}, token.NotEqual: {6, 0, ast.Ne, compareGroup},
	token.Less: {7, 0, ast.Lt, compareGroup}, token.Greater: {7, 0, ast.Gt, compareGroup},
	token.LessEq: {7, 0, ast.Le, compareGroup}, token.GreaterEq: {7, 0, ast.Ge, compareGroup},
	token.Shl: {8, ast.Shl, 0, shiftGroup}, token.Shr: {8, ast.Shr, 0, shiftGroup},
	token.Plus: {9, ast.Add, 0, addGroup}, token.Minus: {9, ast.Sub, 0, addGroup},
	token.Star: {10, ast.Mul, 0, mulGroup}, token.Slash: {10, ast.Div, 0, mulGroup},
	token.Percent:     {10, ast.Rem, 0, bitGroup},
	token.Placemarker: {},
}

type opGroup uint8

const (
	noGroup opGroup = iota
	logicGroup
	bitGroup // integers only
	compareGroup
	shiftGroup
	addGroup // also pointers
	mulGroup
)

// assignOps are the compound assignments with the operator each holds.
var assignOps = map[token.Kind]token.Kind{
	token.StarEq: token.Star, token.SlashEq: token.Slash, token.PercentEq: token.Percent, token.PlusEq: token.Plus,
	token.MinusEq: token.Minus, token.ShlEq: token.Shl, token.ShrEq: token.Shr, token.AndEq: token.And,
	token.XorEq: token.Xor, token.OrEq: token.Or,
}

// assignment parses an assignment-expression.
func (p *parser) assignment() ast.Expr {
	p.enter()
	defer p.leave()
	x := p.conditional()
	kind, pos := p.tok.Kind, p.tok.Pos
	if kind == token.Assign {
		p.advance()
		return p.assign(x, p.rvalue(p.assignment()), pos)
	}
	if op, ok := assignOps[kind]; ok {
		p.advance()
		return p.compoundAssign(x, p.rvalue(p.assignment()), op, pos)
	}
	return x
}

// conditional parses a conditional-expression; constant expressions are those.
func (p *parser) conditional() ast.Expr {
	c := p.binary(1)
	if !p.is(token.Question) {
		return c
	}
	p.enter()
	defer p.leave()
	pos := p.tok.Pos
	p.advance()
	c = p.rvalue(c)
	if p.is(token.Colon) {
		return p.elvis(c, pos)
	}
	x := p.rvalue(p.expression())
	if !p.expect(token.Colon, "in conditional expression") {
		return p.bad(pos)
	}
	y := p.rvalue(p.conditional())
	return p.choose(c, x, y, pos)
}

func precedence(k token.Kind) int {
	if int(k) >= len(binaryOps) {
		return 0
	}
	return binaryOps[k].prec
}

// binary parses operators of at least a precedence by climbing.
func (p *parser) binary(least int) ast.Expr {
	x := p.castExpr()
	for chain := 0; precedence(p.tok.Kind) >= least; p.link(&chain) {
		kind, pos := p.tok.Kind, p.tok.Pos
		p.advance()
		y := p.binary(precedence(kind) + 1)
		x = p.operate(x, y, kind, pos)
	}
	return x
}

// castExpr parses a cast, a vector literal, a compound literal or a unary expression.
func (p *parser) castExpr() ast.Expr {
	p.enter()
	defer p.leave()
	if !p.is(token.LParen) || !p.startsType(p.peek()) && !(p.keywordOf(p.peek()) == token.KwAttribute) {
		return p.unary()
	}
	pos := p.tok.Pos
	to, ok := p.parenType("cast")
	switch {
	case !ok:
		return p.bad(pos)
	case p.is(token.LBrace):
		return p.postfix(p.compoundLiteral(to, pos))
	case to.t.Kind == ast.Vector && p.is(token.LParen) && !p.startsType(p.peek()): // (char2)(char)0 is a cast of a cast
		return p.postfix(p.vectorLiteral(to.t, pos))
	}
	e := p.castExpr()
	return p.explicitCast(e, to.t, pos)
}

// parenType parses a type name in parentheses.
func (p *parser) parenType(where string) (qualType, bool) {
	p.bracket()
	defer p.unbracket()
	p.advance()
	to := p.typeName(where)
	if !p.expect(token.RParen, "after type name") {
		return to, false
	}
	return to, true
}

// compoundLiteral parses (type){...}; the current token is the brace.
func (p *parser) compoundLiteral(to qualType, pos diag.Pos) ast.Expr {
	v := &ast.Var{Pos: pos, Type: to.t, Qual: to.qual, Space: ast.Private}
	static := p.fn == nil
	if static {
		v.Space = ast.Constant
		if p.ProgramScope {
			v.Space = ast.Global
		}
	} else {
		v.Owner = p.fn.node
	}
	switch {
	case to.t.Kind == ast.Void, to.t.Kind == ast.Func, to.t.Kind == ast.Block, isHandle(to.t), to.t.IsIncomplete():
		p.errorf(pos, "a compound literal cannot have the type '%s'", typeName(to.t))
		v.Type = ast.Basic(ast.Invalid)
	}
	if p.holdsHalves(v.Type) {
		p.errorf(pos, "a compound literal of type '%s' %s", typeName(to.t), halfMissing)
		v.Type = ast.Basic(ast.Invalid)
	}
	p.initializer(v, static)
	if v.Type.Kind == ast.Invalid {
		return p.bad(pos)
	}
	if static {
		p.unit.Globals = append(p.unit.Globals, v)
	}
	return &ast.CompoundLit{Base: base(pos, v.Type), Var: v}
}

// vectorLiteral parses the parenthesis of (type)(a, b, ...) and makes the vector.
func (p *parser) vectorLiteral(t *ast.Type, pos diag.Pos) ast.Expr {
	p.bracket()
	p.advance()
	var elems []ast.Expr
	for {
		elems = append(elems, p.rvalue(p.assignment()))
		if !p.accept(token.Comma) {
			break
		}
	}
	closed := p.expectAfter(elems[len(elems)-1], token.RParen, "at the end of a vector literal")
	p.unbracket()
	if !closed {
		return p.bad(pos)
	}
	if len(elems) == 1 {
		return p.explicitCast(elems[0], t, pos)
	}
	return p.makeVector(t, elems, pos)
}

// makeVector makes a vector of scalars and shorter vectors.
func (p *parser) makeVector(t *ast.Type, elems []ast.Expr, pos diag.Pos) ast.Expr {
	lanes := 0
	if p.isHalf(t) {
		p.errorf(pos, "a vector of type '%s' %s", typeName(t), halfMissing)
		return p.bad(pos)
	}
	for i, e := range elems {
		et := e.ExprType()
		switch {
		case et.Kind == ast.Invalid:
			return p.bad(pos)
		case et.Kind == ast.Vector && et.Elem != t.Elem:
			p.errorf(e.ExprPos(), "an element of a '%s' literal has the type '%s'", typeName(t), typeName(et))
			return p.bad(pos)
		case !et.Scalar().IsArith():
			p.errorf(e.ExprPos(), "an element of a '%s' literal has the type '%s'", typeName(t), typeName(et))
			return p.bad(pos)
		case et.Kind != ast.Vector:
			elems[i] = p.cast(e, t.Elem, true)
		}
		lanes += et.Lanes()
	}
	if lanes != t.Lanes() {
		word := "few"
		if lanes > t.Lanes() {
			word = "many"
		}
		p.errorf(pos, "too %s elements in vector literal (expected %d elements, have %d)", word, t.Lanes(), lanes)
		return p.bad(pos)
	}
	return &ast.VectorLit{Base: base(pos, t), Elems: elems}
}
