package flow

import (
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/uniform"
)

// Iterations of loops. That all ways to a function's end lead through a block does not say that they do so in the
// present iteration of a loop: a lane may go back to the header before it comes there, as with continue. So the blocks
// of each loop are looked at as a function of their own, which ends where a way leads out of the loop or back to its
// header. Loops within it stay loops.

// postDominatorsOf are, by loop and after all of them for the function, the post-dominators within an iteration: by
// place from the loop's first on, -1 for none.
func postDominatorsOf(f *ir.Func, layout *lane.Layout) [][]ir.BlockID {
	byLoop := make([][]ir.BlockID, len(layout.Loops)+1)
	for l := range layout.Loops {
		loop := &layout.Loops[l]
		byLoop[l] = postDominatorsIn(f, layout, loop.First, loop.Last)
	}
	byLoop[len(layout.Loops)] = postDominatorsIn(f, layout, 0, len(layout.Order)-1)
	return byLoop
}

// postDominatorsIn are the post-dominators of the blocks from one place to another, when what leads to the first or
// elsewhere ends.
func postDominatorsIn(f *ir.Func, layout *lane.Layout, first, last int) []ir.BlockID {
	n := last - first + 1
	part := &ir.Func{Blocks: make([]ir.Block, n+1)} // the last block stands for the ends
	for i := range n {
		for _, e := range f.Blocks[layout.Order[first+i]].Succs {
			to := layout.Place[e.To] - first
			if to <= 0 || to >= n {
				to = n
			}
			part.Blocks[i].Succs = append(part.Blocks[i].Succs, ir.Edge{To: ir.BlockID(to)})
		}
	}
	post := uniform.PostDominators(part)[:n]
	for i, p := range post {
		switch {
		case int(p) == n:
			post[i] = -1
		case p >= 0:
			post[i] = layout.Order[first+int(p)]
		}
	}
	return post
}
