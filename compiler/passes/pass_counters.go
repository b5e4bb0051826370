package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Counters of sub-groups. Kernels share the elements of a row among the work-items of a sub-group, and more often
// blocks of elements among parts of it:
//
//	for (b = get_sub_group_local_id() / 4; b < 128; b += 4) …
//
// Each work-item has a counter of its own, so that lanes seem to leave the loop at different times. What a counter
// begins with is known for each work-item of a sub-group. So it is split into one that begins with zero, the same for
// all, and what work-items add to it, which is invariant:
//
//	b = u + get_sub_group_local_id() / 4, with u = 0, 4, 8, …
//
// If all work-items make the same number of iterations, the loop ends by u, and none leaves it before others.
// Addresses become sums of what all share and of distances that are known for each lane. Loops whose numbers of
// iterations differ stay; those whose limit is an argument are copied (pass_counters_copy.go).

func splitCounters(f *ir.Func, s *scratch) {
	s.IsIdle = true
	if !f.Kernel || !f.SeesSubGroups() || !s.Control(f).HasLoop() {
		return
	}
	c := &counterSplitter{fn: f, cfg: s.Control(f), known: map[ir.ValueID][]uint64{}}
	loops, innermost := c.cfg.Loops()
	for l := range loops {
		c.loops, c.innermost, c.loop = loops, innermost, l
		if n, ok := c.match(); ok {
			c.apply(n)
			s.IsIdle = false
		}
	}
	if c.copyShared() {
		s.IsIdle = false
		s.EdgesChanged()
	}
}

// counterSplitter splits the counters of a function.
type counterSplitter struct {
	fn        *ir.Func
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	loop      int
	known     map[ir.ValueID][]uint64 // by value: what it is for each work-item of a sub-group; nil: not known
}

// laneCounter is the counter of a loop that ends by it.
type laneCounter struct {
	at    int // of the header's parameters
	param ir.ValueID
	entry *ir.Edge
	back  *ir.Edge
	step  ir.ValueID
	cond  ir.ValueID // param pred limit
	pred  ir.ICmpPred
	end   uint64 // of the counter that begins with zero
}

// match reports whether a loop ends by a counter that may be split.
func (c *counterSplitter) match() (n laneCounter, ok bool) {
	h := c.loops[c.loop].Header
	end := c.fn.Terminator(h)
	if end.Op != ir.OpBranch || !c.findEdges(&n, h) {
		return n, false
	}
	stays := 0
	if !ir.InLoop(c.loops, c.innermost, c.fn.Blocks[h].Succs[0].To, c.loop) {
		stays = 1
	}
	cond := c.fn.Instr(end.Args[0])
	if ir.InLoop(c.loops, c.innermost, c.fn.Blocks[h].Succs[1-stays].To, c.loop) || cond.Op != ir.OpICmp ||
		cond.Block != h {
		return n, false
	}
	n.cond, n.pred, n.param = end.Args[0], ir.ICmpPred(cond.Kind), cond.Args[0]
	limit := cond.Args[1]
	if c.fn.Instr(n.param).Op == ir.OpConst {
		n.param, limit, n.pred = limit, n.param, n.pred.Swapped()
	}
	if stays == 1 {
		n.pred = n.pred.Negated()
	}
	n.at = slices.Index(c.fn.Blocks[h].Params, n.param)
	return n, n.at >= 0 && c.fn.Instr(limit).Op == ir.OpConst && c.counts(&n, c.fn.Instr(limit).Imm)
}

// findEdges finds the only edge into a loop and the only one back to its header.
func (c *counterSplitter) findEdges(n *laneCounter, h ir.BlockID) bool {
	for _, p := range c.cfg.Preds[h] {
		for i := range c.fn.Blocks[p].Succs {
			e := &c.fn.Blocks[p].Succs[i]
			if e.To != h {
				continue
			}
			slot := &n.entry
			if ir.InLoop(c.loops, c.innermost, p, c.loop) {
				slot = &n.back
			}
			if *slot != nil && *slot != e {
				return false
			}
			*slot = e
		}
	}
	return n.entry != nil && n.back != nil
}

// counts reports whether all work-items make the same number of iterations, from different beginnings, and finds the
// end of the counter. All counters stay in [0, 2^31).
func (c *counterSplitter) counts(n *laneCounter, limit uint64) bool {
	t := c.fn.Type(n.param)
	next := c.fn.Instr(n.back.Args[n.at])
	if t != ir.I32 && t != ir.I64 || next.Op != ir.OpAdd || next.Args[0] != n.param ||
		next.Flags&ir.FlagNoWrap == 0 && n.pred == ir.SLT || n.pred != ir.SLT && n.pred != ir.ULT {
		return false
	}
	n.step = next.Args[1]
	step, ok := c.fn.SignedConst(n.step)
	begins := c.lanes(n.entry.Args[n.at])
	const most = 1<<30 - 1
	last := signed(limit, t)
	if !ok || step <= 0 || step > most || begins == nil || last < 0 || last > most {
		return false
	}
	count, differs := int64(-1), false
	for _, x := range begins {
		first := signed(x, t)
		if first < 0 || first > most {
			return false
		}
		iterations := max(0, (last-first+step-1)/step)
		if count >= 0 && iterations != count {
			return false
		}
		count, differs = iterations, differs || x != begins[0]
	}
	n.end = uint64(count * step)
	return differs
}

// signed is a number of a type with its sign.
func signed(x uint64, t ir.Type) int64 {
	shift := 64 - t.Bits()
	return int64(x<<shift) >> shift
}

// lanes are the values of the work-items of a sub-group, nil if they are not known.
func (c *counterSplitter) lanes(v ir.ValueID) []uint64 {
	if known, ok := c.known[v]; ok {
		return known
	}
	c.known[v] = nil
	in := c.fn.Instr(v)
	list := make([]uint64, c.fn.SubGroup)
	var args [3][]uint64
	switch {
	case in.Op == ir.OpConst || in.Op == ir.OpSubGroupLane:
		for i := range list {
			list[i] = in.Imm
			if in.Op == ir.OpSubGroupLane {
				list[i] = uint64(i)
			}
		}
		c.known[v] = list
		return list
	case !in.Type.IsInt() || !in.Op.Pure() || len(in.Args) == 0 || len(in.Args) > len(args):
		return nil
	}
	for i, a := range in.Args {
		if args[i] = c.lanes(a); args[i] == nil {
			return nil
		}
	}
	o := numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: c.fn.Type(in.Args[0])}
	if in.Op == ir.OpSelect {
		o.From = in.Type
	}
	for i := range list {
		var operands [3]uint64
		for j := range in.Args {
			operands[j] = args[j][i]
		}
		bits, ok := numeric.Eval(o, operands[:len(in.Args)])
		if !ok {
			return nil
		}
		list[i] = bits
	}
	c.known[v] = list
	return list
}

// apply lets the parameter count from zero, and its uses use the sum.
func (c *counterSplitter) apply(n laneCounter) {
	f, h := c.fn, c.loops[c.loop].Header
	t, pos := f.Type(n.param), f.Instr(n.cond).Pos
	begin := n.entry.Args[n.at]
	latch := f.Instr(n.back.Args[n.at])
	add := ir.Instr{Op: ir.OpAdd, Type: t, Flags: ir.FlagNoWrap, Pos: latch.Pos}
	sum, next := add, add
	sum.Block, next.Block = h, latch.Block
	sum.Args, next.Args = []ir.ValueID{n.param, begin}, []ir.ValueID{n.param, n.step}
	isSum := f.NewValue(sum)
	c.replaceUses(n.param, isSum)
	c.extendBySign(isSum)
	isNext := f.NewValue(next)
	zero := f.NewValue(ir.Instr{Op: ir.OpConst, Type: t, Block: 0, Pos: pos})
	end := f.NewValue(ir.Instr{Op: ir.OpConst, Type: t, Imm: n.end, Block: 0, Pos: pos})
	stays := f.NewValue(ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(n.pred), Block: h, Pos: pos,
		Args: []ir.ValueID{n.param, end}})
	f.Blocks[0].Instrs = slices.Insert(f.Blocks[0].Instrs, 0, zero, end)
	header := &f.Blocks[h]
	header.Instrs = slices.Insert(header.Instrs, 0, isSum)
	header.Instrs = slices.Insert(header.Instrs, len(header.Instrs)-1, stays)
	branch := f.Terminator(h)
	branch.Args = []ir.ValueID{stays}
	if !ir.InLoop(c.loops, c.innermost, header.Succs[0].To, c.loop) {
		f.Instr(stays).Kind = uint8(n.pred.Negated())
	}
	block := &f.Blocks[f.Instr(isNext).Block]
	block.Instrs = slices.Insert(block.Instrs, slices.Index(block.Instrs, n.back.Args[n.at])+1, isNext)
	n.entry.Args, n.back.Args = slices.Clone(n.entry.Args), slices.Clone(n.back.Args)
	n.entry.Args[n.at], n.back.Args[n.at] = zero, isNext
}

// extendBySign lets extensions of a value that is below 2^31 be by its sign, which is zero: sums under them can be
// taken apart.
func (c *counterSplitter) extendBySign(v ir.ValueID) {
	for b := range c.fn.Blocks {
		for _, user := range c.fn.Blocks[b].Instrs {
			if in := c.fn.Instr(user); in.Op == ir.OpZExt && in.Args[0] == v {
				in.Op = ir.OpSExt
			}
		}
	}
}

// replaceUses replaces a value everywhere. Lists of operands may be shared, so they are replaced.
func (c *counterSplitter) replaceUses(v, by ir.ValueID) {
	swapped := func(list []ir.ValueID) []ir.ValueID {
		if !slices.Contains(list, v) {
			return list
		}
		list = slices.Clone(list)
		for i := range list {
			if list[i] == v {
				list[i] = by
			}
		}
		return list
	}
	for b := range c.fn.Blocks {
		block := &c.fn.Blocks[b]
		for _, user := range block.Instrs {
			in := c.fn.Instr(user)
			in.Args = swapped(in.Args)
		}
		for i := range block.Succs {
			block.Succs[i].Args = swapped(block.Succs[i].Args)
		}
	}
}
