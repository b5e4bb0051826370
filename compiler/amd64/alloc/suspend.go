package alloc

import "slices"

// Suspensions. A register whose value is needed after a suspension is saved in its slot and loaded afterwards, but no
// more often than necessary. It is live in a machine register only where a read or write comes before the next
// suspension, so it stays in the slot between two barriers that do not use it. A suspension saves it only if it was
// written since the last one. The save stands after a write that runs less often than the suspensions that would have
// to save, else at the suspensions; or after all writes if that costs less in total.

// findSuspensions records the positions at which suspensions lose all registers.
func (a *allocator) findSuspensions() {
	if len(a.suspends) == 0 {
		return
	}
	base := len(a.spans)
	for _, b := range a.suspends {
		at := 2*a.blocks[b].end - 1
		a.addPositions(base, at, at+1)
	}
	a.suspensions = a.extentSince(base)
	a.dirty = make(bitset, len(a.flow.in))
}

// crosses reports whether a range is live through a suspension.
func (a *allocator) crosses(e extent) bool { return len(a.suspends) > 0 && a.meet(e, a.suspensions) }

// narrow reduces the interval of a register that lives through suspensions to the places where it must be in a machine
// register. It reports whether keeping it there is cheaper than spilling it at once.
func (a *allocator) narrow(iv *interval) bool {
	occs := a.occs[iv.occs.first : iv.occs.first+iv.occs.count]
	if a.remat[iv.root] < 0 {
		occs = a.addSaves(iv, occs)
	}
	iv.loads.first = int32(len(a.gaps))
	iv.live = a.rangeOf(occs, region{loop: -1})
	iv.loads.count = int32(len(a.gaps)) - iv.loads.first
	inMemory, inRegister := float32(0), a.gapWeight(iv.loads)
	for _, o := range occs {
		w := a.blocks[a.blockOf[o.inst()]].weight
		switch {
		case o.is(saves): // a store at a suspension
			inRegister += w
		case o.is(reads):
			inMemory += a.readCost(iv.root, o)
		}
		if o.is(writes) {
			inMemory += w
		}
		if o.is(stored) { // a store after a write
			inRegister += w
		}
	}
	return inRegister < inMemory
}

// addSaves decides where the register is saved, and returns its occurrences with the saves.
func (a *allocator) addSaves(iv *interval, occs []occurrence) []occurrence {
	a.solve(occs, region{loop: -1, crossing: true})
	defer a.clearFlow()
	a.findDirty(occs)
	all, least := a.saveWeight()
	if a.storeWrites(occs, infinite) > all { // after all writes would be too much
		rare := a.storeWrites(occs, least)
		a.findDirty(occs)
		if rest, _ := a.saveWeight(); rare+rest >= all {
			a.storeWrites(occs, 0)
		}
	}
	a.findDirty(occs)
	defer a.clearDirty()
	return a.insertSaves(iv, occs)
}

// storeWrites puts a store after each write that runs less often than limit, and after no other, and returns how often
// the stores run.
func (a *allocator) storeWrites(occs []occurrence, limit float32) (weight float32) {
	for n, o := range occs {
		occs[n] &^= stored
		if w := a.blocks[a.blockOf[o.inst()]].weight; o.is(writes) && w < limit {
			occs[n] |= stored
			weight += w
		}
	}
	return weight
}

// saveWeight is how often the suspensions run that must save the register, and how often the rarest of them does.
func (a *allocator) saveWeight() (all, least float32) {
	least = infinite
	for _, b := range a.suspendsAround() {
		if a.mustSave(b) {
			all += a.blocks[b].weight
			least = min(least, a.blocks[b].weight)
		}
	}
	return all, least
}

// insertSaves adds a read by each suspension that must save the register.
func (a *allocator) insertSaves(iv *interval, occs []occurrence) []occurrence {
	iv.occs.first = int32(len(a.occs))
	for _, b := range a.suspendsAround() {
		if !a.mustSave(b) {
			continue
		}
		at := a.blocks[b].end - 1
		for len(occs) > 0 && occs[0].inst() < at {
			a.occs, occs = append(a.occs, occs[0]), occs[1:]
		}
		a.occs = append(a.occs, occurrence(at)<<occurrenceShift|reads|saves)
	}
	a.occs = append(a.occs, occs...)
	iv.occs.count = int32(len(a.occs)) - iv.occs.first
	return a.occs[iv.occs.first:]
}

// suspendsAround are the blocks that end with a suspension and lie among those in which the register is live.
func (a *allocator) suspendsAround() []int32 {
	from, _ := slices.BinarySearch(a.suspends, a.flow.low-1)
	to, _ := slices.BinarySearch(a.suspends, a.flow.high+1)
	return a.suspends[from:max(from, to)]
}

// mustSave reports whether block b ends with a suspension that finds the register written since the last one.
func (a *allocator) mustSave(b int32) bool {
	return a.dirty.has(b) && a.flow.in.has(b+1)
}

// findDirty finds the blocks at whose end the register has been written, and not stored, since the last suspension.
func (a *allocator) findDirty(occs []occurrence) {
	f := &a.flow
	f.work = f.work[:0]
	a.clearDirty()
	for _, o := range occs {
		if b := a.blockOf[o.inst()]; o&(writes|stored) == writes && !a.dirty.has(b) {
			a.dirty.add(b)
			f.work = append(f.work, b)
		}
	}
	for len(f.work) > 0 {
		b := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		if a.blocks[b].suspends {
			continue
		}
		for _, s := range a.blocks[b].succ {
			if s >= 0 && f.in.has(s) && !a.dirty.has(s) {
				a.dirty.add(s)
				f.work = append(f.work, s)
			}
		}
	}
}

// clearDirty forgets what was written in the blocks in use; no others are marked.
func (a *allocator) clearDirty() {
	if f := &a.flow; f.low <= f.high {
		clear(a.dirty[f.low>>6 : f.high>>6+1])
	}
}

// gapWeight is how often instructions inserted at the gaps run.
func (a *allocator) gapWeight(e extent) float32 {
	w := float32(0)
	for _, g := range a.gaps[e.first : e.first+e.count] {
		w += a.weightAt(g)
	}
	return w
}

// weightAt is how often an instruction inserted at a gap runs. A gap between a block and a loop is not in the loop.
func (a *allocator) weightAt(gap int32) float32 {
	return min(a.blocks[a.blockOf[max(gap-1, 0)]].weight, a.blocks[a.blockOf[gap]].weight)
}
