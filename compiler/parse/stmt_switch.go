package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/token"
)

type switchState struct {
	node      *ast.Switch
	seen      map[uint64]*ast.Case
	stmtExprs int // how many statement expressions it stands in
}

func (p *parser) switchStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.Switch{StmtBase: base}
	p.advance()
	if !p.expect(token.LParen, "after 'switch'") {
		p.recoverStmt()
		return n
	}
	p.bracket()
	pos := p.tok.Pos
	n.X = p.rvalue(p.expression())
	switch t := n.X.ExprType(); {
	case t.IsInteger():
		n.X = p.promote(n.X)
	case t.Kind != ast.Invalid:
		p.errorf(pos, "switch needs an integer, have '%s'", typeName(t))
		n.X = p.bad(pos)
	}
	if !p.expect(token.RParen, "after 'switch'") && p.skipTo(token.RParen) {
		p.advance()
	}
	p.unbracket()
	p.fn.switches = append(p.fn.switches, &switchState{n, map[uint64]*ast.Case{}, p.fn.stmtExprs})
	p.fn.depth = append(p.fn.depth, false)
	n.Body = p.inner()
	p.fn.depth = p.fn.depth[:len(p.fn.depth)-1]
	p.fn.switches = p.fn.switches[:len(p.fn.switches)-1]
	return n
}

func (p *parser) caseStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.Case{StmtBase: base}
	p.advance()
	pos := p.tok.Pos
	lit := p.constIntLit("case label")
	if p.is(token.Ellipsis) {
		p.errorf(p.tok.Pos, "ranges in case labels are not supported")
		p.advance()
		p.conditional()
	}
	p.expect(token.Colon, "after 'case'")
	if s := p.innermostSwitch(base, "case"); s != nil && lit != nil {
		n.Value = extend(lit.Value, s.node.X.ExprType())
		if old := s.seen[n.Value]; old != nil {
			p.errorf(pos, "duplicate case value '%d'", int64(n.Value))
			p.notef(old.Pos, "previous case is here")
		}
		s.seen[n.Value] = n
		s.node.Cases = append(s.node.Cases, n)
	}
	n.Body = p.labelled(base.Pos)
	return n
}

func (p *parser) defaultStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.Case{StmtBase: base, IsDefault: true}
	p.advance()
	p.expect(token.Colon, "after 'default'")
	if s := p.innermostSwitch(base, "default"); s != nil {
		if s.node.Default != nil {
			p.errorf(base.Pos, "multiple default labels in one switch")
			p.notef(s.node.Default.Pos, "previous default is here")
		}
		s.node.Default = n
	}
	n.Body = p.labelled(base.Pos)
	return n
}

func (p *parser) innermostSwitch(base ast.StmtBase, what string) *switchState {
	if len(p.fn.switches) == 0 {
		p.errorf(base.Pos, "'%s' outside of a switch", what)
		return nil
	}
	s := p.fn.switches[len(p.fn.switches)-1]
	p.checkLabelPlace(base.Pos, s.stmtExprs)
	return s
}
