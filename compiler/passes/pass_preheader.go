package passes

import "heddle/compiler/ir"

// Preheaders, for loops that several edges enter: after an if, for example, with nothing between it and the loop.
// Work-items that the if has separated would meet only in the loop, so that values that change per iteration, the
// counter above all, would count as divergent, although all work-items come to the loop before its first iteration. So
// the edges are merged in a block before the loop. Its parameters are the values that differ between the edges; the
// others stay uniform.

func mergeEntries(f *ir.Func, s *scratch) {
	cfg := s.Control(f)
	if !cfg.HasLoop() {
		s.IsIdle = true
		return
	}
	loops, _ := cfg.Loops()
	for _, l := range loops {
		var outside []*ir.Edge
		for _, p := range cfg.Preds[l.Header] {
			if cfg.Dominates(l.Header, p) {
				continue
			}
			for i := range f.Blocks[p].Succs {
				if edge := &f.Blocks[p].Succs[i]; edge.To == l.Header {
					outside = append(outside, edge)
				}
			}
		}
		if len(outside) > 1 && l.Header != 0 {
			mergeBefore(f, l.Header, outside)
			s.EdgesChanged()
		}
	}
}

// mergeBefore inserts a block between edges and a loop's header.
func mergeBefore(f *ir.Func, header ir.BlockID, outside []*ir.Edge) {
	id := ir.BlockID(len(f.Blocks))
	at := f.Instr(f.Blocks[header].Instrs[0]).Pos
	var params []ir.ValueID
	into := make([][]ir.ValueID, len(outside))
	onward := make([]ir.ValueID, len(f.Blocks[header].Params))
	for i, p := range f.Blocks[header].Params {
		isSame := true
		for _, edge := range outside {
			isSame = isSame && edge.Args[i] == outside[0].Args[i]
		}
		if onward[i] = outside[0].Args[i]; isSame {
			continue
		}
		onward[i] = f.NewValue(ir.Instr{Op: ir.OpParam, Type: f.Type(p), Block: id, Pos: at})
		params = append(params, onward[i])
		for k, edge := range outside {
			into[k] = append(into[k], edge.Args[i])
		}
	}
	for k, edge := range outside {
		*edge = ir.Edge{To: id, Args: into[k]}
	}
	jump := f.NewValue(ir.Instr{Op: ir.OpJump, Block: id, Pos: at})
	f.Blocks = append(f.Blocks, ir.Block{Params: params, Instrs: []ir.ValueID{jump},
		Succs: []ir.Edge{{To: header, Args: onward}}})
}
