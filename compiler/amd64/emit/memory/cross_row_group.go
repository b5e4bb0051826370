package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// accessGroup writes small vectors at the first of their loads, or the last of their stores.
func (s *Accessor) accessGroup(_ ir.ValueID, in *ir.Instr, row *access.Access) {
	a := row.CrossRow
	s.CrossRowSeen[a]++
	if seen := s.CrossRowSeen[a]; in.Op == ir.OpLoad && seen > 1 || in.Op == ir.OpStore && seen < len(a.Members) {
		return
	}
	from, step := s.first(s.Kernel.Instr(a.Members[0]).Args[0]), s.strideReg(a.Step)
	if in.Op == ir.OpLoad {
		s.loadGroup(a, from, step)
	} else {
		s.storeGroup(a, from, step)
	}
}

func (s *Accessor) loadGroup(a *access.CrossRow, from, step asm.Reg) {
	n := len(a.Members)
	fresh := make([]asm.Reg, n*s.Version.Count) // those of a sub-group together
	for i := range fresh {
		fresh[i] = s.Temp()
	}
	s.wholeBundle(a, func() {
		rows := s.loadSquare(from, step)
		for i, column := range s.transposed(rows, 4) {
			s.MoveVector(fresh[i], column)
		}
	}, func() {
		for i, v := range a.Members {
			in, at := s.Kernel.Instr(v), &s.Rows[v].Address
			for u := range s.Version.Count {
				s.gather([]asm.Reg{fresh[u*n+i]}, in.Type, at, in.Align, s.ActiveMask(u), u)
			}
		}
	})
	for i, v := range a.Members {
		for u := range s.Version.Count {
			s.WriteLanes(v, u, func(dst []asm.Reg) { s.MoveVector(dst[0], fresh[u*n+i]) })
		}
	}
}

func (s *Accessor) storeGroup(a *access.CrossRow, from, step asm.Reg) {
	rows := make([]asm.Reg, len(a.Members)*s.Version.Count)
	for i, v := range a.Members {
		for u := range s.Version.Count {
			rows[u*len(a.Members)+i] = s.LanesOf(s.Kernel.Instr(v).Args[1], u)[0]
		}
	}
	s.wholeBundle(a, func() {
		columns := s.transposed(rows, 4)
		for l, m := range s.stepped(from, step, s.ISA.Lanes()) {
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: columns[l], HasMem: true, Mem: m})
		}
	}, func() {
		for i, v := range a.Members {
			in, at := s.Kernel.Instr(v), &s.Rows[v].Address
			for u := range s.Version.Count {
				s.scatter([]asm.Reg{rows[u*len(a.Members)+i]}, s.Kernel.Type(in.Args[1]), at, s.ActiveMask(u), u)
			}
		}
	})
}
