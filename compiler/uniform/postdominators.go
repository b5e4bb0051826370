package uniform

import "heddle/compiler/ir"

// postDominators are, by block, the immediate post-dominators: the nearest blocks on every path to the function's end;
// -1 for blocks without one. They are the dominators of the reversed graph, found with a function made of reversed
// edges whose entry stands for the end. Blocks from which no end can be reached count as ends: two paths into an
// endless loop join there.
func postDominators(f *ir.Func) []ir.BlockID {
	reversed := &ir.Func{Blocks: make([]ir.Block, len(f.Blocks)+1)} // block b is b+1, the end is 0
	add := func(from, to ir.BlockID) {
		reversed.Blocks[from].Succs = append(reversed.Blocks[from].Succs, ir.Edge{To: to})
	}
	for b := range f.Blocks {
		for _, edge := range f.Blocks[b].Succs {
			add(edge.To+1, ir.BlockID(b)+1)
		}
		if len(f.Blocks[b].Succs) == 0 {
			add(0, ir.BlockID(b)+1)
		}
	}
	cfg := ir.NewCFG(reversed)
	if len(cfg.Order) < len(reversed.Blocks) {
		for b := range f.Blocks {
			if !cfg.Reachable(ir.BlockID(b) + 1) {
				add(0, ir.BlockID(b)+1)
			}
		}
		cfg.Analyze(reversed)
	}
	post := make([]ir.BlockID, len(f.Blocks))
	for b := range post {
		post[b] = -1
		if cfg.Reachable(ir.BlockID(b) + 1) {
			post[b] = cfg.Idom[b+1] - 1
		}
	}
	return post
}

// PostDominators are, by block, the immediate post-dominators: the nearest blocks on every path to the function's end;
// -1: none.
func PostDominators(f *ir.Func) []ir.BlockID { return postDominators(f) }
