package walks

import "heddle/compiler/ir"

// SharesPanels reports whether loops read both global memory that all groups of a column read, since its address has
// nothing of the group's id in dimension 1, and memory that all groups of a row read, as a matrix product does, and
// nothing that each group has for itself. Groups that follow one another then find what they read in the cache if they
// are neighbours, in either dimension.
func SharesPanels(f *ir.Func) bool {
	_, innermost := ir.NewCFG(f).Loops()
	dims, seen := groupDims(f), groupDim(0)
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if in.Op != ir.OpLoad || in.Space != ir.SpaceGlobal || innermost[b] < 0 {
				continue
			}
			switch from := dims[in.Args[0]]; from {
			case 1, 2:
				seen |= from
			case 3:
				return false
			}
		}
	}
	return seen == 3
}

// groupDim has a bit for each of the first two dimensions.
type groupDim uint8

// groupDims finds for each value the dimensions whose group ids it is computed from, but for what was read from memory
// and what control flow tells.
func groupDims(f *ir.Func) []groupDim {
	dims := make([]groupDim, len(f.Instrs))
	for isChanged := true; isChanged; {
		isChanged = false
		grow := func(v ir.ValueID, by groupDim) {
			if dims[v]|by != dims[v] {
				dims[v], isChanged = dims[v]|by, true
			}
		}
		for b := range f.Blocks {
			block := &f.Blocks[b]
			for _, v := range block.Instrs {
				grow(v, sourceDims(f, v, dims))
			}
			for _, e := range block.Succs {
				for i, arg := range e.Args {
					grow(f.Blocks[e.To].Params[i], dims[arg])
				}
			}
		}
	}
	return dims
}

// sourceDims is what groupDims finds for the result of an instruction.
func sourceDims(f *ir.Func, v ir.ValueID, dims []groupDim) (from groupDim) {
	in := f.Instr(v)
	switch in.Op {
	case ir.OpGroupID, ir.OpGlobalID:
		if in.Kind < 2 {
			from = 1 << in.Kind
		}
	case ir.OpLoad:
	default:
		for _, arg := range in.Args {
			from |= dims[arg]
		}
	}
	return from
}
