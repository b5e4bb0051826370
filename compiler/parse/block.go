package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// Blocks (OpenCL C 3.0, section 6.14). A block literal is a function of its own. What it uses of the variables around
// it are further parameters, constant copies, whose values the literal holds (captures). Variables of a block type are
// constant, so that the literal that a call calls or a kernel enqueues is known; see ast.BlockSet.

// capture is a variable of the function around a block, and its copy within.
type capture struct {
	from         *ast.Var // that of the function
	outer, inner *ast.Var // in what is directly around the block, and in the block
}

// block parses a block literal.
func (p *parser) block() ast.Expr {
	pos := p.tok.Pos
	if hint := p.later(200); hint != "" {
		p.errorf(pos, "expected an expression, found '^': a block cannot be used%s", hint)
		p.stop()
		return p.bad(pos)
	}
	p.enter()
	defer p.leave()
	p.advance()
	f := &ast.Function{Pos: pos, Name: "block", Static: true, Block: true}
	if p.fn != nil {
		f.Name = p.fn.node.Name + ".block"
	}
	fn := &function{node: f, labels: map[token.ID]*ast.Label{}, outer: p.fn}
	params, ok := p.blockSignature(fn)
	if !ok {
		return p.bad(pos)
	}
	p.blockBody(fn, params)
	return p.blockLit(fn, params)
}

// blockSignature parses what stands between the ^ and the body. Without a type the result is inferred.
func (p *parser) blockSignature(fn *function) (params []*ast.Var, ok bool) {
	f := fn.node
	f.Type = &ast.Type{Kind: ast.Func}
	switch {
	case p.is(token.LBrace):
		fn.infers = true
	case p.is(token.LParen):
		one := p.funcPart()
		fn.infers = true
		f.Type, params = p.buildFunc(qualType{t: ast.Basic(ast.Void)}, &one).t, one.params
		f.Type.Result = nil
	default:
		t, list, ok := p.blockType()
		if !ok {
			return nil, false
		}
		f.Type, params = t, list
	}
	if !p.is(token.LBrace) {
		p.errorf(p.tok.Pos, "expected '{' to begin a block, found '%s'", p.tok)
		return nil, false
	}
	if f.Type.Kind != ast.Func || !p.checkBlock(f.Type, f.Pos) {
		f.Type = &ast.Type{Kind: ast.Func, Result: ast.Basic(ast.Invalid)}
	}
	return params, true
}

// blockType parses a type before a body: of a function, or only of its result.
func (p *parser) blockType() (t *ast.Type, params []*ast.Var, ok bool) {
	var s specs
	if !p.declSpecs(&s) {
		return nil, nil, false
	}
	p.refuseAutoType(&s)
	var d declarator
	p.declarator(&d)
	if d.name != token.NoID {
		p.errorf(d.pos, "unexpected name '%s' in the type of a block", p.Names.Name(d.name))
	}
	if len(d.parts) > 0 && d.parts[0].kind == partFunc {
		params = d.parts[0].params
	} else {
		d.parts = append([]part{{kind: partFunc, pos: d.pos}}, d.parts...)
	}
	return p.build(s.typ, &d).t, params, true
}

// checkBlock checks the type of a block, and reports whether it is one.
func (p *parser) checkBlock(t *ast.Type, pos diag.Pos) bool {
	if t.Kind != ast.Func {
		p.errorf(pos, "the type after '^' is '%s', not that of a function", typeName(t))
		return false
	}
	if t.Variadic {
		p.errorf(pos, "a block cannot have a variable number of arguments")
		return false
	}
	for _, param := range t.Params {
		if param.Kind == ast.Block {
			p.errorf(pos, "a block cannot be a parameter of a block")
			return false
		}
	}
	return true
}

// blockBody parses the body.
func (p *parser) blockBody(fn *function, params []*ast.Var) {
	f := fn.node
	p.scopes.open()
	defer p.scopes.close()
	for _, v := range params {
		v.Owner = f
		if v.Name == "" {
			p.errorf(v.Pos, "a parameter of a block literal needs a name")
			continue
		}
		p.scopes.set(&symbol{kind: symVar, id: p.Names.Lookup(v.Name), pos: v.Pos, v: v})
	}
	p.fn = fn
	f.Body = p.body()
	f.Contract = !f.Body.NoContract
	p.resolveGotos()
	p.fn = fn.outer
	if fn.infers && f.Type.Result == nil {
		f.Type.Result = ast.Basic(ast.Void)
	}
}

// blockLit makes the literal, with the values of the captured variables.
func (p *parser) blockLit(fn *function, params []*ast.Var) ast.Expr {
	f := fn.node
	lit := &ast.BlockLit{Base: base(f.Pos, &ast.Type{Kind: ast.Block, Elem: f.Type}), Func: f}
	for _, c := range fn.captures {
		lit.Captures = append(lit.Captures, p.rvalue(&ast.VarRef{Base: base(f.Pos, c.outer.Type), Var: c.outer}))
		f.Params = append(f.Params, c.inner)
	}
	f.Captures = len(f.Params)
	f.Params = append(f.Params, params...)
	p.unit.Blocks = append(p.unit.Blocks, f)
	if f.Type.Result.Kind == ast.Invalid {
		return p.bad(f.Pos)
	}
	return lit
}

// inferResult makes the type of a returned value, nil for none, that of the block. All must agree.
func (p *parser) inferResult(e ast.Expr, pos diag.Pos) {
	t := ast.Basic(ast.Void)
	if e != nil {
		t = e.ExprType()
	}
	f := p.fn.node
	switch {
	case f.Type.Result == nil || t.Kind == ast.Invalid:
		q := p.buildFunc(qualType{t: t}, &part{kind: partFunc, pos: pos})
		if q.t.Kind != ast.Func {
			q.t.Result = ast.Basic(ast.Invalid)
		}
		f.Type.Result = q.t.Result
	case f.Type.Result.Kind != ast.Invalid && !sameType(f.Type.Result, t):
		p.errorf(pos, "a block without a declared type returns '%s' here, but '%s' before", typeName(t),
			typeName(f.Type.Result))
		f.Type.Result = ast.Basic(ast.Invalid)
	}
}

// captured is the variable that a name stands for within the function being parsed: that of an enclosing function
// is captured. It is nil after an error.
func (p *parser) captured(v *ast.Var, pos diag.Pos) *ast.Var {
	if p.fn == nil || p.fn.outer == nil || v.Owner == nil || v.Owner == p.fn.node {
		return v
	}
	switch {
	case v.Space == ast.Local:
		for fn := p.fn; fn != nil && fn.node != v.Owner; fn = fn.outer {
			fn.node.UsesOf = v
		}
		return v
	case v.Space != ast.Private || v.Storage != ast.NoStorage:
		return v
	case v.Type.Kind == ast.Block:
		p.errorf(pos, "a block cannot use '%s', a block variable of the function around it", v.Name)
		return nil
	}
	return p.captureInto(p.fn, v)
}

// captureInto captures a variable for a block, and for the blocks around it.
func (p *parser) captureInto(fn *function, v *ast.Var) *ast.Var {
	if fn == nil || fn.node == v.Owner {
		return v
	}
	for _, c := range fn.captures {
		if c.from == v {
			return c.inner
		}
	}
	outer := p.captureInto(fn.outer, v)
	inner := &ast.Var{Pos: v.Pos, Name: v.Name, Type: outer.Type, Qual: outer.Qual | ast.Const, Space: ast.Private,
		Owner: fn.node, Param: true, Access: outer.Access, TypeName: outer.TypeName}
	if t := outer.Type; t.Kind == ast.Array { // as arguments are
		inner.Type = p.types.Pointer(t.Elem, outer.Qual|t.ElemQual, ast.Private)
	}
	fn.captures = append(fn.captures, capture{from: v, outer: outer, inner: inner})
	return inner
}

// callBlock calls a value of a block type.
func (p *parser) callBlock(block ast.Expr, args []ast.Expr, pos diag.Pos) ast.Expr {
	block = p.rvalue(block)
	if isInvalid(block) {
		return block
	}
	t := block.ExprType().Elem
	if len(args) != len(t.Params) {
		p.errorf(pos, "wrong number of arguments to a block of type '%s': expected %d, have %d",
			typeName(block.ExprType()), len(t.Params), len(args))
		return p.bad(pos)
	}
	for i, a := range args {
		args[i] = p.convert(a, t.Params[i], "passing to parameter of type")
		if isInvalid(args[i]) {
			return p.bad(pos)
		}
	}
	if p.fn != nil {
		p.blockCalls = append(p.blockCalls, blockCall{p.fn.node, block, pos})
	}
	return &ast.BlockCall{Base: base(block.ExprPos(), t.Result), Block: block, Args: args}
}

// blockCall is an edge of the call graph whose ends are known when all is parsed.
type blockCall struct {
	from  *ast.Function
	block ast.Expr
	pos   diag.Pos
}

// noteBlockArgs records the blocks that a call passes to a function.
func (p *parser) noteBlockArgs(f *ast.Function, args []ast.Expr) {
	for i, a := range args {
		if a.ExprType().Kind == ast.Block {
			p.unit.BlockArgs = append(p.unit.BlockArgs, ast.BlockArg{Func: f, Index: i, Arg: a})
		}
	}
}

// finishBlocks resolves the calls of blocks, and checks the blocks that are enqueued.
func (p *parser) finishBlocks() {
	set := ast.NewBlockSet([]*ast.Unit{p.unit}, func(f *ast.Function) *ast.Function { return f })
	for _, c := range p.blockCalls {
		for _, lit := range set.Literals(c.block) {
			p.calls = append(p.calls, call{c.from, lit.Func, c.pos})
		}
	}
	for _, e := range p.unit.Enqueued {
		for _, lit := range set.Literals(e) {
			p.checkEnqueued(lit, e.ExprPos())
		}
	}
}

// checkEnqueued checks a block that becomes a kernel of its own.
func (p *parser) checkEnqueued(lit *ast.BlockLit, pos diag.Pos) {
	f := lit.Func
	if v := f.UsesOf; v != nil {
		p.errorf(pos, "a block that is enqueued cannot use '%s', a variable in local memory of the kernel around it",
			v.Name)
		p.notef(f.Pos, "the block is here")
	}
	for _, v := range f.Params[:f.Captures] {
		t := v.Type
		if t.Kind == ast.Pointer && (t.Space == ast.Private || t.Space == ast.Local) {
			p.warnf(pos, "the block that is enqueued uses '%s', a pointer to %s memory of the kernel around it, which "+
				"is not there when the block runs", v.Name, spaceName(t.Space))
			p.notef(f.Pos, "the block is here")
		}
	}
}

// initBlock parses the initialiser of a variable of a block type, after the equals sign.
func (p *parser) initBlock(v *ast.Var) {
	e := p.convert(p.rvalue(p.assignment()), v.Type, "initializing")
	if isInvalid(e) {
		v.Type = ast.Basic(ast.Invalid)
		return
	}
	if ast.IsFrom(e, v) {
		p.errorf(e.ExprPos(), "block variable '%s' is initialized with itself", v.Name)
		v.Type = ast.Basic(ast.Invalid)
		return
	}
	v.Init = &ast.Init{Expr: e}
	if lit, ok := e.(*ast.BlockLit); ok && isStaticBlock(v) && len(lit.Captures) > 0 {
		p.errorf(e.ExprPos(), "the initialiser of a static block uses '%s', a variable of the function around it",
			lit.Func.Params[0].Name)
	}
}

// isStaticBlock reports whether a variable of a block type exists as long as the program.
func isStaticBlock(v *ast.Var) bool {
	return v.Owner == nil || v.Storage == ast.Static || v.Space == ast.Constant || v.Space == ast.Global
}

// checkBlockVariable checks the declaration of a variable of a block type.
func (p *parser) checkBlockVariable(v *ast.Var) {
	switch {
	case v.Storage == ast.Extern:
		p.errorf(v.Pos, "a block variable cannot be 'extern'")
	case v.Space == ast.Local:
		p.errorf(v.Pos, "a block variable cannot be in local memory")
	case v.Init == nil:
		p.errorf(v.Pos, "a block variable must be initialized where it is declared, since it cannot be assigned to")
	default:
		return
	}
	v.Type = ast.Basic(ast.Invalid)
}

// refuseBlock reports the use of a block by an operator that cannot have one.
func (p *parser) refuseBlock(t *ast.Type, operator string, pos diag.Pos) bool {
	if t.Kind != ast.Block {
		return false
	}
	p.errorf(pos, "a block cannot be an operand of '%s'", operator)
	return true
}

// refuseBlockStorage reports the storage class of other compilers that makes variables shared with blocks, and reports
// whether a name is that.
func (p *parser) refuseBlockStorage(t token.Token) bool {
	if t.Text != "__block" || p.Version < 200 {
		return false
	}
	p.errorf(t.Pos, "'__block' does not exist in OpenCL C: blocks capture constant copies of variables")
	return true
}
