package access

import (
	"cmp"
	"slices"

	"heddle/compiler/vectorize/switches"
)

// Pairs: two words side by side that each lane has far from the others', as a complex number of a row of a matrix, or a
// float2 at an index that is loaded. A pair is accessed as one element of 64 bits, for half as many accesses of memory
// as the words need one by one. Between elements of 64 bits in lanes and two vectors of words lies one shuffle for each
// vector, with AVX2 two.
//
// Pairs are what is left of rows too short to be transposed, and of steps of eight words of which too few are accessed.

// smallerRows are the rows and pairs that can be made of a group that does not pay.
func (s *Accesses) smallerRows(c *Interleave) []*Interleave {
	if c.IsRow && !c.IsStore && c.Members[0].Typ.Bytes() < PieceBytes {
		return s.wholePieces(c)
	}
	if c.IsPiece || c.Members[0].Typ.Bytes() != 4 || !c.IsRow && !c.isEightWordsApart() || s.isExchanged(c) {
		return nil
	}
	if !c.IsRow {
		if c.IsRow = true; s.fitsRow(c) {
			return []*Interleave{c}
		}
	}
	if s.Off.Has(switches.WordPairs) {
		return nil
	}
	if !c.IsStore {
		return c.pairs()
	}
	if len(c.Members) != 2 || c.RowWords() != 2 {
		return nil
	}
	c.IsPair = true
	return []*Interleave{c}
}

// isEightWordsApart reports whether a group is of words alone, in steps that rows leave to groups.
func (c *Interleave) isEightWordsApart() bool {
	return c.Step == eightWordsBytes && c.Word == 4 && !slices.ContainsFunc(c.Members, func(m Member) bool {
		return m.Typ.Bytes() != 4 || m.Offset%4 != 0
	})
}

// isExchanged reports whether a vector is read or written as a whole where a group's words lie.
func (s *Accesses) isExchanged(c *Interleave) bool {
	_, ok := s.butterflyOf(&c.At, c.Members[0].Typ)
	return ok
}

// pairs are the words of a row of loads by twos, as far as they lie side by side. A word may be loaded more than once.
func (c *Interleave) pairs() (list []*Interleave) {
	members := slices.Clone(c.Members)
	slices.SortStableFunc(members, func(a, b Member) int { return cmp.Compare(a.Offset, b.Offset) })
	for len(members) > 0 {
		first := members[0].Offset
		end := 0
		for end < len(members) && members[end].Offset <= first+4 {
			end++
		}
		if members[end-1].Offset == first { // alone
			members = members[end:]
			continue
		}
		pair := *c
		pair.IsPair, pair.Start, pair.Members = true, c.Start+int64(first), members[:end:end]
		for i := range pair.Members {
			pair.Members[i].Offset -= first
		}
		list, members = append(list, &pair), members[end:]
	}
	return list
}
