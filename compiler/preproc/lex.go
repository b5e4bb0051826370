package preproc

import (
	"heddle/compiler/diag"
	"heddle/compiler/token"
	"sync"
	"unicode/utf8"
)

// lexer splits a text without line splices into preprocessing tokens.
type lexer struct {
	text        string
	splices     []splice
	base        diag.Pos
	offset      int
	lineStart   bool // the next token is the first of its line
	inDirective bool // ends of lines are tokens
	isSkipping  bool // errors are not reported
	names       *token.Interner
	list        *diag.List
}

// The classes of bytes.
const (
	classOther uint8 = iota
	classBlank
	classIdent
	classDigit
	classPunct
)

var classes = func() (table [256]uint8) {
	for _, c := range "\x00 \t\r\v\f" {
		table[c] = classBlank
	}
	for c := 'a'; c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = classIdent, classIdent
	}
	table['_'], table['$'] = classIdent, classIdent
	for c := '0'; c <= '9'; c++ {
		table[c] = classDigit
	}
	for _, c := range "[](){}.-+&*~!/%<>=^|?:;,#@" {
		table[c] = classPunct
	}
	return table
}()

func (l *lexer) pos(offset int) diag.Pos {
	if l.splices == nil {
		return l.base + diag.Pos(offset)
	}
	return l.base + diag.Pos(originalOffset(l.splices, offset))
}

// next returns the next token. At the end of the text it returns EOF, repeatedly; inside a directive it returns Newline
// at the end of the line and does not go beyond it.
func (l *lexer) next() token.Token {
	flags := l.skipSpace()
	if l.lineStart {
		flags |= token.LineStart
	}
	start := l.offset
	if start >= len(l.text) {
		if l.inDirective {
			return token.Token{Kind: token.Newline, Pos: l.pos(start)}
		}
		return token.Token{Kind: token.EOF, Flags: flags, Pos: l.pos(start)}
	}
	if l.text[start] == '\n' { // only inside directives
		return token.Token{Kind: token.Newline, Pos: l.pos(start)}
	}
	l.lineStart = false
	t := token.Token{Flags: flags, Pos: l.pos(start)}
	t.Kind, l.offset = l.scan(start)
	t.Text = l.text[start:l.offset]
	if t.Kind == token.Ident {
		t.ID = l.names.Intern(t.Text)
	}
	return t
}

// skipSpace skips blanks, comments and, outside directives, ends of lines.
func (l *lexer) skipSpace() token.Flags {
	start := l.offset
	for l.offset < len(l.text) {
		c := l.text[l.offset]
		switch {
		case classes[c] == classBlank:
			l.offset++
		case c == '\n':
			if l.inDirective {
				return spaceFlag(l.offset > start)
			}
			l.offset++
			l.lineStart = true
		case c == '/' && l.skipComment():
		case c >= utf8.RuneSelf && l.skipUnicodeSpace():
		default:
			return spaceFlag(l.offset > start)
		}
	}
	return token.SpaceBefore
}

func spaceFlag(space bool) token.Flags {
	if space {
		return token.SpaceBefore
	}
	return 0
}

// skipComment skips a comment that begins here, and reports whether there was one. A line comment ends before the end
// of its line.
func (l *lexer) skipComment() bool {
	end, closed := commentEnd(l.text, l.offset)
	if end == l.offset {
		return false
	}
	if !closed {
		l.list.Errorf(l.pos(l.offset), "unterminated comment")
	}
	l.offset = end
	return true
}

// commentEnd returns the offset after the comment that begins at i, i itself if none does. closed is false for a block
// comment without an end.
func commentEnd(s string, i int) (end int, closed bool) {
	if i+1 >= len(s) {
		return i, true
	}
	switch s[i+1] {
	case '/':
		for i += 2; i < len(s) && s[i] != '\n'; i++ {
		}
		return i, true
	case '*':
		for j := i + 3; j < len(s); j++ {
			if s[j] == '/' && s[j-1] == '*' {
				return j + 1, true
			}
		}
		return len(s), false
	}
	return i, true
}

// scan returns the kind of the token that begins at i, and its end.
func (l *lexer) scan(i int) (token.Kind, int) {
	c := l.text[i]
	switch classes[c] {
	case classIdent:
		end := l.identEnd(i + 1)
		if end-i <= 2 && end < len(l.text) && (l.text[end] == '\'' || l.text[end] == '"') {
			return l.scanPrefixed(i, end)
		}
		return token.Ident, end
	case classDigit:
		return token.Number, l.numberEnd(i)
	case classPunct:
		if c == '.' && i+1 < len(l.text) && classes[l.text[i+1]] == classDigit {
			return token.Number, l.numberEnd(i)
		}
		return scanPunct(l.text[i:], i)
	}
	switch c {
	case '"':
		return l.scanQuoted(i, token.String)
	case '\'':
		return l.scanQuoted(i, token.Char)
	}
	if c >= utf8.RuneSelf {
		if size := l.identStart(i); size > 0 {
			return token.Ident, l.identEnd(i + size)
		}
		_, size := utf8.DecodeRuneInString(l.text[i:])
		return token.Illegal, i + size
	}
	return token.Illegal, i + 1
}

// scanPrefixed decides whether an identifier before a quote is the prefix of a character or string constant.
func (l *lexer) scanPrefixed(i, end int) (token.Kind, int) {
	switch l.text[i:end] {
	case "L", "u", "U", "u8":
	default:
		return token.Ident, end
	}
	kind := token.String
	if l.text[end] == '\'' {
		kind = token.Char
	}
	if got, after := l.scanQuoted(end, kind); got == kind {
		return kind, after
	}
	return token.Ident, end // the quote that is not closed is reported next
}

func isIdentByte(c byte) bool {
	class := classes[c]
	return class == classIdent || class == classDigit
}

// numberEnd returns the end of the preprocessing number at i (C99 6.4.8).
func (l *lexer) numberEnd(i int) int {
	for i++; i < len(l.text); i++ {
		c := l.text[i]
		if isIdentByte(c) || c == '.' {
			continue
		}
		if c >= utf8.RuneSelf {
			if end := l.identEnd(i); end > i {
				i = end - 1
				continue
			}
		}
		if c != '+' && c != '-' {
			break
		}
		switch l.text[i-1] {
		case 'e', 'E', 'p', 'P':
			continue
		}
		break
	}
	return i
}

// scanQuoted returns a string or character constant; one without an end in its line is Illegal and takes the line.
func (l *lexer) scanQuoted(i int, kind token.Kind) (token.Kind, int) {
	quote := l.text[i]
	for i++; i < len(l.text) && l.text[i] != '\n'; i++ {
		switch l.text[i] {
		case quote:
			return kind, i + 1
		case '\\':
			if i+1 < len(l.text) && l.text[i+1] != '\n' {
				i++
			}
		}
	}
	return token.Illegal, i
}

// punctuator is a token that is no word, number or text.
type punctuator struct {
	text string
	kind token.Kind
}

// punctuation lists the punctuators that begin with each byte, longest first; digraphs have the kind of what they stand
// for.
var punctuation = sync.OnceValue(func() *[128][]punctuator {
	longestFirst := []punctuator{
		{"%:%:", token.HashHash}, {"...", token.Ellipsis}, {"<<=", token.ShlEq}, {">>=", token.ShrEq},
		{"->", token.Arrow}, {"++", token.Inc}, {"--", token.Dec}, {"<<", token.Shl}, {">>", token.Shr},
		{"<=", token.LessEq}, {">=", token.GreaterEq}, {"==", token.Equal}, {"!=", token.NotEqual},
		{"&&", token.AndAnd}, {"||", token.OrOr}, {"*=", token.StarEq}, {"/=", token.SlashEq},
		{"%=", token.PercentEq}, {"+=", token.PlusEq}, {"-=", token.MinusEq}, {"&=", token.AndEq},
		{"^=", token.XorEq}, {"|=", token.OrEq}, {"##", token.HashHash}, {"<:", token.LBrack}, {":>", token.RBrack},
		{"<%", token.LBrace}, {"%>", token.RBrace}, {"%:", token.Hash}, {"[", token.LBrack}, {"]", token.RBrack},
		{"(", token.LParen}, {")", token.RParen}, {"{", token.LBrace}, {"}", token.RBrace}, {".", token.Dot},
		{"&", token.And}, {"*", token.Star}, {"+", token.Plus}, {"-", token.Minus}, {"~", token.Tilde},
		{"!", token.Not}, {"/", token.Slash}, {"%", token.Percent}, {"<", token.Less}, {">", token.Greater},
		{"^", token.Xor}, {"|", token.Or}, {"?", token.Question}, {":", token.Colon}, {";", token.Semicolon},
		{"=", token.Assign}, {",", token.Comma}, {"#", token.Hash}, {"@", token.At},
	}
	var table [128][]punctuator
	for _, p := range longestFirst {
		table[p.text[0]] = append(table[p.text[0]], p)
	}
	return &table
})

// scanPunct returns the punctuator at the start of s, which begins at offset.
func scanPunct(s string, offset int) (token.Kind, int) {
	for _, p := range punctuation()[s[0]] {
		if len(p.text) == 1 || len(s) >= len(p.text) && s[:len(p.text)] == p.text {
			return p.kind, offset + len(p.text)
		}
	}
	return token.Illegal, offset + 1
}

// parenFollows reports whether the next token is a left parenthesis, without reading it. Ends of lines are space
// unless a directive is being read.
func (l *lexer) parenFollows() bool {
	for i := l.offset; i < len(l.text); {
		c := l.text[i]
		switch {
		case classes[c] == classBlank || c == '\n' && !l.inDirective:
			i++
		case c == '/':
			end, _ := commentEnd(l.text, i)
			if end == i {
				return false
			}
			i = end
		default:
			return c == '('
		}
	}
	return false
}

// skipToDirective skips lines without looking at their tokens until one begins with #, which it reads. It returns false
// at the end of the text.
func (l *lexer) skipToDirective() bool {
	l.isSkipping = true
	defer func() { l.isSkipping = false }()
	for l.offset < len(l.text) {
		l.skipSpace()
		if l.offset >= len(l.text) {
			return false
		}
		if l.lineStart {
			l.lineStart = false
			if kind, end := l.scan(l.offset); kind == token.Hash {
				l.offset = end
				return true
			}
		}
		l.skipRestOfLine()
	}
	return false
}

// skipRestOfLine stops before the end of the line or of a block comment that ends in a later line.
func (l *lexer) skipRestOfLine() {
	for l.offset < len(l.text) {
		switch l.text[l.offset] {
		case '\n':
			return
		case '"', '\'':
			_, l.offset = l.scanQuoted(l.offset, token.String)
		case '/':
			if !l.skipComment() {
				l.offset++
			}
		default:
			l.offset++
		}
	}
}

// headerName reads <name> if it is what comes next.
func (l *lexer) headerName() (string, bool) {
	l.skipSpace()
	if l.offset >= len(l.text) || l.text[l.offset] != '<' {
		return "", false
	}
	for i := l.offset + 1; i < len(l.text) && l.text[i] != '\n'; i++ {
		if l.text[i] == '>' {
			name := l.text[l.offset+1 : i]
			l.offset = i + 1
			return name, true
		}
	}
	return "", false
}
