package amd64

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/prepare"
)

// Blocks' beginnings and ends: control.go decides, this file writes.

// enter writes the top of a block. A block that may turn out to have no lanes is tested at its enter label.
func (s *selector) enter(b ir.BlockID) {
	s.Pos = uint32(s.FirstPos(b))
	isWhole := s.isWhole(b)
	if isWhole || s.Flow.Skipped[s.place] && s.IsHarmless(b) {
		s.label(s.enters[s.place])
	} else if s.Flow.Skipped[s.place] {
		s.label(s.enters[s.place])
		s.testMasks(s.current(s.pending[b]))
		s.jumpIf(asm.CondNE, s.bodies[s.place])
		s.goOn(s.place, s.Flow.Open[s.place], s.Flow.Written[s.place], -1)
	}
	s.label(s.bodies[s.place])
	clear(s.parts.inBlock)
	s.parts.start = int32(len(s.Fn.Insts))
	if p := s.pending[b]; p != nil && p[0] != s.active[b][0] && !isWhole {
		for u := range s.each() {
			s.moveMask(s.active[b][u], p[u])
			s.setMask(p[u], false)
		}
	}
}

// goOn writes the way to the next block with lanes, as flow.scan finds it.
func (s *selector) goOn(place int, open, written flow.Bitset, sure int) {
	for _, next := range s.Flow.Scan(place, open, written, sure) {
		if s.isBehindJoined(next.Place) {
			break
		}
		isBack := next.Place <= place
		target := s.bodies[next.Place]
		switch {
		case !next.IsTested && !isBack:
			s.jump(target)
			return
		case isBack:
			s.goBack(next)
			if !next.IsTested {
				return
			}
		default: // tested there, and control goes on from there
			s.jump(s.enters[next.Place])
			return
		}
	}
	if s.taken != nil && s.taken.joined != nil {
		s.leaveJoined(open)
		return
	}
	s.jump(s.finish)
}

// goBack writes the way up to the header of a loop; past it, if that may have no lanes.
func (s *selector) goBack(header flow.Step) {
	if !header.IsTested {
		s.nextRound(header.Place)
		return
	}
	s.testMasks(s.current(s.pending[s.Flow.Layout.Order[header.Place]]))
	out := s.Fn.NewLabel()
	s.jumpIf(asm.CondE, out)
	s.nextRound(header.Place)
	s.label(out)
}

// nextRound goes up to the header of a loop, looking now and then whether few lanes are left, or else whether the launch was
// cancelled.
func (s *selector) nextRound(header int) {
	if s.taken != nil && s.taken.joined != nil {
		s.nextJoinedRound(header)
		return
	}
	if l := s.TailOf(header); l != nil {
		s.lookOrGoBack(l)
		return
	}
	s.poll()
	s.jump(s.bodies[header])
}

// poll looks whether the launch was cancelled.
func (s *selector) poll() {
	var word asm.Reg
	if s.taken != nil {
		word = s.taken.cancel
	} else {
		word = s.cancelWord()
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, HasMem: true, Mem: asm.Mem{Base: word}})
	s.jumpIf(asm.CondNE, s.cancel)
}

// cancelWord is a register with the address of the word that poll looks at.
func (s *selector) cancelWord() asm.Reg {
	word := s.general()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: word, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextCancel}, Remat: true})
	return word
}

// leaveBlock writes the terminator of a block.
func (s *selector) leaveBlock(b ir.BlockID) {
	block := &s.Kernel.Blocks[b]
	s.begin(s.Begins[b])
	s.beginShared(s.SharedEnds[b])
	s.startCountdowns(b)
	switch {
	case len(block.Succs) == 0:
		s.passResults(s.Kernel.Terminator(b))
		s.goOn(s.place, s.Flow.Open[s.place], s.Flow.Written[s.place], -1)
	case len(block.Succs) == 1:
		s.moves(b, &block.Succs[0])
		s.take(b, block.Succs[0].To)
	case s.Flow.Diverges[b]:
		s.partLanes(b, s.Kernel.Terminator(b))
	case s.BoundsCheck != nil && s.BoundsCheck.Block == b:
		s.branchGuard(b, s.Kernel.Terminator(b))
	case prepare.UnmaskedAt(s.Unmasked, b) != nil:
		s.branchWhole(b, prepare.UnmaskedAt(s.Unmasked, b))
	default:
		s.branch(b, s.Kernel.Terminator(b))
	}
}

// take sends all active lanes to a block.
func (s *selector) take(b, to ir.BlockID) {
	s.sendAll(b, to)
	place := s.Flow.Layout.Place[to]
	s.goOn(s.place, s.Flow.Open[s.place].With(place), s.Flow.Written[s.place].With(place), place)
}

// sendAll adds the active lanes to the pending mask of a block.
func (s *selector) sendAll(b, to ir.BlockID) {
	if s.pending[to] == nil {
		return
	}
	masks := s.masksOf(b)
	for u := range s.each() {
		if masks == nil || s.isWhole(b) {
			s.setMask(s.pending[to][u], true)
		} else {
			s.send(b, to, u, masks[u])
		}
	}
}

// send adds lanes to the pending mask of a block.
func (s *selector) send(from, to ir.BlockID, u int, lanes asm.Reg) {
	p := s.pending[to][u]
	if s.Flow.Open[s.Flow.Layout.Place[from]].Has(s.Flow.Layout.Place[to]) {
		s.orMask(p, p, lanes)
		return
	}
	s.moveMask(p, lanes)
}

// branch writes a branch that all lanes take alike.
func (s *selector) branch(b ir.BlockID, t *ir.Instr) {
	block := &s.Kernel.Blocks[b]
	if t.Op == ir.OpSwitch {
		s.switchAlike(b, t)
		return
	}
	other := s.Fn.NewLabel()
	if s.Fused[t.Args[0]] {
		c := s.compareScalar(s.Kernel.Instr(t.Args[0]), 0)
		s.jumpIf(c^1, other)
	} else if bits, ok := s.ConstOf(t.Args[0]); ok {
		if bits == 0 {
			s.jump(other)
		}
	} else {
		c := s.lane0Reg(t.Args[0], 0)
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: c, B: c})
		s.jumpIf(asm.CondE, other)
	}
	s.take(b, block.Succs[0].To)
	s.label(other)
	s.take(b, block.Succs[1].To)
}

// switchAlike compares with one case after the other.
func (s *selector) switchAlike(b ir.BlockID, t *ir.Instr) {
	block := &s.Kernel.Blocks[b]
	typ := s.Kernel.Type(t.Args[0])
	value := s.lane0Reg(t.Args[0], 0)
	for i, c := range block.Cases {
		next := s.Fn.NewLabel()
		want := s.general()
		s.moveImm(want, c&typ.Mask())
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: value, B: want})
		s.jumpIf(asm.CondNE, next)
		s.take(b, block.Succs[i+1].To)
		s.label(next)
	}
	s.take(b, block.Succs[0].To)
}

// partLanes writes a branch on which lanes part.
func (s *selector) partLanes(b ir.BlockID, t *ir.Instr) {
	if t.Op == ir.OpSwitch {
		s.switchLanes(b, t)
	} else {
		for u := range s.each() {
			s.partSub(b, t, u)
		}
	}
	open, written := s.Flow.Open[s.place].With(s.place).Without(s.place), s.Flow.Written[s.place].With(s.place).Without(s.place)
	for _, e := range s.Kernel.Blocks[b].Succs {
		if !s.Flow.IsSink(e.To) {
			open.Add(s.Flow.Layout.Place[e.To])
			written.Add(s.Flow.Layout.Place[e.To])
		}
	}
	s.goOn(s.place, open, written, -1)
}

// partSub parts the lanes of one sub-group. Both pending masks may be the active one's register: it is read first.
func (s *selector) partSub(b ir.BlockID, t *ir.Instr, u int) {
	yes, no := s.Kernel.Blocks[b].Succs[0].To, s.Kernel.Blocks[b].Succs[1].To
	c := s.lanesOf(t.Args[0], u)[0]
	active := s.activeMask(u)
	isYes, isNo := s.pending[yes] != nil && !s.Flow.IsSink(yes), s.pending[no] != nil && !s.Flow.IsSink(no)
	var taken, left asm.Reg
	if isYes {
		taken = c
		if active != asm.NoReg {
			taken = s.newMask()
			s.andMask(taken, active, c)
		}
	}
	if isNo {
		left = s.newMask()
		if active != asm.NoReg {
			s.andNotMask(left, c, active)
		} else {
			s.notMask(left, c)
		}
	}
	if isYes {
		s.send(b, yes, u, taken)
	}
	if isNo {
		s.sendSecond(b, yes, no, u, left)
	}
}

// sendSecond is send for a second way out; if both lead to one block, its lanes are joined.
func (s *selector) sendSecond(b, first, to ir.BlockID, u int, lanes asm.Reg) {
	if first == to {
		s.orMask(s.pending[to][u], s.pending[to][u], lanes)
		return
	}
	s.send(b, to, u, lanes)
}

// switchLanes parts lanes by the value of each. Several cases may lead to one block.
func (s *selector) switchLanes(b ir.BlockID, t *ir.Instr) {
	block := &s.Kernel.Blocks[b]
	typ := s.Kernel.Type(t.Args[0])
	for u := range s.each() {
		rest := s.newMask()
		if active := s.activeMask(u); active != asm.NoReg {
			s.moveMask(rest, active)
		} else {
			s.setMask(rest, true)
		}
		sent := map[ir.BlockID]bool{}
		sendTo := func(to ir.BlockID, lanes asm.Reg) {
			if s.pending[to] == nil || s.Flow.IsSink(to) {
				return
			}
			if sent[to] {
				s.orMask(s.pending[to][u], s.pending[to][u], lanes)
			} else {
				s.send(b, to, u, lanes)
			}
			sent[to] = true
		}
		value := s.lanesOf(t.Args[0], u)
		for i, c := range block.Cases {
			same, hit := s.newMask(), s.newMask()
			want := s.constLanes(typ, c&typ.Mask())
			o := vec.Operation{Op: ir.OpICmp, Kind: uint8(ir.EQ), Type: ir.I1, From: typ}
			if !s.Lower(o, []asm.Reg{same}, value, want, nil) {
				s.fail("switch on %v has no machine code", typ)
			}
			s.andMask(hit, rest, same)
			left := s.newMask()
			s.andNotMask(left, same, rest)
			rest = left
			sendTo(block.Succs[i+1].To, hit)
		}
		sendTo(block.Succs[0].To, rest)
	}
}
