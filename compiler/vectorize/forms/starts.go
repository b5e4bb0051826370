package forms

import (
	"math/bits"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Vectors begin at local ids that are multiples of their length, and in launches whose guard says so at such global
// ids. So the last bits of an id are those of the lane, and of what is computed from it as programs divide numbers
// into rows,
//
//	(id / 16) * 17 + id % 16	(id / 64) * 256 + id % 64
//
// the last bits in lane 0 are known: the lanes count on from there and carry nothing into the bits above, so that a
// quotient is the same in all lanes and a remainder steps evenly, if only within a vector. Each sub-group of a row has
// a register of its own for such a value's lane 0; columns share one.

// start is what is known of a value within a vector.
type start struct {
	isEven bool   // lane l has l*step more than lane 0, cut to the type
	step   int64  //
	known  uint   // how many of the last bits are known in lane 0,
	bits   uint64 // and these
}

// constStart is that of a constant.
func constStart(bits uint64) start { return start{isEven: true, known: 64, bits: bits} }

// cut leaves no more than some last bits known.
func (s start) cut(known uint) start {
	if s.known = min(s.known, known); s.known < 64 {
		s.bits &= 1<<s.known - 1
	}
	return s
}

// carries reports whether a lane changes more than the known bits.
func (s start) carries(lanes int) bool {
	if s.step == 0 || !s.isEven {
		return !s.isEven
	}
	if s.step < 0 || s.step > 1<<32 {
		return true
	}
	last, known := s.bits+uint64(lanes-1)*uint64(s.step), min(s.known, 62)
	return s.bits > 1<<62 || last >= 1<<known
}

// findStart computes what is known of a value within a vector from its operands.
func (s *Forms) findStart(v ir.ValueID, in *ir.Instr) start {
	width := uint(in.Type.Bits())
	if !in.Type.IsInt() && in.Type != ir.Ptr || in.Type == ir.I1 {
		return start{}
	}
	found := s.startOf(in).cut(width)
	switch step, needs, ok := s.Info.StrideNeeds(v); {
	case found.isEven:
	case s.Info.Varies(v)&s.Lane == 0:
		found.isEven, found.step = true, 0
	case ok && s.hold(needs):
		found.isEven, found.step = true, step
	}
	return found
}

// startOf is what an operation tells.
func (s *Forms) startOf(in *ir.Instr) start {
	switch in.Op {
	case ir.OpConst:
		return constStart(in.Imm)
	case ir.OpLocalID, ir.OpGlobalID:
		return s.startOfID(in)
	case ir.OpAdd, ir.OpPtrAdd, ir.OpSub:
		return sumOf(in.Op, s.starts[in.Args[0]], s.starts[in.Args[1]])
	case ir.OpMul, ir.OpShl:
		if c, ok := s.Kernel.ConstFactor(in); ok {
			return s.starts[in.Args[0]].times(c)
		}
	case ir.OpTrunc:
		return s.starts[in.Args[0]]
	case ir.OpZExt, ir.OpSExt:
		return s.startOfExtension(in)
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpLShr, ir.OpAShr:
		if c, ok := s.ConstArg(in); ok {
			return s.startOfBits(in, c)
		}
	}
	return start{}
}

// startOfID is what is known of an id.
func (s *Forms) startOfID(in *ir.Instr) start {
	lanes := uint64(s.ISA.Lanes())
	own := start{isEven: true, step: 1, known: uint(bits.TrailingZeros64(lanes))}
	switch size := s.Kernel.Group[0]; {
	case in.Kind != 0:
		return start{isEven: true}
	case in.Op == ir.OpGlobalID && (size == 0 || size%lanes != 0 || !s.Version.Guarded || !s.Info.Guard().AlignsIDs()):
		own.known = 0
	case in.Op == ir.OpLocalID && size > 0 && size <= lanes:
		own.known = 64
	}
	return own
}

func sumOf(op ir.Op, x, y start) start {
	z := start{isEven: x.isEven && y.isEven, known: min(x.known, y.known)}
	if op == ir.OpSub {
		z.step, z.bits = x.step-y.step, x.bits-y.bits
	} else {
		z.step, z.bits = x.step+y.step, x.bits+y.bits
	}
	return z.cut(z.known)
}

// times is a multiple.
func (s start) times(c int64) start {
	if c == 0 {
		return constStart(0)
	}
	over, step := bits.Mul64(uint64(max(s.step, -s.step)), uint64(max(c, -c)))
	z := start{isEven: s.isEven && over == 0 && step < 1<<32, step: s.step * c, bits: s.bits * uint64(c)}
	return z.withKnown(s.known + uint(bits.TrailingZeros64(uint64(c))))
}

func (s start) withKnown(known uint) start {
	s.known = min(known, 64)
	return s.cut(s.known)
}

// startOfExtension is what is known of a number in more bits: lanes must not carry out of those that it had.
func (s *Forms) startOfExtension(in *ir.Instr) start {
	from := uint(s.Kernel.Type(in.Args[0]).Bits())
	x := s.starts[in.Args[0]]
	if in.Op == ir.OpSExt {
		from--
	}
	if x = x.cut(from); x.carries(s.ISA.Lanes()) {
		half := uint64(1) << (s.Kernel.Type(in.Args[0]).Bits() - 1)
		x.isEven = x.isEven && x.step >= 0 && x.step < int64(half)/int64(s.ISA.Lanes()) &&
			s.Kernel.UpperBound(in.Args[0]) < half
	}
	return x
}

// startOfBits is what is known of an operation with a constant that works on bits, or on those above some last ones.
func (s *Forms) startOfBits(in *ir.Instr, c uint64) start {
	x, width := s.starts[in.Args[0]], uint(in.Type.Bits())
	if in.Op == ir.OpAShr {
		x = x.cut(width - 1) // not the sign
	}
	apply := func(bits uint64) uint64 { return bits & c }
	known := x.known
	switch in.Op {
	case ir.OpAnd:
		known = max(known, min(uint(bits.TrailingZeros64(c)), width))
	case ir.OpOr:
		apply = func(bits uint64) uint64 { return bits | c }
	case ir.OpXor:
		apply = func(bits uint64) uint64 { return bits ^ c }
	default:
		c &= uint64(width - 1)
		apply = func(bits uint64) uint64 { return bits >> c }
		known -= min(known, uint(c))
	}
	z := start{bits: apply(x.bits)}
	if !x.carries(s.ISA.Lanes()) {
		z.step, z.isEven = x.stepOf(s.ISA.Lanes(), apply)
	}
	return z.withKnown(known)
}

// stepOf is the step of an operation on the known bits of the lanes, if there is one.
func (s start) stepOf(lanes int, apply func(uint64) uint64) (step int64, isEven bool) {
	lane := func(l int) int64 { return int64(apply(s.bits+uint64(l)*uint64(s.step)) - apply(s.bits)) }
	step = lane(1)
	for l := 2; l < lanes; l++ {
		if lane(l) != int64(l)*step {
			return 0, false
		}
	}
	return step, true
}

// startForm is the form of a value that is the same within a vector, or steps evenly there, if not along a row.
func (s *Forms) startForm(v ir.ValueID, in *ir.Instr, perSub bool) (Form, bool) {
	known := s.starts[v]
	if s.Off.Has(switches.VectorStarts|switches.StrideAnalysis) || !known.isEven || !fits(known.step) ||
		!isAffineOp(in.Op) && !isBitOp(in.Op) || len(in.Args) == 0 || in.Op == ir.OpParam || s.spread[v] {
		return Form{}, false
	}
	for _, a := range in.Args {
		if s.Lane0(a).Kind == None && !s.IsUniform(a) {
			return Form{}, false
		}
	}
	if known.step == 0 {
		return Form{Kind: Scalar, PerSub: perSub}, true
	}
	return Form{Kind: Affine, PerSub: perSub, Step: int32(known.step)}, true
}

func isBitOp(op ir.Op) bool {
	switch op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpLShr, ir.OpAShr:
		return true
	}
	return false
}
