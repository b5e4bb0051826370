package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// Expressions of C11 and of GNU C that compilers of OpenCL C accept.

// keep makes a variable of its own for a value, so that it can be used more than once, and the block that declares it.
func (p *parser) keep(e ast.Expr) (*ast.Var, *ast.Compound) {
	v := &ast.Var{Pos: e.ExprPos(), Type: e.ExprType(), Space: ast.Private, Owner: p.fn.node, Init: &ast.Init{Expr: e}}
	at := ast.StmtBase{Pos: v.Pos}
	declared := &ast.DeclStmt{StmtBase: at, Vars: []*ast.Var{v}}
	return v, &ast.Compound{StmtBase: at, List: []ast.Stmt{declared}, NoContract: p.pragmas.off}
}

// elvis parses the colon and what follows it in c ?: y, which is c unless that is zero; c is evaluated once.
func (p *parser) elvis(c ast.Expr, pos diag.Pos) ast.Expr {
	p.advance()
	y := p.rvalue(p.conditional())
	if isInvalid(c) || isInvalid(y) {
		return p.bad(pos)
	}
	if p.fn == nil || fold(c) != nil {
		return p.choose(c, c, y, pos)
	}
	v, body := p.keep(c)
	use := func() ast.Expr {
		return &ast.Load{Base: base(pos, v.Type), X: &ast.VarRef{Base: base(pos, v.Type), Var: v}}
	}
	value := p.choose(use(), use(), y, pos)
	if isInvalid(value) {
		return value
	}
	return &ast.StmtExpr{Base: base(pos, value.ExprType()), Body: body, Value: value}
}

// stored copies the record that an expression gives, or is a part of, into a variable, because an array can only be
// used in memory.
func (p *parser) stored(e ast.Expr) ast.Expr {
	if m, ok := e.(*ast.Member); ok {
		return &ast.Member{Base: m.Base, X: p.stored(m.X), Offset: m.Offset, Qual: m.Qual}
	}
	v, _ := p.keep(e)
	return &ast.CompoundLit{Base: base(v.Pos, v.Type), Var: v}
}

// genericSelection parses _Generic(e, type: a, default: b), of which only the chosen expression is part of the tree.
func (p *parser) genericSelection() ast.Expr {
	pos := p.tok.Pos
	p.advance()
	if !p.expect(token.LParen, "after '_Generic'") {
		return p.bad(pos)
	}
	p.bracket()
	defer p.unbracket()
	s := selection{control: p.rvalue(p.assignment()).ExprType()}
	for p.accept(token.Comma) {
		p.association(&s)
	}
	if !p.expect(token.RParen, "at the end of '_Generic'") && p.skipTo(token.RParen) {
		p.advance()
	}
	switch {
	case s.control.Kind == ast.Invalid:
		return p.bad(pos)
	case s.chosen != nil:
		return s.chosen
	case s.fallback != nil:
		return s.fallback
	}
	p.errorf(pos, "controlling expression type '%s' not compatible with any generic association type",
		typeName(s.control))
	return p.bad(pos)
}

// selection is the state of a _Generic.
type selection struct {
	control          *ast.Type
	types            []*ast.Type // of the associations so far, unqualified ones
	chosen, fallback ast.Expr
}

// association parses one type with its expression.
func (p *parser) association(s *selection) {
	pos := p.tok.Pos
	isDefault := p.acceptKeyword(token.KwDefault)
	var of qualType
	if !isDefault {
		if of = p.typeName("_Generic"); of.t.Kind == ast.Invalid {
			p.skipTo(token.Colon)
		}
	}
	p.expect(token.Colon, "in '_Generic'")
	calls := len(p.calls)
	e := p.assignment()
	switch {
	case isDefault && s.fallback != nil:
		p.errorf(pos, "duplicate default generic association")
	case isDefault:
		s.fallback = e
		return
	case of.qual != 0 || of.t.Kind == ast.Invalid: // no value has a qualified type
	default:
		for _, t := range s.types {
			if sameType(t, of.t) {
				p.errorf(pos, "type '%s' in generic association compatible with previously specified type",
					typeName(of.t))
				return
			}
		}
		s.types = append(s.types, of.t)
		if sameType(of.t, s.control) {
			s.chosen = e
			return
		}
	}
	p.calls = p.calls[:calls]
}

// functionName is the value of __func__ and its like; false for other names.
func (p *parser) functionName(t token.Token) (ast.Expr, bool) {
	switch t.Text {
	case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
	default:
		return nil, false
	}
	text := ""
	switch {
	case p.fn == nil:
		p.warnf(t.Pos, "predefined identifier is only valid inside function")
	case t.Text == "__PRETTY_FUNCTION__":
		text = prettyName(p.fn.node)
	default:
		text = p.fn.node.Name
	}
	return stringLit(t.Pos, text), true
}

func stringLit(pos diag.Pos, text string) *ast.StringLit {
	t := &ast.Type{Kind: ast.Array, Elem: ast.Basic(ast.Char), Len: int64(len(text)) + 1}
	return &ast.StringLit{Base: base(pos, t), Value: text}
}

// prettyName is a function's name with its types. A block without a written result has none before its first return.
func prettyName(f *ast.Function) string {
	result := "void"
	if f.Type.Result != nil {
		result = typeName(f.Type.Result)
	}
	list := ""
	for i, t := range f.Type.Params {
		if i > 0 {
			list += ", "
		}
		list += typeName(t)
	}
	if list == "" {
		list = "void"
	}
	return result + " " + f.Name + "(" + list + ")"
}

// labelAddress rejects &&label.
func (p *parser) labelAddress(pos diag.Pos) ast.Expr {
	p.errorf(pos, "the address of a label cannot be taken in OpenCL C")
	if p.isOrdinary() {
		p.advance()
	}
	return p.bad(pos)
}
