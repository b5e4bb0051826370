package flow

import "math/bits"

// Bitset is a set of small numbers that lie near each other: it has words only from the first member's to the last's,
// so that the sets of all blocks of a long kernel stay short. The zero value is empty.
type Bitset struct {
	first int // the number of words left out before words
	words []uint64
}

func (s *Bitset) Has(i int) bool {
	w := i>>6 - s.first
	return w >= 0 && w < len(s.words) && s.words[w]>>(i&63)&1 != 0
}

func (s *Bitset) Add(i int) {
	s.cover(i>>6, i>>6+1)
	s.words[i>>6-s.first] |= 1 << (i & 63)
}

func (s *Bitset) Remove(i int) {
	if w := i>>6 - s.first; w >= 0 && w < len(s.words) {
		s.words[w] &^= 1 << (i & 63)
	}
}

// cover makes words from one number to before another exist.
func (s *Bitset) cover(from, to int) {
	if len(s.words) == 0 {
		s.first, s.words = from, make([]uint64, to-from)
		return
	}
	if from < s.first {
		s.words = append(make([]uint64, s.first-from, s.first-from+len(s.words)), s.words...)
		s.first = from
	}
	for s.first+len(s.words) < to {
		s.words = append(s.words, 0)
	}
}

// Clone is a copy without empty words at its ends.
func (s Bitset) Clone() Bitset {
	from, to := 0, len(s.words)
	for from < to && s.words[from] == 0 {
		from++
	}
	for from < to && s.words[to-1] == 0 {
		to--
	}
	if from == to {
		return Bitset{}
	}
	return Bitset{s.first + from, append([]uint64(nil), s.words[from:to]...)}
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
	i = max(i, s.first<<6)
	limit = min(limit, (s.first+len(s.words))<<6)
	for i < limit {
		if word := s.words[i>>6-s.first] >> (i & 63); word != 0 {
			if i += bits.TrailingZeros64(word); i < limit {
				return i
			}
			return -1
		}
		i = i&^63 + 64
	}
	return -1
}

// Merge adds the members of t; true if there were new ones.
func (s *Bitset) Merge(t Bitset) bool {
	grown := false
	for i, word := range t.words {
		if word == 0 {
			continue
		}
		s.cover(t.first+i, t.first+i+1)
		w := &s.words[t.first+i-s.first]
		grown = grown || word&^*w != 0
		*w |= word
	}
	return grown
}

// Intersect drops what is not in t; true if there was any.
func (s *Bitset) Intersect(t Bitset) bool {
	shrunk := false
	for i := range s.words {
		kept := uint64(0)
		if w := s.first + i - t.first; w >= 0 && w < len(t.words) {
			kept = t.words[w]
		}
		shrunk = shrunk || s.words[i]&^kept != 0
		s.words[i] &= kept
	}
	return shrunk
}
