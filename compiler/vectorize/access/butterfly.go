package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Accesses in which lanes exchange places: a[i ^ j], with ids i that step by one and a j that is the same for all
// lanes, as in sorting networks, fast transforms and sums along butterflies. Where i of lane 0 is a multiple of the
// number of lanes, j's upper bits say which row of as many elements it is, and its lower ones how the lanes lie in it:
// the lanes permute one row: lane l accesses element l^j, and lane l^j element l. So a load is a row and a
// permutation, a store the permutation and a row, for which else there would be a gather and a scatter.

// Butterfly is an index of such accesses.
type Butterfly struct {
	Steps  ir.ValueID   // steps by one from lane to lane
	With   []ir.ValueID // the same for all lanes, and joined to it by exclusive ors
	IsEven bool         // steps is known to be a multiple of the number of lanes in lane 0
}

// butterflyOf looks whether an address of elements of a type is of this kind.
func (s *Accesses) butterflyOf(a *Address, t ir.Type) (x Butterfly, ok bool) {
	if s.Off.Has(switches.Butterflies) {
		return Butterfly{}, false
	}
	if a.Pattern != ByIndex32 && a.Pattern != ByIndex64 || uint64(a.Scale) != t.Bytes() || forms.VectorsOf(t) > 1 {
		return Butterfly{}, false
	}
	if !s.addButterfly(&x, a.Index) || x.Steps == 0 || len(x.With) == 0 || len(x.With) > maxButterfly {
		return Butterfly{}, false
	}
	if first, isKnown := s.KnownFirst(x.Steps); isKnown {
		x.IsEven = first%uint64(s.ISA.Lanes()) == 0
		return x, x.IsEven
	}
	x.IsEven = s.startsRow(x.Steps)
	return x, true
}

// addButterfly adds the operands of exclusive ors.
func (s *Accesses) addButterfly(x *Butterfly, v ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	switch f := s.ByValue[v]; {
	case s.IsUniform(v):
		x.With = append(x.With, v)
		return true
	case f.Kind == forms.Affine:
		isFirst := x.Steps == 0
		x.Steps = v
		return isFirst && f.Step == 1
	}
	return in.Op == ir.OpXor && !s.LiveOut[v] && len(x.With) <= maxButterfly &&
		s.addButterfly(x, in.Args[0]) && s.addButterfly(x, in.Args[1])
}

// startsRow reports whether a value is the local id along the row, of which bundles have whole vectors one after the
// other.
func (s *Accesses) startsRow(v ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	for in.Op == ir.OpTrunc || in.Op == ir.OpZExt || in.Op == ir.OpSExt {
		in = s.Kernel.Instr(in.Args[0])
	}
	return in.Op == ir.OpLocalID && in.Kind == 0
}
