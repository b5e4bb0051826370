package exec

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// OpenCL's printf (OpenCL C specification, section 6.15.14): C99's conversions, %v with a length for vectors, whose
// elements come as consecutive arguments. Nothing is taken from C: each conversion is made here from Go's formatting.

// runPrintf prints for each active lane; the result is 0, or -1 if nobody takes the output.
func runPrintf(f *frame, in *inst) {
	r := f.worker.run
	print := &r.code.program.Prints[in.side]
	var p printer
	defer r.printOnFault(&p)
	for _, k := range f.active() {
		p.start(uint32(k))
		for i, reg := range print.Args {
			p.values = append(p.values, value{f.get(uint8(reg.Class), r.code.offset(reg), int(k)), print.Types[i]})
		}
		p.format(print.Format)
	}
	result := uint64(r.print(p.out))
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), result)
	}
}

// printOnFault prints, when it is run by a panic, what the work-items before the culprit have to say: they have run their
// printf.
func (r *run) printOnFault(p *printer) {
	if p.isReading {
		r.print(p.out[:p.whole])
		p.isReading = false
	}
}

// print writes text where printf goes, and returns what printf returns.
func (r *run) print(text []byte) uint32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.launch.Printf == nil {
		return math.MaxUint32
	}
	if _, err := r.launch.Printf.Write(text); err != nil {
		return math.MaxUint32
	}
	return 0
}

// printer formats for one work-item after the other into out.
type printer struct {
	values    []value // the arguments of the work-item
	next      int     // argument
	out       []byte
	whole     int    // bytes of out from the work-items before
	item      uint32 // the work-item: its place among those that print together
	isReading bool   // memory of the kernel, where there may be none

	parsed string // the format that pieces are of: all work-items of a printf have the same
	pieces []piece
}

// piece is a part of a format: text as it stands, and a conversion behind it but at the end.
type piece struct {
	plain string
	conversion
}

// start begins with another work-item.
func (p *printer) start(item uint32) {
	p.values, p.next, p.whole, p.item = p.values[:0], 0, len(p.out), item
}

// conversion is one % of a format.
type conversion struct {
	flags     string
	width     int
	precision int // -1: none
	vector    int // number of elements, 1 for scalars
	length    string
	verb      byte // 0: nothing is converted

	widthIsArgument, precisionIsArgument bool // what stands above counts for nothing
}

func (p *printer) format(format string) {
	if format == ir.FormatInMemory {
		format = p.textAt(p.argument().bits, -1)
	}
	if p.parsed != format {
		p.parsed, p.pieces = format, piecesOf(format, p.pieces[:0])
	}
	for i := range p.pieces {
		piece := &p.pieces[i]
		p.out = append(p.out, piece.plain...)
		switch {
		case piece.verb == 0:
		case piece.widthIsArgument || piece.precisionIsArgument:
			p.convert(p.completed(piece.conversion))
		default:
			p.convert(&piece.conversion)
		}
	}
}

// piecesOf takes a format apart.
func piecesOf(format string, list []piece) []piece {
	format, _, _ = strings.Cut(format, "\x00")
	for {
		plain, rest, found := strings.Cut(format, "%")
		if found && rest == "" {
			plain = format // a % at the end is text
		}
		if rest == "" {
			return append(list, piece{plain: plain})
		}
		c, n := parseConversion(rest)
		format = rest[n:]
		list = append(list, piece{plain, c})
	}
}

// completed takes width and precision from the arguments, if they are there.
func (p *printer) completed(c conversion) *conversion {
	if c.widthIsArgument {
		c.width = p.starWidth(&c)
	}
	if c.precisionIsArgument {
		c.precision = max(-1, int(int32(p.argument().bits)))
	}
	return &c
}

// parseConversion reads a conversion behind its %, and says how long it is.
func parseConversion(text string) (c conversion, n int) {
	c = conversion{precision: -1, vector: 1}
	take := func(set string) string {
		start := n
		for n < len(text) && strings.IndexByte(set, text[n]) >= 0 {
			n++
		}
		return text[start:n]
	}
	number := func() int {
		value, _ := strconv.Atoi(take("0123456789"))
		return min(value, maxField)
	}
	c.flags = take("-+ #0")
	c.width = number()
	c.widthIsArgument = take("*") != ""
	if take(".") != "" {
		c.precision = number()
		c.precisionIsArgument = take("*") != ""
	}
	if take("v") != "" {
		c.vector = max(1, min(number(), 16))
	}
	c.length = take("hlLjzt")
	if n < len(text) {
		c.verb = text[n]
		n++
	}
	return c, n
}

// maxField bounds widths and precisions, so that a format cannot ask for gigabytes.
const maxField = 4096

func (p *printer) starWidth(c *conversion) int {
	width := int(int32(p.argument().bits))
	if width < 0 {
		c.flags += "-"
		width = -width
	}
	return min(width, maxField)
}

// value is an argument.
type value struct {
	bits uint64
	typ  ir.Type
}

// argument takes the next argument; missing ones are zero.
func (p *printer) argument() value {
	if p.next >= len(p.values) {
		return value{0, ir.I32}
	}
	p.next++
	return p.values[p.next-1]
}

func (v value) float() float64 {
	switch v.typ {
	case ir.F16:
		return float64(numeric.HalfToFloat32(uint16(v.bits)))
	case ir.F32:
		return float64(math.Float32frombits(uint32(v.bits)))
	}
	return math.Float64frombits(v.bits)
}

// bitsNamed is how many bits of the argument the length modifier names.
func (v value) bitsNamed(c *conversion) uint {
	switch c.length {
	case "hh":
		return min(v.typ.Bits(), 8)
	case "h":
		return min(v.typ.Bits(), 16)
	case "hl":
		return min(v.typ.Bits(), 32)
	}
	return v.typ.Bits()
}

// integer is the argument cut to what the length modifier names, sign-extended.
func (v value) integer(c *conversion) int64 {
	bits := v.bitsNamed(c)
	if bits < 2 {
		return int64(v.bits)
	}
	return numeric.SignExtend(bits, v.bits&(^uint64(0)>>(64-bits)))
}

// unsigned is the argument cut to what the length modifier names.
func (v value) unsigned(c *conversion) uint64 {
	return uint64(v.integer(c)) & (^uint64(0) >> (64 - max(v.bitsNamed(c), 1)))
}

func (p *printer) convert(c *conversion) {
	if c.verb == '%' {
		p.out = append(p.out, '%')
		return
	}
	for i := range c.vector {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		p.element(c)
	}
}

func (p *printer) element(c *conversion) {
	switch c.verb {
	case 'd', 'i':
		p.signed(c, p.argument().integer(c))
	case 'u', 'o', 'x', 'X':
		p.unsigned(c, p.argument().unsigned(c))
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		p.float(c, p.argument())
	case 'c':
		p.pad(c, "", string([]byte{byte(p.argument().bits)}), false)
	case 's':
		p.pad(c, "", p.text(c), false)
	case 'p':
		p.pad(c, "", fmt.Sprintf("%#x", p.argument().bits), false)
	default:
		p.out = append(p.out, '%', c.verb)
	}
}

// maxText bounds strings without an end.
const maxText = 64 << 10

// badString is what the printer panics with when a string is not in memory.
type badString struct {
	item    uint32
	address uintptr // of the first byte that is not there
}

// text reads the string at the address that is the next argument.
func (p *printer) text(c *conversion) string { return p.textAt(p.argument().bits, c.precision) }

// textAt reads a string of the kernel's memory, of at most so many bytes, unless most is negative.
func (p *printer) textAt(address uint64, most int) string {
	if address == 0 {
		return "(null)"
	}
	var text []byte
	p.isReading = true
	defer func() {
		if recover() != nil {
			panic(&badString{p.item, uintptr(address) + uintptr(len(text))})
		}
	}()
	for len(text) < maxText && len(text) != most {
		b := *at[byte](address + uint64(len(text)))
		if b == 0 {
			break
		}
		text = append(text, b)
	}
	p.isReading = false
	return string(text)
}

func (c *conversion) has(flag string) bool { return strings.Contains(c.flags, flag) }

// sign is what stands before a number.
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

// digits brings a whole number to the precision.
func (c *conversion) digits(text string) string {
	if c.precision == 0 && text == "0" {
		return ""
	}
	if missing := c.precision - len(text); missing > 0 {
		return strings.Repeat("0", missing) + text
	}
	return text
}

// isBare says whether numbers are as Go writes them: without flags and, but for floats, without a precision.
func (c *conversion) isBare() bool { return c.flags == "" && c.verb > 'a' }

// alignRight fills the width of a field that begins at a place of the output.
func (p *printer) alignRight(c *conversion, begin int) {
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

func (p *printer) signed(c *conversion, x int64) {
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

func (p *printer) unsigned(c *conversion, x uint64) {
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

func (p *printer) float(c *conversion, v value) {
	if !v.typ.IsFloat() {
		v = value{math.Float64bits(float64(v.integer(c))), ir.F64}
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

// floatText is a magnitude in lower case.
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

// pad writes prefix and body in the field's width.
func (p *printer) pad(c *conversion, prefix, body string, mayZero bool) {
	missing := max(0, c.width-len(prefix)-len(body))
	switch {
	case c.has("-"):
		p.out = append(append(append(p.out, prefix...), body...), strings.Repeat(" ", missing)...)
	case c.has("0") && mayZero:
		p.out = append(append(append(p.out, prefix...), strings.Repeat("0", missing)...), body...)
	default:
		p.out = append(append(append(p.out, strings.Repeat(" ", missing)...), prefix...), body...)
	}
}
