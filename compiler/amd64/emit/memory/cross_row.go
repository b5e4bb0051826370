package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// rowsAcross writes an access in one piece for each sub-group.
func (s *Accessor) rowsAcross(v ir.ValueID, in *ir.Instr, a *access.Access) {
	from, step := s.first(in.Args[0]), s.strideReg(a.CrossRow.Step)
	f := s.ByValue[v]
	for u, m := range s.stepped(from, step, s.Version.Count) {
		if in.Op == ir.OpLoad {
			s.WriteLanes(v, u, func(dst []asm.Reg) { s.LoadRow(dst, a.Type, m, s.ActiveFor(f, u)) })
			continue
		}
		s.storeRow(s.LanesOf(in.Args[1], u), a.Type, m, s.ActiveMask(u))
	}
}

// stepped gives memory operands that are a step apart. Each is good until the next is asked for.
func (s *Accessor) stepped(from, step asm.Reg, n int) func(yield func(int, asm.Mem) bool) {
	return func(yield func(int, asm.Mem) bool) {
		at := from
		for i := range n {
			if i > 0 {
				next := s.General()
				s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: next, HasMem: true,
					Mem: asm.Mem{Base: at, Index: step, Scale: 1}})
				at = next
			}
			if !yield(i, asm.Mem{Base: at}) {
				return
			}
		}
	}
}

// wholeBundle runs fast if all lanes of the bundle are active, else slow.
func (s *Accessor) wholeBundle(a *access.CrossRow, fast, slow func()) {
	masks := s.Masks()
	if a.IsWhole || masks == nil {
		fast()
		return
	}
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	s.UnlessWhole(masks, some)
	fast()
	s.Jump(done)
	s.Label(some)
	slow()
	s.Label(done)
}

// loadSquare reads a square: a whole vector from each of as many places as there are lanes.
func (s *Accessor) loadSquare(from, step asm.Reg) []asm.Reg {
	var rows []asm.Reg
	for _, m := range s.stepped(from, step, s.ISA.Lanes()) {
		r := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: m})
		rows = append(rows, r)
	}
	return rows
}

// loadTransposed reads a vector for each lane and transposes.
func (s *Accessor) loadTransposed(v ir.ValueID, in *ir.Instr, a *access.Access) {
	from, step := s.first(in.Args[0]), s.strideReg(a.CrossRow.Step)
	fresh := make([][]asm.Reg, s.Version.Count)
	for u := range fresh {
		for range s.Own(v, u) {
			fresh[u] = append(fresh[u], s.Temp())
		}
	}
	size := int(in.Type.Bytes())
	s.wholeBundle(a.CrossRow, func() {
		rows := s.loadSquare(from, step)
		for h := range fresh[0] {
			for u, column := range s.transposed(rows[h*s.Version.Count:][:s.Version.Count], size) {
				s.MoveVector(fresh[u][h], column)
			}
		}
	}, func() {
		for u := range fresh {
			s.gather(fresh[u], in.Type, &a.Address, in.Align, s.ActiveMask(u), u)
		}
	})
	for u := range fresh {
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for h := range dst {
				s.MoveVector(dst[h], fresh[u][h])
			}
		})
	}
}

// storeTransposed transposes and writes a vector for each lane.
func (s *Accessor) storeTransposed(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	from, step := s.first(in.Args[0]), s.strideReg(a.CrossRow.Step)
	t := a.Type
	values := make([][]asm.Reg, s.Version.Count)
	for u := range values {
		values[u] = s.LanesOf(in.Args[1], u)
	}
	s.wholeBundle(a.CrossRow, func() {
		var columns []asm.Reg
		for h := range values[0] {
			rows := make([]asm.Reg, len(values))
			for u := range rows {
				rows[u] = values[u][h]
			}
			columns = append(columns, s.transposed(rows, int(t.Bytes()))...)
		}
		for l, m := range s.stepped(from, step, s.ISA.Lanes()) {
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: columns[l], HasMem: true, Mem: m})
		}
	}, func() {
		for u := range values {
			s.scatter(values[u], t, &a.Address, s.ActiveMask(u), u)
		}
	})
}
