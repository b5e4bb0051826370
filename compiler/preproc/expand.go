package preproc

import (
	"path"
	"strconv"

	"heddle/compiler/diag"
	"heddle/compiler/shortage"
	"heddle/compiler/token"
)

// context is a list of tokens being read before the rest of the file.
type context struct {
	tokens  []token.Token
	at      int
	macro   *macro      // enabled again when the list is used up
	pos     diag.Pos    // position given to all tokens, unless NoPos
	flags   token.Flags // spacing of the first token, if macro is set
	barrier bool        // reading does not continue below this list
	owned   bool        // tokens go back to the pool
}

const spacing = token.SpaceBefore | token.LineStart

// next returns the next token after macro expansion.
func (p *processor) next() token.Token {
	for {
		t := p.raw()
		if t.Kind != token.Ident {
			p.pendingDefined = p.pendingDefined && t.Kind == token.LParen
			return t
		}
		if p.inCondition && p.handleDefined(t) {
			return t
		}
		if t.ID == p.known.pragmaOperator && !p.inCondition {
			if pragma, ok := p.pragmaOperator(t); ok {
				return pragma
			}
			continue
		}
		m := p.macroOf(t.ID)
		if m == nil || t.Flags&token.NoExpand != 0 {
			return t
		}
		if m.disabled {
			t.Flags |= token.NoExpand
			return t
		}
		if m.builtin != notBuiltin {
			return p.builtinToken(m, t)
		}
		if !p.enter(m, t) {
			return t
		}
	}
}

// handleDefined keeps the operand of "defined" in an #if from being expanded, and reports whether t begins one.
func (p *processor) handleDefined(t token.Token) bool {
	if p.pendingDefined {
		p.pendingDefined = false
		return true
	}
	p.pendingDefined = t.ID == p.known.defined
	return p.pendingDefined
}

// raw returns the next token without expanding it.
func (p *processor) raw() token.Token {
	for len(p.contexts) > 0 {
		c := &p.contexts[len(p.contexts)-1]
		if c.at < len(c.tokens) && !p.stopped {
			t := c.tokens[c.at]
			if c.pos != diag.NoPos {
				t.Pos = c.pos
			}
			if c.at == 0 && c.macro != nil {
				t.Flags = t.Flags&^spacing | c.flags
			}
			c.at++
			return t
		}
		if c.barrier {
			return token.Token{Kind: token.EOF}
		}
		p.pop()
	}
	return p.fileToken()
}

func (p *processor) push(c context) {
	if len(p.contexts) >= maxContextDepth {
		p.stop(c.pos, "macro expansion is nested too deeply")
		return
	}
	if c.macro != nil {
		c.macro.disabled = true
	}
	p.contexts = append(p.contexts, c)
}

func (p *processor) pop() {
	last := len(p.contexts) - 1
	c := p.contexts[last]
	p.contexts[last] = context{}
	p.contexts = p.contexts[:last]
	if c.macro != nil {
		c.macro.disabled = false
	}
	if c.owned {
		p.free = append(p.free, c.tokens[:0])
	}
}

// spend takes the work for n tokens from the budget and reports whether it suffices.
func (p *processor) spend(pos diag.Pos, n int) bool {
	shortage.Check()
	p.work += n
	if p.work > maxExpandedWork {
		p.stop(pos, "macro expansion grows too large")
	}
	return !p.stopped
}

// expandList expands a list on its own: the tokens after it are not read.
func (p *processor) expandList(list []token.Token) []token.Token {
	if !mayExpand(p, list) {
		return list
	}
	depth := len(p.contexts)
	p.push(context{tokens: list, barrier: true})
	var out []token.Token
	for {
		t := p.next()
		if t.Kind == token.EOF {
			break
		}
		out = append(out, t)
	}
	for len(p.contexts) > depth {
		p.pop()
	}
	return out
}

// mayExpand reports whether a list contains anything to expand, so that most arguments need no copy.
func mayExpand(p *processor, list []token.Token) bool {
	for i := range list {
		if t := &list[i]; t.Kind == token.Ident && (p.macroOf(t.ID) != nil || t.ID == p.known.pragmaOperator) {
			return true
		}
	}
	return false
}

// enter begins reading the replacement of m, used at t. It returns false if this is no use of the macro: a
// function-like one without arguments.
func (p *processor) enter(m *macro, t token.Token) bool {
	if !m.functionLike {
		p.enterObject(m, t)
		return true
	}
	if !p.parenFollows() {
		return false
	}
	p.raw()
	args, ok := p.collectArgs(m, t)
	if !ok {
		return true
	}
	out := p.substitute(m, args, t)
	p.push(context{tokens: out, macro: m, flags: t.Flags & spacing, owned: true})
	return true
}

func (p *processor) enterObject(m *macro, t token.Token) {
	if !p.spend(t.Pos, 1+len(m.body)) {
		return
	}
	c := context{tokens: m.body, macro: m, pos: t.Pos, flags: t.Flags & spacing}
	if !m.plain {
		c.tokens, c.owned = p.substitute(m, nil, t), true
	}
	p.push(c)
}

// parenFollows reports whether the next token is a left parenthesis.
func (p *processor) parenFollows() bool {
	for i := len(p.contexts) - 1; i >= 0; i-- {
		c := &p.contexts[i]
		if c.at < len(c.tokens) {
			return c.tokens[c.at].Kind == token.LParen
		}
		if c.barrier {
			return false
		}
	}
	return len(p.files) > 0 && p.files[len(p.files)-1].parenFollows()
}

// argument is one macro argument, before and, when it was needed, after its own expansion.
type argument struct {
	raw      []token.Token
	expanded []token.Token
	done     bool
}

// collectArgs reads the arguments of a use of m up to the right parenthesis; the left one is read already.
func (p *processor) collectArgs(m *macro, use token.Token) ([]argument, bool) {
	var (
		tokens []token.Token
		ends   []int
		depth  int
	)
	for {
		t := p.raw()
		switch {
		case t.Kind == token.EOF:
			if !p.stopped {
				p.list.Errorf(use.Pos, "unterminated argument list invoking macro '%s'", use.Text)
			}
			return nil, false
		case t.Kind == token.RParen && depth == 0:
			return p.checkArgs(m, use, cutArgs(tokens, append(ends, len(tokens))))
		case t.Kind == token.Comma && depth == 0 && !(m.variadic && len(ends) >= len(m.params)-1): // not of ...
			ends = append(ends, len(tokens))
			continue
		case t.Kind == token.LParen:
			depth++
		case t.Kind == token.RParen:
			depth--
		case t.Kind == token.Ident && t.Flags&token.NoExpand == 0:
			if q := p.macroOf(t.ID); q != nil && q.disabled { // never expanded again, wherever it goes
				t.Flags |= token.NoExpand
			}
		}
		if !p.spend(use.Pos, 1) {
			return nil, false
		}
		if t.Flags&token.LineStart != 0 {
			t.Flags = t.Flags&^token.LineStart | token.SpaceBefore
		}
		tokens = append(tokens, t)
	}
}

func cutArgs(tokens []token.Token, ends []int) []argument {
	args := make([]argument, len(ends))
	start := 0
	for i, end := range ends {
		args[i].raw = tokens[start:end:end]
		start = end
	}
	return args
}

// checkArgs compares the number of arguments with that of parameters. f() is one empty argument, or none.
func (p *processor) checkArgs(m *macro, use token.Token, args []argument) ([]argument, bool) {
	if len(m.params) == 0 && len(args) == 1 && len(args[0].raw) == 0 {
		return nil, true
	}
	if m.variadic && len(args) == len(m.params)-1 {
		args = append(args, argument{})
	}
	switch {
	case len(args) < len(m.params):
		p.list.Errorf(use.Pos, "too few arguments provided to function-like macro '%s'", use.Text)
		return nil, false
	case len(args) > len(m.params):
		p.list.Errorf(use.Pos, "too many arguments provided to function-like macro '%s'", use.Text)
		return nil, false
	}
	return args, true
}

func (p *processor) builtinToken(m *macro, use token.Token) token.Token {
	t := token.Token{Kind: token.Number, Flags: use.Flags & spacing, Pos: use.Pos}
	switch m.builtin {
	case lineMacro:
		t.Text = strconv.Itoa(p.list.Files.Line(use.Pos))
	case fileMacro:
		t.Kind, t.Text = token.String, quote(p.list.Files.Position(use.Pos).Name)
	case counterMacro:
		t.Text = strconv.Itoa(p.counter)
		p.counter++
	case baseFileMacro:
		t.Kind, t.Text = token.String, quote(p.in.Name)
	case fileNameMacro:
		t.Kind, t.Text = token.String, quote(path.Base(p.list.Files.Position(use.Pos).Name))
	case includeLevelMacro:
		t.Text = strconv.Itoa(max(len(p.files)-1, 0))
	default:
		t.Text = strconv.Itoa(p.query(m, use))
	}
	return t
}
