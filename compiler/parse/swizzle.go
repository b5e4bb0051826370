package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
)

// vectorMember makes v.xyzw, v.rgba, v.s0123, v.lo and so on.
func (p *parser) vectorMember(x ast.Expr, name string, pos diag.Pos) ast.Expr {
	t := x.ExprType()
	elems := halfElems(name, t.Lanes())
	if elems == nil {
		elems = p.namedElems(name, pos)
	}
	if elems == nil {
		p.errorf(pos, "illegal vector component name '%s'%s", name, p.componentHint(name, t))
		return p.bad(pos)
	}
	for i, n := range elems {
		if n != ast.NoElem && int(n) >= t.Lanes() {
			p.errorf(pos, "vector component access exceeds type '%s'%s", typeName(t), exceeding(name, i, len(elems)))
			return p.bad(pos)
		}
	}
	switch len(elems) {
	case 1, 2, 3, 4, 8, 16:
		return p.swizzle(x, elems, pos)
	}
	p.errorf(pos, "%d components make no vector type", len(elems))
	return p.bad(pos)
}

func exceeding(name string, i, n int) string {
	if len(name) == n {
		return ": component '" + name[i:i+1] + "'"
	}
	return ""
}

// halfElems are the elements of lo, hi, even and odd; nil for another name. A vector of three counts as one of four
// whose last element is undefined.
func halfElems(name string, lanes int) []uint8 {
	start, step := 0, 1
	half := (lanes + 1) / 2
	switch name {
	case "lo":
	case "hi":
		start = half
	case "even":
		step = 2
	case "odd":
		start, step = 1, 2
	default:
		return nil
	}
	elems := make([]uint8, half)
	for i := range elems {
		elems[i] = ast.NoElem
		if n := start + i*step; n < lanes {
			elems[i] = uint8(n)
		}
	}
	return elems
}

// namedElems are the elements that letters or s-digits name; nil if they do not.
func (p *parser) namedElems(name string, pos diag.Pos) []uint8 {
	if len(name) > 1 && (name[0] == 's' || name[0] == 'S') {
		return lettersIn(name[1:], "0123456789abcdef", "0123456789ABCDEF")
	}
	if elems := lettersIn(name, "xyzw", "xyzw"); elems != nil {
		return elems
	}
	elems := lettersIn(name, "rgba", "rgba")
	if elems != nil && p.Version < 300 {
		p.warnf(pos, "vector component name '%s' is a feature of OpenCL C 3.0", name)
	}
	return elems
}

func lettersIn(name, lower, upper string) []uint8 {
	if len(name) > 16 {
		return nil
	}
	elems := make([]uint8, len(name))
	for i := range len(name) {
		n := indexByte(lower, upper, name[i])
		if n < 0 {
			return nil
		}
		elems[i] = uint8(n)
	}
	return elems
}

func indexByte(lower, upper string, c byte) int {
	for i := range len(lower) {
		if lower[i] == c || upper[i] == c {
			return i
		}
	}
	return -1
}

func repeats(elems []uint8) bool {
	seen := uint32(0)
	for _, n := range elems {
		bit := uint32(1) << n // 0 for NoElem
		if seen&bit != 0 {
			return true
		}
		seen |= bit
	}
	return false
}

// swizzle selects elements; a swizzle of a swizzle is merged into one.
func (p *parser) swizzle(x ast.Expr, elems []uint8, pos diag.Pos) ast.Expr {
	t := p.types.Vector(x.ExprType().Elem, len(elems))
	if s, ok := x.(*ast.Swizzle); ok {
		outer := make([]uint8, len(elems))
		for i, n := range elems {
			outer[i] = ast.NoElem
			if n != ast.NoElem {
				outer[i] = s.Elems[n]
			}
		}
		x, elems = s.X, outer
	}
	if repeats(elems) {
		x = p.rvalue(x)
	}
	return &ast.Swizzle{Base: base(pos, t), X: x, Elems: elems}
}
