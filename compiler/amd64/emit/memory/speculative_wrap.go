package memory

import (
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// Accesses by 32-bit indices that step by one from lane to lane but may wrap, as `a[y * width + x - 1]` with unsigned
// operands: it is not known that x is not 0. They lie side by side unless the index wraps within the bundle,
// which one comparison tells. That is right in any launch, while a guard that one index of a kernel breaks is lost for
// all.

// loadRowUnlessWraps reads in one piece unless the index wraps.
func (s *Accessor) loadRowUnlessWraps(v ir.ValueID, in *ir.Instr, row *access.Access) {
	a, t, align := &row.Address, row.Type, in.Align
	f := s.ByValue[v]
	fresh := make([][]asm.Reg, s.Copies(f))
	for u := range s.EachCopy(f) {
		for range s.Own(v, u) {
			fresh[u] = append(fresh[u], s.Temp())
		}
	}
	s.unlessWrapped(a, f, func(m asm.Mem, u int) {
		s.LoadRow(fresh[u], t, m, s.ActiveFor(f, u))
	}, func(u int) {
		s.gather(fresh[u], t, a, align, s.ActiveFor(f, u), u)
	})
	for u := range s.EachCopy(f) {
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for h := range dst {
				s.MoveVector(dst[h], fresh[u][h])
			}
		})
	}
}

// storeRowUnlessWraps writes in one piece unless the index wraps.
func (s *Accessor) storeRowUnlessWraps(_ ir.ValueID, in *ir.Instr, row *access.Access) {
	a, t := &row.Address, row.Type
	values := make([][]asm.Reg, s.Version.Count)
	for u := range s.Each() {
		values[u] = s.LanesOf(in.Args[1], u)
	}
	s.unlessWrapped(a, forms.Form{PerSub: true}, func(m asm.Mem, u int) {
		s.storeRow(values[u], t, m, s.ActiveMask(u))
	}, func(u int) {
		s.scatter(values[u], t, a, s.ActiveMask(u), u)
	})
}

// unlessWrapped writes the accesses of the sub-groups that have registers of their own of a form in two ways, of which
// the one with a memory operand for each is taken if the indices of all of the bundle follow each other.
func (s *Accessor) unlessWrapped(a *access.Address, accessed forms.Form, fast func(m asm.Mem, u int),
	slow func(u int)) {
	f := s.ByValue[a.Index]
	if s.IsRowStep(f) {
		s.unlessWraps(a, 0, s.Copies(accessed), func(m asm.Mem) {
			for u := range s.EachCopy(accessed) {
				at := m
				at.Disp += int32(s.SubOffset(f, u)) * int32(a.Scale)
				fast(at, u)
			}
		}, func() {
			for u := range s.EachCopy(accessed) {
				slow(u)
			}
		})
		return
	}
	for u := range s.EachCopy(accessed) {
		s.unlessWraps(a, u, 1, func(m asm.Mem) { fast(m, u) }, func() { slow(u) })
	}
}

// unlessWraps tests the index of sub-group u and of those after it in the row.
func (s *Accessor) unlessWraps(a *access.Address, u, subs int, fast func(m asm.Mem), slow func()) {
	m := s.MemAt(a, u)
	index := s.Lane0Reg(a.Index, u)
	beyond := int64(subs*s.ISA.Lanes() - 1)
	wraps, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	limit, cond := math.MaxUint32-beyond, asm.CondA
	if !a.Unsigned {
		limit, cond = math.MaxInt32-beyond, asm.CondG
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: index, Imm: int64(int32(limit))})
	s.JumpIf(cond, wraps)
	wide := s.General()
	if !a.Unsigned {
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: wide, B: index})
	} else {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: wide, B: index})
	}
	m.Index, m.Scale = wide, a.Scale
	fast(m)
	s.Jump(done)
	s.Label(wraps)
	slow()
	s.Label(done)
}
