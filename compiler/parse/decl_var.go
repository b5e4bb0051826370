package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// declareVariable declares a variable and parses its initialiser.
func (p *parser) declareVariable(s *specs, d *declarator, q qualType) *ast.Var {
	if s.autoType {
		return p.autoVariable(s, d, q)
	}
	v := p.newVariable(s, d, q)
	old := p.redeclared(d.name, v)
	if old == nil {
		p.declareVar(d.name, v)
	} else {
		v = old
	}
	if p.is(token.Assign) {
		pos := p.tok.Pos
		p.advance()
		if v.Type.Kind == ast.Block {
			p.initBlock(v)
		} else {
			p.initVariable(v, pos)
		}
	}
	p.checkVariable(v)
	if old == nil {
		p.registerVariable(v)
	}
	return v
}

// newVariable makes a variable that has no name yet.
func (p *parser) newVariable(s *specs, d *declarator, q qualType) *ast.Var {
	v := &ast.Var{
		Pos: d.pos, Name: p.Names.Name(d.name), Type: q.t, Qual: q.qual, Space: q.space, Storage: s.storage,
		Align: max(s.attrs.aligned, d.attrs.aligned, q.align), TypeName: q.name,
	}
	if p.fn != nil {
		v.Owner = p.fn.node
	}
	p.placeVariable(v)
	if p.holdsHalves(v.Type) {
		p.errorf(v.Pos, "declaring a variable of type '%s' %s", typeName(v.Type), halfMissing)
		v.Type = ast.Basic(ast.Invalid)
	}
	return v
}

// autoVariable declares a variable of the type __auto_type, which is that of its initialiser. The name is not visible
// in the initialiser.
func (p *parser) autoVariable(s *specs, d *declarator, q qualType) *ast.Var {
	pos := p.tok.Pos
	var e ast.Expr
	switch {
	case len(d.parts) > 0:
		p.errorf(d.pos, "'__auto_type' is not allowed in the type of a pointer or array")
		q = invalidType
		if p.accept(token.Assign) {
			p.assignment()
		}
	case !p.accept(token.Assign):
		p.errorf(pos, "declaration of variable '%s' with '__auto_type' requires an initializer", p.Names.Name(d.name))
		q = invalidType
	case p.is(token.LBrace):
		p.errorf(p.tok.Pos, "cannot use '__auto_type' with an initializer list")
		p.skipTo(token.Semicolon)
		q = invalidType
	default:
		e = p.rvalue(p.assignment())
		q.t, q.name = e.ExprType(), typeName(e.ExprType())
	}
	v := p.newVariable(s, d, q)
	p.declareVar(d.name, v)
	switch {
	case q.t.Kind == ast.Invalid:
	case v.Space == ast.Local:
		p.errorf(v.Pos, "a variable in the local address space cannot have an initialiser")
	case v.Owner == nil || v.Storage == ast.Static || v.Space == ast.Constant:
		v.Init = &ast.Init{Expr: p.staticValue(e)}
	default:
		v.Init = &ast.Init{Expr: e}
	}
	p.checkVariable(v)
	p.registerVariable(v)
	return v
}

// refuseAutoType reports __auto_type where no variable is declared.
func (p *parser) refuseAutoType(s *specs) {
	if s.autoType {
		p.errorf(s.pos, "'__auto_type' is only allowed for a variable with an initializer")
		s.typ, s.autoType = invalidType, false
	}
}

// redeclared finds the variable of program scope that a declaration repeats.
func (p *parser) redeclared(id token.ID, v *ast.Var) *ast.Var {
	old := p.scopes.here(id)
	if p.fn != nil || old == nil || old.kind != symVar {
		return nil
	}
	o := old.v
	if o.Init != nil && p.is(token.Assign) || o.Space != v.Space {
		return nil
	}
	if !sameType(o.Type, v.Type) && !(o.Type.Kind == ast.Array && o.Type.Len < 0 && v.Type.Kind == ast.Array) {
		return nil
	}
	o.Type = v.Type
	if v.Storage != ast.Extern {
		o.Storage = v.Storage
	}
	return o
}

// placeVariable determines the address space of a variable.
func (p *parser) placeVariable(v *ast.Var) {
	static := p.fn == nil || v.Storage != ast.NoStorage
	switch {
	case v.Type.Kind == ast.Invalid:
		v.Space = ast.Constant
	case v.Type.Kind == ast.Image: // an error, reported once it has its initialiser
		v.Space = ast.Private
	case v.Type.Kind == ast.Sampler:
		p.placeSampler(v, static)
	case static && v.Space == ast.NoSpace && p.ProgramScope && p.Version >= 200:
		v.Space = ast.Global
	case static && v.Space == ast.Global && p.ProgramScope && p.Version >= 200:
	case static && v.Space != ast.Constant:
		p.misplacedStatic(v)
		v.Space = ast.Constant
	case static:
	case v.Space == ast.NoSpace:
		v.Space = ast.Private
	case v.Space == ast.Global || v.Space == ast.Generic:
		p.errorf(v.Pos, "a variable of a function cannot be declared in the %s address space", spaceName(v.Space))
		v.Space = ast.Private
	case v.Space != ast.Private:
		p.checkKernelScope(v)
	}
}

func (p *parser) misplacedStatic(v *ast.Var) {
	what := "program scope variable"
	if p.fn != nil {
		what = "static local variable"
	}
	if p.ProgramScope && p.Version >= 200 {
		p.errorf(v.Pos, "%s must reside in global or constant address space", what)
		return
	}
	hint := ""
	if p.Version < 200 && v.Space != ast.Local {
		hint = "; in OpenCL C 2.0 and later it may be global: build with -cl-std=CL3.0 or -cl-std=CL2.0"
	}
	p.errorf(v.Pos, "%s must reside in constant address space%s", what, hint)
}

func (p *parser) checkKernelScope(v *ast.Var) {
	if v.Space == ast.Constant {
		return
	}
	if !p.fn.node.Kernel {
		p.errorf(v.Pos, "a function that is no kernel cannot declare a variable in the local address space")
		return
	}
	if p.scopes.depth() > 1 {
		p.warnf(v.Pos, "a variable in the local address space should be declared in the outermost scope of a kernel")
	}
}

func spaceName(s ast.Space) string {
	return [...]string{"private", "private", "local", "global", "constant", "generic"}[s]
}

// initVariable parses the initialiser of a variable, after the equals sign.
func (p *parser) initVariable(v *ast.Var, pos diag.Pos) {
	if v.Space == ast.Local {
		p.errorf(v.Pos, "a variable in the local address space cannot have an initialiser")
		p.initializer(&ast.Var{Type: v.Type, Space: ast.Private}, false)
		return
	}
	if v.Storage == ast.Extern && p.fn != nil {
		p.errorf(pos, "an 'extern' variable of a function cannot have an initialiser")
	}
	static := v.Owner == nil || v.Storage == ast.Static || v.Space == ast.Constant
	p.initializer(v, static)
}

func (p *parser) checkVariable(v *ast.Var) {
	t := v.Type
	switch {
	case t.Kind == ast.Invalid:
		return
	case t.Kind == ast.Void, t.IsIncomplete() && v.Storage != ast.Extern:
		p.errorf(v.Pos, "variable has the incomplete type '%s'%s", typeName(t), p.tagHint(t))
	case t.Kind == ast.Array && t.Len < 0 && v.Storage != ast.Extern:
		p.errorf(v.Pos, "definition of a variable with an array type needs a size or an initialiser")
	case t.Kind == ast.Image || t.Kind == ast.Pipe:
		p.errorf(v.Pos, "the type '%s' can only be used for a parameter of a function", typeName(t))
	case t.Kind == ast.Event && v.Space != ast.Private:
		p.errorf(v.Pos, "an event_t can only be declared in private memory")
	case t.Kind == ast.Block:
		p.checkBlockVariable(v)
		return
	case isPassing(t) && (v.Space == ast.Global || v.Space == ast.Constant):
		p.errorf(v.Pos, "a variable of type '%s' cannot be static or in program scope", typeName(t))
	case t.Kind == ast.NamedBarrier:
		p.errorf(v.Pos, "a NamedBarrier_t is made by named_barrier_init, which gives a local pointer to it")
	case t.Kind == ast.Sampler && !p.checkSampler(v):
	case v.Space == ast.Constant && v.Init == nil && v.Storage != ast.Extern:
		p.errorf(v.Pos, "variable in constant address space must be initialized")
	default:
		p.checkOpaqueVariable(v)
		return
	}
	v.Type = ast.Basic(ast.Invalid)
}

// isPassing reports whether t is a type of device queues or reservations, or arrays of such, which mean something only
// while a kernel runs.
func isPassing(t *ast.Type) bool {
	for t.Kind == ast.Array {
		t = t.Elem
	}
	return t.Kind == ast.Queue || t.Kind == ast.ClkEvent || t.Kind == ast.ReserveID || t == ast.NDRange
}

func (p *parser) checkOpaqueVariable(v *ast.Var) {
	for _, q := range []*ast.Type{v.Type, v.Type.Elem} {
		if q != nil && q.Kind == ast.Array && q.Size() > 1<<31 && v.Space != ast.Global {
			p.errorf(v.Pos, "array is too large for the %s address space", spaceName(v.Space))
		}
	}
}

// registerVariable records a variable for the lowerer.
func (p *parser) registerVariable(v *ast.Var) {
	switch {
	case v.Type.Kind == ast.Block: // has no memory of program scope
	case p.fn == nil:
		p.unit.Globals = append(p.unit.Globals, v)
	case v.Space == ast.Local:
		p.fn.node.Statics = append(p.fn.node.Statics, v)
	case v.Storage != ast.NoStorage || v.Space == ast.Constant:
		p.fn.node.Statics = append(p.fn.node.Statics, v)
		p.unit.Globals = append(p.unit.Globals, v)
	}
}
