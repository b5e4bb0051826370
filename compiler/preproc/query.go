package preproc

import (
	"strings"

	"heddle/compiler/token"
)

// query answers __has_builtin(name) and its like, whose name has been read.
func (p *processor) query(m *macro, use token.Token) int {
	operand, ok := p.operandOf(use)
	switch {
	case !ok:
		return 0
	case m.builtin == queryMacro:
		var b strings.Builder
		for _, t := range operand {
			b.WriteString(t.Text)
		}
		return m.answer(b.String())
	case !p.inCondition:
		p.list.Errorf(use.Pos, "'%s' must be used within a preprocessing directive", use.Text)
		return 0
	}
	return p.hasInclude(operand, use, m.builtin == includeNextQuery)
}

// operandOf reads the operand in parentheses after an operator, without expanding it.
func (p *processor) operandOf(use token.Token) (operand []token.Token, ok bool) {
	if !p.parenFollows() {
		p.list.Errorf(use.Pos, "missing '(' after '%s'", use.Text)
		return nil, false
	}
	p.raw()
	for depth := 0; p.spend(use.Pos, 1); {
		t := p.raw()
		switch t.Kind {
		case token.EOF:
			p.list.Errorf(use.Pos, "missing ')' after the operand of '%s'", use.Text)
			return nil, false
		case token.LParen:
			depth++
		case token.RParen:
			if depth == 0 {
				return operand, true
			}
			depth--
		}
		operand = append(operand, t)
	}
	return nil, false
}

func (p *processor) hasInclude(operand []token.Token, use token.Token, next bool) int {
	if len(operand) > 0 && operand[0].Kind == token.Ident {
		p.inCondition = false // tokens from macros are no operand of "defined"
		operand = p.expandList(operand)
		p.inCondition = true
	}
	name, quoted, rest := headerNameOf(operand)
	if name == "" || len(rest) > 0 {
		p.list.Errorf(use.Pos, `expected "FILENAME" or <FILENAME>`)
		return 0
	}
	if p.lookUp(name, quoted, next) != nil {
		return 1
	}
	return 0
}
