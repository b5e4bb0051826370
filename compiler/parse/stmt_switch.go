package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

type switchState struct {
	node      *ast.Switch
	seen      map[uint64]*ast.Case // by value
	ranges    []*ast.Case          // those of more than one value
	stmtExprs int                  // number of statement expressions around it
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
	p.fn.switches = append(p.fn.switches,
		&switchState{node: n, seen: map[uint64]*ast.Case{}, stmtExprs: p.fn.stmtExprs})
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
	first := p.constIntLit("case label")
	last := first
	if p.accept(token.Ellipsis) {
		last = p.constIntLit("case label")
	}
	p.expect(token.Colon, "after 'case'")
	if s := p.innermostSwitch(base, "case"); s != nil && first != nil && last != nil {
		t := s.node.X.ExprType()
		n.Value, n.Last = extend(first.Value, t), extend(last.Value, t)
		p.addCase(s, n, pos)
	}
	n.Body = p.labelled(base.Pos)
	return n
}

// addCase adds a case to its switch. A range that ends before it begins is empty, which GNU C allows.
func (p *parser) addCase(s *switchState, n *ast.Case, pos diag.Pos) {
	t := s.node.X.ExprType()
	if n.Value != n.Last && below(t, n.Last, n.Value) {
		p.warnf(pos, "empty case range specified")
		n.Empty = true
	} else if old := s.sameValue(n, t); old != nil {
		p.errorf(pos, "duplicate case value '%d'", int64(n.Value))
		p.notef(old.Pos, "previous case is here")
	}
	s.node.Cases = append(s.node.Cases, n)
	switch {
	case n.Empty:
	case n.Value == n.Last:
		s.seen[n.Value] = n
	default:
		s.ranges = append(s.ranges, n)
	}
}

// sameValue is an earlier case that shares a value with n.
func (s *switchState) sameValue(n *ast.Case, t *ast.Type) *ast.Case {
	for _, r := range s.ranges {
		if !below(t, n.Last, r.Value) && !below(t, r.Last, n.Value) {
			return r
		}
	}
	if n.Value == n.Last {
		return s.seen[n.Value]
	}
	for _, c := range s.node.Cases {
		if !c.Empty && !below(t, c.Value, n.Value) && !below(t, n.Last, c.Value) {
			return c
		}
	}
	return nil
}

// below reports whether x < y as values of an integer type.
func below(t *ast.Type, a, b uint64) bool {
	if t.IsSigned() {
		return int64(a) < int64(b)
	}
	return a < b
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
