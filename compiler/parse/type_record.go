package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/ceil"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// recordSpec parses a struct or union specifier and returns the type and its spelling.
func (p *parser) recordSpec() (*ast.Type, string) {
	p.enter()
	defer p.leave()
	keyword := p.keyword
	p.advance()
	var a attributes
	p.attributes(&a)
	pos, id := p.tok.Pos, token.NoID
	if p.isOrdinary() {
		id = p.tok.ID
		p.advance()
	}
	if !p.is(token.LBrace) {
		if id == token.NoID {
			p.errorf(p.tok.Pos, "expected a name or '{' after '%s'", keyword.Spelling())
			return ast.Basic(ast.Invalid), ""
		}
		p.stray(&a, "a structure or union")
		t := p.recordTag(keyword, id, pos, p.is(token.Semicolon))
		return t, typeName(t)
	}
	t := p.recordTag(keyword, id, pos, true)
	if t.IsRecord() && t.Record.Complete {
		p.errorf(pos, "redefinition of '%s'", typeName(t))
		t = newRecord(keyword, p.Names.Name(id))
	}
	if t.Kind == ast.Invalid {
		t = newRecord(keyword, "")
	}
	p.recordBody(t, &a)
	return t, typeName(t)
}

func newRecord(keyword token.Keyword, name string) *ast.Type {
	kind := ast.Struct
	if keyword == token.KwUnion {
		kind = ast.Union
	}
	return &ast.Type{Kind: kind, Record: &ast.Record{Name: name, Union: kind == ast.Union, Align: 1}}
}

// recordTag finds or makes the type of a tag; own asks for one of the innermost scope.
func (p *parser) recordTag(keyword token.Keyword, id token.ID, pos diag.Pos, own bool) *ast.Type {
	if id == token.NoID {
		return newRecord(keyword, "")
	}
	old := p.scopes.lookupTag(id)
	if old != nil && (!own || old.depth == p.scopes.depth()) {
		if old.kind != keyword {
			p.errorf(pos, "'%s' is declared as another kind of tag", p.Names.Name(id))
			p.notef(old.pos, "previous use is here")
			return ast.Basic(ast.Invalid)
		}
		return old.typ
	}
	t := newRecord(keyword, p.Names.Name(id))
	p.scopes.setTag(id, &tag{typ: t, kind: keyword, pos: pos})
	return t
}

func (p *parser) recordBody(t *ast.Type, a *attributes) {
	p.bracket()
	defer p.unbracket()
	pack := p.pragmas.pack
	p.advance()
	seen := map[string]bool{}
	for !p.is(token.RBrace) && !p.is(token.EOF) {
		if p.accept(token.Semicolon) {
			continue
		}
		before := p.next
		p.fieldDecl(t.Record, seen)
		if p.next == before && !p.is(token.RBrace) {
			p.advance()
		}
	}
	p.expect(token.RBrace, "at the end of '"+typeName(t)+"'")
	p.attributes(a)
	p.stray(a, "a structure or union")
	layout(t.Record, a, pack)
}

func (p *parser) fieldDecl(r *ast.Record, seen map[string]bool) {
	var s specs
	if p.acceptKeyword(token.KwStaticAssert) {
		p.staticAssert()
		return
	}
	if !p.declSpecs(&s) {
		p.recoverStmt()
		return
	}
	p.refuseAutoType(&s)
	if p.is(token.Semicolon) {
		p.anonymousField(r, &s, seen)
		p.advance()
		return
	}
	for {
		var d declarator
		p.declarator(&d)
		p.field(r, &s, &d, seen)
		if !p.accept(token.Comma) {
			break
		}
	}
	if !p.expect(token.Semicolon, "after field") {
		p.recoverStmt()
	}
}

func (p *parser) anonymousField(r *ast.Record, s *specs, seen map[string]bool) {
	if !s.typ.t.IsRecord() || s.typ.t.Record.Name != "" {
		if !s.tagged {
			p.errorf(p.tok.Pos, "expected a field name")
		}
		return
	}
	for _, f := range s.typ.t.Record.Fields {
		p.checkFieldName(f.Name, s.pos, seen)
	}
	r.Fields = append(r.Fields, ast.Field{Type: s.typ.t, Qual: s.typ.qual, Anonymous: true,
		Offset: s.attrs.aligned << 1})
}

func (p *parser) checkFieldName(name string, pos diag.Pos, seen map[string]bool) {
	if name != "" && seen[name] {
		p.errorf(pos, "duplicate field '%s'", name)
	}
	seen[name] = true
}

func (p *parser) field(r *ast.Record, s *specs, d *declarator, seen map[string]bool) {
	if p.is(token.Colon) {
		p.errorf(p.tok.Pos, "bit-fields are not allowed in OpenCL C")
		p.advance()
		p.conditional()
	}
	if p.keyword == token.KwAttribute {
		p.attributes(&d.attrs)
	}
	if d.name == token.NoID {
		p.errorf(d.pos, "expected a field name")
		return
	}
	q := p.build(s.typ, d)
	name := p.Names.Name(d.name)
	p.checkFieldName(name, d.pos, seen)
	if n := len(r.Fields); n > 0 && p.flexible[r.Fields[n-1].Type] {
		p.errorf(d.pos, "flexible array member '%s' is not at the end of the struct", r.Fields[n-1].Name)
	}
	if q.t.Kind == ast.Array && q.t.Len < 0 && q.space == ast.NoSpace {
		q.t = p.flexibleArray(r, q.t, d.pos)
	}
	if !p.checkFieldType(q, d.pos, name) {
		return
	}
	r.Fields = append(r.Fields, ast.Field{
		Name: name, Type: q.t, Qual: q.qual,
		// until layout: the alignment asked for, and packed
		Offset: max(s.attrs.aligned, d.attrs.aligned, q.align) << 1,
	})
	if s.attrs.packed || d.attrs.packed || q.align != 0 && q.align < q.t.Align() {
		r.Fields[len(r.Fields)-1].Offset |= 1
	}
}

func (p *parser) checkFieldType(q qualType, pos diag.Pos, name string) bool {
	t := q.t
	switch {
	case t.Kind == ast.Invalid:
		return false
	case q.space != ast.NoSpace:
		p.errorf(pos, "field '%s' cannot be qualified with an address space", name)
	case t.Kind == ast.Func:
		p.errorf(pos, "field '%s' is declared as a function", name)
	case t.Kind == ast.Void, t.IsIncomplete():
		p.errorf(pos, "field '%s' has the incomplete type '%s'", name, typeName(t))
	case t.Kind == ast.Image, t.Kind == ast.Sampler, t.Kind == ast.Event, t.Kind == ast.Pipe, t.Kind == ast.Block,
		t.Kind == ast.NamedBarrier:
		p.errorf(pos, "the type '%s' cannot be used for a field", typeName(t))
	default:
		return true
	}
	return false
}

// flexibleArray is the type of a field without a length, which takes no space: an array of no elements of a type of its
// own.
func (p *parser) flexibleArray(r *ast.Record, t *ast.Type, pos diag.Pos) *ast.Type {
	if r.Union {
		p.errorf(pos, "flexible array member in a union is not allowed")
	}
	t = sized(t, 0)
	if p.flexible == nil {
		p.flexible = map[*ast.Type]bool{}
	}
	p.flexible[t] = true
	return t
}

// layout gives the fields their offsets. Until then a field's Offset holds what its own attributes ask for: twice the
// alignment, plus one for packed.
// pack bounds the alignment of fields, 0 does not.
func layout(r *ast.Record, a *attributes, pack uint64) {
	r.Packed = a.packed
	r.Align = max(1, a.aligned)
	end := uint64(0)
	for i := range r.Fields {
		f := &r.Fields[i]
		align := max(f.Type.Align(), 1) // 0 for an erroneous type
		if a.packed || f.Offset&1 != 0 {
			align = 1
		}
		align = max(align, f.Offset>>1)
		if pack != 0 {
			align = min(align, pack)
		}
		r.Align = max(r.Align, align)
		f.Offset = 0
		if !r.Union {
			f.Offset = ceil.Multiple(end, align)
		}
		end = max(end, f.Offset+f.Type.Size())
	}
	r.Size = ceil.Multiple(end, r.Align)
	r.Complete = true
}

// enumSpec parses an enum specifier and returns the type and its spelling.
func (p *parser) enumSpec() (*ast.Type, string) {
	p.advance()
	p.enumAttributes()
	pos, id := p.tok.Pos, token.NoID
	if p.isOrdinary() {
		id = p.tok.ID
		p.advance()
	}
	if !p.is(token.LBrace) {
		return p.enumUse(pos, id)
	}
	t := p.newEnum(pos, id)
	p.bracket()
	p.advance()
	p.enumList()
	p.expect(token.RBrace, "at the end of the enum")
	p.unbracket()
	p.enumAttributes()
	return t, typeName(t)
}

// enumAttributes parses the attributes of an enum, which is an int in any case.
func (p *parser) enumAttributes() {
	var a attributes
	pos := p.tok.Pos
	p.attributes(&a)
	if a.packed {
		p.errorf(pos, "attribute 'packed' is not supported for an enum, which would have another size")
	}
	p.stray(&a, "an enum")
}

func (p *parser) newEnum(pos diag.Pos, id token.ID) *ast.Type {
	t := &ast.Type{Kind: ast.Enum, EnumName: p.Names.Name(id)}
	if id == token.NoID {
		return t
	}
	old := p.scopes.lookupTag(id)
	if old != nil && old.depth == p.scopes.depth() {
		if old.kind == token.KwEnum && !old.done {
			old.done, old.typ.EnumOpen = true, false
			return old.typ
		}
		p.errorf(pos, "redefinition of '%s'", p.Names.Name(id))
		return t
	}
	p.scopes.setTag(id, &tag{typ: t, kind: token.KwEnum, pos: pos, done: true})
	return t
}

func (p *parser) enumUse(pos diag.Pos, id token.ID) (*ast.Type, string) {
	if id == token.NoID {
		p.errorf(p.tok.Pos, "expected a name or '{' after 'enum'")
		return ast.Basic(ast.Invalid), ""
	}
	old := p.scopes.lookupTag(id)
	if old == nil {
		t := &ast.Type{Kind: ast.Enum, EnumName: p.Names.Name(id), EnumOpen: true}
		p.scopes.setTag(id, &tag{typ: t, kind: token.KwEnum, pos: pos})
		return t, typeName(t)
	}
	if old.kind != token.KwEnum {
		p.errorf(pos, "'%s' is declared as another kind of tag", p.Names.Name(id))
		return ast.Basic(ast.Invalid), ""
	}
	return old.typ, typeName(old.typ)
}

func (p *parser) enumList() {
	next, t := uint64(0), ast.Basic(ast.Int)
	for p.isOrdinary() {
		id, pos := p.tok.ID, p.tok.Pos
		p.advance()
		p.attributesOf("an enumerator")
		if p.accept(token.Assign) {
			if lit := p.constIntLit("enumerator value"); lit != nil {
				next, t = lit.Value, enumType(lit)
			}
		}
		p.declare(&symbol{kind: symConst, id: id, pos: pos, value: next, ctype: t})
		next++
		if t.Kind == ast.Int && int64(next) != int64(int32(next)) {
			t = enumType(&ast.IntLit{Base: ast.Base{Type: ast.Basic(ast.Long)}, Value: next})
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	if !p.is(token.RBrace) {
		p.errorf(p.tok.Pos, "expected '}' or ',' in enumerator list, found '%s'", p.tok)
		p.skipTo(token.RBrace)
	}
}

// enumType is the type of an enumerator: int if the value fits, else the smallest that holds it.
func enumType(lit *ast.IntLit) *ast.Type {
	signed := lit.Type.IsSigned()
	switch v := lit.Value; {
	case int64(v) == int64(int32(v)) && (signed || int64(v) >= 0):
		return ast.Basic(ast.Int)
	case v == uint64(uint32(v)):
		return ast.Basic(ast.UInt)
	case signed:
		return ast.Basic(ast.Long)
	}
	return ast.Basic(ast.ULong)
}
