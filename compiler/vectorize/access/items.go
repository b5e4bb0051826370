package access

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
	"heddle/compiler/vectorize/forms"
)

// ItemsOf are the values for each work-item, by its local id; nil if they are not known.
func (s *Accesses) ItemsOf(v ir.ValueID) []uint64 {
	if !s.KnowsItems() {
		return nil
	}
	if known, ok := s.ByItem[v]; ok {
		return known
	}
	s.ByItem[v] = nil
	known := s.computeItems(s.Kernel.Instr(v))
	s.ByItem[v] = known
	return known
}

// KnownLanes are the values for each lane of the bundle, by its place in its sub-group, or by its local id where that
// is known; nil if they are not known.
func (s *Accesses) KnownLanes(v ir.ValueID) []uint64 {
	switch {
	case s.ByItem == nil: // lanes are written one by one
		return nil
	case s.KnowsItems():
		return s.ItemsOf(v)
	case !s.SeesSubGroups:
		return nil
	}
	if known, ok := s.ByItem[v]; ok {
		return known
	}
	s.ByItem[v] = nil
	in := s.Kernel.Instr(v)
	known := []uint64(nil)
	switch {
	case !in.Type.IsInt() && in.Type != ir.I1:
	case in.Op == ir.OpConst, in.Op == ir.OpSubGroupLane && s.Kernel.Kernel:
		known = s.computeItems(in)
	case in.Op.Pure() && len(in.Args) > 0 && len(in.Args) <= 3:
		var args [3][]uint64
		for i, a := range in.Args {
			if args[i] = s.KnownLanes(a); args[i] == nil {
				return nil
			}
		}
		known = s.evalItems(in, args[:len(in.Args)])
	}
	s.ByItem[v] = known
	return known
}

func (s *Accesses) computeItems(in *ir.Instr) []uint64 {
	if !in.Type.IsInt() && in.Type != ir.I1 {
		return nil
	}
	switch {
	case in.Op == ir.OpConst:
		return slices.Repeat([]uint64{in.Imm & in.Type.Mask()}, s.Items())
	case in.Op == ir.OpLocalID && in.Kind == 0:
		list := make([]uint64, s.Items())
		for i := range list {
			list[i] = uint64(i)
		}
		return list
	case in.Op == ir.OpLocalID:
		return make([]uint64, s.Items())
	case in.Op == ir.OpSubGroupLane, in.Op == ir.OpSubGroupID:
		list := make([]uint64, s.Items())
		for i := range list {
			list[i] = uint64(i) / s.Kernel.SubGroup
			if in.Op == ir.OpSubGroupLane {
				list[i] = uint64(i) % s.Kernel.SubGroup
			}
		}
		return list
	case in.Op == ir.OpMul && (s.isZeroForAll(in.Args[0]) || s.isZeroForAll(in.Args[1])):
		return make([]uint64, s.Items())
	case !in.Op.Pure() || len(in.Args) == 0 || len(in.Args) > 3:
		return nil
	}
	var args [3][]uint64
	for i, a := range in.Args {
		if args[i] = s.ItemsOf(a); args[i] == nil {
			return nil
		}
	}
	return s.evalItems(in, args[:len(in.Args)])
}

// isZeroForAll reports whether a value is known to be zero for each work-item.
func (s *Accesses) isZeroForAll(v ir.ValueID) bool {
	known := s.ItemsOf(v)
	return known != nil && !slices.ContainsFunc(known, func(x uint64) bool { return x != 0 })
}

// evalItems computes an operation for each work-item: the frequent ones at once, others as the interpreter does.
func (s *Accesses) evalItems(in *ir.Instr, args [][]uint64) []uint64 {
	list, mask := make([]uint64, s.Items()), in.Type.Mask()
	if f := frequentOps[in.Op]; f != nil {
		for i := range list {
			list[i] = f(args[0][i], args[len(args)-1][i]) & mask
		}
		return list
	}
	if in.Op == ir.OpICmp {
		pred, width := ir.ICmpPred(in.Kind), s.Kernel.Type(in.Args[0]).Bits()
		for i := range list {
			if numeric.CompareInt(pred, width, args[0][i], args[1][i]) {
				list[i] = 1
			}
		}
		return list
	}
	o := numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: s.Kernel.Type(in.Args[0])}
	if in.Op == ir.OpSelect {
		o.From = in.Type
	}
	var operands [3]uint64
	for i := range list {
		for j := range args {
			operands[j] = args[j][i]
		}
		bits, ok := numeric.Eval(o, operands[:len(args)])
		if !ok {
			return nil
		}
		list[i] = bits
	}
	return list
}

// frequentOps are operations whose result, cut to its type, does not depend on the width of zero-extended operands.
// Those of one operand get it twice.
var frequentOps = map[ir.Op]func(x, y uint64) uint64{
	ir.OpAdd:   func(x, y uint64) uint64 { return x + y },
	ir.OpSub:   func(x, y uint64) uint64 { return x - y },
	ir.OpMul:   func(x, y uint64) uint64 { return x * y },
	ir.OpAnd:   func(x, y uint64) uint64 { return x & y },
	ir.OpOr:    func(x, y uint64) uint64 { return x | y },
	ir.OpXor:   func(x, y uint64) uint64 { return x ^ y },
	ir.OpZExt:  func(x, _ uint64) uint64 { return x },
	ir.OpTrunc: func(x, _ uint64) uint64 { return x },
}

// itemOffsets are how far after a pointer that all lanes share each work-item's pointer is; nil if that is not known.
func (s *Accesses) itemOffsets(p ir.ValueID) (base ir.ValueID, offsets []int64) {
	if !s.KnowsItems() {
		return 0, nil
	}
	for s.Lane0(p).Kind != forms.Scalar {
		in := s.Kernel.Instr(p)
		if in.Op != ir.OpPtrAdd {
			return 0, nil
		}
		by := s.ItemsOf(in.Args[1])
		if by == nil {
			return 0, nil
		}
		if offsets == nil {
			offsets = make([]int64, len(by))
		}
		for i := range by {
			offsets[i] += int64(by[i])
		}
		p = in.Args[0]
	}
	return p, offsets
}

// FarOffset is a distance from the start of local memory at which none is left. Work-items with such an offset, as
// `t[l - d]` has them where l is below d, make no access.
const FarOffset = 1 << 28

// knownSteps makes an address whose lanes' offsets are known, and step evenly within each sub-group, into one in steps
// from a pointer that all lanes share. If it is one in steps already, that saves the arithmetic of what is added to it,
// and tells how far apart accesses are that add one thing and another.
func (s *Accesses) knownSteps(a *Address, p ir.ValueID, t ir.Type) {
	if a.Pattern < ByIndex32 && a.Plus == 0 || t.Bytes() < MinGathered || !s.KnowsItems() || s.Offsets[p] {
		return
	}
	known, ok := s.KnownAt[p]
	if !ok {
		known = s.findKnownSteps(p)
		s.KnownAt[p] = known
	}
	if known == nil {
		return
	}
	*a = *known
	if a.Step == int32(t.Bytes()) {
		a.Pattern = InRow
	}
}

// findKnownSteps is such an address; nil if there is none.
func (s *Accesses) findKnownSteps(p ir.ValueID) *Address {
	base, offsets := s.itemOffsets(p)
	if offsets == nil {
		return nil
	}
	isFar := func(int) bool { return false }
	if start, ok := s.localOffset(base); ok {
		isFar = func(i int) bool { return start+offsets[i] < 0 || start+offsets[i] >= FarOffset }
	}
	w, step := s.ISA.Lanes(), int64(0)
	for from := 0; from < len(offsets); from += w {
		r := evenSteps(from, from+w, offsets, isFar)
		if !r.isEven || r.isStep && step != 0 && r.step != step {
			return nil
		}
		if r.isStep {
			step = r.step
		}
	}
	if step == 0 || step > FarOffset>>10 || step < -FarOffset>>10 {
		return nil
	}
	firsts := make(firstOffsets, 0, s.Version.Count)
	for from := 0; from < len(offsets); from += w {
		first := int64(0)
		for i := from; i < from+w; i++ {
			if !isFar(i) {
				first = offsets[i] - int64(i-from)*step
				break
			}
		}
		if first > FarOffset || first < -FarOffset {
			return nil
		}
		firsts = append(firsts, first)
	}
	a := &Address{Pattern: InSteps, Base: base, Step: int32(step), Disp: firsts[0]}
	a.Firsts = s.sameFirsts(firsts)
	s.addTo(a)
	return a
}

// evenRun says how the offsets of a sub-group's lanes step.
type evenRun struct {
	isEven bool
	isStep bool // at least two lanes count
	step   int64
}

// evenSteps looks at the lanes of a sub-group, but for those that are far.
func evenSteps(from, to int, offsets []int64, isFar func(int) bool) evenRun {
	last, r := -1, evenRun{isEven: true}
	for i := from; i < to; i++ {
		if isFar(i) {
			continue
		}
		if last >= 0 {
			by := offsets[i] - offsets[last]
			if by%int64(i-last) != 0 || r.isStep && by/int64(i-last) != r.step {
				return evenRun{}
			}
			r.isStep, r.step = true, by/int64(i-last)
		}
		last = i
	}
	return r
}

// firstOffsets are, by sub-group, how far after that of the first the address of lane 0 is.
type firstOffsets []int64

// sameFirsts gives one pointer for all lists that differ only by a distance.
func (s *Accesses) sameFirsts(firsts firstOffsets) *firstOffsets {
	moved := make(firstOffsets, len(firsts))
	for u := range firsts {
		moved[u] = firsts[u] - firsts[0]
	}
	for _, known := range s.firstLists {
		if slices.Equal(*known, moved) {
			return known
		}
	}
	s.firstLists = append(s.firstLists, &moved)
	return &moved
}
