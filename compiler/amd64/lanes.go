package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Work done lane by lane: what no vector instruction does. The operands go to scratch memory in the frame, a loop over
// the bits of the mask works on them in general registers, and the results come back as vectors.

// slot is a place in the scratch memory: room for the lanes of one 64-bit value.
type slot int32

const (
	scratchPointer slot = iota
	scratchValue
	scratchOther
	scratchResult
	scratchFirst // of firstActive only, which is asked for while others are in use
	scratchSlots
)

const slotBytes = 128 // 16 lanes of 8 bytes

// scratchBias marks offsets into the scratch memory, which lies in the frame behind what register allocation takes.
const scratchBias = 1 << 28

// laneLoopBias marks those into the last part of it, for what passes into loops that lanes run one after the other.
const laneLoopBias = scratchBias + 1<<27

func (s *values) slotAt(k slot) int32 { return scratchBias + int32(k)*slotBytes }

// placeScratch moves the scratch memory behind the frame's first bytes, and gives the size of both.
func (s *selector) placeScratch(first int) int {
	isUsed := false
	all := first + int(s.laneFirst()) + s.laneSlots*teamSlotBytes
	for i := range s.Fn.Insts {
		in := &s.Fn.Insts[i]
		if in.HasMem && in.Mem.Base == asm.RBP && in.Mem.Disp >= calleeBias {
			continue
		}
		if in.HasMem && in.Mem.Base == asm.RBP && in.Mem.Disp >= scratchBias {
			if in.Mem.Disp >= laneLoopBias {
				in.Mem.Disp += int32(all-first) - (laneLoopBias - scratchBias)
			}
			in.Mem.Disp += int32(first) - scratchBias
			isUsed = true
		}
	}
	for _, p := range s.code.Prints {
		for i := range p.Operands {
			p.Operands[i].Offset += uint32(first) - scratchBias
		}
	}
	if !isUsed {
		return first
	}
	return all + int(s.laneBytes+63)/64*64
}

// toScratch writes the lanes of a value.
func (s *values) toScratch(k slot, value []asm.Reg) {
	for i, r := range value {
		m := asm.Mem{Base: asm.RBP, Disp: s.slotAt(k) + int32(i*s.ISA.VectorBytes())}
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: r, HasMem: true, Mem: m})
	}
}

// fromScratch reads them back.
func (s *values) fromScratch(k slot, value []asm.Reg) {
	for i, r := range value {
		m := asm.Mem{Base: asm.RBP, Disp: s.slotAt(k) + int32(i*s.ISA.VectorBytes())}
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: m})
	}
}

func (s *values) scratchMem(k slot, lane asm.Reg, size uint8) asm.Mem {
	return asm.Mem{Base: asm.RBP, Index: lane, Scale: size, Disp: s.slotAt(k)}
}

func (s *values) getScratch(k slot, lane, dst asm.Reg, size uint8) {
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: dst, HasMem: true, Mem: s.scratchMem(k, lane, size)})
}

func (s *values) setScratch(k slot, lane, src asm.Reg, size uint8) {
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: src, HasMem: true, Mem: s.scratchMem(k, lane, size)})
}

// bitsOf are the bits of a mask; NoReg: of all lanes.
func (s *values) bitsOf(active asm.Reg) asm.Reg {
	bits := s.general()
	if active == asm.NoReg {
		s.moveImm(bits, 1<<s.ISA.Lanes()-1)
		return bits
	}
	s.maskBits(bits, active)
	return bits
}

// bitsOfAll are the bits of the masks of several sub-groups, in one register.
func (s *values) bitsOfAll(masks []asm.Reg) asm.Reg {
	all := s.bitsOf(masks[0])
	for i, m := range masks[1:] {
		more := s.bitsOf(m)
		s.aluImm(asm.Shl, 8, more, int64((i+1)*s.ISA.Lanes()))
		s.alu(asm.Or, 8, all, more)
	}
	return all
}

// eachLane writes a loop over the set bits, from the lowest. body must not define values of the kernel.
func (s *values) eachLane(bits asm.Reg, body func(lane asm.Reg)) {
	lane := s.general()
	s.eachLaneIn(bits, lane, func() { body(lane) })
}

// eachLaneIn is eachLane with the register of the lane's number given. It gives the label at the top.
func (s *values) eachLaneIn(bits, lane asm.Reg, body func()) (top int32) {
	top = s.Fn.NewLabel()
	left, done := s.general(), s.Fn.NewLabel()
	s.moveGeneral(left, bits)
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: left, B: left})
	s.jumpIf(asm.CondE, done)
	s.label(top)
	s.Emit(asm.Inst{Op: asm.Tzcnt, Size: 8, Dst: lane, B: left})
	body()
	s.Emit(asm.Inst{Op: asm.Blsr, Size: 8, Dst: left, B: left}) // sets the flags
	s.jumpIf(asm.CondNE, top)
	s.label(done)
	return top
}

// memCopy copies a fixed number of bytes per lane.
func (s *accessor) memCopy(_ ir.ValueID, in *ir.Instr) {
	for u := range s.each() {
		s.toScratch(scratchPointer, s.pointers(in.Args[0], u))
		s.toScratch(scratchOther, s.pointers(in.Args[1], u))
		s.eachLane(s.bitsOf(s.activeMask(u)), func(lane asm.Reg) {
			to, from := s.general(), s.general()
			s.getScratch(scratchPointer, lane, to, 8)
			s.getScratch(scratchOther, lane, from, 8)
			s.copyBytes(to, from, in.Imm)
		})
	}
}

// copyBytes copies between general registers' addresses, 8 bytes at a time.
func (s *accessor) copyBytes(to, from asm.Reg, size uint64) {
	const unrolled = 64
	if size > unrolled {
		left, top := s.general(), s.Fn.NewLabel()
		s.moveImm(left, size/8)
		s.label(top)
		s.copyPiece(to, from, 0, 8)
		s.aluImm(asm.Add, 8, to, 8)
		s.aluImm(asm.Add, 8, from, 8)
		s.aluImm(asm.Sub, 8, left, 1)
		s.jumpIf(asm.CondNE, top)
		size %= 8
	}
	at := int32(0)
	for _, piece := range []uint8{8, 4, 2, 1} {
		for ; size >= uint64(piece); size -= uint64(piece) {
			s.copyPiece(to, from, at, piece)
			at += int32(piece)
		}
	}
}

func (s *accessor) copyPiece(to, from asm.Reg, at int32, size uint8) {
	r := s.general()
	s.loadGeneral(r, size, asm.Mem{Base: from, Disp: at})
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: r, HasMem: true, Mem: asm.Mem{Base: to, Disp: at}})
}
