package callbacks

import (
	"slices"
	"testing"
)

// TestPostponed: what waits for a thread is done in order, with what comes to wait meanwhile, and nothing of others.
func TestPostponed(t *testing.T) {
	p := NewPostponed()
	var done []int
	note := func(n int) func() { return func() { done = append(done, n) } }
	p.add(1, note(1))
	p.add(2, note(2))
	p.add(1, func() { p.add(1, note(4)) })
	p.add(1, note(3))
	p.run(1)
	if !slices.Equal(done, []int{1, 3, 4}) || len(p.threads) != 1 {
		t.Errorf("done %v, %d threads left", done, len(p.threads))
	}
	if p.run(2); len(p.threads) != 0 {
		t.Errorf("%d threads left", len(p.threads))
	}
	if p.Postpone(note(5)) {
		t.Error("postponed although nothing nests")
	}
}
