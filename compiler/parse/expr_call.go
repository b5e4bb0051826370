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
	case !isName && ok && f.ExprType().Kind == ast.Block:
		return p.callBlock(f, args, pos)
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
	if sig.Result.Kind == ast.Invalid || p.halfInBuiltin(c.name, sig, c.Pos) {
		return p.bad(c.Pos)
	}
	if !p.checkImageCall(c, args) {
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
	for _, a := range args {
		if a.ExprType().Kind == ast.Block {
			p.unit.Enqueued = append(p.unit.Enqueued, a)
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

// evaluator is an optional method of Builtins: the values of calls with constants, as bits.
type evaluator interface {
	Constant(call *ast.BuiltinCall) (bits uint64, ok bool)
}

// evaluated is the value of a built-in of C compilers with constant arguments, which may be used where a constant is
// required: in the length of an array, at a case, in an initialiser. Those of OpenCL C may not.
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

// resolveNulls resolves a built-in with integers that are null pointer constants taken as pointers, the last one first.
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

// convertArg converts an argument of a built-in. Built-ins take pointers more freely than functions do: Resolve's
// decision stands.
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
	case isHandle(t):
		p.errorf(a.ExprPos(), "a value of type '%s' cannot be passed to a function of any arguments", typeName(t))
		return p.bad(a.ExprPos())
	case t.Kind == ast.Half && !p.FP64:
		return p.cast(a, ast.Basic(ast.Float), true)
	case t.Kind == ast.Half || t.Kind == ast.Float && p.FP64:
		return p.cast(a, ast.Basic(ast.Double), true)
	}
	return p.promote(a)
}

func (p *parser) callFunction(c *callee, args []ast.Expr, pos diag.Pos) ast.Expr {
	f, isBuiltin := p.choice(c, args)
	switch {
	case isBuiltin:
		return p.callBuiltin(c, args)
	case f == nil || !p.countArgs(f, args, c, pos):
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
	p.noteBlockArgs(f, args)
	p.noteCall(f, c.Pos)
	return &ast.Call{Base: base(c.Pos, f.Type.Result), Func: f, Args: args, Builtin: p.standIn(f, args, c.Pos)}
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
	p.errorf(pos, "too %s arguments to function '%s': expected %s, have %d", word, c.name, strconv.Itoa(want),
		len(args))
	p.notef(f.Pos, "'%s' declared here", f.Name)
	return false
}
