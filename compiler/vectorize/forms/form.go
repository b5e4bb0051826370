// Package forms decides how the lanes of each value are kept: once in a general register, as the value of lane 0 and a
// step, in vectors, or as a mask.
//
// Reading order: form.go, partial.go (the lanes that a write must keep), private.go (private variables whose lanes lie
// side by side), value.go (questions about values that the packages above ask).
package forms

import (
	"math"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/switches"
)

// Kind is how the lanes of a value are kept.
type Kind uint8

const (
	None   Kind = iota // not at all: no result, or not needed
	Scalar             // one general register: the same for all lanes
	Affine             // one general register with the value of lane 0; lane l has l*step more
	Vector             // one vector register, two for 64-bit types
	Mask               // truth values: one mask register
)

// Form is how a value is kept.
type Form struct {
	Kind   Kind
	PerSub bool  // each sub-group of the bundle has its own registers; else all share one set
	Step   int32 // affine: between neighbouring lanes
	Rows   int32 // scalar and affine, Columns, not PerSub: between neighbouring sub-groups
}

// Forms decides how the values of a function are kept in bundles of a shape.
type Forms struct {
	target.Machine
	Kernel  *ir.Func
	Version bundle.Version
	Off     switches.Set // left out
	Info    *uniform.Info
	Flow    *flow.Flow
	ByValue []Form
	// by value: made in a loop that lanes leave at different times, and used after it
	LiveOut   []bool
	CasLoopOf map[ir.BlockID]*flow.CASLoop // loops of compare and swap, by all their blocks
	LiveOutOf []int                        // by value that escapes: the outermost such loop
	spread    []bool                       // by parameter: steps evenly, but some edge brings it in a vector
	starts    []start                      // by value: what is known of it within a vector,
	ofBundle  []start                      // and within a bundle of a row
	alike     []bool                       // by value: conditions that are the same for a bundle, found by starts
	// by value: what is the same for all lanes may be right in active lanes only
	Partial      []bool
	Lane         uniform.Vary          // what makes lanes of a sub-group differ
	Sub          uniform.Vary          // what makes sub-groups of a bundle differ
	private      int32                 // step of private memory that lies by work-items, see LayPrivate
	Offsets      []bool                // by value: a pointer into a private variable whose lanes lie side by side
	Remainders   map[ir.BlockID]bool   // headers of loops of which there are copies, see whole_loop.go
	IsSerial     bool                  // blocks are written for one sub-group after the other where they may be
	PrivateAll   int32                 // bytes of private memory of a work-item
	PrivateBytes uint64                // the same
	PrivateAlign uint64                // and how it is aligned
	Privates     map[ir.ValueID]uint64 // offsets of allocas, in the memory of a work-item
	KeepsAll     bool                  // writes under masks keep the other lanes, whoever reads them
}

// Decide fills in the forms, in the order of the layout, so that operands come before their users but for parameters.
func (s *Forms) Decide() {
	s.ByValue, s.Partial = make([]Form, len(s.Kernel.Instrs)), make([]bool, len(s.Kernel.Instrs))
	s.spread = make([]bool, len(s.Kernel.Instrs))
	if s.starts == nil {
		s.FindStarts(s.Flow.Layout.Order)
	}
	s.findLiveOut()
	for s.decideOnce(); s.spreadParams(); {
		s.decideOnce()
	}
}

func (s *Forms) decideOnce() {
	for _, b := range s.Flow.Layout.Order {
		for _, p := range s.Kernel.Blocks[b].Params {
			s.ByValue[p] = s.formOf(p, s.LiveOut[p] || !s.meetsWhole(b) && !s.stepsTogether(b))
			s.Partial[p] = s.isPartial(p)
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			s.ByValue[v] = s.formOf(v, s.LiveOut[v])
			s.Partial[v] = s.isPartial(v)
		}
	}
}

// spreadParams finds parameters that cannot be kept as their lane 0, or that of the first sub-group, because an edge
// brings a value whose lane 0 may not have been written; true if there are new ones.
func (s *Forms) spreadParams() bool {
	found := false
	for b := range s.Kernel.Blocks {
		for _, e := range s.Kernel.Blocks[b].Succs {
			for i, p := range s.Kernel.Blocks[e.To].Params {
				f := s.ByValue[p]
				if f.Kind == Affine && s.Lane0(e.Args[i]).Kind == None || f.Rows != 0 && s.keptInLanes(e.Args[i]) {
					s.spread[p], found = true, true
				}
			}
		}
	}
	return found
}

// meetsWhole reports whether all lanes of b come there together from one block, so that its parameters can be written
// at once for all.
func (s *Forms) meetsWhole(b ir.BlockID) bool {
	for _, p := range s.Flow.Cfg.Preds[b] {
		if s.Flow.Root[p] != s.Flow.Root[b] {
			return false
		}
	}
	return true
}

// stepsTogether reports whether b is the header of a loop that bundles come to when not all their lanes stay in its
// copy, and the lanes that are in it make all iterations together: who is not in it reads no parameter of it any more,
// unless it escapes.
func (s *Forms) stepsTogether(b ir.BlockID) bool {
	if !s.Remainders[b] {
		return false
	}
	loop := s.Flow.Layout.Loops[s.Flow.Inner(b)]
	back := 0
	for _, p := range s.Flow.Cfg.Preds[b] {
		if place := s.Flow.Layout.Place[p]; place >= loop.First {
			if place != loop.Last {
				return false
			}
			back++
		}
	}
	return back == 1 && len(s.Flow.Cfg.Preds[b]) == 2
}

// formOf decides for one value. Values that some sub-groups must keep while others write them are kept in vectors,
// which can be written under masks.
func (s *Forms) formOf(v ir.ValueID, isPartial bool) Form {
	in := s.Kernel.Instr(v)
	if in.Type == ir.Void || in.Op == ir.OpConst || in.Op == ir.OpUndef {
		return Form{}
	}
	vary := s.Info.Varies(v)
	perSub := vary&s.Sub != 0
	keepsOthers := isPartial && perSub
	if s.Offsets[v] {
		return s.offsetForm(in)
	}
	if in.Op == ir.OpAlloca {
		return Form{Kind: Affine, PerSub: true, Step: s.private}
	}
	if vary&s.Lane == 0 {
		if IsScalarType(in.Type) && IsScalarOp(in) && !keepsOthers {
			if rows, ok := s.rowStep(v, in, perSub); ok {
				return Form{Kind: Scalar, Rows: rows}
			}
			return Form{Kind: Scalar, PerSub: perSub}
		}
		return Form{Kind: lanesOf(in.Type), PerSub: perSub}
	}
	if f, ok := s.affineForm(v, in, perSub); ok && !keepsOthers {
		return f
	}
	if f, ok := s.alikeForm(v, in); ok && !keepsOthers {
		return f
	}
	return Form{Kind: lanesOf(in.Type), PerSub: perSub}
}

// lanesOf is the kind of a value that differs from lane to lane.
func lanesOf(t ir.Type) Kind {
	if t == ir.I1 {
		return Mask
	}
	return Vector
}

// IsScalarType reports whether values of a type that are the same for all lanes live in general registers. Floats are
// computed in vectors all the same.
func IsScalarType(t ir.Type) bool { return t == ir.I1 || t.IsInt() || t == ir.Ptr }

// affineForm is the form of a value that steps evenly along a row.
func (s *Forms) affineForm(v ir.ValueID, in *ir.Instr, perSub bool) (Form, bool) {
	if s.Version.Shape == bundle.Packed || in.Type != ir.I32 && in.Type != ir.I64 && in.Type != ir.Ptr {
		return Form{}, false
	}
	if in.Op == ir.OpPtrAdd { // also private memory, which the analysis of strides does not know
		a, b := s.Lane0(in.Args[0]), s.Lane0(in.Args[1])
		if sum := int64(a.Step) + int64(b.Step); a.Kind != None && b.Kind != None && fits(sum) {
			if a.Kind == Scalar && b.Kind == Scalar {
				return Form{}, false
			}
			f := Form{Kind: Affine, PerSub: a.PerSub || b.PerSub, Step: int32(sum)}
			if rows := int64(a.Rows) + int64(b.Rows); !f.PerSub && fits(rows) {
				f.Rows = int32(rows)
			} else {
				f.PerSub = f.PerSub || rows != 0
			}
			return f, true
		}
		return Form{}, false
	}
	step, needs, ok := s.Info.StrideNeeds(v)
	if !ok || step == 0 || !fits(step) || !s.hold(needs) || !isAffineOp(in.Op) || s.spread[v] {
		return s.startForm(v, in, perSub)
	}
	for _, a := range in.Args {
		if in.Op != ir.OpParam && s.Lane0(a).Kind == None && !s.IsUniform(a) {
			return Form{}, false
		}
	}
	if s.Version.Shape == bundle.Rows {
		perSub = false // sub-groups follow each other in the row
	}
	if rows, ok := s.rowStep(v, in, perSub); ok {
		return Form{Kind: Affine, Step: int32(step), Rows: rows}, true
	}
	return Form{Kind: Affine, PerSub: perSub, Step: int32(step)}, true
}

// rowStep is what a value is more from sub-group to sub-group of a bundle of columns, if that is a constant: then all
// can share the register of the first.
func (s *Forms) rowStep(v ir.ValueID, in *ir.Instr, perSub bool) (int32, bool) {
	if s.Version.Shape != bundle.Columns || !perSub || in.Type != ir.I32 && in.Type != ir.I64 && in.Type != ir.Ptr ||
		s.spread[v] {
		return 0, false
	}
	for _, a := range in.Args { // what is kept in vectors may be right in active lanes only
		if in.Op != ir.OpParam && s.keptInLanes(a) {
			return 0, false
		}
	}
	step, needs, ok := s.Info.RowStep(v)
	return int32(step), ok && fits(step) && s.hold(needs)
}

// keptInLanes reports whether a value, in its form so far, is in vectors or masks.
func (s *Forms) keptInLanes(v ir.ValueID) bool {
	return s.ByValue[v].Kind == Vector || s.ByValue[v].Kind == Mask
}

// hold reports whether the version is only for launches with these properties.
func (s *Forms) hold(needs uniform.Needs) bool {
	return (needs&uniform.NeedsSmallIDs == 0 || s.Version.SmallIDs) &&
		(needs&uniform.NeedsGuard == 0 || s.Version.Guarded) &&
		(needs&uniform.NeedsSubGroup == 0 || s.Lane&uniform.VarySub == 0)
}

func fits(step int64) bool { return step >= math.MinInt32/1024 && step <= math.MaxInt32/1024 }

func (s *Forms) IsUniform(v ir.ValueID) bool {
	return s.Info.Varies(v)&s.Lane == 0
}

// Lane0 is the form of an operand whose value in lane 0 can be in a general register; constants count as scalars.
func (s *Forms) Lane0(v ir.ValueID) Form {
	in := s.Kernel.Instr(v)
	if in.Op == ir.OpConst || in.Op == ir.OpUndef {
		return Form{Kind: Scalar}
	}
	f := s.ByValue[v]
	if f.Kind == Scalar || f.Kind == Affine {
		return f
	}
	if s.IsUniform(v) && f.Kind == Vector {
		return Form{Kind: Scalar, PerSub: f.PerSub}
	}
	return Form{}
}

// isAffineOp reports whether an operation on the values of lane 0 gives the value of lane 0 of a result that steps
// evenly.
func isAffineOp(op ir.Op) bool {
	switch op {
	case ir.OpGlobalID, ir.OpLocalID, ir.OpSubGroupLane, ir.OpParam, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl,
		ir.OpAnd, ir.OpTrunc, ir.OpSExt, ir.OpZExt, ir.OpBitcast:
		return true
	}
	return false
}

// IsScalarOp reports whether scalar.go has a rule for an operation.
func IsScalarOp(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpParam, ir.OpArgBlock, ir.OpGlobalBase, ir.OpLocalBase, ir.OpMemoryBound, ir.OpAdd, ir.OpSub, ir.OpMul,
		ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpICmp, ir.OpFCmp, ir.OpSelect, ir.OpTrunc,
		ir.OpZExt, ir.OpSExt, ir.OpBitcast, ir.OpLoad, ir.OpPtrAdd, ir.OpGlobalID, ir.OpLocalID, ir.OpGroupID,
		ir.OpGlobalSize, ir.OpLocalSize, ir.OpEnqueuedLocalSize, ir.OpNumGroups, ir.OpGlobalOffset, ir.OpWorkDim,
		ir.OpSubGroupID, ir.OpExpect, ir.OpClock, ir.OpArg:
		return true
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpRotl, ir.OpBSwap, ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		return in.Type == ir.I32 || in.Type == ir.I64
	}
	return false
}
