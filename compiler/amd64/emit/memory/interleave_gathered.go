package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// loadPiece gathers a piece, and takes it apart.
func (s *Accessor) loadPiece(c *access.Interleave, u int, active asm.Reg, dst [][]asm.Reg) {
	a := c.At
	a.Disp = c.Start
	whole := []asm.Reg{s.Temp()}
	if s.IsSpeculative(&a, ir.I32) {
		s.gatherSpeculative(whole, ir.I32, &a, access.PieceBytes, active, u)
	} else {
		s.gather(whole, ir.I32, &a, access.PieceBytes, active, u)
	}
	for i, m := range c.Members {
		s.cutOut(dst[i][0], whole[0], m)
	}
}
