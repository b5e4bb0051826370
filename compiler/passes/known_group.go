package passes

import "heddle/compiler/ir"

// Kernels with reqd_work_group_size run in groups of no other size, if the range has no smaller groups at its edges. So
// get_local_size is a constant there, and local ids of dimensions of one work-item are 0: divisions by the size become
// shifts, and loops over the group have known trip counts. A function that several kernels call knows the size only
// when it has been inlined. The size of sub-groups is a constant of each kernel likewise.

// knowGroups does so in the kernels of a list.
func knowGroups(list []*ir.Func) {
	for _, f := range list {
		if f != nil {
			KnowGroup(f)
		}
	}
}

// KnowGroup replaces queries of the size of a kernel's groups by constants. It reports whether there were any.
func KnowGroup(f *ir.Func) (changed bool) {
	if !f.Kernel {
		return false
	}
	for i := range f.Instrs {
		in := &f.Instrs[i]
		if bits, ok := groupConstant(f, in); ok {
			*in = ir.Instr{Op: ir.OpConst, Type: in.Type, Imm: bits & in.Type.Mask(), Block: in.Block, Pos: in.Pos}
			changed = true
		}
	}
	return changed
}

func groupConstant(f *ir.Func, in *ir.Instr) (bits uint64, ok bool) {
	switch {
	case in.Op == ir.OpSubGroupSize:
		return f.SubGroup, true
	case in.Op == ir.OpSubGroupBallot && in.Imm > 0 && f.SubGroup <= 32:
		return 0, true
	case f.Group == [3]uint64{}:
		return 0, false
	}
	switch in.Op {
	case ir.OpLocalSize, ir.OpEnqueuedLocalSize:
		return f.Group[in.Kind], true
	case ir.OpLocalID:
		return 0, f.Group[in.Kind] == 1
	}
	return 0, false
}
