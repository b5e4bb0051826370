package alloc

import "sync"

// room is the memory of a run that the next may use: how large the lists become depends on the code, and the plan of a
// kernel tries several sizes of bundles one after the other.
type room struct {
	blocks     []block
	blockOf    []int32 // by instruction
	mentions   []mention
	occs       []occurrence
	spans      []span
	spare      []span // scratch of joining ranges
	intervals  []interval
	occupancy  occupancy
	readCount  []int32 // by register, before any are joined
	writeCount []int32 // by register, of joined ones at the root
	change     []int32 // scratch of measuring pressure
}

// rooms are those that nobody uses. The collector empties it.
var rooms sync.Pool

// takeRoom is some room, at first none.
func takeRoom() room {
	if r, ok := rooms.Get().(*room); ok {
		return *r
	}
	return room{}
}

// emptied is a list of nothing with room for n elements, in the memory of another if that suffices.
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
