package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Clamps. Filters keep their indices inside an image: `src[y * w + min(x + 1, w - 1)]`. Such an index steps evenly
// from one work-item to the next but at the edge, so elements are gathered, or looked for at run time, one by one. The
// kernel is there twice, behind one test:
//
//	entry: branch x < w and x + 1 <= w - 1, inside, edge
//	inside: src[y * w + (x + 1)], and no bounds check
//	edge: ...                                  rare
//
// The code at the edge is right everywhere, so all lanes of a bundle go there if one must (ir.FlagWhole). Both versions
// compute the same bit for bit: products and sums have been fused before.
//
// A minimum with a constant is no such clamp: tables are indexed so, by numbers that mostly are too large.

func unclampIndices(f *ir.Func, s *scratch) {
	s.IsIdle = true
	if !f.Kernel {
		return
	}
	u := &unclamper{fn: f}
	if u.findClamps(s.Control(f)); len(u.clamps) == 0 || !rewrite.CanSplit(f, maxUnclamped, isMemoryOperation) {
		return
	}
	u.split()
	s.IsIdle = false
	s.EdgesChanged()
	dropUnreachable(f, s)
	numberValues(f, s) // the least and the largest of two equal numbers is either
}

// isMemoryOperation reports whether an operation accesses memory and has no other effects.
func isMemoryOperation(op ir.Op) bool { return op == ir.OpLoad || op == ir.OpStore }

// clamp is a minimum or maximum of an index and a limit.
type clamp struct {
	value, index, limit ir.ValueID
	keeps               ir.ICmpPred // the clamp is the index if index keeps limit
}

// unclamper is the state of the pass.
type unclamper struct {
	fn     *ir.Func
	info   *uniform.Info
	clamps []clamp
	before []ir.ValueID // by value: what it is at the new entry
}

// keeps is the comparison that holds if a minimum or maximum is its first operand, of other operations EQ.
func keeps(op ir.Op) ir.ICmpPred {
	switch op {
	case ir.OpSMin:
		return ir.SLE
	case ir.OpSMax:
		return ir.SGE
	case ir.OpUMin:
		return ir.ULE
	case ir.OpUMax:
		return ir.UGE
	}
	return ir.EQ
}

// findClamps finds the clamps whose operands can be computed at the entry.
func (u *unclamper) findClamps(cfg *ir.CFG) {
	for _, b := range cfg.Order {
		for _, v := range u.fn.Blocks[b].Instrs {
			in := u.fn.Instr(v)
			if pred := keeps(in.Op); pred != ir.EQ && len(u.clamps) < maxClamps {
				u.tryClamp(clamp{v, in.Args[0], in.Args[1], pred})
			} else if in.Op == ir.OpAdd {
				u.dropWide(in)
			}
		}
	}
}

// dropWide leaves clamps of an index that does not step by one where they are if one is a term of a sum: the constants
// of neighbours, as in a[n + (2*x + 1)], are not seen there, so that pairs are not loaded together.
func (u *unclamper) dropWide(sum *ir.Instr) {
	for _, c := range u.clamps {
		if step, _ := u.step(c.index); step*step != 1 && slices.Contains(sum.Args, c.value) {
			u.clamps = slices.DeleteFunc(u.clamps, func(d clamp) bool { return d.index == c.index })
			return
		}
	}
}

// tryClamp notes a clamp if its index steps evenly and its limit is the same for all.
func (u *unclamper) tryClamp(c clamp) {
	if u.info == nil {
		u.info = uniform.Analyze(u.fn)
	}
	if step, ok := u.step(c.index); ok && step == 0 {
		c.index, c.limit = c.limit, c.index
	}
	for _, inner := range u.clamps {
		if c.index == inner.value {
			c.index = inner.index
		}
	}
	index, isEven := u.step(c.index)
	limit, isSame := u.step(c.limit)
	isTable := (c.keeps == ir.SLE || c.keeps == ir.ULE) && u.fn.Instr(c.limit).Op == ir.OpConst
	if isEven && isSame && index != 0 && limit == 0 && !isTable && u.isEarly(c.index, maxClampDepth) &&
		u.isEarly(c.limit, maxClampDepth) {
		u.clamps = append(u.clamps, c)
	}
}

// step is by how much a value changes from one work-item to the next, if that is always the same.
func (u *unclamper) step(v ir.ValueID) (int64, bool) {
	step, _, ok := u.info.StrideNeeds(v)
	return step, ok && u.info.Varies(v)&(uniform.VaryAny|uniform.VaryMemory|uniform.VarySub) == 0
}

// isEarly reports whether a value can be computed at the entry by few operations on ids and arguments.
func (u *unclamper) isEarly(v ir.ValueID, depth int) bool {
	in := u.fn.Instr(v)
	isPure := in.Op.Pure() || in.Op == ir.OpLoad && in.Space == ir.SpaceArgs
	for _, a := range in.Args {
		isPure = isPure && depth > 0 && u.isEarly(a, depth-1)
	}
	return isPure
}

// split makes the two versions.
func (u *unclamper) split() {
	b := ir.NewBuilder(u.fn)
	isPassed, side := u.boundsCheck()
	edge := rewrite.MoveEntry(u.fn)
	originals := []ir.BlockID{edge}
	for i := ir.BlockID(1); i < edge; i++ {
		originals = append(originals, i)
	}
	u.before = make([]ir.ValueID, len(u.fn.Instrs))
	copies, value := rewrite.CopyBlocks(u.fn, originals)
	for _, i := range originals {
		u.fn.Blocks[i].Rare = true
	}
	for _, c := range u.clamps {
		index, ok := value[c.index]
		if !ok {
			index = c.index
		}
		u.fn.Instr(value[c.value]).Args = []ir.ValueID{index, index}
	}
	if isPassed != 0 {
		end, block := u.fn.Terminator(copies[0]), &u.fn.Blocks[copies[0]]
		end.Op, end.Args, block.Succs = ir.OpJump, nil, block.Succs[side:side+1]
		u.clamps = append(u.clamps, clamp{index: isPassed, limit: b.Const(ir.I1, uint64(1-side)), keeps: ir.EQ})
	}
	b.Branch(u.allKept(b), ir.Edge{To: copies[0]}, ir.Edge{To: edge})
	u.fn.Terminator(0).Flags |= ir.FlagWhole
}

// allKept is the condition, at the entry, that no clamp changes its index.
func (u *unclamper) allKept(b *ir.Builder) (all ir.ValueID) {
	for i := range u.clamps {
		c := &u.clamps[i]
		if slices.ContainsFunc(u.clamps, func(d clamp) bool { return u.implies(&d, c) }) {
			continue
		}
		one := b.ICmp(c.keeps, u.early(b, c.index), u.early(b, c.limit))
		if all != 0 {
			one = b.Bin(ir.OpAnd, all, one)
		}
		all = one
	}
	return all
}

// implies reports whether a clamp does not change its index where another of the same block does not: x <= n holds if x
// + 1 <= n does, as neither sum wraps in a work-item that computes both.
func (u *unclamper) implies(other, c *clamp) bool {
	from, less := u.sum(c.index)
	of, more := u.sum(other.index)
	switch c.keeps {
	case ir.SGE:
		less, more = more, less
	case ir.SLE:
	default:
		return false
	}
	return other.keeps == c.keeps && other.limit == c.limit && of == from && more > less &&
		u.fn.Instr(other.value).Block == u.fn.Instr(c.value).Block
}

// sum is the value, and the constant, that a value is the sum of.
func (u *unclamper) sum(v ir.ValueID) (of ir.ValueID, constant int64) {
	in := u.fn.Instr(v)
	if in.Op == ir.OpAdd && in.Flags&ir.FlagNoWrap != 0 {
		if c, ok := u.fn.SignedConst(in.Args[1]); ok {
			return in.Args[0], c
		}
	}
	return v, 0
}

// boundsCheck is the condition at the end of the entry by which some work-items return, and on which side the others
// go; 0 if there is none that can be computed earlier.
func (u *unclamper) boundsCheck() (condition ir.ValueID, side int) {
	end := u.fn.Terminator(0)
	if end.Op != ir.OpBranch || !u.isEarly(end.Args[0], maxClampDepth) {
		return 0, 0
	}
	for side, e := range u.fn.Blocks[0].Succs {
		if u.fn.Terminator(e.To).Op == ir.OpReturn {
			return end.Args[0], 1 - side
		}
	}
	return 0, 0
}

// early is a value at the entry.
func (u *unclamper) early(b *ir.Builder, v ir.ValueID) ir.ValueID {
	in := *u.fn.Instr(v)
	if in.Block == 0 {
		return v
	}
	if u.before[v] == 0 {
		in.Args = slices.Clone(in.Args)
		for i, a := range in.Args {
			in.Args[i] = u.early(b, a)
		}
		u.before[v] = b.Emit(in)
	}
	return u.before[v]
}
