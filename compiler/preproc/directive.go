package preproc

import (
	"strconv"
	"strings"

	"heddle/compiler/token"
)

// fileToken returns the next token of the files being read. Directives on the way are carried out.
func (p *processor) fileToken() token.Token {
	for {
		if p.stopped || len(p.files) == 0 {
			return token.Token{Kind: token.EOF}
		}
		f := p.files[len(p.files)-1]
		t := f.next()
		switch {
		case t.Kind == token.EOF:
			p.closeFile(f)
			if len(p.files) == 0 {
				return t
			}
		case t.Kind == token.Hash && t.Flags&token.LineStart != 0:
			p.directive(f, t)
			if len(p.contexts) > 0 {
				return p.raw() // a pragma left a token
			}
		default:
			return t
		}
	}
}

// directive carries out the directive that begins with hash and leaves the lexer at the start of the next line.
func (p *processor) directive(f *source, hash token.Token) {
	f.inDirective = true
	name := f.next()
	switch name.Kind {
	case token.Newline:
	case token.Number:
		p.lineDirective(name, append([]token.Token{name}, p.readLine(f)...))
	case token.Ident:
		p.namedDirective(f, name)
	default:
		p.list.Errorf(name.Pos, "invalid preprocessing directive")
		f.skipRestOfLine()
	}
	f.inDirective = false
	if p.list.TooMany() {
		p.stopped = true
	}
}

func (p *processor) namedDirective(f *source, name token.Token) {
	switch name.Text {
	case "if":
		p.ifDirective(f, name)
	case "ifdef", "ifndef":
		p.ifdefDirective(f, name)
	case "elif", "elifdef", "elifndef", "else":
		p.elseDirective(f, name)
	case "endif":
		p.endifDirective(f, name)
	case "include", "include_next":
		p.includeDirective(f, name)
	case "error":
		p.list.Errorf(name.Pos, "#error %s", f.restOfLine())
	case "warning":
		p.list.Warnf(name.Pos, "#warning %s", f.restOfLine())
	case "define":
		p.define(name, p.readLine(f))
	case "undef":
		p.undefine(name, p.readLine(f))
	case "line":
		p.lineDirective(name, p.expandList(p.readLine(f)))
	case "pragma":
		p.pragmaDirective(f, name, p.readLine(f))
	case "ident":
		f.skipRestOfLine()
	default:
		p.list.Errorf(name.Pos, "invalid preprocessing directive '#%s'%s", name.Text, p.directiveHint(name.Text))
		f.skipRestOfLine()
	}
}

// readLine returns the rest of the directive's line. The slice is valid until the next call.
func (p *processor) readLine(f *source) []token.Token {
	p.line = p.line[:0]
	for {
		t := f.next()
		if t.Kind == token.Newline {
			return p.line
		}
		p.line = append(p.line, t)
	}
}

func (f *source) restOfLine() string {
	start := f.offset
	f.skipRestOfLine()
	return strings.TrimSpace(f.text[start:f.offset])
}

func (p *processor) expectLineEnd(directive string, line []token.Token) {
	if len(line) > 0 {
		p.list.Warnf(line[0].Pos, "extra tokens at end of %s directive", directive)
	}
}

// lineDirective handles #line N "name" and the linemarkers of other preprocessors, # N "name" flags.
func (p *processor) lineDirective(directive token.Token, line []token.Token) {
	if len(line) == 0 || line[0].Kind != token.Number {
		p.list.Errorf(directive.Pos, "#line directive requires a positive integer argument")
		return
	}
	number, err := strconv.ParseUint(line[0].Text, 10, 31)
	if err != nil {
		p.list.Errorf(line[0].Pos, "#line directive requires a positive integer argument")
		return
	}
	name := ""
	if len(line) > 1 {
		if line[1].Kind != token.String {
			p.list.Errorf(line[1].Pos, "invalid filename for #line directive")
			return
		}
		name = unquote(line[1].Text)
	}
	p.list.Files.SetLine(directive.Pos, int(number), name)
}

// unquote undoes quote: the text of a string literal, escapes of quotes and backslashes undone.
func unquote(literal string) string {
	s := literal
	if len(s) >= 2 {
		s = s[1 : len(s)-1]
	}
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\') {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
