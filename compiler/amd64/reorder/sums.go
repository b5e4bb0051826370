package reorder

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
)

// Reassociation of sums. A sum of several integers arrives in the order of the kernel's source, as in one step of a
// hash function,
//
//	x = h + S1(e) + ch(e, f, g) + k[i] + w[i]
//
// where all operands but S1 and ch are ready long before, and the next step needs x. Added as written, four additions
// wait for S1; if it is added last, only one does. So the operands change places: the later an operand is ready, the
// later it is added. The number of instructions does not change, and the same registers hold the partial sums. An
// addition moves down only if one of its new operands is made after it.
//
// How late an operand is ready is the length of the dependency chain that ends with it. In a loop the chain begins with
// loop-carried registers; what does not depend on those is ready before. Integer sums wrap around, so each order gives
// the same result.

// loopCarried is the lateness of a loop-carried register, more than the length of any chain outside of a loop.
const loopCarried = 1 << 20

// adder reorders sums.
type adder struct {
	fn    *asm.Func
	reads []int32     // by virtual register: the number of operands that read it
	defs  []int32     // the number of instructions that write it
	last  []int32     // its last definition in the code
	made  []int32     // 1 + its last definition so far
	late  []int32     // the lateness of that definition
	ends  map[int]int // ends of loops, by the instruction with which they begin
	loops []stretch   // around the current instruction, the innermost last
	start int         // start of the current stretch of straight-line code
	path  []int       // the additions whose operands changed
}

// stretch is a range of the code, from its first instruction to its last.
type stretch struct{ first, last int }

// ReassociateSums orders the operands of all sums by when they are ready.
func ReassociateSums(fn *asm.Func) {
	n := len(fn.Classes)
	a := &adder{
		fn: fn, reads: make([]int32, n), defs: make([]int32, n), last: make([]int32, n),
		made: make([]int32, n), late: make([]int32, n), ends: map[int]int{},
	}
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

// count counts operands and finds loops. It reports whether there are sums.
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

// isSum reports whether an instruction adds the integers of two registers.
func isSum(in *asm.Inst) bool {
	isAdd := in.Op == asm.Vpaddd || in.Op == asm.Vpaddq
	return isAdd && !in.HasMem && in.Mask == asm.NoReg && min(in.Dst, in.A, in.B) >= asm.FirstVirtual
}

// note records the lateness of an instruction's results.
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

// lateness is the lateness of a register that an instruction reads.
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
		return loopCarried
	}
	return 0
}

// order visits a sum and the partial sums it is made of, from the last to the first. An operand of a partial sum that
// is ready later than the operand added to it changes places with that.
func (a *adder) order(i int) {
	a.path = a.path[:0]
	for a.swap(&i) {
	}
	for k := len(a.path) - 1; k >= 0; k-- {
		a.note(a.path[k])
	}
}

// swap treats one sum, and goes on to its partial sum. It reports whether there was anything to change.
func (a *adder) swap(i *int) bool {
	in := &a.fn.Insts[*i]
	for _, side := range [...][2]*asm.Reg{{&in.A, &in.B}, {&in.B, &in.A}} {
		part, operand := side[0], side[1] // in = part + operand
		k := a.partOf(*i, *part)
		if k < 0 || *operand == *part {
			continue
		}
		inner := &a.fn.Insts[k] // part = latest + other
		latest, other := &inner.A, &inner.B
		if a.lateness(inner.B, k) > a.lateness(inner.A, k) {
			latest, other = other, latest
		}
		if a.lateness(*latest, k) <= a.lateness(*operand, *i) || a.madeAt(*latest) >= k {
			continue // in order already, or latest has been overwritten since
		}
		if a.madeAt(*operand) >= k { // the new operand is made after the partial sum, which must move down
			if a.madeAt(*other) >= k || *i-k > maxSumSink {
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

// madeAt is the last definition of a register so far.
func (a *adder) madeAt(r asm.Reg) int { return int(a.made[r-asm.FirstVirtual]) - 1 }

// sink moves an addition down to just before the one that reads its result, after the definition of that one's other
// operand.
func (a *adder) sink(k, to int) {
	part := a.fn.Insts[k]
	copy(a.fn.Insts[k:to-1], a.fn.Insts[k+1:to])
	a.fn.Insts[to-1] = part
	for i := k; i < to; i++ {
		a.note(i)
	}
}

// partOf is the addition in this stretch whose result only instruction i reads, -1 if r is not the result of one.
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
