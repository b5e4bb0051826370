package printf

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Value is an argument.
type Value struct {
	Bits uint64
	Type ir.Type
}

func (v Value) float() float64 {
	switch v.Type {
	case ir.F16:
		return float64(numeric.HalfToFloat32(uint16(v.Bits)))
	case ir.F32:
		return float64(math.Float32frombits(uint32(v.Bits)))
	}
	return math.Float64frombits(v.Bits)
}

// bitsNamed is the number of the argument's bits that the length modifier selects.
func (v Value) bitsNamed(c *conversion) uint {
	switch c.length {
	case "hh":
		return min(v.Type.Bits(), 8)
	case "h":
		return min(v.Type.Bits(), 16)
	case "hl":
		return min(v.Type.Bits(), 32)
	}
	return v.Type.Bits()
}

// integer is the argument truncated as the length modifier says, sign-extended.
func (v Value) integer(c *conversion) int64 {
	bits := v.bitsNamed(c)
	if bits < 2 {
		return int64(v.Bits)
	}
	return numeric.SignExtend(bits, v.Bits&(^uint64(0)>>(64-bits)))
}

// unsigned is the argument truncated as the length modifier says.
func (v Value) unsigned(c *conversion) uint64 {
	return uint64(v.integer(c)) & (^uint64(0) >> (64 - max(v.bitsNamed(c), 1)))
}

// sign is a number's sign.
func (c *conversion) sign(isNegative bool) string {
	switch {
	case isNegative:
		return "-"
	case c.has("+"):
		return "+"
	case c.has(" "):
		return " "
	}
	return ""
}

// digits pads a whole number with zeros to the precision.
func (c *conversion) digits(text string) string {
	if c.precision == 0 && text == "0" {
		return ""
	}
	if missing := c.precision - len(text); missing > 0 {
		return strings.Repeat("0", missing) + text
	}
	return text
}

// isBare reports whether strconv writes the number as it is wanted: there are no flags and the letters are lower case.
func (c *conversion) isBare() bool { return c.flags == "" && c.verb > 'a' }

// alignRight pads the field that begins at an offset of the output to its width.
func (p *Printer) alignRight(c *conversion, begin int) {
	missing := c.width - (len(p.out) - begin)
	if missing <= 0 {
		return
	}
	for range missing {
		p.out = append(p.out, ' ')
	}
	copy(p.out[begin+missing:], p.out[begin:])
	for i := range missing {
		p.out[begin+i] = ' '
	}
}

func (p *Printer) signed(c *conversion, x int64) {
	if begin := len(p.out); c.isBare() && c.precision < 0 {
		p.out = strconv.AppendInt(p.out, x, 10)
		p.alignRight(c, begin)
		return
	}
	magnitude := uint64(x)
	if x < 0 {
		magnitude = -magnitude
	}
	p.pad(c, c.sign(x < 0), c.digits(strconv.FormatUint(magnitude, 10)), c.precision < 0)
}

func (p *Printer) unsigned(c *conversion, x uint64) {
	base := 10
	switch c.verb {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	if begin := len(p.out); c.isBare() && c.precision < 0 {
		p.out = strconv.AppendUint(p.out, x, base)
		p.alignRight(c, begin)
		return
	}
	text, prefix := c.digits(strconv.FormatUint(x, base)), ""
	switch {
	case c.has("#") && base == 8 && !strings.HasPrefix(text, "0"):
		text = "0" + text
	case c.has("#") && base == 16 && x != 0:
		prefix = "0x"
	}
	if c.verb == 'X' {
		prefix, text = strings.ToUpper(prefix), strings.ToUpper(text)
	}
	p.pad(c, prefix, text, c.precision < 0)
}

func (p *Printer) float(c *conversion, v Value) {
	if !v.Type.IsFloat() {
		v = Value{math.Float64bits(float64(v.integer(c))), ir.F64}
	}
	x := v.float()
	isFinite := !math.IsInf(x, 0) && x == x
	if begin := len(p.out); c.isBare() && isFinite && (c.verb == 'f' || c.verb == 'e') {
		p.out = strconv.AppendFloat(p.out, x, c.verb, c.fractionDigits(), 64)
		p.alignRight(c, begin)
		return
	}
	text := floatText(c, math.Abs(x))
	prefix := c.sign(math.Signbit(x))
	if rest, ok := strings.CutPrefix(text, "0x"); ok {
		prefix, text = prefix+"0x", rest
	}
	if c.verb < 'a' {
		prefix, text = strings.ToUpper(prefix), strings.ToUpper(text)
	}
	p.pad(c, prefix, text, isFinite)
}

// fractionDigits is the precision of a float.
func (c *conversion) fractionDigits() int {
	if c.precision < 0 {
		return 6
	}
	return c.precision
}

// floatText formats a magnitude, in lower case.
func floatText(c *conversion, x float64) string {
	precision := c.fractionDigits()
	switch {
	case x != x:
		return "nan"
	case math.IsInf(x, 0):
		return "inf"
	}
	switch c.verb | 0x20 {
	case 'f':
		return withPoint(c, strconv.FormatFloat(x, 'f', precision, 64))
	case 'e':
		return withPoint(c, strconv.FormatFloat(x, 'e', precision, 64))
	case 'a':
		return hexText(c, x)
	}
	return generalText(c, x, max(precision, 1))
}

func withPoint(c *conversion, text string) string {
	if !c.has("#") || strings.Contains(text, ".") {
		return text
	}
	if i := strings.IndexByte(text, 'e'); i >= 0 {
		return text[:i] + "." + text[i:]
	}
	return text + "."
}

// generalText is %g: like %e if the exponent is below -4 or not below the precision, else like %f.
func generalText(c *conversion, x float64, precision int) string {
	scientific := strconv.FormatFloat(x, 'e', precision-1, 64)
	mantissa, exponentText, _ := strings.Cut(scientific, "e")
	exponent, _ := strconv.Atoi(exponentText)
	if exponent < -4 || exponent >= precision {
		if !c.has("#") {
			mantissa = trimZeros(mantissa)
		}
		return mantissa + "e" + exponentText
	}
	text := strconv.FormatFloat(x, 'f', precision-1-exponent, 64)
	if c.has("#") {
		return withPoint(c, text)
	}
	return trimZeros(text)
}

func trimZeros(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// hexText is %a: Go writes p+00 where C writes p+0.
func hexText(c *conversion, x float64) string {
	mantissa, exponentText, _ := strings.Cut(strconv.FormatFloat(x, 'x', c.precision, 64), "p")
	exponent, _ := strconv.Atoi(exponentText)
	return fmt.Sprintf("%sp%+d", mantissa, exponent)
}
