// Package heap is a priority queue of numbers. The standard library's heap calls a method through an interface for each
// comparison, which costs measurable time on the blocks and intervals of a large kernel.
package heap

import "cmp"

// Heap is a binary min-heap: h[i] <= h[2i+1], h[2i+2].
type Heap[T cmp.Ordered] []T

// Push adds a number.
func (h *Heap[T]) Push(x T) {
	s := append(*h, x)
	*h = s
	at := len(s) - 1
	for at > 0 && x < s[(at-1)/2] {
		s[at] = s[(at-1)/2]
		at = (at - 1) / 2
	}
	s[at] = x
}

// Pop removes and returns the least number of a heap that is not empty.
func (h *Heap[T]) Pop() T {
	s := *h
	least, end := s[0], len(s)-1
	last, at := s[end], 0
	s = s[:end]
	for next := 1; next < end; next = 2*at + 1 {
		if next+1 < end && s[next+1] < s[next] {
			next++
		}
		if last <= s[next] {
			break
		}
		s[at], at = s[next], next
	}
	if end > 0 {
		s[at] = last
	}
	*h = s
	return least
}
