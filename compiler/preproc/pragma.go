package preproc

import (
	"strings"

	"heddle/compiler/token"
)

// pragmaDirective handles #pragma. One that may concern the compiler becomes a token before those of the file.
func (p *processor) pragmaDirective(f *source, directive token.Token, line []token.Token) {
	if len(line) == 0 {
		return
	}
	if line[0].ID == p.known.once {
		f.file.once = true
		return
	}
	if t, ok := p.pragmaToken(directive, line); ok {
		p.push(context{tokens: []token.Token{t}})
	}
}

// pragmaOperator handles _Pragma("text"), whose name has been read.
func (p *processor) pragmaOperator(use token.Token) (token.Token, bool) {
	if !p.parenFollows() {
		p.list.Errorf(use.Pos, "_Pragma takes a parenthesized string literal")
		return use, false
	}
	p.raw()
	text := p.raw()
	if text.Kind != token.String || p.raw().Kind != token.RParen {
		p.list.Errorf(use.Pos, "_Pragma takes a parenthesized string literal")
		return use, false
	}
	l := lexer{text: unquote(text.Text), inDirective: true, names: p.names, list: p.list}
	var line []token.Token
	for t := l.next(); t.Kind != token.Newline; t = l.next() {
		t.Pos = use.Pos
		line = append(line, t)
	}
	return p.pragmaToken(use, line)
}

// pragmaToken returns the token of a pragma, false for those without effect here. Its text has one blank between
// tokens; the count of an unroll pragma is expanded and stands without parentheses.
func (p *processor) pragmaToken(directive token.Token, line []token.Token) (token.Token, bool) {
	if len(line) == 0 {
		return token.Token{}, false
	}
	switch line[0].Text {
	case "OPENCL", "STDC":
	case "unroll", "nounroll":
		line = withoutParens(p.expandList(line))
	case "pack":
		line = p.expandList(line)
	case "GCC":
		if len(line) < 2 || line[1].Text != "unroll" {
			return token.Token{}, false
		}
		line = withoutParens(p.expandList(line[1:]))
	case "clang":
		if len(line) < 2 || line[1].Text != "loop" && line[1].Text != "fp" {
			return token.Token{}, false
		}
		line = p.expandList(line)
	default:
		return token.Token{}, false
	}
	words := make([]string, len(line))
	for i, t := range line {
		words[i] = t.Text
	}
	text := strings.Join(words, " ")
	return token.Token{Kind: token.Pragma, Flags: token.LineStart, Pos: directive.Pos, Text: text}, true
}

func withoutParens(line []token.Token) []token.Token {
	var kept []token.Token
	for _, t := range line {
		if t.Kind != token.LParen && t.Kind != token.RParen {
			kept = append(kept, t)
		}
	}
	return kept
}
