package slp

import (
	"slices"

	"heddle/compiler/ir"
)

// Words that are read byte by byte.

// findLoads finds the words of a block that are read byte by byte, larger ones first.
func (j *combiner) findLoads(b ir.BlockID) {
	list := j.fn.Blocks[b].Instrs
	for i := len(list) - 1; i >= 0; i-- {
		v := list[i]
		in := j.fn.Instr(v)
		if in.Type != ir.I32 && in.Type != ir.I64 || in.Op != ir.OpOr && in.Op != ir.OpAdd && in.Op != ir.OpXor ||
			j.inTree[v] {
			continue
		}
		if w, ok := j.matchWord(v); ok {
			j.joinLoads(v, w)
		}
	}
}

// matchWord matches a value that is a word loaded byte by byte, perhaps extended by zeros.
func (j *combiner) matchWord(v ir.ValueID) (w joined, ok bool) {
	bytes := j.bytes(v, maxByteDepth)
	n := 0
	for n < len(bytes) && bytes[n].value != 0 {
		n++
	}
	if n != 8 && (n != 4 || [4]byteOf(bytes[4:]) != [4]byteOf{}) {
		return w, false
	}
	all := bytes[:n]
	for _, b := range all {
		if in := j.fn.Instr(b.value); in.Op != ir.OpLoad || !j.smallAccess(in) {
			return w, false
		}
	}
	base, from := j.address(all[0])
	if _, second := j.address(all[1]); second < from {
		w.isSwapped = true
		slices.Reverse(all)
		base, from = j.address(all[0])
	}
	w.bytes, w.lowest, w.last = n, all[0].value, all[0].value
	for i, b := range all {
		if at, place := j.address(b); at != base || place != from+int64(i) || !j.isTogether(b.value, w.lowest) {
			return w, false
		}
		if j.place[b.value] > j.place[w.last] {
			w.last = b.value
		}
	}
	return w, all[0].at == 0 && !j.isNear(j.fn.Instr(w.lowest).Args[0], n) && j.isAlone(v)
}

// address is where a byte of a load lies.
func (j *combiner) address(b byteOf) (base ir.ValueID, offset int64) {
	base, offset = j.fn.BaseOffset(j.fn.Instr(b.value).Args[0])
	return base, offset + int64(b.at)
}

// isTogether reports whether two loads of a block see the same memory.
func (j *combiner) isTogether(v, w ir.ValueID) bool {
	x, y := j.fn.Instr(v), j.fn.Instr(w)
	return x.Block == y.Block && x.Space == y.Space && j.writes[v] == j.writes[w]
}

// isAlone reports whether the operands of a word have no other use. If so it marks them.
func (j *combiner) isAlone(word ir.ValueID) bool {
	tree, inside := []ir.ValueID{word}, map[ir.ValueID]int32{}
	for i := 0; i < len(tree); i++ {
		in := j.fn.Instr(tree[i])
		if in.Op == ir.OpLoad {
			continue
		}
		for _, arg := range in.Args {
			if j.fn.Instr(arg).Op == ir.OpConst {
				continue
			}
			if inside[arg]++; inside[arg] == 1 {
				tree = append(tree, arg)
			}
		}
	}
	for _, v := range tree[1:] {
		if inside[v] != j.uses[v] {
			return false
		}
	}
	for _, v := range tree {
		j.inTree[v] = true
	}
	return true
}

// joinLoads loads a word after the last of its small loads.
func (j *combiner) joinLoads(v ir.ValueID, w joined) {
	in := *j.fn.Instr(w.lowest)
	made := j.add(w.last, ir.Instr{Op: ir.OpLoad, Type: wordTypes[w.bytes], Space: in.Space, Align: in.Align,
		Pos: in.Pos}, in.Args[0])
	if w.isSwapped {
		made = j.add(w.last, ir.Instr{Op: ir.OpBSwap, Type: wordTypes[w.bytes], Pos: in.Pos}, made)
	}
	if t := j.fn.Type(v); int(t.Bytes()) > w.bytes {
		made = j.add(w.last, ir.Instr{Op: ir.OpZExt, Type: t, Pos: in.Pos}, made)
	}
	j.replaced[v] = made
	j.known[v] = ownBytes // for stores of its bytes
}
