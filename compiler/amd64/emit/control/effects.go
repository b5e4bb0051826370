package control

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Places, private memory, barriers.

// id writes a local or global id.
func (s *Selector) id(v ir.ValueID, in *ir.Instr) {
	f := s.ByValue[v]
	for u := range s.EachCopy(f) {
		switch {
		case s.Version.Shape == bundle.Packed:
			s.packedID(v, in, u)
		case f.Kind == forms.Scalar || f.Kind == forms.Affine:
			s.rowID(s.Own(v, u)[0], in, u)
		default:
			base := s.General()
			s.rowID(base, in, u)
			lanes := s.Spread(base, ir.I64)
			if in.Kind == 0 {
				lanes = s.SpreadSteps(lanes[0], ir.I64, forms.Form{Kind: forms.Affine, Step: 1}, u)
			}
			s.WriteLanes(v, u, func(dst []asm.Reg) {
				for h := range dst {
					s.MoveVector(dst[h], lanes[h])
				}
			})
		}
	}
}

// rowID is the id of lane 0. That of the only bundle of a group has the local ids 0.
func (s *Selector) rowID(dst asm.Reg, in *ir.Instr, u int) {
	d := int32(in.Kind)
	origin := asm.Mem{Base: asm.R15, Disp: abi.ContextOrigin + 8*d}
	switch {
	case s.Version.WholeGroup && in.Op == ir.OpGlobalID:
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: dst, HasMem: true, Mem: origin})
	case s.Version.WholeGroup:
		s.MoveImm(dst, 0)
	default:
		first := s.General()
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: first, HasMem: true,
			Mem: asm.Mem{Base: asm.RBP, Disp: abi.FrameFirst + 8*d}, Remat: true})
		s.MoveGeneral(dst, first)
		if in.Op == ir.OpGlobalID {
			s.Emit(asm.Inst{Op: asm.Add, Size: 8, Dst: dst, HasMem: true, Mem: origin})
		}
	}
	if d == 1 && s.Version.Shape == bundle.Columns && u > 0 {
		s.AluImm(asm.Add, 8, dst, int64(u))
	}
}

// packedID reads the ids of a sub-group's lanes from the table.
func (s *Selector) packedID(v ir.ValueID, in *ir.Instr, u int) {
	d := int32(in.Kind)
	table, linear := s.General(), s.General()
	s.LoadContext(table, abi.ContextIDs+8*d)
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: linear, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.FrameLinear},
		Remat: true})
	s.WriteLanes(v, u, func(dst []asm.Reg) {
		for h := range dst {
			lane := u*s.ISA.Lanes() + h*s.ISA.Lanes()/2
			m := asm.Mem{Base: table, Index: linear, Scale: 4, Disp: 4 * int32(lane)}
			if in.Op != ir.OpGlobalID {
				s.Emit(asm.Inst{Op: asm.Vpmovzxdq, Len: asm.Whole(s.ISA), Dst: dst[h], HasMem: true, Mem: m})
				continue
			}
			local, origin := s.Temp(), s.Temp()
			s.Emit(asm.Inst{Op: asm.Vpmovzxdq, Len: asm.Whole(s.ISA), Dst: local, HasMem: true, Mem: m})
			s.Emit(asm.Inst{Op: asm.Vpbroadcastq, Len: asm.Whole(s.ISA), Dst: origin, HasMem: true,
				Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextOrigin + 8*d}})
			s.Op3(asm.Vpaddq, dst[h], local, origin)
		}
	})
}

// fence: the machine keeps the order of all but a store and a later load, which only a sequentially consistent fence
// must keep.
func (s *Selector) fence(_ ir.ValueID, in *ir.Instr) {
	if in.Order == ir.SeqCst {
		s.Emit(asm.Inst{Op: asm.Mfence})
	}
}

// clock reads the time once for all lanes that run together.
func (s *Selector) clock(v ir.ValueID, in *ir.Instr) {
	f := s.ByValue[v]
	for u := range s.EachCopy(f) {
		ticks := s.readClock()
		if f.Kind == forms.Scalar {
			s.MoveGeneral(s.Own(v, u)[0], ticks)
			continue
		}
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for _, part := range dst {
				s.Broadcast(part, ticks, emit.SizeOf(in.Type))
			}
		})
	}
}

func (s *Selector) readClock() asm.Reg {
	high, ticks := s.General(), s.General()
	s.Emit(asm.Inst{Op: asm.Rdtsc})
	s.MoveGeneral(high, asm.RDX)
	s.MoveGeneral(ticks, asm.RAX)
	s.Emit(asm.Inst{Op: asm.Shl, Size: 8, Dst: high, Imm: 32})
	s.Alu(asm.Or, 8, ticks, high)
	return ticks
}

// barrier: sub-groups of a bundle are in step, and if there are no others, there is nothing to wait for.
func (s *Selector) barrier(_ ir.ValueID, in *ir.Instr) {
	if in.Scope == ir.ScopeSubGroup {
		s.yield(in)
		return
	}
	if s.Version.WholeGroup {
		return
	}
	s.Code.Suspends = true
	s.suspend(abi.Suspended)
}

// suspend returns from the code, which continues after the return when it is entered again.
func (s *Selector) suspend(why int64) {
	if !s.Kernel.Kernel {
		s.Fail("a barrier or a service of the engine in a function that is not inlined has no machine code")
	}
	s.Emit(asm.Inst{Op: asm.Suspend, Imm: why, Label: s.Fn.NewLabel()})
}
