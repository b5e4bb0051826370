package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/shortage"
	"heddle/compiler/token"
)

// externalDecl parses one declaration or function definition of program scope.
func (p *parser) externalDecl() {
	shortage.Check()
	if p.accept(token.Semicolon) {
		return
	}
	if p.is(token.RBrace) {
		p.errorf(p.tok.Pos, "extraneous closing brace")
		p.advance()
		return
	}
	if p.acceptKeyword(token.KwStaticAssert) {
		p.staticAssert()
		return
	}
	if p.keyword == token.KwAsm {
		p.errorf(p.tok.Pos, "assembler is not allowed in OpenCL C")
		p.recoverStmt()
		return
	}
	var s specs
	if !p.declSpecs(&s) && !p.isOrdinary() {
		p.recoverStmt()
		return
	}
	p.declarators(&s, nil)
}

// declarators parses what follows the specifiers, up to the semicolon. Variables of private space go to decl, if any.
func (p *parser) declarators(s *specs, decl *ast.DeclStmt) {
	if p.is(token.Semicolon) {
		p.emptyDecl(s)
		p.advance()
		return
	}
	for first := true; ; first = false {
		var d declarator
		p.declarator(&d)
		if d.name == token.NoID {
			p.errorf(p.tok.Pos, "expected a name, found '%s'", p.tok)
			p.recoverStmt()
			return
		}
		if s.typedef || len(d.parts) > 0 && d.parts[0].kind == partFunc {
			p.refuseAutoType(s)
		}
		q := p.build(s.typ, &d)
		if q.t.Kind == ast.Func && !s.typedef && p.funcDecl(s, &d, q, first) {
			return
		}
		if q.t.Kind != ast.Func || s.typedef {
			p.declareOne(s, &d, q, decl)
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	if !p.expect(token.Semicolon, "after declaration") {
		p.recoverStmt()
	}
}

func (p *parser) emptyDecl(s *specs) {
	if !s.tagged && s.typ.t.Kind != ast.Invalid && s.typ.t.Kind != ast.Enum {
		p.warnf(s.pos, "declaration does not declare anything")
	}
}

func (p *parser) declareOne(s *specs, d *declarator, q qualType, decl *ast.DeclStmt) {
	if s.typedef {
		if p.declareTypedef(d, q, max(s.attrs.aligned, d.attrs.aligned)); d.attrs.packed {
			p.warnf(d.pos, "attribute 'packed' ignored: it belongs after the closing brace of a structure")
		}
		return
	}
	v := p.declareVariable(s, d, q)
	if decl != nil && v.Space == ast.Private && v.Storage == ast.NoStorage {
		decl.Vars = append(decl.Vars, v)
	}
}

// declareTypedef declares a name for a type. An alignment asked for holds for variables and fields of that name; the
// type keeps its size.
func (p *parser) declareTypedef(d *declarator, q qualType, align uint64) {
	name := p.Names.Name(d.name)
	if old := p.scopes.here(d.name); old != nil && old.kind == symTypedef && old.pos != 0 {
		if sameType(old.typ.t, q.t) || q.t.Kind == ast.Invalid {
			return
		}
		p.errorf(d.pos, "typedef redefinition with different types ('%s' and '%s')", typeName(q.t), typeName(old.typ.t))
		p.notef(old.pos, "previous definition is here")
		return
	}
	if q.t.IsRecord() && q.t.Record.Name == "" {
		q.t.Record.Name = name // for messages
		q.t.Typedef = name
	}
	q.name = name
	if align != 0 {
		q.align = align
	}
	p.declare(&symbol{kind: symTypedef, id: d.name, pos: d.pos, typ: q})
}

// declare gives a name a meaning in the innermost scope and reports a second one.
func (p *parser) declare(sym *symbol) {
	old := p.scopes.here(sym.id)
	if old != nil && sym.kind == symVar && sym.v.Type.Kind == ast.Invalid {
		return // of a type that does not exist, or no declaration at all, but misspelt: retrun x;
	}
	if old != nil && old.pos != 0 {
		p.errorf(sym.pos, "redefinition of '%s'", p.Names.Name(sym.id))
		p.notef(old.pos, "previous definition is here")
	}
	p.scopes.set(sym)
}

func (p *parser) declareVar(id token.ID, v *ast.Var) {
	p.declare(&symbol{kind: symVar, id: id, pos: v.Pos, v: v})
}

// sameType reports whether two types are equal: pointers, vectors and scalars are interned, arrays and functions are
// compared.
func sameType(a, b *ast.Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case ast.Array:
		return a.Len == b.Len && a.ElemQual == b.ElemQual && sameType(a.Elem, b.Elem)
	case ast.Block:
		return sameType(a.Elem, b.Elem)
	case ast.Pointer:
		return a.Space == b.Space && a.ElemQual == b.ElemQual && sameType(a.Elem, b.Elem)
	case ast.Func:
		return sameType(a.Result, b.Result) && a.Variadic == b.Variadic && sameTypes(a.Params, b.Params)
	}
	return false
}

func sameTypes(a, b []*ast.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameType(a[i], b[i]) {
			return false
		}
	}
	return true
}

// staticAssert parses the rest of a _Static_assert.
func (p *parser) staticAssert() {
	p.expect(token.LParen, "after '_Static_assert'")
	pos := p.tok.Pos
	v, ok := p.constInt("asserted expression")
	message := ""
	if p.accept(token.Comma) {
		message = " " + p.tok.Text
		p.advance()
	}
	if ok && v == 0 {
		p.errorf(pos, "static assertion failed%s", message)
	}
	p.expect(token.RParen, "after static assertion")
	p.expect(token.Semicolon, "after static assertion")
}
