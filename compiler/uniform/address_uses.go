package uniform

import "heddle/compiler/ir"

// addressUses finds the values that only addresses are made of: offsets of pointers, and 64-bit sums and products that
// go into nothing else. What is assumed of arithmetic in addresses (ir.FlagAddress) is assumed of those.
type addressUses struct {
	fn     *ir.Func
	others []bool // by value: it goes into something else; nil: not yet known
}

// only reports whether v goes into addresses only.
func (u *addressUses) only(v ir.ValueID) bool {
	if u.others == nil {
		u.find()
	}
	return !u.others[v]
}

// find goes over all uses, and back from values of 64 bits that go into something else to what they are made of.
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

// isOffsetMath reports whether an instruction may be a part of an offset: it is what its users are then.
func isOffsetMath(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl:
		return in.Type == ir.I64
	}
	return false
}
