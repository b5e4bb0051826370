package translate

import (
	"strconv"
	"strings"

	"heddle/compiler/ast"
)

// mangled reads a name of the Itanium ABI for C++, as clang makes them of functions of OpenCL C: a name, then the types
// of the parameters.
type mangled struct {
	name, rest string
	types      *ast.Types
	seen       []mangledType // what short names stand for: all types but numbers, in the order of their ends
}

// mangledType is a type of OpenCL C, as a pointee with qualifiers and an address space. Numbers of an enumeration of
// clang's header are integers with its name.
type mangledType struct {
	typ         *ast.Type // nil after an error
	qual        ast.Qual
	space       ast.Space // NoSpace for private
	enumeration string
}

// longestMangled bounds names, and with them how deep types nest.
const longestMangled = 1000

func demangle(text string, types *ast.Types) (m mangled, ok bool) {
	rest, ok := strings.CutPrefix(text, "_Z")
	m = mangled{rest: rest, types: types}
	m.name = m.word()
	return m, ok && m.name != "" && len(text) <= longestMangled
}

// mangledLetters are the types by their letters.
var mangledLetters = map[string]ast.Kind{
	"c": ast.Char, "a": ast.Char, "h": ast.UChar, "s": ast.Short, "t": ast.UShort, "i": ast.Int, "j": ast.UInt,
	"l": ast.Long, "m": ast.ULong, "f": ast.Float, "d": ast.Double, "Dh": ast.Half, "v": ast.Void,
}

// mangledNames are the types that have names, beside images.
var mangledNames = map[string]ast.Kind{
	"memory_order": ast.Int, "memory_scope": ast.Int, "ocl_sampler": ast.Sampler, "ocl_event": ast.Event,
}

// mangledSpaces are the address spaces of pointees, by number or, of targets without numbers, by name.
var mangledSpaces = map[string]ast.Space{
	"AS1": ast.Global, "AS2": ast.Constant, "AS3": ast.Local, "AS4": ast.Generic, "CLglobal": ast.Global,
	"CLconstant": ast.Constant, "CLlocal": ast.Local, "CLgeneric": ast.Generic,
}

// next takes a type.
func (m *mangled) next() (t mangledType) {
	space, qual := m.qualifiers()
	switch {
	case m.cut("S"):
		t = m.short()
	case m.cut("P"):
		if to := m.next(); to.typ != nil {
			t.typ = m.types.Pointer(to.typ, to.qual, max(to.space, ast.Private))
		}
		m.seen = append(m.seen, t)
	case m.cut("U7_Atomic"):
		t = m.next()
		m.seen = append(m.seen, t)
	case m.cut("Dv"):
		t = m.vector()
		m.seen = append(m.seen, t)
	default:
		if t = m.letter(); t.typ == nil {
			t = namedType(m.word())
			m.seen = append(m.seen, t)
		}
	}
	if space != ast.NoSpace || qual != 0 {
		t.space, t.qual = space, qual
		m.seen = append(m.seen, t)
	}
	return t
}

func (m *mangled) cut(prefix string) (ok bool) {
	m.rest, ok = strings.CutPrefix(m.rest, prefix)
	return ok
}

// qualifiers takes those before a type.
func (m *mangled) qualifiers() (space ast.Space, qual ast.Qual) {
	before := m.rest
	if m.cut("U") {
		if space = mangledSpaces[m.word()]; space == ast.NoSpace {
			m.rest = before
		}
	}
	for _, q := range [...]struct {
		letter string
		qual   ast.Qual
	}{{"r", ast.Restrict}, {"V", ast.Volatile}, {"K", ast.Const}} {
		if m.cut(q.letter) {
			qual |= q.qual
		}
	}
	return space, qual
}

// word takes a text behind its length; none where there is no length, or less text.
func (m *mangled) word() string {
	rest := strings.TrimLeft(m.rest, "0123456789")
	length, err := strconv.Atoi(m.rest[:len(m.rest)-len(rest)])
	if err != nil || length > len(rest) {
		return ""
	}
	m.rest = rest[length:]
	return rest[:length]
}

// short takes the rest of a short name: "_" is the first of those that were seen, "0_" the second.
func (m *mangled) short() mangledType {
	digits, rest, _ := strings.Cut(m.rest, "_")
	i := int64(-1)
	if digits != "" {
		var err error
		if i, err = strconv.ParseInt(digits, 36, 32); err != nil || i < 0 {
			return mangledType{}
		}
	}
	if i+1 >= int64(len(m.seen)) {
		return mangledType{}
	}
	m.rest = rest
	return m.seen[i+1]
}

// vector takes the rest of a vector: its number of elements and their type.
func (m *mangled) vector() mangledType {
	count, rest, _ := strings.Cut(m.rest, "_")
	lanes, err := strconv.Atoi(count)
	m.rest = rest
	elem := m.letter().typ
	if err != nil || lanes < 2 || lanes > 16 || elem == nil {
		return mangledType{}
	}
	return mangledType{typ: m.types.Vector(elem, lanes)}
}

// letter takes a type of numbers.
func (m *mangled) letter() mangledType {
	for length := 1; length <= min(2, len(m.rest)); length++ {
		if kind, ok := mangledLetters[m.rest[:length]]; ok {
			m.rest = m.rest[length:]
			return mangledType{typ: ast.Basic(kind)}
		}
	}
	return mangledType{}
}

// namedType is an enumeration or a handle: "ocl_image2d_array_ro" is a read-only image2d_array_t.
func namedType(name string) mangledType {
	if kind, ok := mangledNames[name]; ok {
		t := mangledType{typ: ast.Basic(kind)}
		if kind == ast.Int {
			t.enumeration = name
		}
		return t
	}
	image, isImage := strings.CutPrefix(name, "ocl_image")
	at := strings.LastIndexByte(image, '_')
	if !isImage || at < 0 {
		return mangledType{}
	}
	access := map[string]ast.Access{"_ro": ast.ReadOnly, "_wo": ast.WriteOnly, "_rw": ast.ReadWrite}[image[at:]]
	return mangledType{typ: &ast.Type{Kind: ast.Image, Image: "image" + image[:at] + "_t", Access: access}}
}
