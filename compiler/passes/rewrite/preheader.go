package rewrite

import (
	"slices"

	"heddle/compiler/ir"
)

// AddPreheaders gives each loop a preheader: a block through which all edges into the loop lead, and which leads
// nowhere else.
func AddPreheaders(f *ir.Func, cfg *ir.CFG) {
	loops, _ := cfg.Loops()
	for _, loop := range loops {
		outside := slices.DeleteFunc(slices.Clone(cfg.Preds[loop.Header]), func(p ir.BlockID) bool {
			return cfg.Dominates(loop.Header, p)
		})
		if len(outside) == 1 && len(f.Blocks[outside[0]].Succs) == 1 {
			continue
		}
		addPreheader(f, loop.Header, outside)
	}
}

func addPreheader(f *ir.Func, header ir.BlockID, outside []ir.BlockID) {
	before := f.NewBlock()
	var params []ir.ValueID
	for _, p := range f.Blocks[header].Params {
		params = append(params, f.AddParam(before, f.Type(p)))
	}
	jump := f.NewValue(ir.Instr{Op: ir.OpJump, Block: before})
	f.Blocks[before].Instrs = []ir.ValueID{jump}
	f.Blocks[before].Succs = []ir.Edge{{To: header, Args: params}}
	for _, b := range outside {
		for i := range f.Blocks[b].Succs {
			if edge := &f.Blocks[b].Succs[i]; edge.To == header {
				edge.To = before
			}
		}
	}
}
