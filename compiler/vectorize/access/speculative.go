package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Gathers that most often find their elements side by side: those by an index that steps by one element but for the
// edges of an image, where it is clamped or wraps around. The code looks, and reads a piece of memory if it may: a few
// instructions, where a gather takes some twenty cycles. Programs that count in bytes (`*(float *)(p + y * pitch + 4 *
// x)`) have an index that steps by the size of an element.

// IsSpeculative reports whether an access by index is worth a look whether it is one in a row.
func (s *Accesses) IsSpeculative(a *Address, t ir.Type) bool {
	return a.Pattern == ByIndex32 && a.RowStep(t) != 0 && s.IsSpeculativeRow(a.Index, a.RowStep(t))
}

// RowStep is by how much the index of an address steps where elements of a type lie side by side; 0: they cannot.
func (a *Address) RowStep(t ir.Type) int32 {
	if a.Scale == 0 || t.Bytes()%uint64(a.Scale) != 0 {
		return 0
	}
	return int32(t.Bytes() / uint64(a.Scale))
}

// IsSpeculativeRow reports whether a 32-bit index mostly steps by a number from lane to lane.
func (s *Accesses) IsSpeculativeRow(v ir.ValueID, step int32) bool {
	return !s.Off.Has(switches.SpeculativeRows) && s.likely(v, step, maxRowDepth)
}

func (s *Accesses) likely(v ir.ValueID, step int32, depth int) bool {
	if f := s.ByValue[v]; f.Kind == forms.Affine {
		return f.Step == step
	}
	in := s.Kernel.Instr(v)
	if depth == 0 {
		return false
	}
	switch in.Op {
	case ir.OpAdd:
		x, y := in.Args[0], in.Args[1]
		return s.isMostlySame(y, maxSameDepth) && s.likely(x, step, depth-1) ||
			s.isMostlySame(x, maxSameDepth) && s.likely(y, step, depth-1)
	case ir.OpSub:
		return s.isMostlySame(in.Args[1], maxSameDepth) && s.likely(in.Args[0], step, depth-1)
	case ir.OpMul, ir.OpShl:
		by := s.factorOf(in)
		return by > 0 && step%by == 0 && s.likely(in.Args[0], step/by, depth-1)
	case ir.OpURem, ir.OpSRem:
		return s.likely(in.Args[0], step, depth-1) && s.IsUniform(in.Args[1])
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpAnd:
		x, y := in.Args[0], in.Args[1]
		return s.likely(x, step, depth-1) && s.IsUniform(y) || s.IsUniform(x) && s.likely(y, step, depth-1)
	case ir.OpSelect:
		return s.likely(in.Args[1], step, depth-1) || s.likely(in.Args[2], step, depth-1)
	case ir.OpExpect, ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return s.likely(in.Args[0], step, depth-1)
	case ir.OpParam:
		return s.likelyParam(v, step, depth-1)
	case ir.OpArg: // columns of an image
		return s.Kernel.AccessesImage && in.Imm == 0 && step == 1
	}
	return false
}

// factorOf is the small constant that a product or a shift multiplies its first operand with; 0: there is none.
func (s *Accesses) factorOf(in *ir.Instr) int32 {
	const largest = 16
	c, ok := s.ConstArg(in)
	if ok && in.Op == ir.OpShl && c < largest {
		c = 1 << c
	}
	if !ok || c > largest {
		return 0
	}
	return int32(c)
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
		return (s.likely(in.Args[0], 1, depth-1) || s.isMostlySame(in.Args[0], depth-1)) && s.IsUniform(in.Args[1])
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpAnd, ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpURem,
		ir.OpSRem:
		return s.isMostlySame(in.Args[0], depth-1) && s.isMostlySame(in.Args[1], depth-1)
	case ir.OpSelect:
		return s.isMostlySame(in.Args[1], depth-1) && s.isMostlySame(in.Args[2], depth-1)
	case ir.OpExpect, ir.OpTrunc, ir.OpSExt, ir.OpZExt:
		return s.isMostlySame(in.Args[0], depth-1)
	case ir.OpArg: // rows of an image
		return s.Kernel.AccessesImage && in.Imm > 0
	}
	return false
}

// likelyParam looks at the values a parameter gets; that it steps itself is assumed meanwhile, by the depth.
func (s *Accesses) likelyParam(p ir.ValueID, step int32, depth int) bool {
	if depth <= maxRowDepth-maxParamDepth {
		return true // around a loop, most likely
	}
	for _, v := range s.Flow.Cfg.Incoming(s.Kernel, p) {
		if !s.likely(v, step, depth) {
			return false
		}
	}
	return true
}
