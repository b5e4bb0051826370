package preproc

import (
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// condition is an open #if.
type condition struct {
	pos      diag.Pos
	taken    bool // one of its groups was or is read
	seenElse bool
}

func (p *processor) ifDirective(f *source, name token.Token) {
	value := p.evaluate(name, p.readLine(f))
	p.openCondition(f, name.Pos, value)
}

func (p *processor) ifdefDirective(f *source, name token.Token) {
	p.openCondition(f, name.Pos, p.isDefined(f, name) == (name.Text == "ifdef"))
}

// isDefined reads the macro name after #ifdef and its like, and reports whether it is defined. After an error the
// result is the one with which the group that follows is not read.
func (p *processor) isDefined(f *source, name token.Token) bool {
	line := p.readLine(f)
	switch {
	case len(line) == 0:
		p.list.Errorf(name.Pos, "macro name missing")
	case line[0].Kind != token.Ident:
		p.list.Errorf(line[0].Pos, "macro name must be an identifier")
	default:
		p.expectLineEnd("#"+name.Text, line[1:])
		return p.macroOf(line[0].ID) != nil
	}
	return name.Text == "ifndef" || name.Text == "elifndef"
}

func (p *processor) openCondition(f *source, pos diag.Pos, value bool) {
	f.conditions = append(f.conditions, condition{pos: pos, taken: value})
	if !value {
		p.skipGroup(f)
	}
}

// elseDirective handles the end of a group that was read, so all others are skipped.
func (p *processor) elseDirective(f *source, name token.Token) {
	c := f.innermost()
	if c == nil {
		p.list.Errorf(name.Pos, "#%s without #if", name.Text)
		f.skipRestOfLine()
		return
	}
	p.checkElse(c, name)
	f.skipRestOfLine()
	p.skipGroup(f)
}

func (p *processor) checkElse(c *condition, name token.Token) {
	if c.seenElse {
		p.list.Errorf(name.Pos, "#%s after #else", name.Text)
	}
	c.seenElse = c.seenElse || name.Text == "else"
}

// isElse reports whether a directive begins another group of a condition.
func isElse(name string) bool {
	return name == "else" || name == "elif" || name == "elifdef" || name == "elifndef"
}

func (p *processor) endifDirective(f *source, name token.Token) {
	if len(f.conditions) == 0 {
		p.list.Errorf(name.Pos, "#endif without #if")
		f.skipRestOfLine()
		return
	}
	p.expectLineEnd("#endif", p.readLine(f))
	f.conditions = f.conditions[:len(f.conditions)-1]
}

// skipGroup skips groups of the innermost condition up to one that is to be read or to its #endif.
func (p *processor) skipGroup(f *source) {
	nested := 0
	for {
		f.inDirective = false
		if !f.skipToDirective() {
			return // closeFile reports the open condition
		}
		f.inDirective = true
		name := f.next()
		switch {
		case name.Kind != token.Ident:
		case name.Text == "if" || name.Text == "ifdef" || name.Text == "ifndef":
			nested++
		case name.Text == "endif" && nested > 0:
			nested--
		case name.Text == "endif":
			p.endifDirective(f, name)
			return
		case nested == 0 && isElse(name.Text):
			if p.beginGroup(f, name) {
				return
			}
		}
		f.skipRestOfLine()
	}
}

// beginGroup reports whether the group of this #else or #elif is the one to be read.
func (p *processor) beginGroup(f *source, name token.Token) bool {
	c := f.innermost()
	p.checkElse(c, name)
	if c.taken {
		return false
	}
	switch name.Text {
	case "elif":
		c.taken = p.evaluate(name, p.readLine(f))
		return c.taken
	case "elifdef", "elifndef":
		c.taken = p.isDefined(f, name) == (name.Text == "elifdef")
		return c.taken
	}
	p.expectLineEnd("#else", p.readLine(f))
	c.taken = true
	return true
}

func (f *source) innermost() *condition {
	if len(f.conditions) == 0 {
		return nil
	}
	return &f.conditions[len(f.conditions)-1]
}
