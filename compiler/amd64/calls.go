package amd64

import (
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Calls of functions that were not inlined.
//
// A function is compiled for a bundle as a kernel is, and runs with the lanes that call it. It has a frame of its own,
// right behind its caller's, with the same beginning: the masks are those of the calling lanes, the ids are copied, and
// private memory begins behind the caller's. Arguments and results lie there too, lane by lane, before what register
// allocation takes. All registers are lost in a call. The caller takes the results of its own lanes only, so the callee
// writes whole vectors; it has one place to return from.
//
// Code that was cancelled returns through its callers, who look at the flag behind each call.

// calleeBias marks offsets into the frame of a callee, which begins where that of the caller ends.
const calleeBias = 1 << 29

// passedAt is where an argument's lanes of a sub-group lie in the frame of the function; results follow the arguments.
func (s *selector) passedAt(index, u int) int32 {
	return abi.FrameSpill + int32(index*s.version.Count+u)*slotBytes
}

// pass writes the lanes of a value to the frame, truth values as bits.
func (s *selector) pass(v ir.ValueID, u int, at int32) {
	m, lanes := asm.Mem{Base: asm.RBP, Disp: at}, s.lanesOf(v, u)
	if s.kernel.Type(v) == ir.I1 {
		s.emit(asm.Inst{Op: asm.Mov, Size: 4, B: s.bitsOf(lanes[0]), HasMem: true, Mem: m})
		return
	}
	for _, r := range lanes {
		s.emit(asm.Inst{Op: asm.Vmovups, Len: s.isa.length(), B: r, HasMem: true, Mem: m})
		m.Disp += int32(s.isa.vectorBytes())
	}
}

// takePassed reads the lanes of a value from the frame.
func (s *selector) takePassed(v ir.ValueID, u int, at int32) {
	m := asm.Mem{Base: asm.RBP, Disp: at}
	s.writeLanes(v, u, func(dst []asm.Reg) {
		if s.kernel.Type(v) == ir.I1 {
			bits := s.general()
			s.emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: bits, HasMem: true, Mem: m})
			s.maskFromBits(dst[0], bits)
			return
		}
		for h, r := range dst {
			at := m
			at.Disp += int32(h * s.isa.vectorBytes())
			s.emit(asm.Inst{Op: asm.Vmovups, Len: s.isa.length(), Dst: r, HasMem: true, Mem: at})
		}
	})
}

func (s *selector) argument(v ir.ValueID, in *ir.Instr) {
	for u := range s.copies(s.byValue[v]) {
		s.takePassed(v, u, s.passedAt(int(in.Imm), u))
	}
}

// passResults leaves what a function returns.
func (s *selector) passResults(end *ir.Instr) {
	for i, v := range end.Args {
		for u := range s.version.Count {
			s.pass(v, u, s.passedAt(len(s.kernel.Params)+i, u))
		}
	}
}

func (s *selector) call(v ir.ValueID, in *ir.Instr) {
	for i, a := range in.Args {
		for u := range s.version.Count {
			s.pass(a, u, calleeBias+s.passedAt(i, u))
		}
	}
	s.beginFrame()
	id := ir.FuncID(in.Imm)
	index := slices.Index(s.calls, id)
	if index < 0 {
		index = len(s.calls)
		s.calls = append(s.calls, id)
	}
	s.emit(asm.Inst{Op: asm.Call, Label: int32(index)})
	s.poll()
	if in.Type != ir.Void {
		s.takeResult(v, in, 0)
	}
}

// result is one behind the first of a call, which stands before it with no other between.
func (s *selector) result(v ir.ValueID, in *ir.Instr) {
	s.takeResult(v, s.kernel.Instr(in.Args[0]), int(in.Imm))
}

func (s *selector) takeResult(v ir.ValueID, call *ir.Instr, index int) {
	for u := range s.copies(s.byValue[v]) {
		s.takePassed(v, u, calleeBias+s.passedAt(len(call.Args)+index, u))
	}
}

// beginFrame fills in the beginning of the callee's frame.
func (s *selector) beginFrame() {
	at := func(disp int32) asm.Mem { return asm.Mem{Base: asm.RBP, Disp: disp} }
	ids := s.temp()
	s.emit(asm.Inst{Op: asm.Vmovups, Len: asm.L256, Dst: ids, HasMem: true, Mem: at(abi.FrameFirst)})
	s.emit(asm.Inst{Op: asm.Vmovups, Len: asm.L256, B: ids, HasMem: true, Mem: at(calleeBias + abi.FrameFirst)})
	for u := range s.version.Count {
		s.emit(asm.Inst{Op: asm.Mov, Size: 2, B: s.bitsOf(s.activeMask(u)), HasMem: true, Mem: at(calleeBias + abi.FrameMask + 2*int32(u))})
	}
	private := s.general()
	s.emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: private, HasMem: true, Mem: at(abi.FramePrivate)})
	s.aluImm(asm.Add, 8, private, int64(s.privateAll)*int64(s.isa.lanes()*s.version.Count))
	s.emit(asm.Inst{Op: asm.Mov, Size: 8, B: private, HasMem: true, Mem: at(calleeBias + abi.FramePrivate)})
}

// placeCallees says where the frames of callees begin.
func (s *selector) placeCallees(frameBytes int32) {
	for i := range s.vec.fn.Insts {
		in := &s.vec.fn.Insts[i]
		if in.Op == asm.Call {
			in.Imm = int64(frameBytes)
		}
		if in.HasMem && in.Mem.Base == asm.RBP && in.Mem.Disp >= calleeBias {
			in.Mem.Disp += frameBytes - calleeBias
		}
	}
}

// withOneReturn is a function with one place to return values from.
func withOneReturn(f *ir.Func) *ir.Func {
	var ends []ir.BlockID
	for b := range f.Blocks {
		if f.Terminator(ir.BlockID(b)).Op == ir.OpReturn {
			ends = append(ends, ir.BlockID(b))
		}
	}
	if len(f.Results) == 0 || len(ends) < 2 {
		return f
	}
	c := *f
	c.Instrs, c.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	end := c.NewBlock()
	var values []ir.ValueID
	for _, t := range f.Results {
		values = append(values, c.AddParam(end, t))
	}
	last := c.NewValue(ir.Instr{Op: ir.OpReturn, Block: end, Args: values})
	c.Blocks[end].Instrs = []ir.ValueID{last}
	for _, b := range ends {
		t := c.Terminator(b)
		c.Blocks[b].Succs = []ir.Edge{{To: end, Args: t.Args}}
		t.Op, t.Args = ir.OpJump, nil
	}
	return &c
}

// linked is a function that stands behind the kernel's code.
type linked struct {
	start        int32 // label
	frameBytes   int   // of it and what it calls
	privateBytes uint64
	align        uint64
	loops        bool
}

// linker puts the functions that a kernel calls behind its code.
type linker struct {
	kernel *selector
	done   map[ir.FuncID]*linked
}

// linkCallees compiles and appends what the kernel calls.
func linkCallees(kernel *selector) error {
	if len(kernel.calls) == 0 {
		return nil
	}
	l := &linker{kernel, map[ir.FuncID]*linked{}}
	all, err := l.bind(kernel)
	if err != nil {
		return err
	}
	c := kernel.code
	c.FrameBytes += all.frameBytes
	c.PrivateBytes += all.privateBytes
	c.PrivateAlign = max(c.PrivateAlign, all.align)
	c.Loops = c.Loops || all.loops
	return nil
}

// bind gives the calls of a function their labels, and tells what the callees need.
func (l *linker) bind(s *selector) (need linked, err error) {
	var labels []int32
	own := len(s.vec.fn.Insts) // the kernel's code grows by what is linked
	for _, id := range s.calls {
		callee := l.done[id]
		if callee == nil {
			if callee, err = l.link(id); err != nil {
				return need, err
			}
		}
		labels = append(labels, callee.start)
		need.frameBytes, need.privateBytes = max(need.frameBytes, callee.frameBytes), max(need.privateBytes, callee.privateBytes)
		need.align, need.loops = max(need.align, callee.align), need.loops || callee.loops
	}
	for i := range s.vec.fn.Insts[:own] {
		if in := &s.vec.fn.Insts[i]; in.Op == asm.Call {
			in.Label = labels[in.Label]
		}
	}
	return need, nil
}

// link compiles a function and appends it.
func (l *linker) link(id ir.FuncID) (*linked, error) {
	k := l.kernel
	v := k.version
	v.Full, v.Guarded = false, false
	s, err := newSelector(k.module, prepared(k.module.Funcs[id]), k.isa, v, k.off)
	if err != nil {
		return nil, err
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	s.improve()
	if _, err := s.allocate(); err != nil {
		return nil, err
	}
	need, err := l.bind(s)
	if err != nil {
		return nil, err
	}
	out := &linked{start: k.vec.fn.NewLabel(), frameBytes: s.code.FrameBytes + need.frameBytes,
		privateBytes: s.code.PrivateBytes + need.privateBytes, align: max(s.code.PrivateAlign, need.align),
		loops: need.loops || len(s.flow.layout.Loops) > 0}
	l.done[id] = out
	k.vec.fn.Insts = append(k.vec.fn.Insts, asm.Inst{Op: asm.Label, Label: out.start})
	l.append(s.vec.fn)
	return out, nil
}

// append puts a function's code behind the kernel's, with labels and constants renumbered.
func (l *linker) append(f *asm.Func) {
	to := l.kernel.vec.fn
	labels, consts := to.Labels, int32(len(to.Consts))
	for i := range f.Insts {
		in := f.Insts[i]
		switch in.Op {
		case asm.Label, asm.Jmp, asm.Jcc:
			in.Label += labels
		}
		if in.HasMem && in.Mem.Const != 0 {
			in.Mem.Const += consts
		}
		to.Insts = append(to.Insts, in)
	}
	to.Labels += f.Labels
	to.Consts = append(to.Consts, f.Consts...)
}
