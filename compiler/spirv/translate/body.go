package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
)

// body is the body of a function or kernel.
type body struct {
	*module
	f     *spirv.Function
	fn    *ast.Function
	child bool // the kernel of a function that is enqueued

	entry    spirv.FloatControls // of the entry point that the body is made for
	controls spirv.FloatControls // of the function itself
}

func (t *module) newBody(f *spirv.Function, fn *ast.Function, entry spirv.FloatControls) *body {
	return &body{module: t, f: f, fn: fn, entry: entry, controls: t.FunctionFloats(f.ID, entry)}
}

var _ lower.Body = (*body)(nil)

// Locals are the variables of local memory that the function uses.
func (b *body) Locals() []*ast.Var {
	var list []*ast.Var
	seen := map[*ast.Var]bool{}
	b.eachOperand(func(id spirv.ID) {
		v := b.variableUnder(id)
		if v == nil || v.Storage != spirv.StorageWorkgroup {
			return
		}
		if x := b.variables[v.ID]; !seen[x] {
			seen[x] = true
			list = append(list, x)
		}
	})
	return list
}

// variableUnder is the variable that an id names, or whose address a constant is; nil for others.
func (t *module) variableUnder(id spirv.ID) *spirv.Variable {
	if v := t.Variable(id); v != nil {
		return v
	}
	if c := t.Constant(id); c != nil && c.Kind == spirv.Address {
		return c.Variable
	}
	return nil
}

// eachOperand calls a function for all words of the function's instructions that may be ids.
func (b *body) eachOperand(see func(spirv.ID)) {
	visit := func(in *spirv.Instruction) {
		for _, word := range in.Args {
			if word != 0 && word < b.Bound {
				see(spirv.ID(word))
			}
		}
	}
	for _, block := range b.f.Blocks {
		for _, in := range block.Phis {
			visit(in)
		}
		for _, in := range block.Body {
			visit(in)
		}
		visit(block.End)
	}
}

// Callees are the functions that the function calls.
func (b *body) Callees() []*ast.Function {
	var list []*ast.Function
	for _, f := range b.f.Calls {
		list = append(list, b.callee(f.ID))
	}
	return list
}

// emitter emits the IR of one function.
type emitter struct {
	*body
	*lower.Function
	in     *spirv.Instruction
	values map[spirv.ID][]ir.ValueID
	blocks []ir.BlockID // by block of the module
	inputs map[spirv.ID]ir.ValueID
	failed bool

	rawPhis   map[spirv.ID]bool
	phiTables map[spirv.ID]map[spirv.ID]spirv.ID // by OpPhi and label: the operands of long ones
	storages  map[spirv.ID]uint32                // of generic pointers that were looked at

	isFlushing bool                // denormal operands of the current instruction, and results, are zeros
	flushed    map[ir.ValueID]bool // floats that are known not to be denormal
	how        func() lowering     // lowering, which the table must not refer to
}

// Lower emits the function.
func (b *body) Lower(f *lower.Function) {
	e := &emitter{body: b, Function: f, values: map[spirv.ID][]ir.ValueID{}, inputs: map[spirv.ID]ir.ValueID{},
		storages: map[spirv.ID]uint32{}, phiTables: map[spirv.ID]map[spirv.ID]spirv.ID{},
		rawPhis: map[spirv.ID]bool{}, flushed: map[ir.ValueID]bool{},
		blocks: make([]ir.BlockID, len(b.f.Blocks))}
	e.how = e.lowering
	e.parameters()
	for _, in := range b.f.Variables {
		e.variable(in)
	}
	for _, i := range b.f.Order[1:] {
		e.blocks[i] = e.NewBlock()
		e.phis(b.f.Blocks[i], e.blocks[i])
	}
	for _, i := range b.f.Order {
		if i != 0 {
			e.SetBlock(e.blocks[i])
		}
		e.block(b.f.Blocks[i])
	}
}

// parameters reads the parameters. What is passed as a record is its address, and a value with parts is loaded from it.
func (e *emitter) parameters() {
	for i, in := range e.f.Parameters {
		e.set(in)
		t := e.TypeOf(in.Type)
		value := e.Param(i)
		if isRecord(t) {
			value = e.load(t, lower.Place{Addr: value[0], Space: ir.SpacePrivate, Align: t.Align})
		} else {
			value = e.copyOfParam(in.Result, e.fromParam(t, value))
		}
		e.values[in.Result] = value
		if i == 0 && e.child {
			e.storages[in.Result] = spirv.StorageFunction
		}
	}
}

// copyOfParam is a copy of what a parameter by value of a function points to, and other parameters as they are. A
// kernel's is the kernel's own.
func (e *emitter) copyOfParam(parameter spirv.ID, values []ir.ValueID) []ir.ValueID {
	v, ok := e.ByValue(parameter)
	if !ok || e.fn.Kernel || e.child {
		return values
	}
	align := min(v.Align, 128)
	to := e.Alloca(max(v.Bytes, 1), uint8(align))
	e.copyBytes(lower.Place{Addr: to, Space: ir.SpacePrivate, Align: align}, lower.Place{Addr: values[0],
		Space: spaces[e.storageOf(parameter)].access, Align: align}, v.Bytes)
	return []ir.ValueID{to}
}

func isRecord(t *spirv.Type) bool {
	return t.Kind == spirv.Array || t.Kind == spirv.Struct || t.Kind == spirv.SampledImage
}

// fromParam turns bytes into truth values.
func (e *emitter) fromParam(t *spirv.Type, values []ir.ValueID) []ir.ValueID {
	if t.Scalar().Kind == spirv.Bool {
		return e.truths(values)
	}
	if t.Kind == spirv.Vector && t.Elem.Kind == spirv.Pointer {
		return e.each(values, func(v ir.ValueID) ir.ValueID { return e.Conv(ir.OpBitcast, ir.Ptr, 0, v) })
	}
	return values
}

// toParam turns truth values into bytes.
func (e *emitter) toParam(t *spirv.Type, values []ir.ValueID) []ir.ValueID {
	if t.Scalar().Kind == spirv.Bool {
		return e.bytes(values)
	}
	if t.Kind == spirv.Vector && t.Elem.Kind == spirv.Pointer {
		return e.each(values, func(v ir.ValueID) ir.ValueID { return e.Conv(ir.OpBitcast, ir.I64, 0, v) })
	}
	return values
}

func (e *emitter) truths(values []ir.ValueID) []ir.ValueID {
	return e.each(values, func(v ir.ValueID) ir.ValueID { return e.ICmp(ir.NE, v, e.Const(e.Func.Type(v), 0)) })
}

func (e *emitter) bytes(values []ir.ValueID) []ir.ValueID {
	return e.each(values, func(v ir.ValueID) ir.ValueID { return e.Conv(ir.OpZExt, ir.I8, 0, v) })
}

func (e *emitter) each(values []ir.ValueID, do func(ir.ValueID) ir.ValueID) []ir.ValueID {
	out := make([]ir.ValueID, len(values))
	for i, v := range values {
		out[i] = do(v)
	}
	return out
}

// set makes an instruction the current one.
func (e *emitter) set(in *spirv.Instruction) {
	e.in, e.isFlushing = in, e.flushes(in)
	e.At(e.position(in.At))
}

// phis makes parameters of a block for its OpPhis.
func (e *emitter) phis(b *spirv.Block, id ir.BlockID) {
	for _, in := range b.Phis {
		var values []ir.ValueID
		isRaw := e.isRaw(in)
		for _, t := range e.registers(nil, e.TypeOf(in.Type)) {
			if isRaw {
				t = ir.I16
			}
			values = append(values, e.AddParam(id, t))
		}
		e.values[in.Result] = values
	}
}

func (e *emitter) block(b *spirv.Block) {
	for _, phi := range b.Phis {
		if e.isRaw(phi) {
			e.values[phi.Result] = e.fromBits(e.values[phi.Result])
		}
	}
	for _, in := range b.Body {
		e.set(in)
		if in.Op == spirv.OpVariable || in.Op == spirv.OpUntypedVariable {
			continue
		}
		values := e.cut(e.lowering()(e))
		if in.Result == 0 || e.ValueType(in.Result) == nil {
			continue
		}
		if values = e.checked(values); e.isFlushing {
			values = e.flush(e.result(), values)
		}
		e.values[in.Result] = values
		e.noteCopied(in)
	}
	e.noteLoop(b)
	e.set(b.End)
	e.end(b)
}

// checked makes sure that the result is of the right form, whatever was reported.
func (e *emitter) checked(values []ir.ValueID) []ir.ValueID {
	want := e.registers(nil, e.TypeOf(e.in.Type))
	fits := len(values) == len(want)
	for i := range values {
		fits = fits && e.Func.Type(values[i]) == want[i]
	}
	if fits {
		return values
	}
	if !e.failed {
		e.fail("its result has another type than its operands give")
	}
	e.failed = false
	values = nil
	for _, t := range want {
		values = append(values, e.Const(t, 0))
	}
	return values
}

// fail reports an error at the current instruction.
func (e *emitter) fail(format string, args ...any) []ir.ValueID {
	e.failed = true
	e.Errorf("%v", e.in.Fault(format, args...))
	return nil
}

// value is the value of an operand.
func (e *emitter) value(n int) []ir.ValueID {
	values := e.valueOf(e.in.ID(n))
	if e.isFlushing {
		values = e.flush(e.typ(n), values)
	}
	if !spirv.LooksAtSigns(e.in.Op) {
		return values
	}
	return e.signExtended(e.typ(n).Scalar(), values)
}

func (e *emitter) scalar(n int) ir.ValueID { return e.value(n)[0] }

// typ is the type of an operand.
func (e *emitter) typ(n int) *spirv.Type { return e.ValueType(e.in.ID(n)) }

// result is the type of the result.
func (e *emitter) result() *spirv.Type { return e.TypeOf(e.in.Type) }

func (e *emitter) valueOf(id spirv.ID) []ir.ValueID {
	if e.isCopied(id) && !keepsStorage(e.in.Op) && e.in.Op != spirv.OpLoad && e.in.Op != spirv.OpPtrCastToGeneric {
		e.fail("a pointer into a built-in variable that is no Input can only be loaded, or become a generic pointer")
	}
	if values, ok := e.values[id]; ok {
		return values
	}
	if v := e.Module.Variable(id); v != nil {
		return []ir.ValueID{e.addressOf(v)}
	}
	if c := e.Constant(id); c != nil {
		return e.constant(nil, c)
	}
	panic("BUG: a value that the check has let pass is not defined")
}

// addressOf is the address of a variable of module scope. Built-in variables lie in private memory, for those who do
// not just load them.
func (e *emitter) addressOf(v *spirv.Variable) ir.ValueID {
	if !v.BuiltIn {
		return e.Function.Variable(e.variables[v.ID])
	}
	if at, ok := e.inputs[v.ID]; ok {
		return at
	}
	at := e.Alloca(v.Type.Size, uint8(min(v.Type.Align, 64)))
	e.inputs[v.ID] = at
	block := e.Block()
	e.atTop(func() {
		e.store(v.Type, lower.Place{Addr: at, Space: ir.SpacePrivate, Align: v.Type.Align}, e.builtIn(v))
	})
	e.SetBlock(block)
	return at
}

// constant appends the scalars of a constant.
func (e *emitter) constant(list []ir.ValueID, c *spirv.Constant) []ir.ValueID {
	if c.Operation != nil && e.controls != (spirv.FloatControls{}) {
		return append(list, e.computed(c.Operation)...)
	}
	switch c.Kind {
	case spirv.Composite:
		for _, part := range c.Parts {
			list = e.constant(list, part)
		}
		return list
	case spirv.Address:
		base := e.addressOf(c.Variable)
		at := e.PtrAddConst(base, int64(c.Offset))
		if c.Type.Kind == spirv.Int {
			at = e.Conv(ir.OpBitcast, ir.I64, 0, at)
		}
		return append(list, at)
	case spirv.Literal:
		return append(list, e.Const(ir.I64, samplerBits(c.Bits)))
	case spirv.Scalar:
		if c.Type.IsWide() {
			return append(list, e.Const(ir.I64, c.Bits), e.Const(ir.I64, c.High))
		}
		return append(list, e.scalarConstant(c.Type, c.Bits))
	}
	for _, t := range e.registers(nil, c.Type) {
		list = append(list, e.Const(t, 0))
	}
	return list
}

func (e *emitter) scalarConstant(t *spirv.Type, bits uint64) ir.ValueID {
	r := e.register(t)
	if isHalf(t) && r != ir.F16 {
		bits = halfBits(r, bits)
	}
	return e.Const(r, bits)
}

// edge leads to the block that a label begins, with the values for its OpPhis.
func (e *emitter) edge(from *spirv.Block, to int) ir.Edge {
	var args []ir.ValueID
	for _, phi := range e.f.Blocks[to].Phis {
		values := e.valueOf(e.phiValue(phi, from.Label.Result))
		if e.isRaw(phi) {
			values = e.bitsOf(values)
		}
		args = append(args, values...)
	}
	return ir.Edge{To: e.blocks[to], Args: args}
}

// phiValue is the operand of an OpPhi for a block that leads to it. Of long ones there is a table, for switches may
// have thousands of cases that meet.
func (e *emitter) phiValue(phi *spirv.Instruction, label spirv.ID) spirv.ID {
	const long = 32
	if len(phi.Args) < long {
		for i := 0; i < len(phi.Args); i += 2 {
			if phi.ID(i+1) == label {
				return phi.ID(i)
			}
		}
		panic("BUG: an OpPhi that the check has let pass has no value for a block")
	}
	table := e.phiTables[phi.Result]
	if table == nil {
		table = make(map[spirv.ID]spirv.ID, len(phi.Args)/2)
		for i := 0; i < len(phi.Args); i += 2 {
			table[phi.ID(i+1)] = phi.ID(i)
		}
		e.phiTables[phi.Result] = table
	}
	return table[label]
}

// end emits the terminator of a block.
func (e *emitter) end(b *spirv.Block) {
	switch e.in.Op {
	case spirv.OpBranch:
		to := e.edge(b, b.Targets[0])
		e.Jump(to.To, to.Args...)
	case spirv.OpBranchConditional:
		cond, then, otherwise := e.scalar(0), e.edge(b, b.Targets[0]), e.edge(b, b.Targets[1])
		e.Branch(cond, then, otherwise)
		e.noteRare(b)
	case spirv.OpSwitch:
		e.switchEnd(b)
	case spirv.OpReturnValue:
		e.returnValue()
	case spirv.OpUnreachable:
		e.trap(ir.UnreachableAddress)
	default:
		e.Return()
	}
}

// switchEnd emits a switch. Of several cases with one value the first counts.
func (e *emitter) switchEnd(b *spirv.Block) {
	if e.typ(0).IsWide() {
		e.wideSwitch(b)
		return
	}
	seen := map[uint64]bool{}
	var values []uint64
	var cases []ir.Edge
	for i, value := range e.SwitchCases(e.in) {
		if !seen[value] {
			seen[value] = true
			values, cases = append(values, value), append(cases, e.edge(b, b.Targets[i+1]))
		}
	}
	selector, otherwise := e.scalar(0), e.edge(b, b.Targets[0])
	if len(cases) == 0 {
		e.Jump(otherwise.To, otherwise.Args...)
		return
	}
	e.Switch(selector, otherwise, values, cases)
}

func (e *emitter) returnValue() {
	t := e.f.Type.Result
	if e.fn.Kernel {
		e.Return()
		return
	}
	if isRecord(t) {
		e.store(t, lower.Place{Addr: e.ResultAddress(), Space: ir.SpacePrivate, Align: t.Align}, e.value(0))
		e.Return()
		return
	}
	e.Return(e.toParam(t, e.value(0))...)
}

// fault ends the launch by an access to an address that faults and is told by the report.
func (e *emitter) fault(address uint64) {
	at := e.Conv(ir.OpBitcast, ir.Ptr, 0, e.Const(ir.I64, address))
	e.Emit(ir.Instr{Op: ir.OpStore, Space: ir.SpaceGlobal, Align: 4, Flags: ir.FlagVolatile,
		Args: e.List(at, e.Const(ir.I32, 0))})
}

// trap is a fault that ends the function as well.
func (e *emitter) trap(address uint64) {
	e.fault(address)
	var values []ir.ValueID
	for _, t := range e.Func.Results {
		values = append(values, e.Const(t, 0))
	}
	e.Return(values...)
}

// call calls a function.
func (e *emitter) call() []ir.ValueID {
	f := e.Module.Function(e.in.ID(0))
	if len(f.Blocks) == 0 {
		if values, ok := e.importedBuiltin(f); ok {
			return values
		}
	}
	args, at := e.arguments(f.Type)
	values := e.Function.Call(e.callee(f.ID), args)
	return e.called(f.Type.Result, values, at)
}

// arguments are those of a call of a function of a type, from operand 1 on. Values with parts go through memory of the
// caller; the second result is that for what the function returns.
func (e *emitter) arguments(t *spirv.Type) (args []ir.ValueID, at lower.Place) {
	if isRecord(t.Result) {
		at = e.temporary(t.Result)
		args = append(args, at.Addr)
	}
	for i, t := range t.Members {
		value := e.value(i + 1)
		if !isRecord(t) {
			args = append(args, e.toParam(t, value)...)
			continue
		}
		copied := e.temporary(t)
		e.store(t, copied, value)
		args = append(args, copied.Addr)
	}
	return args, at
}

// called is the result of a call from what it gave or left in memory.
func (e *emitter) called(result *spirv.Type, values []ir.ValueID, at lower.Place) []ir.ValueID {
	switch {
	case result.Kind == spirv.Void:
		return nil
	case isRecord(result):
		return e.load(result, at)
	}
	return e.fromParam(result, values)
}

func (e *emitter) temporary(t *spirv.Type) lower.Place {
	size := max(t.Size, 1)
	if t.Kind == spirv.SampledImage {
		size = 16
	}
	return lower.Place{Addr: e.Alloca(size, uint8(min(max(t.Align, 1), 128))), Space: ir.SpacePrivate,
		Align: max(t.Align, 1)}
}
