package passes

import (
	"cmp"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Words read and written byte by byte, as programs do that have texts or keys in an order of bytes of their own:
//
//	w = p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];    q[0] = w; q[1] = w >> 8; q[2] = w >> 16; q[3] = w >> 24;
//
// One access of 4 or 8 bytes does it, and turning the word round if its bytes are in the opposite order. Work-items that
// have rows of their own gather once instead of four times; and what is scattered goes lane by lane on AVX2. Accesses need
// not be aligned, and touch no byte that the small ones did not touch.
//
// Of each value it is asked where its bytes come from: through shifts, extensions and disjunctions back to bytes of other
// values, the leaves. A word is found where its bytes are loaded from neighbouring places, all in one block with nothing
// in between that writes memory. The small loads must serve nobody else. Stores must follow each other with nothing
// in between that looks at memory.
//
// Not where lanes lie closer together than a word is long: p[i], p[i+1]… with work-items along i are rows, which are read in
// one piece byte by byte.

func joinBytes(f *ir.Func, s *scratch) {
	j := &byteJoiner{fn: f, scratch: s, cfg: s.control(f)}
	if !j.anySmall() {
		s.isIdle = true
		return
	}
	j.count()
	for _, b := range j.cfg.Order {
		j.findLoads(b)
		j.findStores(b)
	}
	if len(j.behind) == 0 {
		s.isIdle = true
		return
	}
	j.apply()
	removeDead(f, s)
}

type byteJoiner struct {
	fn      *ir.Func
	scratch *scratch
	cfg     *ir.CFG
	info    *uniform.Info // made when first asked for
	uses    []int32       // by value
	writes  []int32       // by load: how many instructions before it in its block write memory
	place   []int32       // by load and store: where in its block
	known   []int32       // by value: 1 + the place of its bytes in made, or ownBytes; 0: not looked at
	made    []wordBytes
	inTree  []bool // by value: it is a part of a word that was found

	replaced substitution
	behind   map[ir.ValueID][]ir.ValueID // new instructions, by the one before them
	dropped  map[ir.ValueID]bool
}

// ownBytes is known of values whose bytes come from nowhere else: most.
const ownBytes = -1

// byteOf is a byte of a value, from the lowest; value 0: it is zero.
type byteOf struct {
	value ir.ValueID
	at    int32
}

// wordBytes are the bytes of a value, from the lowest.
type wordBytes [8]byteOf

// joinDepth bounds the operations between a word and its bytes.
const joinDepth = 40

// smallAccess says whether an instruction loads or stores an integer of one or two bytes that may be joined.
func (j *byteJoiner) smallAccess(in *ir.Instr) bool {
	t := in.Type
	switch in.Op {
	case ir.OpLoad:
	case ir.OpStore:
		t = j.fn.Type(in.Args[1])
	default:
		return false
	}
	// Private memory is laid out by the size of what is in it.
	return (t == ir.I8 || t == ir.I16) && in.Flags&ir.FlagVolatile == 0 && in.Space != ir.SpacePrivate && in.Space != ir.SpaceArgs
}

// anySmall says whether there are enough small accesses for a word.
func (j *byteJoiner) anySmall() bool {
	loads, stores := 0, 0
	for _, b := range j.cfg.Order {
		for _, v := range j.fn.Blocks[b].Instrs {
			switch in := j.fn.Instr(v); {
			case !j.smallAccess(in):
			case in.Op == ir.OpLoad:
				loads++
			default:
				stores++
			}
		}
	}
	return loads > 1 || stores > 1
}

// count fills what is known by value.
func (j *byteJoiner) count() {
	n := len(j.fn.Instrs)
	j.uses, j.writes, j.place = make([]int32, n), make([]int32, n), make([]int32, n)
	j.known, j.inTree = make([]int32, n), make([]bool, n)
	j.replaced = j.scratch.substitution(j.fn)
	j.behind, j.dropped = map[ir.ValueID][]ir.ValueID{}, map[ir.ValueID]bool{}
	for _, b := range j.cfg.Order {
		writes := int32(0)
		for i, v := range j.fn.Blocks[b].Instrs {
			in := j.fn.Instr(v)
			for _, arg := range in.Args {
				j.uses[arg]++
			}
			j.writes[v], j.place[v] = writes, int32(i)
			if in.Op.Info().Effect&(ir.EffectWrites|ir.EffectBarrier) != 0 {
				writes++
			}
		}
		for _, edge := range j.fn.Blocks[b].Succs {
			for _, arg := range edge.Args {
				j.uses[arg]++
			}
		}
	}
}

// bytes are those of an integer.
func (j *byteJoiner) bytes(v ir.ValueID, depth int) wordBytes {
	if j.known[v] == 0 {
		own := j.own(v)
		j.know(v, own, j.bytesOf(v, own, depth))
	}
	if at := j.known[v]; at != ownBytes {
		return j.made[at-1]
	}
	return j.own(v)
}

// own are the bytes of a value that come from nowhere else.
func (j *byteJoiner) own(v ir.ValueID) (w wordBytes) {
	for i := range j.fn.Type(v).Bytes() {
		w[i] = byteOf{v, int32(i)}
	}
	return w
}

// know notes the bytes of a value.
func (j *byteJoiner) know(v ir.ValueID, own, w wordBytes) {
	if w == own {
		j.known[v] = ownBytes
		return
	}
	j.made = append(j.made, w)
	j.known[v] = int32(len(j.made))
}

func (j *byteJoiner) bytesOf(v ir.ValueID, w wordBytes, depth int) wordBytes {
	in := j.fn.Instr(v)
	if depth == 0 || !in.Type.IsInt() {
		return w
	}
	switch in.Op {
	case ir.OpConst:
		if in.Imm == 0 {
			return wordBytes{}
		}
	case ir.OpZExt, ir.OpSExt, ir.OpTrunc:
		return j.converted(w, in, depth)
	case ir.OpShl, ir.OpLShr, ir.OpRotl, ir.OpAnd:
		return j.moved(w, in, depth)
	case ir.OpBSwap:
		x := j.bytes(in.Args[0], depth-1)
		slices.Reverse(x[:in.Type.Bytes()])
		return x
	case ir.OpOr, ir.OpXor, ir.OpAdd:
		return j.united(w, in, depth)
	}
	return w
}

// converted are the bytes of a value of another size; what is not known of them are bytes of own.
func (j *byteJoiner) converted(own wordBytes, in *ir.Instr, depth int) wordBytes {
	from := j.fn.Type(in.Args[0])
	if !from.IsInt() {
		return own
	}
	x := j.bytes(in.Args[0], depth-1)
	for i := range in.Type.Bytes() {
		switch {
		case i < from.Bytes():
			own[i] = x[i]
		case in.Op == ir.OpZExt:
			own[i] = byteOf{}
		}
	}
	return own
}

// moved are the bytes of a value shifted by whole bytes, or of which some are cut away.
func (j *byteJoiner) moved(own wordBytes, in *ir.Instr, depth int) wordBytes {
	by := j.fn.Instr(in.Args[1])
	if by.Op != ir.OpConst {
		return own
	}
	x, size := j.bytes(in.Args[0], depth-1), int(in.Type.Bytes())
	if in.Op == ir.OpAnd {
		for i := range size {
			switch by.Imm >> (8 * i) & 0xff {
			case 0:
				own[i] = byteOf{}
			case 0xff:
				own[i] = x[i]
			}
		}
		return own
	}
	n := int(by.Imm & uint64(in.Type.Bits()-1))
	if n%8 != 0 {
		return own
	}
	for i := range size {
		from := i - n/8
		if in.Op == ir.OpLShr {
			from = i + n/8
		}
		switch {
		case in.Op == ir.OpRotl:
			own[i] = x[from&(size-1)]
		case from < 0 || from >= size:
			own[i] = byteOf{}
		default:
			own[i] = x[from]
		}
	}
	return own
}

// united are the bytes of two values of which each has zeros where the other has something; else they are own.
func (j *byteJoiner) united(own wordBytes, in *ir.Instr, depth int) wordBytes {
	x := j.bytes(in.Args[0], depth-1)
	if !slices.Contains(x[:in.Type.Bytes()], byteOf{}) {
		return own // the other would have to be nothing
	}
	y := j.bytes(in.Args[1], depth-1)
	for i := range x {
		switch {
		case y[i].value == 0:
		case x[i].value == 0:
			x[i] = y[i]
		default:
			return own
		}
	}
	return x
}

// findLoads finds the words of a block that are read byte by byte, larger ones first.
func (j *byteJoiner) findLoads(b ir.BlockID) {
	list := j.fn.Blocks[b].Instrs
	for i := len(list) - 1; i >= 0; i-- {
		v := list[i]
		in := j.fn.Instr(v)
		if in.Type != ir.I32 && in.Type != ir.I64 || in.Op != ir.OpOr && in.Op != ir.OpAdd && in.Op != ir.OpXor || j.inTree[v] {
			continue
		}
		if w, ok := j.wordOf(v); ok {
			j.joinLoads(v, w)
		}
	}
}

// joined is a word that small accesses make.
type joined struct {
	bytes     int
	isSwapped bool
	lowest    ir.ValueID // the access with the lowest address
	last      ir.ValueID // the access that comes last
}

// wordOf finds the word that a value is, extended by zeros.
func (j *byteJoiner) wordOf(v ir.ValueID) (w joined, ok bool) {
	bytes := j.bytes(v, joinDepth)
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
func (j *byteJoiner) address(b byteOf) (base ir.ValueID, offset int64) {
	base, offset = j.placeOf(b.value)
	return base, offset + int64(b.at)
}

// isTogether says whether two loads of a block see the same memory.
func (j *byteJoiner) isTogether(v, w ir.ValueID) bool {
	x, y := j.fn.Instr(v), j.fn.Instr(w)
	return x.Block == y.Block && x.Space == y.Space && j.writes[v] == j.writes[w]
}

// placeOf takes the constants off the address of an access.
func (j *byteJoiner) placeOf(v ir.ValueID) (base ir.ValueID, offset int64) {
	base = j.fn.Instr(v).Args[0]
	for in := j.fn.Instr(base); in.Op == ir.OpPtrAdd; in = j.fn.Instr(base) {
		by := j.fn.Instr(in.Args[1])
		if by.Op != ir.OpConst {
			break
		}
		base, offset = in.Args[0], offset+int64(by.Imm)
	}
	return base, offset
}

// isNear says whether work-items next to each other access places less than so many bytes apart, but not the same.
func (j *byteJoiner) isNear(pointer ir.ValueID, bytes int) bool {
	if j.info == nil {
		j.info = uniform.Analyze(j.fn)
	}
	step, _, ok := j.info.StrideNeeds(pointer)
	return ok && step != 0 && step < int64(bytes) && -step < int64(bytes)
}

// isAlone says whether nothing but a word itself uses what it is made of. If so it marks that.
func (j *byteJoiner) isAlone(word ir.ValueID) bool {
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

var wordTypes = map[int]ir.Type{4: ir.I32, 8: ir.I64}

// joinLoads reads a word behind the last of its small loads.
func (j *byteJoiner) joinLoads(v ir.ValueID, w joined) {
	in := *j.fn.Instr(w.lowest)
	made := j.add(w.last, ir.Instr{Op: ir.OpLoad, Type: wordTypes[w.bytes], Space: in.Space, Align: in.Align, Pos: in.Pos}, in.Args[0])
	if w.isSwapped {
		made = j.add(w.last, ir.Instr{Op: ir.OpBSwap, Type: wordTypes[w.bytes], Pos: in.Pos}, made)
	}
	if t := j.fn.Type(v); int(t.Bytes()) > w.bytes {
		made = j.add(w.last, ir.Instr{Op: ir.OpZExt, Type: t, Pos: in.Pos}, made)
	}
	j.replaced[v] = made
	j.known[v] = ownBytes // for what is written of it
}

// add makes an instruction behind another and what is there already.
func (j *byteJoiner) add(behind ir.ValueID, in ir.Instr, args ...ir.ValueID) ir.ValueID {
	in.Block, in.Args = j.fn.Instr(behind).Block, j.scratch.values.List(args...)
	made := j.fn.NewValue(in)
	j.behind[behind] = append(j.behind[behind], made)
	return made
}

// findStores finds the words of a block that are written byte by byte. Stores come together as long as nothing else
// looks at memory.
func (j *byteJoiner) findStores(b ir.BlockID) {
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
			base, offset = j.placeOf(v)
		}
		if !isSmall || len(run) > 0 && (base != run[0].base || in.Space != j.fn.Instr(run[0].store).Space) {
			j.joinStores(run)
			run = run[:0]
		}
		if isSmall {
			run = append(run, smallStore{v, base, offset, j.bytes(in.Args[1], joinDepth), j.fn.Type(in.Args[1]).Bytes()})
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

// joinStores joins stores that follow each other, if no byte is written twice.
func (j *byteJoiner) joinStores(run []smallStore) {
	slices.SortFunc(run, func(x, y smallStore) int { return cmp.Compare(x.offset, y.offset) })
	for i := 1; i < len(run); i++ {
		if run[i-1].offset+int64(run[i-1].size) > run[i].offset {
			return
		}
	}
	for len(run) > 1 {
		n := 1
		for _, bytes := range [...]int{8, 4} {
			if w, k, ok := j.stored(run, bytes); ok {
				j.joinRun(run[:k], w)
				n = k
				break
			}
		}
		run = run[n:]
	}
}

// word is what consecutive bytes of memory get: so many bytes of a value, from one on.
type word struct {
	joined
	value ir.ValueID
	from  int
}

// stored finds the word that the first stores of a run make, and how many these are.
func (j *byteJoiner) stored(run []smallStore, bytes int) (w word, stores int, ok bool) {
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

// joinRun writes a word behind the last of its small stores, which go.
func (j *byteJoiner) joinRun(run []smallStore, w word) {
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

// apply puts the new instructions in and takes away what they do.
func (j *byteJoiner) apply() {
	for _, b := range j.cfg.Order {
		list := j.fn.Blocks[b].Instrs
		out := make([]ir.ValueID, 0, len(list)+8)
		for _, v := range list {
			if !j.dropped[v] {
				out = append(out, v)
			}
			out = append(out, j.behind[v]...)
		}
		j.fn.Blocks[b].Instrs = out
	}
	j.replaced.apply(j.fn)
}
