package memory

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Operations at one place whose old values are wanted. The lanes are taken to come in their order: lane l sees what lay
// there, combined with the operands of the active lanes before it. So one operation puts in the operands of all lanes,
// and an exclusive scan (Hillis and Steele, by permutations) tells each lane what came before it.
//
// An exchange is such an operation, too: its operands combine to the last of them. Lanes that are not active have none,
// so the scan carries beside each value a mask that is all ones where there is one.

// scan is an exclusive scan over the lanes of a sub-group, in one register or two.
type scan struct {
	*Accessor
	t     ir.Type // an integer
	words int     // of 32 bits in an element
	fold  atomicFold
	value []asm.Reg
	has   []asm.Reg // of an exchange: all ones where there is a value; nil for other operations
}

// atomicScanned does one operation for each sub-group, and finds what each lane would have seen.
func (s *Accessor) atomicScanned(v ir.ValueID, in *ir.Instr, a *access.Access) {
	for u := range s.Each() {
		seen := s.scanInto(in, func() asm.Mem { return s.MemAt(&a.Address, u) }, u)
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for i := range dst {
				s.MoveVector(dst[i], seen[i]())
			}
		})
	}
}

// scanInto does the operation of a sub-group, and gives what its lanes have seen.
func (s *Accessor) scanInto(in *ir.Instr, place func() asm.Mem, u int) (seen []func() asm.Reg) {
	size, active := emit.SizeOf(in.Type), s.ActiveMask(u)
	c := s.newScan(in, u)
	if c.has == nil || active != asm.NoReg { // else each operand is the last
		c.run()
	}
	all := c.total()
	before := c.exclusive()
	first, out := s.General(), s.Fn.NewLabel()
	s.MoveImm(first, 0)
	if active != asm.NoReg {
		bits := s.BitsOf(active)
		s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
		s.JumpIf(asm.CondE, out)
	}
	amount := s.General()
	s.FirstLane(amount, all, c.t)
	s.MoveGeneral(first, s.modify(in, c.t, place(), amount))
	s.Label(out)
	old := s.Temp()
	s.Broadcast(old, first, size)
	for i := range before.value {
		seen = append(seen, func() asm.Reg { return before.seenWith(ir.AtomicKind(in.Kind), old, i) })
	}
	return seen
}

func (s *Accessor) newScan(in *ir.Instr, u int) *scan {
	c := &scan{Accessor: s, t: ir.I32, words: int(emit.SizeOf(in.Type)) / 4, fold: foldOf(in)}
	if in.Type.Bits() > 32 {
		c.t = ir.I64
	}
	if ir.AtomicKind(in.Kind) == ir.AtomicXchg {
		c.fold = atomicFold{op: ir.OpOr}
		c.has = s.activeOnes(u, c.t)
	}
	c.value = s.activeLanesOf(in.Args[1], u, c.fold.neutral)
	return c
}

// activeOnes are all ones in the active lanes.
func (s *Accessor) activeOnes(u int, t ir.Type) []asm.Reg {
	ones, active := s.ConstLanes(t, t.Mask()), s.ActiveMask(u)
	if active == asm.NoReg {
		return slices.Clone(ones)
	}
	return s.Results(vec.Operation{Op: ir.OpSelect, Type: t, From: t},
		[3][]asm.Reg{{active}, ones, s.ConstLanes(t, 0)})
}

// run makes each lane the combination of all up to it.
func (c *scan) run() {
	c.value = slices.Clone(c.value)
	for step := 1; step < c.elements(); step *= 2 {
		for i := range c.value {
			has := asm.NoReg
			if c.has != nil {
				has = c.shifted(c.has[i], step, 0)
			}
			c.combine(i, c.shifted(c.value[i], step, c.fold.neutral), has)
		}
	}
	for i := 1; i < len(c.value); i++ {
		has := asm.NoReg
		if c.has != nil {
			has = c.last(c.has[i-1])
		}
		c.combine(i, c.last(c.value[i-1]), has)
	}
}

// elements is how many elements a register has.
func (c *scan) elements() int { return c.ISA.Lanes() / c.words }

// combine puts what came before into a register.
func (c *scan) combine(i int, value, has asm.Reg) {
	if c.has == nil {
		c.value[i] = c.Do(c.fold.op, c.t, c.value[i], value)
		return
	}
	c.value[i] = c.orWhereNone(c.value[i], c.has[i], value)
	c.has[i] = c.Do(ir.OpOr, c.t, c.has[i], has)
}

// orWhereNone is a value, which is zero where there is none, or another there.
func (c *scan) orWhereNone(value, has, other asm.Reg) asm.Reg {
	none := c.Do(ir.OpXor, c.t, has, c.ConstLanes(c.t, c.t.Mask())[0])
	return c.Do(ir.OpOr, c.t, value, c.Do(ir.OpAnd, c.t, other, none))
}

// permuted takes words from places that are known.
func (c *scan) permuted(x asm.Reg, of func(word int) int) asm.Reg {
	r := c.Temp()
	c.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(c.ISA), Dst: r, A: c.Words32(of), B: x})
	return r
}

// last is the last element of a register in all elements.
func (c *scan) last(x asm.Reg) asm.Reg {
	return c.permuted(x, func(word int) int { return (c.elements()-1)*c.words + word%c.words })
}

// shifted moves elements up by some, behind neutral ones.
func (c *scan) shifted(x asm.Reg, step int, neutral uint64) asm.Reg {
	first := step * c.words
	moved := c.permuted(x, func(word int) int { return max(word-first, 0) })
	moved = c.Do(ir.OpAnd, c.t, moved, c.upFrom(first, ^uint64(0), 0))
	if neutral == 0 {
		return moved
	}
	return c.Do(ir.OpOr, c.t, moved, c.upFrom(first, 0, neutral))
}

// upFrom is a constant with one element from a word on, and another before it.
func (c *scan) upFrom(first int, from, before uint64) asm.Reg {
	return c.Words32(func(word int) int {
		element := before
		if word >= first {
			element = from
		}
		return int(uint32(element >> (32 * (word % c.words))))
	})
}

// total is what all lanes combine to, in the first element.
func (c *scan) total() asm.Reg { return c.last(c.value[len(c.value)-1]) }

// exclusive is the scan without each lane's own value.
func (c *scan) exclusive() *scan {
	before := *c
	before.value = c.before(c.value, c.fold.neutral)
	if c.has != nil {
		before.has = c.before(c.has, 0)
	}
	return &before
}

// before moves all lanes up by one.
func (c *scan) before(list []asm.Reg, neutral uint64) (moved []asm.Reg) {
	for i, x := range list {
		if i == 0 {
			moved = append(moved, c.shifted(x, 1, neutral))
			continue
		}
		carried := c.Do(ir.OpAnd, c.t, c.last(list[i-1]), c.upFrom(c.words, 0, ^uint64(0)))
		moved = append(moved, c.Do(ir.OpOr, c.t, c.shifted(x, 1, 0), carried))
	}
	return moved
}

// seenWith is what the lanes of a register have seen, if old lay there.
func (c *scan) seenWith(k ir.AtomicKind, old asm.Reg, i int) asm.Reg {
	switch {
	case c.has != nil:
		return c.orWhereNone(c.value[i], c.has[i], old)
	case k == ir.AtomicSub:
		return c.Do(ir.OpSub, c.t, old, c.value[i])
	}
	return c.Do(c.fold.op, c.t, old, c.value[i])
}
