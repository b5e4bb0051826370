package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// function is the state of the function whose body is being parsed.
type function struct {
	node     *ast.Function
	labels   map[token.ID]*ast.Label
	gotos    []pendingGoto
	loops    int
	switches []*switchState
	depth    []bool // innermost breakable last: true is a loop
	// stmtExprs counts the statement expressions around the place being parsed.
	stmtExprs int

	// Of a block literal.
	outer    *function // in which it stands; nil: none
	infers   bool      // its result has the type of the first value that it returns
	captures []capture
}

// funcDecl handles a declarator of function type, and reports whether it was a definition, which ends the declaration.
func (p *parser) funcDecl(s *specs, d *declarator, q qualType, first bool) bool {
	s.attrs.merge(&d.attrs)
	if q.t.Variadic && !(p.Names.Name(d.name) == "printf") {
		p.errorf(d.pos, "a function cannot have a variable number of arguments; only printf does")
	}
	if s.storage == ast.Static && p.fn != nil {
		p.errorf(d.pos, "a function declared inside a function cannot be static")
	}
	f := p.declareFunction(s, d, q)
	if !p.is(token.LBrace) {
		if p.fn == nil && !p.is(token.Semicolon) && !p.is(token.Comma) {
			p.errorf(p.expectPos(), "expected ';' or a function body after function declarator")
			p.recoverStmt()
			return true
		}
		return false
	}
	if p.fn != nil || !first {
		p.errorf(p.tok.Pos, "a function definition is not allowed here")
		p.recoverStmt()
		return true
	}
	p.defineFunction(f, d, s)
	return true
}

// declareFunction finds the function a declarator names, or makes it.
func (p *parser) declareFunction(s *specs, d *declarator, q qualType) *ast.Function {
	sym := p.scopes.lookup(d.name)
	if sym != nil && sym.kind != symFunc {
		if sym.depth == p.scopes.depth() && sym.pos != 0 {
			p.errorf(d.pos, "redefinition of '%s' as a different kind of symbol", p.Names.Name(d.name))
			p.notef(sym.pos, "previous definition is here")
		}
		sym = nil
	}
	if sym == nil {
		sym = &symbol{kind: symFunc, id: d.name, pos: d.pos}
		p.scopes.set(sym)
	}
	f := p.overload(sym, s, d, q)
	f.Kernel = f.Kernel || s.kernel
	f.Inline = f.Inline || s.inline
	f.Static = f.Static || s.storage == ast.Static
	mergeFuncAttrs(&f.Attrs, &s.attrs.fn)
	if f.Kernel {
		p.checkKernel(f, d)
	}
	return f
}

// overload is the function of a declaration: one that is there, or a new one.
func (p *parser) overload(sym *symbol, s *specs, d *declarator, q qualType) *ast.Function {
	for _, f := range sym.funcs {
		same := sameTypes(f.Type.Params, q.t.Params)
		if !same && (f.Type.NoProto && f.Body == nil || q.t.NoProto) {
			same = true
		}
		if same && (sameType(f.Type.Result, q.t.Result) || q.t.Result.Kind == ast.Invalid) {
			if f.Body == nil && !q.t.NoProto {
				f.Type = q.t
			}
			return f
		}
		if same || !f.Attrs.Overloadable && !s.attrs.fn.Overloadable {
			p.errorf(d.pos, "conflicting types for '%s'", f.Name)
			p.notef(f.Pos, "previous declaration is here")
			break
		}
	}
	f := &ast.Function{Pos: d.pos, Name: p.Names.Name(d.name), Type: q.t}
	if len(sym.funcs) == maxOverloads {
		p.errorf(d.pos, "more than %d functions are named '%s'", maxOverloads, f.Name)
		return f
	}
	sym.funcs = append(sym.funcs, f)
	return f
}

// defineFunction parses a function's body.
func (p *parser) defineFunction(f *ast.Function, d *declarator, s *specs) {
	if f.Body != nil {
		p.errorf(d.pos, "redefinition of '%s'", f.Name)
		p.notef(f.Pos, "previous definition is here")
		f = &ast.Function{Name: f.Name, Type: f.Type, Kernel: s.kernel}
	}
	f.Pos = d.pos
	f.Params = d.parts[0].params
	p.fn = &function{node: f, labels: map[token.ID]*ast.Label{}}
	p.scopes.open()
	for _, v := range f.Params {
		v.Owner = f
		switch id := p.Names.Lookup(v.Name); {
		case v.Name == "":
			p.warnf(v.Pos, "omitting the parameter name in a function definition is a C2x extension")
		default:
			p.scopes.set(&symbol{kind: symVar, id: id, pos: v.Pos, v: v})
		}
	}
	f.Body = &ast.Compound{} // recursive calls find a function with a body
	body := p.body()
	p.scopes.close()
	f.Body = body
	f.Contract = !body.NoContract
	p.resolveGotos()
	p.fn = nil
	p.unit.Funcs = append(p.unit.Funcs, f)
}

func (p *parser) checkKernel(f *ast.Function, d *declarator) {
	if f.Type.Result.Kind != ast.Void && f.Type.Result.Kind != ast.Invalid {
		p.errorf(d.pos, "kernel must have void return type")
	}
	for _, v := range d.parts[0].params {
		p.checkKernelParam(v)
	}
}

// sizeTypes are the names of integers whose width depends on the device.
var sizeTypes = map[string]bool{"size_t": true, "ptrdiff_t": true, "intptr_t": true, "uintptr_t": true}

// checkKernelParam applies the restrictions of the specification's section 6.11.
func (p *parser) checkKernelParam(v *ast.Var) {
	t := v.Type
	switch {
	case t.Kind == ast.Pointer:
		p.checkKernelPointer(v)
	case t.Kind == ast.Bool, t.Kind == ast.Event, t.Kind == ast.Half && !p.FP16, t.Kind == ast.ReserveID,
		t.Kind == ast.ClkEvent, t.Kind == ast.Block, t == ast.NDRange:
		p.errorf(v.Pos, "'%s' cannot be used as the type of a kernel parameter", typeName(t))
	case sizeTypes[v.TypeName]:
		p.errorf(v.Pos, "'%s' cannot be used as the type of a kernel parameter", v.TypeName)
	case t.IsRecord():
		p.checkKernelRecord(v, t)
	}
}

// checkKernelPointer accepts pointers to bool, as compilers do: only the bool itself has no size that hosts know.
func (p *parser) checkKernelPointer(v *ast.Var) {
	t := v.Type
	switch {
	case t.Space == ast.Private || t.Space == ast.Generic:
		p.errorf(v.Pos, "pointer arguments to kernel functions must reside in 'global', 'constant' or 'local' "+
			"address space")
	case t.Elem.Kind == ast.Pointer && p.Version < 200:
		p.errorf(v.Pos, "kernel parameter cannot be declared as a pointer to a pointer%s", p.later(200))
	case t.Elem.Kind == ast.Event, t.Elem.Kind == ast.NamedBarrier:
		p.errorf(v.Pos, "'%s' cannot be used as the type of a kernel parameter", typeName(t))
	}
}

func (p *parser) checkKernelRecord(v *ast.Var, t *ast.Type) {
	for i := range t.Record.Fields {
		f := &t.Record.Fields[i]
		elem := f.Type
		for elem.Kind == ast.Array {
			elem = elem.Elem
		}
		switch {
		case elem.Kind == ast.Pointer && p.Version < 200, elem.Kind == ast.Bool, p.isHalf(elem):
			hint := ""
			if elem.Kind == ast.Pointer {
				hint = p.later(200)
			}
			p.errorf(v.Pos, "'%s' cannot be used as the type of a kernel parameter: its field '%s' is a '%s'%s",
				typeName(v.Type), f.Name, typeName(elem), hint)
			return
		case elem.IsRecord():
			p.checkKernelRecord(v, elem)
		}
	}
}

// call is an edge of the call graph.
type call struct {
	from, to *ast.Function
	pos      diag.Pos
}

func (p *parser) noteCall(to *ast.Function, pos diag.Pos) {
	if p.fn != nil {
		to.Called = true
		p.calls = append(p.calls, call{p.fn.node, to, pos})
	}
}
