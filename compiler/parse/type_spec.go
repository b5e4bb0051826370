package parse

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// qualType is a type with its qualifiers and properties in a declaration: those of an array are those of its elements.
type qualType struct {
	t     *ast.Type
	qual  ast.Qual
	space ast.Space
	align uint64 // alignment asked for by a typedef, 0: the natural alignment
	name  string // spelling in the program, without qualifiers, for kernel argument info
}

var invalidType = qualType{t: ast.Basic(ast.Invalid)}

// specs are the specifiers that begin a declaration.
type specs struct {
	pos      diag.Pos
	typ      qualType
	storage  ast.Storage
	typedef  bool
	inline   bool
	kernel   bool
	auto     bool // auto or register
	pipe     bool
	access   ast.Access
	accessAt diag.Pos // of the access qualifier
	attrs    attributes
	tagged   bool // a struct, union or enum is among them
	autoType bool // __auto_type: the type is that of the initialiser
	spacePos diag.Pos
	words    words
}

// words counts the keywords that make up a scalar type.
type words struct {
	base     token.Keyword // int, char, float, void ...: the keyword that may occur once
	long     int
	short    bool
	signed   bool
	unsigned bool
}

func (w *words) any() bool { return w.base != 0 || w.long > 0 || w.short || w.signed || w.unsigned }

// startsType reports whether the token can begin a type name or declaration.
func (p *parser) startsType(t token.Token) bool {
	if t.Kind != token.Ident {
		return false
	}
	switch p.keywordOf(t) {
	case token.NotKeyword:
		sym := p.scopes.lookup(t.ID)
		return sym != nil && sym.kind == symTypedef
	case token.KwChar, token.KwDouble, token.KwEnum, token.KwFloat, token.KwInt, token.KwLong, token.KwShort,
		token.KwSigned, token.KwStruct, token.KwUnion, token.KwUnsigned, token.KwVoid, token.KwBool, token.KwHalf,
		token.KwComplex, token.KwImaginary, token.KwTypeof, token.KwAutoType:
		return true
	case token.KwConst, token.KwVolatile, token.KwRestrict, token.KwGlobal, token.KwLocal, token.KwConstant,
		token.KwPrivate, token.KwGeneric, token.KwReadOnly, token.KwWriteOnly, token.KwReadWrite, token.KwPipe:
		return true
	}
	return false
}

// startsDecl reports whether the current token begins a declaration.
func (p *parser) startsDecl() bool {
	switch p.keyword {
	case token.KwAuto, token.KwExtern, token.KwInline, token.KwRegister, token.KwStatic, token.KwTypedef,
		token.KwKernel, token.KwNoreturn, token.KwStaticAssert, token.KwAlignas:
		return true
	}
	if p.isOrdinary() && p.scopes.lookup(p.tok.ID) == nil {
		next := p.peek()
		return next.Kind == token.Ident && p.keywordOf(next) == token.NotKeyword // probably an unknown type
	}
	return p.startsType(p.tok) && (p.keyword != token.NotKeyword || p.peek().Kind != token.Colon)
}

// declSpecs parses specifiers. It reports whether there is a type; without one it has reported an error.
func (p *parser) declSpecs(s *specs) bool {
	p.enter()
	defer p.leave()
	s.pos = p.tok.Pos
	s.typ = qualType{}
	for p.spec(s) {
	}
	p.finishSpecs(s)
	return s.typ.t.Kind != ast.Invalid
}

// spec parses one specifier, and reports whether there was one.
func (p *parser) spec(s *specs) bool {
	if p.tok.Kind != token.Ident {
		return false
	}
	if p.keyword == token.NotKeyword {
		return p.typedefSpec(s)
	}
	if p.storageSpec(s) || p.qualSpec(&s.typ, s) || p.scalarSpec(s) {
		return true
	}
	switch p.keyword {
	case token.KwStruct, token.KwUnion:
		p.taggedSpec(s, p.recordSpec)
	case token.KwEnum:
		p.taggedSpec(s, p.enumSpec)
	case token.KwTypeof:
		p.taggedSpec(s, p.typeofSpec)
	case token.KwAttribute:
		p.attributes(&s.attrs)
	case token.KwExtension, token.KwNoreturn:
		p.advance()
	case token.KwAlignas:
		p.alignas(s)
	case token.KwAutoType:
		s.autoType = true
		p.taggedSpec(s, p.autoTypeSpec)
	default:
		return false
	}
	return true
}

func (p *parser) typedefSpec(s *specs) bool {
	sym := p.scopes.lookup(p.tok.ID)
	if s.typ.t != nil || s.words.any() || sym == nil || sym.kind != symTypedef {
		return false
	}
	s.typ.t, s.typ.align = sym.typ.t, sym.typ.align
	s.typ.name = p.tok.Text
	s.typ.qual |= sym.typ.qual
	if sym.typ.space != ast.NoSpace {
		p.setSpace(&s.typ, sym.typ.space, p.tok.Pos)
	}
	p.advance()
	return true
}

func (p *parser) taggedSpec(s *specs, parse func() (*ast.Type, string)) {
	pos := p.tok.Pos
	t, name := parse()
	if s.typ.t != nil || s.words.any() {
		p.errorf(pos, "two types in one declaration")
		return
	}
	s.typ.t, s.typ.name, s.tagged = t, name, true
}

func (p *parser) storageSpec(s *specs) bool {
	switch p.keyword {
	case token.KwTypedef:
		s.typedef = true
	case token.KwStatic:
		s.storage = ast.Static
	case token.KwExtern:
		s.storage = ast.Extern
	case token.KwInline:
		s.inline = true
	case token.KwKernel:
		s.kernel = true
	case token.KwAuto, token.KwRegister:
		s.auto = true
	default:
		return false
	}
	p.advance()
	return true
}

// qualSpec parses a qualifier, an address space or, where s is given, an access qualifier, and reports whether there
// was one.
func (p *parser) qualSpec(q *qualType, s *specs) bool {
	if space := spaceKeywords[p.keyword]; space != ast.NoSpace {
		p.setSpace(q, space, p.tok.Pos)
		if s != nil {
			s.spacePos = p.tok.Pos
		}
		p.advance()
		return true
	}
	switch p.keyword {
	case token.KwConst:
		q.qual |= ast.Const
	case token.KwVolatile:
		q.qual |= ast.Volatile
	case token.KwRestrict:
		q.qual |= ast.Restrict
	case token.KwReadOnly, token.KwWriteOnly, token.KwReadWrite, token.KwPipe:
		return p.accessSpec(s)
	default:
		return false
	}
	p.advance()
	return true
}

func (p *parser) accessSpec(s *specs) bool {
	if s == nil {
		return false
	}
	switch p.keyword {
	case token.KwReadOnly:
		p.setAccess(s, ast.ReadOnly)
	case token.KwWriteOnly:
		p.setAccess(s, ast.WriteOnly)
	case token.KwReadWrite:
		p.setAccess(s, ast.ReadWrite)
	default:
		s.pipe = true
	}
	p.advance()
	return true
}

var spaceKeywords = map[token.Keyword]ast.Space{
	token.KwGlobal: ast.Global, token.KwLocal: ast.Local, token.KwConstant: ast.Constant,
	token.KwPrivate: ast.Private, token.KwGeneric: ast.Generic,
}

func (p *parser) setSpace(q *qualType, space ast.Space, pos diag.Pos) {
	if q.space != ast.NoSpace && q.space != space {
		p.errorf(pos, "two address spaces for one type")
		return
	}
	if space == ast.Generic && !p.Generic {
		p.errorf(pos, "the generic address space is not supported by this device and language version")
		space = ast.Private
	}
	q.space = space
}

func (p *parser) scalarSpec(s *specs) bool {
	w := &s.words
	switch p.keyword {
	case token.KwLong:
		w.long++
		if w.long == 2 {
			p.warnLongLong()
		}
	case token.KwShort:
		w.short = true
	case token.KwSigned:
		p.warnRepeated(w.signed)
		w.signed = true
	case token.KwUnsigned:
		p.warnRepeated(w.unsigned)
		w.unsigned = true
	case token.KwChar, token.KwInt, token.KwFloat, token.KwDouble, token.KwHalf, token.KwVoid, token.KwBool:
		if w.base != 0 {
			p.errorf(p.tok.Pos, "cannot combine '%s' with '%s'", p.tok.Text, w.base.Spelling())
		}
		w.base = p.keyword
	case token.KwComplex, token.KwImaginary:
		p.errorf(p.tok.Pos, "complex numbers do not exist in OpenCL C")
		w.base = token.KwFloat
	default:
		return false
	}
	if s.typ.t != nil {
		p.errorf(p.tok.Pos, "cannot combine '%s' with '%s'", p.tok.Text, typeName(s.typ.t))
	}
	p.advance()
	return true
}

// warnRepeated warns of a repeated word that means no more than a single one. C forbids it; compilers accept it.
func (p *parser) warnRepeated(repeated bool) {
	if repeated {
		p.warnf(p.tok.Pos, "duplicate '%s'", p.tok.Text)
	}
}

func (p *parser) finishSpecs(s *specs) {
	if s.typ.t == nil && s.words.any() {
		t := ast.Basic(p.scalarKind(s))
		s.typ.t, s.typ.name = t, typeName(t)
	}
	if s.typ.t == nil {
		p.noType(s)
		return
	}
	s.typ = p.applyTo(s.typ, &s.attrs.typ)
	s.attrs.typ = typeAttributes{}
	switch {
	case s.pipe:
		s.typ.t = p.pipeOf(s)
	case s.typ.t.Kind == ast.Image:
		s.typ.t = p.imageOf(s)
	case s.access != ast.NoAccess && s.typ.t.Kind != ast.Invalid:
		p.errorf(s.pos, "an access qualifier can only be used with an image or a pipe, not with '%s'",
			typeName(s.typ.t))
	}
	p.checkWidth(s.typ.t.Scalar(), s.pos)
}

// checkWidth reports double and half where the device does not have them.
func (p *parser) checkWidth(t *ast.Type, pos diag.Pos) {
	if t.Kind == ast.Double && !p.FP64 {
		p.errorf(pos, "use of type 'double' requires cl_khr_fp64, which this device does not have")
	}
}

func (p *parser) noType(s *specs) {
	s.typ = invalidType
	switch {
	case p.isOrdinary() && p.scopes.lookup(p.tok.ID) == nil:
		p.unknownType(s)
	case p.tok.Kind == token.EOF:
		p.errorf(p.tok.Pos, "unexpected end of file, expected a type")
	default:
		p.errorf(p.tok.Pos, "expected a type, found '%s'", p.tok)
	}
}

// unknownType reports a name that is no type. If a declaration seems to follow, parsing continues with it, past the
// type that follows when the name was meant for a qualifier.
func (p *parser) unknownType(s *specs) {
	if !p.refuseBlockStorage(p.tok) {
		hint := p.typeHint(p.tok.Text, declWords)
		p.errorf(p.tok.Pos, "unknown type name '%s'%s", p.tok.Text, hint)
		s.kernel = s.kernel || strings.Contains(hint, "kernel'")
	}
	if next := p.peek(); next.Kind != token.Ident && next.Kind != token.Star {
		return
	}
	p.advance()
	if p.startsType(p.tok) {
		p.declSpecs(&specs{})
	}
}

func (p *parser) scalarKind(s *specs) ast.Kind {
	w := &s.words
	unsigned := ast.Kind(0)
	if w.unsigned {
		unsigned = 1
	}
	bad := w.signed && w.unsigned || w.short && w.long > 0 || w.long > 2
	kind := ast.Int
	switch w.base {
	case token.KwChar:
		bad = bad || w.short || w.long > 0
		kind = ast.Char + unsigned
	case token.NotKeyword, token.KwInt:
		switch {
		case w.short:
			kind = ast.Short
		case w.long > 0:
			kind = ast.Long
		}
		kind += unsigned
	default:
		bad = bad || w.short || w.long > 0 || w.signed || w.unsigned
		kind = soleKinds[w.base]
	}
	if bad {
		p.errorf(s.pos, "these words make no type together")
	}
	return kind
}

var soleKinds = map[token.Keyword]ast.Kind{
	token.KwFloat: ast.Float, token.KwDouble: ast.Double, token.KwHalf: ast.Half, token.KwVoid: ast.Void,
	token.KwBool: ast.Bool,
}

func (p *parser) typeofSpec() (*ast.Type, string) {
	p.advance()
	p.bracket()
	defer p.unbracket()
	if !p.expect(token.LParen, "after 'typeof'") {
		return ast.Basic(ast.Invalid), ""
	}
	var t *ast.Type
	if p.startsType(p.tok) {
		t = p.typeName("typeof").t
	} else {
		t = p.expression().ExprType()
	}
	p.expect(token.RParen, "after 'typeof('")
	return t, typeName(t)
}

// warnLongLong warns once of a type that OpenCL C reserves for integers of 128 bits, and that has 64 in other
// compilers.
func (p *parser) warnLongLong() {
	if !p.longLong {
		p.warnf(p.tok.Pos, "'long long' is reserved in OpenCL C; it has 64 bits here, as 'long' has")
	}
	p.longLong = true
}

// alignas parses _Alignas(type) and _Alignas(constant), an alignment like that of an attribute.
func (p *parser) alignas(s *specs) {
	p.advance()
	if !p.is(token.LParen) {
		p.errorf(p.tok.Pos, "expected '(' after '_Alignas'")
		return
	}
	if p.startsType(p.peek()) {
		if of, ok := p.parenType("_Alignas"); ok && !of.t.IsIncomplete() {
			s.attrs.aligned = max(s.attrs.aligned, of.t.Align())
		}
		return
	}
	p.bracket()
	defer p.unbracket()
	p.advance()
	if n := p.alignedArgument(true); n != 0 {
		s.attrs.aligned = max(s.attrs.aligned, n)
	}
	p.expect(token.RParen, "after '_Alignas('")
}

// autoTypeSpec stands for a type that is not known yet.
func (p *parser) autoTypeSpec() (*ast.Type, string) {
	p.advance()
	return ast.Basic(ast.Int), ""
}

// typeName parses a type name, as in a cast; where is for messages.
func (p *parser) typeName(where string) qualType {
	var s specs
	if !p.declSpecs(&s) {
		return invalidType
	}
	if s.typedef || s.storage != ast.NoStorage || s.auto || s.inline || s.kernel {
		p.errorf(s.pos, "type name in %s cannot have a storage class", where)
	}
	p.refuseAutoType(&s)
	var d declarator
	p.declarator(&d)
	if d.name != token.NoID {
		p.errorf(d.pos, "unexpected name '%s' in a type name", p.Names.Name(d.name))
	}
	return p.build(s.typ, &d)
}
