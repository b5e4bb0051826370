package preproc

import "heddle/compiler/token"

// macro is a definition. Parameters in the body are MacroParam tokens with the parameter's index as id.
type macro struct {
	body         []token.Token
	params       []token.ID
	functionLike bool
	variadic     bool // the last parameter takes all remaining arguments
	plain        bool // no # and ## in the body
	disabled     bool // its replacement is being read
	builtin      builtinMacro
	answer       func(operand string) int // queryMacro
}

// builtinMacro is a macro whose replacement depends on the place of its use.
type builtinMacro uint8

const (
	notBuiltin builtinMacro = iota
	lineMacro
	fileMacro
	counterMacro
	baseFileMacro
	fileNameMacro
	includeLevelMacro
	includeQuery     // __has_include
	includeNextQuery // __has_include_next
	queryMacro
)

var builtinMacros = [...]struct {
	name    string
	builtin builtinMacro
}{
	{"__LINE__", lineMacro}, {"__FILE__", fileMacro}, {"__COUNTER__", counterMacro}, {"__BASE_FILE__", baseFileMacro},
	{"__FILE_NAME__", fileNameMacro}, {"__INCLUDE_LEVEL__", includeLevelMacro},
	{"__has_include", includeQuery}, {"__has_include_next", includeNextQuery},
}

const maxParams = 4096

// macroOf is the macro of a name; nil if it has none.
func (p *processor) macroOf(id token.ID) *macro {
	for ; p.met <= id && p.in.Predefined != nil; p.met++ {
		p.predefine(p.met)
	}
	if int(id) < len(p.macros) {
		return p.macros[id]
	}
	return nil
}

func (p *processor) setMacro(id token.ID, m *macro) {
	if int(id) >= len(p.macros) {
		p.macros = append(p.macros, make([]*macro, max(p.names.Len(), int(id)+1)-len(p.macros))...)
	}
	p.macros[id] = m
}

// predefine gives a name that has not been met before its predefined macro, if there is one.
func (p *processor) predefine(id token.ID) {
	text, ok := p.in.Predefined(p.names.Name(id))
	if !ok {
		return
	}
	f := p.load("<built-in>", []byte(text))
	l := lexer{text: f.text, splices: f.splices, base: f.base, inDirective: true, names: p.names, list: p.list}
	l.next() // the name
	var line []token.Token
	for t := l.next(); t.Kind != token.Newline; t = l.next() {
		line = append(line, t)
	}
	if m, rest, ok := p.macroHead(line); ok && p.macroBody(m, rest) {
		p.setMacro(id, m)
	}
}

// define handles #define; line is the rest of the directive's line.
func (p *processor) define(hash token.Token, line []token.Token) {
	if len(line) == 0 {
		p.list.Errorf(hash.Pos, "macro name missing")
		return
	}
	name := line[0]
	if !p.checkMacroName(name) {
		return
	}
	m, rest, ok := p.macroHead(line[1:])
	if !ok || !p.macroBody(m, rest) {
		return
	}
	if old := p.macroOf(name.ID); old != nil && !sameMacro(old, m) {
		p.list.Warnf(name.Pos, "'%s' macro redefined", name.Text)
	}
	p.setMacro(name.ID, m)
}

func (p *processor) undefine(hash token.Token, line []token.Token) {
	if len(line) == 0 {
		p.list.Errorf(hash.Pos, "macro name missing")
		return
	}
	if p.checkMacroName(line[0]) && p.macroOf(line[0].ID) != nil {
		p.setMacro(line[0].ID, nil)
	}
	p.expectLineEnd("#undef", line[1:])
}

func (p *processor) checkMacroName(t token.Token) bool {
	switch {
	case t.Kind != token.Ident:
		p.list.Errorf(t.Pos, "macro name must be an identifier")
	case t.ID == p.known.defined:
		p.list.Errorf(t.Pos, "'defined' cannot be used as a macro name")
	case t.ID == p.known.vaArgs, t.ID == p.known.vaOpt:
		p.list.Errorf(t.Pos, "'%s' cannot be used as a macro name", t.Text)
	default:
		return true
	}
	return false
}

// macroHead reads the parameter list, if a left parenthesis follows the name at once.
func (p *processor) macroHead(line []token.Token) (*macro, []token.Token, bool) {
	m := &macro{}
	if len(line) == 0 || line[0].Kind != token.LParen || line[0].Flags&token.SpaceBefore != 0 {
		return m, line, true
	}
	m.functionLike = true
	open := line[0]
	line = line[1:]
	if len(line) > 0 && line[0].Kind == token.RParen {
		return m, line[1:], true
	}
	for len(line) >= 2 && !m.variadic && len(m.params) < maxParams {
		n := p.macroParam(m, line)
		if n == 0 {
			return nil, nil, false
		}
		end := line[n]
		line = line[n+1:]
		switch {
		case end.Kind == token.RParen:
			return m, line, p.checkParams(m, open)
		case end.Kind != token.Comma:
			p.list.Errorf(end.Pos, "expected comma in macro parameter list")
			return nil, nil, false
		}
	}
	p.list.Errorf(open.Pos, "missing ')' in macro parameter list")
	return nil, nil, false
}

// macroParam reads one parameter (x, ..., or x...) and returns its number of tokens; 0 after an error. At least one
// more token follows.
func (p *processor) macroParam(m *macro, line []token.Token) int {
	t := line[0]
	switch {
	case t.Kind == token.Ellipsis:
		m.variadic = true
		m.params = append(m.params, p.known.vaArgs)
		return 1
	case t.Kind != token.Ident || t.ID == p.known.vaArgs:
		p.list.Errorf(t.Pos, "invalid token in macro parameter list")
		return 0
	}
	m.params = append(m.params, t.ID)
	if line[1].Kind != token.Ellipsis {
		return 1
	}
	m.variadic = true
	if len(line) < 3 {
		p.list.Errorf(t.Pos, "missing ')' in macro parameter list")
		return 0
	}
	return 2
}

func (p *processor) checkParams(m *macro, open token.Token) bool {
	seen := make(map[token.ID]bool, len(m.params))
	for _, id := range m.params {
		if seen[id] {
			p.list.Errorf(open.Pos, "duplicate macro parameter name '%s'", p.names.Name(id))
			return false
		}
		seen[id] = true
	}
	return true
}

// macroBody copies the replacement list, marks the parameters in it, and reports whether it is valid.
func (p *processor) macroBody(m *macro, line []token.Token) bool {
	m.plain = true
	m.body = append(make([]token.Token, 0, len(line)), line...)
	index := paramIndex(m.params)
	for i := range m.body {
		t := &m.body[i]
		switch t.Kind {
		case token.Ident:
			if n, ok := index(t.ID); ok {
				t.Kind, t.ID = token.MacroParam, token.ID(n)
			} else if t.ID == p.known.vaArgs || t.ID == p.known.vaOpt && !m.variadic {
				p.list.Errorf(t.Pos, "%s can only appear in the expansion of a variadic macro", t.Text)
				return false
			} else if t.ID == p.known.vaOpt && vaOptEnd(m.body, i) == 0 {
				p.list.Errorf(t.Pos, "__VA_OPT__ needs its operand in parentheses")
				return false
			}
		case token.Hash:
			m.plain = m.plain && !m.functionLike
		case token.HashHash:
			m.plain = false
		}
	}
	return p.checkOperators(m)
}

// paramIndex returns a lookup of parameters by identifier.
func paramIndex(params []token.ID) func(token.ID) (int, bool) {
	if len(params) <= 8 {
		return func(id token.ID) (int, bool) {
			for i, q := range params {
				if q == id {
					return i, true
				}
			}
			return 0, false
		}
	}
	table := make(map[token.ID]int, len(params))
	for i, id := range params {
		table[id] = i
	}
	return func(id token.ID) (int, bool) {
		i, ok := table[id]
		return i, ok
	}
}

func (p *processor) checkOperators(m *macro) bool {
	if m.plain {
		return true
	}
	last := len(m.body) - 1
	for i, t := range m.body {
		switch {
		case t.Kind == token.HashHash && (i == 0 || i == last):
			p.list.Errorf(t.Pos, "'##' cannot appear at either end of a macro expansion")
			return false
		case t.Kind == token.Hash && m.functionLike && (i == last || m.body[i+1].Kind != token.MacroParam):
			p.list.Errorf(t.Pos, "'#' is not followed by a macro parameter")
			return false
		}
	}
	return true
}

// sameMacro reports whether a redefinition is allowed (C99 6.10.3).
func sameMacro(a, b *macro) bool {
	if a.functionLike != b.functionLike || a.variadic != b.variadic || a.builtin != b.builtin ||
		len(a.params) != len(b.params) || len(a.body) != len(b.body) {
		return false
	}
	for i := range a.params {
		if a.params[i] != b.params[i] {
			return false
		}
	}
	for i := range a.body {
		if a.body[i].Kind != b.body[i].Kind || a.body[i].Text != b.body[i].Text {
			return false
		}
	}
	return true
}
