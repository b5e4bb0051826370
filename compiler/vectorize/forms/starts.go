package forms

import (
	"math/bits"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Vectors begin at local ids that are multiples of their length, and in launches whose guard says so at such global
// ids. So the last bits of an id are those of the lane, and of what is computed from it as programs divide numbers
// into rows,
//
//	(id / 16) * 17 + id % 16	(id / 640) * 1024 + id % 640
//
// the last bits in lane 0 are known: the lanes count on from there and carry nothing into the bits above, so that a
// quotient is the same in all lanes and a remainder steps evenly, if only within a vector. Each sub-group has a
// register of its own for such a value's lane 0, unless columns share it, or as much is known of whole bundles, which
// begin at multiples of their length. Branches on what is the same in a bundle are in alike.go.

// start is what is known of a value within a unit: a vector, or a bundle of a row.
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

// startFinder finds what is known of the values within units of a length.
type startFinder struct {
	*Forms
	lanes int
	found []start // by value
}

// FindStarts finds what is known of values within vectors and within bundles, given an order of the blocks in which
// operands come before their users.
func (s *Forms) FindStarts(order []ir.BlockID) {
	s.starts = s.findStarts(order, s.ISA.Lanes())
	s.ofBundle = s.starts
	if s.Version.Shape == bundle.Rows && s.Version.Count > 1 {
		s.ofBundle = s.findStarts(order, s.ISA.Lanes()*s.Version.Count)
	}
	if !s.Off.Has(switches.AlikeBranches | switches.VectorStarts | switches.StrideAnalysis) {
		s.alike = make([]bool, len(s.Kernel.Instrs))
	}
}

func (s *Forms) findStarts(order []ir.BlockID, lanes int) []start {
	f := startFinder{s, lanes, make([]start, len(s.Kernel.Instrs))}
	for _, b := range order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			f.found[v] = f.find(v, s.Kernel.Instr(v))
		}
	}
	return f.found
}

// evenInBundle is what is known of a value within a bundle, nil if it does not step evenly there.
func (s *Forms) evenInBundle(v ir.ValueID) *start {
	shape := s.Version.Shape
	if !s.ofBundle[v].isEven || shape == bundle.Packed || shape == bundle.Columns && s.Info.Varies(v)&s.Sub != 0 {
		return nil
	}
	return &s.ofBundle[v]
}

// find computes what is known of a value from its operands. What lanes leave a loop with is of other iterations.
func (s *startFinder) find(v ir.ValueID, in *ir.Instr) (found start) {
	if !in.Type.IsInt() && in.Type != ir.Ptr || in.Type == ir.I1 {
		return start{}
	}
	if !s.Info.Leaves(v) {
		found = s.startOf(in).cut(uint(in.Type.Bits()))
	}
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
func (s *startFinder) startOf(in *ir.Instr) start {
	switch in.Op {
	case ir.OpConst:
		return constStart(in.Imm)
	case ir.OpLocalID, ir.OpGlobalID:
		return s.startOfID(in)
	case ir.OpAdd, ir.OpPtrAdd, ir.OpSub:
		return sumOf(in.Op, s.found[in.Args[0]], s.found[in.Args[1]])
	case ir.OpMul, ir.OpShl:
		if c, ok := s.Kernel.ConstFactor(in); ok {
			return s.found[in.Args[0]].times(c)
		}
	case ir.OpTrunc:
		return s.found[in.Args[0]]
	case ir.OpZExt, ir.OpSExt:
		return s.startOfExtension(in)
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpLShr, ir.OpAShr:
		if c, ok := s.ConstArg(in); ok {
			return s.startOfBits(in, c)
		}
	case ir.OpUDiv, ir.OpURem:
		if c, ok := s.ConstArg(in); ok && c > 0 {
			return s.startOfDivision(in, c)
		}
	}
	return start{}
}

// startOfID is what is known of an id.
func (s *startFinder) startOfID(in *ir.Instr) start {
	lanes := uint64(s.lanes)
	own := start{isEven: true, step: 1, known: uint(bits.TrailingZeros64(lanes))}
	switch size := s.Kernel.Group[0]; {
	case in.Kind != 0:
		return start{isEven: true}
	case in.Op == ir.OpGlobalID:
		own.known = 0
		if aligned := s.Info.Guard().AlignsIDs(); s.Version.Guarded && aligned > 0 {
			own.known = uint(bits.TrailingZeros64(aligned | lanes))
		}
	case size > 0 && size <= lanes:
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
func (s *startFinder) startOfExtension(in *ir.Instr) start {
	from := uint(s.Kernel.Type(in.Args[0]).Bits())
	x := s.found[in.Args[0]]
	if in.Op == ir.OpSExt {
		from--
	}
	if x = x.cut(from); x.carries(s.lanes) {
		half := uint64(1) << (s.Kernel.Type(in.Args[0]).Bits() - 1)
		x.isEven = x.isEven && x.step >= 0 && x.step < int64(half)/int64(s.lanes) &&
			s.Kernel.UpperBound(in.Args[0]) < half
	}
	return x
}

// startOfBits is what is known of an operation with a constant that works on bits, or on those above some last ones.
func (s *startFinder) startOfBits(in *ir.Instr, c uint64) start {
	x, width := s.found[in.Args[0]], uint(in.Type.Bits())
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
	if !x.carries(s.lanes) {
		z.step, z.isEven = x.stepOf(s.lanes, apply)
	}
	return z.withKnown(known)
}

// startOfDivision is what is known of a quotient or a remainder by a constant. A multiple of a power of two that the
// lanes do not reach lies above or below all of them.
func (s *startFinder) startOfDivision(in *ir.Instr, c uint64) start {
	x := s.found[in.Args[0]].cut(uint(bits.TrailingZeros64(c)))
	z := start{isEven: !x.carries(s.lanes)}
	if in.Op == ir.OpURem {
		z.step, z.known, z.bits = x.step, x.known, x.bits
	}
	return z
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
	f := Form{Kind: Affine, Step: int32(known.step)}
	if known.step == 0 {
		f.Kind = Scalar
	}
	ok := false
	f.PerSub, ok = s.perSubOf(in, perSub && s.evenInBundle(v) == nil)
	return f, ok
}

// perSubOf reports whether each sub-group needs a register of its own for what is computed from the operands in lane 0,
// and whether these can be had.
func (s *Forms) perSubOf(in *ir.Instr, perSub bool) (needs, ok bool) {
	for _, a := range in.Args {
		f := s.Lane0(a)
		if f.Kind == None && !s.IsUniform(a) {
			return false, false
		}
		perSub = perSub || f.PerSub || f.Rows != 0
	}
	return perSub, true
}

func isBitOp(op ir.Op) bool {
	switch op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpLShr, ir.OpAShr, ir.OpUDiv, ir.OpURem:
		return true
	}
	return false
}
