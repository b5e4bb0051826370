package parse

import (
	"math"
	"strconv"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// Built-in functions of C compilers that no signature describes: those that take types, that inspect expressions
// instead of evaluating them, or that are constants. All others are in the table of package builtin.

// syntaxBuiltin is one of them: it has either number arguments that are values, or parses the text in the parentheses.
type syntaxBuiltin struct {
	arguments int
	values    func(p *parser, pos diag.Pos, args []ast.Expr) ast.Expr
	parse     func(p *parser, pos diag.Pos) ast.Expr
}

var syntaxBuiltins map[string]syntaxBuiltin

func init() { // they refer to their user
	syntaxBuiltins = map[string]syntaxBuiltin{
		"__builtin_constant_p":         {arguments: 1, values: (*parser).constantP},
		"__builtin_assume":             {arguments: 1, values: (*parser).assume},
		"__builtin_inff":               {values: floatConstant(ast.Float, math.Inf(1))},
		"__builtin_inf":                {values: floatConstant(ast.Double, math.Inf(1))},
		"__builtin_huge_valf":          {values: floatConstant(ast.Float, math.Inf(1))},
		"__builtin_huge_val":           {values: floatConstant(ast.Double, math.Inf(1))},
		"__builtin_nanf":               {arguments: 1, values: nanConstant(ast.Float)},
		"__builtin_nan":                {arguments: 1, values: nanConstant(ast.Double)},
		"__builtin_choose_expr":        {parse: (*parser).chooseExpr},
		"__builtin_types_compatible_p": {parse: (*parser).typesCompatible},
		"__builtin_astype":             {parse: (*parser).asType},
		"__builtin_convertvector":      {parse: (*parser).convertVector},
		"__builtin_shufflevector":      {parse: (*parser).shuffleVector},
	}
}

// KnowsBuiltin reports whether a name is that of a built-in function that a program may call.
func KnowsBuiltin(name string, table Builtins) bool {
	_, ok := syntaxBuiltins[name]
	return ok || name == "__builtin_offsetof" || table.Known(name) && !strings.HasPrefix(name, "__hd_")
}

// callSyntax parses a call of one of them from the parenthesis on.
func (p *parser) callSyntax(t token.Token, b syntaxBuiltin) ast.Expr {
	if b.values != nil {
		args, ok := p.arguments()
		for _, a := range args {
			ok = ok && !isInvalid(a)
		}
		switch {
		case !ok:
			return p.bad(t.Pos)
		case len(args) != b.arguments:
			p.errorf(t.Pos, "wrong number of arguments to function '%s': expected %d, have %d", t.Text, b.arguments,
				len(args))
			return p.bad(t.Pos)
		}
		return b.values(p, t.Pos, args)
	}
	p.bracket()
	defer p.unbracket()
	p.advance()
	e := b.parse(p, t.Pos)
	if !p.expectAfter(e, token.RParen, "after the arguments of a call") && p.skipTo(token.RParen) {
		p.advance()
	}
	return e
}

// constantP is 1 for an expression that is constant at its place.
func (p *parser) constantP(pos diag.Pos, args []ast.Expr) ast.Expr {
	_, isText := literalText(args[0])
	return boolLit(&ast.IntLit{Base: base(pos, ast.Basic(ast.Int))}, ast.Basic(ast.Int), isText || fold(args[0]) != nil)
}

// assume ignores the promise. The condition is not evaluated.
func (p *parser) assume(pos diag.Pos, args []ast.Expr) ast.Expr {
	p.condition(args[0])
	return &ast.Cast{Base: base(pos, ast.Basic(ast.Void)), X: intLit(pos, ast.Basic(ast.Int), 0)}
}

type valuesBuiltin = func(p *parser, pos diag.Pos, args []ast.Expr) ast.Expr

func floatConstant(kind ast.Kind, v float64) valuesBuiltin {
	return func(p *parser, pos diag.Pos, _ []ast.Expr) ast.Expr {
		if !p.FP64 {
			kind = ast.Float
		}
		return &ast.FloatLit{Base: base(pos, ast.Basic(kind)), Value: v}
	}
}

// nanConstant makes a quiet NaN; its text may be its payload.
func nanConstant(kind ast.Kind) valuesBuiltin {
	return func(p *parser, pos diag.Pos, args []ast.Expr) ast.Expr {
		text, ok := literalText(args[0])
		n, err := strconv.ParseUint(text, 0, 64)
		if !ok || text != "" && err != nil {
			p.errorf(args[0].ExprPos(), "the number of a NaN must be a literal")
			return p.bad(pos)
		}
		mantissa := uint(52)
		if kind == ast.Float {
			n <<= 52 - 23
		}
		v := math.Float64frombits(math.Float64bits(quietNaN) | n&(1<<(mantissa-1)-1))
		return floatConstant(kind, v)(p, pos, nil)
	}
}

// chooseExpr parses __builtin_choose_expr(c, x, y): x or y itself, by a constant.
func (p *parser) chooseExpr(pos diag.Pos) ast.Expr {
	c, ok := p.constInt("first argument of '__builtin_choose_expr'")
	p.expect(token.Comma, "in '__builtin_choose_expr'")
	x := p.assignment()
	p.expect(token.Comma, "in '__builtin_choose_expr'")
	y := p.assignment()
	switch {
	case !ok:
		return p.bad(pos)
	case c != 0:
		return x
	}
	return y
}

// typesCompatible parses __builtin_types_compatible_p(a, b), which ignores qualifiers.
func (p *parser) typesCompatible(pos diag.Pos) ast.Expr {
	a := p.typeName("__builtin_types_compatible_p").t
	p.expect(token.Comma, "in '__builtin_types_compatible_p'")
	b := p.typeName("__builtin_types_compatible_p").t
	if a.Kind == ast.Invalid || b.Kind == ast.Invalid {
		return p.bad(pos)
	}
	return boolLit(&ast.IntLit{Base: base(pos, ast.Basic(ast.Int))}, ast.Basic(ast.Int), sameType(a, b))
}

func (p *parser) asType(pos diag.Pos) ast.Expr { return p.callWithType(pos, "__builtin_astype", "as_") }

func (p *parser) convertVector(pos diag.Pos) ast.Expr {
	return p.callWithType(pos, "__builtin_convertvector", "convert_")
}

// callWithType parses a value and a type and makes the call of OpenCL C that has the type in its name.
func (p *parser) callWithType(pos diag.Pos, name, prefix string) ast.Expr {
	e := p.rvalue(p.assignment())
	p.expect(token.Comma, "in '"+name+"'")
	t := p.typeName(name).t
	switch {
	case isInvalid(e) || t.Kind == ast.Invalid:
		return p.bad(pos)
	case !t.Scalar().IsArith() || t.Scalar().Kind == ast.Bool || t.Kind == ast.Enum:
		p.errorf(pos, "'%s' needs a type of numbers, not '%s'", name, typeName(t))
		return p.bad(pos)
	}
	return p.callBuiltin(&callee{Base: base(pos, ast.Basic(ast.Invalid)), name: prefix + typeName(t)}, []ast.Expr{e})
}

// shuffleVector parses __builtin_shufflevector(x, y, i, j, ...): elements of x followed by y, -1 for any.
func (p *parser) shuffleVector(pos diag.Pos) ast.Expr {
	x := p.rvalue(p.assignment())
	p.expect(token.Comma, "in '__builtin_shufflevector'")
	y := p.rvalue(p.assignment())
	xt, yt := x.ExprType(), y.ExprType()
	if xt.Kind == ast.Invalid || yt.Kind == ast.Invalid {
		return p.bad(pos)
	}
	if xt.Kind != ast.Vector || xt != yt {
		p.errorf(pos, "the first two arguments of '__builtin_shufflevector' must be vectors of one type, not '%s' "+
			"and '%s'", typeName(xt), typeName(yt))
		return p.bad(pos)
	}
	var elems []uint8
	for p.accept(token.Comma) {
		at := p.tok.Pos
		i, ok := p.constInt("index of '__builtin_shufflevector'")
		switch {
		case !ok:
			return p.bad(pos)
		case int64(i) == -1:
			elems = append(elems, ast.NoElem)
			continue
		case i >= 2*uint64(xt.Len):
			p.errorf(at, "index %d of '__builtin_shufflevector' is outside of the two vectors", int64(i))
			return p.bad(pos)
		}
		elems = append(elems, uint8(i))
	}
	if !isVectorLength(len(elems)) {
		p.errorf(pos, "'__builtin_shufflevector' cannot give a vector of %d elements", len(elems))
		return p.bad(pos)
	}
	both := &ast.VectorLit{Base: base(pos, p.types.Vector(xt.Elem, 2*xt.Lanes())), Elems: []ast.Expr{x, y}}
	return &ast.Swizzle{Base: base(pos, p.types.Vector(xt.Elem, len(elems))), X: both, Elems: elems}
}

func isVectorLength(n int) bool {
	for _, length := range vectorLengths {
		if n == length {
			return true
		}
	}
	return false
}
