package memory

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
)

// Alloca gives the address of lane 0's variable.
func (s *Accessor) Alloca(v ir.ValueID, _ *ir.Instr) {
	if s.Offsets[v] {
		s.MoveImm(s.Own(v, 0)[0], s.Privates[v])
		return
	}
	for u := range s.EachCopy(s.ByValue[v]) {
		base := s.General()
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: base, HasMem: true,
			Mem: asm.Mem{Base: asm.RBP, Disp: abi.FramePrivate}, Remat: true})
		offset := int64(s.Privates[v]) + int64(u*s.ISA.Lanes())*int64(s.PrivateAll)
		s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: s.Own(v, u)[0], HasMem: true,
			Mem: asm.Mem{Base: base, Disp: int32(offset)}})
	}
}

// MemCopy copies a fixed number of bytes per lane.
func (s *Accessor) MemCopy(_ ir.ValueID, in *ir.Instr) {
	for u := range s.Each() {
		s.ToScratch(emit.ScratchPointer, s.pointers(in.Args[0], u))
		s.ToScratch(emit.ScratchOther, s.pointers(in.Args[1], u))
		s.EachLane(s.BitsOf(s.ActiveMask(u)), func(lane asm.Reg) {
			to, from := s.General(), s.General()
			s.GetScratch(emit.ScratchPointer, lane, to, 8)
			s.GetScratch(emit.ScratchOther, lane, from, 8)
			s.copyBytes(to, from, in.Imm)
		})
	}
}

// copyBytes copies between general registers' addresses, 8 bytes at a time.
func (s *Accessor) copyBytes(to, from asm.Reg, size uint64) {
	if size > s.Tuning.Accesses.MaxUnrolledCopy {
		left, top := s.General(), s.Fn.NewLabel()
		s.MoveImm(left, size/8)
		s.Label(top)
		s.copyPiece(to, from, 0, 8)
		s.AluImm(asm.Add, 8, to, 8)
		s.AluImm(asm.Add, 8, from, 8)
		s.AluImm(asm.Sub, 8, left, 1)
		s.JumpIf(asm.CondNE, top)
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

func (s *Accessor) copyPiece(to, from asm.Reg, at int32, size uint8) {
	r := s.General()
	s.LoadGeneral(r, size, asm.Mem{Base: from, Disp: at})
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, B: r, HasMem: true, Mem: asm.Mem{Base: to, Disp: at}})
}
