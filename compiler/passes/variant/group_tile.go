package variant

import (
	"slices"

	"heddle/compiler/ir"
)

// Tiles. Before a group works on a part of an image, its work-items copy that part to local memory, each some elements.
// Which of them copies which element makes no difference to anybody:
//
//	p = l_y*16 + l_x;  tile[p] = image[(y0 + p/19)*stride + x0 + p%19];  tile[p+256] = ...;  barrier
//
// Lanes would gather from two rows with addresses of their own. Where the size of the group is known, so is the part
// that all its work-items copy: here 18 rows of 18 elements that are read after the barrier. They are copied in
// another way instead: each work-item the element at its own place in a block as large as the group, and in further
// blocks until all is covered; blocks that reach over the end begin earlier, and copy some elements twice. So rows of
// work-items copy rows.
//
// All that is between the copies and the barrier is known: no memory that they read is written, and nothing else
// accesses local memory. So nothing tells which work-item has copied what.

// tileCopy is a load from global memory whose value is stored to local memory.
type tileCopy struct {
	load, store ir.ValueID
	from        *form // in bytes after base
	base        ir.ValueID
	to          []int64 // by work-item, in bytes from the start of local memory
}

// tile is what a group copies.
type tile struct {
	copies   []tileCopy
	elements map[int64]place // by place in local memory
}

// place is where an element comes from: own bytes and times the factor after what is the same for all.
type place struct{ own, times int64 }

// block is a part of a tile that each work-item copies one element of: the first work-item's place, with what the
// others are apart.
type tileBlock struct {
	from place
	to   int64
}

// maxTileGrowth is how many times as many copies a work-item may make as before.
const maxTileGrowth = 4

// tiles finds the tiles that are copied before a barrier on the way that all work-items go together.
func (w *groupWalk) tiles() (list []*tile) {
	var copies []tileCopy
	isWhole := true // since the last barrier nothing else has happened
	preds := ir.NewCFG(w.fn).Preds
	loaded := map[ir.ValueID]bool{} // since the last barrier
	for b, seen := ir.BlockID(0), 0; seen <= len(w.fn.Blocks); seen++ {
		if len(preds[b]) > 1 { // a loop may come here with other things done
			isWhole = false
		}
		for _, v := range w.fn.Blocks[b].Instrs {
			in := w.fn.Instr(v)
			switch {
			case in.Op == ir.OpBarrier:
				isOrdered := in.Scope == ir.ScopeWorkGroup && ir.MemFlags(in.Kind)&ir.MemLocal != 0
				if isWhole && isOrdered && len(copies) > 0 {
					list = append(list, w.tileOf(copies))
				}
				copies, isWhole = nil, true
				clear(loaded)
			case in.Op == ir.OpStore:
				c, ok := w.tileCopy(v, in)
				isWhole = isWhole && ok && loaded[c.load]
				copies = append(copies, c)
			case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0:
				loaded[v] = true
				isWhole = isWhole && in.Space != ir.SpaceLocal && in.Space != ir.SpaceGeneric
			default:
				isWhole = isWhole && (in.Op.Pure() || in.Op.Terminator())
			}
		}
		next, ok := w.onlyNext(b)
		if !ok {
			break
		}
		b = next
	}
	return slices.DeleteFunc(list, func(t *tile) bool { return t == nil })
}

// onlyNext is the block to which all work-items go from another.
func (w *groupWalk) onlyNext(b ir.BlockID) (next ir.BlockID, ok bool) {
	succs := w.fn.Blocks[b].Succs
	if len(succs) == 1 {
		return succs[0].To, true
	}
	if end := w.fn.Terminator(b); end.Op == ir.OpBranch {
		if truth, ok := w.truth(end.Args[0]); ok {
			return succs[1-boolToInt(truth)].To, true
		}
	}
	return 0, false
}

// tileCopy is a store to local memory, at a place that is known for each work-item, of what was just loaded.
func (w *groupWalk) tileCopy(v ir.ValueID, in *ir.Instr) (c tileCopy, ok bool) {
	if in.Space != ir.SpaceLocal || in.Flags&ir.FlagVolatile != 0 {
		return c, false
	}
	c.load, c.store = w.chosen(in.Args[1]), v
	load := w.fn.Instr(c.load)
	if load.Op != ir.OpLoad || load.Space != ir.SpaceGlobal || load.Flags&ir.FlagVolatile != 0 ||
		load.Type != w.fn.Type(in.Args[1]) {
		return c, false
	}
	c.base, c.from = w.pointer(load.Args[0])
	c.to = w.localPlaces(in.Args[0])
	return c, c.from != nil && c.to != nil
}

// chosen is the value that another is under the assumptions.
func (w *groupWalk) chosen(v ir.ValueID) ir.ValueID {
	for {
		in := w.fn.Instr(v)
		switch {
		case in.Op == ir.OpSelect:
			truth, ok := w.truth(in.Args[0])
			if !ok {
				return v
			}
			v = in.Args[2-boolToInt(truth)]
		case in.Op == ir.OpTrunc:
			wide := w.chosen(in.Args[0])
			from := w.fn.Instr(wide)
			if (from.Op != ir.OpZExt && from.Op != ir.OpSExt) || w.fn.Type(from.Args[0]) != in.Type {
				return v
			}
			v = from.Args[0]
		default:
			return v
		}
	}
}

// pointer is a pointer that is the same for all work-items, and the form of what is added to it; nil if it has none.
func (w *groupWalk) pointer(p ir.ValueID) (base ir.ValueID, f *form) {
	f = &form{own: make([]int64, w.items)}
	for w.share(p) == 0 {
		in := w.fn.Instr(p)
		if in.Op != ir.OpPtrAdd {
			return 0, nil
		}
		by := w.formOf(in.Args[1])
		if by == nil {
			return 0, nil
		}
		if f = w.sum(f, by); f == nil {
			return 0, nil
		}
		p = in.Args[0]
	}
	return w.share(p), f
}

// localPlaces are how far after the start of local memory each work-item's pointer is; nil if that is not known.
func (w *groupWalk) localPlaces(p ir.ValueID) []int64 {
	places := make([]int64, w.items)
	for {
		in := w.fn.Instr(p)
		switch in.Op {
		case ir.OpLocalBase:
			return places
		case ir.OpPtrAdd:
			by := w.formOf(in.Args[1])
			if by == nil || !by.isStatic() || len(by.needs) > 0 {
				return nil
			}
			for i, n := range by.own {
				places[i] += n
			}
			p = in.Args[0]
		default:
			return nil
		}
	}
}

// tileOf is the tile of copies, nil if they make none: if they differ in more than their elements, or if two work-items
// store different elements at one place, or one element at several.
func (w *groupWalk) tileOf(copies []tileCopy) *tile {
	t, first := &tile{copies: copies, elements: map[int64]place{}}, copies[0]
	size := int64(w.fn.Type(first.load).Bytes())
	stored := map[place]int64{} // where each element goes
	for _, c := range copies {
		if c.base != first.base || c.from.base != first.from.base || c.from.by != first.from.by ||
			w.fn.Type(c.load) != w.fn.Type(first.load) {
			return nil
		}
		for i, to := range c.to {
			p := place{own: c.from.own[i]}
			if c.from.by != 0 {
				p.times = c.from.times[i]
			}
			if old, ok := t.elements[to]; ok && old != p || to%size != 0 {
				return nil
			}
			if other, ok := stored[p]; ok && other != to {
				return nil
			}
			t.elements[to], stored[p] = p, to
		}
	}
	return t
}

// read are the places in local memory that a work-item may read, in bytes; nil if any may be.
func (w *groupWalk) read(sizeBytes uint64) []bool {
	read := make([]bool, sizeBytes)
	for b := range w.fn.Blocks {
		for _, v := range w.fn.Blocks[b].Instrs {
			in := w.fn.Instr(v)
			isLocal := in.Space == ir.SpaceLocal || in.Space == ir.SpaceGeneric || in.Op == ir.OpMemCopy
			switch {
			case in.Op == ir.OpStore && in.Space == ir.SpaceLocal, in.Op == ir.OpBarrier, in.Op == ir.OpFence:
			case in.Op == ir.OpLoad && in.Space == ir.SpaceLocal:
				places := w.localPlaces(in.Args[0])
				if places == nil {
					return nil
				}
				for _, from := range places {
					for i := from; i < from+int64(in.Type.Bytes()); i++ {
						if i < 0 || i >= int64(sizeBytes) {
							return nil
						}
						read[i] = true
					}
				}
			case !in.Op.Pure() && !in.Op.Terminator() && isLocal:
				return nil
			}
		}
	}
	return read
}

// blocks are the parts in which a tile is copied; none if it is no rectangle of rows, or if that would take too many.
func (w *groupWalk) blocks(t *tile) (list []tileBlock, pitch int64) {
	first := t.copies[0]
	size := int64(w.fn.Type(first.load).Bytes())
	read := w.read(w.fn.LocalBytes)
	rows, ok := t.rows(size, read)
	if !ok || w.size[2] != 1 {
		return nil, 0
	}
	columns, wide := (rows.right-rows.left)/size+1, int64(w.size[0])
	count, high := rows.bottom-rows.top+1, int64(w.size[1])
	if columns < wide || count < high {
		return nil, 0
	}
	for _, row := range starts(count, high) {
		for _, column := range starts(columns, wide) {
			at := place{own: rows.left + column*size, times: rows.top + row}
			list = append(list, tileBlock{from: at, to: rows.to + row*rows.pitch + column*size})
		}
	}
	if len(list) > maxTileGrowth*len(t.copies) {
		return nil, 0
	}
	return list, rows.pitch
}

// starts are where blocks of a length begin that cover a number of elements.
func starts(count, length int64) (list []int64) {
	for at := int64(0); at < count; at += length {
		list = append(list, min(at, count-length))
	}
	return list
}

// tileRows is a tile as rows: elements from left to right in rows from top to bottom. The first goes to a place, and
// each other one a pitch after the row above it.
type tileRows struct {
	left, right, top, bottom int64
	to, pitch                int64
}

// rows takes the elements of a tile that are read as rows.
func (t *tile) rows(size int64, read []bool) (r tileRows, ok bool) {
	isFirst := true
	for to, p := range t.elements {
		if read != nil && to+size <= int64(len(read)) && !slices.Contains(read[to:to+size], true) {
			continue
		}
		if isFirst {
			r, isFirst = tileRows{left: p.own, right: p.own, top: p.times, bottom: p.times}, false
			continue
		}
		r.left, r.right = min(r.left, p.own), max(r.right, p.own)
		r.top, r.bottom = min(r.top, p.times), max(r.bottom, p.times)
	}
	if isFirst || (r.right-r.left)%size != 0 {
		return r, false
	}
	back := make(map[place]int64, len(t.elements))
	for to, p := range t.elements {
		if old, ok := back[p]; !ok || to < old {
			back[p] = to
		}
	}
	r.to, ok = back[place{r.left, r.top}]
	if ok && r.bottom > r.top {
		r.pitch = back[place{r.left, r.top + 1}] - r.to
	}
	for row := r.top; row <= r.bottom && ok; row++ {
		for own := r.left; own <= r.right && ok; own += size {
			to := r.to + (row-r.top)*r.pitch + own - r.left
			p, isThere := t.elements[to]
			ok = isThere && p == place{own, row}
		}
	}
	return r, ok
}

// copyTile copies a tile in the copy of a kernel in blocks.
func (w *groupWalk) copyTile(t *tile, blocks []tileBlock, pitch int64, copyOf map[ir.ValueID]ir.ValueID) {
	first := t.copies[0]
	load, store := *w.fn.Instr(copyOf[first.load]), *w.fn.Instr(copyOf[first.store])
	for _, c := range t.copies {
		load.Align = min(load.Align, w.fn.Instr(c.load).Align)
		store.Align = min(store.Align, w.fn.Instr(c.store).Align)
	}
	size := int64(load.Type.Bytes())
	var list []ir.ValueID
	put := func(in ir.Instr) ir.ValueID {
		in.Block, in.Pos = store.Block, store.Pos
		v := w.fn.NewValue(in)
		list = append(list, v)
		return v
	}
	binary := func(op ir.Op, a, b ir.ValueID) ir.ValueID {
		return put(ir.Instr{Op: op, Type: ir.I64, Flags: ir.FlagNoWrap, Args: []ir.ValueID{a, b}})
	}
	after := func(p, by ir.ValueID) ir.ValueID {
		return put(ir.Instr{Op: ir.OpPtrAdd, Type: ir.Ptr, Args: []ir.ValueID{p, by}})
	}
	x := put(ir.Instr{Op: ir.OpLocalID, Type: ir.I64})
	y := put(ir.Instr{Op: ir.OpLocalID, Type: ir.I64, Kind: 1})
	inRow := binary(ir.OpMul, x, w.constant(size))
	local := put(ir.Instr{Op: ir.OpLocalBase, Type: ir.Ptr})
	for _, b := range blocks {
		start := w.plus(w.plusConst(first.from.base, b.from.own), w.product(first.from.by, b.from.times))
		p := after(first.base, start)
		if first.from.by != 0 {
			p = after(p, binary(ir.OpMul, y, first.from.by))
		}
		load.Args = []ir.ValueID{after(p, inRow)}
		value := put(load)
		q := after(local, binary(ir.OpAdd, binary(ir.OpMul, y, w.constant(pitch)), w.constant(b.to)))
		store.Args = []ir.ValueID{after(q, inRow), value}
		put(store)
	}
	w.replaceStores(t, list, copyOf)
}

// replaceStores puts instructions in the place of the first store of a tile, and removes all its stores.
func (w *groupWalk) replaceStores(t *tile, list []ir.ValueID, copyOf map[ir.ValueID]ir.ValueID) {
	for i, c := range t.copies {
		store := copyOf[c.store]
		block := &w.fn.Blocks[w.fn.Instr(store).Block]
		at := slices.Index(block.Instrs, store)
		block.Instrs = slices.Delete(block.Instrs, at, at+1)
		if i == len(t.copies)-1 {
			block.Instrs = slices.Insert(block.Instrs, at, list...)
			for _, v := range list {
				w.fn.Instr(v).Block = w.fn.Instr(store).Block
			}
		}
	}
}
