package reorder

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
)

// Deferring. What a kernel does with vectors of 8 or 16 elements arrives here operation by operation: all elements are
// loaded and taken out of the words they lie in, then all are compared, then all are chosen, and so on, so that at
// times more values are alive than there are registers. Where a stretch of code without jumps and labels has so many,
// what can move is written only when it is first read, that is element by element. If that leaves fewer values without
// register the code stays so, else it is put back: what two values are joined in is better computed early.
//
// Only instructions move that do nothing but compute a vector or a mask from registers that are not written any more in
// the stretch. What is written in steps (a copy, then an operation that changes it) moves as one if nobody reads it between.
// An element may not take long: where instructions wait for each other in a row, others must be near to fill the time. What
// is lacking is estimated only, so it must fall to a part of what it was. Bundles of several sub-groups are left as they
// are: there the others' instructions between are meant to fill the time.

// The limits.
const (
	minDeferred       = 64 // instructions of a stretch that is looked at
	minDeferredExcess = 64 // see excess
	deferredGain      = 4  // times less
	maxDeferredChain  = 32 // instructions of an element that wait for each other
)

// deferrer looks at a stretch.
type deferrer struct {
	fn    *asm.Func
	limit [asm.ClassCount]int

	minExcess, gain, maxChain int

	insts []asm.Inst
	uses  []int32 // by virtual register: how often the whole code names it

	named    []int32 // by virtual register: how often the stretch names it
	lastDef  []int32 // by virtual register: 1 + where the stretch writes it last
	first    []int32 // by virtual register: 1 + where the stretch names it first; negative while it is alive
	groups   map[asm.Reg]*defGroup
	memberOf []*defGroup // by instruction
	order    []int32
	deepest  int // of the groups that moved
}

// defGroup are all instructions of the stretch that write a register.
type defGroup struct {
	members []int32
	stays   bool // cannot move
	isRead  bool // behind the last of them
	done    bool
	depth   int // instructions that wait for each other, this register's last
}

// DeferUntilRead does so in all stretches with more values than registers.
func DeferUntilRead(fn *asm.Func) { newDeferrer(fn).run() }

func newDeferrer(fn *asm.Func) *deferrer {
	n := len(fn.Classes)
	d := &deferrer{fn: fn, uses: make([]int32, n), named: make([]int32, n), lastDef: make([]int32, n), first: make([]int32, n),
		minExcess: minDeferredExcess, gain: deferredGain, maxChain: maxDeferredChain}
	d.limit[asm.Vector], d.limit[asm.Mask] = 32, 7
	if fn.ISA == asm.AVX2 {
		d.limit[asm.Vector] = 16
	}
	d.count(fn.Insts, d.uses, 1)
	return d
}

func (d *deferrer) run() {
	first := 0
	for i := range d.fn.Insts {
		if op := d.fn.Insts[i].Op; op == asm.Label || vec.EndsBlock(op) {
			d.stretch(d.fn.Insts[first:i])
			first = i + 1
		}
	}
	d.stretch(d.fn.Insts[first:])
}

// count adds how often virtual registers are named, and says how many of each class were not named before.
func (d *deferrer) count(insts []asm.Inst, in []int32, by int32) (fresh [asm.ClassCount]int) {
	for i := range insts {
		insts[i].Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 {
				if in[v] == 0 {
					fresh[d.fn.ClassOf(*r)]++
				}
				in[v] += by
			}
		})
	}
	return fresh
}

// stretch reorders one.
func (d *deferrer) stretch(insts []asm.Inst) {
	if len(insts) < minDeferred {
		return
	}
	d.insts = insts
	distinct := d.count(insts, d.named, 1)
	defer d.count(insts, d.named, -1)
	if distinct[asm.Vector] <= d.limit[asm.Vector] && distinct[asm.Mask] <= d.limit[asm.Mask] {
		return
	}
	old := make([]int32, len(insts))
	for i := range old {
		old[i] = int32(i)
	}
	before := d.excess(old)
	if before < d.minExcess {
		return
	}
	d.findGroups()
	d.order, d.deepest = make([]int32, 0, len(insts)), 0
	for i := range insts {
		if g := d.memberOf[i]; g == nil || g.stays {
			d.write(int32(i))
		}
	}
	for i := range insts {
		insts[i].Operands(func(r *asm.Reg, _, _ bool) {
			if *r >= asm.FirstVirtual {
				d.lastDef[*r-asm.FirstVirtual] = 0
			}
		})
	}
	if len(d.order) != len(insts) {
		panic("BUG: an instruction is lost")
	}
	if d.deepest <= d.maxChain && d.gain*d.excess(d.order) <= before {
		sorted := make([]asm.Inst, len(insts))
		for to, from := range d.order {
			sorted[to] = insts[from]
		}
		copy(insts, sorted)
	}
}

// findGroups finds what may move.
func (d *deferrer) findGroups() {
	d.groups, d.memberOf = map[asm.Reg]*defGroup{}, make([]*defGroup, len(d.insts))
	for i := range d.insts {
		d.insts[i].Operands(func(r *asm.Reg, _, write bool) {
			if write && *r >= asm.FirstVirtual {
				d.lastDef[*r-asm.FirstVirtual] = int32(i) + 1
			}
		})
	}
	for i := range d.insts {
		in := &d.insts[i]
		in.Operands(func(r *asm.Reg, read, write bool) {
			g := d.groups[*r]
			switch {
			case write && *r >= asm.FirstVirtual:
				if g == nil {
					g = &defGroup{stays: read}
					d.groups[*r] = g
				}
				if n := len(g.members); n == 0 || g.members[n-1] != int32(i) {
					g.members = append(g.members, int32(i))
				}
				g.stays = g.stays || r != &in.Dst || !d.mayMove(i, in)
				d.memberOf[i] = g
			case read && g != nil && in.Dst != *r:
				if d.lastDef[*r-asm.FirstVirtual] > int32(i) {
					g.stays = true // read between
				}
				g.isRead = true
			}
		})
	}
	for _, g := range d.groups {
		g.stays = g.stays || !g.isRead
	}
}

// mayMove says whether an instruction only computes a vector or a mask from what is not written behind it.
func (d *deferrer) mayMove(at int, in *asm.Inst) bool {
	info := asm.Info(in.Op)
	if d.fn.ClassOf(in.Dst) == asm.General || info.Fixed() != asm.Info(asm.MoveV).Fixed() || in.Op == asm.Undef || in.HasMem && in.Mem.Const == 0 {
		return false
	}
	ok := true
	in.Operands(func(r *asm.Reg, read, write bool) {
		switch {
		case *r == in.Dst && r == &in.Dst:
		case write, *r < asm.FirstVirtual && *r != asm.RBP && *r != asm.R15:
			ok = false
		case *r >= asm.FirstVirtual && *r != in.Dst:
			ok = ok && d.lastDef[*r-asm.FirstVirtual] <= int32(at)
		}
	})
	return ok
}

// write writes an instruction behind what it reads, and gives how many that moved wait for each other before it.
func (d *deferrer) write(i int32) (depth int) {
	d.insts[i].Operands(func(r *asm.Reg, read, _ bool) {
		g := d.groups[*r]
		if !read || g == nil || g.stays || g.members[0] >= i || d.memberOf[i] == g {
			return
		}
		if !g.done {
			g.done = true
			for _, m := range g.members {
				g.depth = max(g.depth, d.write(m)) + 1
			}
			d.deepest = max(d.deepest, g.depth)
		}
		depth = max(depth, g.depth)
	})
	d.order = append(d.order, i)
	return depth
}

// excess is how many values have no register, summed over the instructions of the stretch in an order. Registers that
// the code around names too are alive throughout.
func (d *deferrer) excess(order []int32) (sum int) {
	n := [asm.ClassCount]int{}
	for at := len(order) - 1; at >= 0; at-- {
		d.insts[order[at]].Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 {
				if d.first[v] == 0 && d.uses[v] > d.named[v] {
					n[d.fn.ClassOf(*r)]++
				}
				d.first[v] = int32(at) + 1
			}
		})
	}
	for at := len(order) - 1; at >= 0; at-- {
		in := &d.insts[order[at]]
		in.Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 && d.first[v] > 0 && d.uses[v] == d.named[v] {
				n[d.fn.ClassOf(*r)]++
				d.first[v] = -d.first[v] // is alive
			}
		})
		for class := asm.Vector; class < asm.ClassCount; class++ {
			sum += max(0, n[class]-d.limit[class])
		}
		in.Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 && d.first[v] == -int32(at)-1 {
				n[d.fn.ClassOf(*r)]--
				d.first[v] = 0
			}
		})
	}
	for i := range d.insts {
		d.insts[i].Operands(func(r *asm.Reg, _, _ bool) {
			if *r >= asm.FirstVirtual {
				d.first[*r-asm.FirstVirtual] = 0
			}
		})
	}
	return sum
}
