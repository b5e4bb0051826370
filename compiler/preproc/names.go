package preproc

import "heddle/compiler/token"

// MacroNames are the macros at the end of a run, for hints in messages. The zero value has none.
type MacroNames struct{ p *processor }

// Each calls see for each macro that the source defines or mentions, in the order in which their names appeared.
func (m *MacroNames) Each(see func(name string, functionLike bool)) {
	if m.p == nil {
		return
	}
	for id, one := range m.p.macros {
		if one != nil {
			see(m.p.names.Name(token.ID(id)), one.functionLike)
		}
	}
}

// directives are the names of the directives, for hints.
var directives = [...]string{"define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line",
	"pragma", "undef", "warning"}

// macroHint is the end of a message about an unknown macro.
func (p *processor) macroHint(name string, functionLike bool) string {
	h := p.list.HintFor(name)
	(&MacroNames{p}).Each(func(candidate string, isFunction bool) {
		if isFunction == functionLike {
			h.Consider(candidate, 0)
		}
	})
	if functionLike {
		h.Consider("defined", 0)
	}
	return h.String()
}

func (p *processor) directiveHint(name string) string {
	h := p.list.HintFor(name)
	for _, candidate := range directives {
		h.Consider(candidate, 0)
	}
	if h.Name() == "" {
		return ""
	}
	return "; did you mean '#" + h.Name() + "'?"
}
