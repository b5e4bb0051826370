package alloc

import (
	"math/bits"
	"slices"
)

// span is the set of positions that a range holds among 64 neighbouring ones (32 instructions). It is also an entry of
// the list of ranges that hold a machine register in this chunk.
type span struct {
	mask  uint64
	chunk int32
	next  int32 // in the occupancy's list: index of a span, -1 at the end
	owner int32 // interval
}

const (
	chunkShift = 6
	chunkSize  = 1 << chunkShift
)

// extent is a range with holes: spans[first:first+count], by rising chunk, no mask zero. After it are room unused spans
// that belong to it.
type extent struct{ first, count, room int32 }

func (a *allocator) spansOf(e extent) []span { return a.spans[e.first : e.first+e.count] }

// addPositions adds [from, to) to the range under construction at the end of spans. Calls come by rising position.
func (a *allocator) addPositions(base int, from, to int32) {
	for from < to {
		chunk := from >> chunkShift
		stop := min(to, (chunk+1)<<chunkShift)
		mask := ^uint64(0) >> (chunkSize - uint(stop-from)) << uint(from&(chunkSize-1))
		if n := len(a.spans); n > base && a.spans[n-1].chunk == chunk {
			a.spans[n-1].mask |= mask
		} else {
			a.appendSpan(span{mask: mask, chunk: chunk})
		}
		from = stop
	}
}

// appendSpan doubles the memory if it does not suffice: append would copy long lists five times.
func (a *allocator) appendSpan(s span) {
	if len(a.spans) == cap(a.spans) {
		a.spans = slices.Grow(a.spans, len(a.spans)+64)
	}
	a.spans = append(a.spans, s)
}

// extentSince is the range that was built from base on.
func (a *allocator) extentSince(base int) extent {
	return extent{first: int32(base), count: int32(len(a.spans) - base)}
}

// meet reports whether two ranges share a position.
func (a *allocator) meet(x, y extent) bool {
	xs, ys := a.spansOf(x), a.spansOf(y)
	for len(xs) > 0 && len(ys) > 0 {
		switch {
		case xs[0].chunk < ys[0].chunk:
			xs = xs[seek(xs, ys[0].chunk):]
		case xs[0].chunk > ys[0].chunk:
			ys = ys[seek(ys, xs[0].chunk):]
		default:
			if xs[0].mask&ys[0].mask != 0 {
				return true
			}
			xs, ys = xs[1:], ys[1:]
		}
	}
	return false
}

// seek is the index of the first span of a chunk or a later one. It searches near the beginning first.
func seek(spans []span, chunk int32) int {
	low, high := 0, 1
	for high < len(spans) && spans[high].chunk < chunk {
		low, high = high, 2*high
	}
	high = min(high, len(spans))
	for low < high {
		if middle := (low + high) / 2; spans[middle].chunk < chunk {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// join makes the union of two ranges, which are both replaced. A variable of a long kernel is joined from thousands of
// ranges, so the time is linear in the shorter one and in the part of the longer one after it.
func (a *allocator) join(x, y extent) extent {
	if x.count < y.count {
		x, y = y, x
	}
	if y.count == 0 {
		return x
	}
	xs, ys := a.spansOf(x), a.spansOf(y)
	from := seek(xs, ys[0].chunk)
	to := from + seek(xs[from:], ys[len(ys)-1].chunk+1)
	a.spare = appendUnion(a.spare[:0], xs[from:to], ys)
	grown := int32(len(a.spare) - (to - from))
	if grown > x.room {
		x = a.moved(x, grown)
		xs = a.spansOf(x)
	}
	all := a.spans[x.first : x.first+x.count+grown]
	copy(all[to+int(grown):], xs[to:])
	copy(all[from:], a.spare)
	return extent{x.first, x.count + grown, x.room - grown}
}

// moved copies a range to the end of spans, with room to grow by at least more spans.
func (a *allocator) moved(x extent, more int32) extent {
	first := int32(len(a.spans))
	room := more
	if x.count > 8 {
		room = max(more, x.count)
	}
	a.spans = append(a.spans, a.spansOf(x)...)
	a.spans = append(a.spans, make([]span, room)...)
	return extent{first, x.count, room}
}

// appendUnion appends the union of two ranges.
func appendUnion(out, xs, ys []span) []span {
	for len(xs) > 0 && len(ys) > 0 {
		switch {
		case xs[0].chunk < ys[0].chunk:
			out, xs = append(out, xs[0]), xs[1:]
		case xs[0].chunk > ys[0].chunk:
			out, ys = append(out, ys[0]), ys[1:]
		default:
			both := xs[0]
			both.mask |= ys[0].mask
			out, xs, ys = append(out, both), xs[1:], ys[1:]
		}
	}
	return append(append(out, xs...), ys...)
}

// holds reports whether a range holds a position.
func (a *allocator) holds(e extent, position int32) bool {
	spans := a.spansOf(e)
	low, high := 0, len(spans)
	for chunk := position >> chunkShift; low < high; {
		middle := (low + high) / 2
		switch {
		case spans[middle].chunk < chunk:
			low = middle + 1
		case spans[middle].chunk > chunk:
			high = middle
		default:
			return spans[middle].mask>>uint(position&(chunkSize-1))&1 != 0
		}
	}
	return false
}

// start is the first position of a range that is not empty.
func (a *allocator) start(e extent) int32 {
	s := &a.spans[e.first]
	return s.chunk<<chunkShift + int32(bits.TrailingZeros64(s.mask))
}

// end is the position after a range's last.
func (a *allocator) end(e extent) int32 {
	s := &a.spans[e.first+e.count-1]
	return (s.chunk+1)<<chunkShift - int32(bits.LeadingZeros64(s.mask))
}

// size is the number of positions of a range.
func (a *allocator) size(e extent) int {
	n := 0
	for _, s := range a.spansOf(e) {
		n += bits.OnesCount64(s.mask)
	}
	return n
}
