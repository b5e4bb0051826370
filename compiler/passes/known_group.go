package passes

import "heddle/compiler/ir"

// Kernels that ask for a size of their work-groups (reqd_work_group_size) run in groups of no other size, if there are no
// smaller ones at the edges. So get_local_size is a constant there, and local ids of dimensions of one work-item are 0:
// what is divided by the size is shifted, and loops over the group have known rounds. Functions that kernels call are not of
// one kernel, so what comes from them is known when they have been inlined.

// knowGroups does so in all kernels of a list.
func knowGroups(list []*ir.Func) {
	for _, f := range list {
		if f != nil {
			knowGroup(f)
		}
	}
}

// knowGroup puts constants for the size of a kernel's groups.
func knowGroup(f *ir.Func) {
	if !f.Kernel || f.Group == [3]uint64{} {
		return
	}
	for i := range f.Instrs {
		in := &f.Instrs[i]
		if bits, ok := groupConstant(f, in); ok {
			*in = ir.Instr{Op: ir.OpConst, Type: in.Type, Imm: bits & in.Type.Mask(), Block: in.Block, Pos: in.Pos}
		}
	}
}

func groupConstant(f *ir.Func, in *ir.Instr) (bits uint64, ok bool) {
	switch in.Op {
	case ir.OpLocalSize, ir.OpEnqueuedLocalSize:
		return f.Group[in.Kind], true
	case ir.OpLocalID:
		return 0, f.Group[in.Kind] == 1
	}
	return 0, false
}
