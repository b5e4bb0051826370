package amd64

import (
	"math/rand/v2"
	"testing"

	"heddle/compiler/vectorize/flow"
)

// TestBitset compares sets with maps.
func TestBitset(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const limit = 1000
	random := func() (flow.Bitset, map[int]bool) {
		var s flow.Bitset
		m := map[int]bool{}
		low := r.IntN(limit)
		for range r.IntN(40) {
			i := low + r.IntN(limit-low)
			s.Add(i)
			m[i] = true
		}
		for range r.IntN(10) {
			i := r.IntN(limit)
			s.Remove(i)
			delete(m, i)
		}
		return s, m
	}
	same := func(what string, s flow.Bitset, m map[int]bool) {
		t.Helper()
		n := 0
		for i := s.Next(0, limit); i >= 0; i = s.Next(i+1, limit) {
			if !m[i] || !s.Has(i) {
				t.Fatalf("%s: %d is no member", what, i)
			}
			n++
		}
		if n != len(m) {
			t.Fatalf("%s: %d members, not %d", what, n, len(m))
		}
	}
	for range 2000 {
		s, m := random()
		other, others := random()
		same("made", s, m)
		same("cloned", s.Clone(), m)
		i := r.IntN(limit)
		with := s.With(i)
		if !with.Has(i) || s.Has(i) != m[i] {
			t.Fatal("with changes the set itself, or not the copy")
		}
		if without := s.Without(i); without.Has(i) || s.Has(i) != m[i] {
			t.Fatal("without changes the set itself, or not the copy")
		}
		union, both, isNew := map[int]bool{}, map[int]bool{}, false
		for i := range m {
			union[i] = true
			if others[i] {
				both[i] = true
			}
		}
		for i := range others {
			isNew = isNew || !m[i]
			union[i] = true
		}
		merged, cut := s.Clone(), s.Clone()
		if merged.Merge(other) != isNew {
			t.Fatal("merge says wrongly whether there is anything new")
		}
		same("merged", merged, union)
		if cut.Intersect(other) != (len(both) < len(m)) {
			t.Fatal("intersect says wrongly whether anything went")
		}
		same("cut", cut, both)
		if at := s.Next(i, i+1); (at == i) != m[i] {
			t.Fatal("next does not keep to its limit")
		}
	}
}
