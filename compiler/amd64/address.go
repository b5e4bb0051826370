package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Addresses: what of the arithmetic before an access the access can do itself.

// pattern is how the addresses of a sub-group's lanes lie.
type pattern uint8

const (
	atOne      pattern = iota // all the same
	inRow                     // one behind the other
	inSteps                   // step bytes apart
	byIndex32                 // base + index*scale, a 32-bit index per lane, extended by its sign unless unsigned
	byIndex64                 // base + index*scale, a 64-bit index per lane
	mostlyRow                 // one behind the other, unless the 32-bit index wraps between them
	byPointers                // an address per lane
)

// address is where an access goes.
type address struct {
	pattern pattern
	base    ir.ValueID // its value in lane 0; byPointers: its lanes
	plus    ir.ValueID // added to base times plusScale, in lane 0; 0: nothing
	plusBy  uint8
	sum     ir.ValueID // the pointer that base and plus add up to
	index   ir.ValueID // mostlyRow: of 32 bits, to be extended
	scale   uint8
	step    int32
	disp    int64

	isGlobal bool          // it is known to be in global memory
	unsigned bool          // a 32-bit index is extended by zeros
	firsts   *firstOffsets // inRow, inSteps: how sub-groups' lanes 0 lie; nil: as base and plus say
}

// values are those that the access needs to have computed.
func (a *address) values() []ir.ValueID {
	list := []ir.ValueID{a.base}
	for _, v := range []ir.ValueID{a.index, a.plus} {
		if v != 0 {
			list = append(list, v)
		}
	}
	return list
}

// whole is the pointer that says how lanes 0 of sub-groups lie.
func (a *address) whole() ir.ValueID {
	if a.plus != 0 {
		return a.sum
	}
	return a.base
}

// accesses says whether an operation takes its first operand apart as an address.
func accesses(op ir.Op) bool {
	switch op {
	case ir.OpLoad, ir.OpStore, ir.OpAtomicRMW, ir.OpAtomicCmpXchg, ir.OpAtomicLoad, ir.OpAtomicStore:
		return true
	}
	return false
}

func accessType(f *ir.Func, in *ir.Instr) ir.Type {
	if in.Op == ir.OpStore || in.Op == ir.OpAtomicStore {
		return f.Type(in.Args[1])
	}
	return in.Type
}

// maxDisp keeps displacements, with those of parts and sub-groups, within 32 bits.
const maxDisp = 1 << 29

// addressOf takes a pointer apart for an access to a type. It takes nothing apart that is used behind a loop which lanes
// leave at different times: only that value itself is kept for the lanes that have left, and not what it was made of.
func (s *accessTable) addressOf(p ir.ValueID, t ir.Type) address {
	a := address{pattern: byPointers, base: p}
	for in := s.kernel.Instr(a.base); in.Op == ir.OpPtrAdd && !s.escapes[a.base]; in = s.kernel.Instr(a.base) {
		c, ok := s.signedConst(in.Args[1])
		if sum := a.disp + c; !ok || sum != int64(int32(sum)) || sum > maxDisp || sum < -maxDisp {
			break
		}
		a.base, a.disp = in.Args[0], a.disp+c
	}
	switch f := s.lane0(a.base); f.kind {
	case scalar:
		a.pattern = atOne
		s.addTo(&a)
		return a
	case affine:
		a.pattern, a.step = inSteps, f.step
		if f.step == int32(t.Bytes()) {
			a.pattern = inRow
		}
		s.addTo(&a)
		s.knownSteps(&a, p, t)
		return a
	}
	if in := s.kernel.Instr(a.base); in.Op == ir.OpPtrAdd && !s.escapes[a.base] && s.lane0(in.Args[0]).kind != none {
		s.indexed(&a, in)
		s.mostly(&a, in, t)
	}
	s.knownSteps(&a, p, t)
	return a
}

// mostly looks whether the index of an address, times the size of the type, steps by one in 32 bits, but for all the
// compiler knows may wrap before it is extended.
func (s *accessTable) mostly(a *address, in *ir.Instr, t ir.Type) {
	if a.pattern != byIndex32 || uint64(a.scale) != t.Bytes() || s.offsets[in.Args[0]] {
		return
	}
	if f := s.byValue[a.index]; f.kind == affine && f.step == 1 {
		a.pattern = mostlyRow
	}
}

// indexed makes an address of base + offset with an offset that varies.
func (s *accessTable) indexed(a *address, in *ir.Instr) {
	base := s.lane0(in.Args[0])
	if base.kind == affine {
		return
	}
	a.base, a.index, a.scale, a.pattern = in.Args[0], in.Args[1], 1, byIndex64
	off := s.kernel.Instr(a.index)
	if c, ok := s.constArg(off); ok && !s.escapes[a.index] && s.byValue[off.Args[0]].kind == vector {
		switch {
		case off.Op == ir.OpShl && c <= 3:
			a.index, a.scale = off.Args[0], 1<<c
		case off.Op == ir.OpMul && (c == 2 || c == 4 || c == 8):
			a.index, a.scale = off.Args[0], uint8(c)
		}
	}
	if off = s.kernel.Instr(a.index); (off.Op == ir.OpSExt || off.Op == ir.OpZExt) && !s.escapes[a.index] {
		s.indexed32(a, off)
	}
}

// indexed32 takes the 32-bit index that an index is extended from, in vectors or in steps that may wrap.
func (s *accessTable) indexed32(a *address, extension *ir.Instr) {
	from := extension.Args[0]
	k := s.byValue[from].kind
	switch t := s.kernel.Type(from); {
	case t == ir.I32 && (k == vector || k == affine):
		a.index, a.pattern, a.unsigned = from, byIndex32, extension.Op == ir.OpZExt && !s.isLocalStart(a.base)
	case extension.Op == ir.OpZExt && t.Bits() < 32 && k == vector:
		a.index, a.pattern = from, byIndex32 // zero-extended in its 32-bit lanes
	}
}

// isLocalStart says whether a pointer is to the start of the local memory or of a part of it, or a little off. What is
// 2^31 elements behind is not in local memory, so whether an index is extended with or without its sign is all the same.
func (s *accessTable) isLocalStart(p ir.ValueID) bool {
	_, ok := s.localOffset(p)
	return ok
}

// localOffset is how far behind the start of the local memory, or of a part of it, a pointer is, if it is one that
// isLocalStart means.
func (s *accessTable) localOffset(p ir.ValueID) (offset int64, ok bool) {
	for {
		in := s.kernel.Instr(p)
		if in.Op != ir.OpPtrAdd {
			return offset, in.Op == ir.OpLocalBase
		}
		by := s.kernel.Instr(in.Args[1])
		c, isConst := s.signedConst(in.Args[1])
		if isArgument := by.Op == ir.OpLoad && by.Space == ir.SpaceArgs; !isArgument && (!isConst || c > maxDisp || c < -maxDisp) {
			return 0, false
		}
		if isConst {
			offset += c
		}
		p = in.Args[0]
	}
}

// addTo splits the base of an address whose value in lane 0 is the sum of two, of which the machine can add one, times 1,
// 2, 4 or 8.
func (s *accessTable) addTo(a *address) {
	in := s.kernel.Instr(a.base)
	if in.Op != ir.OpPtrAdd || s.escapes[a.base] || s.lane0(in.Args[0]).kind == none || s.lane0(in.Args[1]).kind == none {
		return
	}
	if _, isConst := s.constOf(in.Args[1]); isConst {
		return
	}
	a.sum = a.base
	a.base, a.plus, a.plusBy = in.Args[0], in.Args[1], 1
	off := s.kernel.Instr(a.plus)
	if c, ok := s.constArg(off); ok && off.Op == ir.OpShl && c <= 3 && !s.escapes[a.plus] && s.lane0(off.Args[0]).kind != none {
		a.plus, a.plusBy = off.Args[0], 1<<c
	}
}

// constArg is the second operand of an instruction if it is a constant.
func (s *forms) constArg(in *ir.Instr) (uint64, bool) {
	if len(in.Args) < 2 {
		return 0, false
	}
	return s.constOf(in.Args[1])
}

// memAt is the memory operand for lane 0 of a sub-group.
func (s *selector) memAt(a *address, u int) asm.Mem {
	m := asm.Mem{Disp: int32(a.disp)}
	if a.firsts != nil {
		m.Disp += int32((*a.firsts)[u])
	}
	reg := s.lane0Reg
	if f := s.byValue[a.whole()]; s.stepsBySub(f) {
		m.Disp += int32(s.subOffset(f, u))
		reg = func(v ir.ValueID, _ int) asm.Reg { return s.lane0Reg(v, 0) }
	}
	m.Base = reg(a.base, u)
	if a.plus != 0 {
		m.Index, m.Scale = reg(a.plus, u), a.plusBy
	}
	return m
}

// indexableAt is memAt with room for an index.
func (s *selector) indexableAt(a *address, u int) asm.Mem { return s.indexable(s.memAt(a, u)) }

func (s *selector) indexable(m asm.Mem) asm.Mem {
	if m.Index == asm.NoReg {
		return m
	}
	sum := s.general()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: sum, HasMem: true, Mem: m})
	return asm.Mem{Base: sum}
}

// pointers are the addresses of all lanes, in two registers.
func (s *selector) pointers(p ir.ValueID, u int) []asm.Reg { return s.lanesOf(p, u) }

// laneMem prepares accesses lane by lane: what varies goes to scratch memory, and the function it gives writes the
// address of a lane.
func (s *selector) laneMem(a *address, u int) func(lane asm.Reg) asm.Mem {
	switch a.pattern {
	case atOne:
		m := s.memAt(a, u)
		return func(asm.Reg) asm.Mem { return m }
	case inRow, inSteps:
		return s.steppedMem(s.indexableAt(a, u), a.step)
	case byIndex32, byIndex64, mostlyRow:
		s.toScratch(scratchPointer, s.indexLanes(a, u))
		m := s.memAt(a, u)
		return func(lane asm.Reg) asm.Mem {
			at := m
			at.Index, at.Scale = s.general(), a.scale
			switch {
			case a.pattern == byIndex64:
				s.getScratch(scratchPointer, lane, at.Index, 8)
			case a.unsigned:
				s.getScratch(scratchPointer, lane, at.Index, 4)
			default:
				s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: at.Index, HasMem: true, Mem: s.scratchMem(scratchPointer, lane, 4)})
			}
			return at
		}
	}
	s.toScratch(scratchPointer, s.pointers(a.base, u))
	return func(lane asm.Reg) asm.Mem {
		at := s.general()
		s.getScratch(scratchPointer, lane, at, 8)
		return asm.Mem{Base: at, Disp: int32(a.disp)}
	}
}

// indexLanes are the lanes of the index of an address.
func (s *selector) indexLanes(a *address, u int) []asm.Reg {
	if a.pattern != mostlyRow {
		return s.lanesOf(a.index, u)
	}
	f := s.byValue[a.index]
	if !f.perSub && !s.stepsBySub(f) {
		u = 0
	}
	all := s.Temp()
	s.broadcast(all, s.own(a.index, u)[0], 4)
	return s.spreadSteps(all, ir.I32, f, u)
}

// steppedMem gives the addresses of lanes that are step bytes apart.
func (s *selector) steppedMem(m asm.Mem, step int32) func(lane asm.Reg) asm.Mem {
	return func(lane asm.Reg) asm.Mem {
		at := m
		switch step {
		case 1, 2, 4, 8:
			at.Index, at.Scale = lane, uint8(step)
		default:
			at.Index, at.Scale = s.general(), 1
			s.Emit(asm.Inst{Op: asm.Imul3, Size: 8, Dst: at.Index, B: lane, Imm: int64(step)})
		}
		return at
	}
}
