// Package parse turns the tokens of one OpenCL C unit into a checked syntax tree: it parses and checks in one pass, so
// that every expression has its type when it exists. It knows nothing of the preprocessor, of the built-in functions
// (Builtins answers for them) or of what happens to the tree.
//
// Reading order: parse.go (the parser and its tokens), scope.go (names), type_spec.go and declarator.go (types),
// decl*.go, init.go (declarations), stmt.go, expr*.go (the grammar), convert.go (the conversion rules), const.go
// (constant folding).
//
// Expressions under construction may be lvalues; a user of their value calls rvalue, which loads and decays. An
// expression with an error is ast.Bad of type Invalid, whose uses report nothing.
package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// Builtins answers questions about the built-in functions.
type Builtins interface {
	// Known reports whether a built-in function has this name.
	Known(name string) bool
	// Resolve selects the overload for arguments of these types. The error is the text of a diagnostic.
	Resolve(name string, args []*ast.Type, types *ast.Types) (*Builtin, error)
}

// Builtin is one overload of a built-in function.
type Builtin struct {
	Params []*ast.Type // the types that arguments are converted to; arguments beyond them are only promoted
	Result *ast.Type
	Info   any // for ast.BuiltinCall

	Converted *ast.Type // type that the result is converted to; nil: none

	Scratch uint64 // bytes of local memory that a call needs for itself
}

// Options are the build's options for the language.
type Options struct {
	Version      int  // 100, 110, 120, 200, 300 or 310
	Generic      bool // the generic address space exists; otherwise an unqualified pointee is private
	ProgramScope bool // variables of program scope may lie in global memory
	FP64         bool
	FP16         bool
	Names        *token.Interner // the Interner of the tokens
	Unit         ast.UnitOptions
	Builtins     Builtins // nil: none

	// Macros are the macros of the source, for hints. nil: none.
	Macros func(see func(name string, functionLike bool))
}

// The limits that keep recursion over the source and over the tree within the stack.
const (
	maxBrackets = 256   // nesting of parentheses, braces and brackets
	maxLevels   = 4000  // recursion of any kind in the grammar
	maxChain    = 20000 // operators in a row, which make a tree of that depth

	maxOverloads = 1000 // functions of one name: each declaration and each call looks at all of them
)

type parser struct {
	Options
	toks     []token.Token
	next     int         // index of the token after tok
	tok      token.Token // the current token, never a pragma
	keyword  token.Keyword
	prevEnd  diag.Pos // just after the token before tok
	list     *diag.List
	types    *ast.Types
	unit     *ast.Unit
	scopes   scopes
	images   map[imageKey]*ast.Type
	pragmas  pragmas
	brackets int
	levels   int
	fatal    bool // nothing more is reported, and tok is the end of the file
	fn       *function
	calls    []call

	blockCalls []blockCall
	flexible   map[*ast.Type]bool // types of flexible array members
	longLong   bool               // the warning about long long was given
}

// File parses and checks a unit. The tree is complete only if list has no errors afterwards.
func File(toks []token.Token, o Options, list *diag.List) *ast.Unit {
	p := &parser{Options: o, toks: toks, list: list, types: ast.NewTypes()}
	p.unit = &ast.Unit{Types: p.types, Options: o.Unit}
	p.pragmas.contract = o.Unit.Contract
	p.images = map[imageKey]*ast.Type{}
	p.scopes.names = o.Names
	p.predeclare()
	p.advance()
	for p.tok.Kind != token.EOF {
		before := p.next
		p.externalDecl()
		if p.next == before && p.tok.Kind != token.EOF {
			p.advance() // progress, whatever happens
		}
	}
	p.finishBlocks()
	p.checkRecursion()
	p.noteOpen()
	return p.unit
}

// advance makes the next token current.
func (p *parser) advance() {
	p.prevEnd = p.tok.Pos + diag.Pos(len(p.tok.Text))
	if p.tok.Kind.IsPunctuation() {
		p.prevEnd = p.tok.Pos + diag.Pos(len(p.tok.Kind.String()))
	}
	for p.next < len(p.toks) && p.toks[p.next].Kind == token.Pragma {
		p.pragma(p.toks[p.next])
		p.next++
	}
	if p.next >= len(p.toks) || p.fatal {
		p.tok = token.Token{Kind: token.EOF, Pos: p.tok.Pos}
		p.keyword = token.NotKeyword
		return
	}
	p.tok = p.toks[p.next]
	if p.tok.Kind != token.EOF {
		p.next++
	}
	p.keyword = p.keywordOf(p.tok)
}

func (p *parser) keywordOf(t token.Token) token.Keyword {
	if t.Kind != token.Ident {
		return token.NotKeyword
	}
	return token.KeywordOf(t.ID, p.Version)
}

// peek returns the token after the current one.
func (p *parser) peek() token.Token {
	for i := p.next; i < len(p.toks); i++ {
		if p.toks[i].Kind != token.Pragma {
			return p.toks[i]
		}
	}
	return token.Token{Kind: token.EOF, Pos: p.tok.Pos}
}

// is reports whether the current token is of a kind.
func (p *parser) is(k token.Kind) bool { return p.tok.Kind == k }

// accept skips a token of the kind if it is the current one, and reports whether it was.
func (p *parser) accept(k token.Kind) bool {
	if p.tok.Kind != k {
		return false
	}
	p.advance()
	return true
}

// acceptKeyword skips a keyword if it is the current token, and reports whether it was.
func (p *parser) acceptKeyword(k token.Keyword) bool {
	if p.keyword != k {
		return false
	}
	p.advance()
	return true
}

// expect skips a token of the kind, or reports that it is missing and returns false; where is "after ..." or "in ...".
func (p *parser) expect(k token.Kind, where string) bool {
	if p.accept(k) {
		return true
	}
	p.errorf(p.expectPos(), "expected '%s' %s", k, where)
	return false
}

// expectAfter is expect after an expression: after one with an error the missing token is not reported.
func (p *parser) expectAfter(e ast.Expr, k token.Kind, where string) bool {
	if !p.is(k) && isInvalid(e) {
		return false
	}
	return p.expect(k, where)
}

// expectPos is where a missing token is reported: after the token before.
func (p *parser) expectPos() diag.Pos {
	if p.prevEnd == diag.NoPos || p.list.Files.Line(p.prevEnd) == 0 {
		return p.tok.Pos
	}
	return p.prevEnd
}

// isOrdinary reports whether the current token is an identifier that is no keyword.
func (p *parser) isOrdinary() bool { return p.tok.Kind == token.Ident && p.keyword == token.NotKeyword }

func (p *parser) errorf(pos diag.Pos, format string, args ...any) {
	if p.fatal {
		return
	}
	p.list.Errorf(pos, format, args...)
	if p.list.TooMany() {
		p.stop()
	}
}

func (p *parser) warnf(pos diag.Pos, format string, args ...any) {
	if !p.fatal {
		p.list.Warnf(pos, format, args...)
	}
}

// notef adds a remark to the diagnostic before; a remark without a place is dropped.
func (p *parser) notef(pos diag.Pos, format string, args ...any) {
	if !p.fatal && pos != diag.NoPos {
		p.list.Notef(pos, format, args...)
	}
}

// stop ends the parse: the rest of the source is not read.
func (p *parser) stop() {
	p.fatal = true
	p.tok = token.Token{Kind: token.EOF, Pos: p.tok.Pos}
	p.keyword = token.NotKeyword
}

// bracket counts a bracket that opens; the caller calls unbracket when it closes.
func (p *parser) bracket() {
	p.brackets++
	if p.brackets > maxBrackets {
		p.errorf(p.tok.Pos, "brackets are nested more than %d levels deep", maxBrackets)
		p.stop()
	}
}

func (p *parser) unbracket() { p.brackets-- }

// enter counts a step of recursion; the caller calls leave.
func (p *parser) enter() {
	p.levels++
	if p.levels > maxLevels {
		p.errorf(p.tok.Pos, "constructs are nested more than %d levels deep", maxLevels)
		p.stop()
	}
}

func (p *parser) leave() { p.levels-- }

// link counts one more operator in a row.
func (p *parser) link(n *int) {
	*n++
	if *n > maxChain {
		p.errorf(p.tok.Pos, "expression has more than %d operators in a row", maxChain)
		p.stop()
	}
}

// skipTo skips to a token of the kind at the same bracket level, or to the semicolon or brace that ends its context. It
// reports whether the current token is of the kind.
func (p *parser) skipTo(k token.Kind) bool {
	depth := 0
	for p.tok.Kind != token.EOF {
		if depth == 0 && p.tok.Kind == k {
			return true
		}
		switch p.tok.Kind {
		case token.LBrace, token.LParen, token.LBrack:
			depth++
		case token.RParen, token.RBrack:
			depth = max(0, depth-1)
		case token.Semicolon:
			if depth == 0 {
				return false
			}
		case token.RBrace:
			if depth == 0 {
				return false
			}
			depth--
		}
		p.advance()
	}
	return false
}

// recoverStmt skips past the semicolon that ends the faulty statement, or to the closing brace.
func (p *parser) recoverStmt() {
	depth := 0
	for p.tok.Kind != token.EOF {
		switch p.tok.Kind {
		case token.LBrace:
			depth++
		case token.RBrace:
			if depth == 0 {
				return
			}
			depth--
			if depth == 0 {
				p.advance()
				return
			}
		case token.Semicolon:
			if depth == 0 {
				p.advance()
				return
			}
		}
		p.advance()
	}
}
