package lane

import (
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Calls. A function that was not inlined stands once in the program, and runs with the lanes that call it. No function
// calls itself, not even through others, so no stack is needed: each has its registers and private memory at fixed
// places, above those of all functions that it calls, and one place for its caller's return address and lanes.
// Arguments are moved to registers of the callee, which moves its results to others of its own; the caller takes them
// from there.
//
// Uniform registers, which are small, and pending masks, which are empty while the function is not running, are not
// shared between functions.

// function is a function of the program.
type function struct {
	number  int32 // of the place for its caller
	first   int   // index of its first instruction
	start   int32 // where it is entered
	slot    int32 // pending mask of its entry
	params  []Reg
	results []Reg
	ends    [classCount]int32 // registers of it and of all it calls
	private uint64            // private memory of its own and of the functions it calls
}

// builder makes a program of functions, callees first.
type builder struct {
	module    *ir.Module
	kernel    *uniform.Known
	program   *Program
	consts    map[constKey]Reg
	functions map[ir.FuncID]*function // nil: being built
}

func (b *builder) build(f *ir.Func) (*function, error) {
	fn := &function{number: int32(len(b.functions))}
	b.functions[f.ID] = nil
	for blockID := range f.Blocks {
		for _, v := range f.Blocks[blockID].Instrs {
			if in := f.Instr(v); in.Op == ir.OpCall {
				callee, err := b.callee(f, in.Imm)
				if err != nil {
					return nil, err
				}
				fn.above(callee)
			}
		}
	}
	fn.first, fn.slot = len(b.program.Code), b.program.Slots
	if err := b.write(f, fn); err != nil {
		return nil, err
	}
	b.functions[f.ID] = fn
	return fn, nil
}

// callee is the called function, which is built at its first call.
func (b *builder) callee(f *ir.Func, id uint64) (*function, error) {
	if id >= uint64(len(b.module.Funcs)) || b.module.Funcs[id] == nil {
		return nil, fmt.Errorf("%s: call of a function that does not exist", f.Name)
	}
	callee := b.module.Funcs[id]
	fn, ok := b.functions[callee.ID]
	switch {
	case !ok:
		return b.build(callee)
	case fn == nil:
		return nil, fmt.Errorf("%s: the call of %s is recursive, which OpenCL C does not have", f.Name, callee.Name)
	}
	return fn, nil
}

// above places a function above one that it calls.
func (fn *function) above(callee *function) {
	for class, end := range callee.ends {
		fn.ends[class] = max(fn.ends[class], end)
	}
	fn.private = max(fn.private, callee.private)
}

// write appends the code of a function whose callees are written.
func (b *builder) write(f *ir.Func, fn *function) error {
	p := b.program
	g := newGraph(f)
	l := g.layout()
	same := b.uniformity(f)
	e := &emitter{module: b.module, function: fn, code: p.Code}
	fn.private, e.places = layOut(f, fn.private)
	e.registers = allocate(newLiveness(g, l), same.Uniform, b, fn)
	e.barriers = e.liveAcross()
	if p.Code == nil {
		e.code = make([]Inst, 0, len(f.Instrs)+2*len(l.order)+1)
	}
	for place := range l.order {
		if err := e.emitNode(place); err != nil {
			return err
		}
	}
	end := Inst{Op: OpEnd}
	if !f.Kernel {
		end = Inst{Op: ir.OpReturn, Side: fn.number}
	}
	e.emit(end)
	e.resolve()
	e.moveSlots(fn.slot)
	fn.start, fn.ends = int32(fn.first), e.counts
	p.Code, p.Slots = e.code, p.Slots+int32(len(l.order))
	for class, end := range fn.ends {
		p.Registers[class] = max(p.Registers[class], end)
	}
	return nil
}

// uniformity is the analysis of a function's values; the kernel's may have been made before for other users.
func (b *builder) uniformity(f *ir.Func) *uniform.Info {
	if f == b.kernel.Func() {
		return b.kernel.Info()
	}
	return uniform.Analyze(f)
}

// moveSlots numbers the pending masks of a function in the program.
func (e *emitter) moveSlots(by int32) {
	for i := e.function.first; i < len(e.code) && by > 0; i++ {
		in := &e.code[i]
		switch in.Op {
		case OpEnter, OpLoop, ir.OpJump:
			in.Slot += by
		case ir.OpBranch:
			in.Slot, in.Else = in.Slot+by, in.Else+by
		case ir.OpSwitch:
			table := &e.program.Switches[in.Side]
			table.Default += by
			for k := range table.Slots {
				table.Slots[k] += by
			}
		}
	}
}

// emitPassing writes the moves of values between caller and callee.
func (e *emitter) emitPassing(v ir.ValueID, in *ir.Instr) error {
	switch in.Op {
	case ir.OpArg:
		if int(in.Imm) >= len(e.function.params) {
			return fmt.Errorf("lane form of %s: %s has no place in a kernel", e.f.Name, in.Op)
		}
		e.emitMove(move{e.reg(v), e.function.params[in.Imm], in.Type})
	case ir.OpResult:
		if channels, ok := e.channels[in.Args[0]]; ok {
			if first := channels[in.Imm]; first != v { // else the read has written it
				e.emitMove(move{e.reg(v), e.reg(first), in.Type})
			}
			return nil
		}
		callee := e.functions[ir.FuncID(e.f.Instr(in.Args[0]).Imm)]
		e.emitMove(move{e.reg(v), callee.results[in.Imm], in.Type})
	case ir.OpCall:
		callee := e.functions[ir.FuncID(in.Imm)]
		for i, a := range in.Args {
			e.emitMove(move{callee.params[i], e.reg(a), e.f.Type(a)})
		}
		e.emit(Inst{Op: ir.OpCall, Target: callee.start, Slot: callee.slot, Side: callee.number, Pos: in.Pos})
		if in.Type != ir.Void {
			e.emitMove(move{e.reg(v), callee.results[0], in.Type})
		}
	}
	return nil
}
