package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/prepare"
)

// branchUnmasked stays in the loop if all lanes of the bundle may.
func (s *Selector) branchUnmasked(b ir.BlockID, w *prepare.UnmaskedLoop) {
	some, succs := s.Fn.NewLabel(), s.Kernel.Blocks[b].Succs
	if s.StepsUnmasked(w) {
		s.unlessAllStay(w, some)
		s.take(b, succs[w.Side].To)
	} else {
		s.Jump(some)
	}
	s.Label(some)
	s.take(b, succs[1-w.Side].To)
}

// unlessAllStay jumps if the counter has wrapped between lanes of the bundle or a lane leaves the loop.
func (s *Selector) unlessAllStay(w *prepare.UnmaskedLoop, out int32) {
	isSigned := w.Pred == ir.SLT || w.Pred == ir.SLE || w.Pred == ir.SGT || w.Pred == ir.SGE
	if w.Compare != w.Counter || isSigned && w.Unsigned || !isSigned && w.Signed {
		for u := range s.Copies(s.ByValue[w.Counter]) {
			s.extremes(w.Counter, u, w.Signed, w.Unsigned, out)
		}
	}
	for u := range s.Copies(s.ByValue[w.Compare]) {
		low, high := s.extremes(w.Compare, u, isSigned, !isSigned, out)
		nearest := high
		if w.Pred == ir.SGT || w.Pred == ir.SGE || w.Pred == ir.UGT || w.Pred == ir.UGE {
			nearest = low
		}
		s.jumpUnless(nearest, w, u, out)
	}
}

// extremes are the least and the largest value of the lanes of the sub-groups that share a register, if there is no
// wrapping between lanes; else it jumps.
func (s *Selector) extremes(v ir.ValueID, u int, signed, unsigned bool, out int32) (low, high asm.Reg) {
	f, first := s.ByValue[v], s.Own(v, u)[0]
	least, most := int64(0), int64(0)
	reach := func(by int64) { least, most = min(least, least+by), max(most, most+by) }
	reach(int64(s.ISA.Lanes()-1) * int64(f.Step))
	if s.StepsBySub(f) {
		reach(s.SubOffset(f, s.Version.Count-1))
	}
	moved := func(by int64) asm.Reg {
		if by == 0 {
			return first
		}
		sum, op := s.General(), asm.Add
		s.MoveGeneral(sum, first)
		if by < 0 {
			op, by = asm.Sub, -by // what carries is what wraps
		}
		s.AluImm(op, max(4, uint8(s.Kernel.Type(v).Bytes())), sum, by)
		if signed {
			s.JumpIf(asm.CondO, out)
		}
		if unsigned {
			s.JumpIf(asm.CondB, out)
		}
		return sum
	}
	return moved(least), moved(most)
}

// jumpUnless jumps if a lane's value leaves the loop.
func (s *Selector) jumpUnless(value asm.Reg, w *prepare.UnmaskedLoop, u int, out int32) {
	size := max(4, uint8(s.Kernel.Type(w.Compare).Bytes()))
	if c, ok := s.SignedConst(w.Limit); ok && c == int64(int32(c)) {
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: value, Imm: c})
	} else {
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: value, B: s.Lane0Reg(w.Limit, u)})
	}
	s.JumpIf(emit.Conditions[w.Pred.Negated()], out)
}
