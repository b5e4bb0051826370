package access

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Rows of groups: loads of words, or of parts of them, side by side, of which each lane has its own far from the
// others', as when each work-item walks along a row of a matrix and the loop is unrolled. One vector of a lane holds as
// many as there are lanes: that many vectors are read, one for each lane, and transposed, where each word would have
// been gathered. That also touches each cache line once, not once for each word, when perhaps all lanes' lines lie in
// the same set of the cache.
//
// Where each lane has no more words than fill half a vector, as of a struct of seven, two lanes are read to a vector,
// which takes less than half the steps.
//
// Stores of up to eight words are put together by fours, of which each lane writes its own.

// joinRow adds an access to the row it lies in, or begins one; false: it is none, or a store after others that come
// first.
func (s *Accesses) joinRow(list *[]*Interleave, v ir.ValueID, in *ir.Instr, a *Address) bool {
	t, isStore := s.Kernel.AccessType(in), in.Op == ir.OpStore
	size, reach := int64(t.Bytes()), int32(s.ISA.VectorBytes())
	if size > 4 || isStore && size < 4 || !isStore && s.ByValue[v].Kind != forms.Vector || s.Offsets[in.Args[0]] ||
		!s.isFarApart(a, t) {
		return false
	}
	for _, c := range *list {
		if c.IsRow && c.At.isBeside(a) && c.Members[0].Typ.Bytes() == t.Bytes() && c.reaches(a.Disp, size) &&
			(a.Disp-c.Start)%size == 0 {
			c.Members = append(c.Members, Member{v, t, int32(a.Disp - c.Start)})
			return true
		}
	}
	if isStore {
		if len(*list) > 0 {
			return false
		}
		reach = eightWordsBytes
	}
	*list = append(*list, &Interleave{IsRow: true, IsStore: isStore, Space: in.Space, At: *a, Step: reach, Word: 4,
		Start: a.Disp, Members: []Member{{v, t, 0}}})
	return true
}

// isFarApart reports whether lanes' addresses have nothing in common, or lie further apart than other groups reach.
func (s *Accesses) isFarApart(a *Address, t ir.Type) bool {
	switch a.Pattern {
	case InSteps:
		return a.Step < 0 || a.Step > 4*maxWords && a.Step != eightWordsBytes
	case ByIndex32, ByIndex64:
		return !s.IsSpeculativeRow(a.Index, 1) && !s.IsSpeculative(a, t)
	case ByPointers:
		return true
	}
	return false
}

// LiesInRow reports whether a load is, by its address, one of enough that a row is read for them.
func (s *Accesses) LiesInRow(v ir.ValueID, in *ir.Instr) bool {
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
func (s *Accesses) loadsInRows(b ir.BlockID) map[ir.ValueID]bool {
	beside := map[Address][]ir.ValueID{}
	for _, v := range s.Kernel.Blocks[b].Instrs {
		in := s.Kernel.Instr(v)
		if in.Op != ir.OpLoad || in.Type.Bytes() != 4 || s.Offsets[in.Args[0]] {
			continue
		}
		if a := s.AddressOf(in.Args[0], in.Type); s.isFarApart(&a, in.Type) {
			a.Disp = 0
			beside[a] = append(beside[a], v)
		}
	}
	loads := map[ir.ValueID]bool{}
	for _, list := range beside {
		for _, v := range list {
			loads[v] = len(list) >= s.Tuning.Interleaving.MinWords
		}
	}
	return loads
}

// fitsRow is fitRow where rows may be transposed at all.
func (s *Accesses) fitsRow(c *Interleave) bool {
	return c.fitRow(&s.Machine) && !s.Off.Has(switches.LaneRows)
}

// fitRow brings the members' offsets in order and reports whether transposing pays.
func (c *Interleave) fitRow(t *target.Machine) bool {
	lowest := int32(0)
	for _, m := range c.Members {
		lowest = min(lowest, m.Offset)
	}
	c.Start += int64(lowest)
	for i := range c.Members {
		c.Members[i].Offset -= lowest
	}
	limits, words := &t.Tuning.Interleaving, c.RowWords()
	fewest := limits.MinWords
	switch {
	case c.IsStore: // each word once, as the order counts
		for i, m := range c.Members {
			if slices.ContainsFunc(c.Members[:i], func(other Member) bool { return other.Offset == m.Offset }) {
				return false
			}
		}
		fewest = limits.MinStored
	// cut out of words; the last must be accessed to its end: after it may be no memory
	case c.Members[0].Typ.Bytes() < 4:
		if !c.endsWord() {
			return false
		}
	case 2*words <= t.ISA.Lanes():
		fewest = limits.MinOfHalf
	case words <= EightWords:
		fewest = limits.MinOfEight
	}
	return len(c.Members) >= fewest
}

// endsWord reports whether the last byte of a lane is that of a word.
func (c *Interleave) endsWord() bool {
	return slices.ContainsFunc(c.Members, func(m Member) bool {
		return m.Offset+int32(m.Typ.Bytes()) == 4*int32(c.RowWords())
	})
}

// RowWords is the number of words of a lane, with those between that are not accessed.
func (c *Interleave) RowWords() (words int) {
	for _, m := range c.Members {
		words = max(words, int(m.Offset/4)+1)
	}
	return words
}
