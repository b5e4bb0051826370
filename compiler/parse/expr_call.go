package parse

import (
	"math"
	"strconv"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// call parses the arguments and makes the call.
func (p *parser) call(f ast.Expr) ast.Expr {
	pos := p.tok.Pos
	args, ok := p.arguments()
	c, isName := f.(*callee)
	switch {
	case !isName && isInvalid(f):
		return p.bad(f.ExprPos())
	case !isName:
		p.errorf(f.ExprPos(), "called object type '%s' is not a function", typeName(f.ExprType()))
		return p.bad(f.ExprPos())
	case !ok:
		return p.bad(c.Pos)
	}
	for _, a := range args {
		if isInvalid(a) {
			return p.bad(c.Pos)
		}
	}
	if c.sym == nil {
		return p.callBuiltin(c, args)
	}
	return p.callFunction(c, args, pos)
}

// arguments parses (a, b, ...) to values.
func (p *parser) arguments() ([]ast.Expr, bool) {
	p.bracket()
	defer p.unbracket()
	p.advance()
	if p.accept(token.RParen) {
		return nil, true
	}
	var args []ast.Expr
	for {
		args = append(args, p.rvalue(p.assignment()))
		if !p.accept(token.Comma) {
			break
		}
	}
	if p.expectAfter(args[len(args)-1], token.RParen, "after the arguments of a call") {
		return args, true
	}
	if p.skipTo(token.RParen) {
		p.advance()
	}
	return nil, false
}

func (p *parser) callBuiltin(c *callee, args []ast.Expr) ast.Expr {
	types := make([]*ast.Type, len(args))
	for i, a := range args {
		types[i] = a.ExprType()
	}
	sig, err := p.Builtins.Resolve(c.name, types, p.types)
	if err != nil {
		sig = p.resolveNulls(c.name, args, types)
	}
	if sig == nil {
		p.errorf(c.Pos, "%s", err)
		return p.bad(c.Pos)
	}
	if sig.Result.Kind == ast.Invalid {
		return p.bad(c.Pos)
	}
	for i, a := range args {
		if i < len(sig.Params) {
			args[i] = p.convertArg(a, sig.Params[i])
		} else {
			args[i] = p.promoteVariadic(a)
		}
		if isInvalid(args[i]) {
			return p.bad(c.Pos)
		}
	}
	p.unit.Scratch = max(p.unit.Scratch, sig.Scratch)
	if c.name == "printf" || c.name == "__builtin_printf" {
		p.checkPrintf(args)
	}
	call := &ast.BuiltinCall{Base: base(c.Pos, sig.Result), Name: c.name, Info: sig.Info, Args: args}
	e := p.evaluated(call)
	if sig.Converted != nil {
		return p.cast(e, sig.Converted, true)
	}
	return e
}

// evaluator is what Builtins may offer besides: the values of calls with constants, as bits.
type evaluator interface {
	Constant(call *ast.BuiltinCall) (bits uint64, ok bool)
}

// evaluated is the value of a built-in of C compilers whose arguments are constants, which may stand where a constant must: in the
// length of an array, at a case, in an initialiser. Those of OpenCL C may not.
func (p *parser) evaluated(call *ast.BuiltinCall) ast.Expr {
	known, ok := p.Builtins.(evaluator)
	if !ok || !strings.HasPrefix(call.Name, "__builtin_") || len(call.Args) == 0 {
		return call
	}
	folded := *call
	folded.Args = make([]ast.Expr, len(call.Args))
	for i, a := range call.Args {
		if folded.Args[i] = fold(a); folded.Args[i] == nil {
			return call
		}
	}
	bits, ok := known.Constant(&folded)
	switch t := call.Type; {
	case !ok:
	case t.IsInteger():
		return intLit(call.Pos, t, bits)
	case t.Kind == ast.Float && !math.IsNaN(float64(math.Float32frombits(uint32(bits)))):
		return &ast.FloatLit{Base: call.Base, Value: float64(math.Float32frombits(uint32(bits)))}
	case t.Kind == ast.Double && !math.IsNaN(math.Float64frombits(bits)):
		return &ast.FloatLit{Base: call.Base, Value: math.Float64frombits(bits)}
	}
	return call
}

// resolveNulls tries a built-in with integers that are null pointer constants as pointers, the last one first.
func (p *parser) resolveNulls(name string, args []ast.Expr, types []*ast.Type) *Builtin {
	for i := len(args) - 1; i >= 0; i-- {
		if !types[i].IsInteger() || !isNull(args[i]) {
			continue
		}
		types[i] = p.types.Pointer(ast.Basic(ast.Void), 0, ast.Private)
		if sig, err := p.Builtins.Resolve(name, types, p.types); err == nil {
			return sig
		}
	}
	return nil
}

// convertArg converts an argument of a built-in. Built-ins take pointers more freely than functions do: what Resolve
// has accepted stands.
func (p *parser) convertArg(a ast.Expr, to *ast.Type) ast.Expr {
	from := a.ExprType()
	switch {
	case from.Kind == ast.Pointer && to.Kind == ast.Pointer && from != to:
		return p.cast(a, to, true)
	case to.Kind == ast.Pointer && isNull(a):
		return p.cast(nullOf(a), to, true)
	}
	return p.convert(a, to, "passing to")
}

// promoteVariadic applies the default argument promotions; without doubles a float stays one.
func (p *parser) promoteVariadic(a ast.Expr) ast.Expr {
	switch t := a.ExprType(); {
	case t.Kind == ast.Half && !p.FP64:
		return p.cast(a, ast.Basic(ast.Float), true)
	case t.Kind == ast.Half || t.Kind == ast.Float && p.FP64:
		return p.cast(a, ast.Basic(ast.Double), true)
	}
	return p.promote(a)
}

func (p *parser) callFunction(c *callee, args []ast.Expr, pos diag.Pos) ast.Expr {
	f := p.pick(c, args)
	if f == nil {
		if p.Builtins != nil && p.Builtins.Known(c.name) {
			return p.callBuiltin(c, args)
		}
		p.errorf(c.Pos, "no matching function for call to '%s'", c.name)
		for _, candidate := range c.sym.funcs {
			p.notef(candidate.Pos, "candidate: '%s'", typeName(candidate.Type))
		}
		return p.bad(c.Pos)
	}
	if !p.countArgs(f, args, c, pos) {
		return p.bad(c.Pos)
	}
	for i, a := range args {
		if i >= len(f.Type.Params) {
			args[i] = p.promoteVariadic(a)
			continue
		}
		args[i] = p.convert(a, f.Type.Params[i], "passing to parameter of type")
		if isInvalid(args[i]) {
			return p.bad(c.Pos)
		}
	}
	p.noteCall(f, c.Pos)
	return &ast.Call{Base: base(c.Pos, f.Type.Result), Func: f, Args: args}
}

func (p *parser) countArgs(f *ast.Function, args []ast.Expr, c *callee, pos diag.Pos) bool {
	want := len(f.Type.Params)
	if len(args) == want || len(args) > want && f.Type.Variadic {
		return true
	}
	word := "few"
	if len(args) > want {
		word = "many"
		pos = args[want].ExprPos()
	}
	p.errorf(pos, "too %s arguments to function '%s': expected %s, have %d", word, c.name, strconv.Itoa(want), len(args))
	p.notef(f.Pos, "'%s' declared here", f.Name)
	return false
}

// pick chooses among overloads the one whose conversions cost least; nil if none fits or several fit as well.
func (p *parser) pick(c *callee, args []ast.Expr) *ast.Function {
	if len(c.sym.funcs) == 1 && !c.sym.funcs[0].Attrs.Overloadable {
		return c.sym.funcs[0]
	}
	var best *ast.Function
	least, tie := noMatch, false
	for _, f := range c.sym.funcs {
		cost := overloadCost(f, args)
		switch {
		case cost < least:
			best, least, tie = f, cost, false
		case cost == least && cost < noMatch:
			tie = true
		}
	}
	if tie {
		p.errorf(c.Pos, "call to '%s' is ambiguous", c.name)
	}
	return best
}

const noMatch = 1 << 20

func overloadCost(f *ast.Function, args []ast.Expr) int {
	if len(f.Type.Params) != len(args) {
		return noMatch
	}
	sum := 0
	for i, a := range args {
		sum += conversionCost(a, f.Type.Params[i])
	}
	return min(sum, noMatch)
}

// conversionCost ranks an implicit conversion: none, promotion, conversion, widening to a vector.
func conversionCost(e ast.Expr, to *ast.Type) int {
	from := e.ExprType()
	switch {
	case sameType(from, to):
		return 0
	case from.IsArith() && to.IsArith():
		if promotedKind(from) == to.Kind || from.Kind == ast.Float && to.Kind == ast.Double {
			return 1
		}
		return 3
	case from.IsArith() && to.Kind == ast.Vector:
		return 6
	case from.Kind == ast.Pointer && to.Kind == ast.Pointer && spaceFits(from, to):
		return pointerCost(from, to)
	case to.Kind == ast.Pointer && isNull(e):
		return 3
	}
	return noMatch
}

func pointerCost(from, to *ast.Type) int {
	cost := 0
	if from.Space != to.Space {
		cost++
	}
	if from.ElemQual != to.ElemQual {
		cost++
	}
	switch {
	case sameType(from.Elem, to.Elem):
		return cost
	case to.Elem.Kind == ast.Void:
		return cost + 3
	}
	return noMatch
}
