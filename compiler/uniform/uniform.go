// Package uniform finds out which values are the same for which work-items, and how addresses step from one work-item
// to the next. Engines use it to keep one copy of uniform values, to branch instead of masking, and to load
// neighbouring elements at once.
//
// The question is asked per dimension: a value has a set of things it varies with, empty if it is the same in the whole
// NDRange. The analysis is optimistic: it starts from the empty set and grows to a fixed point, so that a loop counter
// does not vary merely because it depends on itself. A value varies with what its operands vary with, and also with the
// conditions that select it (control.go):
//
//   - a parameter of a block where a divergent branch joins varies with the branch's condition, if the edges pass
//     different values;
//   - a value of a loop that work-items leave in different iterations is the same for all that are in the loop at a
//     time, but not for its users outside, after they have left: if it is used outside, it varies with the condition
//     of leaving.
//
// So "uniform" means: whenever the instruction runs, all work-items of the group that run it together get the same
// value, and it is still the same wherever the value is used. Reading order: uniform.go, stride.go, wrapping.go,
// bounds.go, guard.go, control.go, joins.go, postdominators.go.
package uniform

import (
	"slices"

	"heddle/compiler/ir"
)

// Vary is the set of things that a value varies with.
type Vary uint8

// The members.
const (
	VaryGroup  Vary = 1 << iota // the work-group; the same for its work-items
	VaryLocal0                  // the local id in dimension 0
	VaryLocal1
	VaryLocal2
	VaryAny    // may differ from work-item to work-item
	VaryMemory // the present contents of memory: the same for work-items that read it together
	VarySub    // the sub-group; the same for its work-items

	withinGroup = VaryLocal0 | VaryLocal1 | VaryLocal2 | VaryAny | VaryMemory | VarySub
	withLane    = VaryLocal0 | VaryAny
)

// Info holds the facts about one function's values and branches. It is also valid for copies of the function in which
// some edges have blocks of their own, without values and with one successor: these do not change where control flow
// leads.
type Info struct {
	guard    *Guard
	proved   []bool   // by value: the guard proves that it does not wrap
	escaping []Vary   // by value, see control
	vary     []Vary   // by value
	stride   []stride // by value: with the local id in dimension 0
	rows     []stride // by value: in dimension 1, if asked for
	branches []Vary   // by block: what its terminator's condition varies with
}

// Uniform reports whether all work-items of a group have the same v in every execution.
func (i *Info) Uniform(v ir.ValueID) bool { return i.vary[v]&withinGroup == 0 }

// Varies is the set of things that v varies with.
func (i *Info) Varies(v ir.ValueID) Vary { return i.vary[v] }

// Leaves reports whether v is used after a loop that work-items of one group leave in different iterations.
func (i *Info) Leaves(v ir.ValueID) bool { return i.escaping[v]&withinGroup != 0 }

// DivergentBranch reports whether work-items of one group can leave block b to different successors.
func (i *Info) DivergentBranch(b ir.BlockID) bool { return i.branches[b]&withinGroup != 0 }

// StrideNeeds is c if v is base + c*id in v's type, where id is the local id in dimension 0 and base does not vary with
// it, and the conditions on a launch under which that holds.
func (i *Info) StrideNeeds(v ir.ValueID) (c int64, needs Needs, ok bool) {
	s := i.stride[v]
	return s.step, s.needs, s.state == affine
}

// RowStep is the stride of v with the local id in dimension 1, after AnalyzeRows. It never needs the guard.
func (i *Info) RowStep(v ir.ValueID) (c int64, needs Needs, ok bool) {
	if i.rows == nil {
		return 0, 0, false
	}
	s := i.rows[v]
	return s.step, s.needs, s.state == affine && s.needs&NeedsGuard == 0
}

// Guard is the condition meant by NeedsGuard, the same for all values; nil if no value needs it.
func (i *Info) Guard() *Guard { return i.guard }

// WithCopies is the result for a function to which values were added: copies gives, by added value, the value that it
// recomputes, or 0 for values that no question is asked about. It has no facts about branches.
func (i *Info) WithCopies(copies []ir.ValueID) *Info {
	c := &Info{guard: i.guard, escaping: slices.Clone(i.escaping), vary: slices.Clone(i.vary),
		stride: slices.Clone(i.stride), rows: slices.Clone(i.rows)}
	for _, v := range copies {
		c.escaping, c.vary, c.stride = append(c.escaping, i.escaping[v]), append(c.vary, i.vary[v]),
			append(c.stride, i.stride[v])
		if i.rows != nil {
			c.rows = append(c.rows, i.rows[v])
		}
	}
	return c
}

// Analyze analyses one function. It assumes that all blocks are reachable and that the IR is verified.
func Analyze(f *ir.Func) *Info { return &analyze(f).Info }

// AnalyzeRows is Analyze and also finds the strides in dimension 1.
func AnalyzeRows(f *ir.Func) *Info {
	a := analyze(f)
	a.findRows()
	return &a.Info
}

// findRows computes the strides in dimension 1.
func (a *analysis) findRows() {
	lanes := a.stride
	a.stride, a.along = newStrides(a.fn), VaryLocal1|VaryAny
	a.findStrides()
	a.stride, a.rows = lanes, a.stride
}

// newStrides is a list for all values. It is written before it is read: untouched pages cost twice as much if they are
// read first.
func newStrides(f *ir.Func) []stride {
	list := make([]stride, len(f.Instrs))
	clear(list)
	return list
}

// findStrides computes strides when the Vary sets are final.
func (a *analysis) findStrides() {
	a.settle(func(b ir.BlockID) {
		for i, p := range a.fn.Blocks[b].Params {
			a.paramStride(p, b, i)
		}
		for _, v := range a.fn.Blocks[b].Instrs {
			if in := a.fn.Instr(v); in.Type != ir.Void {
				a.setStride(v, a.strideOf(v, in))
			}
		}
	})
}

func analyze(f *ir.Func) *analysis {
	a := newAnalysis(f)
	a.run()
	a.proved = make([]bool, len(f.Instrs))
	a.guard = a.wrap.guardFor(func(v ir.ValueID) bool {
		a.proved[v] = a.stride[v].state == affine
		return a.proved[v]
	})
	return a
}

// run computes everything but the guard.
func (a *analysis) run() {
	a.settle(func(b ir.BlockID) {
		a.params(b)
		for _, v := range a.fn.Blocks[b].Instrs {
			a.instr(v)
		}
		a.branch(b)
	})
	a.escaping = a.control.escaping
}

// settle visits the blocks in their order until nothing changes any more. Only loops make a block depend on later ones:
// blocks before the first loop, and after the last, are visited once.
func (a *analysis) settle(visit func(b ir.BlockID)) {
	order := a.cfg.Order
	first, end := a.loopRange()
	for _, b := range order[:first] {
		visit(b)
	}
	for a.changed = first < end; a.changed; {
		a.changed = false
		for _, b := range order[first:end] {
			visit(b)
		}
	}
	for _, b := range order[end:] {
		visit(b)
	}
}

// loopRange is the part of the order that contains all loops; all of it where loops are not known and a branch anywhere
// affects all blocks.
func (a *analysis) loopRange() (first, end int) {
	order := a.cfg.Order
	if !a.control.reducible {
		return 0, len(order)
	}
	first = len(order)
	for i, b := range order {
		for _, edge := range a.fn.Blocks[b].Succs {
			if to := int(a.cfg.Rank[edge.To]); to <= i {
				first, end = min(first, to), i+1
			}
		}
	}
	return first, max(first, end)
}

type analysis struct {
	Info
	along   Vary // what the strides are with respect to
	fn      *ir.Func
	cfg     *ir.CFG
	control *control
	wrap    *wrapping
	into    [][]*ir.Edge // by block with parameters: the edges into it
	changed bool

	addresses *addressUses

	together []Together
	before   *Info        // the result for the function that this is a copy of; nil: it is none
	copies   []ir.ValueID // by added value: the value that it recomputes, 0: none
}

func newAnalysis(f *ir.Func) *analysis {
	a := &analysis{fn: f, cfg: ir.NewCFG(f), into: make([][]*ir.Edge, len(f.Blocks)), along: withLane}
	a.vary = make([]Vary, len(f.Instrs))
	a.stride = newStrides(f)
	a.branches = make([]Vary, len(f.Blocks))
	a.findEdges()
	a.control = newControl(f, a.cfg)
	a.addresses = &addressUses{fn: f}
	a.wrap = newWrapping(f, a.cfg, a.control)
	return a
}

// findEdges fills in into, in one list.
func (a *analysis) findEdges() {
	count := 0
	for b, preds := range a.cfg.Preds {
		if len(a.fn.Blocks[b].Params) > 0 {
			count += len(preds)
		}
	}
	room := make([]*ir.Edge, count)
	for b, preds := range a.cfg.Preds {
		if len(a.fn.Blocks[b].Params) > 0 {
			a.into[b], room = room[:0:len(preds)], room[len(preds):]
		}
	}
	for _, b := range a.cfg.Order {
		for i := range a.fn.Blocks[b].Succs {
			edge := &a.fn.Blocks[b].Succs[i]
			if len(a.fn.Blocks[edge.To].Params) > 0 {
				a.into[edge.To] = append(a.into[edge.To], edge)
			}
		}
	}
}

// grow adds to the set that a value varies with.
func (a *analysis) grow(v ir.ValueID, vary Vary) {
	if a.vary[v]|vary != a.vary[v] {
		a.vary[v] |= vary
		a.changed = true
	}
}

// params merges what the edges pass for the parameters of b.
func (a *analysis) params(b ir.BlockID) {
	for i, p := range a.fn.Blocks[b].Params {
		first, several := ir.ValueID(0), false
		vary := a.control.escaping[p]
		for _, edge := range a.into[b] {
			arg := edge.Args[i]
			if arg == p {
				continue
			}
			several = several || first != 0 && arg != first
			first = arg
			vary |= a.vary[arg]
		}
		if several {
			vary |= a.control.joins[b]
		}
		a.grow(p, vary)
		a.paramStride(p, b, i)
	}
}

// instr computes the facts of one instruction from those of its operands.
func (a *analysis) instr(v ir.ValueID) {
	in := a.fn.Instr(v)
	if in.Type == ir.Void {
		return
	}
	vary := a.control.escaping[v] | a.source(in)
	if !a.isSameInSubGroup(in) {
		for _, arg := range in.Args {
			vary |= a.vary[arg]
		}
	}
	a.grow(v, vary)
	if a.stride[v].state != irregular {
		a.setStride(v, a.strideOf(v, in))
	}
}

// source is what an operation varies with by itself.
func (a *analysis) source(in *ir.Instr) Vary {
	switch in.Op {
	case ir.OpGlobalID:
		return VaryGroup | VaryLocal0<<in.Kind
	case ir.OpLocalID:
		return VaryLocal0 << in.Kind
	case ir.OpGroupID, ir.OpLocalSize, ir.OpLocalBase, ir.OpMemoryBound:
		return VaryGroup
	case ir.OpArg:
		if in.Imm < 32 && a.fn.SameParams>>in.Imm&1 != 0 {
			return 0
		}
		return VaryAny // callers differ
	case ir.OpLoad:
		switch {
		case in.Flags&ir.FlagVolatile != 0:
			return VaryAny
		case in.Space == ir.SpaceArgs || in.Space == ir.SpaceConstant:
			return 0
		}
		return VaryMemory
	case ir.OpClock:
		return VaryMemory // as a load of the time
	case ir.OpImageRead:
		return sourceOfImage(in)
	case ir.OpSubGroupID:
		return VarySub
	case ir.OpSubGroupLane:
		return VaryAny
	case ir.OpResult:
		if a.fn.Instr(in.Args[0]).Op == ir.OpImageRead {
			return 0 // as the read itself
		}
	}
	switch {
	case in.Op.Pure():
		return 0
	case a.isSameInSubGroup(in):
		return VaryGroup | VarySub | VaryMemory
	}
	return VaryAny
}

// isSameInSubGroup reports whether all work-items of a sub-group that execute an operation together get the same,
// whatever its operands are.
func (a *analysis) isSameInSubGroup(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpSubGroupBallot:
		return true
	case ir.OpSubGroupShuffle: // from the same work-item
		return a.vary[in.Args[1]]&(withinGroup&^(VarySub|VaryMemory)) == 0
	case ir.OpSubGroupFold: // minima of floats may differ in the signs of zeros
		op, _ := ir.AtomicKind(in.Kind).Folded()
		mode, cluster := ir.SubGroupFoldOf(in.Imm, ir.SubGroupMax)
		return mode == ir.SubGroupAll && op.Info().Commutative && cluster >= max(a.fn.SubGroup, 1)
	}
	return false
}

// sourceOfImage is what a read of an image varies with besides its operands.
func sourceOfImage(in *ir.Instr) Vary {
	if in.Space == ir.SpaceConstant {
		return 0
	}
	return VaryMemory
}

// branch notes what the terminator of b varies with, and the consequences.
func (a *analysis) branch(b ir.BlockID) {
	end := a.fn.Terminator(b)
	if len(a.fn.Blocks[b].Succs) < 2 || len(end.Args) == 0 || a.staysTogether(b) {
		return
	}
	vary := a.vary[end.Args[0]]
	if vary == a.branches[b] {
		return
	}
	a.branches[b] = vary
	a.control.diverge(b, vary)
	a.changed = true
}

// WithoutDimensions is the result without the distinction of dimensions: a value is the same for a whole work-group or
// differs for each work-item, and there are no strides. It is for measuring what the dimensions are worth.
func (i *Info) WithoutDimensions() *Info {
	coarse := &Info{stride: make([]stride, len(i.stride))}
	for _, pair := range []struct{ to, from *[]Vary }{{&coarse.vary, &i.vary}, {&coarse.escaping, &i.escaping},
		{&coarse.branches, &i.branches}} {
		for _, v := range *pair.from {
			if v&(VaryLocal0|VaryLocal1|VaryLocal2|VarySub) != 0 {
				v |= VaryAny
			}
			*pair.to = append(*pair.to, v)
		}
	}
	for v := range coarse.stride {
		coarse.stride[v] = stride{state: irregular}
		if coarse.vary[v]&withLane == 0 {
			coarse.stride[v] = same
		}
	}
	return coarse
}
