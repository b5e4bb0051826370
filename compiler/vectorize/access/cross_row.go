package access

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/stride"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Accesses of bundles of columns, whose sub-groups lie in neighbouring rows.
//
// What lies side by side along the lanes is one vector for each sub-group, and from sub-group to sub-group the
// address changes by a step: one addition, instead of the whole address again.
//
// What lies side by side along the other dimension, as in b[x*n + y] = a[y*n + x], would be gathered or
// scattered. But if there are as many sub-groups as make a vector, each lane's elements are a vector in memory, and the
// square of registers is transposed on the way: sixteen vectors and 64 permutations for 256 elements.

// CrossRow is such an access.
type CrossRow struct {
	isTransposed bool
	Step         stride.Form  // between sub-groups; transposed: between lanes
	IsWhole      bool         // all lanes of the bundle are known to be active
	Members      []ir.ValueID // of small vectors, by rising addresses; else nil
}

// strategy is that of such an access.
func (a *CrossRow) strategy() Strategy {
	switch {
	case a.Members != nil:
		return TransposedGroup
	case a.isTransposed:
		return Transposed
	}
	return RowAcross
}

// FindCrossRow looks at the accesses of a bundle of columns. Those in loops of compare and swap are for one lane at a
// time.
func (s *Accesses) FindCrossRow() {
	s.CrossRowAt = map[ir.ValueID]*CrossRow{}
	if s.Version.Shape != bundle.Columns || s.Version.Count < 2 {
		return
	}
	for _, b := range s.Flow.Layout.Order {
		if s.CasLoopOf[b] != nil {
			continue
		}
		if !s.Off.Has(switches.Transposing) {
			s.findCrossRowGroups(b)
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if s.CrossRowAt[v] != nil || in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Flags&ir.FlagVolatile != 0 ||
				s.Offsets[in.Args[0]] {
				continue
			}
			if a := s.crossRowOf(in); a != nil && !s.Off.Has(Strategies[a.strategy()].Off) {
				a.IsWhole = s.Version.FullBundles && s.Flow.Root[b] == 0
				s.CrossRowAt[v] = a
			}
		}
	}
}

func (s *Accesses) crossRowOf(in *ir.Instr) *CrossRow {
	t := s.Kernel.AccessType(in)
	p := in.Args[0]
	if need := uniform.VaryLocal0 | uniform.VaryLocal1; s.Info.Varies(p)&need != need {
		return nil
	}
	step, ok := s.strideOf(p, uniform.VaryLocal1)
	if !ok {
		return nil
	}
	if f := s.Lane0(p); f.Kind == forms.Affine && f.Step == int32(t.Bytes()) {
		if f.Rows != 0 {
			return nil // a constant
		}
		if _, ok := s.strideOf(p, uniform.VaryLocal0); ok {
			return &CrossRow{Step: step}
		}
		return nil
	}
	if !s.canTranspose(t) || !step.Is(int64(t.Bytes())) {
		return nil
	}
	step, ok = s.strideOf(p, uniform.VaryLocal0)
	if !ok {
		return nil
	}
	return &CrossRow{isTransposed: true, Step: step}
}

// canTranspose reports whether the elements of all sub-groups are a vector.
func (s *Accesses) canTranspose(t ir.Type) bool {
	return t.Bytes() >= 4 && s.Version.Count*int(t.Bytes()) == s.ISA.VectorBytes()
}

// Transposes reports whether any access is transposed.
func (s *Accesses) Transposes() bool {
	for _, a := range s.CrossRowAt {
		if a.isTransposed {
			return true
		}
	}
	return false
}

// CrossRowNeeds are the values that an access across sub-groups asks for; false if it also needs what others do.
func (s *Accesses) CrossRowNeeds(v, p ir.ValueID, need func(ir.ValueID)) bool {
	a := s.CrossRowAt[v]
	if a == nil {
		return false
	}
	s.strideLeaves(p, need)
	if a.Members != nil {
		s.strideLeaves(s.Kernel.Instr(a.Members[0]).Args[0], need)
	}
	return !a.isTransposed || a.IsWhole
}
