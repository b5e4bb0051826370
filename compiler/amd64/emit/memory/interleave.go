package memory

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// InterleaveKey names what is written of a group at a time.
type InterleaveKey struct {
	group *access.Interleave
	only  int // as serialState.Current
}

// loadInterleaved writes a group of loads at the first of them.
func (s *Accessor) loadInterleaved(v ir.ValueID, _ *ir.Instr, a *access.Access) {
	c := a.Interleave
	if s.InterleaveDone[InterleaveKey{c, s.Serial.Current}] {
		return
	}
	for _, twin := range append(c.Twins, c) {
		s.InterleaveDone[InterleaveKey{twin, s.Serial.Current}] = true
	}
	for u := range s.EachCopy(s.ByValue[v]) { // one address, so all members have as many
		s.loadTwins(c, u)
	}
}

// ForgetGroups makes the groups of loads of the serialised code under way be written again, for another way through it.
func (s *Accessor) ForgetGroups() {
	maps.DeleteFunc(s.InterleaveDone, func(k InterleaveKey, _ bool) bool {
		return k.only == s.Serial.Current && s.Serial.Inside[k.group.Members[0].Value] != 0
	})
}

// loadTwins loads a group, and its twins.
func (s *Accessor) loadTwins(c *access.Interleave, u int) {
	all := append([]*access.Interleave{c}, c.Twins...)
	switch {
	case c.IsRaw:
		s.loadRaw(c, u)
	case s.takesWindows(c, u):
		s.loadPairsWindowed(all, u)
	case len(all) > 1 && s.canShareIndices(c, u):
		fresh := make([][][]asm.Reg, len(all))
		for i, twin := range all {
			fresh[i] = s.freshRegisters(twin, u)
		}
		s.loadByOneIndex(all, fresh, u)
		for i, twin := range all {
			s.writeMembers(twin, u, fresh[i])
		}
	default:
		for _, twin := range all {
			s.loadInterleave(twin, u)
		}
	}
}

// storeInterleaved writes a group of stores at the last of them.
func (s *Accessor) storeInterleaved(v ir.ValueID, _ *ir.Instr, a *access.Access) {
	c := a.Interleave
	if v != c.Members[len(c.Members)-1].Value {
		return
	}
	store := s.storeInterleave
	if c.IsRaw && isHalves(c) {
		store = s.storeHalves
	}
	plain := func() {
		for u := range s.Each() {
			store(c, u)
		}
	}
	if c.IsRaw && a.IsStreamed && !isHalves(c) {
		s.streamVectors(s.rawVectors(c), plain)
		return
	}
	plain()
}

// whole runs fast if all lanes of a sub-group are active, else slow.
func (s *Accessor) whole(active asm.Reg, fast, slow func()) {
	if active == asm.NoReg {
		fast()
		return
	}
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Kortestw, A: active, B: active})
		s.JumpIf(asm.CondAE, some)
	} else {
		bits := s.General()
		s.MaskBits(bits, active)
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: bits, Imm: 1<<s.ISA.Lanes() - 1})
		s.JumpIf(asm.CondNE, some)
	}
	fast()
	s.Jump(done)
	s.Label(some)
	slow()
	s.Label(done)
}

// freshRegisters are registers for the members of a group.
func (s *Accessor) freshRegisters(c *access.Interleave, u int) [][]asm.Reg {
	fresh := make([][]asm.Reg, len(c.Members))
	for i, m := range c.Members {
		fresh[i] = make([]asm.Reg, len(s.Own(m.Value, u)))
		for h := range fresh[i] {
			fresh[i][h] = s.Temp()
		}
	}
	return fresh
}

// writeMembers gives the members of a group what was loaded for them.
func (s *Accessor) writeMembers(c *access.Interleave, u int, loaded [][]asm.Reg) {
	for i, m := range c.Members {
		s.WriteLanes(m.Value, u, func(dst []asm.Reg) {
			for h := range dst {
				s.MoveVector(dst[h], loaded[i][h])
			}
		})
	}
}

func (s *Accessor) loadInterleave(c *access.Interleave, u int) {
	fresh := s.freshRegisters(c, u)
	active := s.ActiveFor(s.ByValue[c.Members[0].Value], u)
	switch {
	case c.IsPiece:
		s.loadPiece(c, u, active, fresh)
	case c.IsPair:
		s.loadPairs(c, u, active, fresh)
	case !c.IsRow && c.IsMaskable():
		s.loadWords(c, u, active, fresh)
	default:
		load := s.loadWords
		if c.IsRow {
			load = func(c *access.Interleave, u int, _ asm.Reg, dst [][]asm.Reg) { s.loadLaneRows(c, u, dst) }
		}
		s.whole(active, func() { load(c, u, asm.NoReg, fresh) }, func() {
			for i, m := range c.Members {
				in := s.Kernel.Instr(m.Value)
				s.gather(fresh[i], m.Typ, &s.Rows[m.Value].Address, in.Align, active, u)
			}
		})
	}
	s.writeMembers(c, u, fresh)
}

// loadWords reads all vectors and takes the words apart.
func (s *Accessor) loadWords(c *access.Interleave, u int, active asm.Reg, dst [][]asm.Reg) {
	parts := int(c.Word / 4)
	masks := s.MaskVectors(active, parts)
	for h := range parts {
		var words []asm.Reg
		switch {
		case c.Step%c.Word != 0:
			words = s.spreadBytes(s.loadVectors(c, u, h, masks[h]), int(c.Step))
		case s.ISA == asm.AVX2 && c.Words() == access.EightWords: // a vector for each lane
			words = s.transposed(s.loadVectors(c, u, h, masks[h]), 4)
		case s.ISA == asm.AVX2 && c.Words() > 1:
			words = s.loadSplit(c, u, h)
		default:
			words = s.deinterleave(s.loadVectors(c, u, h, masks[h]), int(c.Word), c.UsedWords())
		}
		for i, m := range c.Members {
			s.cutOut(dst[i][h], words[m.Offset/c.Word], m)
		}
	}
}

// interleaveMem is where the vectors of a part of a sub-group begin.
func (s *Accessor) interleaveMem(c *access.Interleave, u, h int) asm.Mem {
	a := c.At
	a.Disp = c.Start
	m := s.MemAt(&a, u)
	m.Disp += int32(h) * c.PartBytes()
	return m
}

// loadVectors reads the vectors of a part. The last is cut after the last byte accessed: what lies there may be no
// memory.
func (s *Accessor) loadVectors(c *access.Interleave, u, h int, active asm.Reg) []asm.Reg {
	m := s.interleaveMem(c, u, h)
	vectors := make([]asm.Reg, c.Vectors())
	for j := range vectors {
		vectors[j] = s.Temp()
		own := int(c.PartBytes()) - len(c.Covered) + c.OwnBytes() - int(c.Whole)*j
		switch {
		case own >= int(c.Whole) || active != asm.NoReg:
			s.moveWords(c, vectors[j], true, m, active)
		case own == halfBytes: // a shorter vector needs no mask
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L128, Dst: vectors[j], HasMem: true, Mem: m})
		case s.ISA == asm.AVX2 && c.Step == c.Word && own%4 != 0:
			s.loadTail(c, vectors[j], m, own)
		default:
			s.moveBytes(c, vectors[j], true, m, 1<<own-1)
		}
		m.Disp += c.Whole
	}
	return vectors
}

// loadTail reads a vector of AVX2 whose last word ends beyond the last byte that may be read, as of pixels of four
// bytes whose fourth is not accessed. Instead of that word it reads the four bytes up to the last; they begin
// between bytes that the lane before accesses.
func (s *Accessor) loadTail(c *access.Interleave, dst asm.Reg, m asm.Mem, own int) {
	words := own / 4
	head, word, tail := s.Temp(), s.General(), s.Temp()
	s.moveBytes(c, head, true, m, 1<<(4*words)-1)
	m.Disp += int32(own) - 4
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: word, HasMem: true, Mem: m})
	s.AluImm(asm.Shr, 4, word, int64(8*(4-own%4)))
	s.Broadcast(tail, word, 4)
	s.Emit(asm.Inst{Op: asm.Vpblendd, Len: asm.L256, Dst: dst, A: head, B: tail, Imm: 1 << words})
}

// moveWords reads or writes a vector, under a mask of words unless it is NoReg.
func (s *Accessor) moveWords(c *access.Interleave, r asm.Reg, isLoad bool, m asm.Mem, mask asm.Reg) {
	ops := [2]asm.Op{asm.Vmovups, asm.Vmaskmovps}
	if c.Word == 8 {
		ops = [2]asm.Op{asm.Vmovupd, asm.Vmaskmovpd}
	}
	in := asm.Inst{Op: ops[0], Len: asm.Whole(s.ISA), HasMem: true, Mem: m}
	if isLoad {
		in.Dst = r
	} else {
		in.B = r
	}
	switch {
	case mask == asm.NoReg:
	case s.ISA == asm.AVX2:
		in.Op, in.A = ops[1], mask
	default:
		in.Mask, in.Zero = mask, isLoad
	}
	s.Emit(in)
}

// moveBytes reads or writes some bytes of a vector: whole words of it, or AVX-512 is there.
func (s *Accessor) moveBytes(c *access.Interleave, r asm.Reg, isLoad bool, m asm.Mem, bytes uint64) {
	if words, ok := wordsOf(bytes, int(c.Word)); ok {
		s.moveWords(c, r, isLoad, m, s.ConstWords(words, int(c.Word)))
		return
	}
	in := asm.Inst{Op: asm.Vmovdqu8, Len: asm.L512, HasMem: true, Mem: m, Mask: s.ConstMask(bytes), Zero: isLoad}
	if isLoad {
		in.Dst = r
	} else {
		in.B = r
	}
	s.Emit(in)
}

// wordsOf is a set of bytes as a set of words, if it is one.
func wordsOf(bytes uint64, size int) (words uint64, ok bool) {
	whole := uint64(1)<<size - 1
	for i := 0; i < 64; i += size {
		switch bytes >> i & whole {
		case whole:
			words |= 1 << (i / size)
		case 0:
		default:
			return 0, false
		}
	}
	return words, true
}

// cutOut takes an element out of the words it lies in.
func (s *Accessor) cutOut(dst, words asm.Reg, m access.Member) {
	size := int32(m.Typ.Bytes())
	if size >= 4 {
		s.MoveVector(dst, words)
		return
	}
	shift := 8 * int64(m.Offset%4)
	from := words
	if shift > 0 {
		from = s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpsrld, Len: asm.Whole(s.ISA), Dst: from, B: words, Imm: shift})
	}
	if shift+8*int64(size) < 32 {
		from = s.ZeroExtend(m.Typ, from)
	}
	s.MoveVector(dst, from)
}

// deinterleave takes S vectors apart into the words used: register c has word c of all lanes. More than one are for
// AVX-512.
func (s *Accessor) deinterleave(v []asm.Reg, word int, used []bool) []asm.Reg {
	words := make([]asm.Reg, len(v))
	lanes := s.ISA.VectorBytes() / word
	switch len(v) {
	case 1:
		return v
	case 2, 3:
		for c := range words {
			if !used[c] {
				continue
			}
			words[c] = s.permute2(v[0], v[1], word, func(l int) int { return l*len(v) + c })
			if len(v) == 3 {
				words[c] = s.permute2(words[c], v[2], word, func(l int) int {
					if at := l*3 + c; at >= 2*lanes {
						return at - lanes
					}
					return l
				})
			}
		}
		return words
	case access.EightWords:
		return s.deinterleaveEight(v, word, used)
	}
	for c := 0; c < 4; c += 2 {
		if !used[c] && !used[c+1] {
			continue
		}
		index := func(l int) int { return l%(lanes/2)*4 + c + l/(lanes/2) }
		low, high := s.permute2(v[0], v[1], word, index), s.permute2(v[2], v[3], word, index)
		words[c], words[c+1] = s.Temp(), s.Temp()
		s.Emit(asm.Inst{Op: asm.Vinserti64x4, Len: asm.L512, Dst: words[c], A: low, B: high, Imm: 1})
		s.Emit(asm.Inst{Op: asm.Vshufi64x2, Len: asm.L512, Dst: words[c+1], A: low, B: high, Imm: 0xee})
	}
	return words
}

// deinterleaveEight is deinterleave for eight words: those of even and those of odd numbers are four each.
func (s *Accessor) deinterleaveEight(v []asm.Reg, word int, used []bool) []asm.Reg {
	words := make([]asm.Reg, access.EightWords)
	for odd := range 2 {
		var usedOfFour []bool
		for c := odd; c < access.EightWords; c += 2 {
			usedOfFour = append(usedOfFour, used[c])
		}
		if !slices.Contains(usedOfFour, true) {
			continue
		}
		four := make([]asm.Reg, access.EightWords/2)
		for j := range four {
			four[j] = s.permute2(v[2*j], v[2*j+1], word, func(l int) int { return 2*l + odd })
		}
		for c, r := range s.deinterleave(four, word, usedOfFour) {
			words[2*c+odd] = r
		}
	}
	return words
}

// interleaveEight is the reverse of deinterleaveEight.
func (s *Accessor) interleaveEight(w []asm.Reg, word int) []asm.Reg {
	lanes := s.ISA.VectorBytes() / word
	even := s.interleave([]asm.Reg{w[0], w[2], w[4], w[6]}, word)
	odd := s.interleave([]asm.Reg{w[1], w[3], w[5], w[7]}, word)
	v := make([]asm.Reg, access.EightWords)
	for j := range v {
		v[j] = s.permute2(even[j/2], odd[j/2], word, func(l int) int { return j%2*lanes/2 + l/2 + l%2*lanes })
	}
	return v
}

// permute2 is a vector whose lane l is element index(l) of a followed by b, with AVX-512.
func (s *Accessor) permute2(a, b asm.Reg, word int, index func(l int) int) asm.Reg {
	var table []byte
	lanes := s.ISA.VectorBytes() / word
	for l := range lanes {
		at := uint64(index(l) % (2 * lanes))
		if word == 4 {
			table = binary.LittleEndian.AppendUint32(table, uint32(at))
		} else {
			table = binary.LittleEndian.AppendUint64(table, at)
		}
	}
	op := asm.Vpermt2d
	if word == 8 {
		op = asm.Vpermt2q
	}
	r := s.Temp()
	s.MoveVector(r, a)
	s.Emit(asm.Inst{Op: op, Len: asm.L512, Dst: r, A: s.Table(table), B: b})
	return r
}

func (s *Accessor) storeInterleave(c *access.Interleave, u int) {
	active := s.ActiveMask(u)
	values := make([][]asm.Reg, len(c.Members))
	for i, m := range c.Members {
		values[i] = s.LanesOf(s.Kernel.Instr(m.Value).Args[1], u)
	}
	switch {
	case c.IsPair:
		s.storePairs(c, u, active, values)
		return
	case c.Step == c.Word && !slices.Contains(c.Covered, false):
		s.storeWords(c, u, active, values)
		return
	}
	store := func() { s.storeWords(c, u, asm.NoReg, values) }
	if c.IsRow {
		store = func() { s.storeLaneRows(c, u, values) }
	}
	s.whole(active, store, func() {
		for i, m := range c.Members {
			s.scatter(values[i], m.Typ, &s.Rows[m.Value].Address, active, u)
		}
	})
}

// storeWords puts the words together and writes all vectors.
func (s *Accessor) storeWords(c *access.Interleave, u int, active asm.Reg, values [][]asm.Reg) {
	parts := int(c.Word / 4)
	masks := s.MaskVectors(active, parts)
	isRewritten := s.IsRewritten(c)
	if isRewritten {
		c = c.FromStep()
	}
	for h := range parts {
		vectors := s.joinWords(c, values, h)
		if c.IsRaw {
			// as they are
		} else if c.Step%c.Word == 0 {
			vectors = s.interleave(vectors, int(c.Word))
		} else {
			vectors = s.gatherBytes(vectors, int(c.Step))
		}
		m := s.interleaveMem(c, u, h)
		for j, r := range vectors {
			switch bytes := c.ByteMask(j); {
			case bytes == 1<<c.Whole-1:
				s.moveWords(c, r, false, m, masks[h])
			case isRewritten:
				s.moveWords(c, s.withOld(r, m, bytes), false, m, asm.NoReg)
			default:
				s.moveBytes(c, r, false, m, bytes)
			}
			m.Disp += c.Whole
		}
	}
}

// joinWords puts the elements of each word together. Words that are not accessed get what another has.
func (s *Accessor) joinWords(c *access.Interleave, values [][]asm.Reg, h int) []asm.Reg {
	words := make([]asm.Reg, c.Words())
	order := make([]int32, len(c.Members))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(c.Members[a].Offset, c.Members[b].Offset) })
	for _, i := range order {
		m, w := c.Members[i], c.Members[i].Offset/c.Word
		piece := values[i][h]
		if shift := 8 * int64(m.Offset%c.Word); shift > 0 {
			moved := s.Temp()
			s.Emit(asm.Inst{Op: asm.Vpslld, Len: asm.Whole(s.ISA), Dst: moved, B: piece, Imm: shift})
			if piece = moved; words[w] != asm.NoReg {
				piece = s.Or(words[w], moved)
			}
		}
		words[w] = piece
	}
	for w := range words {
		if words[w] == asm.NoReg {
			words[w] = values[0][h]
		}
	}
	return words
}

// interleave is the reverse of deinterleave.
func (s *Accessor) interleave(w []asm.Reg, word int) []asm.Reg {
	if s.ISA == asm.AVX2 && len(w) == access.EightWords {
		return s.transposed(w, word)
	}
	if s.ISA == asm.AVX2 && len(w) > 1 {
		return s.interleaveHalves(w, word)
	}
	lanes := s.ISA.VectorBytes() / word
	v := make([]asm.Reg, len(w))
	switch len(w) {
	case 1:
		return w
	case 2:
		for j := range v {
			v[j] = s.permute2(w[0], w[1], word, func(l int) int { return (j*lanes+l)/2 + l%2*lanes })
		}
		return v
	case 3:
		for j := range v {
			at := func(l int) (lane, c int) { return (j*lanes + l) / 3, (j*lanes + l) % 3 }
			first := s.permute2(w[0], w[1], word, func(l int) int { lane, c := at(l); return lane + c%2*lanes })
			v[j] = s.permute2(first, w[2], word, func(l int) int {
				if lane, c := at(l); c == 2 {
					return lanes + lane
				}
				return l
			})
		}
		return v
	case access.EightWords:
		return s.interleaveEight(w, word)
	}
	pairs := [2][2]asm.Reg{}
	for p := range pairs {
		for half := range 2 {
			pairs[p][half] = s.permute2(w[2*p], w[2*p+1], word, func(l int) int {
				return half*lanes/2 + l/2 + l%2*lanes
			})
		}
	}
	for j := range v {
		v[j] = s.permute2(pairs[0][j/2], pairs[1][j/2], word, func(l int) int {
			return j%2*lanes/2 + l/4*2 + l%2 + l/2%2*lanes
		})
	}
	return v
}
