package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

type symbolKind uint8

const (
	symVar symbolKind = iota
	symTypedef
	symFunc
	symConst // an enumerator, or true and false
)

// symbol is what an identifier names.
type symbol struct {
	kind  symbolKind
	id    token.ID
	pos   diag.Pos
	depth int
	v     *ast.Var        // symVar
	typ   qualType        // symTypedef
	funcs []*ast.Function // symFunc: the overloads
	value uint64          // symConst
	ctype *ast.Type       // symConst
}

// tag is the name after struct, union or enum.
type tag struct {
	typ   *ast.Type
	kind  token.Keyword
	pos   diag.Pos
	depth int
	done  bool // an enum that has its list
}

// scopes maps names to their present meanings. Names are small numbers, so the map is a slice; names hidden by a scope
// are restored from an undo list when it closes.
type scopes struct {
	names   *token.Interner
	symbols []*symbol
	tags    map[token.ID]*tag
	undo    []hidden
	marks   []int
}

type hidden struct {
	id     token.ID
	symbol *symbol
	tag    *tag
	isTag  bool
}

func (s *scopes) open() { s.marks = append(s.marks, len(s.undo)) }

func (s *scopes) close() {
	mark := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	for i := len(s.undo) - 1; i >= mark; i-- {
		h := s.undo[i]
		if h.isTag {
			s.tags[h.id] = h.tag
			continue
		}
		s.symbols[h.id] = h.symbol
	}
	s.undo = s.undo[:mark]
}

// depth is 0 at program scope.
func (s *scopes) depth() int { return len(s.marks) }

func (s *scopes) lookup(id token.ID) *symbol {
	if int(id) >= len(s.symbols) {
		return nil
	}
	return s.symbols[id]
}

// here returns the innermost scope's own meaning of a name.
func (s *scopes) here(id token.ID) *symbol {
	sym := s.lookup(id)
	if sym == nil || sym.depth != s.depth() {
		return nil
	}
	return sym
}

func (s *scopes) set(sym *symbol) {
	for int(sym.id) >= len(s.symbols) {
		n := max(int(sym.id)+1, s.names.Len())
		s.symbols = append(s.symbols, make([]*symbol, n-len(s.symbols))...)
	}
	sym.depth = s.depth()
	s.undo = append(s.undo, hidden{id: sym.id, symbol: s.symbols[sym.id]})
	s.symbols[sym.id] = sym
}

func (s *scopes) setTag(id token.ID, t *tag) {
	if s.tags == nil {
		s.tags = map[token.ID]*tag{}
	}
	t.depth = s.depth()
	s.undo = append(s.undo, hidden{id: id, tag: s.tags[id], isTag: true})
	s.tags[id] = t
}

// lookupTag finds a tag of the kind by its name.
func (s *scopes) lookupTag(id token.ID) *tag { return s.tags[id] }
