package heap

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTheLeastComesFirst(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		var h Heap[int]
		var held []int
		for range r.IntN(300) {
			if len(held) == 0 || r.IntN(5) > 1 {
				x := r.IntN(50)
				h.Push(x)
				held = append(held, x)
				continue
			}
			slices.Sort(held)
			if got := h.Pop(); got != held[0] {
				t.Fatalf("seed %d: %d came before %d", seed, got, held[0])
			}
			held = held[1:]
		}
		if len(h) != len(held) {
			t.Fatalf("seed %d: %d are left of %d", seed, len(h), len(held))
		}
	}
}
