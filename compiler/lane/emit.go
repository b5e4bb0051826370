package lane

import (
	"fmt"
	"sync"

	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Build makes the lane program of kernel f, with the functions that it calls. The error names a construct that cannot
// be expressed; f is not changed.
func Build(m *ir.Module, f *ir.Func) (*Program, error) {
	p, err := Survey(m, uniform.Of(f))
	if err != nil {
		return nil, err
	}
	return p, p.Complete()
}

// codeMaker makes the code of a program once.
type codeMaker struct {
	once     sync.Once
	isStored bool // the facts were read, and may be wrong
	err      error
}

// Complete makes the program's code, the same as Build's, unless that was done before. It may be called from several
// goroutines at once. The error names a construct that cannot be expressed.
func (p *Program) Complete() error {
	c := p.code
	if c == nil {
		return nil
	}
	c.once.Do(func() {
		body := p.source.Body()
		if c.err = body.Err; c.err == nil && c.isStored {
			c.err = p.checkFacts(body)
		}
		if c.err == nil {
			c.err = p.makeCode(body.Module, body.Known)
		}
	})
	return c.err
}

func (p *Program) makeCode(m *ir.Module, known *uniform.Known) error {
	f := known.Func()
	b := &builder{module: m, kernel: known, consts: map[constKey]Reg{}, functions: map[ir.FuncID]*function{},
		program: p}
	kernel, err := b.build(f)
	if err != nil {
		return err
	}
	p.Start, p.StartSlot, p.Functions = kernel.start, kernel.slot, int32(len(b.functions))
	if kernel.private > p.PrivateBytes {
		panic("BUG: lane form of " + f.Name + ": the survey has found less private memory")
	}
	return nil
}

// emitter writes the code. Targets are positions in the layout until resolve.
type emitter struct {
	*registers
	module   *ir.Module
	code     []Inst
	starts   []int32 // by place: index of the first instruction
	ends     []int32 // by place: index after its terminator, where the ends of loops stand
	position int
	copies   moveOrder
	barriers map[int][]Reg // by position: registers that live across the barrier there
	function *function
	places   map[ir.ValueID]uint64 // of allocas in private memory
}

func (e *emitter) emit(in Inst) { e.code = append(e.code, in) }

// emitNode writes the node at a place of the layout and the ends of the loops that end with it.
func (e *emitter) emitNode(place int) error {
	n := e.order[place]
	e.starts = append(e.starts, int32(len(e.code)))
	if !e.fallsInto(place) {
		e.emit(Inst{Op: OpEnter, Slot: int32(place)})
	}
	e.position = int(e.start[place]) + 1
	for _, v := range e.instrs(n) {
		if err := e.emitInstr(v); err != nil {
			return err
		}
		e.position++
	}
	if edge := e.moves(n); edge != nil {
		e.emitMoves(edge)
	}
	e.emitTerminator(place)
	e.ends = append(e.ends, int32(len(e.code)))
	for l := e.inner[place]; l >= 0 && e.loops[l].last == place; l = e.loops[l].parent {
		for _, h := range e.loops[l].headers {
			e.emit(Inst{Op: OpLoop, Slot: int32(e.place[h]), Target: int32(e.loops[l].first), Pos: e.endPos(n)})
		}
	}
	return nil
}

// endPos is the position of the end of a loop: of its last node's terminator, or else of the last instruction that has
// one.
func (e *emitter) endPos(n int) ir.Pos {
	if t := e.terminator(n); t != nil && t.Pos != 0 {
		return t.Pos
	}
	for i := len(e.code) - 1; i >= 0; i-- {
		if pos := e.code[i].Pos; pos != 0 {
			return pos
		}
	}
	return 0
}

// fallsInto reports whether the node above continues only at the one at place, and no other edge leads there: then the
// mask stays.
func (e *emitter) fallsInto(place int) bool {
	if place == 0 {
		return false
	}
	n, above := e.order[place], e.order[place-1]
	if len(e.nodes[n].preds) != 1 || len(e.nodes[above].succs) != 1 || e.nodes[above].succs[0] != n {
		return false
	}
	l := e.inner[place-1]
	return l < 0 || e.loops[l].last != place-1
}

// slot is the pending mask of the target of node n's i-th edge.
func (e *emitter) slot(n, i int) int32 { return int32(e.place[e.nodes[n].succs[i]]) }

func (e *emitter) emitTerminator(place int) {
	n := e.order[place]
	t := e.terminator(n)
	switch {
	case t == nil || t.Op == ir.OpJump:
		if place+1 == len(e.order) || !e.fallsInto(place+1) {
			e.emit(Inst{Op: ir.OpJump, Slot: e.slot(n, 0)})
		}
	case t.Op == ir.OpBranch:
		e.emit(Inst{Op: ir.OpBranch, Type: ir.I1, From: ir.I1, Args: [3]Reg{e.reg(t.Args[0])}, Pos: t.Pos,
			Slot: e.slot(n, 0), Else: e.slot(n, 1)})
	case t.Op == ir.OpSwitch:
		e.emitSwitch(n, t)
	case t.Op == ir.OpReturn:
		for i, v := range t.Args {
			e.emitMove(move{e.function.results[i], e.reg(v), e.f.Type(v)})
		}
	}
}

func (e *emitter) emitSwitch(n int, t *ir.Instr) {
	typ := e.f.Type(t.Args[0])
	table := Switch{Default: e.slot(n, 0)}
	for i, c := range e.f.Blocks[e.nodes[n].block].Cases {
		table.Cases = append(table.Cases, c&typ.Mask())
		table.Slots = append(table.Slots, e.slot(n, i+1))
	}
	p := e.program
	e.emit(Inst{Op: ir.OpSwitch, Type: typ, From: typ, Args: [3]Reg{e.reg(t.Args[0])}, Pos: t.Pos,
		Side: int32(len(p.Switches))})
	p.Switches = append(p.Switches, table)
}

// emitInstr writes one instruction that is no terminator.
func (e *emitter) emitInstr(v ir.ValueID) error {
	in := e.f.Instr(v)
	out := Inst{Op: in.Op, Type: in.Type, Space: in.Space, Align: in.Align, Kind: in.Kind, Order: in.Order,
		Scope: in.Scope, Flags: in.Flags, Masked: e.masked[v], Imm: in.Imm, Pos: in.Pos}
	switch in.Op {
	case ir.OpConst, ir.OpUndef, ir.OpPrefetch:
		return nil
	case ir.OpArg, ir.OpResult, ir.OpCall:
		return e.emitPassing(v, in)
	case ir.OpImageRead, ir.OpImageWrite:
		e.emitImage(v, in)
		return nil
	case ir.OpParam, ir.OpInvalid:
		return fmt.Errorf("lane form of %s: %s has no place in a kernel", e.f.Name, in.Op)
	case ir.OpAlloca:
		out.Imm = e.places[v]
	case ir.OpPrintf:
		e.notePrint(&out, in)
	case ir.OpQueue:
		e.noteQueue(&out, in)
	case ir.OpBarrier:
		out.Side = int32(len(e.program.Barriers))
		e.program.Barriers = append(e.program.Barriers, Barrier{Live: e.barriers[e.position]})
	case ir.OpExpect:
		out.Op = OpMove
	}
	if in.Op != ir.OpPrintf && in.Op != ir.OpQueue {
		e.fillOperands(&out, in)
	}
	if in.Type != ir.Void {
		out.Dst = e.reg(v)
	}
	e.emit(out)
	return nil
}

func (e *emitter) fillOperands(out *Inst, in *ir.Instr) {
	for i, a := range in.Args {
		out.Args[i] = e.reg(a)
	}
	switch {
	case in.Op == ir.OpSelect:
		out.From = in.Type
	case in.Op == ir.OpStore || in.Op == ir.OpAtomicStore:
		out.Type = e.f.Type(in.Args[1])
		out.From = ir.Ptr
	case in.Op == ir.OpFold:
		out.Type, out.From = e.f.Type(in.Args[2]), ir.Ptr
	case len(in.Args) > 0:
		out.From = e.f.Type(in.Args[0])
	}
}

func (e *emitter) notePrint(out *Inst, in *ir.Instr) {
	print := Print{}
	if in.Imm < uint64(len(e.module.Formats)) {
		print.Format = e.module.Formats[in.Imm]
	}
	for _, a := range in.Args {
		print.Args = append(print.Args, e.reg(a))
		print.Types = append(print.Types, e.f.Type(a))
	}
	out.Side = int32(len(e.program.Prints))
	e.program.Prints = append(e.program.Prints, print)
}

func (e *emitter) noteQueue(out *Inst, in *ir.Instr) {
	queue := Queue{Function: ir.QueueFunction(in.Kind)}
	for _, a := range in.Args {
		queue.Args = append(queue.Args, e.reg(a))
	}
	out.Side = int32(len(e.program.Queues))
	e.program.Queues = append(e.program.Queues, queue)
}

// emitImage writes an access to an image. That of a read writes all its channels.
func (e *emitter) emitImage(v ir.ValueID, in *ir.Instr) {
	access := Image{Kind: ir.ImageKind(in.Kind)}
	for _, a := range in.Args {
		access.Args, access.Types = append(access.Args, e.reg(a)), append(access.Types, e.f.Type(a))
	}
	typ := in.Type
	if in.Op == ir.OpImageWrite {
		typ = access.Types[len(access.Types)-1]
	} else {
		for i, result := range e.channels[v] {
			if result != 0 {
				access.Results[i], access.Masked[i] = e.reg(result), e.masked[result]
			}
		}
	}
	e.emit(Inst{Op: in.Op, Type: typ, Space: in.Space, Kind: in.Kind, Side: int32(len(e.program.Images)), Pos: in.Pos})
	e.program.Images = append(e.program.Images, access)
}

// resolve replaces places by indices of instructions.
func (e *emitter) resolve() {
	for i := e.function.first; i < len(e.code); i++ {
		in := &e.code[i]
		if in.Op != OpEnter && in.Op != OpLoop {
			continue
		}
		if in.Op == OpLoop {
			in.Target = e.starts[in.Target]
			continue
		}
		in.Target = e.after(int(in.Slot))
	}
}

// after is where to continue if the node at a place has no lanes: after it and all that it falls into, at the ends of
// its loops if there are any.
func (e *emitter) after(place int) int32 {
	for place+1 < len(e.order) && e.fallsInto(place+1) {
		place++
	}
	return e.ends[place]
}
