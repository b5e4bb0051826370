package flow

import (
	"cmp"
	"math/bits"
	"slices"
)

// Bitset is a set of small numbers. It has only the words in which members are, in order, so that the sets of all
// blocks of a long kernel stay short, also where some members lie near a block and one at the kernel's end. The zero
// value is empty.
type Bitset struct {
	words []bitWord
}

// bitWord is the members from 64*index on; never none.
type bitWord struct {
	index int
	bits  uint64
}

// find is the place of a word, or where it would be.
func (s *Bitset) find(index int) (place int, found bool) {
	return slices.BinarySearchFunc(s.words, index, func(w bitWord, i int) int { return cmp.Compare(w.index, i) })
}

func (s *Bitset) Has(i int) bool {
	at, found := s.find(i >> 6)
	return found && s.words[at].bits>>(i&63)&1 != 0
}

func (s *Bitset) Add(i int) {
	at, found := s.find(i >> 6)
	if !found {
		s.words = slices.Insert(s.words, at, bitWord{index: i >> 6})
	}
	s.words[at].bits |= 1 << (i & 63)
}

func (s *Bitset) Remove(i int) {
	at, found := s.find(i >> 6)
	if !found {
		return
	}
	if s.words[at].bits &^= 1 << (i & 63); s.words[at].bits == 0 {
		s.words = slices.Delete(s.words, at, at+1)
	}
}

// Clone is a copy with room for one more word.
func (s Bitset) Clone() Bitset {
	return Bitset{append(make([]bitWord, 0, len(s.words)+1), s.words...)}
}

func (s Bitset) With(i int) Bitset {
	t := s.Clone()
	t.Add(i)
	return t
}

func (s Bitset) Without(i int) Bitset {
	t := s.Clone()
	t.Remove(i)
	return t
}

// Next is the first member from i on and below limit, -1: none.
func (s *Bitset) Next(i, limit int) int {
	at, _ := s.find(i >> 6)
	for ; at < len(s.words) && s.words[at].index<<6 < limit; at++ {
		w := s.words[at]
		if w.index == i>>6 {
			w.bits &= ^uint64(0) << (i & 63)
		}
		if w.bits != 0 {
			if next := w.index<<6 + bits.TrailingZeros64(w.bits); next < limit {
				return next
			}
			return -1
		}
	}
	return -1
}

// Merge adds the members of t; true if there were new ones.
func (s *Bitset) Merge(t Bitset) bool {
	grown, at := false, 0
	for _, w := range t.words {
		for at < len(s.words) && s.words[at].index < w.index {
			at++
		}
		if at == len(s.words) || s.words[at].index > w.index {
			s.words = slices.Insert(s.words, at, bitWord{index: w.index})
		}
		grown = grown || w.bits&^s.words[at].bits != 0
		s.words[at].bits |= w.bits
	}
	return grown
}

// Intersect drops what is not in t; true if there was any.
func (s *Bitset) Intersect(t Bitset) bool {
	shrunk, at := false, 0
	kept := s.words[:0]
	for _, w := range s.words {
		for at < len(t.words) && t.words[at].index < w.index {
			at++
		}
		common := uint64(0)
		if at < len(t.words) && t.words[at].index == w.index {
			common = t.words[at].bits & w.bits
		}
		shrunk = shrunk || common != w.bits
		if common != 0 {
			kept = append(kept, bitWord{w.index, common})
		}
	}
	s.words = kept
	return shrunk
}
