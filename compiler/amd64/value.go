package amd64

import (
	"encoding/binary"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// Registers of values, and how a value kept in one form is had in another. A vector of a value that is kept in a general
// register is made once, right behind its definition, when it is first asked for.

// partsOf is the number of vector registers of a type.
func partsOf(t ir.Type) int {
	if t.Bits() > 32 {
		return 2
	}
	return 1
}

// own are the registers of a value for a sub-group.
func (s *selector) own(v ir.ValueID, u int) []asm.Reg {
	f := s.byValue[v]
	n := 1
	if f.kind == vector {
		n = partsOf(s.kernel.Type(v))
	}
	if s.regs[v] == nil && (s.taken == nil || s.oneLaneOnly[v] || !s.taken.take(v)) {
		s.regs[v] = s.newRegs(v)
	}
	if !f.perSub {
		u = 0
	}
	return s.regs[v][u*n : (u+1)*n]
}

// newRegs are fresh registers for a value.
func (s *selector) newRegs(v ir.ValueID) []asm.Reg {
	f := s.byValue[v]
	n := 1
	if f.kind == vector {
		n = partsOf(s.kernel.Type(v))
	}
	regs := make([]asm.Reg, n*s.copies(f))
	for i := range regs {
		regs[i] = s.Fn.NewReg(s.classOf(f.kind))
	}
	return regs
}

func (s *selector) classOf(k kind) asm.Class {
	switch k {
	case scalar, affine:
		return asm.General
	case mask:
		return s.MaskClass()
	}
	return asm.Vector
}

// general is a fresh general register.
func (s *selector) general() asm.Reg { return s.Fn.NewReg(asm.General) }

func (s *selector) newMask() asm.Reg { return s.Fn.NewReg(s.MaskClass()) }

// constOf is the value of a constant.
func (s *forms) constOf(v ir.ValueID) (bits uint64, ok bool) {
	in := s.kernel.Instr(v)
	switch in.Op {
	case ir.OpConst:
		return in.Imm & in.Type.Mask(), true
	case ir.OpUndef:
		return 0, true
	}
	return 0, false
}

// signedConst is a constant extended by its sign.
func (s *forms) signedConst(v ir.ValueID) (int64, bool) {
	bits, ok := s.constOf(v)
	shift := 64 - s.kernel.Type(v).Bits()
	return int64(bits<<shift) >> shift, ok
}

// isRowStep says whether sub-groups continue the steps of a value along their row.
func (s *forms) isRowStep(f form) bool {
	return f.kind == affine && !f.perSub && s.version.Shape == bundle.Rows
}

// stepsBySub says whether the values of lane 0 of sub-groups are had by adding to that of the first.
func (s *forms) stepsBySub(f form) bool { return s.isRowStep(f) || f.rows != 0 }

// subOffset is what the value of lane 0 of a sub-group is more than that of the register own gives.
func (s *forms) subOffset(f form, u int) int64 {
	if s.isRowStep(f) {
		return int64(u) * int64(s.ISA.Lanes()) * int64(f.step)
	}
	return int64(u) * int64(f.rows)
}

// lane0 is a general register with the value of lane 0 of a sub-group, zero-extended.
func (s *selector) lane0Reg(v ir.ValueID, u int) asm.Reg {
	if bits, ok := s.constOf(v); ok {
		r := s.general()
		s.moveImm(r, bits)
		return r
	}
	f := s.byValue[v]
	switch f.kind {
	case scalar, affine:
		r := s.own(v, u)[0]
		if offset := s.subOffset(f, u); offset != 0 {
			size := max(4, uint8(s.kernel.Type(v).Bytes()))
			moved := s.general()
			s.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: moved, HasMem: true, Mem: asm.Mem{Base: r, Disp: int32(offset)}})
			return moved
		}
		return r
	case vector:
		if !s.isUniform(v) {
			break
		}
		r := s.general()
		if s.partial[v] {
			s.firstActive(r, v, u)
			return r
		}
		s.firstLane(r, s.own(v, u)[0], s.kernel.Type(v))
		return r
	case mask:
		r := s.general()
		s.maskBits(r, s.own(v, u)[0])
		if s.partial[v] {
			s.anyActive(r, u)
			return r
		}
		s.aluImm(asm.And, 4, r, 1)
		return r
	}
	s.fail("value %d of form %d is wanted in a general register", v, f.kind)
	return s.general()
}

// firstActive reads a value that is right in active lanes only; anything if there is none.
func (s *selector) firstActive(dst asm.Reg, v ir.ValueID, u int) {
	t := s.kernel.Type(v)
	s.toScratch(scratchFirst, s.own(v, u))
	lane := s.general()
	s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 4, Dst: lane, B: s.bitsOf(s.activeMask(u))})
	s.aluImm(asm.And, 4, lane, int64(s.ISA.Lanes()-1)) // 32 if no lane is active
	s.getScratch(scratchFirst, lane, dst, max(4, uint8(t.Bytes())))
}

// anyActive makes the truth value of the active lanes of its bits, which is the same in all.
func (s *selector) anyActive(bits asm.Reg, u int) {
	s.alu(asm.And, 4, bits, s.bitsOf(s.activeMask(u)))
	s.Emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: bits}) // sets the sign unless it is zero
	s.aluImm(asm.Shr, 4, bits, 31)
}

// firstLane moves the lowest lane of a vector register to a general one.
func (s *selector) firstLane(dst, src asm.Reg, t ir.Type) {
	if t.Bits() > 32 {
		s.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, Dst: dst, B: src})
		return
	}
	s.Emit(asm.Inst{Op: asm.Vmovd, Len: asm.L128, Dst: dst, B: src})
}

// lanesOf are the registers of an operand over all lanes of a sub-group: a mask for truth values, else vectors.
func (s *selector) lanesOf(v ir.ValueID, u int) []asm.Reg {
	t := s.kernel.Type(v)
	if bits, ok := s.constOf(v); ok {
		return s.constLanes(t, bits)
	}
	f := s.byValue[v]
	if s.isKnownMask(v) {
		return s.knownMask(v, u)
	}
	if f.kind == vector || f.kind == mask {
		return s.own(v, u)
	}
	if !f.perSub && !s.stepsBySub(f) {
		u = 0
	}
	if first, ok := s.knownFirst(v); ok {
		return s.constSteps(first, t, f, u)
	}
	key := lanesKey{v, u}
	if r, ok := s.inLanes[key]; ok {
		return r
	}
	var made []asm.Reg
	if s.parts.only > 0 && f.kind == affine {
		return s.stepsInPart(key, t, f)
	}
	s.writeLate(v, func() {
		if f.kind != affine {
			made = s.spread(s.lane0Reg(v, u), t)
			return
		}
		made = s.spreadSteps(s.broadcastOf(v, u), t, f, u)
	})
	s.inLanes[key] = made
	return made
}

// broadcastOf is a vector whose lanes all have the value of lane 0 of a register.
func (s *selector) broadcastOf(v ir.ValueID, u int) asm.Reg {
	if !s.byValue[v].perSub {
		u = 0
	}
	key := lanesKey{v, -1 - u}
	if r, ok := s.inLanes[key]; ok {
		return r[0]
	}
	all := s.Temp()
	s.broadcast(all, s.own(v, u)[0], sizeOf(s.kernel.Type(v)))
	s.inLanes[key] = []asm.Reg{all}
	return all
}

func (s *selector) constLanes(t ir.Type, bits uint64) []asm.Reg {
	switch {
	case t == ir.I1:
		r := s.newMask()
		s.setMask(r, bits != 0)
		return []asm.Reg{r}
	case t.Bits() > 32:
		r := s.Const64(bits)
		return []asm.Reg{r, r}
	}
	return []asm.Reg{s.Const32(uint32(bits))}
}

// spread makes lanes that are all the same from a general register.
func (s *selector) spread(r asm.Reg, t ir.Type) []asm.Reg {
	if t == ir.I1 {
		m := s.newMask()
		s.maskFromBool(m, r)
		return []asm.Reg{m}
	}
	all := s.Temp()
	s.broadcast(all, r, sizeOf(t))
	return []asm.Reg{all, all}[:partsOf(t)]
}

// knownFirst is the value in lane 0 of the first sub-group, of a value that steps evenly, if it is known: what is
// computed from local ids alone, where one bundle is all of a group.
func (s *forms) knownFirst(v ir.ValueID) (uint64, bool) {
	if bits, ok := s.constOf(v); ok {
		return bits, true
	}
	in := s.kernel.Instr(v)
	if f := s.byValue[v]; !s.version.Alone || f.kind != affine || f.perSub {
		return 0, false
	}
	if in.Op == ir.OpLocalID {
		return 0, true
	}
	var args [2]uint64
	for i, a := range in.Args {
		var ok bool
		if i > 1 {
			return 0, false
		}
		if args[i], ok = s.knownFirst(a); !ok {
			return 0, false
		}
	}
	x, y := args[0], args[1]
	switch in.Op {
	case ir.OpTrunc, ir.OpZExt:
	case ir.OpSExt:
		shift := 64 - s.kernel.Type(in.Args[0]).Bits()
		x = uint64(int64(x<<shift) >> shift)
	case ir.OpAdd:
		x += y
	case ir.OpSub:
		x -= y
	case ir.OpMul:
		x *= y
	case ir.OpShl:
		x <<= y & uint64(in.Type.Bits()-1)
	default:
		return 0, false
	}
	return x & in.Type.Mask(), true
}

// constSteps are the lanes of a sub-group of a value whose first is known.
func (s *selector) constSteps(first uint64, t ir.Type, f form, u int) []asm.Reg {
	parts := make([]asm.Reg, partsOf(t))
	perPart := s.ISA.Lanes() / len(parts)
	for h := range parts {
		parts[h] = s.ramp(int64(first)+s.subOffset(f, u)+int64(h*perPart)*int64(f.step), f.step, sizeOf(t))
	}
	return parts
}

// stepsInPart are the lanes of a value that steps evenly, for the block that is being written in a part.
func (s *selector) stepsInPart(key lanesKey, t ir.Type, f form) []asm.Reg {
	if r, ok := s.parts.inBlock[key]; ok {
		return r
	}
	var all asm.Reg
	var made []asm.Reg
	v := key.value
	s.writeLate(v, func() { all = s.broadcastOf(v, key.sub) })
	s.writeAt(max(s.defined[v], s.parts.start), func() { made = s.spreadSteps(all, t, f, key.sub) })
	s.parts.inBlock[key] = made
	return made
}

// spreadSteps adds the steps of a sub-group's lanes to a vector of lane 0.
func (s *selector) spreadSteps(all asm.Reg, t ir.Type, f form, u int) []asm.Reg {
	parts := make([]asm.Reg, partsOf(t))
	perPart := s.ISA.Lanes() / len(parts)
	add, size := asm.Vpaddd, sizeOf(t)
	if size == 8 {
		add = asm.Vpaddq
	}
	for h := range parts {
		parts[h] = s.Temp()
		s.Op3(add, parts[h], all, s.ramp(s.subOffset(f, u)+int64(h*perPart)*int64(f.step), f.step, size))
	}
	return parts
}

// ramp is a constant register whose lanes are start, start+step and so on.
func (s *selector) ramp(start int64, step int32, size uint8) asm.Reg {
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

// broadcast spreads a general register over a vector.
func (s *selector) broadcast(dst, src asm.Reg, size uint8) {
	op, move := asm.Vpbroadcastd, asm.Vmovd
	if size == 8 {
		op, move = asm.Vpbroadcastq, asm.Vmovq
	}
	if s.ISA == AVX512 {
		s.Op2(op, dst, src)
		return
	}
	low := s.Temp()
	s.Emit(asm.Inst{Op: move, Len: asm.L128, Dst: low, B: src})
	s.Op2(op, dst, low)
}

// writeLanes lets write compute the lanes of a value for a sub-group, and keeps the old ones of inactive lanes if they
// may still be needed.
func (s *selector) writeLanes(v ir.ValueID, u int, write func(dst []asm.Reg)) {
	dst := s.own(v, u)
	if !s.isKept(v) {
		write(dst)
		return
	}
	if !s.isBegun(v) {
		s.beginZero(dst)
	}
	fresh := make([]asm.Reg, len(dst))
	for i := range fresh {
		fresh[i] = s.Fn.NewReg(s.Fn.ClassOf(dst[i]))
	}
	write(fresh)
	s.moveLanes(v, u, dst, fresh)
}

// isSame says whether a value is the same for all lanes of the bundle.
func (s *forms) isSame(v ir.ValueID) bool { return s.info.Varies(v)&(s.lane|s.sub) == 0 }

// moveLanes copies the active lanes of a value.
func (s *selector) moveLanes(v ir.ValueID, u int, dst, src []asm.Reg) {
	active := s.activeFor(s.byValue[v], u)
	if s.byValue[v].kind == mask {
		s.mergeMask(dst[0], src[0], active)
		return
	}
	halves := s.maskParts(active, len(dst))
	for i := range dst {
		s.mergeVector(dst[i], src[i], halves[i], len(dst))
	}
}

// activeFor is the mask of lanes that write a value: of all sub-groups that share it.
func (s *selector) activeFor(f form, u int) asm.Reg {
	masks := s.masks()
	if only := s.parts.only; only > 0 {
		return s.activeMask(only - 1)
	}
	if masks == nil || f.perSub || len(masks) == 1 {
		return s.activeMask(u)
	}
	any := masks[0]
	for _, m := range masks[1:] {
		joined := s.newMask()
		s.orMask(joined, any, m)
		any = joined
	}
	return any
}
