package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/prepare"
)

// Blocks' beginnings and ends: control.go decides, this file writes.

// enter writes the top of a block. A block that may turn out to have no lanes is tested at its enter label.
func (s *Selector) enter(b ir.BlockID) {
	s.Pos = uint32(s.FirstPos(b))
	isWhole := s.IsWhole(b)
	if isWhole || s.Flow.Skipped[s.Place] && s.IsHarmless(b) {
		s.Label(s.enters[s.Place])
	} else if s.Flow.Skipped[s.Place] {
		s.Label(s.enters[s.Place])
		s.TestMasks(s.Current(s.pending[b]))
		s.JumpIf(asm.CondNE, s.bodies[s.Place])
		s.goOn(s.Place, s.Flow.Open[s.Place], s.Flow.Written[s.Place], -1)
	}
	s.Label(s.bodies[s.Place])
	clear(s.Serial.InBlock)
	s.Serial.Start = int32(len(s.Fn.Insts))
	if p := s.pending[b]; p != nil && p[0] != s.Active[b][0] && !isWhole {
		for u := range s.Each() {
			s.MoveMask(s.Active[b][u], p[u])
			s.SetMask(p[u], false)
		}
	}
}

// goOn writes the way to the next block with lanes, as flow.scan finds it.
func (s *Selector) goOn(place int, open, written flow.Bitset, sure int) {
	for _, next := range s.Flow.Scan(place, open, written, sure) {
		if s.isAfterCompacted(next.Place) {
			break
		}
		isBack := next.Place <= place
		target := s.bodies[next.Place]
		switch {
		case !next.IsTested && !isBack:
			s.Jump(target)
			return
		case isBack:
			s.goBack(next)
			if !next.IsTested {
				return
			}
		default: // tested there, and control goes on from there
			s.Jump(s.enters[next.Place])
			return
		}
	}
	if s.taken != nil && s.taken.compacted != nil {
		s.leaveCompacted(open)
		return
	}
	s.Jump(s.finish)
}

// goBack writes the way up to the header of a loop; past it, if that may have no lanes.
func (s *Selector) goBack(header flow.Step) {
	if !header.IsTested {
		s.nextIteration(header.Place)
		return
	}
	s.TestMasks(s.Current(s.pending[s.Flow.Layout.Order[header.Place]]))
	out := s.Fn.NewLabel()
	s.JumpIf(asm.CondE, out)
	s.nextIteration(header.Place)
	s.Label(out)
}

// nextIteration goes up to the header of a loop, looking now and then whether few lanes are left, or else whether the
// launch was cancelled.
func (s *Selector) nextIteration(header int) {
	if s.taken != nil && s.taken.compacted != nil {
		s.nextCompactedIteration(header)
		return
	}
	if l := s.TailOf(header); l != nil {
		s.lookOrGoBack(l)
		return
	}
	s.pollAndGo(header)
}

// leaveBlock writes the terminator of a block.
func (s *Selector) leaveBlock(b ir.BlockID) {
	block := &s.Kernel.Blocks[b]
	s.begin(s.Begins[b])
	s.startCountdowns(b)
	switch {
	case len(block.Succs) == 0:
		s.passResults(s.Kernel.Terminator(b))
		s.goOn(s.Place, s.Flow.Open[s.Place], s.Flow.Written[s.Place], -1)
	case len(block.Succs) == 1:
		s.moves(b, &block.Succs[0])
		s.take(b, block.Succs[0].To)
	case s.Flow.Diverges[b]:
		s.partLanes(b, s.Kernel.Terminator(b))
	case s.BoundsCheck != nil && s.BoundsCheck.Block == b:
		s.branchBoundsCheck(b, s.Kernel.Terminator(b))
	case prepare.UnmaskedAt(s.Unmasked, b) != nil:
		s.branchUnmasked(b, prepare.UnmaskedAt(s.Unmasked, b))
	default:
		s.branch(b, s.Kernel.Terminator(b))
	}
}

// take sends all active lanes to a block.
func (s *Selector) take(b, to ir.BlockID) {
	s.sendAll(b, to)
	place := s.Flow.Layout.Place[to]
	s.goOn(s.Place, s.Flow.Open[s.Place].With(place), s.Flow.Written[s.Place].With(place), place)
}

// sendAll adds the active lanes to the pending mask of a block.
func (s *Selector) sendAll(b, to ir.BlockID) {
	if s.pending[to] == nil {
		return
	}
	masks := s.MasksOf(b)
	for u := range s.Each() {
		if masks == nil || s.IsWhole(b) {
			s.SetMask(s.pending[to][u], true)
		} else {
			s.send(b, to, u, masks[u])
		}
	}
}

// send adds lanes to the pending mask of a block.
func (s *Selector) send(from, to ir.BlockID, u int, lanes asm.Reg) {
	p := s.pending[to][u]
	if s.Flow.Open[s.Flow.Layout.Place[from]].Has(s.Flow.Layout.Place[to]) {
		s.OrMask(p, p, lanes)
		return
	}
	s.MoveMask(p, lanes)
}

// branch writes a branch that all lanes take alike.
func (s *Selector) branch(b ir.BlockID, t *ir.Instr) {
	block := &s.Kernel.Blocks[b]
	if t.Op == ir.OpSwitch {
		s.switchAlike(b, t)
		return
	}
	other := s.Fn.NewLabel()
	first := max(s.Serial.Current-1, 0) // of the sub-groups that are written
	if s.Fused[t.Args[0]] {
		c := s.CompareScalar(s.Kernel.Instr(t.Args[0]), first)
		s.JumpIf(c^1, other)
	} else if bits, ok := s.ConstOf(t.Args[0]); ok {
		if bits == 0 {
			s.Jump(other)
		}
	} else {
		c := s.Lane0Reg(t.Args[0], first)
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: c, B: c})
		s.JumpIf(asm.CondE, other)
	}
	s.take(b, block.Succs[0].To)
	s.Label(other)
	s.take(b, block.Succs[1].To)
}

// switchAlike compares with one case after the other.
func (s *Selector) switchAlike(b ir.BlockID, t *ir.Instr) {
	block := &s.Kernel.Blocks[b]
	typ := s.Kernel.Type(t.Args[0])
	value := s.Lane0Reg(t.Args[0], 0)
	for i, c := range block.Cases {
		next := s.Fn.NewLabel()
		want := s.General()
		s.MoveImm(want, c&typ.Mask())
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: value, B: want})
		s.JumpIf(asm.CondNE, next)
		s.take(b, block.Succs[i+1].To)
		s.Label(next)
	}
	s.take(b, block.Succs[0].To)
}

// partLanes writes a divergent branch.
func (s *Selector) partLanes(b ir.BlockID, t *ir.Instr) {
	if t.Op == ir.OpSwitch {
		s.switchLanes(b, t)
	} else {
		for u := range s.Each() {
			s.partSub(b, t, u)
		}
	}
	open, written := s.Flow.Open[s.Place].With(s.Place).Without(s.Place),
		s.Flow.Written[s.Place].With(s.Place).Without(s.Place)
	for _, e := range s.Kernel.Blocks[b].Succs {
		if !s.Flow.IsSink(e.To) {
			open.Add(s.Flow.Layout.Place[e.To])
			written.Add(s.Flow.Layout.Place[e.To])
		}
	}
	s.goOn(s.Place, open, written, -1)
}

// partSub splits the mask of one sub-group at a divergent branch. Both pending masks may have the register of the
// active one, which is read first.
func (s *Selector) partSub(b ir.BlockID, t *ir.Instr, u int) {
	yes, no := s.Kernel.Blocks[b].Succs[0].To, s.Kernel.Blocks[b].Succs[1].To
	c := s.LanesOf(t.Args[0], u)[0]
	active := s.ActiveMask(u)
	isYes, isNo := s.pending[yes] != nil && !s.Flow.IsSink(yes), s.pending[no] != nil && !s.Flow.IsSink(no)
	var taken, left asm.Reg
	if isYes {
		taken = c
		if active != asm.NoReg {
			taken = s.NewMask()
			s.AndMask(taken, active, c)
		}
	}
	if isNo {
		left = s.NewMask()
		if active != asm.NoReg {
			s.AndNotMask(left, c, active)
		} else {
			s.NotMask(left, c)
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
func (s *Selector) sendSecond(b, first, to ir.BlockID, u int, lanes asm.Reg) {
	if first == to {
		s.OrMask(s.pending[to][u], s.pending[to][u], lanes)
		return
	}
	s.send(b, to, u, lanes)
}

// switchLanes splits masks by the value of each lane. Several cases may lead to one block.
func (s *Selector) switchLanes(b ir.BlockID, t *ir.Instr) {
	block := &s.Kernel.Blocks[b]
	typ := s.Kernel.Type(t.Args[0])
	for u := range s.Each() {
		rest := s.NewMask()
		if active := s.ActiveMask(u); active != asm.NoReg {
			s.MoveMask(rest, active)
		} else {
			s.SetMask(rest, true)
		}
		sent := map[ir.BlockID]bool{}
		sendTo := func(to ir.BlockID, lanes asm.Reg) {
			if s.pending[to] == nil || s.Flow.IsSink(to) {
				return
			}
			if sent[to] {
				s.OrMask(s.pending[to][u], s.pending[to][u], lanes)
			} else {
				s.send(b, to, u, lanes)
			}
			sent[to] = true
		}
		value := s.LanesOf(t.Args[0], u)
		for i, c := range block.Cases {
			same, hit := s.NewMask(), s.NewMask()
			want := s.ConstLanes(typ, c&typ.Mask())
			o := vec.Operation{Op: ir.OpICmp, Kind: uint8(ir.EQ), Type: ir.I1, From: typ}
			if !s.Lower(o, []asm.Reg{same}, value, want, nil) {
				s.Fail("switch on %v has no machine code", typ)
			}
			s.AndMask(hit, rest, same)
			left := s.NewMask()
			s.AndNotMask(left, same, rest)
			rest = left
			sendTo(block.Succs[i+1].To, hit)
		}
		sendTo(block.Succs[0].To, rest)
	}
}
