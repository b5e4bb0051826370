package variant

import (
	"math"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Forms of integers over the work-items of a group whose size is known: what is the same for all, plus a number that
// each work-item has, plus a factor that is the same for all times a second such number. In
//
//	(group*16 - 1 + l%19) + (row + l/19)*stride
//
// l%19 and l/19 are the numbers, and stride is the factor. What is the same for all is computed in 64 bits before
// anything else (groupWalk.list), and so is what must hold that no sum wraps.

// form is such an integer.
type form struct {
	base  ir.ValueID // the same for all, in 64 bits; 0: nothing
	own   []int64    // by work-item
	by    ir.ValueID // the factor, in 64 bits; 0: none
	times []int64    // by work-item, nil without a factor

	needs []need // or the form does not hold
}

// need is a condition on a group: that a value of 64 bits, or its negative, plus a constant is not negative.
type need struct {
	value      ir.ValueID
	isNegative bool
	plus       int64
}

// smallWide bounds numbers of 64 bits that are looked at, so that sums of them do not wrap.
const smallWide = 1 << 40

// mostTimes bounds numbers of work-items that are multiplied with what is the same for all.
const mostTimes = 1 << 20

// groupWalk finds forms in a kernel and collects what must hold.
type groupWalk struct {
	fn    *ir.Func
	size  [3]uint64
	items int

	list   []ir.ValueID              // values that are the same for all, for the first block
	shared map[ir.ValueID]ir.ValueID // their copies there; 0: not the same for all
	made   map[operation]ir.ValueID  // what list computes
	forms  map[ir.ValueID]*form      // nil: none
	known  map[ir.ValueID][]uint64   // by work-item; nil: not known

	truths map[ir.ValueID]bool // comparisons that are assumed to have one result for all
	winner map[ir.ValueID]int  // minima and maxima that are assumed to be one of their operands
	needs  []need              // for that, each of another value
}

// operation names a value of the list.
type operation struct {
	op   ir.Op
	a, b ir.ValueID
	imm  uint64
}

func newGroupWalk(f *ir.Func, size [3]uint64) *groupWalk {
	return &groupWalk{fn: f, size: size, items: int(size[0] * size[1] * size[2]),
		shared: map[ir.ValueID]ir.ValueID{}, made: map[operation]ir.ValueID{}, forms: map[ir.ValueID]*form{},
		known: map[ir.ValueID][]uint64{}, truths: map[ir.ValueID]bool{}, winner: map[ir.ValueID]int{}}
}

// emit adds a value of 64 bits to the list.
func (w *groupWalk) emit(op ir.Op, a, b ir.ValueID) ir.ValueID {
	return w.put(operation{op: op, a: a, b: b}, ir.Instr{Op: op, Type: ir.I64, Args: []ir.ValueID{a, b}})
}

func (w *groupWalk) put(key operation, in ir.Instr) ir.ValueID {
	if v, ok := w.made[key]; ok {
		return v
	}
	v := w.fn.NewValue(in)
	w.made[key] = v
	w.list = append(w.list, v)
	return v
}

func (w *groupWalk) constant(c int64) ir.ValueID {
	return w.put(operation{op: ir.OpConst, imm: uint64(c)}, ir.Instr{Op: ir.OpConst, Type: ir.I64, Imm: uint64(c)})
}

// query asks for a size or an id of the group.
func (w *groupWalk) query(op ir.Op, dimension uint8) ir.ValueID {
	return w.put(operation{op: op, imm: uint64(dimension)}, ir.Instr{Op: op, Type: ir.I64, Kind: dimension})
}

// plus is a sum, plusConst one with a constant, and product a product; no value is zero.
func (w *groupWalk) plus(a, b ir.ValueID) ir.ValueID {
	switch {
	case a == 0:
		return b
	case b == 0:
		return a
	}
	return w.emit(ir.OpAdd, a, b)
}

func (w *groupWalk) plusConst(a ir.ValueID, c int64) ir.ValueID {
	switch {
	case a == 0:
		return w.constant(c)
	case c == 0:
		return a
	}
	return w.emit(ir.OpAdd, a, w.constant(c))
}

func (w *groupWalk) product(a ir.ValueID, c int64) ir.ValueID {
	switch {
	case a == 0 || c == 0:
		return 0
	case c == 1:
		return a
	}
	return w.emit(ir.OpMul, a, w.constant(c))
}

func (w *groupWalk) minus(a, b ir.ValueID) ir.ValueID {
	switch {
	case b == 0:
		return a
	case a == b:
		return 0
	case a == 0:
		a = w.constant(0)
	}
	return w.emit(ir.OpSub, a, b)
}

// share is the copy of a value that is the same for all work-items of a group and follows from arguments and sizes; 0
// if it is not.
func (w *groupWalk) share(v ir.ValueID) ir.ValueID {
	if s, ok := w.shared[v]; ok {
		return s
	}
	w.shared[v] = 0
	in := *w.fn.Instr(v)
	switch {
	case in.Op == ir.OpGroupID, in.Op == ir.OpGlobalSize, in.Op == ir.OpNumGroups, in.Op == ir.OpGlobalOffset,
		in.Op == ir.OpWorkDim, in.Op == ir.OpConst, in.Op == ir.OpArgBlock, in.Op == ir.OpLocalBase:
	case in.Op == ir.OpLoad && in.Space == ir.SpaceArgs, in.Op.Pure() && len(in.Args) > 0:
		in.Args = slices.Clone(in.Args)
		for i, a := range in.Args {
			if in.Args[i] = w.share(a); in.Args[i] == 0 {
				return 0
			}
		}
	default:
		return 0
	}
	in.Block = 0
	s := w.fn.NewValue(in)
	w.list = append(w.list, s)
	w.shared[v] = s
	return s
}

// shareWide is share in 64 bits.
func (w *groupWalk) shareWide(v ir.ValueID) ir.ValueID {
	s := w.share(v)
	if s == 0 || w.fn.Type(v) == ir.I64 {
		return s
	}
	return w.put(operation{op: ir.OpSExt, a: s}, ir.Instr{Op: ir.OpSExt, Type: ir.I64, Args: []ir.ValueID{s}})
}

// knownOf are the values for each work-item, if they follow from its local id alone; else nil.
func (w *groupWalk) knownOf(v ir.ValueID) []uint64 {
	if k, ok := w.known[v]; ok {
		return k
	}
	w.known[v] = nil
	in := w.fn.Instr(v)
	var list []uint64
	switch {
	case !in.Type.IsInt() && in.Type != ir.I1:
	case in.Op == ir.OpConst:
		list = slices.Repeat([]uint64{in.Imm & in.Type.Mask()}, w.items)
	case in.Op == ir.OpLocalID:
		list = w.localIDs(in.Kind)
	case in.Op.Pure() && len(in.Args) > 0 && len(in.Args) <= 3:
		list = w.evaluate(in)
	}
	w.known[v] = list
	return list
}

func (w *groupWalk) localIDs(dimension uint8) []uint64 {
	list, below := make([]uint64, w.items), uint64(1)
	for d := range dimension {
		below *= w.size[d]
	}
	for i := range list {
		list[i] = uint64(i) / below % w.size[dimension]
	}
	return list
}

// evaluate computes an operation for each work-item; nil if an operand is not known.
func (w *groupWalk) evaluate(in *ir.Instr) []uint64 {
	var args [3][]uint64
	for i, a := range in.Args {
		if args[i] = w.knownOf(a); args[i] == nil {
			return nil
		}
	}
	of := numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: w.fn.Type(in.Args[0])}
	if in.Op == ir.OpSelect {
		of.From = in.Type
	}
	list := make([]uint64, w.items)
	var operands [3]uint64
	for i := range list {
		for j := range in.Args {
			operands[j] = args[j][i]
		}
		bits, ok := numeric.Eval(of, operands[:len(in.Args)])
		if !ok {
			return nil
		}
		list[i] = bits
	}
	return list
}

// formOf is the form of an integer of 32 or 64 bits; nil if it has none.
func (w *groupWalk) formOf(v ir.ValueID) *form {
	if f, ok := w.forms[v]; ok {
		return f
	}
	w.forms[v] = nil
	in := w.fn.Instr(v)
	if in.Type != ir.I32 && in.Type != ir.I64 {
		return nil
	}
	f := w.leaf(v, in)
	if f == nil {
		if f = w.compound(v, in); f != nil && !w.isExact(in, f) {
			f = nil
		}
	}
	w.forms[v] = f
	return f
}

// leaf is the form of what is known, or the same for all, or a global id.
func (w *groupWalk) leaf(v ir.ValueID, in *ir.Instr) *form {
	f := &form{}
	if known := w.knownOf(v); known != nil {
		f.own = make([]int64, w.items)
		unused := 64 - in.Type.Bits()
		for i, bits := range known {
			f.own[i] = int64(bits<<unused) >> unused
			if f.own[i] >= smallWide || f.own[i] <= -smallWide {
				return nil
			}
		}
		return f
	}
	switch {
	case in.Op == ir.OpGlobalID:
		group := w.product(w.query(ir.OpGroupID, in.Kind), int64(w.size[in.Kind]))
		f.base, f.own = w.plus(group, w.query(ir.OpGlobalOffset, in.Kind)), make([]int64, w.items)
		for i, id := range w.localIDs(in.Kind) {
			f.own[i] = int64(id)
		}
	default:
		if f.base = w.shareWide(v); f.base == 0 {
			return nil
		}
		f.own = make([]int64, w.items)
	}
	return f.when(in.Type == ir.I32 || w.isWithin(f, -smallWide, smallWide))
}

// when is the form, if a condition holds.
func (f *form) when(ok bool) *form {
	if !ok {
		return nil
	}
	return f
}

// compound is the form of an operation, before its result is cut to its type.
func (w *groupWalk) compound(v ir.ValueID, in *ir.Instr) *form {
	switch in.Op {
	case ir.OpSExt, ir.OpExpect, ir.OpTrunc:
		return w.copyOf(in.Args[0])
	case ir.OpZExt:
		f := w.copyOf(in.Args[0])
		return f.when(f != nil && w.isWithin(f, 0, smallWide))
	case ir.OpSelect:
		if truth, ok := w.truth(in.Args[0]); ok {
			return w.copyOf(in.Args[2-boolToInt(truth)])
		}
		return nil
	case ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax:
		if i, ok := w.winner[v]; ok {
			return w.copyOf(in.Args[i])
		}
		return nil
	case ir.OpShl, ir.OpMul:
		return w.productForm(in)
	case ir.OpAnd:
		return w.clearedForm(in)
	case ir.OpAdd, ir.OpSub:
		a, b := w.formOf(in.Args[0]), w.formOf(in.Args[1])
		if a == nil || b == nil {
			return nil
		}
		if in.Op == ir.OpSub {
			return w.difference(a, b)
		}
		return w.sum(a, b)
	}
	return nil
}

// clearedForm is the form of a value whose lower bits are cleared: bits that are the same in the work-items' own parts.
func (w *groupWalk) clearedForm(in *ir.Instr) *form {
	size, ok := w.fn.ClearsBelow(in)
	f := w.copyOf(in.Args[0])
	if !ok || f == nil {
		return nil
	}
	first, own := f.own[0], make([]int64, w.items)
	for i, x := range f.own {
		if own[i] = x - first; own[i]%size != 0 || f.by != 0 && f.times[i]%size != 0 {
			return nil
		}
	}
	f.base, f.own = w.emit(ir.OpAnd, w.plusConst(f.base, first), w.constant(-size)), own
	return f
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (w *groupWalk) copyOf(v ir.ValueID) *form {
	f := w.formOf(v)
	if f == nil {
		return nil
	}
	c := *f
	return &c
}

// isExact adds what must hold that a result does not wrap; it reports whether it may not.
func (w *groupWalk) isExact(in *ir.Instr, f *form) bool {
	switch {
	case in.Op == ir.OpSExt || in.Op == ir.OpExpect || in.Op == ir.OpSelect || in.Op == ir.OpAnd,
		in.Flags&ir.FlagNoWrap != 0 && in.Type == ir.I32 && (in.Op == ir.OpAdd || in.Op == ir.OpSub):
		return true
	case in.Type == ir.I32:
		return w.isWithin(f, math.MinInt32, math.MaxInt32)
	}
	return w.isWithin(f, -smallWide, smallWide)
}

// productForm is the form of a product with a constant, or with what is the same for all.
func (w *groupWalk) productForm(in *ir.Instr) *form {
	a, b := w.copyOf(in.Args[0]), w.copyOf(in.Args[1])
	if a == nil || b == nil {
		return nil
	}
	if !b.isShared() {
		a, b = b, a
	}
	if !b.isShared() || in.Op == ir.OpShl && !w.formOf(in.Args[1]).isShared() {
		return nil
	}
	isNarrow := func(f *form) bool { return in.Type == ir.I32 || w.isWithin(f, math.MinInt32, math.MaxInt32) }
	if !isNarrow(a) || !isNarrow(b) {
		return nil
	}
	if slices.Max(a.own) > mostTimes || slices.Min(a.own) < -mostTimes {
		return nil
	}
	c := b.own[0]
	switch {
	case in.Op == ir.OpShl && (b.base != 0 || c < 0 || c >= 31):
		return nil
	case in.Op == ir.OpShl:
		c = 1 << c
		fallthrough
	case b.base == 0:
		f := &form{base: w.product(a.base, c), own: scaled(a.own, c), by: a.by, times: scaled(a.times, c)}
		f.needs = slices.Concat(a.needs, b.needs)
		return f.when(c != 0 && f.isSmall())
	case a.by != 0:
		return nil
	}
	factor := w.plusConst(b.base, c)
	f := &form{own: make([]int64, w.items), needs: slices.Concat(a.needs, b.needs)}
	if a.base != 0 {
		f.base = w.emit(ir.OpMul, a.base, factor)
	}
	if !isZero(a.own) {
		f.by, f.times = factor, a.own
	}
	return f
}

// isShared reports whether a form is the same for all.
func (f *form) isShared() bool {
	return f.by == 0 && slices.Min(f.own) == slices.Max(f.own)
}

// isStatic reports whether a form follows from local ids alone.
func (f *form) isStatic() bool { return f.base == 0 && f.by == 0 }

func isZero(list []int64) bool {
	return !slices.ContainsFunc(list, func(x int64) bool { return x != 0 })
}

func scaled(list []int64, by int64) []int64 {
	if list == nil {
		return nil
	}
	out := make([]int64, len(list))
	for i, x := range list {
		out[i] = x * by
	}
	return out
}

// sum and difference are the forms of such operations; nil if they have two different factors.
func (w *groupWalk) sum(a, b *form) *form { return w.combined(a, b, w.plus(a.base, b.base), 1) }

func (w *groupWalk) difference(a, b *form) *form {
	return w.combined(a, b, w.minus(a.base, b.base), -1)
}

func (w *groupWalk) combined(a, b *form, base ir.ValueID, sign int64) *form {
	f := &form{base: base, own: scaled(b.own, sign), by: a.by, times: a.times, needs: slices.Concat(a.needs, b.needs)}
	for i, x := range a.own {
		f.own[i] += x
	}
	switch {
	case b.by == 0:
	case a.by == 0:
		f.by, f.times = b.by, scaled(b.times, sign)
	case a.by != b.by:
		return nil
	default:
		f.times = scaled(b.times, sign)
		for i, x := range a.times {
			f.times[i] += x
		}
		if isZero(f.times) {
			f.by, f.times = 0, nil
		}
	}
	return f.when(f.isSmall())
}

// isSmall reports whether the numbers of work-items are so small that they do not wrap when they are multiplied.
func (f *form) isSmall() bool {
	return slices.Max(f.own) < smallWide && slices.Min(f.own) > -smallWide &&
		(f.by == 0 || slices.Max(f.times) <= mostTimes && slices.Min(f.times) >= -mostTimes)
}

// isWithin adds what must hold that a form lies between two numbers; it reports whether it may.
func (w *groupWalk) isWithin(f *form, low, high int64) bool {
	if f.isStatic() {
		return slices.Min(f.own) >= low && slices.Max(f.own) <= high
	}
	w.needsLeast(f, -low)
	f.needs = append(f.needs, need{value: w.varying(f, slices.Max(f.times0())), isNegative: true,
		plus: high - slices.Max(f.own)})
	return true
}

// needsLeast adds that a form that is not static, plus a constant, is not negative. Factors are steps from row to row,
// and not negative in nearly all launches.
func (w *groupWalk) needsLeast(f *form, plus int64) {
	f.needs = slices.Clip(f.needs)
	if f.by != 0 {
		f.needs = append(f.needs, need{value: f.by})
	}
	f.needs = append(f.needs, need{value: w.varying(f, slices.Min(f.times0())), plus: plus + slices.Min(f.own)})
}

// times0 is what the factor counts.
func (f *form) times0() []int64 {
	if f.by == 0 {
		return []int64{0}
	}
	return f.times
}

// varying is a form without its numbers: what is the same for all, and some times the factor; zero if that is nothing.
func (w *groupWalk) varying(f *form, times int64) ir.ValueID {
	if v := w.plus(f.base, w.product(f.by, times)); v != 0 {
		return v
	}
	return w.constant(0)
}
