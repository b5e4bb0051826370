package lane

import (
	"slices"

	"heddle/compiler/ir"
)

// move is one of the copies of an edge, which all happen at once.
type move struct {
	dst, src Reg
	typ      ir.Type
}

// emitMoves orders the copies of an edge: a copy may be written when no other still reads its target; what remains
// are cycles, each opened by saving one register.
func (e *emitter) emitMoves(edge *ir.Edge) {
	var moves []move
	for i, v := range edge.Args {
		param := e.f.Blocks[edge.To].Params[i]
		m := move{e.reg(param), e.reg(v), e.f.Type(param)}
		if m.dst.Class != NoReg && m.dst != m.src {
			moves = append(moves, m)
		}
	}
	for len(moves) > 0 {
		i := slices.IndexFunc(moves, func(m move) bool { return !isRead(moves, m.dst) })
		if i < 0 {
			moves = e.openCycle(moves)
			continue
		}
		e.emitMove(moves[i])
		moves = slices.Delete(moves, i, i+1)
	}
}

func isRead(moves []move, reg Reg) bool {
	return slices.ContainsFunc(moves, func(m move) bool { return m.src == reg })
}

// openCycle saves the target of the first copy in a scratch register, from which it is read from now on.
func (e *emitter) openCycle(moves []move) []move {
	victim := moves[0].dst
	saved := e.temporary(victim.Class)
	e.emitMove(move{saved, victim, moves[0].typ})
	for i := range moves {
		if moves[i].src == victim {
			moves[i].src = saved
		}
	}
	return moves
}

func (e *emitter) emitMove(m move) {
	e.emit(Inst{Op: OpMove, Type: m.typ, From: m.typ, Masked: true, Dst: m.dst, Args: [3]Reg{m.src}})
}
