package uniform

import "heddle/compiler/ir"

// addressUses finds the values that only addresses are computed from: offsets of pointers, and 64-bit sums and products
// without other uses. The assumption about arithmetic in addresses (ir.FlagAddress) applies to those.
type addressUses struct {
	fn     *ir.Func
	others []bool // by value: it has another use; nil: not yet known
}

// only reports whether all uses of v are in addresses.
func (u *addressUses) only(v ir.ValueID) bool {
	if u.others == nil {
		u.find()
	}
	return !u.others[v]
}

// find visits all uses, and goes back from values of 64 bits with another use to their operands.
func (u *addressUses) find() {
	u.others = make([]bool, len(u.fn.Instrs))
	var work []ir.ValueID
	mark := func(v ir.ValueID) {
		if !u.others[v] {
			u.others[v] = true
			work = append(work, v)
		}
	}
	for b := range u.fn.Blocks {
		for _, v := range u.fn.Blocks[b].Instrs {
			in := u.fn.Instr(v)
			for i, arg := range in.Args {
				if isOffset := in.Op == ir.OpPtrAdd && i == 1; !isOffset && !isOffsetMath(in) {
					mark(arg)
				}
			}
		}
		for _, edge := range u.fn.Blocks[b].Succs {
			for _, arg := range edge.Args {
				mark(arg)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if in := u.fn.Instr(v); isOffsetMath(in) {
			for _, arg := range in.Args {
				mark(arg)
			}
		}
	}
}

// isOffsetMath reports whether an instruction may be a part of an offset: then its uses decide.
func isOffsetMath(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl:
		return in.Type == ir.I64
	}
	return false
}
