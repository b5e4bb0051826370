package control

import (
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Calls of functions that were not inlined.
//
// A function is compiled for a bundle as a kernel is, and runs with the lanes that call it. It has a frame of its own,
// right after its caller's, with the same beginning: the masks are those of the calling lanes, the ids are copied, and
// private memory begins after the caller's. Arguments and results lie there too, lane by lane, before what register
// allocation takes. All registers are lost in a call. The caller takes the results of its own lanes only, so the callee
// writes whole vectors; it has one place to return from.
//
// Code that was cancelled returns through its callers, who look at the flag after each call.

// calleeBias marks offsets into the frame of a callee, which begins where that of the caller ends.
const calleeBias = 1 << 29

// PassedAt is where an argument's lanes of a sub-group lie in the frame of the function; results follow the arguments.
func (s *Selector) PassedAt(index, u int) int32 {
	return abi.FrameSpill + int32(index*s.Version.Count+u)*emit.SlotBytes
}

// pass writes the lanes of a value to the frame, truth values as bits.
func (s *Selector) pass(v ir.ValueID, u int, at int32) {
	m, lanes := asm.Mem{Base: asm.RBP, Disp: at}, s.LanesOf(v, u)
	if s.Kernel.Type(v) == ir.I1 {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 4, B: s.BitsOf(lanes[0]), HasMem: true, Mem: m})
		return
	}
	for _, r := range lanes {
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: r, HasMem: true, Mem: m})
		m.Disp += int32(s.ISA.VectorBytes())
	}
}

// takePassed reads the lanes of a value from the frame.
func (s *Selector) takePassed(v ir.ValueID, u int, at int32) {
	m := asm.Mem{Base: asm.RBP, Disp: at}
	s.WriteLanes(v, u, func(dst []asm.Reg) {
		if s.Kernel.Type(v) == ir.I1 {
			bits := s.General()
			s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: bits, HasMem: true, Mem: m})
			s.MaskFromBits(dst[0], bits)
			return
		}
		for h, r := range dst {
			at := m
			at.Disp += int32(h * s.ISA.VectorBytes())
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: at})
		}
	})
}

func (s *Selector) argument(v ir.ValueID, in *ir.Instr) {
	if s.ByValue[v].Kind == forms.Scalar {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: s.Own(v, 0)[0], HasMem: true,
			Mem: asm.Mem{Base: asm.RBP, Disp: s.PassedAt(int(in.Imm), 0)}})
		return
	}
	for u := range s.Copies(s.ByValue[v]) {
		s.takePassed(v, u, s.PassedAt(int(in.Imm), u))
	}
}

// passResults leaves what a function returns.
func (s *Selector) passResults(end *ir.Instr) {
	for i, v := range end.Args {
		for u := range s.Version.Count {
			s.pass(v, u, s.PassedAt(len(s.Kernel.Params)+i, u))
		}
	}
}

func (s *Selector) call(v ir.ValueID, in *ir.Instr) {
	id := ir.FuncID(in.Imm)
	callee := s.Module.Funcs[id]
	for i, a := range in.Args {
		if i < 32 && callee.SameParams>>i&1 != 0 {
			s.passConstant(a, calleeBias+s.PassedAt(i, 0))
			continue
		}
		for u := range s.Version.Count {
			s.pass(a, u, calleeBias+s.PassedAt(i, u))
		}
	}
	switch {
	case !callee.AccessesImage:
		s.beginFrame()
	case len(callee.Results) == 0:
		s.passMasks() // the ids are there
	}
	index := slices.Index(s.Calls, id)
	if index < 0 {
		index = len(s.Calls)
		s.Calls = append(s.Calls, id)
	}
	s.Emit(asm.Inst{Op: asm.Call, Label: int32(index)})
	if !callee.AccessesImage {
		s.poll()
	}
	if in.Type != ir.Void {
		s.takeResult(v, in, 0)
	}
}

// result is one after the first of a call, which stands before it with no other between.
func (s *Selector) result(v ir.ValueID, in *ir.Instr) {
	s.takeResult(v, s.Kernel.Instr(in.Args[0]), int(in.Imm))
}

func (s *Selector) takeResult(v ir.ValueID, call *ir.Instr, index int) {
	for u := range s.Copies(s.ByValue[v]) {
		s.takePassed(v, u, calleeBias+s.PassedAt(len(call.Args)+index, u))
	}
}

// passConstant writes a constant of 32 bits to the frame.
func (s *Selector) passConstant(v ir.ValueID, at int32) {
	r := s.General()
	s.MoveImm(r, s.Kernel.Instr(v).Imm)
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, B: r, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: at}})
}

// beginFrame fills in the beginning of the callee's frame.
func (s *Selector) beginFrame() {
	at := func(disp int32) asm.Mem { return asm.Mem{Base: asm.RBP, Disp: disp} }
	s.passIDs()
	s.passMasks()
	private := s.General()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: private, HasMem: true, Mem: at(abi.FramePrivate)})
	s.AluImm(asm.Add, 8, private, int64(s.PrivateAll)*int64(s.ISA.Lanes()*s.Version.Count))
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, B: private, HasMem: true, Mem: at(calleeBias + abi.FramePrivate)})
}

// beginImageFrames fills in the ids for functions that access images, at the beginning of the kernel: nothing else
// writes there.
func (s *Selector) beginImageFrames() {
	for b := range s.Kernel.Blocks {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if in.Op != ir.OpCall {
				continue
			}
			if callee := s.Module.Funcs[in.Imm]; callee.AccessesImage && callee.SameParams != 0 {
				s.passIDs()
				return
			}
		}
	}
}

// passIDs copies the ids, word by word: they have just been written so, and a longer read would wait for that.
func (s *Selector) passIDs() {
	for at := int32(abi.FrameFirst); at <= abi.FrameLinear; at += 8 {
		id := s.General()
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: id, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: at}})
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, B: id, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: calleeBias + at}})
	}
}

// passMasks tells the callee which lanes call it.
func (s *Selector) passMasks() {
	for u := range s.Version.Count {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 2, B: s.BitsOf(s.ActiveMask(u)), HasMem: true,
			Mem: asm.Mem{Base: asm.RBP, Disp: calleeBias + abi.FrameMask + 2*int32(u)}})
	}
}

// PlaceCallees says where the frames of callees begin.
func (s *Selector) PlaceCallees(frameBytes int32) {
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
