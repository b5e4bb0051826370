package ir

// Compact drops blocks and instructions that are not placed and numbers the rest in the order of the text form, blocks
// by order. All ValueIDs and BlockIDs change. order must begin with the entry and contain every successor of its
// blocks.
func (f *Func) Compact(order []BlockID) {
	var room Room
	room.slackless = true
	room.Compact(f, order)
}

// Room is memory for functions that are worked on one after the other: each Compact moves the function from one half of
// it to the other, so that passes over it allocate nothing. The zero Room is ready for use; one belongs to one
// goroutine.
//
// A function that was compacted in a room must have left it (Leave) before the next one is.
type Room struct {
	instrs  []Instr      // the function's instructions before
	blocks  []Block      // the function's blocks before
	lists   [2][]ValueID // operands and the like, present and previous, alternately
	edges   [2][]Edge
	current int // index of the present ones in lists

	values    []ValueID // by old number: the new one
	blockIDs  []BlockID // by old number: the new one
	slackless bool      // allocate exactly what is needed
}

// sized is a list of n elements, in the memory of an old one if that is large enough; the contents are undefined.
func sized[T any](r *Room, list []T, n int) []T {
	switch {
	case cap(list) >= n:
		return list[:n]
	case r.slackless:
		return make([]T, n)
	}
	return make([]T, n, n+n/4)
}

// Compact is Func.Compact in this memory. No list of the function that was made before may be used afterwards.
func (r *Room) Compact(f *Func, order []BlockID) {
	blocks := sized(r, r.blocks, len(order))
	r.blockIDs = sized(r, r.blockIDs, len(f.Blocks))
	for i, b := range order {
		blocks[i] = f.Blocks[b]
		r.blockIDs[b] = BlockID(i)
	}
	count := r.number(f, blocks)
	n := r.renumbering(f, blocks)
	instrs := sized(r, r.instrs, count)
	instrs[0] = Instr{}
	for old, id := range r.values {
		if id == 0 {
			continue
		}
		instrs[id] = f.Instrs[old]
		in := &instrs[id]
		in.Block = r.blockIDs[in.Block]
		in.Args = n.list(in.Args)
	}
	for i := range blocks {
		blocks[i].Params = n.list(blocks[i].Params)
		blocks[i].Instrs = n.list(blocks[i].Instrs)
		blocks[i].Succs = n.edges(blocks[i].Succs, r.blockIDs)
	}
	r.blocks, r.instrs = f.Blocks[:0], f.Instrs[:0]
	f.Blocks, f.Instrs = blocks, instrs
}

// Leave moves a function to memory of its own, of exactly its size.
func (r *Room) Leave(f *Func) {
	lists, edges := 0, 0
	for i := range f.Instrs {
		lists += len(f.Instrs[i].Args)
	}
	for i := range f.Blocks {
		l, e := f.Blocks[i].listed()
		lists, edges = lists+l, edges+e
	}
	n := renumbering{room: make([]ValueID, lists), edgeBuf: make([]Edge, edges)}
	instrs, blocks := make([]Instr, len(f.Instrs)), make([]Block, len(f.Blocks))
	copy(instrs, f.Instrs)
	copy(blocks, f.Blocks)
	for i := range instrs {
		instrs[i].Args = n.same(instrs[i].Args)
	}
	for i := range blocks {
		b := &blocks[i]
		b.Params, b.Instrs, b.Succs = n.same(b.Params), n.same(b.Instrs), n.sameEdges(b.Succs)
	}
	r.blocks, r.instrs = f.Blocks[:0], f.Instrs[:0]
	f.Blocks, f.Instrs = blocks, instrs
}

// number assigns each placed value its new number, and returns how many numbers there are with the unused 0.
func (r *Room) number(f *Func, blocks []Block) int {
	r.values = sized(r, r.values, len(f.Instrs))
	clear(r.values)
	count := 1
	for i := range blocks {
		for _, list := range [][]ValueID{blocks[i].Params, blocks[i].Instrs} {
			for _, v := range list {
				r.values[v] = ValueID(count)
				count++
			}
		}
	}
	return count
}

// renumbering makes new lists, because instructions and edges may share one. They lie in two slabs.
type renumbering struct {
	values  []ValueID // by old number
	room    []ValueID
	edgeBuf []Edge
}

// renumbering allocates the lists of a function.
func (r *Room) renumbering(f *Func, blocks []Block) *renumbering {
	lists, edges := 0, 0
	for old, id := range r.values {
		if id != 0 {
			lists += len(f.Instrs[old].Args)
		}
	}
	for i := range blocks {
		l, e := blocks[i].listed()
		lists, edges = lists+l, edges+e
	}
	r.current ^= 1
	r.lists[r.current] = sized(r, r.lists[r.current], lists)
	r.edges[r.current] = sized(r, r.edges[r.current], edges)
	return &renumbering{values: r.values, room: r.lists[r.current], edgeBuf: r.edges[r.current]}
}

// listed is how many values and edges the lists of a block have.
func (b *Block) listed() (values, edges int) {
	values = len(b.Params) + len(b.Instrs)
	for i := range b.Succs {
		values += len(b.Succs[i].Args)
	}
	return values, len(b.Succs)
}

func (r *renumbering) list(old []ValueID) []ValueID {
	list := r.same(old)
	for i, v := range list {
		list[i] = r.values[v]
	}
	return list
}

// same is a copy of a list with unchanged numbers.
func (r *renumbering) same(old []ValueID) []ValueID {
	n := len(old)
	if n == 0 {
		return nil
	}
	list := r.room[:n:n]
	r.room = r.room[n:]
	copy(list, old)
	return list
}

func (r *renumbering) edges(old []Edge, blockIDs []BlockID) []Edge {
	list := r.edgeList(len(old))
	for i := range old {
		list[i] = Edge{To: blockIDs[old[i].To], Args: r.list(old[i].Args)}
	}
	return list
}

func (r *renumbering) sameEdges(old []Edge) []Edge {
	list := r.edgeList(len(old))
	for i := range old {
		list[i] = Edge{To: old[i].To, Args: r.same(old[i].Args)}
	}
	return list
}

func (r *renumbering) edgeList(n int) []Edge {
	if n == 0 {
		return nil
	}
	list := r.edgeBuf[:n:n]
	r.edgeBuf = r.edgeBuf[n:]
	return list
}
