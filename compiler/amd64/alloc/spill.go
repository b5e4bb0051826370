package alloc

import "heddle/compiler/amd64/asm"

// home is the slot of the frame in which a register is kept.
type home struct {
	root int32
	disp int32
}

// split replaces an interval without a machine register by smaller ones, or by memory operands.
func (a *allocator) split(i int32) {
	iv := a.intervals[i]
	a.intervals[i].kind = gone
	switch iv.kind {
	case whole:
		a.spill(&iv)
	case looped:
		a.splitRegion(iv.root, iv.loop, iv.occs)
	case stretch:
		a.splitStretch(iv.root, iv.occs)
	}
}

// spill moves a register to memory, or decides to rematerialise it.
func (a *allocator) spill(iv *interval) {
	occs := extent{first: int32(len(a.occs))}
	class := a.class(iv.root)
	definition := a.remat[iv.root]
	if definition >= 0 {
		a.dead[definition] = true
		a.result.Remade[class]++
	} else {
		a.homeFor(iv.root)
		a.result.Spilled[class]++
	}
	for _, o := range a.occurrencesIn(iv) {
		op := a.fn.Insts[o.inst()].Op
		if o.inst() != definition && !o.is(saves) && op != asm.Undef && op != asm.Use {
			a.occs = append(a.occs, o)
		}
	}
	occs.count = int32(len(a.occs)) - occs.first
	a.splitRegion(iv.root, -1, occs)
}

// homeFor is the index of a register's home.
func (a *allocator) homeFor(root int32) int32 {
	if a.homeOf[root] < 0 {
		a.homeOf[root] = int32(len(a.homes))
		a.homes = append(a.homes, home{root: root})
	}
	return a.homeOf[root]
}

// splitRegion makes pieces of a register's occurrences in a loop (-1: in the whole code): one for each child loop, and
// one for each block.
func (a *allocator) splitRegion(root, l int32, occs extent) {
	for occs.count > 0 {
		b := a.blockOf[a.occs[occs.first].inst()]
		inner := a.childLoop(b, l)
		if inner >= 0 {
			var inside extent
			inside, occs = a.partByLoop(occs, inner)
			a.addLooped(root, inner, inside)
			continue
		}
		n := int32(1)
		for n < occs.count && a.blockOf[a.occs[occs.first+n].inst()] == b {
			n++
		}
		a.addStretch(root, extent{first: occs.first, count: n})
		occs = extent{first: occs.first + n, count: occs.count - n}
	}
}

// partByLoop separates the occurrences in a loop, which holds the first, from the others.
func (a *allocator) partByLoop(occs extent, l int32) (inside, others extent) {
	n := int32(1)
	for n < occs.count && a.inLoop(a.blockOf[a.occs[occs.first+n].inst()], l) {
		n++
	}
	inside, others = extent{first: occs.first, count: n}, extent{first: occs.first + n, count: occs.count - n}
	if others.count == 0 || a.blockOf[a.occs[others.first].inst()] > a.loops[l].last {
		return inside, others
	}
	all := a.occs[occs.first : occs.first+occs.count] // the loop does not lie in one piece
	inside = extent{first: int32(len(a.occs))}
	for _, o := range all {
		if a.inLoop(a.blockOf[o.inst()], l) {
			a.occs = append(a.occs, o)
		}
	}
	inside.count = int32(len(a.occs)) - inside.first
	others = extent{first: int32(len(a.occs))}
	for _, o := range all {
		if !a.inLoop(a.blockOf[o.inst()], l) {
			a.occs = append(a.occs, o)
		}
	}
	others.count = int32(len(a.occs)) - others.first
	return inside, others
}

// addLooped caches a register over a loop if that saves loads.
func (a *allocator) addLooped(root, l int32, occs extent) {
	if a.crowd.is && a.isLong(l) {
		a.splitRegion(root, l, occs)
		return
	}
	iv := interval{root: root, kind: looped, loop: l, occs: occs}
	iv.loads.first = int32(len(a.gaps))
	iv.live = a.rangeOf(a.occurrencesIn(&iv), region{loop: l})
	iv.loads.count = int32(len(a.gaps)) - iv.loads.first
	saved := -a.gapWeight(iv.loads)
	for _, o := range a.occurrencesIn(&iv) {
		if o.is(reads) {
			saved += a.readCost(root, o)
		}
	}
	if saved <= 0 {
		a.splitRegion(root, l, occs)
		return
	}
	a.addPiece(&iv)
}

func (a *allocator) addPiece(iv *interval) {
	iv.weight = infinite
	if iv.kind != single {
		iv.weight = a.weigh(iv)
	}
	a.intervals = append(a.intervals, *iv)
	a.pending.late.Push(a.key(int32(len(a.intervals) - 1)))
}

// addStretch caches a register in a block, between the first and the last of the given occurrences.
func (a *allocator) addStretch(root int32, occs extent) {
	if occs.count == 1 {
		a.addSingle(root, occs)
		return
	}
	if a.crowd.is && a.isLongStretch(occs) {
		a.splitStretch(root, occs)
		return
	}
	if occs.count == 2 && a.canFold(root, a.occs[occs.first]) && a.canFold(root, a.occs[occs.first+1]) {
		a.splitStretch(root, occs)
		return
	}
	iv := interval{root: root, kind: stretch, loop: -1, occs: occs}
	a.rangeOfStretch(&iv)
	a.addPiece(&iv)
}

func (a *allocator) rangeOfStretch(iv *interval) {
	iv.loads.first = int32(len(a.gaps))
	iv.live = a.stretchRange(a.occurrencesIn(iv))
	iv.loads.count = int32(len(a.gaps)) - iv.loads.first
}

// splitStretch cuts a stretch where the register is unused for the longest time.
func (a *allocator) splitStretch(root int32, occs extent) {
	list := a.occs[occs.first : occs.first+occs.count]
	from, to := 1, len(list)
	if len(list) > evenCut { // not too close to an end, so that cutting again and again takes no quadratic time
		from, to = len(list)/3, len(list)*2/3
	}
	cut := from
	for i := from; i < to; i++ {
		if list[i].inst()-list[i-1].inst() > list[cut].inst()-list[cut-1].inst() {
			cut = i
		}
	}
	n := int32(cut)
	a.addStretch(root, extent{first: occs.first, count: n})
	a.addStretch(root, extent{first: occs.first + n, count: occs.count - n})
}

// addSingle handles one instruction: it gets a memory operand, or a machine register while it runs.
func (a *allocator) addSingle(root int32, occs extent) {
	o := a.occs[occs.first]
	in := &a.fn.Insts[o.inst()]
	switch {
	case a.canFold(root, o):
		a.fold(root, o.inst())
		return
	case o.writesOnly() && isMove(in):
		a.asStore(in, a.class(root), a.homeOperand(root, o.inst()))
		return
	}
	iv := interval{root: root, kind: single, loop: -1, occs: occs}
	a.rangeOfStretch(&iv)
	a.addPiece(&iv)
}
