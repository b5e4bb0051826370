package access

import (
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Addresses: what of the arithmetic before an access the access can do itself.

// pattern is how the addresses of a sub-group's lanes lie.
type pattern uint8

const (
	AtOne            pattern = iota // all the same
	InRow                           // side by side
	InSteps                         // step bytes apart
	ByIndex32                       // base + index*scale, a 32-bit index per lane, extended by its sign unless unsigned
	ByIndex64                       // base + index*scale, a 64-bit index per lane
	RowUnlessWrapped                // side by side, unless the 32-bit index wraps between them
	ByPointers                      // an address per lane
)

// Address is where an access goes.
type Address struct {
	Pattern pattern
	Base    ir.ValueID // its value in lane 0; ByPointers: its lanes
	Plus    ir.ValueID // added to base times plusScale, in lane 0; 0: nothing
	PlusBy  uint8
	sum     ir.ValueID // the pointer that base and plus add up to
	Index   ir.ValueID // RowUnlessWrapped: of 32 bits, to be extended
	Scale   uint8
	Step    int32
	Disp    int64

	IsGlobal bool          // it is known to be in global memory
	Unsigned bool          // a 32-bit index is extended by zeros
	ByLoads  uint64        // sub-groups, as bits, whose gathers are a load for each lane
	Firsts   *firstOffsets // InRow, InSteps: how sub-groups' lanes 0 lie; nil: as base and plus say
}

// Values are those that the access needs to have computed.
func (a *Address) Values() []ir.ValueID {
	list := []ir.ValueID{a.Base}
	for _, v := range []ir.ValueID{a.Index, a.Plus} {
		if v != 0 {
			list = append(list, v)
		}
	}
	return list
}

// Whole is the pointer that says how lanes 0 of sub-groups lie.
func (a *Address) Whole() ir.ValueID {
	if a.Plus != 0 {
		return a.sum
	}
	return a.Base
}

// MaxDisp keeps displacements, with those of parts and sub-groups, within 32 bits.
const MaxDisp = 1 << 29

// AddressOf takes a pointer apart for an access to a type. It takes nothing apart that is used after a loop which
// lanes leave at different times: only that value itself is kept for the lanes that have left, and not what it was made
// of.
func (s *Accesses) AddressOf(p ir.ValueID, t ir.Type) Address {
	a := Address{Pattern: ByPointers, Base: p}
	for in := s.Kernel.Instr(a.Base); in.Op == ir.OpPtrAdd && !s.LiveOut[a.Base]; in = s.Kernel.Instr(a.Base) {
		c, ok := s.SignedConst(in.Args[1])
		if sum := a.Disp + c; !ok || sum != int64(int32(sum)) || sum > MaxDisp || sum < -MaxDisp {
			break
		}
		a.Base, a.Disp = in.Args[0], a.Disp+c
	}
	switch f := s.Lane0(a.Base); f.Kind {
	case forms.Scalar:
		a.Pattern = AtOne
		s.addTo(&a)
		return a
	case forms.Affine:
		a.Pattern, a.Step = InSteps, f.Step
		if f.Step == int32(t.Bytes()) {
			a.Pattern = InRow
		}
		s.addTo(&a)
		s.knownSteps(&a, p, t)
		return a
	}
	if in := s.Kernel.Instr(a.Base); in.Op == ir.OpPtrAdd && !s.LiveOut[a.Base] &&
		s.Lane0(in.Args[0]).Kind != forms.None {
		s.indexed(&a, in)
		s.mostly(&a, in, t)
	}
	s.knownSteps(&a, p, t)
	return a
}

// mostly looks whether the index of an address, times the size of the type, steps by one in 32 bits, but for all the
// compiler knows may wrap before it is extended.
func (s *Accesses) mostly(a *Address, in *ir.Instr, t ir.Type) {
	if s.Off.Has(switches.RowsUnlessWrapped) || a.Pattern != ByIndex32 || uint64(a.Scale) != t.Bytes() ||
		s.Offsets[in.Args[0]] {
		return
	}
	if f := s.ByValue[a.Index]; f.Kind == forms.Affine && f.Step == 1 {
		a.Pattern = RowUnlessWrapped
	}
}

// indexed makes an address of base + offset with an offset that varies.
func (s *Accesses) indexed(a *Address, in *ir.Instr) {
	base := s.Lane0(in.Args[0])
	if base.Kind == forms.Affine {
		return
	}
	a.Base, a.Index, a.Scale, a.Pattern = in.Args[0], in.Args[1], 1, ByIndex64
	off := s.Kernel.Instr(a.Index)
	if c, ok := s.ConstArg(off); ok && !s.LiveOut[a.Index] && s.ByValue[off.Args[0]].Kind == forms.Vector {
		switch {
		case off.Op == ir.OpShl && c <= 3:
			a.Index, a.Scale = off.Args[0], 1<<c
		case off.Op == ir.OpMul && (c == 2 || c == 4 || c == 8):
			a.Index, a.Scale = off.Args[0], uint8(c)
		}
	}
	if off = s.Kernel.Instr(a.Index); (off.Op == ir.OpSExt || off.Op == ir.OpZExt) && !s.LiveOut[a.Index] {
		s.indexed32(a, off)
	}
}

// indexed32 takes the 32-bit index that an index is extended from, in vectors or in steps that may wrap.
func (s *Accesses) indexed32(a *Address, extension *ir.Instr) {
	from := extension.Args[0]
	k := s.ByValue[from].Kind
	switch t := s.Kernel.Type(from); {
	case t == ir.I32 && (k == forms.Vector || k == forms.Affine):
		a.Index, a.Pattern, a.Unsigned = from, ByIndex32, extension.Op == ir.OpZExt && !s.IsLocalStart(a.Base)
	case extension.Op == ir.OpZExt && t.Bits() < 32 && k == forms.Vector:
		a.Index, a.Pattern = from, ByIndex32 // zero-extended in its 32-bit lanes
	}
}

// IsLocalStart reports whether a pointer is to the start of the local memory or of a part of it, or a little off. What
// is 2^31 elements further is not in local memory, so whether an index is extended with or without its sign is all the
// same.
func (s *Accesses) IsLocalStart(p ir.ValueID) bool {
	_, ok := s.localOffset(p)
	return ok
}

// localOffset is how far after the start of the local memory, or of a part of it, a pointer is, if it is one that
// IsLocalStart means.
func (s *Accesses) localOffset(p ir.ValueID) (offset int64, ok bool) {
	for {
		in := s.Kernel.Instr(p)
		if in.Op != ir.OpPtrAdd {
			return offset, in.Op == ir.OpLocalBase
		}
		by := s.Kernel.Instr(in.Args[1])
		c, isConst := s.SignedConst(in.Args[1])
		if isArgument := by.Op == ir.OpLoad && by.Space == ir.SpaceArgs; !isArgument &&
			(!isConst || c > MaxDisp || c < -MaxDisp) {
			return 0, false
		}
		if isConst {
			offset += c
		}
		p = in.Args[0]
	}
}

// addTo splits the base of an address whose value in lane 0 is the sum of two values: the machine can add one of them,
// times 1, 2, 4 or 8.
func (s *Accesses) addTo(a *Address) {
	in := s.Kernel.Instr(a.Base)
	if in.Op != ir.OpPtrAdd || s.LiveOut[a.Base] || s.Lane0(in.Args[0]).Kind == forms.None ||
		s.Lane0(in.Args[1]).Kind == forms.None {
		return
	}
	if _, isConst := s.ConstOf(in.Args[1]); isConst {
		return
	}
	a.sum = a.Base
	a.Base, a.Plus, a.PlusBy = in.Args[0], in.Args[1], 1
	off := s.Kernel.Instr(a.Plus)
	if c, ok := s.ConstArg(off); ok && off.Op == ir.OpShl && c <= 3 && !s.LiveOut[a.Plus] &&
		s.Lane0(off.Args[0]).Kind != forms.None {
		a.Plus, a.PlusBy = off.Args[0], 1<<c
	}
}

// IsJointAddress reports whether sub-groups can share what lanes share of an address.
func (s *Accesses) IsJointAddress(p ir.ValueID, t ir.Type) bool {
	a := s.AddressOf(p, t)
	return a.Pattern == ByPointers || a.Firsts == nil && s.IsJoint(a.Base) && (a.Plus == 0 || s.IsJoint(a.Plus))
}

// IsSharedPlace reports whether all sub-groups have the same address.
func (s *Accesses) IsSharedPlace(a *Address) bool {
	f := s.ByValue[a.Whole()]
	return a.Firsts == nil && f.Kind == forms.Scalar && !f.PerSub && !s.StepsBySub(f)
}

// IsInPiece reports whether what lanes access lies in one piece, or may turn out to.
func (s *Accesses) IsInPiece(a *Address, t ir.Type) bool {
	switch a.Pattern {
	case AtOne, InRow, RowUnlessWrapped:
		return true
	case ByIndex32:
		return s.IsSpeculative(a, t)
	}
	return false
}

// IsNear reports whether the lanes of an access are in a row, or a few words apart.
func (s *Accesses) IsNear(a *Address, t ir.Type) bool {
	switch a.Pattern {
	case InRow, RowUnlessWrapped:
		return true
	case InSteps:
		return int64(a.Step) < s.Tuning.Walks.Near && int64(a.Step) > -s.Tuning.Walks.Near
	case ByIndex32:
		return s.IsSpeculative(a, t)
	}
	return false
}

// String says in words how the addresses of the lanes lie.
func (a *Address) String() string {
	switch a.Pattern {
	case AtOne:
		return "the same for all lanes"
	case InRow:
		return "side by side"
	case InSteps:
		return fmt.Sprintf("%d bytes apart", a.Step)
	case ByIndex32:
		return fmt.Sprintf("a 32-bit index per lane, times %d", a.Scale)
	case RowUnlessWrapped:
		return "side by side, unless the index wraps"
	case ByIndex64:
		return fmt.Sprintf("a 64-bit index per lane, times %d", a.Scale)
	}
	return "a pointer per lane"
}
