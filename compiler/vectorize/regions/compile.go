package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/vectorize/forms"
)

// HasDivergentLoops says whether there are loops that lanes leave in different rounds.
func (s *Regions) HasDivergentLoops() bool {
	return slices.ContainsFunc(s.Flow.Layout.Loops, func(l lane.Loop) bool { return s.Flow.IsOwn(l.Headers[0]) && !s.IsRemainder(l.Headers[0]) })
}

// ReadsChanging says whether the kernel reads what may be another value each time.
func (s *Regions) ReadsChanging() bool {
	return slices.ContainsFunc(s.Kernel.Instrs, func(in ir.Instr) bool {
		return in.Flags&ir.FlagVolatile != 0 || forms.Accesses(in.Op) && in.Op != ir.OpLoad && in.Op != ir.OpStore
	})
}
