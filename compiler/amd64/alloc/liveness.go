package alloc

import "math/bits"

// flow is the scratch of one register's liveness: sets of blocks. Only blocks low to high are in use.
type flow struct {
	in, out bitset // live at the start and the end of the block
	kill    bitset // the block writes the register before it reads it
	entered bitset // the block's jump enters a loop in which the register is cached
	work    []int32
	low     int32
	high    int32
}

type bitset []uint64

func (s bitset) has(i int32) bool { return s[i>>6]>>uint(i&63)&1 != 0 }
func (s bitset) add(i int32)      { s[i>>6] |= 1 << uint(i&63) }

// region is the code over which a register's liveness is computed.
type region struct {
	loop     int32 // only this loop; -1: all
	crossing bool  // through suspensions; otherwise registers end there and are loaded after them
}

// findRanges computes where the value of each register is needed.
func (a *allocator) findRanges() {
	words := (len(a.blocks) + 63) / 64
	sets := make(bitset, 4*words)
	a.flow = flow{in: sets[:words], out: sets[words : 2*words], kill: sets[2*words : 3*words], entered: sets[3*words:]}
	a.live = make([]extent, len(a.count))
	for r := range a.live {
		if a.count[r] > 0 && !a.isFar(int32(r)) {
			a.live[r] = a.rangeOf(a.occurrencesOf(int32(r)), region{loop: -1, crossing: true})
		}
	}
}

// rangeOf builds the range of a register with the given occurrences. It appends to gaps where the register must be
// loaded.
func (a *allocator) rangeOf(occs []occurrence, where region) extent {
	base := len(a.spans)
	first := a.blockOf[occs[0].inst()]
	if occs[0].writesOnly() && a.blockOf[occs[len(occs)-1].inst()] == first {
		a.addBlock(base, first, occs)
		return a.extentSince(base)
	}
	a.solve(occs, where)
	a.enterRegion(where)
	a.addBlocks(base, occs)
	a.clearFlow()
	return a.extentSince(base)
}

// solve finds the blocks at whose start and end the register is live: backward from reads that no write precedes.
func (a *allocator) solve(occs []occurrence, where region) {
	f := &a.flow
	f.low, f.high = int32(len(a.blocks)), -1
	f.work = f.work[:0]
	last := int32(-1)
	for _, o := range occs {
		b := a.blockOf[o.inst()]
		if b == last {
			continue
		}
		last = b
		f.touch(b)
		if o.writesOnly() {
			f.kill.add(b)
			continue
		}
		f.in.add(b)
		f.work = append(f.work, b)
	}
	for len(f.work) > 0 {
		b := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		a.liveAtStart(b, where)
	}
}

func (f *flow) touch(b int32) {
	f.low, f.high = min(f.low, b), max(f.high, b)
}

// liveAtStart carries liveness to the ends of b's predecessors.
func (a *allocator) liveAtStart(b int32, where region) {
	f := &a.flow
	leaving := where.loop >= 0 && b == a.loops[where.loop].header
	for _, p := range a.predsOf(b) {
		if f.out.has(p) || !where.crossing && a.blocks[p].suspends || leaving && !a.inLoop(p, where.loop) {
			continue
		}
		f.out.add(p)
		f.touch(p)
		if !f.in.has(p) && !f.kill.has(p) {
			f.in.add(p)
			f.work = append(f.work, p)
		}
	}
}

// enterRegion records where the register must be loaded: where the region is entered, and after suspensions.
func (a *allocator) enterRegion(where region) {
	if where.crossing {
		return
	}
	f := &a.flow
	if where.loop >= 0 {
		if h := a.loops[where.loop].header; f.in.has(h) {
			for _, p := range a.predsOf(h) {
				if !a.inLoop(p, where.loop) {
					a.enterFrom(p, h)
				}
			}
		}
	}
	for _, p := range a.suspendsAround() {
		if p+1 <= f.high && f.in.has(p+1) && a.entersBySuspend(p+1, where) {
			a.gaps = append(a.gaps, a.blocks[p].end)
		}
	}
}

// entersBySuspend reports whether the load after the suspension before block b is not one of the region's entry.
func (a *allocator) entersBySuspend(b int32, where region) bool {
	return where.loop < 0 || b != a.loops[where.loop].header || a.inLoop(b-1, where.loop)
}

// enterFrom loads on the edge from p to a loop's header: after p if it falls through, else before its jump, through
// which the register is then held.
func (a *allocator) enterFrom(p, header int32) {
	if a.blocks[p].succ[0] != header {
		a.gaps = append(a.gaps, a.blocks[p].end)
		return
	}
	a.gaps = append(a.gaps, a.blocks[p].end-1)
	a.flow.entered.add(p)
	a.flow.touch(p)
}

// addBlocks adds the positions of all touched blocks, in their order.
func (a *allocator) addBlocks(base int, occs []occurrence) {
	f := &a.flow
	for w := f.low >> 6; w <= f.high>>6; w++ {
		for set := f.in[w] | f.out[w] | f.kill[w] | f.entered[w]; set != 0; set &= set - 1 {
			b := w<<6 + int32(bits.TrailingZeros64(set))
			n := 0
			for n < len(occs) && occs[n].inst() < a.blocks[b].end {
				n++
			}
			a.addBlock(base, b, occs[:n])
			occs = occs[n:]
		}
	}
}

// addBlock adds the positions in one block, in which the register has the given occurrences.
func (a *allocator) addBlock(base int, b int32, occs []occurrence) {
	f, x := &a.flow, &a.blocks[b]
	from, to := int32(-1), int32(-1)
	if f.in.has(b) {
		from, to = 2*x.first, 2*x.first
	}
	from, to = a.addOccurrences(base, occs, from, to)
	if f.out.has(b) {
		to = 2 * x.end
	}
	a.addPositions(base, from, to)
	if f.entered.has(b) {
		a.addPositions(base, 2*x.end-2, 2*x.end)
	}
}

// addOccurrences adds the spans that are ended by a definition. from and to are the open span before the occurrences;
// the one after them is returned.
func (a *allocator) addOccurrences(base int, occs []occurrence, from, to int32) (int32, int32) {
	for _, o := range occs {
		at := 2 * o.inst()
		switch {
		case o.writesOnly():
			a.addPositions(base, from, to)
			from, to = at+1, o.endWritten()
		case o.is(writes):
			to = at + 2
		default:
			to = at + 1
		}
	}
	return from, to
}

func (a *allocator) clearFlow() {
	f := &a.flow
	if f.high < f.low {
		return
	}
	low, high := f.low>>6, f.high>>6+1
	clear(f.in[low:high])
	clear(f.out[low:high])
	clear(f.kill[low:high])
	clear(f.entered[low:high])
}

// stretchRange is the range of a register that is used within one block only. It is loaded before its first occurrence
// if that reads it.
func (a *allocator) stretchRange(occs []occurrence) extent {
	base := len(a.spans)
	from, to := int32(-1), int32(-1)
	if first := occs[0]; !first.writesOnly() {
		a.gaps = append(a.gaps, first.inst())
		from = 2 * first.inst()
	}
	from, to = a.addOccurrences(base, occs, from, to)
	a.addPositions(base, from, to)
	return a.extentSince(base)
}
