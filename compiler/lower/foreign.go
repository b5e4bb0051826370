package lower

import (
	"fmt"
	"slices"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ceil"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
)

// Body is the body of a function that was not written in OpenCL C (ast.Function.Foreign): it emits IR itself. All that
// surrounds it is as for other functions: signatures, calls between both kinds, variables of program scope, built-in
// functions.
type Body interface {
	// Lower emits the function. The builder stands at the beginning of the entry block.
	Lower(f *Function)
	// Locals are the variables of local memory that the body itself uses.
	Locals() []*ast.Var
	// Callees are the functions that the body itself calls.
	Callees() []*ast.Function
}

// Function is what a Body emits IR with.
type Function struct {
	*ir.Builder
	l *funcLowerer
}

// foreign lowers a function that has a foreign body.
func (l *funcLowerer) foreign(body Body) {
	if l.Func.Kernel {
		l.kernelParams()
	} else {
		l.functionParams()
	}
	body.Lower(&Function{Builder: l.Builder, l: l})
	l.finish()
}

// At makes a position of the unit that of the instructions that follow.
func (f *Function) At(p diag.Pos) { f.l.at(p) }

// Errorf reports an error at the position of the instructions.
func (f *Function) Errorf(format string, args ...any) {
	f.l.list.Errorf(diag.Pos(f.Pos-f.l.posBase), format, args...)
}

// Flags are the flags of floating operations: contraction and fast mathematics as the unit has them.
func (f *Function) Flags() ir.Flags { return f.l.flags }

// Param is a parameter's value; of a record its address.
func (f *Function) Param(i int) []ir.ValueID {
	p := f.l.fn.Params[i]
	at := f.l.variable(p)
	if p.Type.IsRecord() {
		return f.List(at.addr)
	}
	return f.l.load(at)
}

// ResultAddress is where a record result is to be stored.
func (f *Function) ResultAddress() ir.ValueID { return f.l.result }

// Variable is the address of a variable of program scope or of local memory, and its address space.
func (f *Function) Variable(v *ast.Var) ir.ValueID { return f.l.varPlace(v).addr }

// Place is memory that is accessed.
type Place struct {
	Addr     ir.ValueID
	Space    ir.Space
	Align    uint64
	Volatile bool
}

func (p Place) of(t *ast.Type) place {
	return place{addr: p.Addr, space: p.Space, align: max(p.Align, 1), typ: t, volatile: p.Volatile}
}

// Load reads a scalar.
func (f *Function) Load(t *ast.Type, p Place) ir.ValueID { return f.l.loadScalar(p.of(t), 0) }

// Store writes a scalar.
func (f *Function) Store(t *ast.Type, p Place, v ir.ValueID) { f.l.storeScalar(p.of(t), 0, v) }

// ToHalf is a half of a register as it lies in memory.
func (f *Function) ToHalf(v ir.ValueID) ir.ValueID { return f.l.toHalf(v) }

// Call calls a function of the program and gives its results, element by element; an error is reported if it has no
// body.
func (f *Function) Call(fn *ast.Function, args []ir.ValueID) []ir.ValueID {
	id, ok := f.l.callee(fn)
	if !ok {
		f.Errorf("the function '%s' is called but has no body in this program", fn.Name)
		return f.l.undefs(fn.Type.Result)
	}
	if fn.Type.Result.IsRecord() {
		return f.Builder.Call(id, nil, args...)
	}
	return f.Builder.Call(id, flatten(nil, fn.Type.Result), args...)
}

// HasBody reports whether a function has a body in this program.
func (f *Function) HasBody(fn *ast.Function) bool { return f.l.body(fn) != nil }

// Builtin calls a built-in function of OpenCL C with values of the given types, which must be those of an overload.
func (f *Function) Builtin(name string, types []*ast.Type, args [][]ir.ValueID) ([]ir.ValueID, *ast.Type, error) {
	c, err := builtin.Resolve(name, types, f.l.unit.Types)
	if err != nil {
		return nil, nil, err
	}
	if c.Family == nil { // an argument is of a type that OpenCL C does not have, as a structure of a module
		return nil, nil, fmt.Errorf("'%s' has no overload for these types", name)
	}
	if len(c.Params) != len(types) {
		return nil, nil, fmt.Errorf("'%s' has %d parameters, not %d", name, len(c.Params), len(types))
	}
	for i, p := range c.Params {
		if p != types[i] && !(p.Kind == ast.Pointer && types[i].Kind == ast.Pointer) {
			return nil, nil, fmt.Errorf("'%s' has no overload for these types", name)
		}
	}
	call := &ast.BuiltinCall{Base: ast.Base{Type: c.Result}, Name: name, Info: c}
	return f.l.resolvedBuiltin(call, c, args), c.Result, nil
}

// Printf prints arguments by a format that is known, or, if text is nil, by the one that the first argument points to.
func (f *Function) Printf(text *string, args []ir.ValueID) ir.ValueID {
	format := ir.FormatInMemory
	if text != nil {
		format = *text
	}
	return f.Emit(ir.Instr{Op: ir.OpPrintf, Type: ir.I32, Imm: f.l.format(format), Args: args})
}

// Child is the number of the kernel that the function of a block has become.
func (f *Function) Child(fn *ast.Function) ir.ValueID { return f.Const(ir.I32, f.l.blocks.child(fn)) }

// Queue does something with device queues. A status is that which the program gets.
func (f *Function) Queue(q ir.QueueFunction, in ...ir.ValueID) ir.ValueID {
	result := f.l.queueOp(q, in)
	if q == ir.QueueEnqueueKernel || q == ir.QueueEnqueueMarker {
		return f.l.enqueueStatus(result)
	}
	return result
}

// Divides notes a division of floats, which may be one by a root.
func (f *Function) Divides() { f.l.divides = true }

// Barrier waits for the work-group.
func (f *Function) Barrier(flags ir.MemFlags) { f.l.emitBarrier(uint64(flags)) }

// SpaceTest reports whether a generic address lies in an address space: SpaceLocal, SpacePrivate or SpaceGlobal.
func (f *Function) SpaceTest(p ir.ValueID, space ir.Space) ir.ValueID {
	address := f.Conv(ir.OpBitcast, ir.I64, 0, p)
	switch space {
	case ir.SpaceLocal:
		return f.l.isLocal(address)
	case ir.SpacePrivate:
		return f.l.isPrivate(address)
	}
	other := f.Bin(ir.OpOr, f.l.isLocal(address), f.l.isPrivate(address))
	return f.Bin(ir.OpXor, other, f.Const(ir.I1, 1))
}

// ValueType is the type of a scalar in registers.
func ValueType(t *ast.Type) ir.Type { return valueType(t) }

// layoutForeign lays out the local variables of foreign bodies. In the memory of each kernel lie those that it reaches;
// a variable has the same place in all of them.
func (u *unitLowerer) layoutForeign() {
	reach := localReach{u: u, visible: u.visibleForeign(), of: map[*ast.Var][]*ast.Function{}}
	for _, fn := range u.unit.Funcs {
		if fn.Kernel {
			reach.kernel(fn)
		}
	}
	for _, fn := range u.blocks.children {
		reach.kernel(fn)
	}
	for _, fn := range slices.Concat(u.unit.Funcs, u.unit.Blocks) {
		if body, ok := fn.Foreign.(Body); ok {
			for _, v := range body.Locals() {
				reach.place(v)
			}
		}
	}
}

// visibleForeign are the foreign functions that other units may call.
func (u *unitLowerer) visibleForeign() (list []*ast.Function) {
	for _, fn := range u.unit.Funcs {
		if fn.Foreign != nil && !fn.Static {
			list = append(list, fn)
		}
	}
	return list
}

// area is the local memory of a kernel as far as it is laid out.
func (u *unitLowerer) area(kernel *ast.Function) localArea {
	if a, ok := u.areas[kernel]; ok {
		return a
	}
	return u.shared
}

// localReach finds which kernels reach which local variables.
type localReach struct {
	u       *unitLowerer
	visible []*ast.Function // what functions that are no foreign ones may call
	of      map[*ast.Var][]*ast.Function
}

func (r *localReach) kernel(kernel *ast.Function) {
	seen := map[*ast.Function]bool{kernel: true}
	for list := []*ast.Function{kernel}; len(list) > 0; {
		fn := list[len(list)-1]
		list = list[:len(list)-1]
		if body, ok := fn.Foreign.(Body); ok {
			for _, v := range body.Locals() {
				r.of[v] = append(r.of[v], kernel)
			}
		}
		for _, callee := range r.callees(fn) {
			if callee = r.u.body(callee); callee != nil && !seen[callee] {
				seen[callee] = true
				list = append(list, callee)
			}
		}
	}
}

// callees are the functions that a function may call. What a tree calls is not looked at: it may call all foreign
// functions that are visible to it.
func (r *localReach) callees(fn *ast.Function) []*ast.Function {
	if body, ok := fn.Foreign.(Body); ok {
		return body.Callees()
	}
	return r.visible
}

func (r *localReach) place(v *ast.Var) {
	if _, done := r.u.locals[v]; done {
		return
	}
	align, offset := max(v.Align, v.Type.Align(), 1), r.u.shared.bytes
	for _, k := range r.of[v] {
		offset = max(offset, r.u.area(k).bytes)
	}
	offset = ceil.Multiple(offset, align)
	r.u.locals[v] = offset
	for _, k := range r.of[v] {
		r.u.areas[k] = localArea{offset + v.Type.Size(), max(r.u.area(k).align, align)}
	}
}
