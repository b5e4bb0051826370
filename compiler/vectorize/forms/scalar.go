package forms

import "heddle/compiler/ir"

// ShortImm is a constant that fits an instruction. A bit is 0 or 1, so that results stay so too.
func (s *Forms) ShortImm(v ir.ValueID) (int64, bool) {
	c, ok := s.SignedConst(v)
	if s.Kernel.Type(v) == ir.I1 {
		c &= 1
	}
	return c, ok && c == int64(int32(c))
}

// IsSmallID says whether a value is an id cut to 32 bits in a version in which ids need no more than 31: the id itself is as
// good, and with sign and without it is extended to the same.
func (s *Forms) IsSmallID(in *ir.Instr) bool {
	if in.Op != ir.OpTrunc || in.Type != ir.I32 || !s.Version.SmallIDs {
		return false
	}
	id := s.Kernel.Instr(in.Args[0])
	return id.Type == ir.I64 && (id.Op == ir.OpGlobalID || id.Op == ir.OpLocalID)
}
