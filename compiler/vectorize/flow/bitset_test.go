package flow

import (
	"math/rand/v2"
	"testing"
)

// TestBitset compares sets with maps. Sets that others are made of stay as they were.
func TestBitset(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, limit := range []int{50, 1000, 300_000} {
		testBitset(t, r, limit)
	}
}

func testBitset(t *testing.T, r *rand.Rand, limit int) {
	random := func() (Bitset, map[int]bool) {
		var s Bitset
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
	same := func(what string, s Bitset, m map[int]bool) {
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
		merged, cut := s, s
		if merged.Merge(other) != isNew {
			t.Fatal("merge says wrongly whether there is anything new")
		}
		same("merged", merged, union)
		if cut.Intersect(other) != (len(both) < len(m)) {
			t.Fatal("intersect says wrongly whether anything went")
		}
		same("cut", cut, both)
		same("the first", s, m)
		same("the second", other, others)
		if at := s.Next(i, i+1); (at == i) != m[i] {
			t.Fatal("next does not keep to its limit")
		}
	}
}
