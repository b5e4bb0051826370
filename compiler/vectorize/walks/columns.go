package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// ShareColumns reports whether loops read both memory whose address varies in dimension 0 only and memory whose address
// varies in dimension 1 only, as a matrix product does: neighbours in either dimension then share half of what they
// read.
func ShareColumns(f *ir.Func, info *uniform.Info) bool {
	_, innermost := ir.NewCFG(f).Loops()
	seen := uniform.Vary(0)
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if in.Op != ir.OpLoad || innermost[b] < 0 {
				continue
			}
			switch vary := info.Varies(in.Args[0]) & (uniform.VaryLocal0 | uniform.VaryLocal1 | uniform.VaryAny); vary {
			case uniform.VaryLocal0, uniform.VaryLocal1:
				seen |= vary
			}
		}
	}
	return seen == uniform.VaryLocal0|uniform.VaryLocal1
}
