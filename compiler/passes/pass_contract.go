package passes

import "heddle/compiler/ir"

// Contraction makes a product and a sum that the source lets fuse (FP_CONTRACT ON, the default) into one fused
// operation, which rounds once: a*b+c, a*b-c and c-a*b. It is done here, not by an engine, so that all engines give the
// same.
//
// A product is fused into all its sums or into none, as otherwise it would have to be computed besides. A negation that
// this needs costs nothing in machine code, where fused operations negate.

func contract(f *ir.Func, s *scratch) {
	if s.IsIdle = !hasSums(f); s.IsIdle {
		return
	}
	c := &contraction{fn: f, uses: make([]int32, len(f.Instrs)), sums: make([]int32, len(f.Instrs))}
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			c.count(f.Instr(v))
		}
		for _, e := range f.Blocks[b].Succs {
			for _, a := range e.Args {
				c.uses[a]++
			}
		}
	}
	for b := range f.Blocks {
		c.block(ir.BlockID(b))
	}
}

type contraction struct {
	fn   *ir.Func
	uses []int32 // by value
	sums []int32 // by value: uses in sums that may fuse
}

func hasSums(f *ir.Func) bool {
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if isSum(f.Instr(v)) {
				return true
			}
		}
	}
	return false
}

// isSum reports whether an instruction may fuse with a product it adds.
func isSum(in *ir.Instr) bool {
	return (in.Op == ir.OpFAdd || in.Op == ir.OpFSub) && in.Flags&ir.FlagContract != 0
}

func (c *contraction) count(in *ir.Instr) {
	for i, a := range in.Args {
		c.uses[a]++
		if isSum(in) && (i == 0 || in.Args[0] != a) {
			c.sums[a]++
		}
	}
}

// isFusible reports whether a value is a product all of whose uses are sums.
func (c *contraction) isFusible(v ir.ValueID) bool {
	in := c.fn.Instr(v)
	return in.Op == ir.OpFMul && in.Flags&ir.FlagContract != 0 && c.sums[v] == c.uses[v]
}

func (c *contraction) block(b ir.BlockID) {
	list := c.fn.Blocks[b].Instrs
	out := make([]ir.ValueID, 0, len(list)+4)
	for _, v := range list {
		if in := c.fn.Instr(v); isSum(in) {
			out = c.fuse(out, v)
		}
		out = append(out, v)
	}
	c.fn.Blocks[b].Instrs = out
}

// fuse makes a sum of a product a fused operation. Negations are added to the list before it.
func (c *contraction) fuse(list []ir.ValueID, v ir.ValueID) []ir.ValueID {
	in := *c.fn.Instr(v)
	x, y := in.Args[0], in.Args[1]
	isSub := in.Op == ir.OpFSub
	var a, b, addend ir.ValueID
	switch {
	case c.isFusible(x):
		a, b, addend = c.fn.Instr(x).Args[0], c.fn.Instr(x).Args[1], y
		if isSub {
			list, addend = c.negate(list, addend, &in)
		}
	case c.isFusible(y):
		a, b, addend = c.fn.Instr(y).Args[0], c.fn.Instr(y).Args[1], x
		if isSub {
			list, a = c.negate(list, a, &in)
		}
	default:
		return list
	}
	in.Op, in.Args = ir.OpFMA, []ir.ValueID{a, b, addend}
	*c.fn.Instr(v) = in
	return list
}

func (c *contraction) negate(list []ir.ValueID, v ir.ValueID, at *ir.Instr) ([]ir.ValueID, ir.ValueID) {
	c.fn.Instrs = append(c.fn.Instrs, ir.Instr{Op: ir.OpFNeg, Type: at.Type, Pos: at.Pos, Block: at.Block,
		Args: []ir.ValueID{v}})
	id := ir.ValueID(len(c.fn.Instrs) - 1)
	return append(list, id), id
}
