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
	r := newRenumbering(f, blocks, values)
	instrs := make([]Instr, count)
	for old, id := range values {
		if id == 0 {
			continue
		}
		instrs[id] = f.Instrs[old]
		in := &instrs[id]
		in.Block = blockIDs[in.Block]
		in.Args = r.list(in.Args)
	}
	for i := range blocks {
		blocks[i].Params = r.list(blocks[i].Params)
		blocks[i].Instrs = r.list(blocks[i].Instrs)
		blocks[i].Succs = r.edges(blocks[i].Succs, blockIDs)
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

// renumbering makes new lists, because instructions and edges may share one. They lie in two pieces of memory that are
// just large enough.
type renumbering struct {
	values  []ValueID // by old number
	room    []ValueID
	edgeBuf []Edge
}

func newRenumbering(f *Func, blocks []Block, values []ValueID) *renumbering {
	lists, edges := 0, 0
	for old, id := range values {
		if id != 0 {
			lists += len(f.Instrs[old].Args)
		}
	}
	for i := range blocks {
		lists += len(blocks[i].Params) + len(blocks[i].Instrs)
		edges += len(blocks[i].Succs)
		for j := range blocks[i].Succs {
			lists += len(blocks[i].Succs[j].Args)
		}
	}
	return &renumbering{values: values, room: make([]ValueID, lists), edgeBuf: make([]Edge, edges)}
}

func (r *renumbering) list(old []ValueID) []ValueID {
	n := len(old)
	if n == 0 {
		return nil
	}
	list := r.room[:n:n]
	r.room = r.room[n:]
	for i, v := range old {
		list[i] = r.values[v]
	}
	return list
}

func (r *renumbering) edges(old []Edge, blockIDs []BlockID) []Edge {
	n := len(old)
	if n == 0 {
		return nil
	}
	list := r.edgeBuf[:n:n]
	r.edgeBuf = r.edgeBuf[n:]
	for i := range old {
		list[i] = Edge{To: blockIDs[old[i].To], Args: r.list(old[i].Args)}
	}
	return list
}
