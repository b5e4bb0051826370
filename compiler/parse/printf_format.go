package parse

import (
	"strconv"
	"strings"

	"heddle/compiler/ast"
)

// printf's format is compared with the arguments (OpenCL C, "Differences between OpenCL C and C99 printf"): a mismatch
// is undefined behaviour there, so it is worth a warning, but no error.

// formatSpec is one conversion of a format.
type formatSpec struct {
	text   string // with the %
	stars  int    // widths and precisions that are arguments
	vector int    // number of elements; 0: a scalar
	length string
	verb   byte
}

// checkPrintf warns of arguments that the format does not fit. args are promoted; args[0] is the format.
func (p *parser) checkPrintf(args []ast.Expr) {
	if choice, ok := args[0].(*ast.Cond); ok {
		p.checkPrintf(append([]ast.Expr{choice.X}, args[1:]...))
		p.checkPrintf(append([]ast.Expr{choice.Y}, args[1:]...))
		return
	}
	text, ok := literalText(args[0])
	if !ok {
		return
	}
	rest, pos := args[1:], args[0].ExprPos()
	next := func() ast.Expr {
		if len(rest) == 0 {
			return nil
		}
		e := rest[0]
		rest = rest[1:]
		return e
	}
	for _, spec := range formatSpecs(text) {
		if !spec.known() {
			p.warnf(pos, "invalid conversion specifier '%s' in the format of printf", spec.text)
			return
		}
		for range spec.stars {
			if e := next(); e != nil && e.ExprType().Kind != ast.Int && e.ExprType().Kind != ast.UInt {
				p.warnf(e.ExprPos(), "field width and precision should have type 'int', but the argument has type '%s'",
					typeName(e.ExprType()))
			}
		}
		e := next()
		if e == nil {
			p.warnf(pos, "more '%%' conversions than data arguments in printf")
			return
		}
		if t := e.ExprType(); !spec.fits(t) {
			p.warnf(e.ExprPos(), "format specifies '%s' but the argument has type '%s'", spec.text, typeName(t))
		}
	}
	if len(rest) > 0 {
		p.warnf(rest[0].ExprPos(), "data argument not used by format string")
	}
}

// literalText is the text of a string literal that was made a pointer.
func literalText(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.Cast:
		return literalText(e.X)
	case *ast.AddrOf:
		return literalText(e.X)
	case *ast.StringLit:
		return e.Value, true
	}
	return "", false
}

// formatSpecs are the conversions of a format, without %%.
func formatSpecs(format string) (specs []formatSpec) {
	format, _, _ = strings.Cut(format, "\x00")
	for {
		_, rest, found := strings.Cut(format, "%")
		if !found {
			return specs
		}
		spec, n := parseSpec(rest)
		if spec.verb != '%' {
			specs = append(specs, spec)
		}
		format = rest[n:]
	}
}

// parseSpec reads a conversion after its %, and returns its length.
func parseSpec(text string) (spec formatSpec, n int) {
	take := func(set string) string {
		start := n
		for n < len(text) && strings.IndexByte(set, text[n]) >= 0 {
			n++
		}
		return text[start:n]
	}
	take("-+ #0")
	spec.stars += strings.Count(take("0123456789*"), "*")
	if take(".") != "" {
		spec.stars += strings.Count(take("0123456789*"), "*")
	}
	if take("v") != "" {
		spec.vector, _ = strconv.Atoi(take("0123456789"))
		if spec.vector == 0 {
			spec.vector = 1 // no vector has one element
		}
	}
	spec.length = take("hlLjzt")
	if n < len(text) {
		spec.verb = text[n]
		n++
	}
	spec.text = "%" + text[:n]
	return spec, n
}

// known reports whether there is such a conversion.
func (s *formatSpec) known() bool {
	return s.verb != 0 && strings.IndexByte("diouxXcfFeEgGaAsp", s.verb) >= 0 && s.stars <= 2
}

// fits reports whether an argument of type t can be converted so.
func (s *formatSpec) fits(t *ast.Type) bool {
	if s.vector != 0 {
		return t.Kind == ast.Vector && t.Lanes() == s.vector && s.fitsElement(t.Elem)
	}
	switch s.verb {
	case 's':
		return t.Kind == ast.Pointer && (t.Elem.Kind == ast.Char || t.Elem.Kind == ast.UChar)
	case 'p':
		return t.Kind == ast.Pointer
	case 'd', 'i', 'o', 'u', 'x', 'X', 'c':
		long := strings.ContainsAny(s.length, "ljzt")
		return t.IsInteger() && (t.Size() == 8) == long
	}
	return t.IsFloat()
}

// fitsElement reports whether the elements of a vector can be of type t. Without a length modifier their size is not
// checked.
func (s *formatSpec) fitsElement(t *ast.Type) bool {
	size := map[string]uint64{"hh": 1, "h": 2, "hl": 4, "l": 8}[s.length]
	if size != 0 && size != t.Size() {
		return false
	}
	switch s.verb {
	case 'd', 'i', 'o', 'u', 'x', 'X', 'c':
		return t.IsInteger()
	case 's', 'p':
		return false
	}
	return t.IsFloat()
}
