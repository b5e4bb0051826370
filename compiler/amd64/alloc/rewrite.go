package alloc

import (
	"cmp"
	"slices"

	"heddle/compiler/amd64/asm"
)

// insertion is an instruction to be inserted: the load or the store of an interval.
type insertion struct {
	gap      int32 // before this instruction
	loads    bool  // after the stores of the same gap
	interval int32
}

// patch is the machine register of a spilled register in one instruction.
type patch struct {
	inst, root int32
	reg        asm.Reg
}

// placeHomes gives homes their displacements. Homes of registers that are not live at the same time share one.
func (a *allocator) placeHomes() {
	for i := range a.intervals {
		iv := &a.intervals[i]
		if iv.kind == whole && a.remat[iv.root] < 0 && (iv.loads.count > 0 || a.hasSaves(iv)) {
			a.homeFor(iv.root)
		}
	}
	order := make([]int32, len(a.homes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		return cmp.Compare(a.homeStart(a.homes[x].root), a.homeStart(a.homes[y].root))
	})
	next := a.placeHomesOf(order, int32(a.result.FrameBytes), int32(a.opts.VectorBytes), true)
	next = a.placeHomesOf(order, next, 8, false)
	a.result.FrameBytes = int(next+63) &^ 63
	for _, f := range a.folds {
		a.fn.Insts[f.inst].Mem.Disp = a.homes[f.home].disp
	}
}

func (a *allocator) hasSaves(iv *interval) bool {
	return len(a.suspends) > 0 && slices.ContainsFunc(a.occurrencesIn(iv), func(o occurrence) bool {
		return o.is(saves | stored)
	})
}

// placeHomesOf places the homes of vectors, or of all others, from next on, and returns the end.
func (a *allocator) placeHomesOf(order []int32, next, bytes int32, vectors bool) int32 {
	base := next
	var ends []int32 // by shareable place: the end of the last range in it
	for _, i := range order {
		h := &a.homes[i]
		if (a.class(h.root) == asm.Vector) != vectors {
			continue
		}
		if a.isFar(h.root) { // they come first
			h.disp = base
			base += bytes
			continue
		}
		start := a.homeStart(h.root)
		at := slices.IndexFunc(ends, func(end int32) bool { return end <= start })
		if at < 0 {
			at = len(ends)
			ends = append(ends, 0)
		}
		ends[at] = a.end(a.live[h.root])
		h.disp = base + int32(at)*bytes
	}
	return base + int32(len(ends))*bytes
}

// rewriter writes the new instructions.
type rewriter struct {
	*allocator
	regOf      []asm.Reg // by register; NoReg if it is spilled
	insertions []insertion
	patches    []patch
	out        []asm.Inst
}

func (a *allocator) rewrite() {
	w := rewriter{allocator: a}
	w.nameRegisters()
	for i := range a.intervals {
		w.listChanges(int32(i))
	}
	slices.SortStableFunc(w.insertions, func(x, y insertion) int {
		if c := cmp.Compare(x.gap, y.gap); c != 0 || x.loads == y.loads {
			return c
		}
		if y.loads {
			return -1
		}
		return 1
	})
	slices.SortStableFunc(w.patches, func(x, y patch) int { return cmp.Compare(x.inst, y.inst) })
	if len(w.insertions) == 0 {
		w.out = a.fn.Insts[:0]
		w.rewriteInsts()
		a.fn.Insts = w.out
		return
	}
	w.out = asm.NewInsts(len(a.fn.Insts) + len(w.insertions))
	w.rewriteInsts()
	a.fn.Replace(w.out)
}

func (w *rewriter) nameRegisters() {
	w.regOf = make([]asm.Reg, len(w.count))
	for r := range w.regOf {
		if i := w.whole[w.find(int32(r))]; i >= 0 {
			w.regOf[r] = w.intervals[i].reg
		}
	}
}

// listChanges lists the insertions and patches of an interval that has a machine register.
func (w *rewriter) listChanges(i int32) {
	iv := &w.intervals[i]
	if iv.kind == fixed || iv.kind == gone {
		return
	}
	for _, g := range w.gaps[iv.loads.first : iv.loads.first+iv.loads.count] {
		w.insertions = append(w.insertions, insertion{g, true, i})
	}
	occs := w.occurrencesIn(iv)
	if iv.kind == whole && len(w.suspends) == 0 {
		return
	}
	for n, o := range occs {
		switch {
		case o.is(saves):
			w.insertions = append(w.insertions, insertion{o.inst(), false, i})
			continue
		case o.is(writes) && (iv.kind != whole || o.is(stored)) && w.mustStore(iv, occs[n:]):
			w.insertions = append(w.insertions, insertion{o.inst() + 1, false, i})
		}
		if iv.kind != whole {
			w.patches = append(w.patches, patch{o.inst(), iv.root, iv.reg})
		}
	}
}

// mustStore reports whether the write occs[0] must go to memory. It need not if the interval writes again in the same
// block, or if the value is dead after the last of occs there.
func (w *rewriter) mustStore(iv *interval, occs []occurrence) bool {
	if w.remat[iv.root] >= 0 {
		return false
	}
	b := w.blockOf[occs[0].inst()]
	last := occs[0].inst()
	for _, o := range occs[1:] {
		if w.blockOf[o.inst()] != b {
			break
		}
		if o.is(writes) {
			return false
		}
		last = o.inst()
	}
	return last+1 >= w.blocks[b].end || w.isFar(iv.root) || w.holds(w.live[iv.root], 2*last+2)
}

// rewriteInsts writes all instructions to out.
func (w *rewriter) rewriteInsts() {
	for i := range w.fn.Insts {
		w.rewriteInst(int32(i))
	}
}

// rewriteInst appends instruction i, after what is inserted before it.
func (w *rewriter) rewriteInst(i int32) {
	for len(w.insertions) > 0 && w.insertions[0].gap == i {
		w.insert(w.insertions[0])
		w.insertions = w.insertions[1:]
	}
	in := w.fn.Insts[i]
	if w.dead[i] || in.Op == asm.Undef || in.Op == asm.Use {
		w.skipPatches(i)
		return
	}
	for _, r := range [...]*asm.Reg{&in.Dst, &in.A, &in.B, &in.C, &in.Mask, &in.Mem.Base, &in.Mem.Index} {
		if *r >= asm.FirstVirtual {
			*r = w.registerAt(i, *r)
		}
	}
	w.skipPatches(i)
	if !isMove(&in) || in.Dst != in.B {
		w.out = append(w.out, in)
	}
}

func (w *rewriter) skipPatches(i int32) {
	for len(w.patches) > 0 && w.patches[0].inst <= i {
		w.patches = w.patches[1:]
	}
}

func (w *rewriter) registerAt(i int32, r asm.Reg) asm.Reg {
	if m := w.regOf[r]; m != asm.NoReg {
		return m
	}
	root := w.find(int32(r))
	for _, p := range w.patches {
		if p.inst == i && p.root == root {
			return p.reg
		}
		if p.inst > i {
			break
		}
	}
	panic("BUG: alloc: a register without a place")
}

// insert writes the load or store of an interval.
func (w *rewriter) insert(c insertion) {
	iv := &w.intervals[c.interval]
	if weight := float64(w.weightAt(c.gap)); !w.blocks[w.blockOf[c.gap]].isSeldom {
		w.result.Cost += weight
		if weight > 1 {
			w.result.LoopCost += weight
		}
	}
	if d := w.remat[iv.root]; d >= 0 {
		in := w.fn.Insts[d]
		in.Dst = iv.reg
		w.result.Remakes++
		w.out = append(w.out, in)
		return
	}
	class := w.class(iv.root)
	slot := asm.Mem{Base: asm.RBP, Disp: w.homes[w.homeOf[iv.root]].disp}
	in := asm.Inst{Pos: w.fn.Insts[c.gap].Pos}
	if c.loads {
		in.Dst = iv.reg
		w.asLoad(&in, class, slot)
		w.result.Loads++
	} else {
		in.B = iv.reg
		w.asStore(&in, class, slot)
		w.result.Stores++
	}
	w.out = append(w.out, in)
}
