package amd64

import (
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
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
	return abi.FrameSpill + int32(index*s.Version.Count+u)*slotBytes
}

// pass writes the lanes of a value to the frame, truth values as bits.
func (s *selector) pass(v ir.ValueID, u int, at int32) {
	m, lanes := asm.Mem{Base: asm.RBP, Disp: at}, s.lanesOf(v, u)
	if s.Kernel.Type(v) == ir.I1 {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 4, B: s.bitsOf(lanes[0]), HasMem: true, Mem: m})
		return
	}
	for _, r := range lanes {
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: r, HasMem: true, Mem: m})
		m.Disp += int32(s.ISA.VectorBytes())
	}
}

// takePassed reads the lanes of a value from the frame.
func (s *selector) takePassed(v ir.ValueID, u int, at int32) {
	m := asm.Mem{Base: asm.RBP, Disp: at}
	s.writeLanes(v, u, func(dst []asm.Reg) {
		if s.Kernel.Type(v) == ir.I1 {
			bits := s.general()
			s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: bits, HasMem: true, Mem: m})
			s.maskFromBits(dst[0], bits)
			return
		}
		for h, r := range dst {
			at := m
			at.Disp += int32(h * s.ISA.VectorBytes())
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: at})
		}
	})
}

func (s *selector) argument(v ir.ValueID, in *ir.Instr) {
	for u := range s.Copies(s.ByValue[v]) {
		s.takePassed(v, u, s.passedAt(int(in.Imm), u))
	}
}

// passResults leaves what a function returns.
func (s *selector) passResults(end *ir.Instr) {
	for i, v := range end.Args {
		for u := range s.Version.Count {
			s.pass(v, u, s.passedAt(len(s.Kernel.Params)+i, u))
		}
	}
}

func (s *selector) call(v ir.ValueID, in *ir.Instr) {
	for i, a := range in.Args {
		for u := range s.Version.Count {
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
	s.Emit(asm.Inst{Op: asm.Call, Label: int32(index)})
	s.poll()
	if in.Type != ir.Void {
		s.takeResult(v, in, 0)
	}
}

// result is one behind the first of a call, which stands before it with no other between.
func (s *selector) result(v ir.ValueID, in *ir.Instr) {
	s.takeResult(v, s.Kernel.Instr(in.Args[0]), int(in.Imm))
}

func (s *selector) takeResult(v ir.ValueID, call *ir.Instr, index int) {
	for u := range s.Copies(s.ByValue[v]) {
		s.takePassed(v, u, calleeBias+s.passedAt(len(call.Args)+index, u))
	}
}

// beginFrame fills in the beginning of the callee's frame.
func (s *selector) beginFrame() {
	at := func(disp int32) asm.Mem { return asm.Mem{Base: asm.RBP, Disp: disp} }
	ids := s.Temp()
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L256, Dst: ids, HasMem: true, Mem: at(abi.FrameFirst)})
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L256, B: ids, HasMem: true, Mem: at(calleeBias + abi.FrameFirst)})
	for u := range s.Version.Count {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 2, B: s.bitsOf(s.activeMask(u)), HasMem: true, Mem: at(calleeBias + abi.FrameMask + 2*int32(u))})
	}
	private := s.general()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: private, HasMem: true, Mem: at(abi.FramePrivate)})
	s.aluImm(asm.Add, 8, private, int64(s.PrivateAll)*int64(s.ISA.Lanes()*s.Version.Count))
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, B: private, HasMem: true, Mem: at(calleeBias + abi.FramePrivate)})
}

// placeCallees says where the frames of callees begin.
func (s *selector) placeCallees(frameBytes int32) {
	for i := range s.Fn.Insts {
		in := &s.Fn.Insts[i]
		if in.Op == asm.Call {
			in.Imm = int64(frameBytes)
		}
		if in.HasMem && in.Mem.Base == asm.RBP && in.Mem.Disp >= calleeBias {
			in.Mem.Disp += frameBytes - calleeBias
		}
	}
}

// calledFrom are the functions that f calls, by itself or through others, each once.
func calledFrom(m *ir.Module, f *ir.Func) (list []ir.FuncID) {
	seen := map[ir.FuncID]bool{}
	var visit func(f *ir.Func)
	visit = func(f *ir.Func) {
		for b := range f.Blocks {
			for _, v := range f.Blocks[b].Instrs {
				in := f.Instr(v)
				if id := ir.FuncID(in.Imm); in.Op == ir.OpCall && !seen[id] {
					seen[id] = true
					list = append(list, id)
					visit(m.Funcs[id])
				}
			}
		}
	}
	visit(f)
	return list
}

// part is the code of a function that a kernel calls, before it stands behind the kernel's. Parts are made at the same
// time, and know nothing of each other.
type part struct {
	fn    *asm.Func
	calls []ir.FuncID
	needs linked // of itself, without those that it calls
	err   error
}

func (p *part) compile(m *ir.Module, f *ir.Func, t Target, v Version, off switches.Set) {
	v.Full, v.Guarded = false, false
	s, _, err := write(prepare.NewSubject(m, uniform.Of(f), t, v, off), nil)
	if err != nil {
		p.err = err
		return
	}
	p.fn, p.calls = s.Fn, s.calls
	p.needs = linked{frameBytes: s.code.FrameBytes, privateBytes: s.code.PrivateBytes, align: s.code.PrivateAlign,
		loops: len(s.Flow.Layout.Loops) > 0}
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
	to    *asm.Func
	parts map[ir.FuncID]*part
	done  map[ir.FuncID]*linked
}

// linkCallees appends what the kernel calls.
func linkCallees(kernel *selector, parts map[ir.FuncID]*part) error {
	if len(kernel.calls) == 0 {
		return nil
	}
	l := &linker{kernel.Fn, parts, map[ir.FuncID]*linked{}}
	size := 0
	for _, p := range parts {
		if p.fn != nil {
			size += 1 + len(p.fn.Insts)
		}
	}
	l.to.Insts = slices.Grow(l.to.Insts, size)
	all, err := l.bind(l.to, kernel.calls)
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
func (l *linker) bind(f *asm.Func, calls []ir.FuncID) (need linked, err error) {
	var labels []int32
	own := len(f.Insts) // the kernel's code grows by what is linked
	for _, id := range calls {
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
	for i := range f.Insts[:own] {
		if in := &f.Insts[i]; in.Op == asm.Call {
			in.Label = labels[in.Label]
		}
	}
	return need, nil
}

// link appends a function's code.
func (l *linker) link(id ir.FuncID) (*linked, error) {
	p := l.parts[id]
	if p.err != nil {
		return nil, p.err
	}
	need, err := l.bind(p.fn, p.calls)
	if err != nil {
		return nil, err
	}
	out := &linked{start: l.to.NewLabel(), frameBytes: p.needs.frameBytes + need.frameBytes,
		privateBytes: p.needs.privateBytes + need.privateBytes, align: max(p.needs.align, need.align),
		loops: need.loops || p.needs.loops}
	l.done[id] = out
	l.to.Insts = append(l.to.Insts, asm.Inst{Op: asm.Label, Label: out.start})
	l.append(p.fn)
	p.fn = nil // a function is linked once
	return out, nil
}

// append puts a function's code behind the kernel's, with labels and constants renumbered.
func (l *linker) append(f *asm.Func) {
	to := l.to
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
