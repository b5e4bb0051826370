package parse

import (
	"slices"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// Hints are the ends of messages about unknown names: the name that may have been meant. They are only computed for
// messages, so they cost nothing for sources without errors.

// hintSymbols adds the visible names that pass to a hint.
func (p *parser) hintSymbols(h *diag.Hint, pass func(*symbol) bool) {
	p.predeclareAll()
	for _, sym := range p.scopes.symbols {
		if sym != nil && pass(sym) {
			h.Consider(p.Names.Name(sym.id), sym.depth)
		}
	}
}

func (p *parser) hintMacros(h *diag.Hint, functionLike bool) {
	if p.Macros == nil {
		return
	}
	p.Macros(func(name string, isFunction bool) {
		if isFunction == functionLike {
			h.Consider(name, 0)
		}
	})
}

// valueHint is for a name in an expression that is not called: a variable, a constant or a macro; else a type.
func (p *parser) valueHint(name string) string {
	if hint := p.laterName(name); hint != "" {
		return hint
	}
	h := p.list.HintFor(name)
	p.hintSymbols(h, func(s *symbol) bool { return s.kind == symVar || s.kind == symConst })
	p.hintMacros(h, false)
	if h.Name() != "" {
		return h.String()
	}
	if p.is(token.Semicolon) || p.is(token.LBrace) {
		return p.typeHint(name, loneWords)
	}
	return p.typeHint(name, typeWords)
}

// callHint is for a name that is called: a function, a macro with parameters, or a keyword before a parenthesis.
func (p *parser) callHint(name string) string {
	if hint := p.laterName(name); hint != "" {
		return hint
	}
	h := p.list.HintFor(name)
	p.hintSymbols(h, func(s *symbol) bool { return s.kind == symFunc })
	p.hintMacros(h, true)
	if names, ok := p.Builtins.(namer); ok {
		for _, candidate := range names.Names() {
			h.Consider(candidate, 0)
		}
	}
	p.hintKeywords(h, callWords)
	return h.String()
}

// namer is an optional method of Builtins: the names of all built-in functions.
type namer interface{ Names() []string }

// typeHint is for a name where a type is expected: a typedef, or one of some keywords.
func (p *parser) typeHint(name string, words []token.Keyword) string {
	if hint := p.laterName(name); hint != "" {
		return hint
	}
	if t := p.scopes.lookupTag(p.Names.Lookup(name)); t != nil {
		return "; did you mean '" + t.kind.Spelling() + " " + name + "'?"
	}
	h := p.list.HintFor(name)
	p.hintSymbols(h, func(s *symbol) bool { return s.kind == symTypedef })
	p.hintKeywords(h, words)
	return h.String()
}

func (p *parser) hintKeywords(h *diag.Hint, words []token.Keyword) {
	token.EachSpelling(p.Version, func(spelling string, keyword token.Keyword) {
		if slices.Contains(words, keyword) {
			h.Consider(spelling, 0)
		}
	})
}

// typeWords are keywords that can be part of a type, callWords those that a parenthesis follows, declWords those that a
// name can follow, and loneWords those that a semicolon or brace can follow.
var (
	typeWords = []token.Keyword{token.KwChar, token.KwDouble, token.KwEnum, token.KwFloat, token.KwInt, token.KwLong,
		token.KwShort, token.KwSigned, token.KwStruct, token.KwUnion, token.KwUnsigned, token.KwVoid, token.KwBool,
		token.KwHalf, token.KwConst, token.KwVolatile, token.KwGlobal, token.KwLocal, token.KwConstant, token.KwPrivate}
	callWords = []token.Keyword{token.KwSizeof, token.KwIf, token.KwWhile, token.KwFor, token.KwSwitch, token.KwReturn,
		token.KwVecStep, token.KwAttribute}
	declWords = append([]token.Keyword{token.KwKernel, token.KwTypedef, token.KwStatic, token.KwExtern, token.KwInline,
		token.KwReturn, token.KwElse, token.KwGoto, token.KwCase, token.KwReadOnly, token.KwWriteOnly,
		token.KwRestrict},
		typeWords...)
	loneWords = []token.Keyword{token.KwReturn, token.KwBreak, token.KwContinue, token.KwElse, token.KwDo,
		token.KwStruct, token.KwUnion, token.KwEnum}
)

func fieldHint(h *diag.Hint, r *ast.Record, depth int) *diag.Hint {
	for i := range r.Fields {
		f := &r.Fields[i]
		h.Consider(f.Name, depth)
		if f.Anonymous && f.Type.IsRecord() {
			fieldHint(h, f.Type.Record, depth)
		}
	}
	return h
}

// tagHint is for a structure, union or enum that is never defined.
func (p *parser) tagHint(t *ast.Type) string {
	name := t.EnumName
	if t.IsRecord() {
		name = t.Record.Name
	}
	h := p.list.HintFor(name)
	for id := range token.ID(p.Names.Len()) {
		if one := p.scopes.tags[id]; one != nil && one.typ.Kind == t.Kind && !one.typ.IsIncomplete() {
			h.Consider(p.Names.Name(id), one.depth)
		}
	}
	return h.String()
}

func (p *parser) labelHint(name string) string {
	h := p.list.HintFor(name)
	for id := range token.ID(p.Names.Len()) {
		if p.fn.labels[id] != nil {
			h.Consider(p.Names.Name(id), 0)
		}
	}
	return h.String()
}

// attributeHint is for the name of an attribute: it considers those for some purpose.
func (p *parser) attributeHint(name string) string {
	h := p.list.HintFor(name)
	for candidate, class := range attributeClasses() {
		if class == honoured || class == harmless {
			h.Consider(candidate, 0)
		}
	}
	return h.String()
}

// componentHint is for the name of a vector's components.
func (p *parser) componentHint(name string, t *ast.Type) string {
	h := p.list.HintFor(name)
	for _, half := range [...]string{"lo", "hi", "even", "odd"} {
		h.Consider(half, 0)
	}
	lower := strings.ToLower(name)
	if elems := lettersIn(lower, "xyzw", "xyzw"); elems != nil && int(slices.Max(elems)) < t.Lanes() {
		h.Consider(lower, 0)
	}
	return h.String()
}
