package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Gathers that most often find their elements side by side: those by an index that steps by one but for the edges of an
// image, where it is clamped or wraps around. The code looks, and reads a piece of memory if it may: a few
// instructions, where a gather takes some twenty cycles.

// isSpeculative reports whether an access by index is worth a look whether it is one in a row.
func (s *Accesses) isSpeculative(a *Address, t ir.Type) bool {
	return a.Pattern == ByIndex32 && uint64(a.Scale) == t.Bytes() && s.IsSpeculativeRow(a.Index)
}

// IsSpeculativeRow reports whether a 32-bit index mostly steps by one from lane to lane.
func (s *Accesses) IsSpeculativeRow(v ir.ValueID) bool {
	return !s.Off.Has(switches.SpeculativeRows) && s.likely(v, maxRowDepth)
}

func (s *Accesses) likely(v ir.ValueID, depth int) bool {
	if f := s.ByValue[v]; f.Kind == forms.Affine {
		return f.Step == 1
	}
	in := s.Kernel.Instr(v)
	if depth == 0 {
		return false
	}
	switch in.Op {
	case ir.OpAdd:
		x, y := in.Args[0], in.Args[1]
		return s.isMostlySame(y, maxSameDepth) && s.likely(x, depth-1) ||
			s.isMostlySame(x, maxSameDepth) && s.likely(y, depth-1)
	case ir.OpSub:
		return s.isMostlySame(in.Args[1], maxSameDepth) && s.likely(in.Args[0], depth-1)
	case ir.OpURem, ir.OpSRem:
		return s.likely(in.Args[0], depth-1) && s.IsUniform(in.Args[1])
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpAnd:
		x, y := in.Args[0], in.Args[1]
		return s.likely(x, depth-1) && s.IsUniform(y) || s.IsUniform(x) && s.likely(y, depth-1)
	case ir.OpSelect:
		return s.likely(in.Args[1], depth-1) || s.likely(in.Args[2], depth-1)
	case ir.OpExpect, ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return s.likely(in.Args[0], depth-1)
	case ir.OpParam:
		return s.likelyParam(v, depth-1)
	}
	return false
}

// isMostlySame reports whether neighbouring lanes mostly have the same value: the row of a pixel in an image whose
// pixels are counted through, i / width, and what is made of it.
func (s *Accesses) isMostlySame(v ir.ValueID, depth int) bool {
	if s.IsUniform(v) {
		return true
	}
	if depth == 0 {
		return false
	}
	in := s.Kernel.Instr(v)
	switch in.Op {
	case ir.OpUDiv, ir.OpSDiv, ir.OpLShr, ir.OpAShr:
		return (s.likely(in.Args[0], depth-1) || s.isMostlySame(in.Args[0], depth-1)) && s.IsUniform(in.Args[1])
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpAnd, ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpURem,
		ir.OpSRem:
		return s.isMostlySame(in.Args[0], depth-1) && s.isMostlySame(in.Args[1], depth-1)
	case ir.OpSelect:
		return s.isMostlySame(in.Args[1], depth-1) && s.isMostlySame(in.Args[2], depth-1)
	case ir.OpExpect, ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return s.isMostlySame(in.Args[0], depth-1)
	}
	return false
}

// likelyParam looks at the values a parameter gets; that it steps itself is assumed meanwhile, by the depth.
func (s *Accesses) likelyParam(p ir.ValueID, depth int) bool {
	if depth <= maxRowDepth-maxParamDepth {
		return true // around a loop, most likely
	}
	for _, v := range s.Flow.Cfg.Incoming(s.Kernel, p) {
		if !s.likely(v, depth) {
			return false
		}
	}
	return true
}
