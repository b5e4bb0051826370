package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Accesses of bundles of columns, whose sub-groups lie in neighbouring rows.
//
// What lies one behind the other along the lanes is one vector for each sub-group, and from sub-group to sub-group the
// address changes by a slope: one addition, instead of the whole address again.
//
// What lies one behind the other along the other dimension, as in b[x*n + y] = a[y*n + x], would be gathered or
// scattered. But if there are as many sub-groups as make a vector, each lane's elements are a vector in memory, and the
// square of registers is transposed on the way: sixteen vectors and 64 permutations for 256 elements.

// across is such an access.
type across struct {
	isTransposed bool
	step         slope        // between sub-groups; transposed: between lanes
	isWhole      bool         // all lanes of the bundle are known to be active
	members      []ir.ValueID // of small vectors, by rising addresses; else nil
}

// findAcross looks at the accesses of a bundle of columns. Those in loops of compare and swap are for one lane at a time.
func (s *accessTable) findAcross() {
	s.acrossAt = map[ir.ValueID]*across{}
	if s.version.Shape != bundle.Columns || s.version.Count < 2 {
		return
	}
	for _, b := range s.flow.layout.Order {
		if s.swapIn[b] != nil {
			continue
		}
		s.findAcrossGroups(b)
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if s.acrossAt[v] != nil || in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Flags&ir.FlagVolatile != 0 || s.offsets[in.Args[0]] {
				continue
			}
			if a := s.acrossOf(in); a != nil {
				a.isWhole = s.version.Full && s.flow.root[b] == 0
				s.acrossAt[v] = a
			}
		}
	}
}

func (s *accessTable) acrossOf(in *ir.Instr) *across {
	t := accessType(s.kernel, in)
	p := in.Args[0]
	if need := uniform.VaryLocal0 | uniform.VaryLocal1; s.info.Varies(p)&need != need {
		return nil
	}
	step, ok := s.slopeOf(p, uniform.VaryLocal1)
	if !ok {
		return nil
	}
	if f := s.lane0(p); f.kind == affine && f.step == int32(t.Bytes()) {
		if f.rows != 0 {
			return nil // a constant
		}
		if _, ok := s.slopeOf(p, uniform.VaryLocal0); ok {
			return &across{step: step}
		}
		return nil
	}
	if !s.canTranspose(t) || len(step.terms) > 0 || step.constant != int64(t.Bytes()) {
		return nil
	}
	step, ok = s.slopeOf(p, uniform.VaryLocal0)
	if !ok {
		return nil
	}
	return &across{isTransposed: true, step: step}
}

// canTranspose says whether the elements of all sub-groups are a vector.
func (s *accessTable) canTranspose(t ir.Type) bool {
	return t.Bytes() >= 4 && s.version.Count*int(t.Bytes()) == s.ISA.VectorBytes()
}

// transposes says whether any access is transposed.
func (s *accessTable) transposes() bool {
	for _, a := range s.acrossAt {
		if a.isTransposed {
			return true
		}
	}
	return false
}

// acrossNeeds are the values that an access across sub-groups asks for; false if it also needs what others do.
func (s *accessTable) acrossNeeds(v, p ir.ValueID, need func(ir.ValueID)) bool {
	a := s.acrossAt[v]
	if a == nil {
		return false
	}
	s.slopeLeaves(p, need)
	if a.members != nil {
		s.slopeLeaves(s.kernel.Instr(a.members[0]).Args[0], need)
	}
	return !a.isTransposed || a.isWhole
}

// accessAcross writes an access across sub-groups; false if it is none.
func (s *selector) accessAcross(v ir.ValueID, in *ir.Instr) bool {
	a := s.acrossAt[v]
	if a == nil {
		return false
	}
	if a.members != nil {
		s.accessGroup(v, in, a)
		return true
	}
	t := accessType(s.kernel, in)
	from, step := s.first(in.Args[0]), s.slopeReg(a.step)
	switch {
	case a.isTransposed && in.Op == ir.OpLoad:
		s.note(v, wayTransposed)
		s.loadTransposed(v, in, a, from, step)
	case a.isTransposed:
		s.note(v, wayTransposed)
		s.storeTransposed(in, a, from, step)
	default:
		s.note(v, wayRow)
		s.rowsAcross(v, in, t, from, step)
	}
	return true
}

// rowsAcross writes an access in one piece for each sub-group.
func (s *selector) rowsAcross(v ir.ValueID, in *ir.Instr, t ir.Type, from, step asm.Reg) {
	f := s.byValue[v]
	for u, m := range s.stepped(from, step, s.version.Count) {
		if in.Op == ir.OpLoad {
			s.writeLanes(v, u, func(dst []asm.Reg) { s.loadRow(dst, t, m, s.activeFor(f, u)) })
			continue
		}
		s.storeRow(s.lanesOf(in.Args[1], u), t, m, s.activeMask(u))
	}
}

// stepped gives memory operands that are a step apart. Each is good until the next is asked for.
func (s *selector) stepped(from, step asm.Reg, n int) func(yield func(int, asm.Mem) bool) {
	return func(yield func(int, asm.Mem) bool) {
		at := from
		for i := range n {
			if i > 0 {
				next := s.general()
				s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: next, HasMem: true, Mem: asm.Mem{Base: at, Index: step, Scale: 1}})
				at = next
			}
			if !yield(i, asm.Mem{Base: at}) {
				return
			}
		}
	}
}

// wholeBundle runs fast if all lanes of the bundle are active, else slow.
func (s *selector) wholeBundle(a *across, fast, slow func()) {
	masks := s.masks()
	if a.isWhole || masks == nil {
		fast()
		return
	}
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	s.unlessWhole(masks, some)
	fast()
	s.jump(done)
	s.label(some)
	slow()
	s.label(done)
}

// loadSquare reads a square: a whole vector from each of as many places as there are lanes.
func (s *selector) loadSquare(from, step asm.Reg) []asm.Reg {
	var rows []asm.Reg
	for _, m := range s.stepped(from, step, s.ISA.Lanes()) {
		r := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: m})
		rows = append(rows, r)
	}
	return rows
}

// loadTransposed reads a vector for each lane and transposes.
func (s *selector) loadTransposed(v ir.ValueID, in *ir.Instr, a *across, from, step asm.Reg) {
	fresh := make([][]asm.Reg, s.version.Count)
	for u := range fresh {
		for range s.own(v, u) {
			fresh[u] = append(fresh[u], s.Temp())
		}
	}
	size := int(in.Type.Bytes())
	s.wholeBundle(a, func() {
		rows := s.loadSquare(from, step)
		for h := range fresh[0] {
			for u, column := range s.transposed(rows[h*s.version.Count:][:s.version.Count], size) {
				s.moveVector(fresh[u][h], column)
			}
		}
	}, func() {
		at := s.addressOf(in.Args[0], in.Type)
		for u := range fresh {
			s.gather(fresh[u], in.Type, &at, in.Align, s.activeMask(u), u)
		}
	})
	for u := range fresh {
		s.writeLanes(v, u, func(dst []asm.Reg) {
			for h := range dst {
				s.moveVector(dst[h], fresh[u][h])
			}
		})
	}
}

// storeTransposed transposes and writes a vector for each lane.
func (s *selector) storeTransposed(in *ir.Instr, a *across, from, step asm.Reg) {
	t := s.kernel.Type(in.Args[1])
	values := make([][]asm.Reg, s.version.Count)
	for u := range values {
		values[u] = s.lanesOf(in.Args[1], u)
	}
	s.wholeBundle(a, func() {
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
		at := s.addressOf(in.Args[0], t)
		for u := range values {
			s.scatter(values[u], t, &at, s.activeMask(u), u)
		}
	})
}
