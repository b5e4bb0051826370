package clapi

// writes are the mappings of one memory through which the host writes. No two of them have a byte in common, so each
// begins at a place of its own, by which they are in order.
//
// They are the nodes of a treap (Seidel and Aragon, Randomized search trees, 1996): a search tree by where they begin,
// and a heap by numbers that are as good as random, so that paths have logarithmic length. Whether one more has room is
// seen from its neighbour before it, if each is one row of bytes. Rectangles of images lie between each other's rows:
// there all are looked at that begin within the longest of them.
type writes struct {
	top     *mapping
	longest uint64 // from the first to the last byte of any mapping with gaps that was here
}

// add returns false when the mapping and another one overlap.
func (w *writes) add(added *mapping) bool {
	start := added.place.Offset
	for limit := added.end; ; {
		other := w.top.last(limit)
		if other == nil {
			break
		}
		if limit = other.place.Offset; limit < start && other.end <= start && limit+w.longest <= start {
			break
		}
		if meet(added.place, added.size, other.place, other.size) {
			return false
		}
	}
	if length := added.end - start; length != added.size.Bytes() {
		w.longest = max(w.longest, length)
	}
	before, after := w.top.split(start)
	added.left, added.right = nil, nil
	w.top = before.join(added).join(after)
	return true
}

func (w *writes) remove(removed *mapping) {
	before, rest := w.top.split(removed.place.Offset)
	_, after := rest.split(removed.place.Offset + 1)
	if w.top = before.join(after); w.top == nil {
		w.longest = 0
	}
}

// last is the last mapping of a tree that begins before an address.
func (a *mapping) last(limit uint64) (found *mapping) {
	for a != nil {
		if a.place.Offset < limit {
			found, a = a, a.right
		} else {
			a = a.left
		}
	}
	return found
}

// split makes two trees of one: what begins before an address, and the rest.
func (a *mapping) split(address uint64) (before, rest *mapping) {
	switch {
	case a == nil:
		return nil, nil
	case a.place.Offset < address:
		a.right, rest = a.right.split(address)
		return a, rest
	}
	before, a.left = a.left.split(address)
	return before, a
}

// join makes one tree of two, the second of which begins behind the first.
func (a *mapping) join(b *mapping) *mapping {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.rank() < b.rank():
		a.right = a.right.join(b)
		return a
	}
	b.left = a.join(b.left)
	return b
}

// rank is a number that says nothing about where the mapping begins.
func (a *mapping) rank() uint64 {
	const mixer = 0xbf58476d1ce4e5b9 // of SplitMix64
	mixed := (a.place.Offset ^ a.place.Offset>>30) * mixer
	return (mixed ^ mixed>>27) * mixer
}
