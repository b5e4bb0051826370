package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Scalar replacement of aggregates. Loads and stores at constant offsets already divide an alloca into pieces
// (memory.go); copies of whole structures keep mem2reg from promoting the pieces. This pass replaces such copies by one
// load and one store for each piece.
//
// The pieces are those of either side: a piece of the source that lies in a copied range is one of the destination too,
// and vice versa, along chains of copies up to a fixed point. If the other side is not followed (it is a buffer, or has
// escaped), the gaps between pieces must be copied as well, in integers as wide as they fit. An alloca is left alone if
// its pieces overlap, stick out of a copied range, or if it is copied in long ranges: then it counts as not followed,
// and the pieces are found again.
//
// If the other side is an alloca, it has escaped perhaps only because a loop indexes it that will be unrolled, or a
// function that will be inlined: its pieces are not known yet, and others would clash with them. So a copy that would
// have to be cut blindly waits, until the last run of the pass.
//
// A clash is then still possible between pieces of an alloca without copies; mem2reg leaves those in memory alone.

func splitAggregates(f *ir.Func, scratch *scratch) { splitCopies(f, scratch, true) }

// splitAll is the last run: no copy waits.
func splitAll(f *ir.Func, scratch *scratch) { splitCopies(f, scratch, false) }

func splitCopies(f *ir.Func, scratch *scratch, waits bool) {
	m := scratch.memoryOf(f)
	if len(m.copies) == 0 {
		scratch.IsIdle = true
		return
	}
	s := &splitter{memory: m, waits: waits}
	s.giveUpLong()
	for n := 0; ; n++ {
		own := s.snapshot()
		s.spread()
		if !s.giveUpClashing(n >= maxSplitTries) {
			break
		}
		s.restore(own)
	}
	s.rewrite()
}

type splitter struct {
	*memory
	waits       bool
	replacement map[ir.ValueID][]ir.ValueID // copy: the instructions in its place
}

// side is one end of a copy: a range of an alloca that is followed, or nil.
type side struct {
	use  *allocaUse
	from int64
}

func (s *splitter) side(ptr ir.ValueID) side {
	n := s.number[ptr]
	if n == 0 || s.allocas[n-1].escaped {
		return side{}
	}
	return side{&s.allocas[n-1], s.offset[ptr]}
}

func (s *splitter) giveUpLong() {
	for _, v := range s.copies {
		in := s.fn.Instr(v)
		overlapping := s.number[in.Args[0]] == s.number[in.Args[1]]
		if in.Imm > maxCopyBytes || overlapping {
			s.escape(in.Args[0])
			s.escape(in.Args[1])
		}
	}
}

func (s *splitter) snapshot() [][]span {
	own := make([][]span, len(s.allocas))
	for i := range s.allocas {
		own[i] = slices.Clone(s.allocas[i].spans)
	}
	return own
}

func (s *splitter) restore(own [][]span) {
	for i := range s.allocas {
		s.allocas[i].spans = own[i]
	}
}

// spread carries pieces along the copies until nothing new is found. Gaps are filled only when all pieces are known,
// and each filling is carried on at once, so that no other gap is cut differently.
func (s *splitter) spread() {
	s.carry()
	for _, v := range s.copies {
		in := s.fn.Instr(v)
		to, from, size := s.side(in.Args[0]), s.side(in.Args[1]), int64(in.Imm)
		followed := to
		if to.use == nil {
			followed = from
		}
		oneSided := (to.use == nil) != (from.use == nil)
		if oneSided && followed.fillGaps(size) {
			s.carry()
		}
	}
}

// carry gives the pieces of each side of a copy to the other until both have the same.
func (s *splitter) carry() {
	for changed := true; changed; {
		changed = false
		for _, v := range s.copies {
			in := s.fn.Instr(v)
			to, from, size := s.side(in.Args[0]), s.side(in.Args[1]), int64(in.Imm)
			if to.use == nil || from.use == nil {
				continue
			}
			there := to.take(from, size)
			back := from.take(to, size)
			changed = changed || there || back
		}
	}
}

// take gives the other side's pieces to this side; true if there were new ones.
func (a side) take(other side, size int64) bool {
	before := len(a.use.spans)
	for _, piece := range other.use.within(other.from, other.from+size) {
		piece.offset += a.from - other.from
		i, found := slices.BinarySearchFunc(a.use.spans, piece, compareSpans)
		if !found {
			a.use.spans = slices.Insert(a.use.spans, i, piece)
		} else if a.use.spans[i].typ == ir.Void {
			a.use.spans[i].typ = piece.typ
		}
	}
	return len(a.use.spans) > before
}

// fillGaps makes pieces of the bytes that none covers.
func (a side) fillGaps(size int64) bool {
	var gaps []span
	at := a.from
	for _, piece := range a.use.within(a.from, a.from+size) {
		gaps = appendGap(gaps, at, piece.offset)
		at = max(at, piece.end())
	}
	gaps = appendGap(gaps, at, a.from+size)
	a.use.spans, a.use.sorted = append(a.use.spans, gaps...), 0
	a.use.sortSpans()
	return len(gaps) > 0
}

// appendGap cuts a range into the widest integers that lie aligned in it.
func appendGap(gaps []span, from, to int64) []span {
	for from < to {
		size := int64(8)
		for from%size != 0 || from+size > to {
			size /= 2
		}
		gaps = append(gaps, span{offset: from, size: size})
		from += size
	}
	return gaps
}

// giveUpClashing lets the allocas escape that have copies and pieces that do not fit, or all that have copies; true
// if there were any.
func (s *splitter) giveUpClashing(all bool) bool {
	any := false
	for _, v := range s.copies {
		in := s.fn.Instr(v)
		for _, ptr := range in.Args {
			end := s.side(ptr)
			if end.use == nil || !all && !end.clashing(int64(in.Imm)) && !s.isBlind(in) {
				continue
			}
			end.use.escaped, any = true, true
		}
	}
	return any
}

// isBlind reports whether a copy from or to an alloca that has escaped would be cut where no piece is known, and waits.
func (s *splitter) isBlind(copy *ir.Instr) bool {
	if !s.waits {
		return false
	}
	to, from := s.side(copy.Args[0]), s.side(copy.Args[1])
	other := copy.Args[1]
	if to.use == nil {
		to, other = from, copy.Args[0]
	} else if from.use != nil {
		return false
	}
	return to.use != nil && s.number[other] != 0 && to.hasUntyped(int64(copy.Imm))
}

// hasUntyped reports whether a range has pieces that are only copied.
func (a side) hasUntyped(size int64) bool {
	return slices.ContainsFunc(a.use.within(a.from, a.from+size), func(piece span) bool { return piece.typ == ir.Void })
}

func (a side) clashing(size int64) bool {
	if slices.Contains(a.use.clashes(), true) {
		return true
	}
	for _, piece := range a.use.spans {
		inRange := piece.offset < a.from+size && piece.end() > a.from
		if inRange && (piece.offset < a.from || piece.end() > a.from+size) {
			return true
		}
	}
	return false
}

// rewrite replaces the copies that have a side that is followed.
func (s *splitter) rewrite() {
	s.replacement = map[ir.ValueID][]ir.ValueID{}
	build := ir.NewBuilder(s.fn)
	for _, v := range s.copies {
		in := *s.fn.Instr(v)
		piecesOf, other := s.side(in.Args[0]), s.side(in.Args[1])
		if piecesOf.use == nil {
			piecesOf = other
		}
		if piecesOf.use != nil {
			s.replacement[v] = s.moves(build, in, piecesOf)
		}
	}
	for b := range s.fn.Blocks {
		s.rewriteBlock(&s.fn.Blocks[b])
	}
}

func (s *splitter) rewriteBlock(block *ir.Block) {
	var list []ir.ValueID
	changed := false
	for _, v := range block.Instrs {
		if moves, ok := s.replacement[v]; ok {
			list, changed = append(list, moves...), true
			continue
		}
		list = append(list, v)
	}
	if changed {
		block.Instrs = list
	}
}

// moves are a load and a store for each piece of the copy.
func (s *splitter) moves(build *ir.Builder, in ir.Instr, a side) (list []ir.ValueID) {
	add := func(next ir.Instr) ir.ValueID {
		next.Block, next.Pos = in.Block, in.Pos
		v := s.fn.NewValue(next)
		list = append(list, v)
		return v
	}
	at := func(ptr ir.ValueID, offset int64) ir.ValueID {
		if offset == 0 {
			return ptr
		}
		return add(ir.Instr{Op: ir.OpPtrAdd, Type: ir.Ptr,
			Args: []ir.ValueID{ptr, build.Const(ir.I64, uint64(offset))}})
	}
	for _, piece := range a.use.within(a.from, a.from+int64(in.Imm)) {
		offset := piece.offset - a.from
		align := alignAt(in.Align, offset)
		from := at(in.Args[1], offset)
		value := add(ir.Instr{Op: ir.OpLoad, Type: piece.moveType(), Space: ir.Space(in.Kind), Align: align,
			Args: []ir.ValueID{from}})
		to := at(in.Args[0], offset)
		add(ir.Instr{Op: ir.OpStore, Space: in.Space, Align: align, Args: []ir.ValueID{to, value}})
	}
	return list
}

// moveType is the type in which a piece is moved.
func (s span) moveType() ir.Type {
	if s.typ != ir.Void {
		return s.typ
	}
	return map[int64]ir.Type{1: ir.I8, 2: ir.I16, 4: ir.I32, 8: ir.I64}[s.size]
}

// alignAt is the alignment known at an offset from something aligned.
func alignAt(align uint8, offset int64) uint8 {
	if offset == 0 {
		return align
	}
	return uint8(min(int64(align), offset&-offset))
}
