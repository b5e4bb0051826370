package passes

import (
	"cmp"
	"slices"

	"heddle/compiler/ir"
)

func moveRules() map[ir.Op][]rule {
	return map[ir.Op][]rule{
		ir.OpSelect:  {selectKnown, selectTruth, selectNot},
		ir.OpTrunc:   {truncOfWide},
		ir.OpZExt:    {extendTwice},
		ir.OpSExt:    {extendTwice},
		ir.OpSToF:    {convertShorter},
		ir.OpUToF:    {convertShorter},
		ir.OpBitcast: {castBack},
		ir.OpPtrAdd:  {ptrAddZero, ptrAddTwice},
		ir.OpFToF:    {widenTwice, narrowOperation, sameHalf},
		ir.OpLoad:    {loadConstant},
		ir.OpExpect:  {func(_ *numbering, in *ir.Instr) (ir.ValueID, bool) { return in.Args[0], false }},
	}
}

// convertShorter makes a float of 32 bits rather than of 64 that extend them, and of a signed number rather than of an
// unsigned one that is no larger: processors without AVX-512 have instructions for signed numbers of 32 bits only.
func convertShorter(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	x := g.fn.Instr(in.Args[0])
	switch {
	case x.Op == ir.OpZExt && g.fn.Type(x.Args[0]) == ir.I32:
		return change(in, ir.OpUToF, x.Args[0])
	case x.Op == ir.OpSExt && g.fn.Type(x.Args[0]) == ir.I32 && in.Op == ir.OpSToF:
		return change(in, ir.OpSToF, x.Args[0])
	case in.Op == ir.OpUToF && x.Type.Bits() >= 32 && g.fn.UpperBound(in.Args[0]) <= x.Type.Mask()>>1:
		return change(in, ir.OpSToF, in.Args[0])
	}
	return 0, false
}

// loadConstant folds a load at a constant offset of a table of constants.
func loadConstant(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if in.Flags&ir.FlagVolatile != 0 || !in.Type.IsInt() && !in.Type.IsFloat() || in.Type == ir.I1 {
		return 0, false
	}
	offset := uint64(0)
	base := g.fn.Instr(in.Args[0])
	if base.Op == ir.OpPtrAdd {
		distance, ok := g.bits(base.Args[1])
		if !ok {
			return 0, false
		}
		offset, base = distance, g.fn.Instr(base.Args[0])
	}
	if base.Op != ir.OpGlobalBase {
		return 0, false
	}
	bits, ok := constantAt(g.scratch.constants, offset, in.Type.Bytes())
	if !ok {
		return 0, false
	}
	return g.constant(in.Type, bits), false
}

// constantsOf are the module's constants in the order of their offsets.
func constantsOf(m *ir.Module) []*ir.Global {
	list := []*ir.Global{}
	for i := range m.Globals {
		if m.Globals[i].Constant {
			list = append(list, &m.Globals[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *ir.Global) int { return cmp.Compare(a.OffsetBytes, b.OffsetBytes) })
	return list
}

// constantAt are the bytes at an offset of the globals' block, if they lie in one constant and are no address.
func constantAt(constants []*ir.Global, offset, size uint64) (bits uint64, ok bool) {
	next, _ := slices.BinarySearchFunc(constants, offset, func(c *ir.Global, offset uint64) int {
		if c.OffsetBytes <= offset {
			return -1
		}
		return 1
	})
	if next == 0 {
		return 0, false
	}
	c := constants[next-1]
	at := offset - c.OffsetBytes
	if at > c.SizeBytes || c.SizeBytes-at < size {
		return 0, false
	}
	for _, r := range c.Relocations {
		if at < r+8 && r < at+size {
			return 0, false
		}
	}
	for b := range size {
		if at+b < uint64(len(c.Init)) {
			bits |= uint64(c.Init[at+b]) << (8 * b)
		}
	}
	return bits, true
}

func selectKnown(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if in.Args[1] == in.Args[2] || g.is(in.Args[0], 1) {
		return in.Args[1], false
	}
	if g.is(in.Args[0], 0) {
		return in.Args[2], false
	}
	return 0, false
}

// selectTruth makes a choice between truth values logic.
func selectTruth(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if in.Type != ir.I1 {
		return 0, false
	}
	cond, then, otherwise := in.Args[0], in.Args[1], in.Args[2]
	switch {
	case g.is(then, 1) && g.is(otherwise, 0):
		return cond, false
	case g.is(then, 0) && g.is(otherwise, 1):
		return change(in, ir.OpXor, cond, g.constant(ir.I1, 1))
	case g.is(then, 1):
		return change(in, ir.OpOr, cond, otherwise)
	case g.is(otherwise, 0):
		return change(in, ir.OpAnd, cond, then)
	}
	return 0, false
}

// selectNot removes the negation of a condition by swapping the choices.
func selectNot(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	cond := g.fn.Instr(in.Args[0])
	if cond.Op != ir.OpXor || !g.is(cond.Args[1], 1) {
		return 0, false
	}
	return change(in, ir.OpSelect, cond.Args[0], in.Args[2], in.Args[1])
}

// truncOfWide sees through an extension or a truncation before.
func truncOfWide(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := g.fn.Instr(in.Args[0])
	if inner.Op == ir.OpTrunc {
		return change(in, ir.OpTrunc, inner.Args[0])
	}
	if inner.Op != ir.OpZExt && inner.Op != ir.OpSExt {
		return 0, false
	}
	narrow := g.fn.Type(inner.Args[0])
	switch {
	case narrow == in.Type:
		return inner.Args[0], false
	case narrow.Bits() > in.Type.Bits():
		return change(in, ir.OpTrunc, inner.Args[0])
	}
	return change(in, inner.Op, inner.Args[0])
}

func extendTwice(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := g.fn.Instr(in.Args[0])
	if inner.Op == in.Op || inner.Op == ir.OpZExt {
		return change(in, inner.Op, inner.Args[0]) // a value that was extended by zeros is not negative
	}
	return 0, false
}

func castBack(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if g.fn.Type(in.Args[0]) == in.Type {
		return in.Args[0], false
	}
	if inner := g.fn.Instr(in.Args[0]); inner.Op == ir.OpBitcast {
		return change(in, ir.OpBitcast, inner.Args[0])
	}
	return 0, false
}

func ptrAddZero(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if g.is(in.Args[1], 0) {
		return in.Args[0], false
	}
	return 0, false
}

func ptrAddTwice(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	inner := *g.fn.Instr(in.Args[0])
	b, ok := g.bits(in.Args[1])
	if !ok || inner.Op != ir.OpPtrAdd {
		return 0, false
	}
	a, ok := g.bits(inner.Args[1])
	if !ok {
		return 0, false
	}
	return change(in, ir.OpPtrAdd, inner.Args[0], g.constant(ir.I64, a+b))
}

// widenTwice drops conversions to the same type. A float that was widened and comes back is the same, save that a
// NaN has become quiet, which is no difference the language knows.
func widenTwice(g *numbering, in *ir.Instr) (ir.ValueID, bool) {
	if g.fn.Type(in.Args[0]) == in.Type {
		return in.Args[0], false
	}
	inner := g.fn.Instr(in.Args[0])
	if inner.Op != ir.OpFToF || inner.Type.Bits() <= g.fn.Type(inner.Args[0]).Bits() {
		return 0, false
	}
	return change(in, ir.OpFToF, inner.Args[0])
}
