package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// MemAt is the memory operand for lane 0 of a sub-group.
func (s *Accessor) MemAt(a *access.Address, u int) asm.Mem {
	m := asm.Mem{Disp: int32(a.Disp)}
	if a.Firsts != nil {
		m.Disp += int32((*a.Firsts)[u])
	}
	reg := s.Lane0Reg
	if f := s.ByValue[a.Whole()]; s.StepsBySub(f) {
		m.Disp += int32(s.SubOffset(f, u))
		reg = func(v ir.ValueID, _ int) asm.Reg { return s.Lane0Reg(v, 0) }
	}
	m.Base = reg(a.Base, u)
	if a.Plus != 0 {
		m.Index, m.Scale = reg(a.Plus, u), a.PlusBy
	}
	return m
}

// indexableAt is MemAt with room for an index.
func (s *Accessor) indexableAt(a *access.Address, u int) asm.Mem { return s.Indexable(s.MemAt(a, u)) }

// pointers are the addresses of all lanes, in two registers.
func (s *Accessor) pointers(p ir.ValueID, u int) []asm.Reg { return s.LanesOf(p, u) }

// laneMem prepares accesses lane by lane: what varies goes to scratch memory, and the function it gives writes the
// address of a lane.
func (s *Accessor) laneMem(a *access.Address, u int) func(lane asm.Reg) asm.Mem {
	switch a.Pattern {
	case access.AtOne:
		m := s.MemAt(a, u)
		return func(asm.Reg) asm.Mem { return m }
	case access.InRow, access.InSteps:
		m := s.indexableAt(a, u)
		return func(lane asm.Reg) asm.Mem { return s.Stepped(m, lane, a.Step, 8) }
	case access.ByIndex32, access.ByIndex64, access.RowUnlessWrapped:
		s.ToScratch(emit.ScratchPointer, s.indexLanes(a, u))
		m := s.MemAt(a, u)
		return func(lane asm.Reg) asm.Mem {
			at := m
			at.Index, at.Scale = s.General(), a.Scale
			switch {
			case a.Pattern == access.ByIndex64:
				s.GetScratch(emit.ScratchPointer, lane, at.Index, 8)
			case a.Unsigned:
				s.GetScratch(emit.ScratchPointer, lane, at.Index, 4)
			default:
				s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: at.Index, HasMem: true,
					Mem: s.ScratchMem(emit.ScratchPointer, lane, 4)})
			}
			return at
		}
	}
	s.ToScratch(emit.ScratchPointer, s.pointers(a.Base, u))
	return func(lane asm.Reg) asm.Mem {
		at := s.General()
		s.GetScratch(emit.ScratchPointer, lane, at, 8)
		return asm.Mem{Base: at, Disp: int32(a.Disp)}
	}
}

// indexLanes are the lanes of the index of an address.
func (s *Accessor) indexLanes(a *access.Address, u int) []asm.Reg {
	if a.Pattern != access.RowUnlessWrapped {
		return s.LanesOf(a.Index, u)
	}
	f := s.ByValue[a.Index]
	if !f.PerSub && !s.StepsBySub(f) {
		u = 0
	}
	all := s.Temp()
	s.Broadcast(all, s.Own(a.Index, u)[0], 4)
	return s.SpreadSteps(all, ir.I32, f, u)
}

// Stepped is where a lane is, given the place of lane 0 and the bytes from lane to lane; size is that of the product.
func (s *Accessor) Stepped(m asm.Mem, lane asm.Reg, step int32, size uint8) asm.Mem {
	switch step {
	case 1, 2, 4, 8:
		m.Index, m.Scale = lane, uint8(step)
	default:
		m.Index, m.Scale = s.General(), 1
		s.Emit(asm.Inst{Op: asm.Imul3, Size: size, Dst: m.Index, B: lane, Imm: int64(step)})
	}
	return m
}

// StoreLane0 writes the value of size bytes that lane 0 of a sub-group has.
func (s *Accessor) StoreLane0(v ir.ValueID, u int, m asm.Mem, size uint8) {
	if s.ByValue[v].Kind == forms.Vector && size >= 4 && !s.Partial[v] {
		op := asm.Vmovss
		if size == 8 {
			op = asm.Vmovsd
		}
		s.Emit(asm.Inst{Op: op, Len: asm.L128, B: s.Own(v, u)[0], HasMem: true, Mem: m})
		return
	}
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: s.Lane0Reg(v, u), HasMem: true, Mem: m})
}
