package slp

import (
	"cmp"
	"slices"

	"heddle/compiler/ir"
)

// Words that are written byte by byte.

// findStores finds the words of a block that are written byte by byte. Stores are combined if there is no other access
// to memory between them.
func (j *combiner) findStores(b ir.BlockID) {
	var run []smallStore
	for _, v := range j.fn.Blocks[b].Instrs {
		in := j.fn.Instr(v)
		if in.Op.Pure() {
			continue
		}
		isSmall := in.Op == ir.OpStore && j.smallAccess(in)
		var base ir.ValueID
		var offset int64
		if isSmall {
			base, offset = j.fn.BaseOffset(j.fn.Instr(v).Args[0])
		}
		if !isSmall || len(run) > 0 && (base != run[0].base || in.Space != j.fn.Instr(run[0].store).Space) {
			j.joinStores(run)
			run = run[:0]
		}
		if isSmall {
			run = append(run, smallStore{v, base, offset, j.bytes(in.Args[1], maxByteDepth),
				j.fn.Type(in.Args[1]).Bytes()})
		}
	}
}

// smallStore is a store of a byte or two.
type smallStore struct {
	store  ir.ValueID
	base   ir.ValueID
	offset int64
	bytes  wordBytes
	size   uint64
}

// byOffset are stores in the order of their offsets. Numbers are sorted as others are: a sort of its own for each type
// takes 20 KB.
func byOffset(run []smallStore) []smallStore {
	order, sorted := make([]int32, len(run)), make([]smallStore, len(run))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(run[x].offset, run[y].offset) })
	for i, at := range order {
		sorted[i] = run[at]
	}
	return sorted
}

// joinStores combines stores that follow each other, if no byte is written twice.
func (j *combiner) joinStores(run []smallStore) {
	run = byOffset(run)
	for i := 1; i < len(run); i++ {
		if run[i-1].offset+int64(run[i-1].size) > run[i].offset {
			return
		}
	}
	for len(run) > 1 {
		n := 1
		for _, bytes := range [...]int{8, 4} {
			if w, k, ok := j.matchStored(run, bytes); ok {
				j.joinRun(run[:k], w)
				n = k
				break
			}
		}
		run = run[n:]
	}
}

// word is the value that consecutive bytes of memory get: consecutive bytes of a value.
type word struct {
	joined
	value ir.ValueID
	from  int
}

// matchStored matches a word that the first stores of a run make, and returns their number.
func (j *combiner) matchStored(run []smallStore, bytes int) (w word, stores int, ok bool) {
	w.bytes, w.lowest, w.last = bytes, run[0].store, run[0].store
	var all []byteOf
	for ; len(all) < bytes && stores < len(run); stores++ {
		s := &run[stores]
		if s.offset != run[0].offset+int64(len(all)) {
			return w, 0, false
		}
		all = append(all, s.bytes[:s.size]...)
		if j.place[s.store] > j.place[w.last] {
			w.last = s.store
		}
	}
	if len(all) != bytes {
		return w, 0, false
	}
	if all[1].at < all[0].at {
		w.isSwapped = true
		slices.Reverse(all)
	}
	w.value, w.from = all[0].value, int(all[0].at)
	for i, b := range all {
		if b.value == 0 || b.value != w.value || int(b.at) != w.from+i {
			return w, 0, false
		}
	}
	t := j.fn.Type(w.value)
	return w, stores, t.IsInt() && int(t.Bytes()) >= bytes && !j.isNear(j.fn.Instr(w.lowest).Args[0], bytes)
}

// joinRun stores a word after the last of its small stores, which are removed.
func (j *combiner) joinRun(run []smallStore, w word) {
	in := *j.fn.Instr(w.lowest)
	value, from := w.value, j.fn.Type(w.value)
	if w.from > 0 {
		by := j.add(w.last, ir.Instr{Op: ir.OpConst, Type: from, Imm: uint64(8 * w.from), Pos: in.Pos})
		value = j.add(w.last, ir.Instr{Op: ir.OpLShr, Type: from, Pos: in.Pos}, value, by)
	}
	if int(from.Bytes()) > w.bytes {
		value = j.add(w.last, ir.Instr{Op: ir.OpTrunc, Type: wordTypes[w.bytes], Pos: in.Pos}, value)
	}
	if w.isSwapped {
		value = j.add(w.last, ir.Instr{Op: ir.OpBSwap, Type: wordTypes[w.bytes], Pos: in.Pos}, value)
	}
	j.add(w.last, ir.Instr{Op: ir.OpStore, Space: in.Space, Align: in.Align, Pos: in.Pos}, in.Args[0], value)
	for _, s := range run {
		j.dropped[s.store] = true
	}
}
