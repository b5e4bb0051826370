package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Counters of rounds that are read behind a loop which lanes leave in different rounds. The counter is the same for all
// lanes that are still in the loop, so it lives in a general register; its copy for behind the loop
// (passes/pass_lcssa.go) is written at the top of each round for the lanes that are there. Without mask registers that
// is a broadcast and a blend of three micro-operations. As the counter goes up by one, it is as well to begin with one
// less than it begins with, and to subtract the mask: one operation.

// iterationCount is the copy of a counter, or of what it will be in the next round.
type iterationCount struct {
	Copied ir.ValueID
	Param  int // of the header
	IsNext bool
}

// findIterationCounts finds them, by header.
func (s *Regions) findIterationCounts() {
	s.IterationCounts, s.IsIterationCount = map[ir.BlockID][]iterationCount{}, map[ir.ValueID]bool{}
	if s.ISA.HasMaskRegisters() || s.IsSerial || s.Off.Has(switches.IterationCounts) {
		return
	}
	for l := range s.Flow.Layout.Loops {
		loop := &s.Flow.Layout.Loops[l]
		if len(loop.Headers) != 1 {
			continue
		}
		header := loop.Headers[0]
		for _, v := range s.Kernel.Blocks[header].Instrs {
			if c, ok := s.countedBy(v, header); ok && s.countsIterations(header, l, c.Param) {
				s.IterationCounts[header] = append(s.IterationCounts[header], c)
				s.IsIterationCount[v] = true
			}
		}
	}
}

// countedBy says of which parameter of the header a value in the header is a copy for behind the loop.
func (s *Regions) countedBy(v ir.ValueID, header ir.BlockID) (c iterationCount, ok bool) {
	in := s.Kernel.Instr(v)
	if in.Op != ir.OpExpect || in.Type != ir.I32 || !s.Needed[v] || !s.LiveOut[v] || s.IsSame(v) ||
		s.ByValue[v].Kind != forms.Vector {
		return c, false
	}
	for i, p := range s.Kernel.Blocks[header].Params {
		if isNext := s.isNext(in.Args[0], p); (p == in.Args[0] || isNext) && s.ByValue[p].Kind == forms.Scalar &&
			!s.ByValue[p].PerSub {
			return iterationCount{v, i, isNext}, true
		}
	}
	return c, false
}

// countsIterations reports whether a parameter of a header goes up by one in each round, and all ways into the loop are
// jumps.
func (s *Regions) countsIterations(header ir.BlockID, loop, param int) bool {
	p := s.Kernel.Blocks[header].Params[param]
	for _, b := range s.Flow.Cfg.Preds[header] {
		succs := s.Kernel.Blocks[b].Succs
		if !s.IsInside(b, loop) {
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

// IsNext reports whether a value is one more than another.
func (s *Regions) isNext(v, than ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	if in.Op != ir.OpAdd || in.Args[0] != than {
		return false
	}
	step, ok := s.ConstOf(in.Args[1])
	return ok && step == 1
}
