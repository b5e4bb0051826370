package parse

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
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
		return &ast.VarRef{Base: base(t.Pos, sym.v.Type), Var: sym.v}
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
	if p.Builtins != nil && p.Builtins.Known(t.Text) {
		return &callee{Base: base(t.Pos, ast.Basic(ast.Invalid)), name: t.Text}
	}
	if feature := missingFeature(t.Text); feature != "" {
		p.unsupported(t.Pos, feature)
		return p.bad(t.Pos)
	}
	if p.is(token.LParen) {
		p.errorf(t.Pos, "use of undeclared function '%s'%s", t.Text, p.callHint(t.Text))
		return p.bad(t.Pos)
	}
	p.errorf(t.Pos, "use of undeclared identifier '%s'%s", t.Text, p.valueHint(t.Text))
	return p.bad(t.Pos)
}

// missingFeature is the language feature to which an unsupported function belongs.
func missingFeature(name string) string {
	for _, row := range [...]struct{ prefix, feature string }{
		{"enqueue_kernel", "device queues and blocks"}, {"enqueue_marker", "device queues and blocks"},
		{"get_default_queue", "device queues and blocks"}, {"ndrange_", "device queues and blocks"},
	} {
		if strings.HasPrefix(name, row.prefix) {
			return row.feature
		}
	}
	return ""
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

// block parses a block literal to its end; device-side enqueue, its only use, is not compiled.
func (p *parser) block() ast.Expr {
	pos := p.tok.Pos
	p.unsupported(pos, "device queues and blocks")
	p.advance()
	p.scopes.open()
	defer p.scopes.close()
	f := &ast.Function{Pos: pos, Type: &ast.Type{Kind: ast.Func, Result: ast.Basic(ast.Invalid)}}
	if p.is(token.LParen) {
		one := p.funcPart()
		f.Params = one.params
		for _, v := range one.params {
			if id := p.Names.Lookup(v.Name); id != token.NoID {
				p.scopes.set(&symbol{kind: symVar, id: id, pos: v.Pos, v: v})
			}
		}
	}
	if !p.is(token.LBrace) {
		p.errorf(p.tok.Pos, "expected '{' to begin a block")
		return p.bad(pos)
	}
	outer := p.fn
	p.fn = &function{node: f, labels: map[token.ID]*ast.Label{}}
	f.Body = p.body()
	p.resolveGotos()
	p.fn = outer
	return p.blockLit(f, pos)
}

func (p *parser) blockLit(f *ast.Function, pos diag.Pos) ast.Expr {
	return &ast.BlockLit{Base: base(pos, ast.Basic(ast.Invalid)), Func: f}
}
