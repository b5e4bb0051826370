package prepare

import "heddle/compiler/ir"

func Instructions(f *ir.Func) int {
	n := 0
	for b := range f.Blocks {
		n += len(f.Blocks[b].Instrs)
	}
	return n
}
