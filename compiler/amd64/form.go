package amd64

import (
	"math"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// kind is how the lanes of a value are kept.
type kind uint8

const (
	none   kind = iota // not at all: no result, or not needed
	scalar             // one general register: the same for all lanes
	affine             // one general register with the value of lane 0; lane l has l*step more
	vector             // one vector register, two for 64-bit types
	mask               // truth values: one mask register
)

// form is how a value is kept.
type form struct {
	kind   kind
	perSub bool  // each sub-group of the bundle has its own registers; else all share one set
	step   int32 // affine: between neighbouring lanes
	rows   int32 // scalar and affine, Columns, not perSub: between neighbouring sub-groups
}

// forms decides how the values of a function are kept in bundles of a shape.
type forms struct {
	Target
	kernel   *ir.Func
	version  Version
	off      analysisSet // left out
	info     *uniform.Info
	flow     *flow
	byValue  []form
	escapes  []bool                   // by value: made in a loop that lanes leave at different times, and used behind it
	swapIn   map[ir.BlockID]*swapLoop // loops of compare and swap, by all their blocks
	outer    []int                    // by value that escapes: the outermost such loop
	spread   []bool                   // by parameter: steps evenly, but some edge brings it in a vector
	partial  []bool                   // by value: what is the same for all lanes may be right in active lanes only
	lane     uniform.Vary             // what makes lanes of a sub-group differ
	sub      uniform.Vary             // what makes sub-groups of a bundle differ
	private  int32                    // step of private memory that lies by work-items, see layPrivate
	offsets  []bool                   // by value: a pointer into a private variable whose lanes lie side by side
	rests    map[ir.BlockID]bool      // headers of loops of which there are copies, see whole_loop.go
	inParts  bool                     // blocks are written for one sub-group after the other where they may be
	privates map[ir.ValueID]uint64    // offsets of allocas, in the memory of a work-item
	keepsAll bool                     // writes under masks keep the other lanes, whoever reads them

	oneLaneOnly []bool // by value: as kept now, it is that of one lane (oneLane)
}

// variesBy is what makes lanes, and sub-groups, of a shape differ.
func variesBy(shape bundle.Shape) (lane, sub uniform.Vary) {
	switch shape {
	case bundle.Rows:
		return uniform.VaryLocal0 | uniform.VaryAny, uniform.VaryLocal0 | uniform.VaryAny
	case bundle.Columns:
		return uniform.VaryLocal0 | uniform.VaryAny, uniform.VaryLocal1 | uniform.VaryAny
	}
	all := uniform.VaryLocal0 | uniform.VaryLocal1 | uniform.VaryLocal2 | uniform.VaryAny
	return all, all
}

// decide fills in the forms, in the order of the layout, so that operands come before their users but for parameters.
func (s *forms) decide() {
	s.byValue, s.partial = make([]form, len(s.kernel.Instrs)), make([]bool, len(s.kernel.Instrs))
	s.spread, s.oneLaneOnly = make([]bool, len(s.kernel.Instrs)), make([]bool, len(s.kernel.Instrs))
	s.escaping()
	for s.decideOnce(); s.spreadParams(); {
		s.decideOnce()
	}
}

func (s *forms) decideOnce() {
	for _, b := range s.flow.layout.Order {
		for _, p := range s.kernel.Blocks[b].Params {
			s.byValue[p] = s.formOf(p, s.escapes[p] || !s.meetsWhole(b) && !s.stepsTogether(b))
			s.partial[p] = s.isPartial(p)
		}
		for _, v := range s.kernel.Blocks[b].Instrs {
			s.byValue[v] = s.formOf(v, s.escapes[v])
			s.partial[v] = s.isPartial(v)
		}
	}
}

// spreadParams finds parameters that cannot be kept as their lane 0, or that of the first sub-group, because an edge brings
// a value whose lane 0 may not have been written; true if there are new ones.
func (s *forms) spreadParams() bool {
	found := false
	for b := range s.kernel.Blocks {
		for _, e := range s.kernel.Blocks[b].Succs {
			for i, p := range s.kernel.Blocks[e.To].Params {
				f := s.byValue[p]
				if f.kind == affine && s.lane0(e.Args[i]).kind == none || f.rows != 0 && s.keptInLanes(e.Args[i]) {
					s.spread[p], found = true, true
				}
			}
		}
	}
	return found
}

// meetsWhole says whether all lanes of b come there together from one block, so that its parameters can be written at
// once for all.
func (s *forms) meetsWhole(b ir.BlockID) bool {
	for _, p := range s.flow.cfg.Preds[b] {
		if s.flow.root[p] != s.flow.root[b] {
			return false
		}
	}
	return true
}

// stepsTogether says whether b is the header of a loop that bundles come to when not all their lanes stay in its copy, and the
// lanes that are in it make all rounds together: who is not in it reads no parameter of it any more, unless it escapes.
func (s *forms) stepsTogether(b ir.BlockID) bool {
	if !s.rests[b] {
		return false
	}
	loop := s.flow.layout.Loops[s.flow.inner(b)]
	back := 0
	for _, p := range s.flow.cfg.Preds[b] {
		if place := s.flow.layout.Place[p]; place >= loop.First {
			if place != loop.Last {
				return false
			}
			back++
		}
	}
	return back == 1 && len(s.flow.cfg.Preds[b]) == 2
}

// formOf decides for one value. Values that some sub-groups must keep while others write them are kept in vectors, which
// can be written under masks.
func (s *forms) formOf(v ir.ValueID, isPartial bool) form {
	in := s.kernel.Instr(v)
	if in.Type == ir.Void || in.Op == ir.OpConst || in.Op == ir.OpUndef {
		return form{}
	}
	vary := s.info.Varies(v)
	perSub := vary&s.sub != 0
	keepsPart := isPartial && perSub
	if s.offsets[v] {
		return s.offsetForm(in)
	}
	if in.Op == ir.OpAlloca {
		return form{kind: affine, perSub: true, step: s.private}
	}
	if vary&s.lane == 0 {
		if isScalarType(in.Type) && isScalarOp(in) && !keepsPart {
			if rows, ok := s.rowStep(v, in, perSub); ok {
				return form{kind: scalar, rows: rows}
			}
			return form{kind: scalar, perSub: perSub}
		}
		return form{kind: lanesOf(in.Type), perSub: perSub}
	}
	if f, ok := s.affineForm(v, in, perSub); ok && !keepsPart {
		return f
	}
	return form{kind: lanesOf(in.Type), perSub: perSub}
}

// lanesOf is the kind of a value that differs from lane to lane.
func lanesOf(t ir.Type) kind {
	if t == ir.I1 {
		return mask
	}
	return vector
}

// isScalarType says whether values of a type that are the same for all lanes live in general registers. Floats are
// computed in vectors all the same.
func isScalarType(t ir.Type) bool { return t == ir.I1 || t.IsInt() || t == ir.Ptr }

// affineForm is the form of a value that steps evenly along a row.
func (s *forms) affineForm(v ir.ValueID, in *ir.Instr, perSub bool) (form, bool) {
	if s.version.Shape == bundle.Packed || in.Type != ir.I32 && in.Type != ir.I64 && in.Type != ir.Ptr {
		return form{}, false
	}
	if in.Op == ir.OpPtrAdd { // also private memory, which the analysis of strides does not know
		a, b := s.lane0(in.Args[0]), s.lane0(in.Args[1])
		if sum := int64(a.step) + int64(b.step); a.kind != none && b.kind != none && fits(sum) {
			if a.kind == scalar && b.kind == scalar {
				return form{}, false
			}
			f := form{kind: affine, perSub: a.perSub || b.perSub, step: int32(sum)}
			if rows := int64(a.rows) + int64(b.rows); !f.perSub && fits(rows) {
				f.rows = int32(rows)
			} else {
				f.perSub = f.perSub || rows != 0
			}
			return f, true
		}
		return form{}, false
	}
	step, needs, ok := s.info.StrideNeeds(v)
	if !ok || step == 0 || !fits(step) || !s.hold(needs) || !isAffineOp(in.Op) || s.spread[v] {
		return form{}, false
	}
	for _, a := range in.Args {
		if in.Op != ir.OpParam && s.lane0(a).kind == none && !s.isUniform(a) {
			return form{}, false
		}
	}
	if s.version.Shape == bundle.Rows {
		perSub = false // sub-groups follow each other in the row
	}
	if rows, ok := s.rowStep(v, in, perSub); ok {
		return form{kind: affine, step: int32(step), rows: rows}, true
	}
	return form{kind: affine, perSub: perSub, step: int32(step)}, true
}

// rowStep is what a value is more from sub-group to sub-group of a bundle of columns, if that is a constant: then all can
// share the register of the first.
func (s *forms) rowStep(v ir.ValueID, in *ir.Instr, perSub bool) (int32, bool) {
	if s.version.Shape != bundle.Columns || !perSub || in.Type != ir.I32 && in.Type != ir.I64 && in.Type != ir.Ptr || s.spread[v] {
		return 0, false
	}
	for _, a := range in.Args { // what is kept in vectors may be right in active lanes only
		if in.Op != ir.OpParam && s.keptInLanes(a) {
			return 0, false
		}
	}
	step, needs, ok := s.info.RowStep(v)
	return int32(step), ok && fits(step) && s.hold(needs)
}

// keptInLanes says whether a value, in its form so far, is in vectors or masks.
func (s *forms) keptInLanes(v ir.ValueID) bool {
	return s.byValue[v].kind == vector || s.byValue[v].kind == mask
}

// hold says whether the version is only for launches with these properties.
func (s *forms) hold(needs uniform.Needs) bool {
	return (needs&uniform.NeedsSmallIDs == 0 || s.version.SmallIDs) && (needs&uniform.NeedsGuard == 0 || s.version.Guarded)
}

func fits(step int64) bool { return step >= math.MinInt32/1024 && step <= math.MaxInt32/1024 }

func (s *forms) isUniform(v ir.ValueID) bool {
	return s.info.Varies(v)&s.lane == 0 || s.oneLaneOnly[v]
}

// lane0 is the form of an operand whose value in lane 0 can be in a general register; constants count as scalars.
func (s *forms) lane0(v ir.ValueID) form {
	in := s.kernel.Instr(v)
	if in.Op == ir.OpConst || in.Op == ir.OpUndef {
		return form{kind: scalar}
	}
	f := s.byValue[v]
	if f.kind == scalar || f.kind == affine {
		return f
	}
	if s.isUniform(v) && f.kind == vector {
		return form{kind: scalar, perSub: f.perSub}
	}
	return form{}
}

// isAffineOp says whether an operation on the values of lane 0 gives the value of lane 0 of a result that steps evenly.
func isAffineOp(op ir.Op) bool {
	switch op {
	case ir.OpGlobalID, ir.OpLocalID, ir.OpParam, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpTrunc, ir.OpSExt, ir.OpZExt,
		ir.OpBitcast:
		return true
	}
	return false
}

// isScalarOp says whether scalar.go has a rule for an operation.
func isScalarOp(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpParam, ir.OpArgBlock, ir.OpGlobalBase, ir.OpLocalBase, ir.OpMemoryBound, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor,
		ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpICmp, ir.OpFCmp, ir.OpSelect, ir.OpTrunc, ir.OpZExt, ir.OpSExt, ir.OpBitcast, ir.OpLoad,
		ir.OpPtrAdd, ir.OpGlobalID, ir.OpLocalID, ir.OpGroupID, ir.OpGlobalSize, ir.OpLocalSize, ir.OpEnqueuedLocalSize,
		ir.OpNumGroups, ir.OpGlobalOffset, ir.OpWorkDim, ir.OpExpect:
		return true
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpRotl, ir.OpBSwap, ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		return in.Type == ir.I32 || in.Type == ir.I64
	}
	return false
}
