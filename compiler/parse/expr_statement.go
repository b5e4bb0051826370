package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// statementExpr parses ({ ... }) from the brace on. Its value is that of the last statement, if that is an expression.
func (p *parser) statementExpr(pos diag.Pos) ast.Expr {
	if p.fn == nil {
		p.errorf(pos, "a statement expression is allowed within functions only")
		p.stop()
		return p.bad(pos)
	}
	p.fn.stmtExprs++
	body := p.compound()
	p.fn.stmtExprs--
	if !p.expect(token.RParen, "after the statement expression") {
		return p.bad(pos)
	}
	e := &ast.StmtExpr{Base: base(pos, ast.Basic(ast.Void)), Body: body}
	if n := len(body.List); n > 0 {
		if last, ok := body.List[n-1].(*ast.ExprStmt); ok && last.X != nil {
			body.List = body.List[:n-1]
			e.Value, e.Type = last.X, last.X.ExprType()
		}
	}
	return e
}

// isStmtExprValue reports whether the expression statement that was just read may give a statement expression its
// value.
func (p *parser) isStmtExprValue() bool { return p.fn.stmtExprs > 0 && p.is(token.RBrace) }

// checkLabelPlace reports a label inside more statement expressions than the jumps to it (outside): values that the
// expression had computed before it would be missing there. Labels for goto may stand anywhere, so they have none.
func (p *parser) checkLabelPlace(pos diag.Pos, outside int) {
	if p.fn.stmtExprs > outside {
		p.errorf(pos, "a label in a statement expression is not supported")
	}
}
