package variant

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes"
	"heddle/compiler/passes/rewrite"
)

// A copy for groups of one size, as if the source had required it. Kernels with barriers and tiles in local memory gain
// most: divisions by sizes and loops over the group have constants, and groups that are inside of an image need no
// tests of borders (group_inside.go), and copy tiles in rows (group_tile.go). Such groups get code of their own:
//
//	entry:  branch all indices of the group are inside, inside, edge
//	inside: ...
//	edge:   ...                     the kernel as it is; rare
//
// All groups of a launch must have the size.

// Limits of copies for a size of groups.
const (
	maxGroupInstrs = 1500 // of kernels that get a copy
	maxGroupItems  = 1024 // of their groups
	minChoices     = 1    // that are the same for all work-items of a group inside
	minBranches    = 2    // where nothing else is
)

// WantsGroup reports whether a kernel may gain by a copy that knows the size of its groups: it has barriers and local
// memory, or computes with the size.
func WantsGroup(f *ir.Func) bool {
	if !f.Kernel || len(f.Instrs) > maxGroupInstrs || f.HasImages() || f.SeesSubGroups() {
		return false
	}
	hasBarrier, asks, isLocal := false, false, false
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); in.Op {
			case ir.OpCall, ir.OpQueue, ir.OpPrintf:
				return false
			case ir.OpBarrier:
				hasBarrier = true
			case ir.OpLocalID, ir.OpGlobalID, ir.OpLocalSize:
				asks = true
			case ir.OpLoad, ir.OpStore:
				isLocal = isLocal || in.Space == ir.SpaceLocal
			}
		}
	}
	return asks && hasBarrier && isLocal
}

// WithGroup is a copy of an optimised kernel for launches all of whose groups have a size; nil if nothing is gained. It
// only reads the kernel, so others may read it at the same time.
func WithGroup(m *ir.Module, f *ir.Func, size [3]uint64) *ir.Func {
	if size[0]*size[1]*size[2] > maxGroupItems {
		return nil
	}
	c := f.Clone()
	c.Group = size
	isKnown := passes.KnowGroup(c)
	if isKnown {
		passes.AfterGroup(m, c)
	}
	if splitGroup(c) {
		passes.AfterGroup(m, c)
	} else if !isKnown {
		return nil
	}
	return c
}

// splitGroup gives groups that are inside code of their own, if that gains anything.
func splitGroup(f *ir.Func) bool {
	if rewrite.LeadsToEntry(f) {
		return false
	}
	w := newGroupWalk(f, f.Group)
	choices, branches := w.assume()
	tiles := w.tiles()
	var blocks [][]tileBlock
	var pitches []int64
	tiles = slices.DeleteFunc(tiles, func(t *tile) bool {
		list, pitch := w.blocks(t)
		if list != nil {
			blocks, pitches = append(blocks, list), append(pitches, pitch)
			for _, c := range t.copies {
				w.require(c.from)
			}
		}
		return list == nil
	})
	if choices < minChoices && branches < minBranches && len(tiles) == 0 {
		return false
	}
	w.split(func(copyOf map[ir.ValueID]ir.ValueID) {
		for i, t := range tiles {
			w.copyTile(t, blocks[i], pitches[i], copyOf)
		}
	})
	return true
}

// split makes the code for groups that are inside, and lets change work on it. The code has all that is assumed.
func (w *groupWalk) split(change func(copyOf map[ir.ValueID]ir.ValueID)) {
	f := w.fn
	edge := rewrite.MoveEntry(f)
	originals := []ir.BlockID{edge}
	for b := ir.BlockID(1); b < edge; b++ {
		originals = append(originals, b)
	}
	copies, copyOf := rewrite.CopyBlocks(f, originals)
	for _, b := range originals {
		f.Blocks[b].Rare = true
	}
	for v, truth := range w.truths {
		in := f.Instr(copyOf[v])
		*in = ir.Instr{Op: ir.OpConst, Type: ir.I1, Imm: uint64(boolToInt(truth)), Block: in.Block, Pos: in.Pos}
	}
	for v, i := range w.winner {
		isSo := w.put(operation{op: ir.OpExpect}, ir.Instr{Op: ir.OpConst, Type: ir.I1, Imm: 1})
		in := f.Instr(copyOf[v])
		*in = ir.Instr{Op: ir.OpSelect, Type: in.Type, Args: []ir.ValueID{isSo, in.Args[i], in.Args[1-i]},
			Block: in.Block, Pos: in.Pos}
	}
	change(copyOf)
	w.enter(edge, copies[0])
}

// enter ends the first block: groups for which all that is needed holds go inside.
func (w *groupWalk) enter(edge, inside ir.BlockID) {
	f, bad := w.fn, ir.ValueID(0)
	for _, n := range w.needs {
		v := w.plusConst(n.value, n.plus)
		if n.isNegative {
			v = w.emit(ir.OpSub, w.constant(n.plus), n.value)
		}
		if bad == 0 {
			bad = v
		} else {
			bad = w.emit(ir.OpOr, bad, v)
		}
	}
	if bad == 0 {
		bad = w.constant(0)
	}
	zero := w.constant(0)
	holds := f.NewValue(ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(ir.SGE), Args: []ir.ValueID{bad, zero}})
	end := f.NewValue(ir.Instr{Op: ir.OpBranch, Args: []ir.ValueID{holds}})
	entry := &f.Blocks[0]
	entry.Instrs = append(w.inOrder(entry.Instrs, holds), end)
	for _, v := range entry.Instrs {
		f.Instr(v).Block = 0
	}
	entry.Succs = []ir.Edge{{To: inside}, {To: edge}}
}

// inOrder adds the list to instructions: first what a value is made of, each operand shortly before it, then the rest.
func (w *groupWalk) inOrder(list []ir.ValueID, last ir.ValueID) []ir.ValueID {
	isDone := make(map[ir.ValueID]bool, len(list)+len(w.list))
	for _, v := range list {
		isDone[v] = true
	}
	var add func(v ir.ValueID)
	add = func(v ir.ValueID) {
		if isDone[v] {
			return
		}
		isDone[v] = true
		for _, a := range w.fn.Instr(v).Args {
			add(a)
		}
		list = append(list, v)
	}
	add(last)
	for _, v := range w.list {
		add(v)
	}
	return list
}
