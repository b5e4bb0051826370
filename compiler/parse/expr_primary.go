package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// primary parses a primary expression.
func (p *parser) primary() ast.Expr {
	t := p.tok
	switch t.Kind {
	case token.Number:
		p.advance()
		return p.number(t)
	case token.Char:
		p.advance()
		return p.character(t)
	case token.String:
		return p.stringLiteral()
	case token.LParen:
		return p.parenthesized()
	case token.Xor:
		return p.block()
	case token.Ident:
		return p.identifier()
	}
	p.noExpression()
	return p.bad(t.Pos)
}

func (p *parser) noExpression() {
	if p.is(token.EOF) {
		p.errorf(p.expectPos(), "expected an expression, found the end of the file")
		return
	}
	p.errorf(p.tok.Pos, "expected an expression, found '%s'", p.tok)
	if p.is(token.Illegal) || p.is(token.Hash) || p.is(token.At) {
		p.advance()
	}
}

func (p *parser) parenthesized() ast.Expr {
	p.bracket()
	defer p.unbracket()
	pos := p.tok.Pos
	p.advance()
	if p.is(token.LBrace) {
		return p.statementExpr(pos)
	}
	e := p.expression()
	if !p.expectAfter(e, token.RParen, "to close the parenthesis") && p.skipTo(token.RParen) {
		p.advance()
	}
	return e
}

func (p *parser) identifier() ast.Expr {
	t := p.tok
	if p.keyword != token.NotKeyword {
		switch p.keyword {
		case token.KwOffsetof:
			return p.offsetOf()
		case token.KwGenericSelection:
			return p.genericSelection()
		}
		p.errorf(t.Pos, "expected an expression, found '%s'", t)
		return p.bad(t.Pos)
	}
	p.advance()
	sym := p.scopes.lookup(t.ID)
	if sym == nil {
		return p.unknownName(t)
	}
	switch sym.kind {
	case symVar:
		v := p.captured(sym.v, t.Pos)
		if v == nil {
			return p.bad(t.Pos)
		}
		return &ast.VarRef{Base: base(t.Pos, v.Type), Var: v}
	case symConst:
		return intLit(t.Pos, sym.ctype, sym.value)
	case symFunc:
		return &callee{Base: base(t.Pos, ast.Basic(ast.Invalid)), name: t.Text, sym: sym}
	}
	p.errorf(t.Pos, "unexpected type name '%s': expected an expression", t.Text)
	return p.bad(t.Pos)
}

// unknownName handles a name without a declaration: a built-in function or a mistake.
func (p *parser) unknownName(t token.Token) ast.Expr {
	if b, ok := syntaxBuiltins[t.Text]; ok && p.is(token.LParen) {
		return p.callSyntax(t, b)
	}
	if e, ok := p.functionName(t); ok {
		return e
	}
	if p.Builtins != nil && p.Builtins.Known(t.Text) && p.laterName(t.Text) == "" {
		return &callee{Base: base(t.Pos, ast.Basic(ast.Invalid)), name: t.Text}
	}
	if p.is(token.LParen) {
		p.errorf(t.Pos, "use of undeclared function '%s'%s", t.Text, p.callHint(t.Text))
		return p.bad(t.Pos)
	}
	if p.refuseBlockStorage(t) {
		return p.bad(t.Pos)
	}
	p.errorf(t.Pos, "use of undeclared identifier '%s'%s", t.Text, p.valueHint(t.Text))
	return p.bad(t.Pos)
}

// offsetOf parses offsetof(type, member.member[index]).
func (p *parser) offsetOf() ast.Expr {
	pos := p.tok.Pos
	p.advance()
	if !p.expect(token.LParen, "after 'offsetof'") {
		return p.bad(pos)
	}
	p.bracket()
	defer p.unbracket()
	t := p.typeName("offsetof").t
	p.expect(token.Comma, "in 'offsetof'")
	offset, ok := p.memberOffset(t)
	switch {
	case !ok:
		p.skipTo(token.RParen)
		p.accept(token.RParen)
		return p.bad(pos)
	case !p.expect(token.RParen, "at the end of 'offsetof'"):
		return p.bad(pos)
	}
	return intLit(pos, ast.Basic(ast.ULong), offset)
}

// memberOffset parses the members and indices of an offsetof.
func (p *parser) memberOffset(t *ast.Type) (offset uint64, ok bool) {
	for first := true; ; first = false {
		switch {
		case !first && p.is(token.LBrack):
			if t.Kind != ast.Array {
				p.errorf(p.tok.Pos, "offsetof requires an array type, not '%s'", typeName(t))
				return 0, false
			}
			p.advance()
			i, ok := p.constInt("index in 'offsetof'")
			if !ok || !p.expect(token.RBrack, "after the index in 'offsetof'") {
				return 0, false
			}
			t = t.Elem
			offset += i * t.Size()
		case first || p.accept(token.Dot):
			f, ok := p.memberOf(t)
			if !ok {
				return 0, false
			}
			offset += f.Offset
			t = f.Type
		default:
			return offset, true
		}
	}
}

// memberOf parses a member's name in offsetof.
func (p *parser) memberOf(t *ast.Type) (f ast.Field, ok bool) {
	switch {
	case t.Kind == ast.Invalid:
		return f, false
	case !t.IsRecord() || !t.Record.Complete:
		p.errorf(p.tok.Pos, "offsetof requires a complete struct or union, not '%s'", typeName(t))
		return f, false
	case p.tok.Kind != token.Ident:
		p.errorf(p.tok.Pos, "expected a member name, found '%s'", p.tok)
		return f, false
	}
	if f, ok = findField(t.Record, p.tok.Text); !ok {
		p.errorf(p.tok.Pos, "no member named '%s' in '%s'%s", p.tok.Text, typeName(t),
			fieldHint(p.list.HintFor(p.tok.Text), t.Record, 0))
		return f, false
	}
	p.advance()
	return f, true
}
