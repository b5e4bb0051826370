package alloc

import (
	"math"

	"heddle/compiler/amd64/asm"
)

// interval is a piece of a register's life that is in one machine register, or is to be.
type interval struct {
	root   int32 // the register
	kind   kind
	loop   int32   // of kind looped
	occs   extent  // occs[first:first+count]: all in this piece
	live   extent  // where it holds a machine register
	loads  extent  // gaps[first:first+count]: where it is loaded from its slot
	weight float32 // cost of having it in memory, per instruction through which it is live
	reg    asm.Reg // NoReg: none (yet)
}

// kind is the part of a register's life that an interval covers.
type kind uint8

// The kinds, in the order in which they are split.
const (
	fixed   kind = iota // a machine register that the code names
	whole               // everything
	looped              // the occurrences in one loop
	stretch             // occurrences in one block, from the first to the last
	single              // one instruction: it must have a register
	gone                // has been split
)

const (
	infinite = float32(math.MaxFloat32)
	unknown  = -infinite // not computed yet
)

// weightOf is an interval's weight, computed on first use.
func (a *allocator) weightOf(i int32) float32 {
	iv := &a.intervals[i]
	if iv.weight == unknown {
		iv.weight = a.weigh(iv)
	}
	return iv.weight
}

// makeIntervals makes one interval of each register, and reserves the machine registers that the code names itself.
func (a *allocator) makeIntervals() {
	a.findSuspensions()
	a.startOccupancy()
	a.pending.base = make([]uint64, 0, len(a.count))
	a.intervals = emptied(a.intervals, len(a.count)+len(a.count)/4)
	a.whole = make([]int32, len(a.count))
	a.homeOf = make([]int32, len(a.count))
	for r := range a.whole {
		a.whole[r], a.homeOf[r] = -1, -1
		isFar := a.isFar(int32(r))
		if a.count[r] == 0 || a.parent[r] != int32(r) || a.live[r].count == 0 && !isFar {
			continue
		}
		a.whole[r] = int32(len(a.intervals))
		if isFar {
			a.spillFar(int32(r))
			continue
		}
		a.makeInterval(int32(r))
	}
	a.measurePressure()
	for i := range a.intervals {
		if !a.isFar(a.intervals[i].root) {
			a.enter(int32(i))
		}
	}
}

func (a *allocator) makeInterval(r int32) {
	iv := interval{root: r, kind: whole, loop: -1, occs: extent{first: a.first[r], count: a.count[r]}, live: a.live[r]}
	if asm.Reg(r) < asm.FirstVirtual {
		iv.kind, iv.weight, iv.reg = fixed, infinite, asm.Reg(r)
		a.intervals = append(a.intervals, iv)
		return
	}
	keep := true
	if a.crosses(iv.live) {
		keep = a.narrow(&iv)
	}
	a.intervals = append(a.intervals, iv)
	if !keep {
		a.doomed = append(a.doomed, a.whole[r])
	}
}

// enter gives a new whole or fixed interval to assign.
func (a *allocator) enter(i int32) {
	iv := &a.intervals[i]
	if iv.kind == fixed {
		a.take(i, iv.reg)
		return
	}
	iv.weight = unknown
	a.pending.base = append(a.pending.base, a.key(i))
}

// weigh is an interval's weight: the cost of keeping it in memory, divided by its size.
func (a *allocator) weigh(iv *interval) float32 {
	cost := float32(0)
	scarce := a.scarce[a.class(iv.root)]
	for _, o := range a.occurrencesIn(iv) {
		w := a.blocks[a.blockOf[o.inst()]].weight
		switch {
		case !o.is(reads):
		case scarce:
			cost += a.readCost(iv.root, o)
		default:
			cost += w
		}
		if o.is(writes) {
			cost += w
		}
	}
	if iv.kind != whole {
		cost -= a.gapWeight(iv.loads)
	}
	if a.remat[iv.root] >= 0 {
		cost *= rematShare
	}
	return cost / float32(a.size(iv.live)+sizeOffset)
}

// readCost is the cost of reading a register from memory: half a load, if the instruction can do so itself.
func (a *allocator) readCost(root int32, o occurrence) float32 {
	w := a.blocks[a.blockOf[o.inst()]].weight
	if a.canFold(root, o) {
		return w * foldShare
	}
	return w
}

// occurrencesIn are the occurrences of an interval.
func (a *allocator) occurrencesIn(iv *interval) []occurrence {
	return a.occs[iv.occs.first : iv.occs.first+iv.occs.count]
}
