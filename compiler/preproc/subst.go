package preproc

import (
	"strings"

	"heddle/compiler/token"
)

// substitute returns the replacement list of a use of m: arguments put in, # and ## done (C99 6.10.3.1 to .3). The list
// comes from the pool.
func (p *processor) substitute(m *macro, args []argument, use token.Token) []token.Token {
	s := substitution{p: p, m: m, args: args, use: use, out: p.buffer(len(m.body))}
	for i := 0; i < len(m.body) && !p.stopped; i++ {
		i = s.item(i)
	}
	return s.withoutPlacemarkers()
}

func (p *processor) buffer(size int) []token.Token {
	if n := len(p.free); n > 0 {
		b := p.free[n-1]
		p.free = p.free[:n-1]
		return b
	}
	return make([]token.Token, 0, max(16, size))
}

type substitution struct {
	p            *processor
	m            *macro
	args         []argument
	use          token.Token
	out          []token.Token
	placemarkers bool
}

// item appends the body's item at i and returns the index of its last token.
func (s *substitution) item(i int) int {
	t := s.m.body[i]
	switch {
	case s.isPaste(i):
		return s.paste(i)
	case t.Kind == token.Ident && t.ID == s.p.known.vaOpt:
		return s.vaOpt(i)
	case t.Kind == token.Hash && s.m.functionLike:
		s.emit(s.stringify(t, s.args[s.m.body[i+1].ID].raw))
		return i + 1
	case t.Kind != token.MacroParam:
		t.Pos = s.use.Pos
		s.emit(t)
	case s.isPaste(i + 1):
		s.emitRaw(t)
	default:
		s.emitExpanded(t)
	}
	return i
}

func (s *substitution) isPaste(i int) bool {
	return !s.m.plain && i < len(s.m.body) && s.m.body[i].Kind == token.HashHash
}

func (s *substitution) emit(t token.Token) {
	if s.p.spend(s.use.Pos, 1) {
		s.out = append(s.out, t)
	}
}

// emitList appends an argument's tokens; the first takes the spacing of the parameter.
func (s *substitution) emitList(param token.Token, list []token.Token) {
	if len(list) == 0 || !s.p.spend(s.use.Pos, len(list)) {
		return
	}
	first := len(s.out)
	s.out = append(s.out, list...)
	s.out[first].Flags = s.out[first].Flags&^spacing | param.Flags&spacing
}

func (s *substitution) emitExpanded(param token.Token) {
	a := &s.args[param.ID]
	if !a.done {
		a.expanded, a.done = s.p.expandList(a.raw), true
	}
	s.emitList(param, a.expanded)
}

// emitRaw appends an argument that is an operand of ##; an empty one leaves a placemarker.
func (s *substitution) emitRaw(param token.Token) {
	raw := s.args[param.ID].raw
	if len(raw) == 0 {
		s.placemarkers = true
		s.emit(token.Token{Kind: token.Placemarker, Flags: param.Flags & spacing, Pos: s.use.Pos})
		return
	}
	s.emitList(param, raw)
}

// paste does the ## at i, whose left operand is the last token out, and returns the index of its right operand.
func (s *substitution) paste(i int) int {
	right := i + 1
	for s.isPaste(right) && right+1 < len(s.m.body) {
		right++ // repeated ## are one
	}
	if s.commaBeforeVariadic(i, right) {
		return right
	}
	at := len(s.out) - 1
	t := s.m.body[right]
	switch {
	case t.Kind == token.MacroParam:
		s.emitRaw(t)
	case t.Kind == token.Ident && t.ID == s.p.known.vaOpt:
		right = s.vaOpt(right)
	case t.Kind == token.Hash && s.m.functionLike && right+1 < len(s.m.body):
		right++
		s.emit(s.stringify(t, s.args[s.m.body[right].ID].raw))
	default:
		t.Pos = s.use.Pos
		s.emit(t)
	}
	if at >= 0 && at+1 < len(s.out) {
		s.joinAt(at)
	}
	return right
}

// commaBeforeVariadic handles ", ## __VA_ARGS__" as all compilers do, and reports whether the comma at i is one: it is
// dropped when there are no variable arguments, else nothing is pasted.
func (s *substitution) commaBeforeVariadic(i, right int) bool {
	t := s.m.body[right]
	isVariadicParam := s.m.variadic && t.Kind == token.MacroParam && int(t.ID) == len(s.m.params)-1
	if !isVariadicParam || i == 0 || s.m.body[i-1].Kind != token.Comma || len(s.out) == 0 {
		return false
	}
	if len(s.args[t.ID].raw) == 0 {
		s.out = s.out[:len(s.out)-1]
		return true
	}
	s.emitExpanded(t)
	return true
}

// joinAt pastes the tokens at and at+1.
func (s *substitution) joinAt(at int) {
	a, b := s.out[at], s.out[at+1]
	rest := s.out[at+2:]
	switch {
	case b.Kind == token.Placemarker:
		s.out = append(s.out[:at+1], rest...)
	case a.Kind == token.Placemarker:
		b.Flags = b.Flags&^spacing | a.Flags&spacing
		s.out[at] = b
		s.out = append(s.out[:at+1], rest...)
	default:
		if !s.p.spend(s.use.Pos, (len(a.Text)+len(b.Text))/4) {
			return
		}
		if joined, ok := s.p.join(a, b); ok {
			s.out[at] = joined
			s.out = append(s.out[:at+1], rest...)
		}
	}
}

// join makes one token of two; if they do not form one, that is an error at the use.
func (p *processor) join(a, b token.Token) (token.Token, bool) {
	l := lexer{text: a.Text + b.Text, names: p.names, list: p.list, inDirective: true}
	t := token.Token{Kind: token.Illegal}
	if end, _ := commentEnd(l.text, 0); end == 0 || l.text[0] != '/' {
		t = l.next()
	}
	if t.Kind == token.Illegal || l.offset != len(l.text) {
		p.list.Errorf(a.Pos, "pasting formed '%s', an invalid preprocessing token", l.text)
		return t, false
	}
	t.Pos, t.Flags = a.Pos, a.Flags&spacing
	return t, true
}

func (s *substitution) withoutPlacemarkers() []token.Token {
	if !s.placemarkers {
		return s.out
	}
	kept := s.out[:0]
	for _, t := range s.out {
		if t.Kind != token.Placemarker {
			kept = append(kept, t)
		}
	}
	return kept
}

// stringify is the # operator.
func (s *substitution) stringify(hash token.Token, raw []token.Token) token.Token {
	var b strings.Builder
	b.WriteByte('"')
	for i, t := range raw {
		if i > 0 && t.Flags&token.SpaceBefore != 0 {
			b.WriteByte(' ')
		}
		if t.Kind == token.String || t.Kind == token.Char {
			escapeTo(&b, t.Text)
		} else {
			b.WriteString(t.Text)
		}
		if !s.p.spend(s.use.Pos, len(t.Text)/4) {
			break
		}
	}
	b.WriteByte('"')
	return token.Token{Kind: token.String, Flags: hash.Flags & spacing, Pos: s.use.Pos, Text: b.String()}
}

func escapeTo(b *strings.Builder, s string) {
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
}

// quote makes a string literal of a text.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	escapeTo(&b, s)
	b.WriteByte('"')
	return b.String()
}
