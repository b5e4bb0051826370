package preproc

import (
	"strconv"
	"strings"

	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// value is an integer of #if arithmetic: intmax_t or uintmax_t (C99 6.10.1).
type value struct {
	bits     uint64
	unsigned bool
}

func boolean(b bool) value {
	if b {
		return value{bits: 1}
	}
	return value{}
}

// expression parses and evaluates at once, by precedence climbing.
type expression struct {
	p      *processor
	tokens []token.Token
	at     int
	depth  int
	end    diag.Pos // where errors at the end of the line go
	failed bool
	dead   int // inside operands that are not evaluated: no errors for their values
}

// evaluate returns the truth of the expression of an #if or #elif; false after an error.
func (p *processor) evaluate(directive token.Token, line []token.Token) bool {
	p.inCondition, p.pendingDefined = true, false
	tokens := p.expandList(line)
	p.inCondition, p.pendingDefined = false, false
	if len(tokens) == 0 {
		p.list.Errorf(directive.Pos, "#%s with no expression", directive.Text)
		return false
	}
	e := expression{p: p, tokens: tokens, end: directive.Pos}
	v := e.ternary()
	if !e.failed && e.at < len(e.tokens) {
		e.errorf("token is not a valid binary operator in a preprocessor expression")
	}
	return !e.failed && v.bits != 0
}

func (e *expression) errorf(format string, args ...any) value {
	pos := e.end
	if e.at < len(e.tokens) {
		pos = e.tokens[e.at].Pos
	}
	if !e.failed {
		e.p.list.Errorf(pos, format, args...)
	}
	e.failed = true
	e.at = len(e.tokens)
	return value{}
}

func (e *expression) kind() token.Kind {
	if e.at < len(e.tokens) {
		return e.tokens[e.at].Kind
	}
	return token.EOF
}

// enter counts nesting, and reports whether it is within the limit; then the caller calls leave.
func (e *expression) enter() bool {
	if e.depth >= maxExpressionNet {
		e.errorf("expression is nested too deeply")
		return false
	}
	e.depth++
	return true
}

func (e *expression) leave() { e.depth-- }

func (e *expression) ternary() value {
	if !e.enter() {
		return value{}
	}
	defer e.leave()
	condition := e.binary(1)
	if e.kind() != token.Question {
		return condition
	}
	e.at++
	yes := e.operand(condition.bits != 0, e.ternary)
	if e.kind() != token.Colon {
		return e.errorf("expected ':' in preprocessor expression")
	}
	e.at++
	no := e.operand(condition.bits == 0, e.ternary)
	result := no
	if condition.bits != 0 {
		result = yes
	}
	result.unsigned = yes.unsigned || no.unsigned
	return result
}

// operand parses an operand that is evaluated only if live.
func (e *expression) operand(live bool, parse func() value) value {
	if live {
		return parse()
	}
	e.dead++
	v := parse()
	e.dead--
	return v
}

// precedence of the binary operators, 0 for all else.
var precedence = [...]uint8{
	token.OrOr: 1, token.AndAnd: 2, token.Or: 3, token.Xor: 4, token.And: 5, token.Equal: 6, token.NotEqual: 6,
	token.Less: 7, token.Greater: 7, token.LessEq: 7, token.GreaterEq: 7, token.Shl: 8, token.Shr: 8,
	token.Plus: 9, token.Minus: 9, token.Star: 10, token.Slash: 10, token.Percent: 10,
}

func precedenceOf(k token.Kind) uint8 {
	if int(k) < len(precedence) {
		return precedence[k]
	}
	return 0
}

func (e *expression) binary(lowest uint8) value {
	left := e.unary()
	for {
		operator := e.kind()
		own := precedenceOf(operator)
		if own == 0 || own < lowest {
			return left
		}
		at := e.at
		e.at++
		right := e.operand(evaluatesRight(operator, left), func() value { return e.binary(own + 1) })
		if e.failed {
			return value{}
		}
		result, ok := apply(operator, left, right)
		if !ok && e.dead == 0 {
			e.at = at
			return e.errorf("division by zero in preprocessor expression")
		}
		left = result
	}
}

func evaluatesRight(operator token.Kind, left value) bool {
	switch operator {
	case token.OrOr:
		return left.bits == 0
	case token.AndAnd:
		return left.bits != 0
	}
	return true
}

// apply computes a binary operator; false is a division by zero.
func apply(operator token.Kind, a, b value) (value, bool) {
	unsigned := a.unsigned || b.unsigned
	switch operator {
	case token.OrOr:
		return boolean(a.bits != 0 || b.bits != 0), true
	case token.AndAnd:
		return boolean(a.bits != 0 && b.bits != 0), true
	case token.Or:
		return value{a.bits | b.bits, unsigned}, true
	case token.Xor:
		return value{a.bits ^ b.bits, unsigned}, true
	case token.And:
		return value{a.bits & b.bits, unsigned}, true
	case token.Plus:
		return value{a.bits + b.bits, unsigned}, true
	case token.Minus:
		return value{a.bits - b.bits, unsigned}, true
	case token.Star:
		return value{a.bits * b.bits, unsigned}, true
	case token.Shl, token.Shr:
		return shift(operator, a, b), true
	case token.Slash, token.Percent:
		return divide(operator, a, b)
	}
	return compare(operator, a, b), true
}

func compare(operator token.Kind, a, b value) value {
	less, greater := a.bits < b.bits, a.bits > b.bits
	if !a.unsigned && !b.unsigned {
		less, greater = int64(a.bits) < int64(b.bits), int64(a.bits) > int64(b.bits)
	}
	switch operator {
	case token.Equal:
		return boolean(!less && !greater)
	case token.NotEqual:
		return boolean(less || greater)
	case token.Less:
		return boolean(less)
	case token.Greater:
		return boolean(greater)
	case token.LessEq:
		return boolean(!greater)
	}
	return boolean(!less)
}

// shift treats a negative count as a shift the other way, as the GNU preprocessor does.
func shift(operator token.Kind, a, b value) value {
	count := b.bits
	left := operator == token.Shl
	if !b.unsigned && int64(count) < 0 {
		count, left = -count, !left
	}
	switch {
	case left:
		return value{a.bits << count, a.unsigned}
	case a.unsigned:
		return value{a.bits >> count, true}
	}
	return value{uint64(int64(a.bits) >> count), false}
}

func divide(operator token.Kind, a, b value) (value, bool) {
	if b.bits == 0 {
		return value{}, false
	}
	if a.unsigned || b.unsigned {
		if operator == token.Slash {
			return value{a.bits / b.bits, true}, true
		}
		return value{a.bits % b.bits, true}, true
	}
	if int64(b.bits) == -1 { // the quotient of the least value does not fit
		if operator == token.Slash {
			return value{-a.bits, false}, true
		}
		return value{}, true
	}
	if operator == token.Slash {
		return value{uint64(int64(a.bits) / int64(b.bits)), false}, true
	}
	return value{uint64(int64(a.bits) % int64(b.bits)), false}, true
}

func (e *expression) unary() value {
	if !e.enter() {
		return value{}
	}
	defer e.leave()
	kind := e.kind()
	switch kind {
	case token.Plus, token.Minus, token.Tilde, token.Not:
		e.at++
		return negate(kind, e.unary())
	case token.LParen:
		e.at++
		v := e.ternary()
		if e.kind() != token.RParen {
			return e.errorf("expected ')' in preprocessor expression")
		}
		e.at++
		return v
	}
	return e.primary()
}

func negate(operator token.Kind, v value) value {
	switch operator {
	case token.Minus:
		v.bits = -v.bits
	case token.Tilde:
		v.bits = ^v.bits
	case token.Not:
		return boolean(v.bits == 0)
	}
	return v
}

func (e *expression) primary() value {
	if e.at >= len(e.tokens) {
		return e.errorf("expected value in expression")
	}
	t := e.tokens[e.at]
	switch t.Kind {
	case token.Number:
		v, ok := parseInteger(t.Text)
		if !ok {
			return e.errorf("invalid integer constant '%s' in preprocessor expression", t.Text)
		}
		e.at++
		return v
	case token.Char:
		v, ok := parseChar(t.Text)
		if !ok {
			return e.errorf("invalid character constant %s in preprocessor expression", t.Text)
		}
		e.at++
		return v
	case token.Ident:
		return e.identifier(t)
	}
	return e.errorf("invalid token at start of a preprocessor expression")
}

// identifier handles defined, true and false; all other names are 0.
func (e *expression) identifier(t token.Token) value {
	if t.ID == e.p.known.defined {
		return e.defined()
	}
	e.at++
	if e.kind() == token.LParen && e.dead == 0 {
		e.at--
		return e.errorf("function-like macro '%s' is not defined%s", t.Text, e.p.macroHint(t.Text, true))
	}
	if e.kind() == token.LParen {
		e.skipParens()
	}
	return boolean(t.Text == "true")
}

// skipParens skips a parenthesised list in an operand that is not evaluated.
func (e *expression) skipParens() {
	for open := 0; e.at < len(e.tokens); {
		switch e.kind() {
		case token.LParen:
			open++
		case token.RParen:
			open--
		}
		e.at++
		if open == 0 {
			return
		}
	}
}

func (e *expression) defined() value {
	e.at++
	parens := e.kind() == token.LParen
	if parens {
		e.at++
	}
	if e.kind() != token.Ident {
		return e.errorf("macro name missing after 'defined'")
	}
	v := boolean(e.p.macroOf(e.tokens[e.at].ID) != nil)
	e.at++
	if parens {
		if e.kind() != token.RParen {
			return e.errorf("missing ')' after 'defined'")
		}
		e.at++
	}
	return v
}

// parseInteger reads an integer constant with its suffixes.
func parseInteger(text string) (value, bool) {
	digits := strings.TrimRight(text, "uUlL")
	suffix := strings.ToLower(text[len(digits):])
	switch suffix {
	case "", "u", "l", "ul", "lu", "ll", "ull", "llu":
	default:
		return value{}, false
	}
	base := 10
	switch {
	case len(digits) > 2 && (digits[:2] == "0x" || digits[:2] == "0X"):
		base, digits = 16, digits[2:]
	case len(digits) > 2 && (digits[:2] == "0b" || digits[:2] == "0B"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return value{}, false
	}
	return value{n, strings.Contains(suffix, "u") || n > 1<<63-1}, true
}

// escapes are the simple escape sequences.
var escapes = map[byte]uint64{
	'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '\\': '\\', '\'': '\'', '"': '"',
	'?': '?',
}

// parseChar reads a character constant. Several characters make one number, as other compilers do it.
func parseChar(text string) (value, bool) {
	if text[0] != '\'' {
		v, ok := token.WideChar(text)
		return value{bits: v}, ok
	}
	s := text[1 : len(text)-1]
	if s == "" {
		return value{}, false
	}
	var n uint64
	count := 0
	for len(s) > 0 {
		c, size, ok := charAt(s)
		if !ok {
			return value{}, false
		}
		n = n<<8 | c&0xff
		s = s[size:]
		count++
	}
	if count == 1 {
		return value{bits: uint64(int64(int8(n)))}, true
	}
	return value{bits: uint64(int64(int32(n)))}, true
}

// charAt reads one character or escape sequence and returns its size.
func charAt(s string) (c uint64, size int, ok bool) {
	if s[0] != '\\' {
		return uint64(s[0]), 1, true
	}
	if len(s) < 2 {
		return 0, 0, false
	}
	if c, ok := escapes[s[1]]; ok {
		return c, 2, true
	}
	size = 1
	base, limit := 8, 4
	if s[1] == 'x' {
		base, limit, size = 16, len(s), 2
	}
	start := size
	for size < min(limit, len(s)) && isDigitOf(s[size], base) {
		size++
	}
	c, err := strconv.ParseUint(s[start:size], base, 64)
	return c, size, err == nil
}

func isDigitOf(c byte, base int) bool {
	_, err := strconv.ParseUint(string(rune(c)), base, 8)
	return err == nil && c < 0x80
}
