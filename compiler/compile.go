package compiler

import (
	"sync"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/lower"
)

// unit is what an Object holds. The tree and the positions are immutable; the module is made from them, once in advance
// and again for each further link, because linking consumes it.
type unit struct {
	tree    *ast.Unit
	uniform bool // its kernels need uniform work-groups
	fromIL  bool // it was a module of an intermediate language

	mu     sync.Mutex
	files  *diag.Files // guarded by mu
	module *ir.Module  // guarded by mu; nil: taken
}

// Compile makes an object of one source text, or of a SPIR-V module; #include finds the headers by name, then files.
// The build log may hold warnings when ok is true; when it is false there is no object. It is safe for concurrent use.
func Compile(main []byte, headers []Source, o Options) (object *Object, log string, ok bool) {
	list := &diag.List{NoWarnings: o.NoWarnings, WarningsAreErrors: o.WarningsAreErrors}
	u := compile(main, headers, o, list)
	log = o.ignoredLog() + list.Render()
	if u == nil {
		return nil, log, false
	}
	return &Object{unit: u}, log, true
}

// compile returns nil after an error.
func compile(main []byte, headers []Source, o Options, list *diag.List) *unit {
	if IsIL(main) {
		return compileIL(main, o, list)
	}
	tree := front(main, headers, o, list)
	if list.HasErrors() {
		return nil
	}
	var module *ir.Module
	if !tree.Open { // else it can only be lowered together with others
		module = lower.Unit(tree, list)
	}
	if list.HasErrors() {
		return nil
	}
	return &unit{tree: tree, uniform: o.needsUniformGroups(), files: &list.Files, module: module}
}

// needsUniformGroups reports whether the local size must divide the global size: only OpenCL C 2.0 has groups of
// unequal sizes.
func (o *Options) needsUniformGroups() bool { return o.UniformWorkGroups || o.Version < 200 }

// take returns the module of the unit, which the caller may change.
func (u *unit) take(list *diag.List) *ir.Module {
	u.mu.Lock()
	defer u.mu.Unlock()
	m := u.module
	u.module = nil
	if m == nil {
		m = lower.Unit(u.tree, list)
	}
	m.PosName = u.position
	return m
}

// position is called later, by the engines.
func (u *unit) position(p ir.Pos) (file string, line, column int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	at := u.files.Position(diag.Pos(p))
	return at.Name, at.Line, at.Column
}

// endPos is above all positions of the unit.
func (u *unit) endPos() diag.Pos {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.files.End()
}
