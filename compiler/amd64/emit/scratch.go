package emit

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/vectorize/regions"
)

// Work done lane by lane: what no vector instruction does. The operands go to scratch memory in the frame, a loop over
// the bits of the mask works on them in general registers, and the results come back as vectors.

// Slot is a place in the scratch memory: room for the lanes of one 64-bit value.
type Slot int32

const (
	ScratchPointer Slot = iota
	ScratchValue
	ScratchOther
	ScratchResult
	scratchFirst // of firstActive only, which is asked for while others are in use
	ScratchSlots
)

const SlotBytes = 128 // 16 lanes of 8 bytes

// ScratchBias marks offsets into the scratch memory, which lies in the frame behind what register allocation takes.
const ScratchBias = 1 << 28

// LoopBias marks those into the last part of it, for what passes into loops that lanes run one after the other.
const LoopBias = ScratchBias + 1<<27

func (s *Values) SlotAt(k Slot) int32 { return ScratchBias + int32(k)*SlotBytes }

// ToScratch writes the lanes of a value.
func (s *Values) ToScratch(k Slot, value []asm.Reg) {
	s.KeepLanes(asm.Mem{Base: asm.RBP, Disp: s.SlotAt(k)}, value)
}

// KeepLanes writes registers one behind the other, and gives the place behind them.
func (s *Values) KeepLanes(to asm.Mem, lanes []asm.Reg) asm.Mem {
	for _, r := range lanes {
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: r, HasMem: true, Mem: to})
		to.Disp += int32(s.ISA.VectorBytes())
	}
	return to
}

// FromScratch reads them back.
func (s *Values) FromScratch(k Slot, value []asm.Reg) {
	for i, r := range value {
		m := asm.Mem{Base: asm.RBP, Disp: s.SlotAt(k) + int32(i*s.ISA.VectorBytes())}
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: m})
	}
}

func (s *Values) ScratchMem(k Slot, lane asm.Reg, size uint8) asm.Mem {
	return asm.Mem{Base: asm.RBP, Index: lane, Scale: size, Disp: s.SlotAt(k)}
}

func (s *Values) GetScratch(k Slot, lane, dst asm.Reg, size uint8) {
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: dst, HasMem: true, Mem: s.ScratchMem(k, lane, size)})
}

func (s *Values) SetScratch(k Slot, lane, src asm.Reg, size uint8) {
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: src, HasMem: true, Mem: s.ScratchMem(k, lane, size)})
}

// BitsOf are the bits of a mask; NoReg: of all lanes.
func (s *Values) BitsOf(active asm.Reg) asm.Reg {
	bits := s.General()
	if active == asm.NoReg {
		s.MoveImm(bits, 1<<s.ISA.Lanes()-1)
		return bits
	}
	s.MaskBits(bits, active)
	return bits
}

// BitsOfAll are the bits of the masks of several sub-groups, in one register.
func (s *Values) BitsOfAll(masks []asm.Reg) asm.Reg {
	all := s.BitsOf(masks[0])
	for i, m := range masks[1:] {
		more := s.BitsOf(m)
		s.AluImm(asm.Shl, 8, more, int64((i+1)*s.ISA.Lanes()))
		s.Alu(asm.Or, 8, all, more)
	}
	return all
}

// EachLane writes a loop over the set bits, from the lowest. body must not define values of the kernel.
func (s *Values) EachLane(bits asm.Reg, body func(lane asm.Reg)) {
	lane := s.General()
	s.EachLaneIn(bits, lane, func() { body(lane) })
}

// EachLaneIn is EachLane with the register of the lane's number given. It gives the label at the top.
func (s *Values) EachLaneIn(bits, lane asm.Reg, body func()) (top int32) {
	top = s.Fn.NewLabel()
	left, done := s.General(), s.Fn.NewLabel()
	s.MoveGeneral(left, bits)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: left, B: left})
	s.JumpIf(asm.CondE, done)
	s.Label(top)
	s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 8, Dst: lane, B: left})
	body()
	s.Emit(asm.Inst{Op: asm.Blsr, Size: 8, Dst: left, B: left}) // sets the flags
	s.JumpIf(asm.CondNE, top)
	s.Label(done)
	return top
}

func (s *Values) TeamSlotAt(slot int) int32 {
	return ScratchBias + s.LaneFirst() + int32(slot)*TeamSlotBytes
}

// LaneFirst is where the slots begin in the scratch memory.
func (s *Values) LaneFirst() int32 {
	return (int32(ScratchSlots)*SlotBytes + s.ServiceBytes + 63) / 64 * 64
}

// TeamSlotBytes is the room in the frame for one value of all lanes of a loop.
const TeamSlotBytes = 8 * regions.TeamLanes
