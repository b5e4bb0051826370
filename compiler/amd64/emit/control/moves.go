package control

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
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
func (s *Selector) moves(b ir.BlockID, edge *ir.Edge) {
	var list []move
	for i, p := range s.Kernel.Blocks[edge.To].Params {
		if !s.Needed[p] {
			continue
		}
		if s.IsDense(p) {
			list = append(list, s.denseMoves(p, edge.Args[i])...)
			continue
		}
		f := s.ByValue[p]
		for u := range s.EachCopy(f) {
			m := move{param: p, u: u, dst: s.Own(p, u), isMasked: s.IsPartlyWritten(b, edge.To, p)}
			if f.Kind == forms.Scalar || f.Kind == forms.Affine {
				m.src = []asm.Reg{s.Lane0Reg(edge.Args[i], u)}
			} else if a := edge.Args[i]; s.ByValue[a].Kind == forms.Affine && s.IsRemainder(edge.To) && !s.IsRemainder(
				b) {
				m.src = s.stepsHere(a, u)
			} else {
				m.src = s.LanesOf(a, u)
			}
			list = append(list, m)
		}
	}
	s.separate(list)
	for i := range list {
		s.move(&list[i])
	}
}

// denseMoves are the copies for a dense parameter.
func (s *Selector) denseMoves(p, from ir.ValueID) (list []move) {
	bytes := s.DenseBytes[p]
	for team := range s.DenseTeams(bytes) {
		list = append(list, move{param: p, u: team, dst: []asm.Reg{s.DenseOwn(p, team)},
			src: []asm.Reg{s.DenseOf(from, bytes, team)}})
	}
	return list
}

// stepsHere are the lanes of an affine value, made at their use: after a loop, and not in each of its iterations.
func (s *Selector) stepsHere(v ir.ValueID, u int) []asm.Reg {
	all, t := s.Temp(), s.Kernel.Type(v)
	s.Broadcast(all, s.Own(v, u)[0], emit.SizeOf(t))
	return s.SpreadSteps(all, t, s.ByValue[v], u)
}

// separate saves sources that an earlier copy overwrites.
func (s *Selector) separate(list []move) {
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

// saved copies a register ahead of all copies, which are written later.
func (s *Selector) saved(r asm.Reg) asm.Reg {
	class := s.Fn.ClassOf(r)
	saved := s.Fn.NewReg(class)
	s.Emit(asm.Inst{Op: emit.MoveOps[class], Dst: saved, B: r})
	return saved
}

func (s *Selector) move(m *move) {
	switch f := s.ByValue[m.param]; {
	case f.Kind == forms.Scalar || f.Kind == forms.Affine:
		s.Emit(asm.Inst{Op: asm.MoveG, Dst: m.dst[0], B: m.src[0]})
	case m.isMasked:
		s.MoveLanes(m.param, m.u, m.dst, m.src)
	case f.Kind == forms.Mask:
		s.MoveMask(m.dst[0], m.src[0])
	default:
		for h := range m.dst {
			s.MoveVector(m.dst[h], m.src[h])
		}
	}
}
