package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Counters of sub-groups in loops whose limit only the launch knows:
//
//	for (b = get_sub_group_local_id() / 4; b < n; b += 4) …
//
// Work-items may leave such a loop one by one, but they do only in the last iteration. So it is copied. The work-items
// of a sub-group stay in the copy as long as all of them stay, which the one with the highest counter decides, and then
// go on in the loop itself. In the copy the counter is split, and so is what else steps by a constant from a beginning
// that differs among work-items, such as a pointer:
//
//	end = n > 3 ? n - 3 : 0
//	for (u = 0; u < end; u += 4) … b = u + get_sub_group_local_id() / 4 …
//	for (b = u + get_sub_group_local_id() / 4; b < n; b += 4) …

// maxSharedCounter bounds beginnings, steps and limits, so that no sum of them wraps in 32 bits.
const maxSharedCounter = 1 << 28

// sharedLoop is a loop to be copied.
type sharedLoop struct {
	laneCounter
	limit ir.ValueID // the same for all work-items of a sub-group
	most  uint64     // the highest beginning
	side  int        // the header's edge on which work-items stay
	from  ir.BlockID // before the loop
}

// copyShared copies loops until there are no more, or enough.
func (c *counterSplitter) copyShared() (changed bool) {
	done := map[ir.BlockID]bool{}
	for copies := 0; copies < maxSharedCopies; {
		c.loops, c.innermost = c.cfg.Loops()
		c.loop = slices.IndexFunc(c.loops, func(l ir.Loop) bool { return !done[l.Header] })
		if c.loop < 0 {
			break
		}
		h := c.loops[c.loop].Header
		done[h] = true
		if l, ok := c.matchShared(h); ok {
			done[c.share(&l, h)] = true
			c.cfg = ir.NewCFG(c.fn)
			changed = true
			copies++
		}
	}
	return changed
}

// matchShared reports whether a loop may be copied.
func (c *counterSplitter) matchShared(h ir.BlockID) (l sharedLoop, ok bool) {
	end := c.fn.Terminator(h)
	if end.Op != ir.OpBranch || !c.mayCopy() || !c.findEdges(&l.laneCounter, h) {
		return l, false
	}
	if !c.isInside(c.fn.Blocks[h].Succs[0].To) {
		l.side = 1
	}
	cond := c.fn.Instr(end.Args[0])
	if c.isInside(c.fn.Blocks[h].Succs[1-l.side].To) || cond.Op != ir.OpICmp || cond.Block != h {
		return l, false
	}
	l.param, l.limit, l.pred = c.extended(cond.Args[0]), cond.Args[1], ir.ICmpPred(cond.Kind)
	l.at = slices.Index(c.fn.Blocks[h].Params, l.param)
	if l.at < 0 {
		l.param, l.limit, l.pred = c.extended(cond.Args[1]), cond.Args[0], l.pred.Swapped()
		l.at = slices.Index(c.fn.Blocks[h].Params, l.param)
	}
	if l.side == 1 {
		l.pred = l.pred.Negated()
	}
	isBelow := l.pred == ir.SLT || l.pred == ir.ULT
	for _, p := range c.cfg.Preds[h] {
		if !c.isInside(p) {
			l.from = p
		}
	}
	return l, l.at >= 0 && isBelow && c.isUniform(l.limit, maxSharedDepth) && c.beginsApart(&l)
}

func (c *counterSplitter) isInside(b ir.BlockID) bool {
	return ir.InLoop(c.loops, c.innermost, b, c.loop)
}

// extended is what an integer was extended from.
func (c *counterSplitter) extended(v ir.ValueID) ir.ValueID {
	if in := c.fn.Instr(v); in.Op == ir.OpSExt || in.Op == ir.OpZExt {
		return in.Args[0]
	}
	return v
}

// mayCopy reports whether the loop is short, reads memory, ends at its header only, and has nothing that must not be
// there twice. The header runs once more than the body.
func (c *counterSplitter) mayCopy() bool {
	l, size, reads := &c.loops[c.loop], 0, false
	for _, b := range l.Blocks {
		for _, e := range c.fn.Blocks[b].Succs {
			if b != l.Header && !c.isInside(e.To) {
				return false
			}
		}
		for _, v := range c.fn.Blocks[b].Instrs {
			in := c.fn.Instr(v)
			isEffect := !in.Op.Pure() && !in.Op.Terminator() && !in.Op.IsSubGroup()
			isMemory := in.Op == ir.OpLoad || in.Op == ir.OpStore || in.Op == ir.OpAtomicRMW
			if isEffect && (!isMemory || in.Flags&ir.FlagVolatile != 0) ||
				b == l.Header && !in.Op.Pure() && !in.Op.Terminator() && in.Op != ir.OpLoad {
				return false
			}
			reads = reads || in.Op == ir.OpLoad
		}
		size += len(c.fn.Blocks[b].Instrs)
	}
	return reads && size <= maxSharedSize
}

// isUniform reports whether a value is known to be the same for all work-items of a group, in all iterations.
func (c *counterSplitter) isUniform(v ir.ValueID, depth int) bool {
	in := c.fn.Instr(v)
	switch {
	case in.Op == ir.OpConst, in.Op == ir.OpArgBlock, in.Op == ir.OpGroupID, in.Op == ir.OpNumGroups,
		in.Op == ir.OpGlobalSize, in.Op == ir.OpLocalSize:
		return true
	case depth == 0, !in.Op.Pure() && (in.Op != ir.OpLoad || in.Space != ir.SpaceArgs), len(in.Args) == 0:
		return false
	}
	return !slices.ContainsFunc(in.Args, func(a ir.ValueID) bool { return !c.isUniform(a, depth-1) })
}

// beginsApart reports whether the counter steps by a constant from beginnings that are known and differ.
func (c *counterSplitter) beginsApart(l *sharedLoop) bool {
	next := c.fn.Instr(l.back.Args[l.at])
	if t := c.fn.Type(l.param); t != ir.I32 && t != ir.I64 || next.Op != ir.OpAdd || next.Args[0] != l.param {
		return false
	}
	l.step = next.Args[1]
	step, ok := c.fn.SignedConst(l.step)
	begins := c.lanes(l.entry.Args[l.at])
	if !ok || step <= 0 || step > maxSharedCounter || begins == nil {
		return false
	}
	l.most = slices.Max(begins)
	return l.most <= maxSharedCounter && l.most != slices.Min(begins)
}

// loopCopier makes the copy.
type loopCopier struct {
	*counterSplitter
	copyOf map[ir.ValueID]ir.ValueID
	blocks map[ir.BlockID]ir.BlockID
	begins map[ir.ValueID]ir.ValueID // by parameter of the loop's header that is split: what it begins with
	sums   []ir.ValueID              // instructions of the copy's header that add them
}

// share makes the copy, and returns its header.
func (c *counterSplitter) share(l *sharedLoop, h ir.BlockID) ir.BlockID {
	k := &loopCopier{c, map[ir.ValueID]ir.ValueID{}, map[ir.BlockID]ir.BlockID{}, map[ir.ValueID]ir.ValueID{}, nil}
	list := c.loops[c.loop].Blocks
	entry, back := *l.entry, *l.back // the lists of blocks and edges move
	for _, b := range list {
		k.blocks[b] = c.fn.NewBlock()
	}
	end := k.endBefore(l)
	header := k.blocks[h]
	for _, b := range list {
		k.copyValues(b)
	}
	args := slices.Clone(entry.Args)
	for i, p := range c.fn.Blocks[h].Params {
		if i == l.at || k.stepsApart(p, entry.Args[i], back.Args[i]) {
			k.begins[p] = entry.Args[i]
			flags := ir.FlagNoWrap
			if i != l.at {
				flags = 0
			}
			args[i] = k.split(h, p, entry.Args[i], flags)
		}
	}
	for _, b := range list {
		k.finishBlock(b)
	}
	k.stepSplit(h, back, l.at)
	block := &c.fn.Blocks[header]
	block.Instrs = slices.Insert(block.Instrs, 0, k.sums...)
	k.leave(l, h, end)
	for i := range c.fn.Blocks[l.from].Succs {
		if e := &c.fn.Blocks[l.from].Succs[i]; e.To == h {
			*e = ir.Edge{To: header, Args: args}
		}
	}
	return header
}

// add appends an instruction to a list, in a block.
func (k *loopCopier) add(list *[]ir.ValueID, b ir.BlockID, in ir.Instr) ir.ValueID {
	in.Block = b
	v := k.fn.NewValue(in)
	*list = append(*list, v)
	return v
}

// endBefore computes, before the loop, where the counter that begins with zero ends.
func (k *loopCopier) endBefore(l *sharedLoop) ir.ValueID {
	var made []ir.ValueID
	t, own := k.fn.Type(l.limit), k.fn.Type(l.param)
	put := func(in ir.Instr) ir.ValueID { return k.add(&made, l.from, in) }
	number := func(n uint64) ir.ValueID { return put(ir.Instr{Op: ir.OpConst, Type: t, Imm: n}) }
	compare := func(p ir.ICmpPred, a, b ir.ValueID) ir.ValueID {
		return put(ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(p), Args: []ir.ValueID{a, b}})
	}
	most := number(l.most)
	limit := k.outside(l.limit, put)
	isSmall := compare(ir.ULE, limit, number(maxSharedCounter))
	isMore := compare(ir.UGT, limit, most)
	goes := put(ir.Instr{Op: ir.OpAnd, Type: ir.I1, Args: []ir.ValueID{isSmall, isMore}})
	rest := put(ir.Instr{Op: ir.OpSub, Type: t, Args: []ir.ValueID{limit, most}})
	end := put(ir.Instr{Op: ir.OpSelect, Type: t, Args: []ir.ValueID{goes, rest, number(0)}})
	switch {
	case t.Bits() > own.Bits():
		end = put(ir.Instr{Op: ir.OpTrunc, Type: own, Args: []ir.ValueID{end}})
	case t.Bits() < own.Bits():
		end = put(ir.Instr{Op: ir.OpZExt, Type: own, Args: []ir.ValueID{end}})
	}
	block := &k.fn.Blocks[l.from]
	block.Instrs = slices.Insert(block.Instrs, len(block.Instrs)-1, made...)
	return end
}

// outside is a uniform value before the loop.
func (k *loopCopier) outside(v ir.ValueID, put func(ir.Instr) ir.ValueID) ir.ValueID {
	in := *k.fn.Instr(v)
	if !k.isInside(in.Block) {
		return v
	}
	in.Args = slices.Clone(in.Args)
	for i, a := range in.Args {
		in.Args[i] = k.outside(a, put)
	}
	return put(in)
}

// copyValues copies the values of a block; their operands are still those of the loop.
func (k *loopCopier) copyValues(b ir.BlockID) {
	from, to := &k.fn.Blocks[b], &k.fn.Blocks[k.blocks[b]]
	to.Cases, to.Unroll, to.Rare = from.Cases, from.Unroll, from.Rare
	for _, v := range from.Params {
		in := *k.fn.Instr(v)
		k.copyOf[v] = k.add(&to.Params, k.blocks[b], in)
	}
	for _, v := range from.Instrs {
		in := *k.fn.Instr(v)
		k.copyOf[v] = k.add(&to.Instrs, k.blocks[b], in)
	}
}

// stepsApart reports whether a parameter of the header steps by a constant from a beginning part of which is known for
// each work-item, and differs.
func (k *loopCopier) stepsApart(p, begin, next ir.ValueID) bool {
	in := k.fn.Instr(next)
	isStep := in.Op == ir.OpPtrAdd || in.Op == ir.OpAdd && in.Type.IsInt() && in.Type.Bits() >= 32
	return isStep && in.Args[0] == p && k.fn.Instr(in.Args[1]).Op == ir.OpConst && k.differs(begin, maxSharedDepth)
}

// differs reports whether a sum has a term that is known to differ among work-items.
func (k *loopCopier) differs(v ir.ValueID, depth int) bool {
	if known := k.lanes(v); known != nil {
		return slices.Max(known) != slices.Min(known)
	}
	in := k.fn.Instr(v)
	return depth > 0 && (in.Op == ir.OpAdd || in.Op == ir.OpPtrAdd) &&
		(k.differs(in.Args[0], depth-1) || k.differs(in.Args[1], depth-1))
}

// split lets a parameter of the copy count from zero. The value that stands for it is the sum with its beginning.
func (k *loopCopier) split(h ir.BlockID, p, begin ir.ValueID, flags ir.Flags) (zero ir.ValueID) {
	counter, t := k.fn.Instr(k.copyOf[p]), k.fn.Type(p)
	if t == ir.Ptr {
		counter.Type = ir.I64
	}
	sum := ir.Instr{Op: ir.OpAdd, Type: t, Flags: flags, Args: []ir.ValueID{k.copyOf[p], begin}}
	if t == ir.Ptr {
		sum = ir.Instr{Op: ir.OpPtrAdd, Type: t, Args: []ir.ValueID{begin, k.copyOf[p]}}
	}
	zero = k.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: k.fn.Type(k.copyOf[p])})
	k.fn.Blocks[0].Instrs = slices.Insert(k.fn.Blocks[0].Instrs, 0, zero)
	k.copyOf[p] = k.add(&k.sums, k.blocks[h], sum)
	return zero
}

// finishBlock gives the instructions and edges of a block's copy their operands.
func (k *loopCopier) finishBlock(b ir.BlockID) {
	to := &k.fn.Blocks[k.blocks[b]]
	for _, v := range to.Instrs {
		in := k.fn.Instr(v)
		in.Args = k.copied(in.Args)
	}
	to.Succs = nil
	for _, e := range k.fn.Blocks[b].Succs {
		if at, ok := k.blocks[e.To]; ok {
			e.To = at
		}
		to.Succs = append(to.Succs, ir.Edge{To: e.To, Args: k.copied(e.Args)})
	}
}

func (k *loopCopier) copied(list []ir.ValueID) []ir.ValueID {
	made := slices.Clone(list)
	for i, v := range made {
		if by, ok := k.copyOf[v]; ok {
			made[i] = by
		}
	}
	return made
}

// stepSplit lets the counters that begin with zero step, on the copy's edge back to its header.
func (k *loopCopier) stepSplit(h ir.BlockID, back ir.Edge, own int) {
	header := k.blocks[h]
	params := k.fn.Blocks[header].Params
	for i, p := range k.fn.Blocks[h].Params {
		if k.begins[p] == 0 {
			continue
		}
		latch := k.copyOf[back.Args[i]]
		in := k.fn.Instr(latch)
		b := in.Block
		flags := ir.FlagNoWrap
		if i != own {
			flags = 0
		}
		next := k.fn.NewValue(ir.Instr{Op: ir.OpAdd, Type: k.fn.Type(params[i]), Flags: flags, Pos: in.Pos,
			Block: b, Args: []ir.ValueID{params[i], in.Args[1]}})
		block := &k.fn.Blocks[b]
		block.Instrs = slices.Insert(block.Instrs, slices.Index(block.Instrs, latch)+1, next)
		for _, b := range k.blocks {
			for j := range k.fn.Blocks[b].Succs {
				if e := &k.fn.Blocks[b].Succs[j]; e.To == header {
					e.Args[i] = next
				}
			}
		}
	}
}

// leave lets the copy end by the counter, and go on in the loop itself.
func (k *loopCopier) leave(l *sharedLoop, h ir.BlockID, end ir.ValueID) {
	header := k.blocks[h]
	block := &k.fn.Blocks[header]
	counter := block.Params[l.at]
	pred := ir.SLT
	if l.side == 1 {
		pred = pred.Negated()
	}
	stays := k.fn.NewValue(ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(pred), Block: header,
		Pos: k.fn.Terminator(h).Pos, Args: []ir.ValueID{counter, end}})
	block.Instrs = slices.Insert(block.Instrs, len(block.Instrs)-1, stays)
	k.fn.Terminator(header).Args = []ir.ValueID{stays}
	block.Succs[1-l.side] = ir.Edge{To: h, Args: k.copied(k.fn.Blocks[h].Params)}
}
