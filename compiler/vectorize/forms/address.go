package forms

import "heddle/compiler/ir"

// Accesses says whether an operation takes its first operand apart as an address.
func Accesses(op ir.Op) bool {
	switch op {
	case ir.OpLoad, ir.OpStore, ir.OpAtomicRMW, ir.OpAtomicCmpXchg, ir.OpAtomicLoad, ir.OpAtomicStore:
		return true
	}
	return false
}

func AccessType(f *ir.Func, in *ir.Instr) ir.Type {
	if in.Op == ir.OpStore || in.Op == ir.OpAtomicStore {
		return f.Type(in.Args[1])
	}
	return in.Type
}

// ConstArg is the second operand of an instruction if it is a constant.
func (s *Forms) ConstArg(in *ir.Instr) (uint64, bool) {
	if len(in.Args) < 2 {
		return 0, false
	}
	return s.ConstOf(in.Args[1])
}
