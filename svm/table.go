// Package svm finds what lies at an address: the allocation into which a pointer leads.
//
// # Method
//
// Ranges do not overlap, so they have an order, and the range of an address is the last one that starts at or before
// it. The table is a B-tree of two levels: chunks of at most chunkMax ranges, sorted, and a sorted list of the first
// addresses of all chunks. A search is two binary searches over contiguous memory, 17 steps for 100,000 ranges, few of
// which miss the caches. An insertion moves the rest of a chunk; a full chunk is split, and an empty one is dropped,
// which moves the rest of the list: for each insertion on average half a byte per chunk. A tree of more levels would be
// better from some million ranges on.
//
// The package must not know what allocations are.
package svm

import (
	"slices"
	"sync"
)

// chunkMax is the number of ranges in a full chunk.
const chunkMax = 64

// Table maps ranges of addresses that do not overlap to values. The zero value is an empty table. All methods may be
// called by many threads.
type Table[V any] struct {
	mu     sync.Mutex
	starts []uintptr   // guarded by mu: the first address of each chunk
	chunks []*chunk[V] // guarded by mu: none is empty
	length int         // guarded by mu
	spare  *chunk[V]   // guarded by mu: the last one that became empty, for programs that allocate and free in turn
}

// chunk is a part of the ranges. Their addresses stand apart from the rest because searches read only these.
type chunk[V any] struct {
	length int
	starts [chunkMax]uintptr
	ranges [chunkMax]extent[V]
}

// extent is the size of a range, and its value.
type extent[V any] struct {
	size  uintptr
	value V
}

// before is the number of sorted addresses that are at most address.
func before(sorted []uintptr, address uintptr) int {
	low, high := 0, len(sorted)
	for low < high {
		if middle := int(uint(low+high) >> 1); sorted[middle] <= address {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// insert adds a range to a chunk that has room.
func (c *chunk[V]) insert(place int, start uintptr, added extent[V]) {
	copy(c.starts[place+1:c.length+1], c.starts[place:c.length])
	copy(c.ranges[place+1:c.length+1], c.ranges[place:c.length])
	c.starts[place], c.ranges[place] = start, added
	c.length++
}

func (c *chunk[V]) remove(place int) {
	copy(c.starts[place:c.length], c.starts[place+1:c.length])
	copy(c.ranges[place:c.length], c.ranges[place+1:c.length])
	c.length--
	c.ranges[c.length] = extent[V]{}
}

// split moves the second half of a full chunk into a new one.
func (c *chunk[V]) split() *chunk[V] {
	const half = chunkMax / 2
	second := &chunk[V]{length: half}
	copy(second.starts[:], c.starts[half:])
	copy(second.ranges[:], c.ranges[half:])
	clear(c.ranges[half:])
	c.length = half
	return second
}

// Insert adds a range, whose size is not 0. It overlaps none that is there: that is the caller's promise.
func (t *Table[V]) Insert(start uintptr, size uint64, value V) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.length++
	added := extent[V]{uintptr(size), value}
	if len(t.chunks) == 0 {
		t.addChunkLocked(0, t.newChunkLocked())
	}
	at := max(before(t.starts, start)-1, 0)
	c := t.chunks[at]
	place := before(c.starts[:c.length], start)
	switch {
	case c.length < chunkMax:
	case place == chunkMax: // mostly allocations at ascending addresses, whose chunks shall stay full
		at, place, c = at+1, 0, t.newChunkLocked()
		t.addChunkLocked(at, c)
	default:
		second := c.split()
		t.addChunkLocked(at+1, second)
		if place > c.length {
			at, place, c = at+1, place-c.length, second
		}
	}
	c.insert(place, start, added)
	t.starts[at] = c.starts[0]
}

// newChunkLocked is an empty chunk.
func (t *Table[V]) newChunkLocked() *chunk[V] {
	c := t.spare
	if c == nil {
		return &chunk[V]{}
	}
	t.spare = nil
	return c
}

func (t *Table[V]) addChunkLocked(at int, c *chunk[V]) {
	t.chunks = slices.Insert(t.chunks, at, c)
	t.starts = slices.Insert(t.starts, at, c.starts[0])
}

// placeLocked is where the last range that starts at or before an address stands.
func (t *Table[V]) placeLocked(address uintptr) (at, place int, ok bool) {
	if at = before(t.starts, address) - 1; at < 0 {
		return 0, 0, false
	}
	c := t.chunks[at]
	return at, before(c.starts[:c.length], address) - 1, true
}

// Find is the value of the range in which an address lies.
func (t *Table[V]) Find(address uintptr) (value V, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, place, ok := t.placeLocked(address)
	if !ok {
		return value, false
	}
	c := t.chunks[at]
	if address-c.starts[place] < c.ranges[place].size {
		return c.ranges[place].value, true
	}
	return value, false
}

// Remove takes out the range that starts at an address, if the caller wants it when it sees its value.
func (t *Table[V]) Remove(start uintptr, isWanted func(V) bool) (value V, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, place, ok := t.placeLocked(start)
	if !ok {
		return value, false
	}
	c := t.chunks[at]
	if c.starts[place] != start || !isWanted(c.ranges[place].value) {
		return value, false
	}
	value = c.ranges[place].value
	c.remove(place)
	t.length--
	if c.length > 0 {
		t.starts[at] = c.starts[0]
		return value, true
	}
	t.spare = c
	t.chunks = slices.Delete(t.chunks, at, at+1)
	t.starts = slices.Delete(t.starts, at, at+1)
	return value, true
}

// Len is the number of ranges.
func (t *Table[V]) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.length
}
