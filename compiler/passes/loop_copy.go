package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// The copies of a loop's blocks follow each other as iterations do: the back edges lead to the header of the next copy,
// and all edges out of the loop are copied with the blocks they leave. The blocks themselves are the first copy.
//
// Constants are folded while copying, which saves most of the instructions that depend on a counter: a pure operation
// on constants becomes a constant, a branch on a constant becomes a jump, and unreachable blocks are left out. For that
// the parameters of the header must be known in each copy: with a single back edge they are its arguments in the copy
// before, and the copies' headers have no parameters.

// loopCopy describes how a loop is copied.
type loopCopy struct {
	loop     *ir.Loop
	count    int          // copies besides the loop itself
	exit     int          // place of the block whose successor is known in each copy; -1: none
	ways     [2]int       // its successor in all copies except the last, and in the last
	begins   []ir.ValueID // by parameter of the header: its constant in the first iteration; 0: none is known
	isSingle bool         // there is one back edge
	back     ir.Edge      // that edge
	edges    []ir.Edge
	isMade   []bool // by place, of the copy being made
}

// copyLoop appends copies of the blocks of a loop, in a chain: the back edges of the last copy lead to the header of
// the loop. Afterwards copyOf has the last copy of each of the loop's values.
func (u *unroller) copyLoop(c *loopCopy) {
	blocks, edges := c.loop.Blocks, 0
	for i, b := range blocks {
		u.place[b] = int32(i) + 1
		edges += len(u.fn.Blocks[b].Succs)
	}
	u.findBack(c)
	c.edges, c.isMade = make([]ir.Edge, c.count*edges), make([]bool, len(blocks))
	first := ir.BlockID(len(u.fn.Blocks))
	u.fn.Blocks = append(u.fn.Blocks, make([]ir.Block, c.count*len(blocks))...)
	u.copyOf = rewrite.Cleared(u.copyOf, len(u.fn.Instrs))
	if c.isSingle {
		u.foldFirst(c)
	}
	for i := range c.count {
		isLast := i == c.count-1
		if goesOn := u.copyIteration(c, first+ir.BlockID(i*len(blocks)), isLast); !goesOn {
			break
		}
	}
	if c.count > 0 {
		u.turnBack(c, first)
	}
	for _, b := range blocks {
		u.place[b] = 0
	}
}

// findBack looks for the back edges.
func (u *unroller) findBack(c *loopCopy) {
	count := 0
	for _, b := range c.loop.Blocks {
		for _, e := range u.fn.Blocks[b].Succs {
			if e.To == c.loop.Header {
				c.back = e
				count++
			}
		}
	}
	c.isSingle = count == 1
}

// foldFirst finds the constants in the loop itself, which becomes the first iteration, for the copies that follow.
func (u *unroller) foldFirst(c *loopCopy) {
	for i, v := range c.begins {
		u.copyOf[u.fn.Blocks[c.loop.Header].Params[i]] = v
	}
	for _, b := range c.loop.Blocks {
		for _, v := range u.fn.Blocks[b].Instrs {
			in := *u.fn.Instr(v)
			if in.Op.Pure() && u.areConstant(in.Args) {
				in.Args = u.copied(in.Args)
				u.copyOf[v] = u.folded(&in)
			}
		}
	}
}

// areConstant reports whether the last copies of values are constants.
func (u *unroller) areConstant(values []ir.ValueID) bool {
	for _, v := range values {
		if u.fn.Instr(u.lastCopy(v)).Op != ir.OpConst {
			return false
		}
	}
	return true
}

// copyIteration makes one copy, of the blocks from first on. It reports whether control can continue to the next.
func (u *unroller) copyIteration(c *loopCopy, first ir.BlockID, isLast bool) (goesOn bool) {
	header := &u.fn.Blocks[c.loop.Header]
	if c.isSingle {
		for i, v := range u.copied(c.back.Args) {
			u.copyOf[header.Params[i]] = v
		}
	}
	clear(c.isMade)
	u.copyBlock(c, 0, first, isLast)
	for again := true; again; { // once, but where cycles have two entries
		again = false
		for i := range c.loop.Blocks {
			if to := &u.fn.Blocks[first+ir.BlockID(i)]; !c.isMade[i] && to.Unroll == reachedCopy {
				again = u.copyBlock(c, i, first, isLast) || again
			}
		}
	}
	next := c.loop.Header
	if !isLast {
		next = first + ir.BlockID(len(c.loop.Blocks))
	}
	for i := range c.loop.Blocks {
		if c.isMade[i] {
			goesOn = u.wire(c, &u.fn.Blocks[first+ir.BlockID(i)], first, next) || goesOn
		}
	}
	return goesOn
}

// reachedCopy stands for a block's hint while it is not copied, but an edge leads to it.
const reachedCopy = -1

// copyBlock copies the block at a place of the loop, with edges that still lead into the loop itself. It reports
// whether one leads to an earlier block that is not copied yet.
func (u *unroller) copyBlock(c *loopCopy, place int, first ir.BlockID, isLast bool) (isBefore bool) {
	from, id := &u.fn.Blocks[c.loop.Blocks[place]], first+ir.BlockID(place)
	to := &u.fn.Blocks[id]
	c.isMade[place] = true
	to.Cases, to.Unroll, to.Rare = from.Cases, from.Unroll, from.Rare
	if place > 0 || !c.isSingle {
		to.Params = u.scratch.Values.Make(len(from.Params))
		for i, v := range from.Params {
			in := *u.fn.Instr(v)
			in.Block = id
			to.Params[i] = u.fn.NewValue(in)
			u.copyOf[v] = to.Params[i]
		}
	}
	to.Instrs = u.scratch.Values.Make(len(from.Instrs))[:0]
	for _, v := range from.Instrs {
		in := *u.fn.Instr(v)
		in.Block, in.Args = id, u.copied(in.Args)
		if u.copyOf[v] = u.folded(&in); u.copyOf[v] == 0 {
			u.copyOf[v] = u.fn.NewValue(in)
			to.Instrs = append(to.Instrs, u.copyOf[v])
		}
	}
	succs := u.goesTo(c, place, to, from.Succs, isLast)
	to.Succs, c.edges = c.edges[:len(succs):len(succs)], c.edges[len(succs):]
	copy(to.Succs, succs)
	for _, e := range succs {
		if at := u.placeOf(e.To); at > 0 && !c.isMade[at] {
			u.fn.Blocks[first+ir.BlockID(at)].Unroll = reachedCopy
			isBefore = isBefore || at < place
		}
	}
	return isBefore
}

// goesTo are the edges of a block that control may take in its copy; if there is one, the copy ends with a jump.
func (u *unroller) goesTo(c *loopCopy, place int, block *ir.Block, succs []ir.Edge, isLast bool) []ir.Edge {
	end := u.fn.Instr(block.Instrs[len(block.Instrs)-1])
	way := -1
	switch end.Op {
	case ir.OpBranch:
		if cond := u.fn.Instr(end.Args[0]); cond.Op == ir.OpConst {
			way = int(1 - cond.Imm&1)
		}
		if place == c.exit {
			way = c.ways[0]
			if isLast {
				way = c.ways[1]
			}
		}
	case ir.OpSwitch:
		if value := u.fn.Instr(end.Args[0]); value.Op == ir.OpConst {
			way = 1 + slices.Index(block.Cases, value.Imm)
		}
	}
	if way < 0 {
		return succs
	}
	end.Op, end.Args, block.Cases = ir.OpJump, nil, nil
	return succs[way : way+1]
}

// folded is the constant that an instruction with constant operands makes; 0 if it is to be computed.
func (u *unroller) folded(in *ir.Instr) ir.ValueID {
	if !in.Op.Pure() {
		return 0
	}
	bits, ok := evaluate(u.fn, in)
	if !ok {
		return 0
	}
	made := ir.Instr{Op: ir.OpConst, Type: in.Type, Imm: bits & in.Type.Mask()}
	slot := u.scratch.table.slot(u.fn, &made)
	v, ok := u.scratch.table.get(slot)
	if !ok {
		v = u.fn.NewValue(made)
		u.scratch.table.set(slot, v)
		u.top = append(u.top, v)
	}
	return v
}

// wire lets the edges of a copied block lead to copies, and those to the header to next. It reports whether there is
// one.
func (u *unroller) wire(c *loopCopy, block *ir.Block, first, next ir.BlockID) (goesOn bool) {
	for i := range block.Succs {
		e := &block.Succs[i]
		at := u.placeOf(e.To)
		if at == 0 && c.isSingle && next != c.loop.Header {
			e.Args = nil
		} else {
			e.Args = u.copied(e.Args)
		}
		switch {
		case at == 0:
			e.To, goesOn = next, true
		case at > 0:
			e.To = first + ir.BlockID(at)
		}
	}
	return goesOn
}

// placeOf is the place of a block in the loop being copied; -1: it is outside.
func (u *unroller) placeOf(b ir.BlockID) int {
	if int(b) < len(u.place) {
		return int(u.place[b]) - 1
	}
	return -1
}

// copied is a list with the copies of the loop's values.
func (u *unroller) copied(list []ir.ValueID) []ir.ValueID {
	if len(list) == 0 {
		return nil
	}
	made := u.scratch.Values.Make(len(list))
	for i, v := range list {
		made[i] = u.lastCopy(v)
	}
	return made
}

// lastCopy is the last copy of a value, itself if it has none.
func (u *unroller) lastCopy(v ir.ValueID) ir.ValueID {
	if int(v) < len(u.copyOf) && u.copyOf[v] != 0 {
		return u.copyOf[v]
	}
	return v
}

// turnBack lets the loop's edges back to its header lead to the first copy.
func (u *unroller) turnBack(c *loopCopy, to ir.BlockID) {
	for _, b := range c.loop.Blocks {
		for i := range u.fn.Blocks[b].Succs {
			edge := &u.fn.Blocks[b].Succs[i]
			if edge.To != c.loop.Header {
				continue
			}
			if edge.To = to; c.isSingle {
				edge.Args = nil
			}
		}
	}
}

// outsideUse is a use of a loop's value outside the loop.
type outsideUse struct {
	value ir.ValueID
	block ir.BlockID
	user  ir.ValueID // the block's terminator for arguments of its edges
}

// findOutsideUses lists the uses of each loop's values outside the loop.
func (u *unroller) findOutsideUses() {
	u.outside = make([][]outsideUse, len(u.loops))
	for _, b := range u.cfg.Order {
		block := &u.fn.Blocks[b]
		note := func(args []ir.ValueID, user ir.ValueID) {
			for _, v := range args {
				for l := u.innermost[u.fn.Instr(v).Block]; l >= 0 && !u.inside(b, l); l = u.loops[l].Parent {
					u.outside[l] = append(u.outside[l], outsideUse{v, b, user})
				}
			}
		}
		for _, v := range block.Instrs {
			note(u.fn.Instr(v).Args, v)
		}
		for i := range block.Succs {
			note(block.Succs[i].Args, block.Instrs[len(block.Instrs)-1])
		}
	}
}

// inside reports whether block b is in a loop.
func (u *unroller) inside(b ir.BlockID, loop int) bool {
	return ir.InLoop(u.loops, u.innermost, b, loop)
}

// useLast replaces the operands of users outside a loop by their last copies. It replaces all operands of a user at
// once, for a copy may be a parameter of the header itself, where iterations swap two of them.
func (u *unroller) useLast(uses []outsideUse) {
	for i, use := range uses {
		if i > 0 && uses[i-1].user == use.user {
			continue // the uses of one user follow each other
		}
		in := u.fn.Instr(use.user)
		in.Args = u.copied(in.Args)
		if in.Op.Terminator() {
			succs := u.fn.Blocks[use.block].Succs
			for k := range succs {
				succs[k].Args = u.copied(succs[k].Args)
			}
		}
	}
}

// replaceUse replaces the operand of a use. Lists of operands may be shared, so they are replaced.
func (u *unroller) replaceUse(use outsideUse, by ir.ValueID) {
	swap := func(args []ir.ValueID) []ir.ValueID {
		if !slices.Contains(args, use.value) {
			return args
		}
		args = u.scratch.Values.List(args...)
		for i, v := range args {
			if v == use.value {
				args[i] = by
			}
		}
		return args
	}
	in := u.fn.Instr(use.user)
	in.Args = swap(in.Args)
	if in.Op.Terminator() {
		succs := u.fn.Blocks[use.block].Succs
		for i := range succs {
			succs[i].Args = swap(succs[i].Args)
		}
	}
}

// keepInMemory passes the values that are live out of a loop with several exits through private memory, which has the
// values of the last iteration whatever exit is taken. mem2reg makes them values again.
func (u *unroller) keepInMemory(uses []outsideUse) {
	slots := map[ir.ValueID]ir.ValueID{}
	for _, use := range uses {
		t := u.fn.Type(use.value)
		slot, ok := slots[use.value]
		if !ok {
			slot = u.fn.NewValue(ir.Instr{Op: ir.OpAlloca, Type: ir.Ptr, Imm: 8, Align: 8})
			u.fn.Blocks[0].Instrs = slices.Insert(u.fn.Blocks[0].Instrs, 0, slot)
			slots[use.value] = slot
			u.storeAfter(use.value, slot)
		}
		made := u.fn.Instr(use.value)
		value := u.before(use, ir.Instr{Op: ir.OpLoad, Type: stored(t), Space: ir.SpacePrivate, Align: 1, Pos: made.Pos,
			Args: u.scratch.Values.List(slot)})
		if t == ir.I1 {
			value = u.before(use, ir.Instr{Op: ir.OpTrunc, Type: ir.I1, Args: u.scratch.Values.List(value)})
		}
		u.replaceUse(use, value)
	}
}

// stored is the type in memory of a value: memory has no truth values.
func stored(t ir.Type) ir.Type {
	if t == ir.I1 {
		return ir.I8
	}
	return t
}

// before inserts an instruction before a use.
func (u *unroller) before(use outsideUse, in ir.Instr) ir.ValueID {
	in.Block = use.block
	v := u.fn.NewValue(in)
	block := &u.fn.Blocks[use.block]
	block.Instrs = slices.Insert(block.Instrs, slices.Index(block.Instrs, use.user), v)
	return v
}

// storeAfter stores a value after its definition.
func (u *unroller) storeAfter(v, slot ir.ValueID) {
	in := *u.fn.Instr(v)
	block := &u.fn.Blocks[in.Block]
	at := 0
	if in.Op != ir.OpParam {
		at = slices.Index(block.Instrs, v) + 1
	}
	if in.Type == ir.I1 {
		v = u.fn.NewValue(ir.Instr{Op: ir.OpZExt, Type: ir.I8, Block: in.Block, Args: u.scratch.Values.List(v)})
		block.Instrs = slices.Insert(block.Instrs, at, v)
		at++
	}
	store := u.fn.NewValue(ir.Instr{Op: ir.OpStore, Space: ir.SpacePrivate, Align: 1, Block: in.Block, Pos: in.Pos,
		Args: u.scratch.Values.List(slot, v)})
	block.Instrs = slices.Insert(block.Instrs, at, store)
}
