package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// The values that an edge gives to the parameters of its target.
//
// A parameter is written under the mask of the active lanes only where other lanes' values stand in the same registers:
// if another block before the target may have run already, or if lanes have left a loop with the value. The first block
// before a join writes all lanes.

// move is one of the copies of an edge, all of which happen at once.
type move struct {
	param    ir.ValueID
	u        int
	dst, src []asm.Reg
	isMasked bool
}

// moves writes the copies of an edge.
func (s *selector) moves(b ir.BlockID, edge *ir.Edge) {
	var list []move
	for i, p := range s.kernel.Blocks[edge.To].Params {
		if !s.needed[p] {
			continue
		}
		f := s.byValue[p]
		for u := range s.copies(f) {
			m := move{param: p, u: u, dst: s.own(p, u), isMasked: s.isPartlyWritten(b, edge.To, p)}
			if f.kind == scalar || f.kind == affine {
				m.src = []asm.Reg{s.lane0Reg(edge.Args[i], u)}
			} else {
				m.src = s.lanesOf(edge.Args[i], u)
			}
			list = append(list, m)
		}
	}
	s.separate(list)
	for i := range list {
		s.move(&list[i])
	}
}

// separate saves sources that an earlier copy overwrites.
func (s *selector) separate(list []move) {
	written := map[asm.Reg]bool{}
	for i := range list {
		m := &list[i]
		for h, r := range m.src {
			if written[r] {
				m.src = append([]asm.Reg(nil), m.src...)
				m.src[h] = s.saved(r)
			}
		}
		for _, r := range m.dst {
			written[r] = true
		}
	}
}

// moveOps copy a register of a class.
var moveOps = [...]asm.Op{asm.General: asm.MoveG, asm.Vector: asm.MoveV, asm.Mask: asm.MoveK}

// saved copies a register ahead of all copies, which are written later.
func (s *selector) saved(r asm.Reg) asm.Reg {
	class := s.vec.fn.ClassOf(r)
	saved := s.vec.fn.NewReg(class)
	s.emit(asm.Inst{Op: moveOps[class], Dst: saved, B: r})
	return saved
}

func (s *selector) move(m *move) {
	switch f := s.byValue[m.param]; {
	case f.kind == scalar || f.kind == affine:
		s.emit(asm.Inst{Op: asm.MoveG, Dst: m.dst[0], B: m.src[0]})
	case m.isMasked:
		s.moveLanes(m.param, m.u, m.dst, m.src)
	case f.kind == mask:
		s.moveMask(m.dst[0], m.src[0])
	default:
		for h := range m.dst {
			s.moveVector(m.dst[h], m.src[h])
		}
	}
}

// isPartlyWritten says whether an edge must leave inactive lanes of a parameter as they are.
func (s *selector) isPartlyWritten(from, to ir.BlockID, p ir.ValueID) bool {
	switch {
	case s.isSame(p) || s.masksOf(from) == nil:
		return false
	case s.escapes[p] && s.isInside(from, s.outer[p]):
		return true
	case s.flow.root[from] == s.flow.root[to]:
		return false
	}
	if s.waitsInLoop(from, to) {
		return true
	}
	return s.flow.open[s.flow.layout.Place[from]].has(s.flow.layout.Place[to]) && !s.isFirst(from, to)
}

// waitsInLoop says whether an edge back to a header leaves lanes behind in the loop, which may still read what they came
// with: as where "continue" stands before the end.
func (s *selector) waitsInLoop(from, to ir.BlockID) bool {
	place, header := s.flow.layout.Place[from], s.flow.layout.Place[to]
	if header > place {
		return false
	}
	loop := s.flow.layout.Loops[s.flow.layout.Inner[header]]
	return s.flow.open[place].next(header+1, loop.Last+1) >= 0
}

// isInside says whether a block is in a loop.
func (s *selector) isInside(b ir.BlockID, loop int) bool {
	l, place := &s.flow.layout.Loops[loop], s.flow.layout.Place[b]
	return place >= l.First && place <= l.Last
}

// isFirst says whether a block is the first of those that lead to a block, so that nothing of value stands in the
// parameters yet.
func (s *selector) isFirst(from, to ir.BlockID) bool {
	place := s.flow.layout.Place[from]
	for _, p := range s.flow.cfg.Preds[to] {
		if s.flow.layout.Place[p] < place || s.flow.layout.Place[p] >= s.flow.layout.Place[to] {
			return false
		}
	}
	return true
}

// findBegins finds where registers that are only partly written begin to live: before the outermost loop whose leavers
// keep them, else before the ways to a parameter's block part. Without a beginning they would live from the entry on.
func (s *selector) findBegins() {
	s.begins = make([][]ir.ValueID, len(s.kernel.Blocks))
	for _, b := range s.flow.layout.Order {
		block := &s.kernel.Blocks[b]
		for _, list := range [][]ir.ValueID{block.Params, block.Instrs} {
			for _, v := range list {
				at := b
				switch {
				case !s.needed[v] || s.byValue[v].kind != vector && s.byValue[v].kind != mask || s.isSame(v):
					continue
				case s.escapes[v]:
					at = s.flow.layout.Loops[s.outer[v]].Headers[0]
				case s.kernel.Instr(v).Op != ir.OpParam:
					continue
				}
				if d := s.flow.cfg.Idom[at]; at != 0 && d >= 0 {
					s.begins[d] = append(s.begins[d], v)
				}
			}
		}
	}
}

// begin starts the lives of values' registers.
func (s *selector) begin(values []ir.ValueID) {
	for _, v := range values {
		for u := range s.copies(s.byValue[v]) {
			for _, r := range s.own(v, u) {
				s.emit(asm.Inst{Op: asm.Undef, Dst: r})
			}
		}
	}
}
