package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// findBegins finds where registers that are only partly written begin to live: before the outermost loop whose leavers
// keep them, else before the ways to a parameter's block part. Without a beginning they would live from the entry on.
func (s *Regions) findBegins() {
	s.Begins = make([][]ir.ValueID, len(s.Kernel.Blocks))
	for _, b := range s.Flow.Layout.Order {
		block := &s.Kernel.Blocks[b]
		for _, list := range [][]ir.ValueID{block.Params, block.Instrs} {
			for _, v := range list {
				at := b
				switch {
				case !s.Needed[v] || s.ByValue[v].Kind != forms.Vector && s.ByValue[v].Kind != forms.Mask || s.IsSame(v):
					continue
				case s.LiveOut[v]:
					at = s.Flow.Layout.Loops[s.LiveOutOf[v]].Headers[0]
				case s.KeepsAll && s.Flow.Inner(b) >= 0:
					at = s.Flow.Layout.Loops[s.Flow.Inner(b)].Headers[0]
				case s.Kernel.Instr(v).Op != ir.OpParam:
					continue
				}
				if d := s.Flow.Cfg.Idom[at]; at != 0 && d >= 0 {
					s.Begins[d] = append(s.Begins[d], v)
				}
			}
		}
	}
}
