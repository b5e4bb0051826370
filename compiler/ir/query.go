package ir

import (
	"iter"
	"slices"
)

// HasBarrier reports whether the function itself waits at a barrier; functions that it calls do not count.
func (f *Func) HasBarrier() bool {
	return slices.ContainsFunc(f.Blocks, f.hasBarrier)
}

// HasBarrierIn reports whether one of the blocks has a barrier.
func (f *Func) HasBarrierIn(blocks []BlockID) bool {
	return slices.ContainsFunc(blocks, func(b BlockID) bool { return f.hasBarrier(f.Blocks[b]) })
}

func (f *Func) hasBarrier(b Block) bool {
	return slices.ContainsFunc(b.Instrs, func(v ValueID) bool { return f.Instrs[v].Op == OpBarrier })
}

// Yields reports whether the function suspends to let other sub-groups run.
func (f *Func) Yields() bool {
	return slices.ContainsFunc(f.Blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Instrs, func(v ValueID) bool {
			in := &f.Instrs[v]
			return in.Op == OpBarrier && in.Scope == ScopeSubGroup
		})
	})
}

// AccessType is the type of the value that a load, a store or an atomic operation moves.
func (f *Func) AccessType(in *Instr) Type {
	if in.Op == OpStore || in.Op == OpAtomicStore {
		return f.Type(in.Args[1])
	}
	return in.Type
}

// SignedConst is a constant, extended by its sign.
func (f *Func) SignedConst(v ValueID) (c int64, ok bool) {
	in := f.Instr(v)
	if in.Op != OpConst {
		return 0, false
	}
	unused := 64 - in.Type.Bits()
	return int64(in.Imm<<unused) >> unused, true
}

// ConstFactor is the constant that a product multiplies its first operand by, or that a shift to the left does.
func (f *Func) ConstFactor(in *Instr) (c int64, ok bool) {
	c, ok = f.SignedConst(in.Args[1])
	switch in.Op {
	case OpMul:
		return c, ok
	case OpShl:
		return 1 << (uint64(c) & uint64(in.Type.Bits()-1)), ok
	}
	return 0, false
}

// ClearsBelow is the power of two below which an "and" clears the bits of its first operand, and no others.
func (f *Func) ClearsBelow(in *Instr) (size int64, ok bool) {
	c, ok := f.SignedConst(in.Args[1])
	return -c, ok && in.Op == OpAnd && c < 0 && c >= -1<<31 && c&-c == -c
}

// BaseOffset splits off the constants that were added to a pointer.
func (f *Func) BaseOffset(p ValueID) (base ValueID, offset int64) {
	return f.BaseOffsetBy(p, func(v ValueID) ValueID { return v })
}

// BaseOffsetBy is BaseOffset in a pass that has found other values for some, which find gives.
func (f *Func) BaseOffsetBy(p ValueID, find func(ValueID) ValueID) (base ValueID, offset int64) {
	for base = find(p); ; {
		in := f.Instr(base)
		if in.Op != OpPtrAdd || f.Instr(in.Args[1]).Op != OpConst {
			return base, offset
		}
		base, offset = find(in.Args[0]), offset+int64(f.Instr(in.Args[1]).Imm)
	}
}

// ArgumentOffset is where in the argument block a load reads, if it reads there at a fixed place.
func (f *Func) ArgumentOffset(load *Instr) (offset int64, ok bool) {
	base, offset := f.BaseOffset(load.Args[0])
	return offset, f.Instr(base).Op == OpArgBlock
}

// Incoming are the values that edges pass for a parameter of a block, each with the block that the edge comes from.
func (c *CFG) Incoming(f *Func, p ValueID) iter.Seq2[BlockID, ValueID] {
	return func(yield func(from BlockID, v ValueID) bool) {
		to := f.Instr(p).Block
		place := slices.Index(f.Blocks[to].Params, p)
		for i, from := range c.Preds[to] {
			if slices.Contains(c.Preds[to][:i], from) {
				continue
			}
			for _, e := range f.Blocks[from].Succs {
				if e.To == to && !yield(from, e.Args[place]) {
					return
				}
			}
		}
	}
}
