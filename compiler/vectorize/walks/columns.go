package walks

import (
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// ShareColumns says whether a loop reads memory at addresses that vary in one of the first two dimensions only, and in
// the other the work-items differ too.
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
