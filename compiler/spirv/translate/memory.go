package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
)

// variable makes private memory of a variable of a function, with its initial value.
func (e *emitter) variable(in *spirv.Instruction) {
	e.set(in)
	t, init := e.VariableParts(in)
	align := t.Align
	if n, ok := e.Decorated(in.Result, spirv.DecorationAlignment); ok && n&(n-1) == 0 {
		align = max(align, uint64(n))
	}
	align = min(max(align, 1), 128)
	at := e.Alloca(max(t.Size, 1), uint8(align))
	e.values[in.Result] = []ir.ValueID{at}
	if init != 0 {
		e.store(t, lower.Place{Addr: at, Space: ir.SpacePrivate, Align: align}, e.valueOf(init))
	}
}

// arrayOfLength is private memory for a constant number of elements, the same whenever it is executed.
func (e *emitter) arrayOfLength() []ir.ValueID {
	t := e.result().Elem
	size := t.Size * e.Constant(e.in.ID(0)).Bits
	return []ir.ValueID{e.Alloca(max(size, 1), uint8(min(max(t.Align, 1), 128)))}
}

// atTop emits at the end of the entry block, before its terminator if it has one.
func (e *emitter) atTop(emit func()) {
	list := e.Func.Blocks[0].Instrs
	if e.Func.Terminator(0) == nil || len(list) == 0 {
		e.SetBlock(0)
		emit()
		return
	}
	last := list[len(list)-1]
	e.Func.Blocks[0].Instrs = list[:len(list)-1]
	e.SetBlock(0)
	emit()
	e.Func.Blocks[0].Instrs = append(e.Func.Blocks[0].Instrs, last)
}

// place is the memory that an operand points to, where a value of a type is.
func (e *emitter) place(n int, t *spirv.Type, access spirv.Access) lower.Place {
	align := access.Align
	if align == 0 {
		align = max(t.Align, 1)
	}
	_, volatile := e.Decorated(e.in.ID(n), spirv.DecorationVolatile)
	return lower.Place{Addr: e.scalar(n), Space: spaces[e.storageOf(e.in.ID(n))].access, Align: min(align, 128),
		Volatile: access.Volatile || volatile}
}

// at is a place some bytes further.
func (e *emitter) at(p lower.Place, offset uint64) lower.Place {
	if offset != 0 {
		p.Addr = e.PtrAddConst(p.Addr, int64(offset))
		p.Align = min(p.Align, offset&-offset)
	}
	return p
}

// load reads a value of a type, scalar by scalar.
func (e *emitter) load(t *spirv.Type, p lower.Place) []ir.ValueID {
	return e.loadPart(make([]ir.ValueID, 0, t.Scalars), t, p, 0)
}

func (e *emitter) loadPart(list []ir.ValueID, t *spirv.Type, p lower.Place, offset uint64) []ir.ValueID {
	switch t.Kind {
	case spirv.Vector, spirv.Array:
		for i := range t.Count {
			list = e.loadPart(list, t.Elem, p, offset+i*t.Elem.Size)
		}
		return list
	case spirv.Struct:
		for i, m := range t.Members {
			list = e.loadPart(list, m, p, offset+t.Offsets[i])
		}
		return list
	case spirv.SampledImage:
		list = append(list, e.Load(pointerInMemory, e.at(p, offset)))
		return append(list, e.Load(ast.Basic(ast.ULong), e.at(p, offset+8)))
	case spirv.Bool:
		return append(list, e.truths([]ir.ValueID{e.Load(ast.Basic(ast.UChar), e.at(p, offset))})...)
	}
	if t.IsWide() {
		return append(list, e.Load(ast.Basic(ast.ULong), e.at(p, offset)), e.loadUpper(t, e.at(p, offset+8)))
	}
	if t.IsOdd() {
		return append(list, e.loadOdd(t, e.at(p, offset)))
	}
	return append(list, e.Load(e.scalarInMemory(t), e.at(p, offset)))
}

// pointerInMemory is any type that is an address in registers and in memory.
var pointerInMemory = &ast.Type{Kind: ast.Image}

func (e *emitter) scalarInMemory(t *spirv.Type) *ast.Type {
	switch t.Kind {
	case spirv.ReserveID:
		return ast.Basic(ast.ULong)
	case spirv.Pointer, spirv.Image, spirv.Pipe, spirv.PipeStorage, spirv.NamedBarrier:
		return pointerInMemory
	}
	return e.number(t, false)
}

// store writes a value of a type.
func (e *emitter) store(t *spirv.Type, p lower.Place, values []ir.ValueID) {
	e.storePart(t, p, 0, values)
}

// storePart writes a part and returns the scalars that are left.
func (e *emitter) storePart(t *spirv.Type, p lower.Place, offset uint64, values []ir.ValueID) []ir.ValueID {
	switch t.Kind {
	case spirv.Vector, spirv.Array:
		for i := range t.Count {
			values = e.storePart(t.Elem, p, offset+i*t.Elem.Size, values)
		}
		return values
	case spirv.Struct:
		for i, m := range t.Members {
			values = e.storePart(m, p, offset+t.Offsets[i], values)
		}
		return values
	case spirv.SampledImage:
		e.Store(pointerInMemory, e.at(p, offset), values[0])
		e.Store(ast.Basic(ast.ULong), e.at(p, offset+8), values[1])
		return values[2:]
	case spirv.Bool:
		e.Store(ast.Basic(ast.UChar), e.at(p, offset), e.bytes(values[:1])[0])
		return values[1:]
	}
	if t.IsWide() {
		e.Store(ast.Basic(ast.ULong), e.at(p, offset), values[0])
		e.storeUpper(t, e.at(p, offset+8), values[1])
		return values[2:]
	}
	if t.IsOdd() {
		e.storeOdd(t, e.at(p, offset), values[0])
		return values[1:]
	}
	e.Store(e.scalarInMemory(t), e.at(p, offset), values[0])
	return values[1:]
}

// sizeOf is the size of what a pointer points to.
func (e *emitter) sizeOf() []ir.ValueID {
	return []ir.ValueID{e.Const(e.register(e.result()), max(e.typ(0).Elem.Size, 1))}
}

func (e *emitter) loadInstruction() []ir.ValueID {
	if v := e.Module.Variable(e.in.ID(0)); v != nil && v.BuiltIn {
		return e.builtIn(v)
	}
	return e.load(e.result(), e.place(0, e.result(), e.in.Access(1)))
}

func (e *emitter) storeInstruction() []ir.ValueID {
	e.store(e.typ(1), e.place(0, e.typ(1), e.in.Access(2)), e.value(1))
	return nil
}

func (e *emitter) copyMemory() []ir.ValueID {
	access := e.in.Access(2)
	t := e.typ(0).Elem
	if t == nil {
		t = e.typ(1).Elem
	}
	e.copyBytes(e.place(0, t, access), e.place(1, t, access), t.Size)
	return nil
}

func (e *emitter) copyBytes(to, from lower.Place, size uint64) {
	if size == 0 {
		return
	}
	e.Emit(ir.Instr{Op: ir.OpMemCopy, Space: to.Space, Kind: uint8(from.Space), Imm: size,
		Align: uint8(min(to.Align, from.Align, 128)), Args: e.List(to.Addr, from.Addr)})
}

// copySized copies a number of bytes; if it is not constant, byte by byte.
func (e *emitter) copySized() []ir.ValueID {
	access := e.in.Access(3)
	if access.Align == 0 {
		access.Align = 1
	}
	to, from := e.place(0, nil, access), e.place(1, nil, access)
	if c := e.Constant(e.in.ID(2)); c != nil {
		if !e.initialise(to, c.Bits) {
			e.copyBytes(to, from, c.Bits)
		}
		return nil
	}
	to.Align, from.Align = 1, 1
	n := e.resize(e.scalar(2), ir.I64, false)
	head, body, exit := e.NewBlock(), e.NewBlock(), e.NewBlock()
	i := e.AddParam(head, ir.I64)
	e.Jump(head, e.Const(ir.I64, 0))
	e.SetBlock(head)
	e.Branch(e.ICmp(ir.ULT, i, n), ir.Edge{To: body}, ir.Edge{To: exit})
	e.SetBlock(body)
	source, target := from, to
	source.Addr, target.Addr = e.PtrAdd(from.Addr, i), e.PtrAdd(to.Addr, i)
	e.Store(ast.Basic(ast.UChar), target, e.Load(ast.Basic(ast.UChar), source))
	e.Jump(head, e.Bin(ir.OpAdd, i, e.Const(ir.I64, 1)))
	e.SetBlock(exit)
	return nil
}

// chain computes the address of a part.
func (e *emitter) chain() []ir.ValueID {
	chain, t := spirv.ChainOf(e.in), e.Chained(e.in)
	at, n := e.scalar(chain.Base), chain.Base+1
	offset := uint64(0)
	add := func(index int, size uint64) {
		if c := e.Constant(e.in.ID(index)); c != nil && (c.Kind == spirv.Scalar || c.Kind == spirv.Null) {
			offset += signed(c) * size
			return
		}
		at = e.PtrAdd(at, e.scaled(e.scalar(index), size))
	}
	if chain.Element {
		add(n, t.Size)
		n++
	}
	for ; n < len(e.in.Args); n++ {
		if t.Kind == spirv.Struct {
			member := e.Constant(e.in.ID(n)).Bits
			offset += t.Offsets[member]
			t = t.Members[member]
			continue
		}
		t = t.Elem
		add(n, t.Size)
	}
	return []ir.ValueID{e.PtrAddConst(at, int64(offset))}
}

// signed is an integer constant, with its sign extended.
func signed(c *spirv.Constant) uint64 {
	shift := 64 - c.Type.Bits
	return uint64(int64(c.Bits<<shift) >> shift)
}

// scaled is an index times a size as a number of bytes, which may be assumed not to wrap.
func (e *emitter) scaled(index ir.ValueID, size uint64) ir.ValueID {
	index = e.resize(index, ir.I64, true)
	if size == 1 {
		return index
	}
	return e.Emit(ir.Instr{Op: ir.OpMul, Type: ir.I64, Flags: ir.FlagNoWrap,
		Args: e.List(index, e.Const(ir.I64, size))})
}

// resize changes the width of an integer.
func (e *emitter) resize(v ir.ValueID, t ir.Type, signed bool) ir.ValueID {
	from := e.Func.Type(v)
	switch {
	case from == t:
		return v
	case from.Bits() > t.Bits():
		return e.Conv(ir.OpTrunc, t, 0, v)
	case signed:
		return e.Conv(ir.OpSExt, t, 0, v)
	}
	return e.Conv(ir.OpZExt, t, 0, v)
}

func (e *emitter) pointerDifference() []ir.ValueID {
	x, y := e.Conv(ir.OpBitcast, ir.I64, 0, e.scalar(0)), e.Conv(ir.OpBitcast, ir.I64, 0, e.scalar(1))
	d := e.Bin(ir.OpSDiv, e.Bin(ir.OpSub, x, y), e.Const(ir.I64, e.typ(0).Elem.Size))
	return []ir.ValueID{e.resize(d, e.register(e.result()), true)}
}

// builtIn is the value of a built-in variable.
func (e *emitter) builtIn(v *spirv.Variable) []ir.ValueID {
	kind, _ := e.Decorated(v.ID, spirv.DecorationBuiltIn)
	t := e.register(v.Type.Scalar())
	if name := placeFunctions[kind]; name != "" {
		return e.each(e.builtinCall(name), func(v ir.ValueID) ir.ValueID { return e.resize(v, t, false) })
	}
	out := make([]ir.ValueID, 0, 3)
	for i := range v.Type.Lanes() {
		out = append(out, e.resize(e.builtInElement(kind, uint8(i)), t, false))
	}
	return out
}

// placeFunctions are the built-in variables for which OpenCL C has functions without parameters.
var placeFunctions = map[uint32]string{
	spirv.BuiltInLocalInvocationIndex: "get_local_linear_id", spirv.BuiltInGlobalLinearID: "get_global_linear_id",
	spirv.BuiltInSubgroupSize: "get_sub_group_size", spirv.BuiltInSubgroupMaxSize: "get_max_sub_group_size",
	spirv.BuiltInNumSubgroups:         "get_num_sub_groups",
	spirv.BuiltInNumEnqueuedSubgroups: "get_enqueued_num_sub_groups",
	spirv.BuiltInSubgroupID:           "get_sub_group_id", spirv.BuiltInSubgroupLane: "get_sub_group_local_id",
	spirv.BuiltInSubgroupEqMask: "get_sub_group_eq_mask", spirv.BuiltInSubgroupGeMask: "get_sub_group_ge_mask",
	spirv.BuiltInSubgroupGtMask: "get_sub_group_gt_mask", spirv.BuiltInSubgroupLeMask: "get_sub_group_le_mask",
	spirv.BuiltInSubgroupLtMask: "get_sub_group_lt_mask",
}

// places are the built-in variables that the IR has.
var places = map[uint32]ir.Op{
	spirv.BuiltInNumWorkgroups: ir.OpNumGroups, spirv.BuiltInWorkgroupSize: ir.OpLocalSize,
	spirv.BuiltInWorkgroupID: ir.OpGroupID, spirv.BuiltInLocalInvocationID: ir.OpLocalID,
	spirv.BuiltInGlobalInvocationID: ir.OpGlobalID, spirv.BuiltInGlobalSize: ir.OpGlobalSize,
	spirv.BuiltInEnqueuedWorkgroupSize: ir.OpEnqueuedLocalSize, spirv.BuiltInGlobalOffset: ir.OpGlobalOffset,
}

func (e *emitter) builtInElement(kind uint32, dimension uint8) ir.ValueID {
	if kind == spirv.BuiltInWorkDim {
		return e.Emit(ir.Instr{Op: ir.OpWorkDim, Type: ir.I32})
	}
	return e.WorkItem(places[kind], dimension)
}

// toGeneric, and back: addresses are the same in all address spaces.
func (e *emitter) samePointer() []ir.ValueID { return e.value(0) }

// castExplicit is the pointer if it points to the address space, else null.
func (e *emitter) castExplicit() []ir.ValueID {
	p := e.scalar(0)
	fits := e.SpaceTest(p, spaces[e.result().Storage].access)
	return []ir.ValueID{e.Select(fits, p, e.Const(ir.Ptr, 0))}
}

// pointerSemantics are the memory semantics of the storage class that a pointer points to.
func (e *emitter) pointerSemantics() []ir.ValueID {
	const workgroup, crossWorkgroup = 0x100, 0x200
	t := e.register(e.result())
	return []ir.ValueID{e.Select(e.SpaceTest(e.scalar(0), ir.SpaceLocal), e.Const(t, workgroup), e.Const(t,
		crossWorkgroup))}
}
