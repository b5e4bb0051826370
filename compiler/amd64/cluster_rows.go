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

// How many words of a lane are worth transposing for: if they fill half a vector, a vector of eight lanes, or more.
const (
	fewestOfHalf  = 4
	fewestOfEight = 5
	fewestWords   = 8
)

// joinRow adds a load to the row it lies in, or begins one; false: it is none.
func (s *selector) joinRow(list *[]*cluster, v ir.ValueID, in *ir.Instr, a *address) bool {
	size := int64(in.Type.Bytes())
	if in.Op != ir.OpLoad || size > 4 || s.byValue[v].kind != vector || s.offsets[in.Args[0]] || !s.isFarApart(a) {
		return false
	}
	for _, c := range *list {
		if c.isRow && c.at.isBeside(a) && c.members[0].typ.Bytes() == in.Type.Bytes() && c.reaches(a.disp, size) && (a.disp-c.start)%size == 0 {
			c.members = append(c.members, clusterMember{v, in.Type, int32(a.disp - c.start)})
			return true
		}
	}
	*list = append(*list, &cluster{isRow: true, space: in.Space, at: *a, step: int32(s.ISA.VectorBytes()), word: 4, start: a.disp, members: []clusterMember{{v, in.Type, 0}}})
	return true
}

// isFarApart says whether lanes' addresses have nothing in common, or lie further apart than other clusters reach.
func (s *selector) isFarApart(a *address) bool {
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
	isHalf, length := 2*words <= width, s.ISA.Length()
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
