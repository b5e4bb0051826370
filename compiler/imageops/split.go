package imageops

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
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
	edge := rewrite.MoveEntry(x.fn)
	originals := []ir.BlockID{edge}
	for b := ir.BlockID(1); b < edge; b++ {
		originals = append(originals, b)
	}
	copies, _ := rewrite.CopyBlocks(x.fn, originals)
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
	}
	return count <= maxSplit && !rewrite.LeadsToEntry(x.fn)
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
