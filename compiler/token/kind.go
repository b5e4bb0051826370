// Package token holds the tokens of OpenCL C, the keyword table and the interning of identifiers. It knows nothing of
// how tokens come about or what they mean.
//
// Reading order: kind.go (kinds), token.go (the token), keyword.go (the keywords), interner.go.
package token

// Kind is the kind of a token. Keywords are of kind Ident: their identifiers have fixed ids, see KeywordOf.
type Kind uint8

// The kinds of tokens.
const (
	EOF     Kind = iota // the last token of every list
	Ident               // identifier or keyword
	Number              // preprocessing number, spelling in Text: may still turn out to be no valid constant
	Char                // character constant with its quotes and prefix
	String              // string literal with its quotes and prefix; adjacent literals are not joined
	Pragma              // #pragma or _Pragma that may concern the compiler; Text is the text after #pragma
	Illegal             // a byte that begins no token

	LBrack    // [
	RBrack    // ]
	LParen    // (
	RParen    // )
	LBrace    // {
	RBrace    // }
	Dot       // .
	Arrow     // ->
	Inc       // ++
	Dec       // --
	And       // &
	Star      // *
	Plus      // +
	Minus     // -
	Tilde     // ~
	Not       // !
	Slash     // /
	Percent   // %
	Shl       // <<
	Shr       // >>
	Less      // <
	Greater   // >
	LessEq    // <=
	GreaterEq // >=
	Equal     // ==
	NotEqual  // !=
	Xor       // ^
	Or        // |
	AndAnd    // &&
	OrOr      // ||
	Question  // ?
	Colon     // :
	Semicolon // ;
	Ellipsis  // ...
	Assign    // =
	StarEq    // *=
	SlashEq   // /=
	PercentEq // %=
	PlusEq    // +=
	MinusEq   // -=
	ShlEq     // <<=
	ShrEq     // >>=
	AndEq     // &=
	XorEq     // ^=
	OrEq      // |=
	Comma     // ,
	Hash      // # (only inside the preprocessor and in garbage)
	HashHash  // ## (likewise)
	At        // @ (reserved; always an error outside the preprocessor)

	// Newline, MacroParam and Placemarker exist inside the preprocessor only.
	Newline
	MacroParam
	Placemarker
	numKinds
)

var kindNames = [numKinds]string{
	EOF: "end of file", Ident: "identifier", Number: "number", Char: "character constant", String: "string literal",
	Pragma: "#pragma", Illegal: "illegal character",
	LBrack: "[", RBrack: "]", LParen: "(", RParen: ")", LBrace: "{", RBrace: "}", Dot: ".", Arrow: "->", Inc: "++",
	Dec: "--", And: "&", Star: "*", Plus: "+", Minus: "-", Tilde: "~", Not: "!", Slash: "/", Percent: "%", Shl: "<<",
	Shr: ">>", Less: "<", Greater: ">", LessEq: "<=", GreaterEq: ">=", Equal: "==", NotEqual: "!=", Xor: "^", Or: "|",
	AndAnd: "&&", OrOr: "||", Question: "?", Colon: ":", Semicolon: ";", Ellipsis: "...", Assign: "=", StarEq: "*=",
	SlashEq: "/=", PercentEq: "%=", PlusEq: "+=", MinusEq: "-=", ShlEq: "<<=", ShrEq: ">>=", AndEq: "&=", XorEq: "^=",
	OrEq: "|=", Comma: ",", Hash: "#", HashHash: "##", At: "@",
	Newline: "end of line", MacroParam: "macro parameter", Placemarker: "placemarker",
}

// String returns the spelling of punctuation and a description of the rest, as error messages want it.
func (k Kind) String() string { return kindNames[k] }

// IsPunctuation reports whether the kind has a fixed spelling.
func (k Kind) IsPunctuation() bool { return k >= LBrack && k <= At }
