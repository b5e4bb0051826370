package alloc

import "heddle/compiler/amd64/asm"

// occurrence is an instruction's number and, in the low bits, its uses of a register.
type occurrence uint32

const (
	reads     occurrence = 1 << iota // before the instruction's results are written
	writes                           // defines all of it, unless it is read too
	moves                            // the instruction is a move
	saves                            // no operand: a suspension stores the register before it
	undefines                        // with writes: any value will do
	stored                           // with writes: a store follows, for the suspensions

	occurrenceShift = 6
)

func (o occurrence) inst() int32          { return int32(o >> occurrenceShift) }
func (o occurrence) is(w occurrence) bool { return o&w != 0 }

// endWritten is the end of a range that begins with this write and has no read.
func (o occurrence) endWritten() int32 {
	if o.is(undefines) {
		return 2*o.inst() + 1 // nothing is written, so no register is needed
	}
	return 2*o.inst() + 2
}

// writesOnly reports whether a definition does not need the old value of the register.
func (o occurrence) writesOnly() bool { return o&(reads|writes) == writes }

// mention is an occurrence with its register, before sorting.
type mention struct {
	register   int32
	occurrence occurrence
}

// findOccurrences sorts all mentions of registers by register.
func (a *allocator) findOccurrences() {
	a.dead = make([]bool, len(a.fn.Insts))
	a.first = make([]int32, len(a.writeCount)+1)
	a.count = make([]int32, len(a.writeCount))
	a.parent = make([]int32, len(a.writeCount))
	for i := range a.parent {
		a.parent[i] = int32(i)
	}
	a.occs = emptied(a.occs, len(a.mentions)*5/4)[:len(a.mentions)]
	a.sortMentions()
}

// collectMentions lists all mentions of registers in program order.
func (a *allocator) collectMentions() {
	insts := a.fn.Insts
	registers := int(asm.FirstVirtual) + len(a.fn.Classes)
	a.mentions = emptied(a.mentions, 3*len(insts)+8)
	a.writeCount, a.readCount = cleared(a.writeCount, registers), cleared(a.readCount, registers)
	for i := range insts {
		a.mentionOperands(&insts[i], occurrence(i)<<occurrenceShift)
	}
}

func (a *allocator) mentionOperands(in *asm.Inst, at occurrence) {
	switch {
	case isMove(in):
		at |= moves
	case in.Op == asm.Undef:
		at |= undefines
	}
	for _, r := range asm.Info(in.Op).Fixed().Reads {
		a.mention(r, at|reads)
	}
	fresh := isZeroing(in)
	in.Operands(func(r *asm.Reg, read, write bool) {
		role := at
		if read && !fresh {
			role |= reads
		}
		if write {
			role |= writes
		}
		a.mention(*r, role)
	})
	for _, r := range asm.Info(in.Op).Fixed().Writes {
		a.mention(r, at|writes)
	}
}

func (a *allocator) mention(r asm.Reg, o occurrence) {
	if reserved(r) || o&(reads|writes) == 0 {
		return
	}
	a.mentions = append(a.mentions, mention{int32(r), o})
	if o.is(writes) {
		a.writeCount[r]++
	}
	if o.is(reads) {
		a.readCount[r]++
	}
}

// sortMentions makes each root's list of occurrences: those of all registers joined to it, without dead instructions,
// one per instruction.
func (a *allocator) sortMentions() {
	clear(a.first)
	for i := range a.mentions {
		m := &a.mentions[i]
		m.register = a.find(m.register)
		a.first[m.register+1]++
	}
	for r := 1; r < len(a.first); r++ {
		a.first[r] += a.first[r-1]
	}
	clear(a.count)
	for _, m := range a.mentions {
		if a.dead[m.occurrence.inst()] || a.undefinesAnother(m) {
			continue
		}
		at := a.first[m.register] + a.count[m.register]
		if at > a.first[m.register] && a.occs[at-1].inst() == m.occurrence.inst() {
			a.occs[at-1] |= m.occurrence
			continue
		}
		a.occs[at] = m.occurrence
		a.count[m.register]++
	}
}

// undefinesAnother reports whether an Undef is one of a register that was joined to another, which holds a value there.
func (a *allocator) undefinesAnother(m mention) bool {
	return m.occurrence.is(undefines) && a.live != nil && a.holds(a.live[m.register], 2*m.occurrence.inst())
}

// occurrencesOf are the occurrences of a root, in program order.
func (a *allocator) occurrencesOf(root int32) []occurrence {
	return a.occs[a.first[root] : a.first[root]+a.count[root]]
}

// find is the root of a register.
func (a *allocator) find(r int32) int32 {
	for a.parent[r] != r {
		a.parent[r] = a.parent[a.parent[r]]
		r = a.parent[r]
	}
	return r
}
