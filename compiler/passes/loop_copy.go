package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Copying a loop's blocks, so that copies follow each other as rounds do: the edges back to the header lead to the
// header of the next copy instead, and all edges out of the loop are copied with the blocks they leave. The blocks
// themselves are the first copy. Headers keep their parameters, which later passes take away where there is only one
// way in.

// copyLoop appends count copies of the blocks of a loop, wired one behind the other: the edges back of the last copy lead
// to the header they led to before. It gives the blocks of each copy in the order of the loop's blocks; the first are
// the loop's. Afterwards copyOf has the last copy of each of the loop's values.
func (u *unroller) copyLoop(loop *ir.Loop, count int) [][]ir.BlockID {
	blocks := [][]ir.BlockID{loop.Blocks}
	for range count {
		made := make([]ir.BlockID, len(loop.Blocks))
		for i := range made {
			made[i] = u.fn.NewBlock()
		}
		blocks = append(blocks, made)
	}
	for i, b := range loop.Blocks {
		u.place[b] = int32(i) + 1
	}
	u.copyOf = cleared(u.copyOf, len(u.fn.Instrs))
	for i := 1; i <= count; i++ {
		next := loop.Header
		if i < count {
			next = blocks[i+1][0]
		}
		u.copyRound(loop, blocks[i], next)
	}
	if count > 0 {
		u.turnBack(loop, blocks[1][0])
	}
	for _, b := range loop.Blocks {
		u.place[b] = 0
	}
	return blocks
}

// copyRound fills the blocks of one copy, whose edges back lead to next.
func (u *unroller) copyRound(loop *ir.Loop, blocks []ir.BlockID, next ir.BlockID) {
	for i, b := range loop.Blocks {
		for _, list := range [][]ir.ValueID{u.fn.Blocks[b].Params, u.fn.Blocks[b].Instrs} {
			for _, v := range list {
				in := *u.fn.Instr(v)
				in.Block = blocks[i]
				u.copyOf[v] = u.fn.NewValue(in)
			}
		}
	}
	for i, b := range loop.Blocks {
		from, to := &u.fn.Blocks[b], &u.fn.Blocks[blocks[i]]
		to.Params, to.Instrs = u.copied(from.Params), u.copied(from.Instrs)
		to.Cases, to.Unroll = from.Cases, from.Unroll
		for _, v := range to.Instrs {
			in := u.fn.Instr(v)
			in.Args = u.copied(in.Args)
		}
		to.Succs = make([]ir.Edge, len(from.Succs))
		for j, e := range from.Succs {
			to.Succs[j] = ir.Edge{To: u.target(e.To, blocks, next), Args: u.copied(e.Args)}
		}
	}
}

// copied is a list with the copies of the loop's values.
func (u *unroller) copied(list []ir.ValueID) []ir.ValueID {
	if len(list) == 0 {
		return nil
	}
	made := u.scratch.values.Make(len(list))
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

// target is where an edge of a copy leads whose original led to block b.
func (u *unroller) target(b ir.BlockID, blocks []ir.BlockID, next ir.BlockID) ir.BlockID {
	switch {
	case int(b) >= len(u.place) || u.place[b] == 0:
		return b
	case u.place[b] == 1:
		return next
	}
	return blocks[u.place[b]-1]
}

// turnBack lets the loop's edges back to its header lead to another block.
func (u *unroller) turnBack(loop *ir.Loop, to ir.BlockID) {
	for _, b := range loop.Blocks {
		for i := range u.fn.Blocks[b].Succs {
			if edge := &u.fn.Blocks[b].Succs[i]; edge.To == loop.Header {
				edge.To = to
			}
		}
	}
}

// behindUse is a use of a loop's value outside of the loop.
type behindUse struct {
	value ir.ValueID
	block ir.BlockID
	user  ir.ValueID // the block's terminator for what its edges pass on
}

// findBehind lists for each loop the uses outside of it of what is made in it.
func (u *unroller) findBehind() {
	u.behind = make([][]behindUse, len(u.loops))
	for _, b := range u.cfg.Order {
		block := &u.fn.Blocks[b]
		note := func(args []ir.ValueID, user ir.ValueID) {
			for _, v := range args {
				for l := u.innermost[u.fn.Instr(v).Block]; l >= 0 && !u.inside(b, l); l = u.loops[l].Parent {
					u.behind[l] = append(u.behind[l], behindUse{v, b, user})
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

// inside says whether block b is in a loop.
func (u *unroller) inside(b ir.BlockID, loop int) bool {
	l := u.innermost[b]
	for l > loop { // outer loops have smaller numbers
		l = u.loops[l].Parent
	}
	return l == loop
}

// replaceUse puts another value in the place of a use. Lists of operands may be shared, so they are replaced.
func (u *unroller) replaceUse(use behindUse, by ir.ValueID) {
	swap := func(args []ir.ValueID) []ir.ValueID {
		if !slices.Contains(args, use.value) {
			return args
		}
		args = u.scratch.values.List(args...)
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

// keepInMemory lets the uses behind a loop with several exits load what the loop stores in private memory, which has the
// value of the last round whatever exit is taken. It becomes values again when memory is promoted.
func (u *unroller) keepInMemory(uses []behindUse) {
	slots := map[ir.ValueID]ir.ValueID{}
	for _, use := range uses {
		t := u.fn.Type(use.value)
		slot, ok := slots[use.value]
		if !ok {
			slot = u.fn.NewValue(ir.Instr{Op: ir.OpAlloca, Type: ir.Ptr, Imm: 8, Align: 8})
			u.fn.Blocks[0].Instrs = slices.Insert(u.fn.Blocks[0].Instrs, 0, slot)
			slots[use.value] = slot
			u.storeBehind(use.value, slot)
		}
		made := u.fn.Instr(use.value)
		value := u.before(use, ir.Instr{Op: ir.OpLoad, Type: stored(t), Space: ir.SpacePrivate, Align: 1, Pos: made.Pos,
			Args: u.scratch.values.List(slot)})
		if t == ir.I1 {
			value = u.before(use, ir.Instr{Op: ir.OpTrunc, Type: ir.I1, Args: u.scratch.values.List(value)})
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

// before puts an instruction in front of a use.
func (u *unroller) before(use behindUse, in ir.Instr) ir.ValueID {
	in.Block = use.block
	v := u.fn.NewValue(in)
	block := &u.fn.Blocks[use.block]
	block.Instrs = slices.Insert(block.Instrs, slices.Index(block.Instrs, use.user), v)
	return v
}

// storeBehind stores a value where it is made.
func (u *unroller) storeBehind(v, slot ir.ValueID) {
	in := *u.fn.Instr(v)
	block := &u.fn.Blocks[in.Block]
	at := 0
	if in.Op != ir.OpParam {
		at = slices.Index(block.Instrs, v) + 1
	}
	if in.Type == ir.I1 {
		v = u.fn.NewValue(ir.Instr{Op: ir.OpZExt, Type: ir.I8, Block: in.Block, Args: u.scratch.values.List(v)})
		block.Instrs = slices.Insert(block.Instrs, at, v)
		at++
	}
	store := u.fn.NewValue(ir.Instr{Op: ir.OpStore, Space: ir.SpacePrivate, Align: 1, Block: in.Block, Pos: in.Pos,
		Args: u.scratch.values.List(slot, v)})
	block.Instrs = slices.Insert(block.Instrs, at, store)
}
