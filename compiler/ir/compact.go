package ir

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
		renumber(in.Args, values)
		instrs[id] = in
	}
	for i := range blocks {
		renumber(blocks[i].Params, values)
		renumber(blocks[i].Instrs, values)
		for j := range blocks[i].Succs {
			edge := &blocks[i].Succs[j]
			edge.To = blockIDs[edge.To]
			renumber(edge.Args, values)
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

func renumber(list []ValueID, values []ValueID) {
	for i, v := range list {
		list[i] = values[v]
	}
}
