package amd64

import (
	"maps"
	"math/bits"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// Lanes that are left in a loop.
//
// A bundle goes round a loop on which its lanes part until the last of them is done; a lane that is done waits. Where the
// rounds differ much, as in searches and trial division, one lane of 64 may go on for a long time, and each of its rounds
// costs as much as one of all. So after some rounds such a loop looks how many lanes are left, and if they are few, they
// go on one after the other, in the code of lane_loop.go, from the state that they have in the vectors:
//
//	header: ...                       in vectors, under the mask of the active lanes
//	end of a round: if --countdown != 0: go to header
//	behind the loop: count the active lanes; if they are many: countdown = some, go to header
//	for each active lane:
//	    take the lane's values of what the loop reads, and of the parameters of its header
//	    run the loop to its end; keep what is read behind it
//	put the kept values of these lanes, and the masks of the ways out, to those of the lanes that were done before
//
// If they are too many for that, they may move together into one vector first: lane_join.go.
//
// When lanes come to their ends nobody knows. The guess is that they go on for as many rounds as they have gone, so they are
// sent apart if
//
//	lanes * (rounds * cycles of a round for a lane alone + cycles to send it apart) <= rounds * cycles of a round for the bundle
//
// with the cycles counted in the code that was written. Loops of few rounds never look. The countdown takes the place of the
// look whether the launch was cancelled, which is made as seldom.

// leftLoop is a loop whose last lanes go on one after the other.
type leftLoop struct {
	laneLoop
	number    int  // of regionTable.lefts
	isJoining bool // they may join in vectors first
}

// leftState is the writing of one.
type leftState struct {
	countdown asm.Reg // rounds until the next look
	rounds    asm.Reg // rounds when it was made last
	look      int32   // label
	started   int     // index of the instruction that starts the countdown
	isWritten bool
}

// maxLeftLoop bounds the instructions of such a loop, which is written twice.
const maxLeftLoop = 200

// sendWork is about what it costs to send a lane apart, in cycles: two jumps that are guessed wrong, and what it takes
// along. A look is made about each leftWork cycles, between the others rounds.
const (
	sendWork      = 45
	leftWork      = 128
	minLeftRounds = 3
	maxLeftRounds = 32
)

// findLeftLoops chooses the loops, of those that lanes do not run one after the other from the start.
func (s *regionTable) findLeftLoops(apart []*laneLoop) []*leftLoop {
	if s.off&leftLanes != 0 || len(s.swaps) > 0 {
		return nil
	}
	var found []*leftLoop
	for i := range s.flow.layout.Loops {
		l := &s.flow.layout.Loops[i]
		isInApart := slices.ContainsFunc(apart, func(o *laneLoop) bool { return o.loop.has(l.First) })
		if isInApart || s.isRest(s.flow.layout.Order[l.First]) || !s.flow.isOpened[l.First] || !s.flow.isOwn(l.Headers[0]) || !s.isShortInner(i) {
			continue
		}
		ll, ok := s.laneLoop(i)
		if !ok {
			continue
		}
		left := &leftLoop{laneLoop: *ll, number: len(found), isJoining: s.joins(ll)}
		if left.isJoining || s.mayPayLeft(i) {
			found = append(found, left)
		}
	}
	if !slices.ContainsFunc(found, func(l *leftLoop) bool { return l.isJoining }) {
		s.joiner = nil
	}
	return found
}

// isShortInner says whether a loop has no loops inside and few instructions.
func (s *regionTable) isShortInner(index int) bool {
	if slices.ContainsFunc(s.flow.layout.Loops, func(l lane.Loop) bool { return l.Parent == index }) {
		return false
	}
	l, size := &s.flow.layout.Loops[index], 0
	for _, b := range s.flow.layout.Order[l.First : l.Last+1] {
		size += len(s.kernel.Blocks[b].Instrs)
	}
	return size <= maxLeftLoop
}

// mayPayLeft says whether a round of a loop may cost a bundle as much as one costs two lanes alone.
func (s *regionTable) mayPayLeft(index int) bool {
	together, alone := s.roundCosts(index)
	return together*float64(s.version.Count) >= 2*alone
}

// leftOf is the loop that begins at a place, if its last lanes go on one after the other.
func (s *regionTable) leftOf(place int) *leftLoop {
	for _, l := range s.lefts {
		if l.loop.first == place {
			return l
		}
	}
	return nil
}

// left is the writing of a loop.
func (s *selector) left(l *leftLoop) *leftState { return &s.leftStates[l.number] }

// startCountdowns starts those of the loops right behind a block.
func (s *selector) startCountdowns(b ir.BlockID) {
	for _, l := range s.lefts {
		if s.flow.cfg.Idom[s.flow.layout.Order[l.loop.first]] == b {
			s.left(l).countdown, s.left(l).rounds, s.left(l).look = s.general(), s.general(), s.Fn.NewLabel()
			s.moveImm(s.left(l).rounds, 0)
			s.left(l).started = len(s.Fn.Insts)
			s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: s.left(l).countdown, Imm: 1}) // how many, writeLeft knows
		}
	}
}

// lookOrGoBack writes the end of a round.
func (s *selector) lookOrGoBack(l *leftLoop) {
	s.aluImm(asm.Sub, 4, s.left(l).countdown, 1)
	s.jumpIf(asm.CondE, s.left(l).look)
	s.jump(s.bodies[l.loop.first])
}

// writeLefts writes, behind the loops that end up to the present place, how their last lanes go on.
func (s *selector) writeLefts() {
	for _, l := range s.lefts {
		if !s.left(l).isWritten && s.place >= l.loop.last {
			s.left(l).isWritten = true
			s.writeLeft(l)
		}
	}
}

// writeLeft writes the look at how many lanes are left in a loop, and how they go on if they are few.
func (s *selector) writeLeft(l *leftLoop) {
	place, header, kept := s.place, s.flow.layout.Order[l.loop.first], s.inLanes
	s.place, s.Pos = l.loop.first, uint32(s.firstPos(header))
	together := s.cyclesOf(s.Fn.Insts[s.left(l).started:])
	lanes, numbers := s.lookAtLeft(l)
	for u, p := range s.pending[header] {
		if a := s.active[header][u]; a != p {
			s.moveMask(a, p)
			s.setMask(p, false)
		}
	}
	s.inLanes = maps.Clone(kept)
	for _, p := range s.kernel.Blocks[header].Params {
		s.forgetLanes(p)
	}
	t := s.newLaneValues(&l.laneLoop)
	t.at, t.frame.isTwice = int32(len(s.Fn.Insts)), l.isJoining
	body := t.writeBody()
	costs := leftCosts{together: together, alone: t.cycles, sending: sendWork}
	s.code.Idles = s.code.Idles || s.idles(l.index, together)
	if l.isJoining {
		s.runJoining(l, t, body, lanes, &numbers, &costs)
	} else {
		s.runBody(t, body, lanes)
	}
	s.setNumbers(l, &numbers, &costs)
	s.inLanes, s.place = kept, place
}

// lookAtLeft writes the look, without the numbers: those stand in the instructions whose indices it gives.
func (s *selector) lookAtLeft(l *leftLoop) (lanes asm.Reg, n leftNumbers) {
	s.label(s.left(l).look)
	s.poll()
	lanes = s.bitsOfAll(s.pending[s.flow.layout.Order[l.loop.first]])
	s.number(&n.rounds, asm.Inst{Op: asm.Mov, Size: 4, Dst: s.left(l).countdown, Imm: 1})
	s.alu(asm.Add, 8, s.left(l).rounds, s.left(l).countdown)
	least := s.costAlone(l, lanes, &n)
	if l.isJoining {
		joined := s.costJoined(l, lanes, &n)
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: joined, B: least})
		s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondB, Size: 8, Dst: least, B: joined})
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: least, B: s.costTogether(l, &n)})
	s.jumpIf(asm.CondA, s.bodies[l.loop.first])
	return lanes, n
}

// number writes an instruction with a number that is put in later.
func (s *selector) number(list *[]int, in asm.Inst) {
	*list = append(*list, len(s.Fn.Insts))
	s.Emit(in)
}

// costAlone writes what it costs to let lanes go on one after the other.
func (s *selector) costAlone(l *leftLoop, lanes asm.Reg, n *leftNumbers) asm.Reg {
	cost, count := s.general(), s.general()
	s.number(&n.alone, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.left(l).rounds, Imm: 1})
	s.number(&n.sending, asm.Inst{Op: asm.Add, Size: 8, Dst: cost, Imm: 1})
	s.Emit(asm.Inst{Op: asm.Popcnt, Size: 8, Dst: count, B: lanes})
	s.alu(asm.Imul, 8, cost, count)
	return cost
}

// costTogether writes what it costs to go on as before.
func (s *selector) costTogether(l *leftLoop, n *leftNumbers) asm.Reg {
	cost := s.general()
	s.number(&n.together, asm.Inst{Op: asm.Imul3, Size: 8, Dst: cost, B: s.left(l).rounds, Imm: 1})
	return cost
}

// costJoined writes what it costs to let them join.
func (s *selector) costJoined(l *leftLoop, lanes asm.Reg, n *leftNumbers) asm.Reg {
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
func (s *selector) setNumbers(l *leftLoop, n *leftNumbers, c *leftCosts) {
	rounds := int64(min(maxLeftRounds, max(minLeftRounds, leftWork/c.together)))
	if s.off&patience != 0 {
		rounds = 1
		*c = leftCosts{together: c.together}
	}
	if s.off&singleLanes != 0 {
		c.alone, c.sending = c.together*teamLanes, tooMuch
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
