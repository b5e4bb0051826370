package alloc

import "sync"

// room is the reusable memory of a run: the size of the lists depends on the code, and the planner tries several sizes
// of bundles for a kernel.
type room struct {
	blocks     []block
	blockOf    []int32 // by instruction
	mentions   []mention
	occs       []occurrence
	spans      []span
	spare      []span // scratch of joining ranges
	intervals  []interval
	occupancy  occupancy
	readCount  []int32 // by register, before coalescing
	writeCount []int32 // by register, after coalescing at the root
	change     []int32 // scratch of measuring pressure
}

// rooms are the unused ones. The garbage collector empties the pool.
var rooms sync.Pool

// takeRoom is an unused room, or an empty one.
func takeRoom() room {
	if r, ok := rooms.Get().(*room); ok {
		return *r
	}
	return room{}
}

// emptied is an empty list with room for n elements, in the memory of another if that suffices.
func emptied[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, 0, n)
	}
	return list[:0]
}

// cleared is a list of n zeroes.
func cleared[T any](list []T, n int) []T {
	list = emptied(list, n)[:n]
	clear(list)
	return list
}
