package control

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// startMasks makes the masks of blocks: at the entry that of the frame, and zero for those that are read before they
// are written.
func (s *Selector) startMasks() {
	for b := range s.Kernel.Blocks {
		id := ir.BlockID(b)
		if b > 0 && s.Flow.IsOwn(id) && s.Flow.IsOpened[s.Flow.Layout.Place[b]] {
			s.Active[b] = s.NewMasks()
			s.pending[b] = s.Active[b]
			if s.Flow.NeedZero[b] && s.Flow.Inner(id) >= 0 {
				s.pending[b] = s.NewMasks()
			}
			if s.Flow.NeedZero[b] {
				for _, m := range s.pending[b] {
					s.SetMask(m, false)
				}
			}
		}
	}
	if !s.Version.FullBundles {
		s.Active[0] = s.NewMasks()
		for u, m := range s.Active[0] {
			s.LoadMask(m, asm.Mem{Base: asm.RBP, Disp: abi.FrameMask + 2*int32(u)})
		}
	}
	s.Entry = append(s.Entry, s.Fn.Insts...)
	s.Fn.Insts = nil
}
