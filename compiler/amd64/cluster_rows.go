package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Rows of clusters: loads of words, or of parts of them, side by side, of which each lane has its own far from the others', as when each
// work-item walks along a row of a matrix and the loop is unrolled. One vector of a lane holds as many as there are lanes: that
// many vectors are read, one for each lane, and transposed, where each word would have been gathered. That also touches each
// cache line once, not once for each word, when perhaps all lanes' lines lie in the same set of the cache.
//
// Where each lane has no more words than fill half a vector, as of a struct of seven, two lanes are read to a vector, which takes
// less than half the steps.
//
// Stores of up to eight words are put together by fours, of which each lane writes its own.

// How many words of a lane are worth transposing for: if they fill half a vector, a vector of eight lanes, or more.
const (
	fewestStored  = 3
	fewestOfHalf  = 4
	fewestOfEight = 5
	fewestWords   = 8
)

// joinRow adds an access to the row it lies in, or begins one; false: it is none, or a store behind others that come first.
func (s *accessTable) joinRow(list *[]*cluster, v ir.ValueID, in *ir.Instr, a *address) bool {
	t, isStore := accessType(s.kernel, in), in.Op == ir.OpStore
	size, reach := int64(t.Bytes()), int32(s.ISA.VectorBytes())
	if size > 4 || isStore && size < 4 || !isStore && s.byValue[v].kind != vector || s.offsets[in.Args[0]] || !s.isFarApart(a) {
		return false
	}
	for _, c := range *list {
		if c.isRow && c.at.isBeside(a) && c.members[0].typ.Bytes() == t.Bytes() && c.reaches(a.disp, size) && (a.disp-c.start)%size == 0 {
			c.members = append(c.members, clusterMember{v, t, int32(a.disp - c.start)})
			return true
		}
	}
	if isStore {
		if len(*list) > 0 {
			return false
		}
		reach = eightWordsBytes
	}
	*list = append(*list, &cluster{isRow: true, isStore: isStore, space: in.Space, at: *a, step: reach, word: 4, start: a.disp, members: []clusterMember{{v, t, 0}}})
	return true
}

// isFarApart says whether lanes' addresses have nothing in common, or lie further apart than other clusters reach.
func (s *accessTable) isFarApart(a *address) bool {
	switch a.pattern {
	case inSteps:
		return a.step < 0 || a.step > 4*maxWords && a.step != eightWordsBytes
	case byIndex32, byIndex64:
		return !s.isLikelyRow(a.index)
	case byPointers:
		return true
	}
	return false
}

// rowWordCost is what a word of a row costs for all lanes, in cycles: a part of the loads and of the shuffles.
const rowWordCost = 3

// liesInRow says whether a load is, by its address, one of enough that a row is read for them.
func (s *accessTable) liesInRow(v ir.ValueID, in *ir.Instr) bool {
	if s.rowLoads == nil {
		s.rowLoads = map[ir.BlockID]map[ir.ValueID]bool{}
	}
	loads, ok := s.rowLoads[in.Block]
	if !ok {
		loads = s.loadsInRows(in.Block)
		s.rowLoads[in.Block] = loads
	}
	return loads[v]
}

// loadsInRows are such loads of a block.
func (s *accessTable) loadsInRows(b ir.BlockID) map[ir.ValueID]bool {
	beside := map[address][]ir.ValueID{}
	for _, v := range s.kernel.Blocks[b].Instrs {
		in := s.kernel.Instr(v)
		if in.Op != ir.OpLoad || in.Type.Bytes() != 4 || s.offsets[in.Args[0]] {
			continue
		}
		if a := s.addressOf(in.Args[0], in.Type); s.isFarApart(&a) {
			a.disp = 0
			beside[a] = append(beside[a], v)
		}
	}
	loads := map[ir.ValueID]bool{}
	for _, list := range beside {
		for _, v := range list {
			loads[v] = len(list) >= fewestWords
		}
	}
	return loads
}

// fitRow brings the members' offsets in order and says whether transposing pays.
func (c *cluster) fitRow(isa ISA) bool {
	lowest := int32(0)
	for _, m := range c.members {
		lowest = min(lowest, m.offset)
	}
	c.start += int64(lowest)
	for i := range c.members {
		c.members[i].offset -= lowest
	}
	fewest, words := fewestWords, c.rowWords()
	switch {
	case c.isStore: // each word once, as the order counts
		for i, m := range c.members {
			if slices.ContainsFunc(c.members[:i], func(other clusterMember) bool { return other.offset == m.offset }) {
				return false
			}
		}
		fewest = fewestStored
	case c.members[0].typ.Bytes() < 4: // cut out of words, of which the last must be accessed to its end: behind it may be no memory
		if !c.endsWord() {
			return false
		}
	case 2*words <= isa.Lanes():
		fewest = fewestOfHalf
	case words <= eightWords:
		fewest = fewestOfEight
	}
	return len(c.members) >= fewest
}

// endsWord says whether the last byte of a lane is that of a word.
func (c *cluster) endsWord() bool {
	return slices.ContainsFunc(c.members, func(m clusterMember) bool { return m.offset+int32(m.typ.Bytes()) == 4*int32(c.rowWords()) })
}

// rowWords is the number of words of a lane, with those between that are not accessed.
func (c *cluster) rowWords() (words int) {
	for _, m := range c.members {
		words = max(words, int(m.offset/4)+1)
	}
	return words
}

// loadRows reads the rows of all lanes, which are active.
func (s *selector) loadRows(c *cluster, u int, dst [][]asm.Reg) {
	a := c.at
	a.disp = c.start
	words, width := c.rowWords(), s.ISA.Lanes()
	isHalf, length := 2*words <= width, asm.Whole(s.ISA)
	if isHalf {
		width, length = width/2, [...]asm.Length{AVX512: asm.L256, AVX2: asm.L128}[s.ISA]
	}
	mask := asm.NoReg
	if words < width { // what lies behind may be no memory
		mask = s.constWords(1<<words-1, 4)
	}
	memOf := s.memOfLane(&a, u)
	rows := make([]asm.Reg, s.ISA.Lanes())
	for l := range rows {
		rows[l] = s.Temp()
		s.loadPart(rows[l], memOf(l), mask, length)
	}
	var columns []asm.Reg
	if isHalf {
		columns = s.transposedHalves(rows, c.usedWords())
	} else {
		columns = s.transposed(rows, 4)
	}
	for i, m := range c.members {
		s.cutOut(dst[i][0], columns[m.offset/4], m)
	}
}

// storeRows writes the words of all lanes, which are active.
func (s *selector) storeRows(c *cluster, u int, values [][]asm.Reg) {
	a := c.at
	a.disp = c.start
	fours := make([][]asm.Reg, (c.rowWords()+3)/4) // the words, with any others for those that are not written
	masks := make([]uint64, len(fours))
	for g := range fours {
		for w := range 4 {
			fours[g] = append(fours[g], values[0][0])
			for i, m := range c.members {
				if int(m.offset) == 16*g+4*w {
					fours[g][w], masks[g] = values[i][0], masks[g]|1<<w
				}
			}
		}
		fours[g] = s.interleavePairs(fours[g], 1, asm.Vunpcklps, asm.Vunpckhps)
		fours[g] = s.interleavePairs(fours[g], 2, asm.Vunpcklpd, asm.Vunpckhpd)
	}
	memOf := s.memOfLane(&a, u)
	for l := range s.ISA.Lanes() {
		m := memOf(l)
		for g, four := range fours {
			if masks[g] != 0 {
				s.storeFour(m, four[[...]int{0, 2, 1, 3}[l%4]], l/4, masks[g])
			}
			m.Disp += 16
		}
	}
}

// storeFour writes some of the four words of a piece of a vector.
func (s *selector) storeFour(m asm.Mem, r asm.Reg, piece int, words uint64) {
	if piece > 0 {
		extract := [...]asm.Op{AVX512: asm.Vextractf32x4, AVX2: asm.Vextractf128}[s.ISA]
		in := asm.Inst{Op: extract, Len: asm.Whole(s.ISA), B: r, Imm: int64(piece)}
		if words == 0xf {
			in.HasMem, in.Mem = true, m
			s.Emit(in)
			return
		}
		in.Dst = s.Temp()
		s.Emit(in)
		r = in.Dst
	}
	in := asm.Inst{Op: asm.Vmovups, Len: asm.L128, HasMem: true, Mem: m, B: r}
	switch {
	case words == 0xf:
	case s.ISA == AVX2:
		in.Op, in.A = asm.Vmaskmovps, s.constWords(words, 4)
	default:
		in.Mask = s.constWords(words, 4)
	}
	s.Emit(in)
}

// loadPart reads a vector, or a part of it of some length, under a mask of words unless it is NoReg.
func (s *selector) loadPart(dst asm.Reg, m asm.Mem, mask asm.Reg, length asm.Length) {
	in := asm.Inst{Op: asm.Vmovups, Len: length, Dst: dst, HasMem: true, Mem: m}
	switch {
	case mask == asm.NoReg:
	case s.ISA == AVX2:
		in.Op, in.A = asm.Vmaskmovps, mask
	default:
		in.Mask, in.Zero = mask, true
	}
	s.Emit(in)
}

// memOfLane is like laneMem for lanes known when the code is made.
func (s *selector) memOfLane(a *address, u int) func(lane int) asm.Mem {
	if a.pattern == inSteps {
		m := s.memAt(a, u)
		return func(lane int) asm.Mem {
			at := m
			at.Disp += int32(lane) * a.step
			return at
		}
	}
	value := s.pointersOrIndex(a, u)
	s.toScratch(scratchPointer, value)
	m := asm.Mem{Disp: int32(a.disp)}
	if a.pattern != byPointers {
		m = s.memAt(a, u)
	}
	return func(lane int) asm.Mem {
		at, r := m, s.general()
		slot := asm.Mem{Base: asm.RBP, Disp: s.slotAt(scratchPointer)}
		switch {
		case a.pattern != byIndex32:
			slot.Disp += 8 * int32(lane)
			s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: r, HasMem: true, Mem: slot})
		case a.unsigned:
			slot.Disp += 4 * int32(lane)
			s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: r, HasMem: true, Mem: slot})
		default:
			slot.Disp += 4 * int32(lane)
			s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: r, HasMem: true, Mem: slot})
		}
		if a.pattern == byPointers {
			at.Base = r
		} else {
			at.Index, at.Scale = r, a.scale
		}
		return at
	}
}

// pointersOrIndex is what differs from lane to lane of an address.
func (s *selector) pointersOrIndex(a *address, u int) []asm.Reg {
	if a.pattern == byPointers {
		return s.pointers(a.base, u)
	}
	return s.indexLanes(a, u)
}
