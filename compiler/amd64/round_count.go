package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Counters of rounds that are read behind a loop which lanes leave in different rounds. The counter is the same for all
// lanes that are still in the loop, so it lives in a general register; its copy for behind the loop (passes/pass_leave.go)
// is written at the top of each round for the lanes that are there. With AVX2 that is a broadcast and a blend of three
// micro-operations. As the counter goes up by one, it is as well to begin with one less than it begins with, and to subtract the
// mask: one operation.

// roundCount is the copy of a counter, or of what it will be in the next round.
type roundCount struct {
	copied ir.ValueID
	param  int // of the header
	isNext bool
}

// findRoundCounts finds them, by header.
func (s *regionTable) findRoundCounts() {
	s.roundCounts, s.isRoundCount = map[ir.BlockID][]roundCount{}, map[ir.ValueID]bool{}
	if s.ISA != AVX2 || s.inParts {
		return
	}
	for l := range s.flow.layout.Loops {
		loop := &s.flow.layout.Loops[l]
		if len(loop.Headers) != 1 {
			continue
		}
		header := loop.Headers[0]
		for _, v := range s.kernel.Blocks[header].Instrs {
			if c, ok := s.countedBy(v, header); ok && s.countsRounds(header, l, c.param) {
				s.roundCounts[header] = append(s.roundCounts[header], c)
				s.isRoundCount[v] = true
			}
		}
	}
}

// countedBy says of which parameter of the header a value in the header is a copy for behind the loop.
func (s *regionTable) countedBy(v ir.ValueID, header ir.BlockID) (c roundCount, ok bool) {
	in := s.kernel.Instr(v)
	if in.Op != ir.OpExpect || in.Type != ir.I32 || !s.needed[v] || !s.escapes[v] || s.isSame(v) || s.byValue[v].kind != vector {
		return c, false
	}
	for i, p := range s.kernel.Blocks[header].Params {
		if isNext := s.isNext(in.Args[0], p); (p == in.Args[0] || isNext) && s.byValue[p].kind == scalar && !s.byValue[p].perSub {
			return roundCount{v, i, isNext}, true
		}
	}
	return c, false
}

// countsRounds says whether a parameter of a header goes up by one in each round, and all ways into the loop are jumps.
func (s *regionTable) countsRounds(header ir.BlockID, loop, param int) bool {
	p := s.kernel.Blocks[header].Params[param]
	for _, b := range s.flow.cfg.Preds[header] {
		succs := s.kernel.Blocks[b].Succs
		if !s.isInside(b, loop) {
			if len(succs) != 1 {
				return false
			}
			continue
		}
		for i := range succs {
			if succs[i].To == header && !s.isNext(succs[i].Args[param], p) {
				return false
			}
		}
	}
	return true
}

// isNext says whether a value is one more than another.
func (s *regionTable) isNext(v, than ir.ValueID) bool {
	in := s.kernel.Instr(v)
	if in.Op != ir.OpAdd || in.Args[0] != than {
		return false
	}
	step, ok := s.constOf(in.Args[1])
	return ok && step == 1
}

// startRoundCounts gives the lanes that enter a loop the copies that they count from.
func (s *selector) startRoundCounts(b ir.BlockID, edge *ir.Edge) {
	for _, c := range s.roundCounts[edge.To] {
		if s.isInside(b, s.flow.inner(edge.To)) {
			return
		}
		for u := range s.eachCopy(s.byValue[c.copied]) {
			first := s.lanesOf(edge.Args[c.param], u)[0]
			if !c.isNext {
				first = s.Sub(ir.I32, first, s.Number(ir.I32, 1))
			}
			s.moveLanes(c.copied, u, s.own(c.copied, u), []asm.Reg{first})
		}
	}
}

// countRound writes the copy at the top of a round.
func (s *selector) countRound(v ir.ValueID, in *ir.Instr) {
	f := s.byValue[v]
	for u := range s.eachCopy(f) {
		active := s.activeFor(f, u)
		if active == asm.NoReg {
			s.vectorInstr(v, in, u)
			continue
		}
		dst := s.own(v, u)[0]
		s.Op3(asm.Vpsubd, dst, dst, active)
	}
}
