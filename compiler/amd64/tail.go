package amd64

import (
	"maps"
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
	"heddle/compiler/vectorize/switches"
)

// leftState is the writing of one.
type leftState struct {
	countdown asm.Reg // rounds until the next look
	rounds    asm.Reg // rounds when it was made last
	look      int32   // label
	started   int     // index of the instruction that starts the countdown
	isWritten bool
}

// sendWork is about what it costs to send a lane apart, in cycles: two jumps that are guessed wrong, and what it takes
// along. A look is made about each leftWork cycles, between the others rounds.
const (
	sendWork      = 45
	leftWork      = 128
	minLeftRounds = 3
	maxLeftRounds = 32
)

// left is the writing of a loop.
func (s *selector) left(l *regions.TailLoop) *leftState { return &s.leftStates[l.Number] }

// startCountdowns starts those of the loops right behind a block.
func (s *selector) startCountdowns(b ir.BlockID) {
	for _, l := range s.Tails {
		if s.Flow.Cfg.Idom[s.Flow.Layout.Order[l.Loop.First]] == b {
			s.left(l).countdown, s.left(l).rounds, s.left(l).look = s.general(), s.general(), s.Fn.NewLabel()
			s.moveImm(s.left(l).rounds, 0)
			s.left(l).started = len(s.Fn.Insts)
			s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: s.left(l).countdown, Imm: 1}) // how many, writeLeft knows
		}
	}
}

// lookOrGoBack writes the end of a round.
func (s *selector) lookOrGoBack(l *regions.TailLoop) {
	s.aluImm(asm.Sub, 4, s.left(l).countdown, 1)
	s.jumpIf(asm.CondE, s.left(l).look)
	s.jump(s.bodies[l.Loop.First])
}

// writeLefts writes, behind the loops that end up to the present place, how their last lanes go on.
func (s *selector) writeLefts() {
	for _, l := range s.Tails {
		if !s.left(l).isWritten && s.place >= l.Loop.Last {
			s.left(l).isWritten = true
			s.writeLeft(l)
		}
	}
}

// writeLeft writes the look at how many lanes are left in a loop, and how they go on if they are few.
func (s *selector) writeLeft(l *regions.TailLoop) {
	place, header, kept := s.place, s.Flow.Layout.Order[l.Loop.First], s.inLanes
	s.place, s.Pos = l.Loop.First, uint32(s.FirstPos(header))
	together := s.cyclesOf(s.Fn.Insts[s.left(l).started:])
	lanes, numbers := s.lookAtLeft(l)
	for u, p := range s.pending[header] {
		if a := s.active[header][u]; a != p {
			s.moveMask(a, p)
			s.setMask(p, false)
		}
	}
	s.inLanes = maps.Clone(kept)
	for _, p := range s.Kernel.Blocks[header].Params {
		s.forgetLanes(p)
	}
	t := s.newLaneValues(&l.ScalarLoop)
	t.at, t.frame.isTwice = int32(len(s.Fn.Insts)), l.IsCompacting
	body := t.writeBody()
	costs := leftCosts{together: together, alone: t.cycles, sending: sendWork}
	s.code.Idles = s.code.Idles || s.Idles(l.Index, together)
	if l.IsCompacting {
		s.runJoining(l, t, body, lanes, &numbers, &costs)
	} else {
		s.runBody(t, body, lanes)
	}
	s.setNumbers(l, &numbers, &costs)
	s.inLanes, s.place = kept, place
}

// lookAtLeft writes the look, without the numbers: those stand in the instructions whose indices it gives.
func (s *selector) lookAtLeft(l *regions.TailLoop) (lanes asm.Reg, n leftNumbers) {
	s.label(s.left(l).look)
	s.poll()
	lanes = s.bitsOfAll(s.pending[s.Flow.Layout.Order[l.Loop.First]])
	s.number(&n.rounds, asm.Inst{Op: asm.Mov, Size: 4, Dst: s.left(l).countdown, Imm: 1})
	s.alu(asm.Add, 8, s.left(l).rounds, s.left(l).countdown)
	least := s.costAlone(l, lanes, &n)
	if l.IsCompacting {
		joined := s.costJoined(l, lanes, &n)
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: joined, B: least})
		s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondB, Size: 8, Dst: least, B: joined})
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: least, B: s.costTogether(l, &n)})
	s.jumpIf(asm.CondA, s.bodies[l.Loop.First])
	return lanes, n
}

// number writes an instruction with a number that is put in later.
func (s *selector) number(list *[]int, in asm.Inst) {
	*list = append(*list, len(s.Fn.Insts))
	s.Emit(in)
}

// costAlone writes what it costs to let lanes go on one after the other.
func (s *selector) costAlone(l *regions.TailLoop, lanes asm.Reg, n *leftNumbers) asm.Reg {
	cost, count := s.general(), s.general()
	s.number(&n.alone, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.left(l).rounds, Imm: 1})
	s.number(&n.sending, asm.Inst{Op: asm.Add, Size: 8, Dst: cost, Imm: 1})
	s.Emit(asm.Inst{Op: asm.Popcnt, Size: 8, Dst: count, B: lanes})
	s.alu(asm.Imul, 8, cost, count)
	return cost
}

// costTogether writes what it costs to go on as before.
func (s *selector) costTogether(l *regions.TailLoop, n *leftNumbers) asm.Reg {
	cost := s.general()
	s.number(&n.together, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.left(l).rounds, Imm: 1})
	return cost
}

// costJoined writes what it costs to let them join.
func (s *selector) costJoined(l *regions.TailLoop, lanes asm.Reg, n *leftNumbers) asm.Reg {
	cost, count := s.general(), s.general()
	s.number(&n.joined, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.left(l).rounds, Imm: 1})
	s.number(&n.joining, asm.Inst{Op: asm.Add, Size: 8, Dst: cost, Imm: 1})
	s.Emit(asm.Inst{Op: asm.Popcnt, Size: 8, Dst: count, B: lanes})
	s.aluImm(asm.Add, 4, count, int64(s.ISA.Lanes()-1))
	s.aluImm(asm.Shr, 4, count, int64(bits.TrailingZeros(uint(s.ISA.Lanes()))))
	s.alu(asm.Imul, 8, cost, count)
	return cost
}

// leftNumbers are the indices of instructions with numbers that are known when the loop has been written for lanes that
// are left.
type leftNumbers struct{ rounds, alone, sending, joined, joining, together []int }

// leftCosts are those numbers, in cycles: of rounds, and of what is done once.
type leftCosts struct{ alone, sending, joined, joining, together float64 }

// scaleOfCosts is how much of a cycle the numbers tell. tooMuch is what lanes never get back.
const (
	scaleOfCosts = 8
	tooMuch      = 1 << 20
)

// setNumbers puts them in.
func (s *selector) setNumbers(l *regions.TailLoop, n *leftNumbers, c *leftCosts) {
	rounds := int64(min(maxLeftRounds, max(minLeftRounds, leftWork/c.together)))
	if s.Off&switches.Patience != 0 {
		rounds = 1
		*c = leftCosts{together: c.together}
	}
	if s.Off&switches.SingleLanes != 0 {
		c.alone, c.sending = c.together*regions.TeamLanes, tooMuch
	}
	s.Fn.Insts[s.left(l).started].Imm = rounds
	put := func(list []int, number int64) {
		for _, i := range list {
			s.Fn.Insts[i].Imm = number
		}
	}
	put(n.rounds, rounds)
	put(n.alone, int64(scaleOfCosts*c.alone))
	put(n.sending, int64(scaleOfCosts*c.sending))
	put(n.joined, int64(scaleOfCosts*c.joined))
	put(n.joining, int64(scaleOfCosts*c.joining))
	put(n.together, int64(scaleOfCosts*c.together))
}
