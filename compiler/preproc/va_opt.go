package preproc

import "heddle/compiler/token"

// vaOptEnd is the index of the parenthesis that ends the operand of the __VA_OPT__ at i; 0 if there is none.
func vaOptEnd(body []token.Token, i int) int {
	if i+1 >= len(body) || body[i+1].Kind != token.LParen {
		return 0
	}
	for depth, j := 0, i+1; j < len(body); j++ {
		switch body[j].Kind {
		case token.LParen:
			depth++
		case token.RParen:
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return 0
}

// vaOpt substitutes the operand of the __VA_OPT__ at i if the variable arguments are not empty (C23 6.10.4.1), and
// returns the index of its end. A missing operand leaves a placemarker, as it may stand beside ##.
func (s *substitution) vaOpt(i int) int {
	end := vaOptEnd(s.m.body, i)
	before := len(s.out)
	if s.hasVariableArgs() {
		for j := i + 2; j < end && !s.p.stopped; j++ {
			j = s.item(j)
		}
	}
	if len(s.out) == before {
		s.placemarkers = true
		s.emit(token.Token{Kind: token.Placemarker, Flags: s.m.body[i].Flags & spacing, Pos: s.use.Pos})
	}
	return end
}

func (s *substitution) hasVariableArgs() bool {
	a := &s.args[len(s.args)-1]
	if !a.done {
		a.expanded, a.done = s.p.expandList(a.raw), true
	}
	return len(a.expanded) > 0
}
