// Package printf formats the output of OpenCL's printf (OpenCL C specification, section 6.15.14): C99's conversions,
// and %v with a length for vectors, whose elements come as consecutive arguments. Nothing is taken from C: each
// conversion is made here from Go's formatting. It serves both engines and knows neither.
//
// Reading order: printf.go (the Printer: work-items, arguments, strings), format.go (a format taken apart), number.go
// (integers and floats).
package printf

import (
	"fmt"
	"strings"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
)

// Printer formats the output of a printf, for one work-item after another. It keeps its memory for the next printf.
type Printer struct {
	values    []Value // the arguments of the work-item
	next      int     // argument
	out       []byte
	finished  int    // bytes of out from earlier work-items
	item      uint32 // the work-item: its place among those that print together
	isReading bool   // memory of the kernel, which may be unmapped

	parsed string // the format of pieces: all work-items of a printf share it
	pieces []piece
}

// Output takes the text of a printf, and returns the printf's result.
type Output interface {
	Print(text []byte) uint32
}

// Begin begins another printf.
func (p *Printer) Begin() { p.out = p.out[:0] }

// Start begins another work-item of the printf.
func (p *Printer) Start(item uint32) {
	p.values, p.next, p.finished, p.item = p.values[:0], 0, len(p.out), item
}

// Add adds an argument of the work-item.
func (p *Printer) Add(v Value) { p.values = append(p.values, v) }

// Text is the output of the work-items so far. It is valid until the next call of Begin.
func (p *Printer) Text() []byte { return p.out }

// PrintFinished is for a deferred call. In a panic with a BadString it prints the text of the work-items before that of
// the string: they have run their printf.
func (p *Printer) PrintFinished(to Output) {
	if p.isReading {
		to.Print(p.out[:p.finished])
		p.isReading = false
	}
}

// Format formats the arguments of the work-item. It panics with a *BadString where the memory of a string is not
// mapped.
func (p *Printer) Format(format string) {
	if format == ir.FormatInMemory {
		format = p.textAt(p.argument().Bits, -1)
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

// completed takes width and precision from the arguments if the format says so.
func (p *Printer) completed(c conversion) *conversion {
	if c.widthIsArgument {
		c.width = p.starWidth(&c)
	}
	if c.precisionIsArgument {
		c.precision = max(-1, min(int(int32(p.argument().Bits)), maxField))
	}
	return &c
}

func (p *Printer) starWidth(c *conversion) int {
	width := int(int32(p.argument().Bits))
	if width < 0 {
		c.flags += "-"
		width = -width
	}
	return min(width, maxField)
}

// argument takes the next argument; missing ones are zero.
func (p *Printer) argument() Value {
	if p.next >= len(p.values) {
		return Value{0, ir.I32}
	}
	p.next++
	return p.values[p.next-1]
}

func (p *Printer) convert(c *conversion) {
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

func (p *Printer) element(c *conversion) {
	switch c.verb {
	case 'd', 'i':
		p.signed(c, p.argument().integer(c))
	case 'u', 'o', 'x', 'X':
		p.unsigned(c, p.argument().unsigned(c))
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		p.float(c, p.argument())
	case 'c':
		p.pad(c, "", string([]byte{byte(p.argument().Bits)}), false)
	case 's':
		p.pad(c, "", p.text(c), false)
	case 'p':
		p.pad(c, "", fmt.Sprintf("%#x", p.argument().Bits), false)
	default:
		p.out = append(p.out, '%', c.verb)
	}
}

// maxText is the largest length of a string, in bytes: its terminating zero may be missing.
const maxText = 64 << 10

// BadString is the panic of a Printer that reads a string where no memory is mapped.
type BadString struct {
	Item    uint32  // the work-item, as Start named it
	Address uintptr // of the first byte that is not there
}

// text reads the string at the address that is the next argument.
func (p *Printer) text(c *conversion) string { return p.textAt(p.argument().Bits, c.precision) }

// textAt reads a string of the kernel's memory, of at most "most" bytes; a negative number is no limit.
func (p *Printer) textAt(address uint64, most int) string {
	if address == 0 {
		return "(null)"
	}
	var text []byte
	p.isReading = true
	defer func() {
		if recover() != nil {
			panic(&BadString{p.item, uintptr(address) + uintptr(len(text))})
		}
	}()
	for len(text) < maxText && len(text) != most {
		b := *hostmem.At[byte](address + uint64(len(text)))
		if b == 0 {
			break
		}
		text = append(text, b)
	}
	p.isReading = false
	return string(text)
}

// pad writes prefix and body in the field's width.
func (p *Printer) pad(c *conversion, prefix, body string, mayZero bool) {
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
