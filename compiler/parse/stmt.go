package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/shortage"
	"heddle/compiler/token"
)

type pendingGoto struct {
	id   token.ID
	node *ast.Goto
}

// compound parses a block with a scope of its own.
func (p *parser) compound() *ast.Compound {
	p.scopes.open()
	defer p.scopes.close()
	return p.body()
}

// body parses a block in the scope that is open: a function's parameters and outermost names share one.
func (p *parser) body() *ast.Compound {
	c := &ast.Compound{StmtBase: ast.StmtBase{Pos: p.tok.Pos}}
	p.bracket()
	defer p.unbracket()
	outer := p.pragmas
	p.expect(token.LBrace, "to begin a block") // and read the pragmas that follow
	p.pragmas.off = !p.pragmas.contract
	for !p.is(token.RBrace) && !p.is(token.EOF) {
		before := p.next
		if s := p.blockItem(); s != nil {
			c.List = append(c.List, s)
		}
		if p.next == before && !p.is(token.RBrace) && !p.is(token.EOF) {
			p.advance()
		}
	}
	c.NoContract = p.pragmas.off
	p.pragmas.contract, p.pragmas.off = outer.contract, outer.off
	if p.is(token.EOF) {
		p.errorf(p.expectPos(), "expected '}' at the end of the block")
		return c
	}
	p.advance()
	return c
}

// blockItem parses a statement or declaration; nil if there is nothing to execute.
func (p *parser) blockItem() ast.Stmt {
	var a attributes
	for p.acceptKeyword(token.KwExtension) {
	}
	p.attributes(&a)
	if p.acceptKeyword(token.KwStaticAssert) {
		p.staticAssert()
		return nil
	}
	if p.startsDecl() {
		if decl := p.declStmt(&a); decl != nil {
			return decl
		}
		return nil
	}
	return p.attributed(&a)
}

func (p *parser) declStmt(a *attributes) ast.Stmt {
	decl := &ast.DeclStmt{StmtBase: ast.StmtBase{Pos: p.tok.Pos}}
	s := specs{attrs: *a}
	if !p.declSpecs(&s) && !p.isOrdinary() {
		p.recoverStmt()
		return nil
	}
	p.declarators(&s, decl)
	if len(decl.Vars) == 0 {
		return nil
	}
	return decl
}

// statement parses one statement; a declaration is an error.
func (p *parser) statement() ast.Stmt {
	shortage.Check()
	var a attributes
	p.attributes(&a)
	if p.startsDecl() {
		p.errorf(p.tok.Pos, "expected a statement; a declaration needs a block around it")
		return p.declStmt(&a)
	}
	return p.attributed(&a)
}

// attributed parses a statement after its attributes.
func (p *parser) attributed(a *attributes) ast.Stmt {
	p.enter()
	defer p.leave()
	p.stray(a, "a statement")
	if a.unroll != 0 {
		p.pragmas.unroll = a.unroll
	}
	base := ast.StmtBase{Pos: p.tok.Pos}
	switch p.tok.Kind {
	case token.LBrace:
		return p.compound()
	case token.Semicolon:
		p.advance()
		return &ast.ExprStmt{StmtBase: base}
	case token.Ident:
		if p.keyword != token.NotKeyword {
			return p.keywordStmt(base)
		}
		if p.peek().Kind == token.Colon {
			return p.label(base)
		}
	}
	return p.exprStmt(base)
}

func (p *parser) exprStmt(base ast.StmtBase) ast.Stmt {
	e := p.expression()
	if !p.expectAfter(e, token.Semicolon, "after expression") {
		p.recoverStmt()
	}
	if p.isStmtExprValue() {
		e = p.discardQuietly(e)
	} else {
		e = p.discard(e)
	}
	return &ast.ExprStmt{StmtBase: base, X: e}
}

// discard prepares an expression whose value is not used.
func (p *parser) discard(e ast.Expr) ast.Expr {
	switch e.(type) {
	case *ast.VarRef, *ast.IntLit, *ast.FloatLit, *ast.Binary, *ast.Compare, *ast.Swizzle, *ast.Member:
		p.warnf(e.ExprPos(), "expression result unused")
	}
	return p.rvalue(e)
}

func (p *parser) endStmt(where string) {
	if !p.expect(token.Semicolon, where) {
		p.recoverStmt()
	}
}

func (p *parser) keywordStmt(base ast.StmtBase) ast.Stmt {
	switch p.keyword {
	case token.KwIf:
		return p.ifStmt()
	case token.KwFor:
		return p.forStmt(base)
	case token.KwWhile:
		return p.whileStmt(base)
	case token.KwDo:
		return p.doStmt(base)
	case token.KwSwitch:
		return p.switchStmt(base)
	case token.KwCase:
		return p.caseStmt(base)
	case token.KwDefault:
		return p.defaultStmt(base)
	case token.KwBreak, token.KwContinue, token.KwGoto, token.KwReturn:
		return p.jumpStmt(base)
	case token.KwElse:
		p.errorf(p.tok.Pos, "'else' without 'if'")
		p.advance()
		return p.statement()
	case token.KwAsm:
		p.errorf(p.tok.Pos, "assembler is not allowed in OpenCL C")
		p.recoverStmt()
		return &ast.ExprStmt{StmtBase: base}
	}
	return p.exprStmt(base)
}

// ifStmt parses a chain of else-ifs in a loop, so that long chains do not count as nesting.
func (p *parser) ifStmt() ast.Stmt {
	first := &ast.If{}
	n := first
	for chain := 0; ; p.link(&chain) {
		n.Pos = p.tok.Pos
		p.advance()
		n.Cond = p.parenCondition("if")
		n.Then = p.inner()
		if !p.acceptKeyword(token.KwElse) {
			return first
		}
		if p.keyword != token.KwIf {
			n.Else = p.inner()
			return first
		}
		next := &ast.If{}
		n.Else = next
		n = next
	}
}

// inner parses the statement of a control statement, with a scope of its own.
func (p *parser) inner() ast.Stmt {
	p.scopes.open()
	defer p.scopes.close()
	return p.statement()
}

func (p *parser) parenCondition(of string) ast.Expr {
	if !p.expect(token.LParen, "after '"+of+"'") {
		return p.bad(p.tok.Pos)
	}
	p.bracket()
	defer p.unbracket()
	e := p.condition(p.expression())
	if !p.expect(token.RParen, "after condition") {
		if p.skipTo(token.RParen) {
			p.advance()
		}
	}
	return e
}

func (p *parser) loopBody() ast.Stmt {
	p.fn.depth = append(p.fn.depth, true)
	p.fn.loops++
	body := p.inner()
	p.fn.loops--
	p.fn.depth = p.fn.depth[:len(p.fn.depth)-1]
	return body
}

func (p *parser) takeUnroll() int {
	n := p.pragmas.unroll
	p.pragmas.unroll = 0
	return n
}

func (p *parser) whileStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.For{StmtBase: base, Unroll: p.takeUnroll()}
	p.advance()
	n.Cond = p.parenCondition("while")
	n.Body = p.loopBody()
	return n
}

func (p *parser) doStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.For{StmtBase: base, DoWhile: true, Unroll: p.takeUnroll()}
	p.advance()
	n.Body = p.loopBody()
	if !p.acceptKeyword(token.KwWhile) {
		p.errorf(p.expectPos(), "expected 'while' after the body of 'do'")
		p.recoverStmt()
		return n
	}
	n.Cond = p.parenCondition("while")
	p.endStmt("after 'do' statement")
	return n
}

func (p *parser) forStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.For{StmtBase: base, Unroll: p.takeUnroll()}
	p.advance()
	if !p.expect(token.LParen, "after 'for'") {
		p.recoverStmt()
		return n
	}
	p.bracket()
	p.scopes.open()
	defer p.scopes.close()
	p.forInit(n)
	if !p.is(token.Semicolon) {
		n.Cond = p.condition(p.expression())
	}
	if p.expect(token.Semicolon, "after the condition of 'for'") && !p.is(token.RParen) {
		n.Post = p.discardQuietly(p.expression())
	}
	if !p.expect(token.RParen, "after 'for' clauses") && p.skipTo(token.RParen) {
		p.advance()
	}
	p.unbracket()
	n.Body = p.loopBody()
	return n
}

// discardQuietly prepares an expression without remarks on its use.
func (p *parser) discardQuietly(e ast.Expr) ast.Expr { return p.rvalue(e) }

func (p *parser) forInit(n *ast.For) {
	pos := p.tok.Pos
	switch {
	case p.accept(token.Semicolon):
	case p.startsDecl():
		n.Init = p.declStmt(&attributes{})
	default:
		n.Init = &ast.ExprStmt{StmtBase: ast.StmtBase{Pos: pos}, X: p.discardQuietly(p.expression())}
		p.expect(token.Semicolon, "after the first clause of 'for'")
	}
}

func (p *parser) jumpStmt(base ast.StmtBase) ast.Stmt {
	keyword := p.keyword
	p.advance()
	var n ast.Stmt
	switch keyword {
	case token.KwBreak:
		if len(p.fn.depth) == 0 {
			p.errorf(base.Pos, "'break' outside of a loop or switch")
		}
		n = &ast.Break{StmtBase: base}
	case token.KwContinue:
		if p.fn.loops == 0 {
			p.errorf(base.Pos, "'continue' outside of a loop")
		}
		n = &ast.Continue{StmtBase: base}
	case token.KwGoto:
		n = p.gotoStmt(base)
	default:
		n = p.returnStmt(base)
	}
	p.endStmt("after '" + keyword.Spelling() + "' statement")
	return n
}

func (p *parser) gotoStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.Goto{StmtBase: base}
	if p.is(token.Star) {
		p.errorf(p.tok.Pos, "indirect goto is not possible in OpenCL C")
		p.advance()
		p.expression()
		return n
	}
	if !p.isOrdinary() {
		p.errorf(p.tok.Pos, "expected a label after 'goto'")
		return n
	}
	p.fn.gotos = append(p.fn.gotos, pendingGoto{p.tok.ID, n})
	n.Pos = p.tok.Pos
	p.advance()
	return n
}

func (p *parser) resolveGotos() {
	for _, g := range p.fn.gotos {
		g.node.Target = p.fn.labels[g.id]
		if g.node.Target == nil {
			p.errorf(g.node.Pos, "use of undeclared label '%s'%s", p.Names.Name(g.id), p.labelHint(p.Names.Name(g.id)))
		}
	}
}

func (p *parser) returnStmt(base ast.StmtBase) ast.Stmt {
	n := &ast.Return{StmtBase: base}
	want := p.fn.node.Type.Result
	if p.fn.infers {
		if !p.is(token.Semicolon) {
			n.X = p.rvalue(p.expression())
		}
		p.inferResult(n.X, base.Pos)
		return n
	}
	if p.is(token.Semicolon) {
		if want.Kind != ast.Void && want.Kind != ast.Invalid {
			p.errorf(base.Pos, "non-void function '%s' should return a value", p.fn.node.Name)
		}
		return n
	}
	e := p.rvalue(p.expression())
	switch {
	case want.Kind == ast.Void && e.ExprType().Kind == ast.Void:
	case want.Kind == ast.Void && !isInvalid(e):
		p.errorf(base.Pos, "void function '%s' should not return a value", p.fn.node.Name)
	case want.Kind != ast.Void:
		e = p.convert(e, want, "returning")
	}
	n.X = e
	return n
}

func (p *parser) label(base ast.StmtBase) ast.Stmt {
	n := &ast.Label{StmtBase: base, Name: p.tok.Text}
	p.checkLabelPlace(base.Pos, 0)
	if old := p.fn.labels[p.tok.ID]; old != nil {
		p.errorf(base.Pos, "redefinition of label '%s'", n.Name)
		p.notef(old.Pos, "previous definition is here")
	}
	p.fn.labels[p.tok.ID] = n
	p.advance()
	p.advance()
	p.attributesOf("a label")
	n.Body = p.labelled(base.Pos)
	return n
}

// labelled parses the statement after a label; before a closing brace there may be none, and C23's declaration is
// accepted because compilers do.
func (p *parser) labelled(pos diag.Pos) ast.Stmt {
	empty := &ast.ExprStmt{StmtBase: ast.StmtBase{Pos: pos}}
	if p.is(token.RBrace) {
		return empty
	}
	if p.startsDecl() {
		return empty // the declaration follows as the next item of the block
	}
	return p.statement()
}
