package imageops

import (
	"slices"

	"heddle/compiler/ir"
)

// Versions for the inside. Filters read the neighbours of a pixel, so some work-items at the edges of an image have
// coordinates outside, and all work-items would look whether theirs are. Instead, the kernel is there twice, behind one
// test of the ids:
//
//	entry: branch all coordinates are inside, inside, edge
//	inside: ...                               accesses need no look at the size, as in a launch that an image covers
//	edge: ...                                 rare
//
// The code at the edge is right everywhere, so all lanes of a bundle go there if one must (ir.FlagWhole).

// maxSplit bounds the instructions of kernels that get two versions.
const maxSplit = 1500

// split makes the two versions, and returns the blocks of that for the inside; none if there is only one.
func (x *expander) split(arguments []Argument) (order []ir.BlockID, inside int) {
	tests := x.tests(arguments)
	if len(tests) < 2 || !x.canSplit() {
		return order, 0
	}
	edge := x.moveEntry()
	originals := []ir.BlockID{edge}
	for b := ir.BlockID(1); b < edge; b++ {
		originals = append(originals, b)
	}
	copies := x.copyBlocks(originals)
	for _, b := range originals {
		x.fn.Blocks[b].Rare = true
	}
	x.SetBlock(0)
	x.Branch(x.allHold(tests), ir.Edge{To: copies[0]}, ir.Edge{To: edge})
	x.fn.Terminator(0).Flags |= ir.FlagWhole
	return append(originals, copies...), len(originals)
}

// test asks whether ids plus a constant are inside of an image.
type test struct {
	argument uint32
	reach    Reach
	constant int64
}

// tests are those of images of which a launch has not told that they hold. A single one, which would be the condition
// of the branch itself, is no reason for two versions; where there are two, that not both hold tells nothing of one.
func (x *expander) tests(arguments []Argument) (list []test) {
	for _, a := range arguments {
		if x.traits[a.Offset]&isBordered == 0 {
			continue
		}
		for _, r := range a.Reaches {
			list = append(list, test{a.Offset, r, r.Least})
			if r.Greatest != r.Least {
				list = append(list, test{a.Offset, r, r.Greatest})
			}
		}
	}
	return list
}

// canSplit reports whether the kernel only computes and accesses memory, and is short.
func (x *expander) canSplit() bool {
	count := 0
	for b := range x.fn.Blocks {
		block := &x.fn.Blocks[b]
		count += len(block.Instrs)
		for _, v := range block.Instrs {
			op := x.fn.Instr(v).Op
			isAccess := op == ir.OpLoad || op == ir.OpStore || op == ir.OpResult || isImageOperation(op)
			if op == ir.OpAlloca || !isAccess && !op.Pure() && !op.Terminator() {
				return false
			}
		}
		if slices.ContainsFunc(block.Succs, func(e ir.Edge) bool { return e.To == 0 }) {
			return false
		}
	}
	return count <= maxSplit
}

// moveEntry moves all of the entry block but its constants, which all blocks may use, to a new block.
func (x *expander) moveEntry() ir.BlockID {
	to := x.NewBlock()
	entry := &x.fn.Blocks[0]
	block := &x.fn.Blocks[to]
	block.Succs, block.Cases = entry.Succs, entry.Cases
	var kept []ir.ValueID
	for _, v := range entry.Instrs {
		if in := x.fn.Instr(v); in.Op == ir.OpConst || in.Op == ir.OpArgBlock {
			kept = append(kept, v)
		} else {
			in.Block = to
			block.Instrs = append(block.Instrs, v)
		}
	}
	entry.Instrs, entry.Succs, entry.Cases = kept, nil, nil
	return to
}

// copyBlocks copies blocks that only lead to each other.
func (x *expander) copyBlocks(blocks []ir.BlockID) (copies []ir.BlockID) {
	target := map[ir.BlockID]ir.BlockID{}
	value := map[ir.ValueID]ir.ValueID{}
	for _, b := range blocks {
		target[b] = x.NewBlock()
		copies = append(copies, target[b])
	}
	for _, b := range blocks {
		from, to := &x.fn.Blocks[b], &x.fn.Blocks[target[b]]
		for _, v := range from.Params {
			to.Params = append(to.Params, x.copyValue(value, v, target[b]))
		}
		for _, v := range from.Instrs {
			to.Instrs = append(to.Instrs, x.copyValue(value, v, target[b]))
		}
		to.Cases, to.Rare = slices.Clone(from.Cases), from.Rare
		for _, e := range from.Succs {
			to.Succs = append(to.Succs, ir.Edge{To: target[e.To], Args: slices.Clone(e.Args)})
		}
	}
	for _, b := range copies {
		for _, v := range x.fn.Blocks[b].Instrs {
			renameIn(value, x.fn.Instr(v).Args)
		}
		for _, e := range x.fn.Blocks[b].Succs {
			renameIn(value, e.Args)
		}
	}
	return copies
}

// copyValue is a copy in a block, with the operands of the original.
func (x *expander) copyValue(value map[ir.ValueID]ir.ValueID, v ir.ValueID, into ir.BlockID) ir.ValueID {
	in := *x.fn.Instr(v)
	in.Block, in.Args = into, slices.Clone(in.Args)
	value[v] = x.fn.NewValue(in)
	return value[v]
}

// renameIn replaces values that have a copy.
func renameIn(value map[ir.ValueID]ir.ValueID, list []ir.ValueID) {
	for i, v := range list {
		if w, ok := value[v]; ok {
			list[i] = w
		}
	}
}

// allHold is the condition that tests hold. Both ends of a Reach are inside if all between are, also where sums wrap:
// an image is smaller than half of what 32 bits count.
func (x *expander) allHold(tests []test) (all ir.ValueID) {
	block := x.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr})
	for _, t := range tests {
		descriptor := x.Load(ir.Ptr, x.PtrAddConst(block, int64(t.argument)), ir.SpaceArgs, 8)
		extent := x.field(descriptor, ir.I32, extentOffsets[t.reach.Shape][t.reach.Axis])
		id := x.Conv(ir.OpTrunc, ir.I32, 0, x.WorkItem(ir.OpGlobalID, t.reach.Dimension))
		all = x.both(all, x.ICmp(ir.ULT, x.Bin(ir.OpAdd, id, x.int(int32(t.constant))), extent))
	}
	return all
}
