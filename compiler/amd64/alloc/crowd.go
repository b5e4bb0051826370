package alloc

import (
	"cmp"
	"slices"

	"heddle/compiler/amd64/asm"
)

// Crowds. If thousands of values are live at the same time (the lanes that wait after a loop with thousands of breaks,
// or for the cases of a switch), the ranges of all take memory and time quadratic in the length of the code, and nearly
// all are spilled in the end. So in long code each register's range is estimated first, as the code between its first
// occurrence and its last. If the estimates add up to more than crowdLive registers at each place, the surplus is
// spilled unseen: registers that are used the least for their length. Such a register is called far. It has no range:
// it counts as needed everywhere, is coalesced with none, and has a place of its own in the frame. In a crowd, no
// register is cached through a long loop or a long stretch of a block.
//
// Short code is never a crowd.

// crowd is the set of far registers.
type crowd struct {
	is  bool   // there are any
	far []bool // by register; nil: none is
}

// estimate is the estimated length of a register's range in chunks, and its frequency of use per chunk.
type estimate struct {
	register int32
	chunks   int32
	density  float32
}

// findCrowd finds the far registers.
func (a *allocator) findCrowd() {
	limit, least := a.crowdLimit()
	all, total := a.estimates(least)
	a.spans = emptied(a.spans, max(2*len(a.count)+256, min(total, limit)/2))
	if total <= limit {
		return
	}
	slices.SortFunc(all, func(x, y estimate) int {
		return cmp.Or(cmp.Compare(x.density, y.density), cmp.Compare(x.register, y.register))
	})
	a.crowd = crowd{is: true, far: make([]bool, len(a.count))}
	for _, e := range all {
		if total <= limit/2 {
			break
		}
		a.crowd.far[e.register] = true
		total -= int(e.chunks)
	}
}

// crowdLimit is the number of spans that there may be, and the least length of a range that may be spilled unseen.
func (a *allocator) crowdLimit() (spans int, least int32) {
	if a.opts.crowd > 0 {
		return a.opts.crowd, 1
	}
	return max(crowdFloor, crowdLive*(2*len(a.fn.Insts)>>chunkShift+1)), farRange
}

// estimates returns the estimates of all ranges of at least the given length, and the sum of the lengths of all ranges.
func (a *allocator) estimates(least int32) (all []estimate, total int) {
	for r := int32(asm.FirstVirtual); r < int32(len(a.count)); r++ {
		occs := a.occurrencesOf(r)
		if len(occs) == 0 {
			continue
		}
		chunks := (2*occs[len(occs)-1].inst())>>chunkShift - (2*occs[0].inst())>>chunkShift + 1
		total += int(chunks)
		if chunks < least {
			continue
		}
		uses := float32(0)
		for _, o := range occs {
			uses += a.blocks[a.blockOf[o.inst()]].weight
		}
		all = append(all, estimate{r, chunks, uses / float32(chunks)})
	}
	return all, total
}

// isFar reports whether a register is far. Such registers are roots.
func (a *allocator) isFar(r int32) bool { return a.crowd.far != nil && a.crowd.far[r] }

// isLong reports whether a crowd's registers are not cached in a loop because of its length.
func (a *allocator) isLong(l int32) bool {
	loop := &a.loops[l]
	return 2*(a.blocks[loop.last].end-a.blocks[loop.header].first)>>chunkShift > longInside
}

// isLongStretch reports whether the same holds for a stretch of a block.
func (a *allocator) isLongStretch(occs extent) bool {
	return 2*(a.occs[occs.first+occs.count-1].inst()-a.occs[occs.first].inst())>>chunkShift > longInside
}

// spillFar makes the interval of a far register, which is spilled at once.
func (a *allocator) spillFar(r int32) {
	a.intervals = append(a.intervals, interval{root: r, kind: whole, loop: -1,
		occs: extent{first: a.first[r], count: a.count[r]}})
	a.doomed = append(a.doomed, a.whole[r])
	class := a.class(r)
	a.result.MaxPressure[class]++
}

// homeStart is the start of the range of a register that has a home; those of far registers come first.
func (a *allocator) homeStart(r int32) int32 {
	if a.isFar(r) {
		return -1
	}
	return a.start(a.live[r])
}
