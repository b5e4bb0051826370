package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Small vectors across sub-groups: b[x*n + y] = a[y*n + x] of float2 or float4 is loads and stores of their elements side
// by side. All elements of all sub-groups together are one vector for each lane, so two or four accesses are transposed
// at once. Loads move up to the first of theirs, over nothing that writes, stores down to the last, over nothing else that
// touches memory.

// findAcrossGroups finds such accesses in a block.
func (s *accessTable) findAcrossGroups(b ir.BlockID) {
	var loads, stores [][]ir.ValueID
	keep := func(list *[][]ir.ValueID) {
		for _, members := range *list {
			s.keepGroup(b, members)
		}
		*list = nil
	}
	for _, v := range s.kernel.Blocks[b].Instrs {
		in := s.kernel.Instr(v)
		switch {
		case in.Op.Pure():
		case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0:
			keep(&stores)
			s.joinGroup(&loads, v)
		case in.Op == ir.OpStore && in.Flags&ir.FlagVolatile == 0:
			keep(&loads)
			if !s.joinsGroup(stores, v) {
				keep(&stores)
			}
			s.joinGroup(&stores, v)
		default:
			keep(&loads)
			keep(&stores)
		}
	}
	keep(&loads)
	keep(&stores)
}

func (s *accessTable) joinsGroup(list [][]ir.ValueID, v ir.ValueID) bool {
	return slices.ContainsFunc(list, func(members []ir.ValueID) bool { return s.isBeside(members[0], v) })
}

func (s *accessTable) joinGroup(list *[][]ir.ValueID, v ir.ValueID) {
	for i, members := range *list {
		if s.isBeside(members[0], v) {
			(*list)[i] = append(members, v)
			return
		}
	}
	*list = append(*list, []ir.ValueID{v})
}

// isBeside says whether the addresses of two accesses are constants apart.
func (s *accessTable) isBeside(v, w ir.ValueID) bool {
	a, _ := s.beside(v)
	b, _ := s.beside(w)
	return a == b
}

// beside takes the constants off the address of an access.
func (s *accessTable) beside(v ir.ValueID) (base ir.ValueID, disp int64) {
	base = s.kernel.Instr(v).Args[0]
	for in := s.kernel.Instr(base); in.Op == ir.OpPtrAdd; in = s.kernel.Instr(base) {
		c, ok := s.signedConst(in.Args[1])
		if !ok {
			break
		}
		base, disp = in.Args[0], disp+c
	}
	return base, disp
}

// keepGroup notes accesses side by side if all sub-groups' are a vector for each lane.
func (s *accessTable) keepGroup(b ir.BlockID, members []ir.ValueID) {
	const size = 4
	n := len(members)
	if n != 2 && n != 4 || n*size*s.version.Count != s.ISA.VectorBytes() {
		return
	}
	slices.SortFunc(members, func(v, w ir.ValueID) int {
		_, x := s.beside(v)
		_, y := s.beside(w)
		return int(x - y)
	})
	base, start := s.beside(members[0])
	for i, v := range members {
		in := s.kernel.Instr(v)
		if _, disp := s.beside(v); disp != start+int64(i*size) || accessType(s.kernel, in).Bytes() != size || s.offsets[in.Args[0]] {
			return
		}
	}
	if need := uniform.VaryLocal0 | uniform.VaryLocal1; s.info.Varies(base)&need != need {
		return
	}
	between, ok := s.slopeOf(base, uniform.VaryLocal1)
	if !ok || len(between.terms) > 0 || between.constant != int64(n*size) {
		return
	}
	step, ok := s.slopeOf(base, uniform.VaryLocal0)
	if f := s.lane0(base); !ok || f.kind == affine && f.step > 0 && f.step <= maxWords*size {
		return // a cluster
	}
	a := &across{isTransposed: true, step: step, isWhole: s.version.Full && s.flow.root[b] == 0, members: members}
	for _, v := range members {
		s.acrossAt[v] = a
	}
}

// accessGroup writes small vectors at the first of their loads, or the last of their stores.
func (s *selector) accessGroup(v ir.ValueID, in *ir.Instr, a *across) {
	s.note(v, wayTransposed)
	s.acrossSeen[a]++
	if seen := s.acrossSeen[a]; in.Op == ir.OpLoad && seen > 1 || in.Op == ir.OpStore && seen < len(a.members) {
		return
	}
	from, step := s.first(s.kernel.Instr(a.members[0]).Args[0]), s.slopeReg(a.step)
	if in.Op == ir.OpLoad {
		s.loadGroup(a, from, step)
	} else {
		s.storeGroup(a, from, step)
	}
}

func (s *selector) loadGroup(a *across, from, step asm.Reg) {
	n := len(a.members)
	fresh := make([]asm.Reg, n*s.version.Count) // those of a sub-group together
	for i := range fresh {
		fresh[i] = s.Temp()
	}
	s.wholeBundle(a, func() {
		rows := s.loadSquare(from, step)
		for i, column := range s.transposed(rows, 4) {
			s.moveVector(fresh[i], column)
		}
	}, func() {
		for i, v := range a.members {
			in := s.kernel.Instr(v)
			at := s.addressOf(in.Args[0], in.Type)
			for u := range s.version.Count {
				s.gather([]asm.Reg{fresh[u*n+i]}, in.Type, &at, in.Align, s.activeMask(u), u)
			}
		}
	})
	for i, v := range a.members {
		for u := range s.version.Count {
			s.writeLanes(v, u, func(dst []asm.Reg) { s.moveVector(dst[0], fresh[u*n+i]) })
		}
	}
}

func (s *selector) storeGroup(a *across, from, step asm.Reg) {
	rows := make([]asm.Reg, len(a.members)*s.version.Count)
	for i, v := range a.members {
		for u := range s.version.Count {
			rows[u*len(a.members)+i] = s.lanesOf(s.kernel.Instr(v).Args[1], u)[0]
		}
	}
	s.wholeBundle(a, func() {
		columns := s.transposed(rows, 4)
		for l, m := range s.stepped(from, step, s.ISA.Lanes()) {
			s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.ISA), B: columns[l], HasMem: true, Mem: m})
		}
	}, func() {
		for i, v := range a.members {
			in := s.kernel.Instr(v)
			at := s.addressOf(in.Args[0], ir.I32)
			for u := range s.version.Count {
				s.scatter([]asm.Reg{rows[u*len(a.members)+i]}, s.kernel.Type(in.Args[1]), &at, s.activeMask(u), u)
			}
		}
	})
}
