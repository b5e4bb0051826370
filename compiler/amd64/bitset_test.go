package amd64

import (
	"math/rand/v2"
	"testing"
)

// TestBitset compares sets with maps.
func TestBitset(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const limit = 1000
	random := func() (bitset, map[int]bool) {
		var s bitset
		m := map[int]bool{}
		low := r.IntN(limit)
		for range r.IntN(40) {
			i := low + r.IntN(limit-low)
			s.add(i)
			m[i] = true
		}
		for range r.IntN(10) {
			i := r.IntN(limit)
			s.remove(i)
			delete(m, i)
		}
		return s, m
	}
	same := func(what string, s bitset, m map[int]bool) {
		t.Helper()
		n := 0
		for i := s.next(0, limit); i >= 0; i = s.next(i+1, limit) {
			if !m[i] || !s.has(i) {
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
		same("cloned", s.clone(), m)
		i := r.IntN(limit)
		with := s.with(i)
		if !with.has(i) || s.has(i) != m[i] {
			t.Fatal("with changes the set itself, or not the copy")
		}
		if without := s.without(i); without.has(i) || s.has(i) != m[i] {
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
		merged, cut := s.clone(), s.clone()
		if merged.merge(other) != isNew {
			t.Fatal("merge says wrongly whether there is anything new")
		}
		same("merged", merged, union)
		if cut.intersect(other) != (len(both) < len(m)) {
			t.Fatal("intersect says wrongly whether anything went")
		}
		same("cut", cut, both)
		if at := s.next(i, i+1); (at == i) != m[i] {
			t.Fatal("next does not keep to its limit")
		}
	}
}
