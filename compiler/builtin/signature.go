package builtin

import (
	"strings"
	"sync"

	"heddle/compiler/ast"
)

// The notation of signatures: result(param,param). A type is a word for a concrete type (size, event, char4) or a
// letter for a generic one. A signature has at most one generic type, which stands for an element type and a number of
// lanes:
//
//	f  half, float, double      i  the eight integers       n  both, all with 1 to 16 lanes
//	F  float, double            k  int, uint                m  integers of up to 32 bits
//	q  half, float, double with up to 4 lanes               Q  float, double with up to 4 lanes
//	t  int, uint, long, ulong   a  t, float and double      w  a and half; all three scalars only
//	y  i, scalars only          x  n, scalars only
//
// Letters that derive from it:
//
//	s  its element              u  unsigned of its size     S  signed of its size
//	I  int, U uint of its lanes W  integer of twice its size
//	r  what a relation gives: int for scalars, the signed integers of its size for vectors
//
// "namedbarrier" is a local pointer to one. "readimage2d" and "writeimage2d" are images. "*x" is a pointer to x that
// is written through, "c*x" one that is only read through.

type class struct {
	kinds    []ast.Kind
	maxLanes int
}

var (
	integers = []ast.Kind{ast.Int, ast.UInt, ast.Long, ast.ULong, ast.Char, ast.UChar, ast.Short, ast.UShort}
	floats   = []ast.Kind{ast.Float, ast.Double, ast.Half}
	notHalf  = floats[:2:2]
)

// classes are the generic types by their letters.
var classes = sync.OnceValue(func() map[byte]*class {
	return map[byte]*class{
		'f': {floats, 16},
		'F': {notHalf, 16},
		'i': {integers, 16},
		'n': {append(append([]ast.Kind{}, floats...), integers...), 16},
		'k': {[]ast.Kind{ast.Int, ast.UInt}, 16},
		'm': {[]ast.Kind{ast.Int, ast.UInt, ast.Char, ast.UChar, ast.Short, ast.UShort}, 16},
		'q': {floats, 4},
		'Q': {notHalf, 4},
		't': {[]ast.Kind{ast.Int, ast.UInt, ast.Long, ast.ULong}, 1},
		'x': {append(append([]ast.Kind{}, floats...), integers...), 1},
		'y': {integers, 1},
		'a': {[]ast.Kind{ast.Int, ast.UInt, ast.Long, ast.ULong, ast.Float, ast.Double}, 1},
		'w': {[]ast.Kind{ast.Int, ast.UInt, ast.Long, ast.ULong, ast.Float, ast.Double, ast.Half}, 1},
	}
})

// words are the types by their names in signatures.
var words = sync.OnceValue(func() map[string]ast.Kind {
	return map[string]ast.Kind{
		"void": ast.Void, "bool": ast.Bool, "int": ast.Int, "uint": ast.UInt, "long": ast.Long, "size": ast.ULong,
		"float": ast.Float, "half": ast.Half, "double": ast.Double, "event": ast.Event,
		"reserve": ast.ReserveID, "clkevent": ast.ClkEvent, "queue": ast.Queue,
	}
})

func splitSignature(sig string) (result string, params []string) {
	result, list, _ := strings.Cut(sig, "(")
	list = strings.TrimSuffix(list, ")")
	if list == "" {
		return result, nil
	}
	return result, strings.Split(list, ",")
}

// genericClass finds the class of the signature's generic type, nil if it has none.
func genericClass(sig string) *class {
	for _, word := range strings.FieldsFunc(sig, func(c rune) bool { return strings.ContainsRune("(),*", c) }) {
		if len(word) == 1 {
			if c := classes()[word[0]]; c != nil {
				return c
			}
		}
	}
	return nil
}

// binding is one choice for a signature's generic type.
type binding struct {
	elem  *ast.Type
	lanes int
	types *ast.Types
}

// typeOf is the type of a word of the notation, nil if there is none (twice the size of a long).
func (b binding) typeOf(word string) *ast.Type {
	if kind, ok := words()[word]; ok {
		return ast.Basic(kind)
	}
	if word == "namedbarrier" {
		return b.types.Pointer(ast.Basic(ast.NamedBarrier), 0, ast.Local)
	}
	if len(word) > 1 {
		kind, lanes := parseType(word)
		return b.types.Vector(ast.Basic(kind), lanes)
	}
	elem, lanes := b.elem, b.lanes
	switch word[0] {
	case 's':
		lanes = 1
	case 'u':
		elem = integerOfSize(elem.Size(), false)
	case 'S':
		elem = integerOfSize(elem.Size(), true)
	case 'I':
		elem = ast.Basic(ast.Int)
	case 'U':
		elem = ast.Basic(ast.UInt)
	case 'W':
		elem = integerOfSize(2*elem.Size(), elem.IsSigned())
	case 'r':
		elem = ast.Basic(ast.Int)
		if lanes > 1 {
			elem = integerOfSize(b.elem.Size(), true)
		}
	}
	return b.types.Vector(elem, lanes)
}

func integerOfSize(size uint64, signed bool) *ast.Type {
	kind := map[uint64]ast.Kind{1: ast.Char, 2: ast.Short, 4: ast.Int, 8: ast.Long}[size]
	if !signed {
		kind++
	}
	return ast.Basic(kind)
}

// match gives the type an argument is converted to for a parameter, nil if it cannot be, and the cost.
func (b binding) match(param string, arg *ast.Type) (*ast.Type, int) {
	switch param {
	case "readimage2d", "writeimage2d":
		return matchImage(param, arg), 0
	}
	if star := strings.IndexByte(param, '*'); star >= 0 {
		return b.matchPointer(param[star+1:], arg, star > 0)
	}
	t := b.typeOf(param)
	return t, conversionCost(arg, t, &t)
}

// matchImage accepts images of two dimensions that may be read, or written.
func matchImage(param string, arg *ast.Type) *ast.Type {
	refused := ast.WriteOnly
	if param == "writeimage2d" {
		refused = ast.ReadOnly
	}
	if arg.Kind != ast.Image || arg.Image != "image2d_t" || arg.Access == refused ||
		param == "writeimage2d" && arg.Access == ast.NoAccess {
		return nil
	}
	return arg
}

// matchPointer accepts pointers of all address spaces.
func (b binding) matchPointer(word string, arg *ast.Type, readOnly bool) (*ast.Type, int) {
	if arg.Kind != ast.Pointer || !readOnly && (arg.ElemQual&ast.Const != 0 || arg.Space == ast.Constant) {
		return nil, 0
	}
	want := b.typeOf(word)
	switch {
	case want == arg.Elem:
		return arg, 0
	case want.Kind == ast.Void:
		return b.types.Pointer(want, arg.ElemQual, arg.Space), 1
	}
	if arg.Elem.Kind == ast.Void && len(word) > 1 {
		return b.types.Pointer(want, arg.ElemQual, arg.Space), 1
	}
	if arg.Elem.Kind == ast.Enum && want.Kind == ast.Int {
		return arg, 1
	}
	return nil, 0
}

// conversionCost is 0 for the same type, more for promotions, conversions and widening to a vector. It clears the
// type if there is no implicit conversion.
func conversionCost(arg, to *ast.Type, result **ast.Type) int {
	switch {
	case arg == to:
		return 0
	case arg.IsArith() && to.IsArith():
		return scalarCost(arg, to)
	case to.Kind == ast.Event && (arg.IsInteger() || arg.Kind == ast.Pointer && arg.Elem.Kind == ast.Void): // 0 or NULL
		return 2
	case arg.IsArith() && to.Kind == ast.Vector:
		return 4 + scalarCost(arg, to.Elem)
	}
	*result = nil
	return 0
}

func scalarCost(arg, to *ast.Type) int {
	switch {
	case arg.Kind == to.Kind:
		return 0
	case promoted(arg).Kind == to.Kind, arg.Kind == ast.Float && to.Kind == ast.Double:
		return 1
	}
	return 2
}
