package ir

import "slices"

// Compact drops blocks and instructions that stand nowhere and numbers the rest in the order of the text form, blocks
// by order. All ValueIDs and BlockIDs change. order must begin with the entry and name every block that an edge from
// one of its blocks leads to.
func (f *Func) Compact(order []BlockID) {
	blocks := make([]Block, len(order))
	blockIDs := make([]BlockID, len(f.Blocks))
	for i, b := range order {
		blocks[i] = f.Blocks[b]
		blockIDs[b] = BlockID(i)
	}
	values, count := f.newNumbers(blocks)
	instrs := make([]Instr, count)
	for old, id := range values {
		if id == 0 {
			continue
		}
		in := f.Instrs[old]
		in.Block = blockIDs[in.Block]
		in.Args = renumber(in.Args, values)
		instrs[id] = in
	}
	for i := range blocks {
		blocks[i].Params = renumber(blocks[i].Params, values)
		blocks[i].Instrs = renumber(blocks[i].Instrs, values)
		blocks[i].Succs = slices.Clone(blocks[i].Succs)
		for j := range blocks[i].Succs {
			edge := &blocks[i].Succs[j]
			edge.To = blockIDs[edge.To]
			edge.Args = renumber(edge.Args, values)
		}
	}
	f.Blocks, f.Instrs = blocks, instrs
}

// newNumbers gives each value that stands in a block its new number, and how many numbers there are with the unused 0.
func (f *Func) newNumbers(blocks []Block) ([]ValueID, int) {
	values := make([]ValueID, len(f.Instrs))
	count := 1
	for i := range blocks {
		for _, list := range [][]ValueID{blocks[i].Params, blocks[i].Instrs} {
			for _, v := range list {
				values[v] = ValueID(count)
				count++
			}
		}
	}
	return values, count
}

// renumber makes a new list, because instructions and edges may share one.
func renumber(list []ValueID, values []ValueID) []ValueID {
	if len(list) == 0 {
		return nil
	}
	renumbered := make([]ValueID, len(list))
	for i, v := range list {
		renumbered[i] = values[v]
	}
	return renumbered
}
