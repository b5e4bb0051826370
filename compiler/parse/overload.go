package parse

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
)

// Overloads are chosen as clang does in OpenCL C, by the rules of C++: one candidate must be better than each other
// one, which means that none of its arguments is converted worse and one is converted better. Candidates are the
// functions of the program and, of the built-in function of the same name, the overload that it would select by itself.
// A function of the program with the parameters of a built-in overload replaces it.

// fit grades the conversion of an argument, smallest best. The last bits distinguish pointers that only differ in
// qualifiers and address spaces.
type fit int

const (
	exact     fit = iota << 4
	promotion     // to int, of float to double
	conversion
	widening // of a scalar to a vector
	noMatch
)

// candidate is a function that takes the arguments of a call.
type candidate struct {
	f    *ast.Function // nil: the built-in
	sig  *Builtin      // nil: a function of the program
	fits []fit         // of the arguments
}

// choice selects the callee of a call of a function of the program: one of its functions, or a built-in. It returns
// neither after an error.
func (p *parser) choice(c *callee, args []ast.Expr) (f *ast.Function, isBuiltin bool) {
	if first := c.sym.funcs[0]; len(c.sym.funcs) == 1 && !first.Attrs.Overloadable {
		if first.Type.Variadic && first.Body == nil {
			return first, p.Builtins != nil && p.Builtins.Known(c.name) // printf, declared once more
		}
		if first.Body != nil || p.redeclares(first) == nil {
			return first, false
		}
	}
	all := p.candidates(c, args)
	if len(all) == 0 {
		p.noCandidate(c, args)
		return nil, false
	}
	best := bestOf(all)
	if best == nil {
		p.ambiguous(c, all)
		return nil, false
	}
	return best.f, best.f == nil
}

// candidates are the functions that take the arguments.
func (p *parser) candidates(c *callee, args []ast.Expr) []candidate {
	var all []candidate
	for _, f := range c.sym.funcs {
		if fits := fitAll(args, f.Type.Params); fits != nil {
			all = append(all, candidate{f: f, fits: fits})
		}
	}
	if p.Builtins == nil || !p.Builtins.Known(c.name) {
		return all
	}
	sig, err := p.Builtins.Resolve(c.name, argTypes(args), p.types)
	if err != nil || sig.Result.Kind == ast.Invalid {
		return all
	}
	for _, one := range all {
		if sameTypes(one.f.Type.Params, sig.Params) {
			return all
		}
	}
	return append(all, candidate{sig: sig, fits: fitBuiltin(args, sig.Params)})
}

func argTypes(args []ast.Expr) []*ast.Type {
	types := make([]*ast.Type, len(args))
	for i, a := range args {
		types[i] = a.ExprType()
	}
	return types
}

// fitAll grades the conversions of all arguments; nil if one cannot be converted or their number is wrong.
func fitAll(args []ast.Expr, params []*ast.Type) []fit {
	if len(args) != len(params) {
		return nil
	}
	fits := make([]fit, len(args))
	for i, a := range args {
		fits[i] = fitOf(a, params[i])
		if fits[i] == noMatch {
			return nil
		}
	}
	return fits
}

// fitBuiltin is fitAll for parameters that the built-in function's own rules have accepted.
func fitBuiltin(args []ast.Expr, params []*ast.Type) []fit {
	fits := make([]fit, len(args))
	for i := range min(len(args), len(params)) {
		fits[i] = min(fitOf(args[i], params[i]), widening)
	}
	return fits
}

func fitOf(e ast.Expr, to *ast.Type) fit {
	from := e.ExprType()
	switch {
	case sameType(from, to):
		return exact
	case from.IsArith() && to.IsArith():
		if isPromotion(from, to) {
			return promotion
		}
		return conversion
	case from.IsArith() && to.Kind == ast.Vector:
		return widening
	case from.Kind == ast.Pointer && to.Kind == ast.Pointer && spaceFits(from, to):
		return fitPointer(from, to)
	case from.Kind == ast.Pointer && to.Kind == ast.Bool, to.Kind == ast.Pointer && isNull(e),
		isOpaque(to) && isNull(e), to.Kind == ast.Sampler && from.IsInteger():
		return conversion
	}
	return noMatch
}

// isPromotion reports whether C makes a conversion by itself: of small integers to int, of half and float to a larger
// type.
func isPromotion(from, to *ast.Type) bool {
	switch {
	case from.IsInteger():
		return to.Kind == ast.Int && promotedKind(from) == ast.Int
	case from.Kind == ast.Half:
		return to.Kind == ast.Float
	}
	return from.Kind == ast.Float && to.Kind == ast.Double
}

func fitPointer(from, to *ast.Type) fit {
	r := exact
	if from.Space != to.Space {
		r += 4
	}
	for _, q := range [...]ast.Qual{ast.Const, ast.Volatile} {
		if from.ElemQual&q != to.ElemQual&q {
			r++
		}
	}
	switch {
	case sameType(from.Elem, to.Elem):
		return r
	case to.Elem.Kind == ast.Void:
		return r + conversion
	}
	return noMatch
}

// bestOf is the candidate that is better than all others, nil if there is none.
func bestOf(all []candidate) *candidate {
	for i := range all {
		wins := true
		for j := range all {
			wins = wins && (i == j || better(all[i].fits, all[j].fits))
		}
		if wins {
			return &all[i]
		}
	}
	return nil
}

// better reports whether no argument fits worse and one fits better.
func better(a, b []fit) bool {
	isBetter := false
	for i := range a {
		if a[i] > b[i] {
			return false
		}
		isBetter = isBetter || a[i] < b[i]
	}
	return isBetter
}

func (p *parser) noCandidate(c *callee, args []ast.Expr) {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = typeName(a.ExprType())
	}
	p.errorf(c.Pos, "no matching function for call to '%s' with argument types (%s)", c.name, strings.Join(names, ", "))
	for _, f := range c.sym.funcs {
		p.notef(f.Pos, "candidate: '%s'", typeName(f.Type))
	}
}

func (p *parser) ambiguous(c *callee, all []candidate) {
	besides := ""
	if sig := all[len(all)-1].sig; sig != nil {
		t := &ast.Type{Kind: ast.Func, Result: sig.Result, Params: sig.Params}
		besides = "; the built-in '" + typeName(t) + "' fits as well"
	}
	p.errorf(c.Pos, "call to '%s' is ambiguous%s", c.name, besides)
	for _, one := range all {
		if one.f != nil {
			p.notef(one.f.Pos, "candidate: '%s'", typeName(one.f.Type))
		}
	}
}

// redeclares is the built-in overload that a function of the program declares once more, nil if it is none.
func (p *parser) redeclares(f *ast.Function) *Builtin {
	if p.Builtins == nil || !p.Builtins.Known(f.Name) {
		return nil
	}
	sig, err := p.Builtins.Resolve(f.Name, f.Type.Params, p.types)
	if err != nil || !sameTypes(sig.Params, f.Type.Params) || !sameType(sig.Result, f.Type.Result) {
		return nil
	}
	return sig
}

// standIn is the built-in to call in place of a function of the program that redeclares it, if that has no body yet.
// Whether it gets one is known when the program is linked.
func (p *parser) standIn(f *ast.Function, args []ast.Expr, pos diag.Pos) *ast.BuiltinCall {
	if f.Body != nil {
		return nil
	}
	sig := p.redeclares(f)
	if sig == nil {
		return nil
	}
	p.unit.Scratch = max(p.unit.Scratch, sig.Scratch)
	return &ast.BuiltinCall{Base: base(pos, sig.Result), Name: f.Name, Info: sig.Info, Args: args}
}
