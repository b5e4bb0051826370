// Package lower turns the checked syntax tree into IR. It knows nothing of how IR is optimised or run, and it never
// sees an invalid program: the parser has reported those. It reports constructs that it cannot express yet, with their
// position.
//
// Reading order: lower.go (the unit), layout.go (types, kernel arguments), function.go, statement.go, place.go
// (lvalues), expression.go, condition.go, convert.go, call.go, global.go (program scope), builtin*.go, library.go.
//
// Variables become allocas and are read and written through memory; the passes turn them into values.
package lower

import (
	"cmp"
	"slices"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/parse"
	"heddle/compiler/passes"
)

// Unit lowers a unit that was checked without errors. After errors in the list the module is incomplete and must not be
// used.
func Unit(u *ast.Unit, list *diag.List) *ir.Module {
	l := newUnitLowerer(u, list)
	l.module.PosName = func(p ir.Pos) (string, int, int) {
		at := list.Files.Position(diag.Pos(p))
		return at.Name, at.Line, at.Column
	}
	l.lowerAll()
	return l.module
}

// Part is one of several units that are lowered as one. PosBase is added to its positions, so that those of all parts
// differ.
type Part struct {
	Unit    *ast.Unit
	PosBase ir.Pos
}

// Linked lowers several units as one, so that calls find bodies in other units. The module has no PosName.
func Linked(parts []Part, list *diag.List) *ir.Module {
	all := &ast.Unit{Types: ast.NewTypes(), Options: parts[0].Unit.Options}
	for _, part := range parts {
		all.Globals = append(all.Globals, part.Unit.Globals...)
		all.Funcs = append(all.Funcs, part.Unit.Funcs...)
		all.Blocks = append(all.Blocks, part.Unit.Blocks...)
		all.BlockArgs = append(all.BlockArgs, part.Unit.BlockArgs...)
		all.Enqueued = append(all.Enqueued, part.Unit.Enqueued...)
		all.Scratch = max(all.Scratch, part.Unit.Scratch)
	}
	l := newUnitLowerer(all, list)
	l.posBases = map[*ast.Function]ir.Pos{}
	for _, part := range parts {
		for _, fn := range part.Unit.Funcs {
			l.posBases[fn] = part.PosBase
		}
		for _, fn := range part.Unit.Blocks {
			l.posBases[fn] = part.PosBase
		}
	}
	l.lowerAll()
	return l.module
}

// unitLowerer is the state shared by the functions of one unit.
type unitLowerer struct {
	unit    *ast.Unit
	list    *diag.List
	module  *ir.Module
	globals globalTable
	funcs   map[*ast.Function]ir.FuncID // kernels and functions as themselves
	bodies  map[string]*ast.Function    // by link name, for calls through a declaration; without static functions
	helpers map[*ast.Function]ir.FuncID // kernels as functions that others call
	blocks  blocks
	pending []pendingFunc
	queued  []bool // by FuncID of the unit's own functions: it is or was pending
	formats map[string]int
	library map[string]ir.FuncID        // functions of the library that are already in the module
	locals  map[*ast.Var]uint64         // offsets of __local variables in their kernel's local memory
	shared  localArea                   // area at the start of each kernel's local memory
	areas   map[*ast.Function]localArea // by kernel: what foreign bodies have added to that
	isLib   bool                        // the unit is a file of the library

	takesRoots, divides bool // of floats: quotients by roots may result

	posBases map[*ast.Function]ir.Pos // nil: a single unit
	posBase  ir.Pos                   // of the function being lowered

	space ir.Workspace // functions are built in it one after another
	vars  map[*ast.Var]ir.ValueID
}

// pendingFunc is a function whose body waits to be lowered.
type pendingFunc struct {
	fn     *ast.Function
	id     ir.FuncID
	helper bool // a kernel lowered as a function
}

func newUnitLowerer(u *ast.Unit, list *diag.List) *unitLowerer {
	return &unitLowerer{
		unit: u, list: list, module: &ir.Module{},
		globals: globalTable{offsets: map[*ast.Var]uint64{}, strings: map[string]uint64{}, once: map[string]*ast.Var{}},
		funcs:   map[*ast.Function]ir.FuncID{}, bodies: map[string]*ast.Function{},
		helpers: map[*ast.Function]ir.FuncID{}, formats: map[string]int{}, library: map[string]ir.FuncID{},
		locals: map[*ast.Var]uint64{}, areas: map[*ast.Function]localArea{}, vars: map[*ast.Var]ir.ValueID{},
	}
}

func (u *unitLowerer) lowerAll() {
	for _, fn := range u.unit.Funcs {
		f := u.declare(fn, false)
		if f.Kernel = fn.Kernel; fn.Kernel {
			f.SubGroup = cmp.Or(fn.Attrs.SubGroupSize, ir.DefaultSubGroup)
		}
		u.funcs[fn] = f.ID
		if !fn.Static || u.isLib {
			u.bodies[u.linkName(fn)] = fn
		}
	}
	for _, fn := range u.unit.Blocks {
		u.funcs[fn] = u.declare(fn, true).ID
	}
	u.layoutBlocks()
	u.queued = make([]bool, len(u.module.Funcs))
	u.queueRoots()
	u.queueChildren()
	u.layoutShared()
	u.layoutForeign()
	u.layoutGlobals()
	u.initGlobals()
	for len(u.pending) > 0 && !u.list.TooMany() {
		next := u.pending[0]
		u.pending = u.pending[1:]
		u.lowerFunction(next)
	}
	u.finishGlobals()
	if u.takesRoots && u.divides {
		u.libraryFunc(passes.ReciprocalRoot, 0)
		u.libraryFunc(passes.RootPower, 0)
	}
	for id, queued := range u.queued {
		if !queued {
			u.module.Funcs[id] = nil
		}
	}
}

// queueRoots queues the kernels: of the other functions only those that are called are lowered, for headers define many
// that are not used. A unit without kernels is lowered whole.
func (u *unitLowerer) queueRoots() {
	hasKernel := slices.ContainsFunc(u.unit.Funcs, func(fn *ast.Function) bool { return fn.Kernel })
	for _, fn := range u.unit.Funcs {
		if fn.Kernel || !hasKernel {
			u.queue(fn)
		}
	}
}

// queue makes sure that a function of the unit is lowered, once.
func (u *unitLowerer) queue(fn *ast.Function) ir.FuncID {
	id := u.funcs[fn]
	if !u.queued[id] {
		u.queued[id] = true
		u.pending = append(u.pending, pendingFunc{fn: fn, id: id})
	}
	return id
}

// declare adds the IR function with its signature. A record result goes through a pointer passed first, a record
// parameter is a pointer to the caller's copy.
func (u *unitLowerer) declare(fn *ast.Function, helper bool) *ir.Func {
	f := u.module.NewFunc(fn.Name)
	f.Pos = ir.Pos(fn.Pos) + u.posBases[fn]
	f.NoInline = fn.Attrs.NoInline
	if fn.Kernel && !helper {
		return f
	}
	result := fn.Type.Result
	if result.IsRecord() {
		f.Params = append(f.Params, ir.Ptr)
	} else {
		f.Results = flatten(nil, result)
	}
	for _, p := range fn.Params {
		f.Params = flatten(f.Params, p.Type)
	}
	return f
}

// linkName is the name by which calls find bodies. The library calls from file to file by name alone.
func (u *unitLowerer) linkName(fn *ast.Function) string {
	if u.isLib {
		return fn.Name
	}
	return parse.LinkName(fn)
}

// bodyName is the link name of a function that is not static, else one that no call through a declaration has.
func bodyName(fn *ast.Function) string {
	if fn.Static {
		return ""
	}
	return parse.LinkName(fn)
}

// body is the function with the body of a declaration, nil if there is none among the units.
func (u *unitLowerer) body(fn *ast.Function) *ast.Function {
	if _, ok := u.funcs[fn]; ok {
		return fn
	}
	return u.bodies[u.linkName(fn)]
}

// callee is the IR function to call for a function of the unit; false if its body is not among the units.
func (u *unitLowerer) callee(fn *ast.Function) (ir.FuncID, bool) {
	if fn = u.body(fn); fn == nil {
		return 0, false
	}
	if !fn.Kernel {
		return u.queue(fn), true
	}
	id, ok := u.helpers[fn]
	if !ok {
		f := u.declare(fn, true)
		id = f.ID
		u.helpers[fn] = id
		u.pending = append(u.pending, pendingFunc{fn: fn, id: id, helper: true})
	}
	return id, true
}

func (u *unitLowerer) format(text string) uint64 {
	i, ok := u.formats[text]
	if !ok {
		i = len(u.module.Formats)
		u.formats[text] = i
		u.module.Formats = append(u.module.Formats, text)
	}
	return uint64(i)
}
