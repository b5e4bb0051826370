package amd64

import (
	"cmp"
	"encoding/binary"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Clusters: accesses side by side in steps of a few words, as elements of vectors and members of structs are. All of
// memory that the lanes of a sub-group touch lies in one piece, so it is read (written) in whole vectors, and permuted.
// A gather costs as much as some ten loads, a permutation as much as one.
//
// Memory is looked at in words of 4 bytes, or of 8 for 64-bit elements. With steps of S words, word c of lane l is
// element l*S+c of S vectors. Smaller elements are cut out of words. Steps of 2, 3 and 6 bytes, as of pixels of three
// colours, are spread into words first (cluster_bytes.go).
//
// Where all words of a step go the same way from memory to memory, nothing is permuted (cluster_raw.go). Otherwise
// steps of up to four words are permuted, and steps of eight as two times four, or, where a lane's are a vector, by transposing.
//
// Whole vectors touch memory of all lanes, so this is for sub-groups of which all lanes are active; others gather and
// scatter. Only where a step is a single word does the mask do. What lies between bytes that are read may be read too,
// for it is in no other page than one of them; what lies behind the last may not. AVX2 has no permutation of two sources
// (cluster_halves.go) and no masks of bytes, so there the last byte must be the last of a word, but for steps of one word
// (loadTail).

// cluster is a set of loads, or of stores, of one block.
type cluster struct {
	isStore bool
	isPiece bool // see cluster_pieces.go
	isRow   bool // see cluster_rows.go
	isPair  bool // a row of two words, see cluster_pairs.go
	isRaw   bool // see cluster_raw.go
	space   ir.Space
	at      address // of the first member found
	step    int32
	word    int32 // bytes: 4 or 8
	start   int64 // lowest displacement
	members []clusterMember
	covered []bool // by byte of a step: accessed
	aligned bool   // words are known to be aligned, so that each lies in one page
	whole   int32  // bytes of a vector
}

// clusterMember is one access of a cluster.
type clusterMember struct {
	value  ir.ValueID // the load or store
	typ    ir.Type
	offset int32 // from start
}

// clusterKey names what is written of a cluster at a time.
type clusterKey struct {
	cluster *cluster
	only    int // as partWriting.only
}

// words is the number of words of a step; the last may be a part of one.
func (c *cluster) words() int { return int((c.step + c.word - 1) / c.word) }

// vectors is the number of vectors of one part of a sub-group.
func (c *cluster) vectors() int { return int((c.partBytes() + c.whole - 1) / c.whole) }

// partBytes is the number of bytes that a part's lanes step over.
func (c *cluster) partBytes() int32 { return c.whole / c.word * c.step }

// ownBytes is the number of bytes of a step up to the last that may be read.
func (c *cluster) ownBytes() int {
	n := len(c.covered)
	if c.space == ir.SpaceLocal { // there is abi.LocalSlack
		return n
	}
	for n > 0 && !c.covered[n-1] {
		n--
	}
	if c.aligned {
		return (n + int(c.word) - 1) / int(c.word) * int(c.word)
	}
	return n
}

// isMaskable says whether each lane has one word of its own.
func (c *cluster) isMaskable() bool { return c.step == c.word && c.ownBytes() == int(c.word) }

// maxWords bounds the steps worth permuting; steps of eightWords are too, if several words are accessed.
const (
	maxWords        = 4
	eightWords      = 8
	eightWordsBytes = 4 * eightWords
)

// findClusters looks for clusters in a block. Loads are moved up to the first of theirs, over everything that does not write
// their kind of memory; stores down to the last of theirs, over everything that does not touch it.
func (s *accessTable) findClusters(b ir.BlockID) {
	var loads, stores []*cluster
	for _, v := range s.kernel.Blocks[b].Instrs {
		in := s.kernel.Instr(v)
		switch {
		case !s.needed[v] || in.Op.Pure():
		case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0:
			s.keepTouched(&stores, in)
			s.joinCluster(&loads, v, in)
		case in.Op == ir.OpStore && in.Flags&ir.FlagVolatile == 0:
			s.keepTouched(&loads, in)
			if !s.joinCluster(&stores, v, in) {
				s.keepClusters(&stores)
				s.joinCluster(&stores, v, in)
			}
		case in.Op != ir.OpAlloca:
			s.keepClusters(&loads)
			s.keepClusters(&stores)
		}
	}
	s.keepClusters(&loads)
	s.keepClusters(&stores)
	s.findRaw(b)
}

// joinCluster adds an access to the cluster it belongs to, or begins one. Stores join only the cluster under way: they
// keep their order.
func (s *accessTable) joinCluster(list *[]*cluster, v ir.ValueID, in *ir.Instr) bool {
	t := accessType(s.kernel, in)
	a := s.addressOf(in.Args[0], t)
	isStore := in.Op == ir.OpStore
	if s.acrossAt[v] == nil && (s.joinPiece(list, v, in, &a) || s.joinRow(list, v, in, &a)) {
		return true
	}
	if a.pattern != inSteps || a.step < 2 || s.acrossAt[v] != nil {
		return !isStore
	}
	for _, c := range *list {
		if !c.isPiece && !c.isRow && c.at.base == a.base && c.at.plus == a.plus && c.at.plusBy == a.plusBy && c.at.firsts == a.firsts && c.step == a.step && (c.word == 8) == (t.Bytes() == 8) &&
			(isStore || c.reaches(a.disp, int64(t.Bytes()))) {
			c.members = append(c.members, clusterMember{v, t, int32(a.disp - c.start)})
			return true
		}
	}
	if isStore && len(*list) > 0 {
		return false
	}
	c := &cluster{isStore: isStore, space: in.Space, at: a, step: a.step, word: 4, start: a.disp, whole: int32(s.ISA.VectorBytes())}
	if t.Bytes() == 8 {
		c.word = 8
	}
	c.members = []clusterMember{{v, t, 0}}
	*list = append(*list, c)
	return true
}

// reaches says whether an element more leaves the members within one step.
func (c *cluster) reaches(disp, size int64) bool {
	low, high := disp, disp+size
	for _, m := range c.members {
		low, high = min(low, c.start+int64(m.offset)), max(high, c.start+int64(m.offset)+int64(m.typ.Bytes()))
	}
	return high-low <= int64(c.step)
}

// keepTouched ends the clusters of memory that an access may be to.
func (s *accessTable) keepTouched(list *[]*cluster, in *ir.Instr) {
	var others, touched []*cluster
	for _, c := range *list {
		if areApart(c.space, in.Space) {
			others = append(others, c)
		} else {
			touched = append(touched, c)
		}
	}
	s.keepClusters(&touched)
	*list = others
}

// areApart says whether two address spaces have no memory in common.
func areApart(a, b ir.Space) bool {
	return a == ir.SpaceLocal && b == ir.SpaceGlobal || a == ir.SpaceGlobal && b == ir.SpaceLocal
}

// keepClusters ends clusters, and keeps those that can be done in whole vectors.
func (s *accessTable) keepClusters(list *[]*cluster) {
	for _, c := range *list {
		isFit := c.isPiece
		switch {
		case c.isRow:
			isFit = c.fitRow(s.ISA)
		case !c.isPiece:
			isFit = s.fitCluster(c)
		}
		parts := []*cluster{c}
		if !isFit {
			parts = s.smallerRows(c)
		}
		for _, part := range parts {
			for _, m := range part.members {
				s.clusterAt[m.value] = part
			}
		}
	}
	*list = nil
}

// fitCluster brings the members in order and says whether permuting is right and pays.
func (s *accessTable) fitCluster(c *cluster) bool {
	written := map[int32]bool{}
	lowest := int32(0)
	for _, m := range c.members {
		lowest = min(lowest, m.offset)
		if c.isStore && written[m.offset] {
			return false // the order counts
		}
		written[m.offset] = true
	}
	c.start += int64(lowest)
	for i := range c.members {
		c.members[i].offset -= lowest
	}
	if c.step%c.word != 0 && (c.word != 4 || !isByteStep(c.step)) || c.words() > maxWords && !s.isEightWords(c) {
		return false
	}
	covered := make([]bool, c.step)
	c.covered = covered
	for _, m := range c.members {
		c.aligned = c.aligned || c.step%c.word == 0 && m.offset%c.word == 0 && int32(s.kernel.Instr(m.value).Align) >= c.word
		size := int32(m.typ.Bytes())
		if m.offset+size > c.step || m.offset%c.word+size > c.word || size >= 4 && m.offset%4 != 0 {
			return false
		}
		for i := range size {
			if covered[m.offset+i] {
				return false
			}
			covered[m.offset+i] = true
		}
	}
	if s.ISA == AVX2 && !c.hasWholeWords() {
		return false
	}
	return len(c.members) > 1 || c.words() <= 2 || c.members[0].typ.Bytes() < minGathered
}

// isEightWords says whether a cluster has steps of eight words that are worth permuting. AVX2 has such of 4 bytes only, and
// moves all of them for any.
func (s *accessTable) isEightWords(c *cluster) bool {
	fewest := 3
	if s.ISA == AVX2 {
		fewest = 5
	}
	return c.words() == eightWords && len(c.members) >= fewest && (c.word == 4 || s.ISA == AVX512)
}

// hasWholeWords says whether all that is written, or the end of what is read, is whole words, also of steps of bytes.
func (c *cluster) hasWholeWords() bool {
	if !c.isStore && c.step == c.word && c.word == 4 {
		return true
	}
	if c.step == 6 || (int(c.partBytes())-len(c.covered)+c.ownBytes())%int(c.word) != 0 {
		return false
	}
	if !c.isStore {
		return true
	}
	for w := 0; w < len(c.covered); w += int(c.word) {
		piece := c.covered[w:min(w+int(c.word), len(c.covered))]
		if slices.Contains(piece, true) && slices.Contains(piece, false) {
			return false
		}
	}
	return c.step%c.word == 0 || !slices.Contains(c.covered, false)
}

// clusterInstr writes the cluster an access belongs to: a load's at its first member, a store's at its last. False: the
// access belongs to none.
func (s *selector) clusterInstr(v ir.ValueID) bool {
	c := s.clusterAt[v]
	if c == nil {
		return false
	}
	if !c.isStore && s.clusterDone[clusterKey{c, s.parts.only}] {
		return true
	}
	if c.isStore && v != c.members[len(c.members)-1].value {
		return true
	}
	s.clusterDone[clusterKey{c, s.parts.only}] = true
	for _, m := range c.members {
		s.note(m.value, wayCluster)
	}
	if c.isStore {
		plain := func() {
			for u := range s.each() {
				s.storeCluster(c, u)
			}
		}
		if c.isRaw && s.streams[v] {
			s.streamVectors(s.rawVectors(c), plain)
		} else {
			plain()
		}
		return true
	}
	load := s.loadCluster
	if c.isRaw {
		load = s.loadRaw
	}
	for u := range s.eachCopy(s.byValue[v]) { // one address, so all members have as many
		load(c, u)
	}
	return true
}

// whole runs fast if all lanes of a sub-group are active, else slow.
func (s *selector) whole(active asm.Reg, fast, slow func()) {
	if active == asm.NoReg {
		fast()
		return
	}
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	if s.ISA == AVX512 {
		s.Emit(asm.Inst{Op: asm.Kortestw, A: active, B: active})
		s.jumpIf(asm.CondAE, some)
	} else {
		bits := s.general()
		s.maskBits(bits, active)
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: bits, Imm: 1<<s.ISA.Lanes() - 1})
		s.jumpIf(asm.CondNE, some)
	}
	fast()
	s.jump(done)
	s.label(some)
	slow()
	s.label(done)
}

func (s *selector) loadCluster(c *cluster, u int) {
	fresh := make([][]asm.Reg, len(c.members))
	for i, m := range c.members {
		fresh[i] = make([]asm.Reg, len(s.own(m.value, u)))
		for h := range fresh[i] {
			fresh[i][h] = s.Temp()
		}
	}
	active := s.activeFor(s.byValue[c.members[0].value], u)
	switch {
	case c.isPiece:
		s.loadPiece(c, u, active, fresh)
	case c.isPair:
		s.loadPairs(c, u, active, fresh)
	case !c.isRow && c.isMaskable():
		s.loadWords(c, u, active, fresh)
	default:
		load := s.loadWords
		if c.isRow {
			load = func(c *cluster, u int, _ asm.Reg, dst [][]asm.Reg) { s.loadRows(c, u, dst) }
		}
		s.whole(active, func() { load(c, u, asm.NoReg, fresh) }, func() {
			for i, m := range c.members {
				in := s.kernel.Instr(m.value)
				a := s.addressOf(in.Args[0], m.typ)
				s.gather(fresh[i], m.typ, &a, in.Align, active, u)
			}
		})
	}
	for i, m := range c.members {
		s.writeLanes(m.value, u, func(dst []asm.Reg) {
			for h := range dst {
				s.moveVector(dst[h], fresh[i][h])
			}
		})
	}
}

// loadWords reads all vectors and takes the words apart.
func (s *selector) loadWords(c *cluster, u int, active asm.Reg, dst [][]asm.Reg) {
	parts := int(c.word / 4)
	masks := s.maskParts(active, parts)
	for h := range parts {
		var words []asm.Reg
		switch {
		case c.step%c.word != 0:
			words = s.spreadBytes(s.loadVectors(c, u, h, masks[h]), int(c.step))
		case s.ISA == AVX2 && c.words() == eightWords: // a vector for each lane
			words = s.transposed(s.loadVectors(c, u, h, masks[h]), 4)
		case s.ISA == AVX2 && c.words() > 1:
			words = s.loadSplit(c, u, h)
		default:
			words = s.deinterleave(s.loadVectors(c, u, h, masks[h]), int(c.word), c.usedWords())
		}
		for i, m := range c.members {
			s.cutOut(dst[i][h], words[m.offset/c.word], m)
		}
	}
}

// usedWords says which words of a step are accessed.
func (c *cluster) usedWords() []bool {
	used := make([]bool, c.words())
	for _, m := range c.members {
		used[m.offset/c.word] = true
	}
	return used
}

// clusterMem is where the vectors of a part of a sub-group begin.
func (s *selector) clusterMem(c *cluster, u, h int) asm.Mem {
	a := c.at
	a.disp = c.start
	m := s.memAt(&a, u)
	m.Disp += int32(h) * c.partBytes()
	return m
}

// loadVectors reads the vectors of a part. The last is cut behind the last byte accessed: what lies there may be no memory.
func (s *selector) loadVectors(c *cluster, u, h int, active asm.Reg) []asm.Reg {
	m := s.clusterMem(c, u, h)
	vectors := make([]asm.Reg, c.vectors())
	for j := range vectors {
		vectors[j] = s.Temp()
		own := int(c.partBytes()) - len(c.covered) + c.ownBytes() - int(c.whole)*j
		switch {
		case own >= int(c.whole) || active != asm.NoReg:
			s.moveWords(c, vectors[j], true, m, active)
		case s.ISA == AVX2 && c.step == c.word && own%4 != 0:
			s.loadTail(c, vectors[j], m, own)
		default:
			s.moveBytes(c, vectors[j], true, m, 1<<own-1)
		}
		m.Disp += c.whole
	}
	return vectors
}

// loadTail reads a vector of AVX2 whose last word ends beyond the last byte that may be read, as of pixels of four bytes of which
// the fourth is not accessed. Instead of that word it reads the four bytes up to the last; they begin between bytes that the lane
// before accesses.
func (s *selector) loadTail(c *cluster, dst asm.Reg, m asm.Mem, own int) {
	words := own / 4
	head, word, tail := s.Temp(), s.general(), s.Temp()
	s.moveBytes(c, head, true, m, 1<<(4*words)-1)
	m.Disp += int32(own) - 4
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: word, HasMem: true, Mem: m})
	s.aluImm(asm.Shr, 4, word, int64(8*(4-own%4)))
	s.broadcast(tail, word, 4)
	s.Emit(asm.Inst{Op: asm.Vpblendd, Len: asm.L256, Dst: dst, A: head, B: tail, Imm: 1 << words})
}

// moveWords reads or writes a vector, under a mask of words unless it is NoReg.
func (s *selector) moveWords(c *cluster, r asm.Reg, isLoad bool, m asm.Mem, mask asm.Reg) {
	ops := [2]asm.Op{asm.Vmovups, asm.Vmaskmovps}
	if c.word == 8 {
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
	case s.ISA == AVX2:
		in.Op, in.A = ops[1], mask
	default:
		in.Mask, in.Zero = mask, isLoad
	}
	s.Emit(in)
}

// moveBytes reads or writes some bytes of a vector: whole words of it, or AVX-512 is there.
func (s *selector) moveBytes(c *cluster, r asm.Reg, isLoad bool, m asm.Mem, bytes uint64) {
	if words, ok := wordsOf(bytes, int(c.word)); ok {
		s.moveWords(c, r, isLoad, m, s.constWords(words, int(c.word)))
		return
	}
	in := asm.Inst{Op: asm.Vmovdqu8, Len: asm.L512, HasMem: true, Mem: m, Mask: s.constMask(bytes), Zero: isLoad}
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

// constWords is a mask of words for moves.
func (s *selector) constWords(words uint64, size int) asm.Reg {
	if s.ISA == AVX512 {
		return s.constMask(words)
	}
	table := make([]byte, s.ISA.VectorBytes())
	for i := range table {
		if words>>(i/size)&1 != 0 {
			table[i] = 0xff
		}
	}
	return s.Table(table)
}

// constMask is a mask register with the given bits.
func (s *selector) constMask(bits uint64) asm.Reg {
	r, m := s.general(), s.newMask()
	s.moveImm(r, bits)
	op := asm.Kmovw
	if bits > 0xffff {
		op = asm.Kmovq
	}
	s.Emit(asm.Inst{Op: op, Dst: m, B: r})
	return m
}

// cutOut takes an element out of the words it lies in.
func (s *selector) cutOut(dst, words asm.Reg, m clusterMember) {
	size := int32(m.typ.Bytes())
	if size >= 4 {
		s.moveVector(dst, words)
		return
	}
	shift := 8 * int64(m.offset%4)
	from := words
	if shift > 0 {
		from = s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpsrld, Len: asm.Whole(s.ISA), Dst: from, B: words, Imm: shift})
	}
	if shift+8*int64(size) < 32 {
		from = s.ZeroExtend(m.typ, from)
	}
	s.moveVector(dst, from)
}

// deinterleave takes S vectors apart into the words used: register c has word c of all lanes. More than one are for AVX-512.
func (s *selector) deinterleave(v []asm.Reg, word int, used []bool) []asm.Reg {
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
	case eightWords:
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
func (s *selector) deinterleaveEight(v []asm.Reg, word int, used []bool) []asm.Reg {
	words := make([]asm.Reg, eightWords)
	for odd := range 2 {
		var usedOfFour []bool
		for c := odd; c < eightWords; c += 2 {
			usedOfFour = append(usedOfFour, used[c])
		}
		if !slices.Contains(usedOfFour, true) {
			continue
		}
		four := make([]asm.Reg, eightWords/2)
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
func (s *selector) interleaveEight(w []asm.Reg, word int) []asm.Reg {
	lanes := s.ISA.VectorBytes() / word
	even := s.interleave([]asm.Reg{w[0], w[2], w[4], w[6]}, word)
	odd := s.interleave([]asm.Reg{w[1], w[3], w[5], w[7]}, word)
	v := make([]asm.Reg, eightWords)
	for j := range v {
		v[j] = s.permute2(even[j/2], odd[j/2], word, func(l int) int { return j%2*lanes/2 + l/2 + l%2*lanes })
	}
	return v
}

// permute2 is a vector whose lane l is element index(l) of a followed by b, with AVX-512.
func (s *selector) permute2(a, b asm.Reg, word int, index func(l int) int) asm.Reg {
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
	s.moveVector(r, a)
	s.Emit(asm.Inst{Op: op, Len: asm.L512, Dst: r, A: s.Table(table), B: b})
	return r
}

func (s *selector) storeCluster(c *cluster, u int) {
	active := s.activeMask(u)
	values := make([][]asm.Reg, len(c.members))
	for i, m := range c.members {
		values[i] = s.lanesOf(s.kernel.Instr(m.value).Args[1], u)
	}
	switch {
	case c.isPair:
		s.storePairs(c, u, active, values)
		return
	case c.step == c.word && !slices.Contains(c.covered, false):
		s.storeWords(c, u, active, values)
		return
	}
	store := func() { s.storeWords(c, u, asm.NoReg, values) }
	if c.isRow {
		store = func() { s.storeRows(c, u, values) }
	}
	s.whole(active, store, func() {
		for i, m := range c.members {
			in := s.kernel.Instr(m.value)
			a := s.addressOf(in.Args[0], m.typ)
			s.scatter(values[i], m.typ, &a, active, u)
		}
	})
}

// storeWords puts the words together and writes all vectors.
func (s *selector) storeWords(c *cluster, u int, active asm.Reg, values [][]asm.Reg) {
	parts := int(c.word / 4)
	masks := s.maskParts(active, parts)
	isRewritten := s.isRewritten(c)
	if isRewritten {
		c = c.fromStep()
	}
	for h := range parts {
		vectors := s.joinWords(c, values, h)
		if c.isRaw {
			// as they are
		} else if c.step%c.word == 0 {
			vectors = s.interleave(vectors, int(c.word))
		} else {
			vectors = s.gatherBytes(vectors, int(c.step))
		}
		m := s.clusterMem(c, u, h)
		for j, r := range vectors {
			switch bytes := c.byteMask(j); {
			case bytes == 1<<c.whole-1:
				s.moveWords(c, r, false, m, masks[h])
			case isRewritten:
				s.moveWords(c, s.withOld(r, m, bytes), false, m, asm.NoReg)
			default:
				s.moveBytes(c, r, false, m, bytes)
			}
			m.Disp += c.whole
		}
	}
}

// byteMask has the bits of the bytes accessed in the j-th vector of a part.
func (c *cluster) byteMask(j int) uint64 {
	bits := uint64(0)
	for i := range int(c.whole) {
		if at := j*int(c.whole) + i; at < int(c.partBytes()) && c.covered[at%len(c.covered)] {
			bits |= 1 << i
		}
	}
	return bits
}

// joinWords puts the elements of each word together. Words that are not accessed get what another has.
func (s *selector) joinWords(c *cluster, values [][]asm.Reg, h int) []asm.Reg {
	words := make([]asm.Reg, c.words())
	order := make([]int, len(c.members))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(c.members[a].offset, c.members[b].offset) })
	for _, i := range order {
		m, w := c.members[i], c.members[i].offset/c.word
		piece := values[i][h]
		if shift := 8 * int64(m.offset%c.word); shift > 0 {
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
func (s *selector) interleave(w []asm.Reg, word int) []asm.Reg {
	if s.ISA == AVX2 && len(w) == eightWords {
		return s.transposed(w, word)
	}
	if s.ISA == AVX2 && len(w) > 1 {
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
	case eightWords:
		return s.interleaveEight(w, word)
	}
	pairs := [2][2]asm.Reg{}
	for p := range pairs {
		for half := range 2 {
			pairs[p][half] = s.permute2(w[2*p], w[2*p+1], word, func(l int) int { return half*lanes/2 + l/2 + l%2*lanes })
		}
	}
	for j := range v {
		v[j] = s.permute2(pairs[0][j/2], pairs[1][j/2], word, func(l int) int { return j%2*lanes/2 + l/4*2 + l%2 + l/2%2*lanes })
	}
	return v
}
