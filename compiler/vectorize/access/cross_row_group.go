package access

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/forms"
)

// Small vectors across sub-groups: b[x*n + y] = a[y*n + x] of float2 or float4 is loads and stores of their elements
// side by side. All elements of all sub-groups together are one vector for each lane, so two or four accesses are
// transposed at once. Loads move up to the first of theirs, over nothing that writes, stores down to the last, over
// nothing else that touches memory.

// findCrossRowGroups finds such accesses in a block.
func (s *Accesses) findCrossRowGroups(b ir.BlockID) {
	var loads, stores [][]ir.ValueID
	keep := func(list *[][]ir.ValueID) {
		for _, members := range *list {
			s.keepGroup(b, members)
		}
		*list = nil
	}
	for _, v := range s.Kernel.Blocks[b].Instrs {
		in := s.Kernel.Instr(v)
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

func (s *Accesses) joinsGroup(list [][]ir.ValueID, v ir.ValueID) bool {
	return slices.ContainsFunc(list, func(members []ir.ValueID) bool { return s.isBeside(members[0], v) })
}

func (s *Accesses) joinGroup(list *[][]ir.ValueID, v ir.ValueID) {
	for i, members := range *list {
		if s.isBeside(members[0], v) {
			(*list)[i] = append(members, v)
			return
		}
	}
	*list = append(*list, []ir.ValueID{v})
}

// isBeside reports whether the addresses of two accesses are constants apart.
func (s *Accesses) isBeside(v, w ir.ValueID) bool {
	a, _ := s.beside(v)
	b, _ := s.beside(w)
	return a == b
}

// beside takes the constants off the address of an access.
func (s *Accesses) beside(v ir.ValueID) (base ir.ValueID, disp int64) {
	return s.Kernel.BaseOffset(s.Kernel.Instr(v).Args[0])
}

// keepGroup notes accesses side by side if all sub-groups' are a vector for each lane.
func (s *Accesses) keepGroup(b ir.BlockID, members []ir.ValueID) {
	const size = 4
	n := len(members)
	if n != 2 && n != 4 || n*size*s.Version.Count != s.ISA.VectorBytes() {
		return
	}
	slices.SortStableFunc(members, func(v, w ir.ValueID) int {
		_, x := s.beside(v)
		_, y := s.beside(w)
		return int(x - y)
	})
	base, start := s.beside(members[0])
	for i, v := range members {
		in := s.Kernel.Instr(v)
		if _, disp := s.beside(v); disp != start+int64(i*size) || s.Kernel.AccessType(in).Bytes() != size ||
			s.Offsets[in.Args[0]] {
			return
		}
	}
	if need := uniform.VaryLocal0 | uniform.VaryLocal1; s.Info.Varies(base)&need != need {
		return
	}
	between, ok := s.strideOf(base, uniform.VaryLocal1)
	if !ok || !between.Is(int64(n*size)) {
		return
	}
	step, ok := s.strideOf(base, uniform.VaryLocal0)
	if f := s.Lane0(base); !ok || f.Kind == forms.Affine && f.Step > 0 && f.Step <= maxWords*size {
		return // a group
	}
	a := &CrossRow{isTransposed: true, Step: step, IsWhole: s.Version.FullBundles && s.Flow.Root[b] == 0,
		Members: members}
	for _, v := range members {
		s.CrossRowAt[v] = a
	}
}
