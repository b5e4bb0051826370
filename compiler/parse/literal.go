package parse

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// number makes a constant of a preprocessing number.
func (p *parser) number(t token.Token) ast.Expr {
	text := strings.ToLower(t.Text)
	hex := strings.HasPrefix(text, "0x")
	if strings.Contains(text, ".") || hex && strings.Contains(text, "p") || !hex && isDecimalFloat(text) {
		return p.floating(t, text)
	}
	return p.integer(t, text)
}

// isDecimalFloat reports whether a decimal number without a point is a floating one: by its exponent or its suffix.
func isDecimalFloat(text string) bool {
	return strings.Contains(text, "e") || strings.HasSuffix(text, "f") || strings.HasSuffix(text, "h")
}

func (p *parser) integer(t token.Token, text string) ast.Expr {
	digits := strings.TrimRight(text, "ul")
	suffix := text[len(digits):]
	radix := 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		digits, radix = digits[2:], 16
	case strings.HasPrefix(digits, "0b"):
		digits, radix = digits[2:], 2
	case len(digits) > 1 && digits[0] == '0':
		radix = 8
	}
	v, err := strconv.ParseUint(digits, radix, 64)
	if errors.Is(err, strconv.ErrRange) {
		p.errorf(t.Pos, "integer constant '%s' is too large for its type", t.Text)
		return p.bad(t.Pos)
	}
	kind, known := integerKind(v, suffix, radix == 10)
	if err != nil || !known {
		p.errorf(t.Pos, "invalid number '%s'", t.Text)
		return p.bad(t.Pos)
	}
	return intLit(t.Pos, ast.Basic(kind), v)
}

// integerKind is the first type of C99's list that can represent the value; long has 64 bits, and so has long long.
func integerKind(v uint64, suffix string, decimal bool) (ast.Kind, bool) {
	unsigned := strings.Contains(suffix, "u")
	switch suffix {
	case "ul", "lu", "ull", "llu":
		return ast.ULong, true
	case "", "u", "l", "ll":
	default:
		return ast.Int, false
	}
	switch {
	case unsigned && v <= math.MaxUint32:
		return ast.UInt, true
	case unsigned:
		return ast.ULong, true
	case suffix == "" && v <= math.MaxInt32:
		return ast.Int, true
	case suffix == "" && v <= math.MaxUint32 && !decimal:
		return ast.UInt, true
	case v <= math.MaxInt64:
		return ast.Long, true
	}
	return ast.ULong, true
}

func (p *parser) floating(t token.Token, text string) ast.Expr {
	kind, digits := p.floatingKind(text)
	v, ok := parseFloat(digits, kind)
	if !ok {
		p.errorf(t.Pos, "invalid number '%s'", t.Text)
		return p.bad(t.Pos)
	}
	if kind == ast.Half && !p.FP16 {
		p.errorf(t.Pos, "half precision constant %s", halfMissing)
		return p.bad(t.Pos)
	}
	if math.IsInf(v, 0) {
		p.warnf(t.Pos, "magnitude of floating-point constant '%s' is too large for its type", t.Text)
	}
	return &ast.FloatLit{Base: base(t.Pos, ast.Basic(kind)), Value: v}
}

// floatingKind removes the suffix. A constant without one is a double, unless there are none.
func (p *parser) floatingKind(text string) (ast.Kind, string) {
	switch text[len(text)-1] {
	case 'f':
		return ast.Float, text[:len(text)-1]
	case 'h':
		return ast.Half, text[:len(text)-1]
	case 'l':
		text = text[:len(text)-1]
	}
	if p.Unit.SingleConst || !p.FP64 {
		return ast.Float, text
	}
	return ast.Double, text
}

func parseFloat(digits string, kind ast.Kind) (float64, bool) {
	if strings.Contains(digits, "_") || strings.ContainsAny(digits, "in") {
		return 0, false // spellings that Go accepts and C does not
	}
	if strings.HasPrefix(digits, "0x") && !strings.Contains(digits, "p") {
		return 0, false // a hexadecimal constant needs an exponent
	}
	bits := 64
	if kind == ast.Float {
		bits = 32
	}
	v, err := strconv.ParseFloat(digits, bits)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	if kind == ast.Half {
		v = halfOf(digits, v)
	}
	return v, true
}

// halfOf rounds decimal digits to half precision once: going by way of double could round twice.
func halfOf(digits string, near float64) float64 {
	f, _, err := big.ParseFloat(digits, 0, 200, big.ToNearestEven)
	if err != nil || math.IsInf(near, 0) {
		return roundHalf(near)
	}
	short := new(big.Float).SetPrec(40).SetMode(big.ToZero).Set(f)
	v, _ := short.Float64()
	if short.Cmp(f) != 0 {
		v = math.Nextafter(v, math.Inf(1)) // sticky: not a tie any more
	}
	return roundHalf(v)
}

// roundHalf rounds to the nearest half-precision number, ties to even.
func roundHalf(v float64) float64 {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	exponent := max(math.Ilogb(v), -14)
	unit := math.Ldexp(1, exponent-10)
	r := math.RoundToEven(v/unit) * unit
	if math.Abs(r) > 65504 {
		return math.Inf(int(math.Copysign(1, v)))
	}
	return r
}

// roundTo rounds a number to a floating type.
func roundTo(v float64, t *ast.Type) float64 {
	switch t.Kind {
	case ast.Float:
		return float64(float32(v))
	case ast.Half:
		return roundHalf(v)
	}
	return v
}

func (p *parser) character(t token.Token) ast.Expr {
	text := t.Text
	if text[0] != '\'' {
		return p.wideCharacter(t)
	}
	if !strings.HasPrefix(text, "'") || !strings.HasSuffix(text, "'") || len(text) < 3 {
		p.errorf(t.Pos, "invalid character constant %s", text)
		return p.bad(t.Pos)
	}
	chars := p.unescape(text[1:len(text)-1], t.Pos)
	if len(chars) == 0 {
		return p.bad(t.Pos)
	}
	if len(chars) > 1 && chars[0] >= utf8.RuneSelf {
		p.errorf(t.Pos, "character %s is too large for its type", text)
		return p.bad(t.Pos)
	}
	if len(chars) > 1 {
		p.warnf(t.Pos, "multi-character character constant")
	}
	v := uint64(int64(int8(chars[0])))
	for i := 1; i < len(chars); i++ {
		v = v<<8 | uint64(chars[i])
	}
	return intLit(t.Pos, ast.Basic(ast.Int), v)
}

// wideKinds are the types of character constants with a prefix: wchar_t, char16_t, char32_t and char8_t.
var wideKinds = map[byte]ast.Kind{'L': ast.Int, 'u': ast.UShort, 'U': ast.UInt, '8': ast.UChar}

func (p *parser) wideCharacter(t token.Token) ast.Expr {
	v, ok := token.WideChar(t.Text)
	if !ok {
		p.errorf(t.Pos, "invalid character constant %s", t.Text)
		return p.bad(t.Pos)
	}
	prefix, _, _ := strings.Cut(t.Text, "'")
	return intLit(t.Pos, ast.Basic(wideKinds[prefix[len(prefix)-1]]), v)
}

// stringLiteral parses one or more adjacent literals.
func (p *parser) stringLiteral() ast.Expr {
	pos := p.tok.Pos
	var b strings.Builder
	for p.is(token.String) {
		text := strings.TrimPrefix(p.tok.Text, "u8")
		if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
			p.errorf(p.tok.Pos, "wide string literals do not exist in OpenCL C")
		} else {
			b.WriteString(p.unescape(text[1:len(text)-1], p.tok.Pos))
		}
		p.advance()
	}
	return stringLit(pos, b.String())
}

var escapes = map[byte]byte{
	'n': '\n', 't': '\t', 'r': '\r', 'a': 7, 'b': 8, 'f': 12, 'v': 11, '\\': '\\', '\'': '\'', '"': '"', '?': '?',
	'e': 27,
}

// unescape replaces the escape sequences of a literal.
func (p *parser) unescape(s string, pos diag.Pos) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		if s[i+1] == 'u' || s[i+1] == 'U' {
			if r, size := token.UniversalName(s[i:]); size > 0 {
				b.WriteRune(r)
				i += size
				continue
			}
		}
		c, n := escape(s[i+1:])
		if n == 0 {
			p.errorf(pos, "unknown escape sequence '\\%c'", s[i+1])
			n = 1
		}
		b.WriteByte(c)
		i += 1 + n
	}
	return b.String()
}

// escape reads the sequence after a backslash and returns its length, 0 if it is invalid.
func escape(s string) (byte, int) {
	if c, ok := escapes[s[0]]; ok {
		return c, 1
	}
	digits, first, most, radix := "01234567", 0, 3, 8
	if s[0] == 'x' {
		digits, first, most, radix = "0123456789abcdefABCDEF", 1, len(s), 16
	}
	end := first
	for end < len(s) && end < first+most && strings.IndexByte(digits, s[end]) >= 0 {
		end++
	}
	if end == first {
		return 0, 0
	}
	v, err := strconv.ParseUint(s[first:end], radix, 64)
	if err != nil {
		return 0, 0
	}
	return byte(v), end
}
