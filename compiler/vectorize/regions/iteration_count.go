package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/stride"
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
		counters := stride.Loop{Fn: s.Kernel, CFG: s.Flow.Cfg, Header: header,
			IsInside: func(b ir.BlockID) bool { return s.IsInside(b, l) }}
		for _, v := range s.Kernel.Blocks[header].Instrs {
			if c, ok := s.countedBy(v, &counters); ok && s.isEnteredByJumps(&counters) {
				s.IterationCounts[header] = append(s.IterationCounts[header], c)
				s.IsIterationCount[v] = true
			}
		}
	}
}

// countedBy says of which parameter of the header, that goes up by one in each iteration, a value in the header is a
// copy for behind the loop.
func (s *Regions) countedBy(v ir.ValueID, loop *stride.Loop) (c iterationCount, ok bool) {
	in := s.Kernel.Instr(v)
	if in.Op != ir.OpExpect || in.Type != ir.I32 || !s.Needed[v] || !s.LiveOut[v] || s.IsSame(v) ||
		s.ByValue[v].Kind != forms.Vector {
		return c, false
	}
	for i, p := range s.Kernel.Blocks[loop.Header].Params {
		more, isSum := loop.Between(in.Args[0], p)
		if f := s.ByValue[p]; isSum && (more.Is(0) || more.Is(1)) && f.Kind == forms.Scalar && !f.PerSub {
			step, isCounter := loop.Step(p)
			return iterationCount{v, i, more.Is(1)}, isCounter && step.Is(1)
		}
	}
	return c, false
}

// isEnteredByJumps reports whether all ways into a loop are jumps.
func (s *Regions) isEnteredByJumps(loop *stride.Loop) bool {
	return !slices.ContainsFunc(s.Flow.Cfg.Preds[loop.Header], func(b ir.BlockID) bool {
		return !loop.IsInside(b) && len(s.Kernel.Blocks[b].Succs) != 1
	})
}
