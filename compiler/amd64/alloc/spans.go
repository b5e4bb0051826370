package alloc

import "math/bits"

// span says which of 64 neighbouring positions (32 instructions) a range holds. It is also an entry of the list of ranges
// that hold a machine register in this chunk.
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

// extent is a range with holes: spans[first:first+count], by rising chunk, no mask zero.
type extent struct{ first, count int32 }

func (a *allocator) spansOf(e extent) []span { return a.spans[e.first : e.first+e.count] }

// addPositions adds [from, to) to the range that is being built at the end of spans. Calls come by rising position.
func (a *allocator) addPositions(base int, from, to int32) {
	for from < to {
		chunk := from >> chunkShift
		stop := min(to, (chunk+1)<<chunkShift)
		mask := ^uint64(0) >> (chunkSize - uint(stop-from)) << uint(from&(chunkSize-1))
		if n := len(a.spans); n > base && a.spans[n-1].chunk == chunk {
			a.spans[n-1].mask |= mask
		} else {
			a.spans = append(a.spans, span{mask: mask, chunk: chunk})
		}
		from = stop
	}
}

// extentSince is the range that was built from base on.
func (a *allocator) extentSince(base int) extent {
	return extent{int32(base), int32(len(a.spans) - base)}
}

// meet tells whether two ranges share a position.
func (a *allocator) meet(x, y extent) bool {
	xs, ys := a.spansOf(x), a.spansOf(y)
	for len(xs) > 0 && len(ys) > 0 {
		switch {
		case xs[0].chunk < ys[0].chunk:
			xs = xs[1:]
		case xs[0].chunk > ys[0].chunk:
			ys = ys[1:]
		default:
			if xs[0].mask&ys[0].mask != 0 {
				return true
			}
			xs, ys = xs[1:], ys[1:]
		}
	}
	return false
}

// join makes the union of two ranges.
func (a *allocator) join(x, y extent) extent {
	xs, ys := a.spansOf(x), a.spansOf(y)
	out := a.spare[:0]
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
	out = append(append(out, xs...), ys...)
	a.spare = out
	if int32(len(out)) <= x.count { // fits where x was
		copy(a.spans[x.first:], out)
		return extent{x.first, int32(len(out))}
	}
	base := len(a.spans)
	a.spans = append(a.spans, out...)
	return a.extentSince(base)
}

// holds tells whether a range holds a position.
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
