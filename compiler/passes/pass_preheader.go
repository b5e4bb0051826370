package passes

import "heddle/compiler/ir"

// Ways that meet at the header of a loop: behind an if, say, when nothing stands between it and the loop. Work-items
// that the if has parted would meet only in the loop, so that what changes from round to round, the counter above all,
// would count as different for them, although they have all come to the loop before its first round. So ways into a loop
// meet in a block before it. It takes what they bring different values for as parameters; what all bring alike stays the
// same for all.

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

// mergeBefore leads edges to a loop's header by a new block.
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
	f.Blocks = append(f.Blocks, ir.Block{Params: params, Instrs: []ir.ValueID{jump}, Succs: []ir.Edge{{To: header, Args: onward}}})
}
