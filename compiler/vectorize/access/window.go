package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Windows: loads of bytes, and of words of 2 bytes, by an index that differs little from lane to lane, but not evenly:
// the pixels that an image is scaled from, every other pixel as far as an edge, pixels of three bytes mirrored there.
// All that the lanes read lies in as many bytes as a vector has, so the code looks whether it does, reads these bytes
// at once, and lets each lane take its own: some sixteen instructions, where the machine, which gathers no bytes, takes
// as many and a gather of words besides. Pairs of words are taken likewise out of two vectors.
//
// Nothing but the code's speed depends on what is found here: the indices are looked at.

// mostApart is how many bytes apart the elements of neighbouring lanes may lie, so that those of all lanes are in one
// vector: it has four bytes for each lane.
const mostApart = 4

// IsWindowed reports whether a load by index is worth a look whether its elements lie in one vector.
func (s *Accesses) IsWindowed(a *Address, t ir.Type) bool {
	return t.Bytes() < MinGathered && s.isClose(a, t)
}

// IsWindowedPair reports whether pairs of words, by an index of words, are worth it: as the two pixels of a row that a
// filter joins. Each word has a vector of its own to be taken out of; the second begins a word later.
func (s *Accesses) IsWindowedPair(c *Interleave) bool {
	return c.IsPair && !c.IsStore && c.RowWords() == 2 && c.At.RowStep(ir.I32) == 1 && s.isClose(&c.At, ir.I32)
}

// isClose reports whether the elements of neighbouring lanes are likely to lie close together.
func (s *Accesses) isClose(a *Address, t ir.Type) bool {
	if s.Off.Has(switches.Windows) || a.Pattern != ByIndex32 || a.RowStep(t) == 0 {
		return false
	}
	step, ok := s.stepAbout(a.Index, maxWindowDepth)
	return ok && step > 0 && step*int64(a.Scale) <= mostApart
}

// stepAbout estimates how much a number grows from lane to lane, if that can be told. Of a choice it takes what grows
// the most: the others are those at edges. What varies by what is not known is taken to grow by about one if it is a
// coordinate that was scaled: images are mostly made a little larger or smaller.
func (s *Accesses) stepAbout(v ir.ValueID, depth int) (step int64, ok bool) {
	switch f := s.ByValue[v]; f.Kind {
	case forms.Affine:
		return int64(f.Step), true
	case forms.Scalar:
		return 0, true
	}
	in := s.Kernel.Instr(v)
	if depth == 0 {
		return 0, false
	}
	switch in.Op {
	case ir.OpConst:
		return 0, true
	case ir.OpAdd, ir.OpFAdd:
		return s.stepOfBoth(in, depth, func(x, y int64) int64 { return x + y })
	case ir.OpSub, ir.OpFSub:
		return s.stepOfBoth(in, depth, func(x, y int64) int64 { return x - y })
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpFMin, ir.OpFMax:
		return s.stepOfBoth(in, depth, func(x, y int64) int64 { return max(x, y) })
	case ir.OpSelect:
		x, okX := s.stepAbout(in.Args[1], depth-1)
		y, okY := s.stepAbout(in.Args[2], depth-1)
		return max(x, y), okX && okY
	case ir.OpMul, ir.OpShl:
		step, ok = s.stepAbout(in.Args[0], depth-1)
		by := int64(s.factorOf(in))
		return step * by, ok && (by > 0 || step == 0 && s.IsUniform(in.Args[1]))
	case ir.OpFMA:
		step, ok = s.stepOfScaled(in, depth)
		more, okMore := s.stepAbout(in.Args[2], depth-1)
		return step + more, ok && okMore
	case ir.OpFMul, ir.OpFDiv, ir.OpUDiv, ir.OpSDiv, ir.OpLShr, ir.OpAShr:
		return s.stepOfScaled(in, depth)
	case ir.OpURem, ir.OpSRem, ir.OpAnd:
		step, ok = s.stepAbout(in.Args[0], depth-1)
		return step, ok && s.IsUniform(in.Args[1])
	case ir.OpExpect, ir.OpTrunc, ir.OpSExt, ir.OpZExt, ir.OpFFloor, ir.OpFTrunc, ir.OpFRint, ir.OpSToF, ir.OpUToF,
		ir.OpFToS, ir.OpFToU, ir.OpBitcast:
		return s.stepAbout(in.Args[0], depth-1)
	case ir.OpParam:
		return s.stepOfParam(v, depth-1)
	}
	return 0, false
}

// stepOfBoth estimates the step of a number made of two.
func (s *Accesses) stepOfBoth(in *ir.Instr, depth int, join func(x, y int64) int64) (step int64, ok bool) {
	x, okX := s.stepAbout(in.Args[0], depth-1)
	y, okY := s.stepAbout(in.Args[1], depth-1)
	return join(x, y), okX && okY
}

// stepOfScaled estimates the step of a number times, or divided by, one that all lanes share.
func (s *Accesses) stepOfScaled(in *ir.Instr, depth int) (step int64, ok bool) {
	x, y := in.Args[0], in.Args[1]
	if (in.Op == ir.OpFMul || in.Op == ir.OpFMA) && s.isSame(x) {
		x, y = y, x
	}
	step, ok = s.stepAbout(x, depth-1)
	return min(step, 1), ok && s.isSame(y)
}

// isSame reports whether all lanes have the same value, in a register of any kind.
func (s *Accesses) isSame(v ir.ValueID) bool {
	return s.IsUniform(v) || s.Kernel.Instr(v).Op == ir.OpConst
}

// stepOfParam estimates the step of a block's parameter by the values that it gets; around a loop it is not asked for.
func (s *Accesses) stepOfParam(p ir.ValueID, depth int) (step int64, ok bool) {
	if depth < maxWindowDepth-2*maxParamDepth {
		return 0, true
	}
	for _, v := range s.Flow.Cfg.Incoming(s.Kernel, p) {
		x, okX := s.stepAbout(v, depth)
		if !okX {
			return 0, false
		}
		step = max(step, x)
	}
	return step, true
}
