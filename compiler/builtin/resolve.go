// Package builtin is the table of OpenCL C's built-in functions: their signatures, how each is lowered, and the library
// of those that are written in OpenCL C. It knows nothing of syntax and emits no code itself.
//
// Reading order: table.go (the table), signature.go (the notation), resolve.go (overloads), derived.go (names that
// contain a type), image.go, macros.go, library.go.
package builtin

import (
	"fmt"
	"strings"
	"sync"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// Call is a resolved call: the types the checker converts arguments to, and the information for the lowerer.
type Call struct {
	Name     string
	Params   []*ast.Type // the types arguments are converted to; printf's optional ones are not listed
	Variadic bool        // printf: further arguments get C's default argument promotions
	Result   *ast.Type
	Family   *Family
	Elem     *ast.Type // the element type the generic type stands for; nil if the signature has none
	Lanes    int       // its number of elements
	Convert  Conversion
	Image    ir.ImageKind // of the built-ins of images

	Converted *ast.Type // type that the result is converted to afterwards; nil: none
}

var index = sync.OnceValue(func() map[string]*Family {
	m := make(map[string]*Family, 512)
	for _, rows := range [...][]Family{families, cFamilies(), subGroupFamilies()} {
		for i := range rows {
			for name := range strings.FieldsSeq(rows[i].Names) {
				m[name] = &rows[i]
			}
		}
	}
	return m
})

// Known reports whether the name is that of a built-in function.
func Known(name string) bool {
	return index()[name] != nil || isDerived(name)
}

// Resolve selects the overload of a built-in for arguments of the given types: the one with the least sum of conversion
// costs, and among equals the one in the arguments' common arithmetic type. Argument types are values' types (arrays
// decayed). The error is the text of a diagnostic.
func Resolve(name string, args []*ast.Type, ts *ast.Types) (*Call, error) {
	for _, t := range args {
		if t.Kind == ast.Invalid {
			return &Call{Name: name, Params: args, Result: t}, nil
		}
	}
	f := index()[name]
	if f == nil {
		return resolveDerived(name, args, ts)
	}
	r := resolver{args: args, types: ts, common: commonType(args)}
	for sig := range strings.FieldsSeq(f.Sigs) {
		r.try(sig)
	}
	if r.best.Result == nil {
		return nil, mismatch(name, args, f.Sigs)
	}
	call := r.best
	if f.As != "" {
		return asOther(name, &call, f, &r)
	}
	call.Name, call.Family = name, f
	return &call, nil
}

func mismatch(name string, args []*ast.Type, sigs string) error {
	counts := map[int]bool{}
	for sig := range strings.FieldsSeq(sigs) {
		_, params := splitSignature(sig)
		counts[len(params)] = true
	}
	if !counts[len(args)] {
		for n := range 8 {
			if counts[n] {
				return fmt.Errorf("wrong number of arguments to function '%s': expected %d, have %d", name, n,
					len(args))
			}
		}
	}
	return fmt.Errorf("no matching function for call to '%s' with argument types (%s)", name, spellings(args))
}

// resolver searches for the cheapest instance of a family's signatures.
type resolver struct {
	args   []*ast.Type
	types  *ast.Types
	common *ast.Type // of the scalar arguments
	best   Call
	cost   int
}

// try considers every instance of one signature that the arguments may fit.
func (r *resolver) try(sig string) {
	result, params := splitSignature(sig)
	if len(params) != len(r.args) {
		return
	}
	class := genericClass(sig)
	if class == nil {
		r.consider(result, params, nil, 1)
		return
	}
	for _, lanes := range r.laneCounts() {
		if lanes > class.maxLanes {
			continue
		}
		for _, kind := range class.kinds {
			r.consider(result, params, ast.Basic(kind), lanes)
		}
	}
}

// laneCounts lists 1 and the lanes of the arguments that are vectors or point to them.
func (r *resolver) laneCounts() []int {
	counts := []int{1}
	for _, t := range r.args {
		if t.Kind == ast.Pointer {
			t = t.Elem
		}
		if n := t.Lanes(); n > 1 && n != counts[len(counts)-1] {
			counts = append(counts, n)
		}
	}
	return counts
}

// tieCost is a fraction that decides between instances of equal conversion cost.
const tieCost = 16

func (r *resolver) consider(result string, params []string, elem *ast.Type, lanes int) {
	cost := 0
	bound := binding{elem, lanes, r.types}
	types := make([]*ast.Type, len(params))
	for i, p := range params {
		t, c := bound.match(p, r.args[i])
		if t == nil {
			return
		}
		types[i] = t
		cost += c * tieCost
	}
	cost += r.tie(elem)
	if r.best.Result != nil && cost >= r.cost {
		return
	}
	res := bound.typeOf(result)
	if res == nil {
		return
	}
	r.cost = cost
	r.best = Call{Params: types, Result: res, Elem: elem, Lanes: lanes}
}

// tie prefers the arguments' common type, then float for functions of floats with integer arguments.
func (r *resolver) tie(elem *ast.Type) int {
	switch {
	case elem == nil || elem == r.common:
		return 0
	case elem.Kind == ast.Float:
		return 1
	}
	return 2
}

// commonType is the type of the usual arithmetic conversions over the scalar arguments, nil if there is none.
func commonType(args []*ast.Type) *ast.Type {
	var common *ast.Type
	for _, t := range args {
		if !t.IsArith() {
			continue
		}
		if t.Kind != ast.Half {
			t = promoted(t)
		}
		if common == nil || t.Kind > common.Kind {
			common = t
		}
	}
	return common
}

func promoted(t *ast.Type) *ast.Type {
	switch {
	case t.Kind == ast.Enum || t.Kind < ast.Int:
		return ast.Basic(ast.Int)
	case t.Kind == ast.Half:
		return ast.Basic(ast.Float)
	}
	return ast.Basic(t.Kind)
}
