package alloc

import "heddle/compiler/amd64/asm"

// Sinking. A loop computes the next value of a variable while the old one is still needed, and moves it over at its end
// (s = f(a); ... use d ...; d = s). The two cannot share a register. If f(a) can as well be computed at the move, they
// can, and the move disappears.

// sinker follows one stretch of straight-line code.
type sinker struct {
	*allocator
	lastWrite, lastRead []int32 // by register: 1 + the last one so far
	start               int32   // of the stretch
	targets             []int32 // by instruction: the move before which it goes, -1: none; nil until there is one
}

// sink moves instructions down to the move that is the only reader of their result, and collects mentions anew.
func (a *allocator) sink() {
	n := len(a.writeCount)
	s := sinker{allocator: a, lastWrite: make([]int32, n), lastRead: make([]int32, n)}
	next := 0
	for i := range a.fn.Insts {
		in := &a.fn.Insts[i]
		if in.Op == asm.Label || i > 0 && endsBlock(a.fn.Insts[i-1].Op) {
			s.start = int32(i)
		}
		if isMove(in) {
			s.tryMove(int32(i), in)
		}
		for ; next < len(a.mentions) && a.mentions[next].occurrence.inst() == int32(i); next++ {
			s.note(a.mentions[next], int32(i))
		}
	}
	if s.targets != nil {
		s.reorder()
		a.collectMentions()
	}
}

// note records a mention by instruction at.
func (s *sinker) note(m mention, at int32) {
	if m.occurrence.is(reads) {
		s.lastRead[m.register] = at + 1
	}
	if m.occurrence.is(writes) {
		s.lastWrite[m.register] = at + 1
	}
}

// tryMove sinks the instruction that computes the source of a move, if that saves the move.
func (s *sinker) tryMove(at int32, move *asm.Inst) {
	from, to := move.B, move.Dst
	if from < asm.FirstVirtual || to < asm.FirstVirtual || s.writeCount[from] != 1 || s.readCount[from] != 1 {
		return
	}
	i := s.lastWrite[from] - 1
	if i < s.start || s.lastRead[to] <= i+1 || s.lastWrite[to] > i || !canSink(&s.fn.Insts[i]) {
		return
	}
	first := s.firstMention(i)
	dying := 0
	for k := first; s.mentions[k].occurrence.inst() == i; k++ {
		m := s.mentions[k]
		if m.occurrence.is(reads) && (m.register == int32(from) || s.lastWrite[m.register] > i) {
			return
		}
		if m.occurrence.is(reads) && s.readCount[m.register] == 1 {
			dying++
		}
	}
	if dying > 1 { // more registers would be needed meanwhile
		return
	}
	for k := first; s.mentions[k].occurrence.inst() == i; k++ {
		if m := s.mentions[k]; m.occurrence.is(reads) {
			s.lastRead[m.register] = at + 1
		}
	}
	s.setTarget(i, at)
}

// canSink reports whether an instruction does nothing but write Dst, from registers and constants.
func canSink(in *asm.Inst) bool {
	if in.Dst < asm.FirstVirtual || isMove(in) || in.HasMem && in.Mem.Const == 0 && in.Op != asm.Lea {
		return false
	}
	switch in.Op {
	case asm.Lea, asm.VecZero, asm.MaskZero, asm.MaskOnes:
		return true
	}
	info := asm.Info(in.Op)
	return !info.Pseudo() && isVectorOp(in.Op) && len(info.Fixed().Writes) == 0
}

// isVectorOp reports whether an operation works on mask or vector registers; those leave the flags unchanged if they
// have a Dst.
func isVectorOp(op asm.Op) bool { return op >= asm.Kmovb }

func (s *sinker) setTarget(inst, move int32) {
	if s.targets == nil {
		s.targets = make([]int32, len(s.fn.Insts))
		for i := range s.targets {
			s.targets[i] = -1
		}
	}
	s.targets[inst] = move
}

// reorder writes the instructions in their new order.
func (s *sinker) reorder() {
	insts := s.fn.Insts
	sunk := make(map[int32]asm.Inst)
	out := insts[:0]
	for i := range insts {
		if move := s.targets[i]; move >= 0 {
			sunk[move] = insts[i]
			continue
		}
		in := insts[i]
		if sinking, ok := sunk[int32(i)]; ok {
			out = append(out, sinking)
		}
		out = append(out, in)
	}
	s.fn.Insts = out
}
