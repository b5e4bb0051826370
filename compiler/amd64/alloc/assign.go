package alloc

import (
	"math/bits"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/heap"
)

// occupancy says where each machine register is held by which intervals. Rows have one element per machine register.
type occupancy struct {
	any    []uint64 // by chunk: the registers that are held somewhere in it
	held   []uint64 // by chunk and register: the positions at which it is held
	lists  []int32  // by chunk and register: 1 + the first of the spans that hold it, linked by next
	usable [asm.ClassCount]uint64
}

const rowShift = 6 // asm.FirstVirtual is 1<<rowShift

func (a *allocator) startOccupancy() {
	chunks := 2*len(a.fn.Insts)>>chunkShift + 1
	a.occupancy = occupancy{any: cleared(a.occupancy.any, chunks), held: cleared(a.occupancy.held, chunks<<rowShift),
		lists: cleared(a.occupancy.lists, chunks<<rowShift)}
	for class, registers := range a.opts.Registers {
		for _, r := range registers {
			a.occupancy.usable[class] |= 1 << uint(r)
		}
		a.preferred[class] = a.preferUnnamed(registers)
	}
}

// preferUnnamed orders registers so that those come last that the code names somewhere itself: a value in another
// register is never in the way.
func (a *allocator) preferUnnamed(registers []asm.Reg) []asm.Reg {
	order := make([]asm.Reg, 0, len(registers))
	var named []asm.Reg
	for _, r := range registers {
		if slices.ContainsFunc(a.occurrencesOf(int32(r)), func(o occurrence) bool { return o.is(reads | moves) }) {
			named = append(named, r)
		} else {
			order = append(order, r)
		}
	}
	return append(order, named...)
}

// take gives a machine register to an interval.
func (a *allocator) take(i int32, r asm.Reg) {
	iv, o := &a.intervals[i], &a.occupancy
	iv.reg = r
	for at := iv.live.first; at < iv.live.first+iv.live.count; at++ {
		s := &a.spans[at]
		row := int(s.chunk)<<rowShift | int(r)
		o.any[s.chunk] |= 1 << uint(r)
		o.held[row] |= s.mask
		s.owner, s.next = i, o.lists[row]
		o.lists[row] = at + 1
	}
}

// release takes the machine register from an interval.
func (a *allocator) release(i int32) {
	iv, o := &a.intervals[i], &a.occupancy
	for at := iv.live.first; at < iv.live.first+iv.live.count; at++ {
		s := &a.spans[at]
		row := int(s.chunk)<<rowShift | int(iv.reg)
		if o.held[row] &^= s.mask; o.held[row] == 0 {
			o.any[s.chunk] &^= 1 << uint(iv.reg)
		}
		link := &o.lists[row]
		for *link != at+1 {
			link = &a.spans[*link-1].next
		}
		*link = s.next
	}
	iv.reg = asm.NoReg
}

// queue yields intervals by their start.
type queue struct {
	base []uint64          // sorted, from the first step on
	late heap.Heap[uint64] // added later
}

func (a *allocator) key(i int32) uint64 {
	return uint64(a.start(a.intervals[i].live))<<32 | uint64(i)
}

func (q *queue) pop() (interval int32, ok bool) {
	switch {
	case len(q.late) > 0 && (len(q.base) == 0 || q.late[0] <= q.base[0]):
		return int32(q.late.Pop()), true
	case len(q.base) == 0:
		return 0, false
	}
	interval, q.base = int32(q.base[0]), q.base[1:]
	return interval, true
}

// assign gives each interval a machine register, or splits it.
func (a *allocator) assign() error {
	slices.Sort(a.pending.base)
	doomed := a.doomed
	for _, i := range doomed {
		a.split(i)
	}
	for {
		i, ok := a.pending.pop()
		if !ok {
			return nil
		}
		if a.intervals[i].kind == gone {
			continue
		}
		if err := a.place(i); err != nil {
			return err
		}
	}
}

// place finds a machine register for one interval: a free one, else one whose holders weigh less; else it splits the
// interval.
func (a *allocator) place(i int32) error {
	iv := &a.intervals[i]
	class := a.class(iv.root)
	if free := a.freeFor(iv.live, a.occupancy.usable[class]); free != 0 {
		a.take(i, a.choose(iv, class, free))
		return nil
	}
	if r := a.cheapest(i, class); r != asm.NoReg {
		a.evict(iv.live, r)
		a.take(i, r)
		return nil
	}
	if iv.kind == single {
		return a.errPressure(a.start(iv.live)/2, class)
	}
	a.split(i)
	return nil
}

// freeFor returns those of the given registers that are free all over a range.
func (a *allocator) freeFor(e extent, registers uint64) uint64 {
	o := &a.occupancy
	for _, s := range a.spansOf(e) {
		row := o.held[int(s.chunk)<<rowShift:][:1<<rowShift]
		for held := registers & o.any[s.chunk]; held != 0; held &= held - 1 {
			if r := bits.TrailingZeros64(held); row[r]&s.mask != 0 {
				registers &^= 1 << uint(r)
			}
		}
		if registers == 0 {
			return 0
		}
	}
	return registers
}

// choose takes the free register at the other end of the most frequent move, else the first in order of preference.
func (a *allocator) choose(iv *interval, class asm.Class, free uint64) asm.Reg {
	best, weight := asm.NoReg, float32(0)
	for _, o := range a.occurrencesIn(iv) {
		if !o.is(moves) {
			continue
		}
		r := a.otherEnd(iv.root, o.inst())
		if w := a.blocks[a.blockOf[o.inst()]].weight; free>>uint(r)&1 != 0 && w > weight {
			best, weight = r, w
		}
	}
	if best != asm.NoReg {
		return best
	}
	for _, r := range a.preferred[class] {
		if free>>uint(r)&1 != 0 {
			return r
		}
	}
	panic("BUG: alloc: a free register that is not in the options")
}

// otherEnd is the machine register at the other end of a move from or to root, NoReg if it has none yet.
func (a *allocator) otherEnd(root, inst int32) asm.Reg {
	in := &a.fn.Insts[inst]
	other := a.find(int32(in.Dst))
	if other == root {
		other = a.find(int32(in.B))
	}
	if other < int32(asm.FirstVirtual) {
		return asm.Reg(other)
	}
	if w := a.whole[other]; w >= 0 {
		return a.intervals[w].reg
	}
	return asm.NoReg
}

// cheapest is the register whose holders in the interval's range have the least weight, NoReg if that is not less than
// the interval's.
func (a *allocator) cheapest(i int32, class asm.Class) asm.Reg {
	iv, weight := &a.intervals[i], a.weightOf(i)
	o := &a.occupancy
	var worst [1 << rowShift]float32 // by machine register: the greatest weight of a holder
	registers := o.usable[class]
	for _, s := range a.spansOf(iv.live) {
		for held := registers & o.any[s.chunk]; held != 0; held &= held - 1 {
			r := bits.TrailingZeros64(held)
			row := int(s.chunk)<<rowShift | r
			if o.held[row]&s.mask == 0 {
				continue
			}
			for at := o.lists[row]; at != 0; at = a.spans[at-1].next {
				if x := &a.spans[at-1]; x.mask&s.mask != 0 {
					worst[r] = max(worst[r], a.weightOf(x.owner))
				}
			}
			if worst[r] >= weight { // not to be evicted
				registers &^= 1 << uint(r)
			}
		}
		if registers == 0 {
			return asm.NoReg
		}
	}
	best := asm.NoReg
	for _, r := range a.preferred[class] {
		if registers>>uint(r)&1 != 0 && (best == asm.NoReg || worst[r] < worst[best]) {
			best = r
		}
	}
	return best
}

// evict takes a machine register from all intervals that hold it somewhere in a range. They are placed again later.
func (a *allocator) evict(e extent, r asm.Reg) {
	for at := e.first; at < e.first+e.count; at++ {
		s := a.spans[at]
		row := int(s.chunk)<<rowShift | int(r)
		for a.occupancy.held[row]&s.mask != 0 {
			x := a.occupancy.lists[row]
			for a.spans[x-1].mask&s.mask == 0 {
				x = a.spans[x-1].next
			}
			loser := a.spans[x-1].owner
			a.release(loser)
			a.pending.late.Push(a.key(loser))
		}
	}
}
