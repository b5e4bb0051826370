package token

import "heddle/compiler/diag"

// Flags are properties of one token in its place.
type Flags uint8

// The flags.
const (
	SpaceBefore Flags = 1 << iota // white space or a comment stands before it
	LineStart                     // it is the first token of its line
	NoExpand                      // the preprocessor must not expand it again
)

// Token is one token. Tokens out of macros have the position of the macro's use.
type Token struct {
	Kind  Kind
	Flags Flags
	Pos   diag.Pos
	ID    ID     // of identifiers; NoID otherwise
	Text  string // spelling, line splices removed; for Pragma the text after #pragma
}

// String returns the token as error messages show it.
func (t Token) String() string {
	switch t.Kind {
	case Ident, Number, Char, String, Illegal:
		return t.Text
	}
	return t.Kind.String()
}
