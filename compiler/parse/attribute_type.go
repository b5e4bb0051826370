package parse

import (
	"strconv"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// typeAttributes are attributes that change the type with which a declaration begins. As in other compilers they change
// that type also where they follow a declarator: float *p __attribute__((vector_size(16))) is a pointer.
type typeAttributes struct {
	name     string // the last of them, for messages
	pos      diag.Pos
	elements uint64 // ext_vector_type
	bytes    uint64 // vector_size
	mode     string
	space    ast.Space
}

func (a *typeAttributes) any() bool { return a.name != "" }

// attributeSpaces are the attributes that are other spellings of the address spaces.
var attributeSpaces = map[string]ast.Space{
	"opencl_private": ast.Private, "opencl_local": ast.Local, "opencl_global": ast.Global,
	"opencl_constant": ast.Constant, "opencl_global_device": ast.Global, "opencl_global_host": ast.Global,
	"opencl_generic": ast.Generic,
}

// typeAttribute parses the arguments of an attribute that changes a type.
func (p *parser) typeAttribute(a *typeAttributes, name string, args bool) {
	a.name, a.pos = name, p.prevStart()
	if a.space = attributeSpaces[name]; a.space != ast.NoSpace {
		return
	}
	if !args || p.is(token.RParen) {
		p.errorf(a.pos, "attribute '%s' takes one argument", name)
		return
	}
	switch name {
	case "mode":
		a.mode = p.attributeName()
		p.advance()
	case "ext_vector_type":
		a.elements = p.vectorArgument(name)
	default:
		a.bytes = p.vectorArgument(name)
	}
}

// prevStart is where the attribute's name began: the token before, and before the parenthesis if there is one.
func (p *parser) prevStart() diag.Pos {
	for i := p.next - 2; i >= 0; i-- {
		if p.toks[i].Kind == token.Ident {
			return p.toks[i].Pos
		}
	}
	return p.tok.Pos
}

func (p *parser) vectorArgument(name string) uint64 {
	pos := p.tok.Pos
	n, ok := p.constInt("size of '" + name + "'")
	if ok && (n == 0 || int64(n) < 0) {
		p.errorf(pos, "the size of a vector is zero or negative")
		return 0
	}
	return n
}

// applyTo changes a type as the attributes say.
func (p *parser) applyTo(q qualType, a *typeAttributes) qualType {
	if !a.any() || q.t.Kind == ast.Invalid {
		return q
	}
	if a.space != ast.NoSpace {
		p.setSpace(&q, a.space, a.pos)
	}
	t := q.t
	if a.mode != "" {
		t = p.modeType(t, a)
	}
	if n, wanted := p.vectorLength(t, a); wanted {
		t = p.attributeVector(t, n, a)
	}
	if t != q.t {
		q.t, q.name = t, typeName(t)
	}
	return q
}

// vectorLength is the number of elements of a vector type.
func (p *parser) vectorLength(t *ast.Type, a *typeAttributes) (n uint64, wanted bool) {
	switch {
	case a.elements != 0:
		return a.elements, true
	case a.bytes == 0:
		return 0, false
	case t.IsArith() && a.bytes%t.Size() != 0:
		p.errorf(a.pos, "the size of a vector is no multiple of the size of its elements, %d", t.Size())
		return 0, true
	}
	return a.bytes / max(t.Size(), 1), true
}

func (p *parser) attributeVector(t *ast.Type, n uint64, a *typeAttributes) *ast.Type {
	if t.Kind == ast.Enum {
		t = ast.Basic(ast.Int)
	}
	switch {
	case n == 0:
		return ast.Basic(ast.Invalid) // an error is reported
	case t.Kind == ast.Bool || !t.IsArith():
		p.errorf(a.pos, "invalid vector element type '%s'", typeName(t))
		return ast.Basic(ast.Invalid)
	case n == 3 && a.bytes != 0:
		p.errorf(a.pos, "a vector of 3 elements has the size of one of 4; use ext_vector_type(3)")
		return ast.Basic(ast.Invalid)
	}
	for _, length := range vectorLengths {
		if n == uint64(length) {
			return p.types.Vector(t, length)
		}
	}
	p.errorf(a.pos, "a vector of %d elements does not exist in OpenCL C; there are those of 2, 3, 4, 8 and 16", n)
	return ast.Basic(ast.Invalid)
}

// machineModes are the scalars by gcc's names of machine modes; integers are signed here.
var machineModes = map[string]ast.Kind{
	"QI": ast.Char, "HI": ast.Short, "SI": ast.Int, "DI": ast.Long, "byte": ast.Char, "word": ast.Long,
	"pointer": ast.Long, "unwind_word": ast.Long, "HF": ast.Half, "SF": ast.Float, "DF": ast.Double,
}

// modeType is the integer or floating type of the size of a machine mode.
func (p *parser) modeType(t *ast.Type, a *typeAttributes) *ast.Type {
	kind, ok := machineModes[a.mode]
	to := ast.Basic(kind)
	switch {
	case !ok && len(a.mode) > 2 && a.mode[0] == 'V' && strings.Trim(a.mode[1:2], "0123456789") == "":
		p.errorf(a.pos, "vectors by machine mode are not supported; use ext_vector_type")
	case !ok:
		p.errorf(a.pos, "machine mode '%s' is not supported", a.mode)
	case !t.IsArith() || t.Kind == ast.Bool || t.IsInteger() != to.IsInteger():
		p.errorf(a.pos, "machine mode '%s' does not go with the type '%s'", a.mode, typeName(t))
	case to.IsInteger() && !t.IsSigned():
		return ast.Basic(kind + 1)
	default:
		p.checkWidth(to, a.pos)
		return to
	}
	return ast.Basic(ast.Invalid)
}

// checkElementAlign checks that all elements of an array are aligned as a typedef asks; it returns false after an
// error.
func (p *parser) checkElementAlign(q qualType, pos diag.Pos) bool {
	if q.align == 0 || q.t.Size()%q.align == 0 {
		return true
	}
	p.errorf(pos, "the size of the array's elements, %s, is no multiple of their alignment, %s",
		strconv.FormatUint(q.t.Size(), 10), strconv.FormatUint(q.align, 10))
	return false
}
