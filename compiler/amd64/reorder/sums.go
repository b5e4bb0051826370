package reorder

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
)

// Sums. A sum of several integers comes here in the order in which the kernel writes it, as in a round of a hash,
//
//	x = h + S1(e) + ch(e, f, g) + k[i] + w[i]
//
// where all but S1 and ch are there long before, and the next round waits for x. Added as written, four additions wait for
// S1; added last, it is one. So the operands of such a sum change places: those that are made late are added late. There are
// as many instructions as before, and the same registers hold the partial sums; a sum moves down only where what it should be
// made of is not there yet.
//
// How late an operand is made is how many instructions wait for each other in a row until then. In a loop they are counted
// from the registers that a round takes over from the last; what does not depend on those is there before. Sums wrap around,
// so all orders give the same.

// takenOver is more than any chain of instructions outside of a loop counts.
const takenOver = 1 << 20

// maxSunk bounds how far a sum moves down, as its two operands live longer by that where it alone did.
const maxSunk = 16

// adder looks for sums.
type adder struct {
	fn    *asm.Func
	reads []int32     // by virtual register: how often it is read
	defs  []int32     // how often it is written
	last  []int32     // where it is written last
	made  []int32     // 1 + where it was written last so far
	late  []int32     // how late that made it
	ends  map[int]int // where loops end, by the label that they begin with
	loops []stretch   // that the current instruction is in, the innermost last
	start int         // of the current stretch without labels and jumps
	path  []int       // the additions whose operands changed
}

// stretch is a piece of the code, from its first instruction to its last.
type stretch struct{ first, last int }

// AddLateLast brings the operands of all sums in the order in which they are made.
func AddLateLast(fn *asm.Func) {
	n := len(fn.Classes)
	a := &adder{fn: fn, reads: make([]int32, n), defs: make([]int32, n), last: make([]int32, n), made: make([]int32, n), late: make([]int32, n), ends: map[int]int{}}
	if !a.count() {
		return
	}
	for i := range fn.Insts {
		in := &fn.Insts[i]
		for len(a.loops) > 0 && a.loops[len(a.loops)-1].last < i {
			a.loops = a.loops[:len(a.loops)-1]
		}
		if in.Op == asm.Label {
			if end, ok := a.ends[i]; ok {
				a.loops = append(a.loops, stretch{i, end})
			}
			a.start = i
		}
		a.note(i)
		if isSum(in) {
			a.order(i)
		}
		if vec.EndsBlock(in.Op) {
			a.start = i + 1
		}
	}
}

// count counts uses and finds loops; false: there are no sums.
func (a *adder) count() (hasSums bool) {
	labels := map[int32]int{}
	for i := range a.fn.Insts {
		in := &a.fn.Insts[i]
		switch in.Op {
		case asm.Label:
			labels[in.Label] = i
		case asm.Jmp, asm.Jcc:
			if top, ok := labels[in.Label]; ok {
				a.ends[top] = i
			}
		}
		in.Operands(func(r *asm.Reg, read, write bool) {
			v := *r - asm.FirstVirtual
			if v < 0 {
				return
			}
			if read {
				a.reads[v]++
			}
			if write {
				a.defs[v]++
				a.last[v] = int32(i)
			}
		})
		hasSums = hasSums || isSum(in)
	}
	return hasSums
}

// isSum says whether an instruction adds the integers of two registers.
func isSum(in *asm.Inst) bool {
	return (in.Op == asm.Vpaddd || in.Op == asm.Vpaddq) && !in.HasMem && in.Mask == asm.NoReg && min(in.Dst, in.A, in.B) >= asm.FirstVirtual
}

// note notes how late an instruction makes what it writes.
func (a *adder) note(i int) {
	in, late := &a.fn.Insts[i], int32(0)
	in.Operands(func(r *asm.Reg, read, _ bool) {
		if read && *r >= asm.FirstVirtual && a.fn.ClassOf(*r) != asm.General {
			late = max(late, a.lateness(*r, i))
		}
	})
	if in.Op != asm.MoveV && in.Op != asm.MoveK {
		late++
	}
	in.Operands(func(r *asm.Reg, _, write bool) {
		if v := *r - asm.FirstVirtual; write && v >= 0 {
			a.late[v], a.made[v] = late, int32(i)+1
		}
	})
}

// lateness is how late a register is made that an instruction reads.
func (a *adder) lateness(r asm.Reg, at int) int32 {
	v := r - asm.FirstVirtual
	if len(a.loops) == 0 {
		return a.late[v]
	}
	loop := a.loops[len(a.loops)-1]
	switch {
	case int(a.made[v]) > loop.first:
		return a.late[v]
	case int(a.last[v]) >= at && int(a.last[v]) <= loop.last:
		return takenOver
	}
	return 0
}

// order looks at a sum and at those it is made of, from the last to the first: if one is made of something later than
// what is added to it, the two change places.
func (a *adder) order(i int) {
	a.path = a.path[:0]
	for a.swap(&i) {
	}
	for k := len(a.path) - 1; k >= 0; k-- {
		a.note(a.path[k])
	}
}

// swap does so with one sum, and goes on to the one it is made of; false: there is nothing to change.
func (a *adder) swap(i *int) bool {
	in := &a.fn.Insts[*i]
	for _, side := range [...][2]*asm.Reg{{&in.A, &in.B}, {&in.B, &in.A}} {
		part, operand := side[0], side[1]
		k := a.partOf(*i, *part)
		if k < 0 || *operand == *part {
			continue
		}
		inner := &a.fn.Insts[k]
		latest, other := &inner.A, &inner.B
		if a.lateness(inner.B, k) > a.lateness(inner.A, k) {
			latest, other = other, latest
		}
		if a.lateness(*latest, k) <= a.lateness(*operand, *i) || a.madeAt(*latest) >= k {
			continue
		}
		if a.madeAt(*operand) >= k {
			if a.madeAt(*other) >= k || *i-k > maxSunk {
				continue
			}
			a.sink(k, *i)
			k = *i - 1
			inner = &a.fn.Insts[k]
			if latest = &inner.A; a.lateness(inner.B, k) > a.lateness(inner.A, k) {
				latest = &inner.B
			}
		}
		*latest, *operand = *operand, *latest
		a.path = append(a.path, *i, k)
		*i = k
		return true
	}
	return false
}

// madeAt is where a register was written last so far.
func (a *adder) madeAt(r asm.Reg) int { return int(a.made[r-asm.FirstVirtual]) - 1 }

// sink moves an addition down to just before the one that reads its result, behind what makes the other operand of that.
func (a *adder) sink(k, to int) {
	part := a.fn.Insts[k]
	copy(a.fn.Insts[k:to-1], a.fn.Insts[k+1:to])
	a.fn.Insts[to-1] = part
	for i := k; i < to; i++ {
		a.note(i)
	}
}

// partOf is the addition in this stretch that alone makes a register for this one alone, or -1.
func (a *adder) partOf(i int, r asm.Reg) int {
	v := r - asm.FirstVirtual
	k := int(a.made[v]) - 1
	if k < a.start || a.reads[v] != 1 || a.defs[v] != 1 {
		return -1
	}
	in, part := &a.fn.Insts[i], &a.fn.Insts[k]
	if !isSum(part) || part.Op != in.Op || part.Len != in.Len {
		return -1
	}
	return k
}
