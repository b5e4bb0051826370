package translate

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
)

// Device queues. A function that is enqueued becomes a child of the program, as blocks of OpenCL C do: a kernel with
// the body of the function, whose argument block begins with the memory that Param pointed to. The kernel copies it to
// private memory, and its address is the function's first parameter.

// queueFunctions are the instructions that are one operation of the IR.
var queueFunctions = map[spirv.Opcode]ir.QueueFunction{
	spirv.OpEnqueueMarker: ir.QueueEnqueueMarker, spirv.OpRetainEvent: ir.QueueRetainEvent,
	spirv.OpReleaseEvent: ir.QueueReleaseEvent, spirv.OpCreateUserEvent: ir.QueueCreateUserEvent,
	spirv.OpIsValidEvent: ir.QueueIsValidEvent, spirv.OpSetUserEventStatus: ir.QueueSetUserEventStatus,
	spirv.OpCaptureEventProfilingInfo: ir.QueueCaptureProfiling, spirv.OpGetDefaultQueue: ir.QueueDefaultQueue,
}

// childQuestions are the instructions that ask about a function that may be enqueued.
var childQuestions = map[spirv.Opcode]ir.ChildQuestion{
	spirv.OpGetKernelWorkGroupSize:                  ir.ChildWorkGroupSize,
	spirv.OpGetKernelPreferredWorkGroupSizeMultiple: ir.ChildPreferredMultiple,
	spirv.OpGetKernelNDrangeSubGroupCount:           ir.ChildSubGroupCount,
	spirv.OpGetKernelNDrangeMaxSubGroupSize:         ir.ChildMaxSubGroupSize,
}

// declareChildren makes children of all functions that are enqueued or asked about. A function's argument block has the
// largest size that any of these instructions gives it.
func (t *module) declareChildren(u *ast.Unit) {
	for _, f := range t.Functions {
		for _, b := range f.Blocks {
			for _, in := range b.Body {
				if v, ok := t.Invokes(in); ok {
					t.declareChild(u, v)
				}
			}
		}
	}
}

func (t *module) declareChild(u *ast.Unit, v spirv.Invoked) {
	fn := t.children[v.Function.ID]
	if fn == nil {
		fn = &ast.Function{Name: t.functions[v.Function.ID].Name + ".enqueued", Pos: t.position(v.Function.In.At),
			Static: true, Captures: 1, Contract: !t.exact[v.Function]}
		t.signature(fn, v.Function)
		record := &ast.Record{Name: "arguments", Complete: true, Size: 1, Align: 1}
		fn.Params[0].Type = &ast.Type{Kind: ast.Struct, Record: record}
		fn.Type.Params[0] = fn.Params[0].Type
		b := t.newBody(v.Function, fn, t.childControls(v.Function))
		b.child = true
		fn.Foreign = b
		t.declareVariants(u, v.Function, t.childControls(v.Function))
		t.children[v.Function.ID] = fn
		u.Blocks = append(u.Blocks, fn)
		u.Enqueued = append(u.Enqueued, &ast.BlockLit{Func: fn})
	}
	record := fn.Params[0].Type.Record
	record.Size, record.Align = max(record.Size, v.Bytes), max(record.Align, min(v.Align, 128))
}

// isChildOnly reports whether an entry point is no kernel for the application: compilers make one for each function
// that is enqueued, with the same parameters, and no argument could be its first.
func (t *module) isChildOnly(e spirv.EntryPoint) bool {
	f := t.Function(e.Function)
	if t.children[f.ID] == nil && t.children[wrapped(f).ID] == nil {
		return false
	}
	return len(f.Parameters) > 0 && f.Type.Members[0].Kind == spirv.Pointer
}

// queueFunction is an instruction that is one operation.
func (e *emitter) queueFunction() []ir.ValueID {
	var args []ir.ValueID
	for n := range e.in.Args {
		args = append(args, e.scalar(n))
	}
	out := e.Queue(queueFunctions[e.in.Op], args...)
	switch {
	case e.in.Result == 0:
		return nil
	case e.result().Kind == spirv.Bool:
		return e.truths([]ir.ValueID{out})
	}
	return []ir.ValueID{out}
}

// enqueueKernel has the operands: queue, flags, range, number of events, events to wait for, event to return, and the
// function with its arguments.
func (e *emitter) enqueueKernel() []ir.ValueID {
	v, _ := e.Invokes(e.in)
	args := []ir.ValueID{e.scalar(0), e.scalar(1), e.rangeAddress(2), e.scalar(3), e.scalar(4), e.scalar(5),
		e.Child(e.children[v.Function.ID]), e.scalar(v.Operand + 1), e.paramBytes(v)}
	for n := spirv.LocalSizes; n < len(e.in.Args); n++ {
		args = append(args, e.localSize(n))
	}
	return []ir.ValueID{e.Queue(ir.QueueEnqueueKernel, args...)}
}

// paramBytes is the size of the arguments, more than any call takes if the child has no room for them.
func (e *emitter) paramBytes(v spirv.Invoked) ir.ValueID {
	if !v.Varies {
		return e.Const(ir.I32, v.Bytes)
	}
	size := e.resize(e.scalar(v.Operand+2), ir.I64, false)
	isTooLarge := e.ICmp(ir.UGT, size, e.Const(ir.I64, v.Bytes))
	return e.Select(isTooLarge, e.Const(ir.I32, 1<<32-1), e.resize(size, ir.I32, false))
}

// localSize is an operand that is a size of 32 bits, or points to one.
func (e *emitter) localSize(n int) ir.ValueID {
	t, size := e.typ(n), e.scalar(n)
	if t.Kind == spirv.Pointer {
		size = e.load(t.Elem, e.place(n, t.Elem, spirv.Access{}))[0]
	}
	return e.resize(size, ir.I32, false)
}

// rangeAddress is the address of an ndrange_t with the parts of an operand, which is such a structure or points to one.
// The number of dimensions has 32 bits in modules and 64 in an ndrange_t.
func (e *emitter) rangeAddress(n int) ir.ValueID {
	t, parts := e.typ(n), e.value(n)
	if t.Kind == spirv.Pointer {
		parts = e.load(t.Elem, e.place(n, t.Elem, spirv.Access{}))
	}
	at := lower.Place{Addr: e.Alloca(ast.NDRange.Size(), uint8(ast.NDRange.Align())), Space: ir.SpacePrivate,
		Align: ast.NDRange.Align()}
	number := ast.Basic(ast.ULong)
	e.Store(number, e.at(at, ast.NDRangeWorkDim), e.resize(parts[0], ir.I64, false))
	for i, part := range parts[1:] {
		e.Store(number, e.at(at, ast.NDRangeOffset+8*uint64(i)), part)
	}
	return at.Addr
}

// buildRange makes a range of the global size, the local size, and the offset. Dimensions that are not given have one
// work-item.
func (e *emitter) buildRange() []ir.ValueID {
	dimensions := len(e.value(0))
	out := []ir.ValueID{e.Const(ir.I32, uint64(dimensions))}
	for _, from := range [...]struct {
		operand int
		rest    uint64
	}{{2, 0}, {0, 1}, {1, 1}} {
		out = append(out, e.value(from.operand)...)
		for range 3 - dimensions {
			out = append(out, e.Const(ir.I64, from.rest))
		}
	}
	return out
}

// childInfo asks about a function that may be enqueued, perhaps with a range before it.
func (e *emitter) childInfo() []ir.ValueID {
	v, _ := e.Invokes(e.in)
	n := e.Const(ir.Ptr, 0)
	if v.Operand > 0 {
		n = e.rangeAddress(0)
	}
	return []ir.ValueID{e.ask(childQuestions[e.in.Op], v, n)}
}

func (e *emitter) ask(question ir.ChildQuestion, v spirv.Invoked, n ir.ValueID) ir.ValueID {
	return e.Queue(ir.QueueChildInfo, e.Const(ir.I32, uint64(question)), e.Child(e.children[v.Function.ID]), n)
}

// maxSubGroups is the number of sub-groups in the largest group.
func (e *emitter) maxSubGroups() []ir.ValueID {
	v, _ := e.Invokes(e.in)
	none := e.Const(ir.Ptr, 0)
	most := e.ask(ir.ChildWorkGroupSize, v, none)
	return []ir.ValueID{e.Bin(ir.OpUDiv, most, e.ask(ir.ChildMaxSubGroupSize, v, none))}
}

// localSizeFor is the size of groups with a number of sub-groups; 0 if there are none.
func (e *emitter) localSizeFor() []ir.ValueID {
	v, _ := e.Invokes(e.in)
	none, zero := e.Const(ir.Ptr, 0), e.Const(ir.I32, 0)
	count, each := e.scalar(0), e.ask(ir.ChildMaxSubGroupSize, v, none)
	most := e.Bin(ir.OpUDiv, e.ask(ir.ChildWorkGroupSize, v, none), each)
	fits := e.ICmp(ir.ULE, count, most)
	return []ir.ValueID{e.Select(fits, e.Bin(ir.OpMul, count, each), zero)}
}
