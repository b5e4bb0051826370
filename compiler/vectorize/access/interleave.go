package access

import (
	"slices"

	"heddle/compiler/ceil"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Clusters: accesses side by side in steps of a few words, as elements of vectors and members of structs are. All of
// memory that the lanes of a sub-group touch lies in one piece, so it is read (written) in whole vectors, and permuted.
// A gather costs as much as some ten loads, a permutation as much as one.
//
// Memory is looked at in words of 4 bytes, or of 8 for 64-bit elements. With steps of S words, word c of lane l is
// element l*S+c of S vectors. Smaller elements are cut out of words. Steps of 2, 3 and 6 bytes, as of pixels of three
// colours, are spread into words first (emit/memory/interleave_bytes.go).
//
// Where all words of a step go the same way from memory to memory, nothing is permuted (interleave_unpermuted.go).
// Otherwise steps of up to four words are permuted, and steps of eight as two times four, or, where a lane's are a
// vector, by transposing.
//
// Whole vectors touch memory of all lanes, so this is for sub-groups of which all lanes are active; others gather and
// scatter. Only where a step is a single word does the mask do. What lies between bytes that are read may be read too,
// for it is in no other page than one of them; what follows the last may not. AVX2 has no permutation of two
// sources (emit/memory/interleave_avx2.go) and no masks of bytes, so there the last byte must be the last of a
// word, but for steps of one word (loadTail).

// Interleave is a set of loads, or of stores, of one block.
type Interleave struct {
	IsStore bool
	IsPiece bool // see interleave_gathered.go
	IsRow   bool // see interleave_transposed.go
	IsPair  bool // a row of two words, see interleave_pairs.go
	IsRaw   bool // see interleave_unpermuted.go
	Space   ir.Space
	At      Address // of the first member found
	Step    int32
	Word    int32 // bytes: 4 or 8
	Start   int64 // lowest displacement
	Members []Member
	Covered []bool // by byte of a step: accessed
	aligned bool   // words are known to be aligned, so that each lies in one page
	Whole   int32  // bytes of a vector
}

// strategy is that of its members.
func (c *Interleave) strategy() Strategy {
	switch {
	case c.IsRaw:
		return Unpermuted
	case c.IsPiece:
		return GatheredWord
	case c.IsPair:
		return Paired
	case c.IsRow:
		return LaneRows
	}
	return Permuted
}

// Member is one access of a group.
type Member struct {
	Value  ir.ValueID // the load or store
	Typ    ir.Type
	Offset int32 // from start
}

// Words is the number of words of a step; the last may be a part of one.
func (c *Interleave) Words() int { return int(ceil.Div(c.Step, c.Word)) }

// Vectors is the number of vectors of one part of a sub-group.
func (c *Interleave) Vectors() int { return int(ceil.Div(c.PartBytes(), c.Whole)) }

// PartBytes is the number of bytes that a part's lanes step over.
func (c *Interleave) PartBytes() int32 { return c.Whole / c.Word * c.Step }

// OwnBytes is the number of bytes of a step up to the last that may be read.
func (c *Interleave) OwnBytes() int {
	n := len(c.Covered)
	if c.Space == ir.SpaceLocal { // there is abi.LocalSlack
		return n
	}
	for n > 0 && !c.Covered[n-1] {
		n--
	}
	if c.aligned {
		return ceil.Multiple(n, int(c.Word))
	}
	return n
}

// IsMaskable reports whether each lane has one word of its own.
func (c *Interleave) IsMaskable() bool { return c.Step == c.Word && c.OwnBytes() == int(c.Word) }

// maxWords bounds the steps worth permuting; steps of EightWords are too, if several words are accessed.
const (
	maxWords        = 4
	EightWords      = 8
	eightWordsBytes = 4 * EightWords
)

// FindInterleaves looks for groups in a block. Loads are moved up to the first of theirs, over everything that does
// not write their kind of memory; stores down to the last of theirs, over everything that does not touch it.
func (s *Accesses) FindInterleaves(b ir.BlockID) {
	var loads, stores []*Interleave
	for _, v := range s.Kernel.Blocks[b].Instrs {
		in := s.Kernel.Instr(v)
		switch {
		case !s.Needed[v] || in.Op.Pure() || s.TableAt[v] != nil:
		case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0:
			s.keepTouched(&stores, in)
			s.joinInterleave(&loads, v, in)
		case in.Op == ir.OpStore && in.Flags&ir.FlagVolatile == 0:
			s.keepTouched(&loads, in)
			if !s.joinInterleave(&stores, v, in) {
				s.keepInterleaves(&stores)
				s.joinInterleave(&stores, v, in)
			}
		case in.Op != ir.OpAlloca:
			s.keepInterleaves(&loads)
			s.keepInterleaves(&stores)
		}
	}
	s.keepInterleaves(&loads)
	s.keepInterleaves(&stores)
}

// joinInterleave adds an access to the group it belongs to, or begins one. Stores join only the group under way:
// they keep their order.
func (s *Accesses) joinInterleave(list *[]*Interleave, v ir.ValueID, in *ir.Instr) bool {
	t := s.Kernel.AccessType(in)
	a := s.AddressOf(in.Args[0], t)
	isStore := in.Op == ir.OpStore
	if s.CrossRowAt[v] == nil && (s.joinPiece(list, v, in, &a) || s.joinRow(list, v, in, &a)) {
		return true
	}
	if s.Off.Has(switches.InterleavedGroups) || a.Pattern != InSteps || a.Step < 2 || s.CrossRowAt[v] != nil {
		return !isStore
	}
	for _, c := range *list {
		if !c.IsPiece && !c.IsRow && c.At.Base == a.Base && c.At.Plus == a.Plus && c.At.PlusBy == a.PlusBy &&
			c.At.Firsts == a.Firsts && c.Step == a.Step && (c.Word == 8) == (t.Bytes() == 8) &&
			c.reaches(a.Disp, int64(t.Bytes())) {
			c.Members = append(c.Members, Member{v, t, int32(a.Disp - c.Start)})
			return true
		}
	}
	if isStore && len(*list) > 0 {
		return false
	}
	c := &Interleave{IsStore: isStore, Space: in.Space, At: a, Step: a.Step, Word: 4, Start: a.Disp,
		Whole: int32(s.ISA.VectorBytes())}
	if t.Bytes() == 8 {
		c.Word = 8
	}
	c.Members = []Member{{v, t, 0}}
	*list = append(*list, c)
	return true
}

// reaches reports whether an element more leaves the members within one step.
func (c *Interleave) reaches(disp, size int64) bool {
	low, high := disp, disp+size
	for _, m := range c.Members {
		low, high = min(low, c.Start+int64(m.Offset)), max(high, c.Start+int64(m.Offset)+int64(m.Typ.Bytes()))
	}
	return high-low <= int64(c.Step)
}

// keepTouched ends the groups of memory that an access may be to.
func (s *Accesses) keepTouched(list *[]*Interleave, in *ir.Instr) {
	var others, touched []*Interleave
	for _, c := range *list {
		if areApart(c.Space, in.Space) {
			others = append(others, c)
		} else {
			touched = append(touched, c)
		}
	}
	s.keepInterleaves(&touched)
	*list = others
}

// areApart reports whether two address spaces have no memory in common.
func areApart(a, b ir.Space) bool {
	return a == ir.SpaceLocal && b == ir.SpaceGlobal || a == ir.SpaceGlobal && b == ir.SpaceLocal
}

// keepInterleaves ends groups, and keeps those that can be done in whole vectors.
func (s *Accesses) keepInterleaves(list *[]*Interleave) {
	for _, c := range *list {
		isFit := c.IsPiece
		switch {
		case c.IsRow:
			isFit = s.fitsRow(c)
		case !c.IsPiece:
			isFit = s.fitInterleave(c)
		}
		parts := []*Interleave{c}
		if !isFit {
			parts = s.smallerRows(c)
		}
		for _, part := range parts {
			for _, m := range part.Members {
				s.InterleaveAt[m.Value] = part
			}
		}
	}
	*list = nil
}

// fitInterleave brings the members in order and reports whether permuting is right and pays.
func (s *Accesses) fitInterleave(c *Interleave) bool {
	written := map[int32]bool{}
	lowest := int32(0)
	for _, m := range c.Members {
		lowest = min(lowest, m.Offset)
		if c.IsStore && written[m.Offset] {
			return false // the order counts
		}
		written[m.Offset] = true
	}
	c.Start += int64(lowest)
	for i := range c.Members {
		c.Members[i].Offset -= lowest
	}
	if c.Step%c.Word != 0 && (c.Word != 4 || !isByteStep(c.Step)) || c.Words() > maxWords && !s.isEightWords(c) {
		return false
	}
	covered := make([]bool, c.Step)
	c.Covered = covered
	for _, m := range c.Members {
		c.aligned = c.aligned || c.Step%c.Word == 0 && m.Offset%c.Word == 0 &&
			int32(s.Kernel.Instr(m.Value).Align) >= c.Word
		size := int32(m.Typ.Bytes())
		if m.Offset+size > c.Step || m.Offset%c.Word+size > c.Word || size >= 4 && m.Offset%4 != 0 {
			return false
		}
		for i := range size {
			if covered[m.Offset+i] {
				return false
			}
			covered[m.Offset+i] = true
		}
	}
	if !s.ISA.HasMaskRegisters() && !c.hasWholeWords() {
		return false
	}
	return len(c.Members) > 1 || c.Words() <= 2 || c.Members[0].Typ.Bytes() < MinGathered
}

// isEightWords reports whether a group has steps of eight words that are worth permuting. Without permutations of two
// sources there are such of 4 bytes only.
func (s *Accesses) isEightWords(c *Interleave) bool {
	return c.Words() == EightWords && len(c.Members) >= s.Tuning.Interleaving.MinOfEightSteps &&
		(c.Word == 4 || s.ISA.PermutesTwoSources())
}

// hasWholeWords reports whether all that is written, or the end of what is read, is whole words, also of steps of
// bytes.
func (c *Interleave) hasWholeWords() bool {
	if !c.IsStore && c.Step == c.Word && c.Word == 4 {
		return true
	}
	if c.Step == 6 || (int(c.PartBytes())-len(c.Covered)+c.OwnBytes())%int(c.Word) != 0 {
		return false
	}
	if !c.IsStore {
		return true
	}
	for w := 0; w < len(c.Covered); w += int(c.Word) {
		piece := c.Covered[w:min(w+int(c.Word), len(c.Covered))]
		if slices.Contains(piece, true) && slices.Contains(piece, false) {
			return false
		}
	}
	return c.Step%c.Word == 0 || !slices.Contains(c.Covered, false)
}

// UsedWords says which words of a step are accessed.
func (c *Interleave) UsedWords() []bool {
	used := make([]bool, c.Words())
	for _, m := range c.Members {
		used[m.Offset/c.Word] = true
	}
	return used
}

// ByteMask has the bits of the bytes accessed in the j-th vector of a part.
func (c *Interleave) ByteMask(j int) uint64 {
	bits := uint64(0)
	for i := range int(c.Whole) {
		if at := j*int(c.Whole) + i; at < int(c.PartBytes()) && c.Covered[at%len(c.Covered)] {
			bits |= 1 << i
		}
	}
	return bits
}

// Clusters whose steps are no whole words: 2, 3 and 6 bytes, as of pixels of three colours. The bytes of each lane are
// spread into words of their own, or brought together again; the rest is as for other groups.

// isByteStep reports whether there is a permutation for steps of that many bytes.
func isByteStep(step int32) bool { return step == 2 || step == 3 || step == 6 }
