package rewrite

import (
	"slices"

	"heddle/compiler/ir"
)

// MoveEntry moves all of the entry block but what all blocks may use, its constants and private memory, to a new block.
// The entry has no end then. No edge may lead to it.
func MoveEntry(f *ir.Func) ir.BlockID {
	to := f.NewBlock()
	entry, block := &f.Blocks[0], &f.Blocks[to]
	block.Succs, block.Cases = entry.Succs, entry.Cases
	var kept []ir.ValueID
	for _, v := range entry.Instrs {
		in := f.Instr(v)
		if in.Op == ir.OpConst || in.Op == ir.OpArgBlock || in.Op == ir.OpAlloca {
			kept = append(kept, v)
		} else {
			in.Block = to
			block.Instrs = append(block.Instrs, v)
		}
	}
	entry.Instrs, entry.Succs, entry.Cases = kept, nil, nil
	return to
}

// LeadsToEntry reports whether an edge leads to the entry block.
func LeadsToEntry(f *ir.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Succs, func(e ir.Edge) bool { return e.To == 0 })
	})
}

// CopyBlocks copies blocks that only lead to each other. It returns the copies, in the same order, and the copy of each
// of their values.
func CopyBlocks(f *ir.Func, blocks []ir.BlockID) (copies []ir.BlockID, value map[ir.ValueID]ir.ValueID) {
	target := map[ir.BlockID]ir.BlockID{}
	value = map[ir.ValueID]ir.ValueID{}
	for _, b := range blocks {
		target[b] = f.NewBlock()
		copies = append(copies, target[b])
	}
	copyValue := func(v ir.ValueID, into ir.BlockID) ir.ValueID {
		in := *f.Instr(v)
		in.Block, in.Args = into, slices.Clone(in.Args)
		value[v] = f.NewValue(in)
		return value[v]
	}
	for _, b := range blocks {
		from, to := &f.Blocks[b], &f.Blocks[target[b]]
		for _, v := range from.Params {
			to.Params = append(to.Params, copyValue(v, target[b]))
		}
		for _, v := range from.Instrs {
			to.Instrs = append(to.Instrs, copyValue(v, target[b]))
		}
		to.Cases, to.Unroll, to.Rare = slices.Clone(from.Cases), from.Unroll, from.Rare
		for _, e := range from.Succs {
			to.Succs = append(to.Succs, ir.Edge{To: target[e.To], Args: slices.Clone(e.Args)})
		}
	}
	for _, b := range copies {
		for _, v := range f.Blocks[b].Instrs {
			renameIn(value, f.Instr(v).Args)
		}
		for _, e := range f.Blocks[b].Succs {
			renameIn(value, e.Args)
		}
	}
	return copies, value
}

// renameIn replaces values that have a copy.
func renameIn(value map[ir.ValueID]ir.ValueID, list []ir.ValueID) {
	for i, v := range list {
		if w, ok := value[v]; ok {
			list[i] = w
		}
	}
}
