package control

import (
	"maps"
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
	"heddle/compiler/vectorize/switches"
)

// tailState is the state of the emission of a divergence tail.
type tailState struct {
	countdown  asm.Reg // iterations until the next check
	iterations asm.Reg // iterations at the last check
	look       int32   // label
	started    int     // index of the instruction that starts the countdown
	isWritten  bool
}

// tail is the emission state of a loop's tail.
func (s *Selector) tail(l *regions.TailLoop) *tailState { return &s.tailStates[l.Number] }

// startCountdowns initialises the countdowns of the loops that a block immediately dominates.
func (s *Selector) startCountdowns(b ir.BlockID) {
	for _, l := range s.Tails {
		if s.Flow.Cfg.Idom[s.Flow.Layout.Order[l.Loop.First]] == b {
			s.tail(l).countdown, s.tail(l).iterations, s.tail(l).look = s.General(), s.General(), s.Fn.NewLabel()
			s.MoveImm(s.tail(l).iterations, 0)
			s.tail(l).started = len(s.Fn.Insts)
			s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: s.tail(l).countdown, Imm: 1}) // writeTail fills the number in
		}
	}
}

// lookOrGoBack writes the latch: the check if the countdown is over, else the back edge.
func (s *Selector) lookOrGoBack(l *regions.TailLoop) {
	s.AluImm(asm.Sub, 4, s.tail(l).countdown, 1)
	s.JumpIf(asm.CondE, s.tail(l).look)
	s.Jump(s.bodies[l.Loop.First])
}

// writeTails writes the tails of the loops that end before or at the current place.
func (s *Selector) writeTails() {
	for _, l := range s.Tails {
		if !s.tail(l).isWritten && s.Place >= l.Loop.Last {
			s.tail(l).isWritten = true
			s.writeTail(l)
		}
	}
}

// writeTail writes the check of the number of active lanes, and the scalarised or compacted tail.
func (s *Selector) writeTail(l *regions.TailLoop) {
	place, header, kept := s.Place, s.Flow.Layout.Order[l.Loop.First], s.InLanes
	s.Place, s.Pos = l.Loop.First, uint32(s.FirstPos(header))
	together := s.cyclesOf(s.Fn.Insts[s.tail(l).started:])
	lanes, numbers := s.lookAtTail(l)
	for u, p := range s.pending[header] {
		if a := s.Active[header][u]; a != p {
			s.MoveMask(a, p)
			s.SetMask(p, false)
		}
	}
	s.InLanes = maps.Clone(kept)
	for _, p := range s.Kernel.Blocks[header].Params {
		s.forgetLanes(p)
	}
	t := s.newLoopValues(&l.ScalarLoop)
	t.at, t.frame.isTwice = int32(len(s.Fn.Insts)), l.IsCompacting
	body := t.writeBody()
	costs := tailCosts{together: together, alone: t.cycles, sending: s.Tuning.Tails.Send}
	s.Code.IsLatencyBound = s.Code.IsLatencyBound || s.IsLatencyBound(l.Index, together)
	if l.IsCompacting {
		s.runCompacting(l, t, body, lanes, &numbers, &costs)
	} else {
		s.runBody(t, body, lanes)
	}
	s.setNumbers(l, &numbers, &costs)
	s.InLanes, s.Place = kept, place
}

// lookAtTail writes the look, without the numbers: those stand in the instructions whose indices it gives.
func (s *Selector) lookAtTail(l *regions.TailLoop) (lanes asm.Reg, n tailNumbers) {
	s.Label(s.tail(l).look)
	s.poll()
	lanes = s.BitsOfAll(s.pending[s.Flow.Layout.Order[l.Loop.First]])
	s.number(&n.iterations, asm.Inst{Op: asm.Mov, Size: 4, Dst: s.tail(l).countdown, Imm: 1})
	s.Alu(asm.Add, 8, s.tail(l).iterations, s.tail(l).countdown)
	least := s.costAlone(l, lanes, &n)
	if l.IsCompacting {
		joined := s.costCompacted(l, lanes, &n)
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: joined, B: least})
		s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondB, Size: 8, Dst: least, B: joined})
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: least, B: s.costTogether(l, &n)})
	s.JumpIf(asm.CondA, s.bodies[l.Loop.First])
	return lanes, n
}

// number writes an instruction with a number that is put in later.
func (s *Selector) number(list *[]int, in asm.Inst) {
	*list = append(*list, len(s.Fn.Insts))
	s.Emit(in)
}

// costAlone writes what it costs to let lanes go on one after the other.
func (s *Selector) costAlone(l *regions.TailLoop, lanes asm.Reg, n *tailNumbers) asm.Reg {
	cost, count := s.General(), s.General()
	s.number(&n.alone, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.tail(l).iterations, Imm: 1})
	s.number(&n.sending, asm.Inst{Op: asm.Add, Size: 8, Dst: cost, Imm: 1})
	s.Emit(asm.Inst{Op: asm.Popcnt, Size: 8, Dst: count, B: lanes})
	s.Alu(asm.Imul, 8, cost, count)
	return cost
}

// costTogether writes what it costs to go on as before.
func (s *Selector) costTogether(l *regions.TailLoop, n *tailNumbers) asm.Reg {
	cost := s.General()
	s.number(&n.together, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.tail(l).iterations, Imm: 1})
	return cost
}

// costCompacted writes what it costs to let them join.
func (s *Selector) costCompacted(l *regions.TailLoop, lanes asm.Reg, n *tailNumbers) asm.Reg {
	cost, count := s.General(), s.General()
	s.number(&n.joined, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.tail(l).iterations, Imm: 1})
	s.number(&n.joining, asm.Inst{Op: asm.Add, Size: 8, Dst: cost, Imm: 1})
	s.Emit(asm.Inst{Op: asm.Popcnt, Size: 8, Dst: count, B: lanes})
	s.AluImm(asm.Add, 4, count, int64(s.ISA.Lanes()-1))
	s.AluImm(asm.Shr, 4, count, int64(bits.TrailingZeros(uint(s.ISA.Lanes()))))
	s.Alu(asm.Imul, 8, cost, count)
	return cost
}

// tailNumbers are the indices of instructions with numbers that are known when the loop has been written for lanes that
// are left.
type tailNumbers struct{ iterations, alone, sending, joined, joining, together []int }

// tailCosts are these numbers in cycles: per iteration, and once per tail.
type tailCosts struct{ alone, sending, joined, joining, together float64 }

// ScaleOfCosts is how much of a cycle the numbers tell. TooMuch is what lanes never get back.
const (
	ScaleOfCosts = 8
	TooMuch      = 1 << 20
)

// setNumbers puts them in.
func (s *Selector) setNumbers(l *regions.TailLoop, n *tailNumbers, c *tailCosts) {
	tails := &s.Tuning.Tails
	iterations := int64(min(tails.MaxCheckIterations, max(tails.MinCheckIterations, tails.CheckAfter/c.together)))
	if s.Off&switches.TailCostModel != 0 {
		iterations = 1
		*c = tailCosts{together: c.together}
	}
	if s.Off&switches.ScalarTails != 0 {
		c.alone, c.sending = c.together*regions.TeamLanes, TooMuch
	}
	s.Fn.Insts[s.tail(l).started].Imm = iterations
	put := func(list []int, number int64) {
		for _, i := range list {
			s.Fn.Insts[i].Imm = number
		}
	}
	put(n.iterations, iterations)
	put(n.alone, int64(ScaleOfCosts*c.alone))
	put(n.sending, int64(ScaleOfCosts*c.sending))
	put(n.joined, int64(ScaleOfCosts*c.joined))
	put(n.joining, int64(ScaleOfCosts*c.joining))
	put(n.together, int64(ScaleOfCosts*c.together))
}
