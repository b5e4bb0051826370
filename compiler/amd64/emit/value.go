package emit

import (
	"encoding/binary"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Own are the registers of a value for a sub-group.
func (s *Values) Own(v ir.ValueID, u int) []asm.Reg {
	f := s.ByValue[v]
	n := 1
	if f.Kind == forms.Vector {
		n = forms.VectorsOf(s.Kernel.Type(v))
	}
	if s.IsDense(v) {
		s.Fail("value %d is dense", v)
		return s.spreadDense(v, u)
	}
	if s.regs[v] == nil && (s.Outside == nil || !s.Outside(v)) {
		s.SetRegs(v, s.NewRegs(v))
	}
	if !f.PerSub {
		u = 0
	}
	return s.regs[v][u*n : (u+1)*n]
}

// NewRegs are fresh registers for a value.
func (s *Values) NewRegs(v ir.ValueID) []asm.Reg {
	f := s.ByValue[v]
	n := 1
	if f.Kind == forms.Vector {
		n = forms.VectorsOf(s.Kernel.Type(v))
	}
	regs := make([]asm.Reg, n*s.Copies(f))
	for i := range regs {
		regs[i] = s.Fn.NewReg(s.ClassOf(f.Kind))
	}
	return regs
}

func (s *Values) ClassOf(k forms.Kind) asm.Class {
	switch k {
	case forms.Scalar, forms.Affine:
		return asm.General
	case forms.Mask:
		return s.MaskClass()
	}
	return asm.Vector
}

// General is a fresh general register.
func (s *Values) General() asm.Reg { return s.Fn.NewReg(asm.General) }

func (s *Values) NewMask() asm.Reg { return s.Fn.NewReg(s.MaskClass()) }

// lane0 is a general register with the value of lane 0 of a sub-group, zero-extended.
func (s *Values) Lane0Reg(v ir.ValueID, u int) asm.Reg {
	if bits, ok := s.ConstOf(v); ok {
		r := s.General()
		s.MoveImm(r, bits)
		return r
	}
	f := s.ByValue[v]
	switch f.Kind {
	case forms.Scalar, forms.Affine:
		r := s.Own(v, u)[0]
		if offset := s.SubOffset(f, u); offset != 0 {
			size := max(4, uint8(s.Kernel.Type(v).Bytes()))
			moved := s.General()
			s.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: moved, HasMem: true,
				Mem: asm.Mem{Base: r, Disp: int32(offset)}})
			return moved
		}
		return r
	case forms.Vector:
		if !s.IsUniform(v) {
			break
		}
		r := s.General()
		if s.Partial[v] {
			s.firstActive(r, v, u)
			return r
		}
		s.FirstLane(r, s.Own(v, u)[0], s.Kernel.Type(v))
		return r
	case forms.Mask:
		r := s.General()
		s.MaskBits(r, s.Own(v, u)[0])
		if s.Partial[v] {
			s.anyActive(r, u)
			return r
		}
		s.AluImm(asm.And, 4, r, 1)
		return r
	}
	s.Fail("value %d of form %d is wanted in a general register", v, f.Kind)
	return s.General()
}

// firstActive reads a value that is right in active lanes only; anything if there is none.
func (s *Values) firstActive(dst asm.Reg, v ir.ValueID, u int) {
	t := s.Kernel.Type(v)
	s.ToScratch(scratchFirst, s.Own(v, u))
	lane := s.General()
	s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 4, Dst: lane, B: s.BitsOf(s.ActiveMask(u))})
	s.AluImm(asm.And, 4, lane, int64(s.ISA.Lanes()-1)) // 32 if no lane is active
	s.GetScratch(scratchFirst, lane, dst, max(4, uint8(t.Bytes())))
}

// anyActive makes the truth value of the active lanes of its bits, which is the same in all.
func (s *Values) anyActive(bits asm.Reg, u int) {
	s.Alu(asm.And, 4, bits, s.BitsOf(s.ActiveMask(u)))
	s.Emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: bits}) // sets the sign unless it is zero
	s.AluImm(asm.Shr, 4, bits, 31)
}

// FirstLane moves the lowest lane of a vector register to a general one.
func (s *Values) FirstLane(dst, src asm.Reg, t ir.Type) {
	if t.Bits() > 32 {
		s.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, Dst: dst, B: src})
		return
	}
	s.Emit(asm.Inst{Op: asm.Vmovd, Len: asm.L128, Dst: dst, B: src})
}

// LanesOf are the registers of an operand over all lanes of a sub-group: a mask for truth values, else vectors.
func (s *Values) LanesOf(v ir.ValueID, u int) []asm.Reg {
	t := s.Kernel.Type(v)
	if bits, ok := s.ConstOf(v); ok {
		return s.ConstLanes(t, bits)
	}
	if s.IsDense(v) {
		return s.spreadDense(v, u)
	}
	f := s.ByValue[v]
	if s.IsKnownMask(v) {
		return s.knownMask(v, u)
	}
	if f.Kind == forms.Vector || f.Kind == forms.Mask {
		return s.Own(v, u)
	}
	if !f.PerSub && !s.StepsBySub(f) {
		u = 0
	}
	if first, ok := s.KnownFirst(v); ok {
		return s.constSteps(first, t, f, u)
	}
	key := LanesKey{v, u}
	if r, ok := s.InLanes[key]; ok {
		return r
	}
	var made []asm.Reg
	if s.Serial.Current > 0 && f.Kind == forms.Affine {
		return s.stepsInSubGroup(key, t, f)
	}
	s.writeLate(v, func() {
		if f.Kind != forms.Affine {
			made = s.Spread(s.Lane0Reg(v, u), t)
			return
		}
		made = s.SpreadSteps(s.broadcastOf(v, u), t, f, u)
	})
	s.InLanes[key] = made
	return made
}

// broadcastOf is a vector whose lanes all have the value of lane 0 of a register.
func (s *Values) broadcastOf(v ir.ValueID, u int) asm.Reg {
	if !s.ByValue[v].PerSub {
		u = 0
	}
	key := LanesKey{v, -1 - u}
	if r, ok := s.InLanes[key]; ok {
		return r[0]
	}
	all := s.Temp()
	s.Broadcast(all, s.Own(v, u)[0], SizeOf(s.Kernel.Type(v)))
	s.InLanes[key] = []asm.Reg{all}
	return all
}

func (s *Values) ConstLanes(t ir.Type, bits uint64) []asm.Reg {
	switch {
	case t == ir.I1:
		r := s.NewMask()
		s.SetMask(r, bits != 0)
		return []asm.Reg{r}
	case t.Bits() > 32:
		r := s.Const64(bits)
		return []asm.Reg{r, r}
	}
	return []asm.Reg{s.Const32(uint32(bits))}
}

// Spread makes lanes that are all the same from a general register.
func (s *Values) Spread(r asm.Reg, t ir.Type) []asm.Reg {
	if t == ir.I1 {
		m := s.NewMask()
		s.MaskFromBool(m, r)
		return []asm.Reg{m}
	}
	all := s.Temp()
	s.Broadcast(all, r, SizeOf(t))
	return []asm.Reg{all, all}[:forms.VectorsOf(t)]
}

// constSteps are the lanes of a sub-group of a value whose first is known.
func (s *Values) constSteps(first uint64, t ir.Type, f forms.Form, u int) []asm.Reg {
	vectors := make([]asm.Reg, forms.VectorsOf(t))
	perVector := s.ISA.Lanes() / len(vectors)
	for h := range vectors {
		vectors[h] = s.Ramp(int64(first)+s.SubOffset(f, u)+int64(h*perVector)*int64(f.Step), f.Step, SizeOf(t))
	}
	return vectors
}

// stepsInSubGroup are the lanes of a value that steps evenly, for the block that is being written for a sub-group.
func (s *Values) stepsInSubGroup(key LanesKey, t ir.Type, f forms.Form) []asm.Reg {
	if r, ok := s.Serial.InBlock[key]; ok {
		return r
	}
	var all asm.Reg
	var made []asm.Reg
	v := key.Value
	s.writeLate(v, func() { all = s.broadcastOf(v, key.Sub) })
	s.writeAt(max(s.definition(v), s.Serial.Start), func() { made = s.SpreadSteps(all, t, f, key.Sub) })
	s.Serial.InBlock[key] = made
	return made
}

// SpreadSteps adds the steps of a sub-group's lanes to a vector of lane 0.
func (s *Values) SpreadSteps(all asm.Reg, t ir.Type, f forms.Form, u int) []asm.Reg {
	vectors := make([]asm.Reg, forms.VectorsOf(t))
	perVector := s.ISA.Lanes() / len(vectors)
	add, size := asm.Vpaddd, SizeOf(t)
	if size == 8 {
		add = asm.Vpaddq
	}
	for h := range vectors {
		vectors[h] = s.Temp()
		s.Op3(add, vectors[h], all, s.Ramp(s.SubOffset(f, u)+int64(h*perVector)*int64(f.Step), f.Step, size))
	}
	return vectors
}

// Ramp is a constant register whose lanes are start, start+step and so on.
func (s *Values) Ramp(start int64, step int32, size uint8) asm.Reg {
	var bytes []byte
	for len(bytes) < s.ISA.VectorBytes() {
		if size == 4 {
			bytes = binary.LittleEndian.AppendUint32(bytes, uint32(start))
		} else {
			bytes = binary.LittleEndian.AppendUint64(bytes, uint64(start))
		}
		start += int64(step)
	}
	return s.Table(bytes)
}

// Broadcast spreads a general register over a vector.
func (s *Values) Broadcast(dst, src asm.Reg, size uint8) {
	op, move := asm.Vpbroadcastd, asm.Vmovd
	if size == 8 {
		op, move = asm.Vpbroadcastq, asm.Vmovq
	}
	if s.ISA == asm.AVX512 {
		s.Op2(op, dst, src)
		return
	}
	low := s.Temp()
	s.Emit(asm.Inst{Op: move, Len: asm.L128, Dst: low, B: src})
	s.Op2(op, dst, low)
}

// WriteLanes lets write compute the lanes of a value for a sub-group, and keeps the old ones of inactive lanes if they
// may still be needed.
func (s *Values) WriteLanes(v ir.ValueID, u int, write func(dst []asm.Reg)) {
	dst := s.Own(v, u)
	if !s.isKept(v) {
		write(dst)
		return
	}
	if !s.IsBegun(v) {
		s.beginZero(dst)
	}
	fresh := make([]asm.Reg, len(dst))
	for i := range fresh {
		fresh[i] = s.Fn.NewReg(s.Fn.ClassOf(dst[i]))
	}
	write(fresh)
	s.MoveLanes(v, u, dst, fresh)
}

// MoveLanes copies the active lanes of a value.
func (s *Values) MoveLanes(v ir.ValueID, u int, dst, src []asm.Reg) {
	active := s.ActiveFor(s.ByValue[v], u)
	if s.ByValue[v].Kind == forms.Mask {
		s.mergeMask(dst[0], src[0], active)
		return
	}
	halves := s.MaskVectors(active, len(dst))
	for i := range dst {
		s.mergeVector(dst[i], src[i], halves[i], len(dst))
	}
}

// ActiveFor is the mask of lanes that write a value: of all sub-groups that share it.
func (s *Values) ActiveFor(f forms.Form, u int) asm.Reg {
	masks := s.Masks()
	if s.Serial.Current > 0 && !f.PerSub {
		return s.activeInTeam()
	}
	if masks == nil || f.PerSub || len(masks) == 1 {
		return s.ActiveMask(u)
	}
	any := masks[0]
	for _, m := range masks[1:] {
		joined := s.NewMask()
		s.OrMask(joined, any, m)
		any = joined
	}
	return any
}

// activeInTeam is the mask of lanes of any sub-group that code is being written for; NoReg: one has all of them.
func (s *Values) activeInTeam() asm.Reg {
	any := s.ActiveMask(s.Serial.Current - 1)
	for u := s.Serial.Current; u < s.Serial.Current-1+s.Serial.Team; u++ {
		more := s.ActiveMask(u)
		if any == asm.NoReg || more == asm.NoReg {
			return asm.NoReg
		}
		joined := s.NewMask()
		s.OrMask(joined, any, more)
		any = joined
	}
	return any
}

func (s *Values) Indexable(m asm.Mem) asm.Mem {
	if m.Index == asm.NoReg {
		return m
	}
	sum := s.General()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: sum, HasMem: true, Mem: m})
	return asm.Mem{Base: sum}
}

// LoadGeneral loads size bytes, 1 to 8, into a general register, the rest of which becomes zero.
func (s *Values) LoadGeneral(dst asm.Reg, size uint8, m asm.Mem) {
	in := asm.Inst{Op: asm.Mov, Size: size, Dst: dst, HasMem: true, Mem: m}
	switch size {
	case 1:
		in.Op, in.Size = asm.Movzxb, 4
	case 2:
		in.Op, in.Size = asm.Movzxw, 4
	}
	s.Emit(in)
}

// MoveOps copy a register of a class.
var MoveOps = [...]asm.Op{asm.General: asm.MoveG, asm.Vector: asm.MoveV, asm.Mask: asm.MoveK}
