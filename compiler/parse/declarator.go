package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// declarator is a name with the type constructors around it: int *(*name)[3] has the parts pointer, array, pointer,
// from the name outwards.
type declarator struct {
	pos   diag.Pos
	name  token.ID
	parts []part
	attrs attributes
}

type partKind uint8

const (
	partPointer partKind = iota
	partArray
	partFunc
	partBlock
)

type part struct {
	kind     partKind
	pos      diag.Pos
	qual     qualType   // pointer, block: the qualifiers of the pointer itself
	length   int64      // array: -1 if not given
	params   []*ast.Var // function
	variadic bool
	noProto  bool
}

// declarator parses a declarator, abstract or not.
func (p *parser) declarator(d *declarator) {
	p.enter()
	defer p.leave()
	d.pos = p.tok.Pos
	var pointers []part
	for (p.is(token.Star) || p.is(token.Xor)) && len(pointers) <= maxBrackets {
		pointers = append(pointers, p.pointerPart())
	}
	if p.keyword == token.KwAttribute {
		p.attributes(&d.attrs)
	}
	p.directDeclarator(d)
	for i := len(pointers) - 1; i >= 0; i-- {
		d.parts = append(d.parts, pointers[i])
	}
	if len(d.parts) > maxBrackets {
		p.errorf(d.pos, "a declarator of more than %d parts", maxBrackets)
		p.stop()
	}
	if p.keyword == token.KwAttribute {
		p.attributes(&d.attrs)
	}
}

func (p *parser) pointerPart() part {
	one := part{kind: partPointer, pos: p.tok.Pos}
	if p.is(token.Xor) {
		one.kind = partBlock
	}
	p.advance()
	for p.qualSpec(&one.qual, nil) || p.keyword == token.KwAttribute {
		if p.keyword == token.KwAttribute {
			p.pointerAttributes(&one)
		}
	}
	return one
}

// pointerAttributes parses attributes of a pointer itself, of which only its own address space matters.
func (p *parser) pointerAttributes(one *part) {
	var a attributes
	p.attributes(&a)
	if a.typ.space != ast.NoSpace {
		p.setSpace(&one.qual, a.typ.space, a.typ.pos)
		a.typ = typeAttributes{}
	}
	p.stray(&a, "a pointer")
}

func (p *parser) directDeclarator(d *declarator) {
	switch {
	case p.isOrdinary():
		d.name, d.pos = p.tok.ID, p.tok.Pos
		p.advance()
	case p.is(token.LParen) && p.groups():
		p.bracket()
		p.advance()
		p.declarator(d)
		p.expect(token.RParen, "in declarator")
		p.unbracket()
	}
	p.declaratorSuffixes(d)
}

// groups reports whether a parenthesis in a declarator is for grouping, not for parameters.
func (p *parser) groups() bool {
	next := p.peek()
	switch next.Kind {
	case token.Star, token.Xor, token.LParen, token.LBrack:
		return true
	case token.Ident:
		return p.keywordOf(next) == token.KwAttribute || p.keywordOf(next) == token.NotKeyword && !p.startsType(next)
	}
	return false
}

func (p *parser) declaratorSuffixes(d *declarator) {
	for {
		switch p.tok.Kind {
		case token.LBrack:
			d.parts = append(d.parts, p.arrayPart())
		case token.LParen:
			d.parts = append(d.parts, p.funcPart())
		default:
			return
		}
		if len(d.parts) > maxBrackets {
			return
		}
	}
}

func (p *parser) arrayPart() part {
	one := part{kind: partArray, pos: p.tok.Pos, length: -1}
	p.bracket()
	defer p.unbracket()
	p.advance()
	for p.qualSpec(&one.qual, nil) || p.acceptKeyword(token.KwStatic) {
	}
	if p.is(token.Star) && p.peek().Kind == token.RBrack {
		p.advance() // [*]
	}
	if !p.is(token.RBrack) {
		one.length = p.arrayLength()
	}
	p.expect(token.RBrack, "after array size")
	return one
}

func (p *parser) arrayLength() int64 {
	pos := p.tok.Pos
	e := p.rvalue(p.conditional())
	if isInvalid(e) {
		return 1
	}
	lit, ok := fold(e).(*ast.IntLit)
	switch {
	case !e.ExprType().IsInteger():
		p.errorf(pos, "size of array has the type '%s', which is no integer", typeName(e.ExprType()))
	case !ok:
		p.errorf(pos, "size of array is not a constant expression; variable length arrays do not exist in OpenCL C")
	case e.ExprType().IsSigned() && int64(lit.Value) < 0:
		p.errorf(pos, "size of array is negative")
	case lit.Value > 1<<40:
		p.errorf(pos, "array is too large")
	default:
		return int64(lit.Value)
	}
	return 1
}

// funcPart parses a parameter list in a scope of its own.
func (p *parser) funcPart() part {
	one := part{kind: partFunc, pos: p.tok.Pos}
	p.bracket()
	defer p.unbracket()
	p.advance()
	if p.accept(token.RParen) {
		one.noProto = true
		return one
	}
	p.scopes.open()
	defer p.scopes.close()
	for {
		if p.accept(token.Ellipsis) {
			one.variadic = true
			break
		}
		v := p.param()
		if v == nil {
			break
		}
		one.params = append(one.params, v)
		if !p.accept(token.Comma) {
			break
		}
	}
	if p.is(token.RParen) {
		p.advance()
	} else if p.errorf(p.tok.Pos, "expected ')' or ',' in parameter list, found '%s'", p.tok); p.skipTo(token.RParen) {
		p.advance()
	}
	return one
}

// param parses one parameter; nil stands for the (void) of an empty list and for an error.
func (p *parser) param() *ast.Var {
	var s specs
	if !p.declSpecs(&s) && !p.isOrdinary() && !p.is(token.Star) {
		p.skipParam()
		return &ast.Var{Pos: s.pos, Type: ast.Basic(ast.Invalid), Space: ast.Private, Param: true}
	}
	p.refuseAutoType(&s)
	var d declarator
	p.declarator(&d)
	q := p.build(s.typ, &d)
	if q.t.Kind == ast.Void && d.name == token.NoID && len(d.parts) == 0 && p.is(token.RParen) {
		return nil
	}
	if s.typedef || s.storage != ast.NoStorage {
		p.errorf(s.pos, "a parameter cannot have a storage class")
	}
	return p.newParam(&s, &d, q)
}

func (p *parser) skipParam() {
	for depth := 0; p.tok.Kind != token.EOF; p.advance() {
		switch p.tok.Kind {
		case token.LParen:
			depth++
		case token.RParen:
			if depth == 0 {
				return
			}
			depth--
		case token.Comma, token.LBrace, token.Semicolon:
			if depth == 0 {
				return
			}
		}
	}
}

func (p *parser) newParam(s *specs, d *declarator, q qualType) *ast.Var {
	q = p.decayParam(q, d)
	pos := d.pos
	if d.name == token.NoID {
		pos = s.pos
	}
	if q.space != ast.NoSpace && q.space != ast.Private && q.t.Kind != ast.Invalid {
		p.errorf(pos, "a parameter lies in private memory; it cannot be qualified with an address space")
	}
	v := &ast.Var{
		Pos: pos, Name: p.Names.Name(d.name), Type: q.t, Qual: q.qual, Space: ast.Private, Param: true,
		Access: q.t.Access, TypeName: q.name,
	}
	v.Align = max(s.attrs.aligned, d.attrs.aligned, q.align)
	p.checkParamType(v)
	if d.name != token.NoID {
		p.declareVar(d.name, v)
	}
	return v
}

func (p *parser) decayParam(q qualType, d *declarator) qualType {
	switch q.t.Kind {
	case ast.Array:
		pointee := qualType{t: q.t.Elem, qual: q.qual | q.t.ElemQual, space: q.space}
		outer := ast.Qual(0)
		if len(d.parts) > 0 {
			outer = d.parts[0].qual.qual
		}
		return qualType{t: p.pointerTo(pointee), qual: outer, name: q.name + "*"}
	case ast.Func:
		p.errorf(d.pos, "pointers to functions are not allowed")
		return invalidType
	}
	return q
}

func (p *parser) checkParamType(v *ast.Var) {
	t := v.Type
	switch {
	case t.Kind == ast.Void:
		p.errorf(v.Pos, "a parameter cannot have the type 'void'")
	case t.IsIncomplete():
		p.errorf(v.Pos, "parameter has the incomplete type '%s'", typeName(t))
	case p.isHalf(t):
		p.errorf(v.Pos, "declaring a parameter of type '%s' %s; did you forget '*'?", typeName(t), halfMissing)
	default:
		return
	}
	v.Type = ast.Basic(ast.Invalid)
}

// build applies a declarator to the type that the specifiers gave.
func (p *parser) build(q qualType, d *declarator) qualType {
	if p.fatal {
		return invalidType
	}
	q = p.applyTo(q, &d.attrs.typ)
	for i := len(d.parts) - 1; i >= 0; i-- {
		one := &d.parts[i]
		if q.t.Kind == ast.Invalid && one.kind != partFunc { // the body of a function of an unknown type is checked
			return invalidType
		}
		switch one.kind {
		case partPointer:
			q = p.buildPointer(q, one)
		case partArray:
			q = p.buildArray(q, one)
		case partFunc:
			q = p.buildFunc(q, one)
		case partBlock:
			q = p.buildBlock(q, one)
		}
	}
	return q
}

// buildBlock makes the type of a block, whose variables are constant.
func (p *parser) buildBlock(q qualType, one *part) qualType {
	if hint := p.later(200); hint != "" {
		p.errorf(one.pos, "a block cannot be used%s", hint)
		return invalidType
	}
	if !p.checkBlock(q.t, one.pos) {
		return invalidType
	}
	t := &ast.Type{Kind: ast.Block, Elem: q.t}
	return qualType{t: t, qual: one.qual.qual | ast.Const, space: one.qual.space, name: typeName(t)}
}

func (p *parser) buildPointer(q qualType, one *part) qualType {
	if q.t.Kind == ast.Func {
		p.errorf(one.pos, "pointers to functions are not allowed")
		return invalidType
	}
	if isHandle(q.t) || q.t.Kind == ast.Block {
		p.errorf(one.pos, "pointers to '%s' are not allowed", typeName(q.t))
		return invalidType
	}
	return qualType{t: p.pointerTo(q), qual: one.qual.qual, space: one.qual.space, name: q.name + "*"}
}

// pointerTo is the pointer type; a pointee without an address space is generic or private.
func (p *parser) pointerTo(q qualType) *ast.Type {
	space := q.space
	if space == ast.NoSpace {
		space = p.defaultPointee()
	}
	return p.types.Pointer(q.t, q.qual, space)
}

func (p *parser) defaultPointee() ast.Space {
	if p.Generic {
		return ast.Generic
	}
	return ast.Private
}

func (p *parser) buildArray(q qualType, one *part) qualType {
	switch {
	case q.t.Kind == ast.Func:
		p.errorf(one.pos, "an array of functions is not possible")
		return invalidType
	case q.t.Kind == ast.Void, q.t.Kind == ast.Array && q.t.Len < 0, q.t.IsIncomplete():
		p.errorf(one.pos, "array has the incomplete element type '%s'", typeName(q.t))
		return invalidType
	case isHandle(q.t), q.t.Kind == ast.Block:
		p.errorf(one.pos, "an array of '%s' is not allowed", typeName(q.t))
		return invalidType
	case !p.checkElementAlign(q, one.pos):
		return invalidType
	case one.length > 0 && q.t.Size() > uint64(1<<40)/uint64(one.length):
		p.errorf(one.pos, "array is too large")
		return invalidType
	}
	q.t = &ast.Type{Kind: ast.Array, Elem: q.t, ElemQual: q.qual, Len: one.length}
	return q
}

func (p *parser) buildFunc(q qualType, one *part) qualType {
	if q.t.Kind == ast.Func || q.t.Kind == ast.Array || isHandle(q.t) || q.t.Kind == ast.Block {
		p.errorf(one.pos, "a function cannot return '%s'", typeName(q.t))
		return invalidType
	}
	if p.isHalf(q.t) {
		p.errorf(one.pos, "a function that returns '%s' %s; did you forget '*'?", typeName(q.t), halfMissing)
		q.t = ast.Basic(ast.Invalid)
	}
	t := &ast.Type{Kind: ast.Func, Result: q.t, Variadic: one.variadic, NoProto: one.noProto}
	for _, v := range one.params {
		t.Params = append(t.Params, v.Type)
	}
	return qualType{t: t, name: q.name}
}
