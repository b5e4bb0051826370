package alloc

import "heddle/compiler/amd64/asm"

// Overwritten operands. The code generator writes an operation that overwrites one of its operands as a move and the
// operation (d = x; d = d*y + z). If x is needed afterwards, the move stays. Fused multiply-adds, ternary logic,
// permutations of two tables and sums exist in forms that overwrite another operand. Here a form is chosen whose
// overwritten operand is not needed afterwards, preferably one that will be coalesced with d anyway (the sum that a
// loop carries). The pairs are visited backward, so that a whole chain of sums becomes one variable.

// chooseForms rewrites the pairs, and updates ranges and mentions.
func (a *allocator) chooseForms() {
	web := a.startWebs()
	changed := false
	for i := len(a.fn.Insts) - 2; i >= 0; i-- {
		if a.isPair(int32(i)) && a.chooseForm(int32(i), web) {
			changed = true
		}
	}
	if changed {
		a.sortMentions()
	}
}

// webs are sets of registers that will probably be coalesced.
type webs []asm.Reg

func (w webs) find(r asm.Reg) asm.Reg {
	for w[r] != r {
		w[r] = w[w[r]]
		r = w[r]
	}
	return r
}

// startWebs joins registers connected by moves that do not belong to a pair.
func (a *allocator) startWebs() webs {
	w := make(webs, len(a.count))
	for r := range w {
		w[r] = asm.Reg(r)
	}
	for i := range a.fn.Insts {
		if in := &a.fn.Insts[i]; isMove(in) && !a.isPair(int32(i)) {
			w[w.find(in.Dst)] = w.find(in.B)
		}
	}
	return w
}

// isPair reports whether a move only fills the operand that the next instruction overwrites.
func (a *allocator) isPair(i int32) bool {
	in := &a.fn.Insts[i]
	isVirtual := in.Dst >= asm.FirstVirtual && in.B >= asm.FirstVirtual
	if !isMove(in) || !isVirtual || in.Dst == in.B || int(i)+1 >= len(a.fn.Insts) {
		return false
	}
	op := &a.fn.Insts[i+1]
	d := in.Dst
	return op.Dst == d && op.Mask == asm.NoReg && hasForms(op.Op) && op.A != d && op.B != d && op.C != d &&
		op.Mem.Base != d && op.Mem.Index != d
}

// chooseForm changes one pair if that saves the move.
func (a *allocator) chooseForm(i int32, web webs) bool {
	move, op := &a.fn.Insts[i], &a.fn.Insts[i+1]
	d, x := move.Dst, move.B
	best, bestScore := x, 0
	if !a.neededAfter(x, i+1) {
		bestScore = formScore(op, x, web)
	}
	for _, o := range [...]asm.Reg{op.B, op.A} {
		isCandidate := o >= asm.FirstVirtual && o != x && op.A != op.B && a.fn.ClassOf(o) == a.fn.ClassOf(d)
		if !isCandidate || a.neededAfter(o, i+1) {
			continue
		}
		if score := formScore(op, o, web); score > bestScore && canOverwrite(op, o) {
			best, bestScore = o, score
		}
	}
	if bestScore > 0 {
		web[web.find(best)] = web.find(d)
	}
	if best == x {
		return false
	}
	overwrite(op, x, best)
	move.B = best
	a.exchangeMentions(i, int32(x), int32(best))
	return true
}

// formScore rates an operand as the one to be overwritten.
func formScore(op *asm.Inst, o asm.Reg, web webs) int {
	score := 1
	if web.find(op.Dst) == web.find(o) {
		score += 2
	}
	if form, _, ok := fmaForm(op.Op); ok && (o == op.B) == (form == form213) && o != op.A {
		score++ // the sum, which a chain carries on
	}
	return score
}

// neededAfter reports whether a register is live after an instruction.
func (a *allocator) neededAfter(r asm.Reg, inst int32) bool {
	return a.isFar(int32(r)) || a.holds(a.live[r], 2*inst+1)
}

// exchangeMentions records that instruction i reads other instead of x, and i+1 x instead of other.
func (a *allocator) exchangeMentions(i, x, other int32) {
	at := a.firstMention(i)
	for ; at < len(a.mentions) && a.mentions[at].occurrence.inst() <= i+1; at++ {
		m := &a.mentions[at]
		switch {
		case m.occurrence.is(writes):
		case m.occurrence.inst() == i && m.register == x:
			m.register = other
		case m.occurrence.inst() == i+1 && m.register == other:
			m.register = x
		}
	}
	a.removePositions(other, 2*i+1)
	a.removePositions(other, 2*i+2)
	if a.isFar(x) {
		return
	}
	base := len(a.spans)
	a.addPositions(base, 2*i, 2*i+3)
	a.live[x] = a.join(a.live[x], a.extentSince(base))
}

// firstMention is the index of the first mention of instruction i or a later one.
func (a *allocator) firstMention(i int32) int {
	low, high := 0, len(a.mentions)
	for low < high {
		middle := (low + high) / 2
		if a.mentions[middle].occurrence.inst() < i {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// removePositions removes a position from a register's range.
func (a *allocator) removePositions(r, position int32) {
	e := &a.live[r]
	spans := a.spansOf(*e)
	for n := range spans {
		if spans[n].chunk != position>>chunkShift {
			continue
		}
		if spans[n].mask &^= 1 << uint(position&(chunkSize-1)); spans[n].mask == 0 {
			copy(spans[n:], spans[n+1:])
			e.count--
		}
		return
	}
}

// hasForms reports whether an operation overwrites an operand and has forms for several of them.
func hasForms(op asm.Op) bool {
	_, _, isFMA := fmaForm(op)
	return isTernary(op) || isCommutative(op) || isFMA || isPermutation(op)
}

func isTernary(op asm.Op) bool { return op == asm.Vpternlogd || op == asm.Vpternlogq }

// isCommutative reports whether an operation on general registers may overwrite either operand.
func isCommutative(op asm.Op) bool {
	return op == asm.Add || op == asm.And || op == asm.Or || op == asm.Xor || op == asm.Imul
}

// canOverwrite reports whether there is a form that overwrites o, which is A or B.
func canOverwrite(op *asm.Inst, o asm.Reg) bool {
	if isPermutation(op.Op) {
		return o == op.A
	}
	if isCommutative(op.Op) {
		return o == op.B && op.Size >= 4
	}
	_, _, isFMA := fmaForm(op.Op)
	return !isFMA || !op.HasMem
}

// overwrite makes the operation one that overwrites o instead of x.
func overwrite(op *asm.Inst, x, o asm.Reg) {
	if isTernary(op.Op) {
		overwriteTernary(op, x, o)
		return
	}
	if form, base, ok := fmaForm(op.Op); ok {
		overwriteFMA(op, form, base, x, o)
		return
	}
	if isPermutation(op.Op) {
		op.Op, op.A = otherPermutation(op.Op), x
		return
	}
	op.B = x
}

// The forms of fused multiply-adds: 213 is Dst = A*Dst + B, 231 is Dst = A*B + Dst, 132 is Dst = Dst*B + A.
const (
	form132 = iota
	form213
	form231
)

// fmaKinds are the families; each has its twelve operations in a row: three forms of ps, pd, ss, sd.
var fmaKinds = [...]asm.Op{asm.Vfmadd132ps, asm.Vfmsub132ps, asm.Vfnmadd132ps, asm.Vfnmsub132ps}

// fmaForm is the form of a fused multiply-add, and its operation of form 132.
func fmaForm(op asm.Op) (form int, base asm.Op, ok bool) {
	for _, first := range fmaKinds {
		if n := int(op) - int(first); n >= 0 && n < 12 {
			return n / 4, first + asm.Op(n%4), true
		}
	}
	return 0, 0, false
}

// overwriteFMA preserves the order in which the processor looks for NaNs, which decides which NaN the result is: A,
// Dst, B in form 213; A, B, Dst in form 231; Dst, B, A in form 132. That is both factors in their order, then the sum.
func overwriteFMA(op *asm.Inst, form int, base asm.Op, x, o asm.Reg) {
	switch {
	case form == form213 && o == op.A: // o*x + B
		op.Op, op.A, op.B = base+4*form132, op.B, x
	case form == form213: // A*x + o
		op.Op, op.B = base+4*form231, x
	case form == form231 && o == op.A: // o*B + x
		op.Op, op.A = base+4*form132, x
	case form == form231: // A*o + x
		op.Op, op.B = base+4*form213, x
	case o == op.A: // form 132: x*B + o
		op.Op, op.A = base+4*form231, x
	default: // form 132: x*o + A
		op.Op, op.A, op.B = base+4*form213, x, op.A
	}
}

// overwriteTernary exchanges two inputs of a truth table. Imm is the table: the result for each combination of Dst (4),
// A (2) and B (1).
func overwriteTernary(op *asm.Inst, x, o asm.Reg) {
	weight := 1
	if o == op.A {
		weight = 2
		op.A = x
	} else {
		op.B = x
	}
	table := 0
	for inputs := range 8 {
		swapped := inputs &^ (4 | weight)
		if inputs&4 != 0 {
			swapped |= weight
		}
		if inputs&weight != 0 {
			swapped |= 4
		}
		table |= int(op.Imm) >> swapped & 1 << inputs
	}
	op.Imm = int64(table)
}

func isPermutation(op asm.Op) bool { return otherPermutation(op) != asm.Invalid }

// permutations of two tables, each in the form that overwrites the indices and in the one that overwrites the first
// table.
var permutations = [...][2]asm.Op{
	{asm.Vpermi2w, asm.Vpermt2w}, {asm.Vpermi2d, asm.Vpermt2d}, {asm.Vpermi2q, asm.Vpermt2q},
	{asm.Vpermi2ps, asm.Vpermt2ps}, {asm.Vpermi2pd, asm.Vpermt2pd},
}

// otherPermutation is the other form of a permutation of two tables, Invalid for other operations.
func otherPermutation(op asm.Op) asm.Op {
	for _, p := range permutations {
		switch op {
		case p[0]:
			return p[1]
		case p[1]:
			return p[0]
		}
	}
	return asm.Invalid
}
