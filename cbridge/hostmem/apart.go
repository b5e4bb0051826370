package hostmem

import (
	"sync"

	"heddle/compiler/ceil"
)

const (
	apartBytes    = 128 << 30 // of the area in which blocks that kernels index lie
	apartDistance = 64 << 30  // from its end to where the system maps memory
	gapBytes      = 1 << 20   // between two mappings of the area
	maxMoves      = 4         // of the area
	maxGaps       = 4096      // mappings of a heap that have a gap behind them: the system limits how many there may be
)

// area is a part of the address space, below all that the process has mapped. It hands out places in it, one after the
// other, and begins again when it comes to the end. A place may be taken: mappings may ask for it, not insist on it.
type area struct {
	mu    sync.Mutex // guards all below
	begin uintptr    // 0: not chosen yet
	used  uint64
	moves int
}

var apart area

// place is an address for a mapping of a size with a gap behind it, 0 if there is no space below the process.
func (a *area) place(size, gap uint64) uintptr {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.begin == 0 && !a.choose() {
		return 0
	}
	if size >= 2*hugePage {
		a.used = ceil.Multiple(a.used, hugePage)
	}
	if a.used+size > apartBytes {
		a.used = 0
	}
	at := a.begin + uintptr(a.used)
	a.used += ceil.Multiple(size, pageBytes) + gap
	return at
}

// move follows a place that was taken: if the area lies where a large part of the address space is reserved, it goes on
// below what the system gave instead.
func (a *area) move(instead uintptr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.moves < maxMoves && instead < a.begin {
		a.moves++
		a.below(instead)
	}
}

// choose finds the begin of the area, from where the system maps memory now.
func (a *area) choose() bool {
	now, err := mapSmall(0, pageBytes)
	if err != nil {
		return false
	}
	unmapPages(now, pageBytes)
	return a.below(now)
}

// below puts the area below an address.
func (a *area) below(now uintptr) bool {
	if now < 2*(apartBytes+apartDistance) {
		return false
	}
	a.used = 0
	a.begin = (now - apartBytes - apartDistance) &^ (hugePage - 1)
	return true
}
