package uniform

import (
	"container/heap"

	"heddle/compiler/ir"
)

// The short way to the joins of a branch, for a branch whose ways meet again in its own round of the innermost loop
// around it. What a block dominates has the block's label, so labels are carried along dominance frontiers instead of
// edges, in reverse post-order. When only one block is waiting, all are together there; blocks in which the function
// ends wait for nobody. So the effort depends on the number of joins, not on the number of blocks between.

// diverged draws the conclusions from the branch at the end of b if the short way can be taken.
func (c *control) diverged(b ir.BlockID, vary Vary) bool {
	c.pending.rank, c.pending.blocks = c.cfg.Rank, c.pending.blocks[:0]
	var touched []ir.BlockID
	ok := true
	give := func(to ir.BlockID, label int32) {
		if c.labels[to] == 0 {
			touched = append(touched, to)
			if len(c.cfg.Preds[to]) > 1 || len(c.fn.Blocks[to].Succs) > 0 {
				heap.Push(&c.pending, to)
			}
		}
		c.labels[to] = mergeLabels(to, c.labels[to], label)
	}
	for i := range c.fn.Blocks[b].Succs {
		to := c.fn.Blocks[b].Succs[i].To
		ok = ok && c.staysIn(b, b, to)
		give(to, edgeLabel(i))
	}
	for ok && len(c.pending.blocks) > 1 {
		x := heap.Pop(&c.pending).(ir.BlockID)
		ok = c.dominatesWithin(x, c.innermost[b])
		for _, to := range c.frontier[x] {
			switch {
			case c.cfg.Rank[to] > c.cfg.Rank[x] || c.inLoopOf(b, to):
				ok = ok && c.staysIn(b, x, to)
				give(to, c.labels[x])
			}
		}
	}
	for _, x := range touched {
		if ok && c.labels[x] == joinLabel(x) {
			c.joins[x] |= vary
		}
		c.labels[x] = 0
	}
	return ok
}

// staysIn says whether the way from x to another block leads neither back to the top of a loop around b nor out of one.
func (c *control) staysIn(b, x, to ir.BlockID) bool {
	if c.cfg.Rank[to] <= c.cfg.Rank[x] {
		return false
	}
	return c.innermost[b] < 0 || c.inside(to, c.innermost[b])
}

// dominatesWithin says whether all that x dominates is in the loop.
func (c *control) dominatesWithin(x ir.BlockID, loop int) bool {
	return loop < 0 || c.commonLoop(c.common[x], loop) == loop
}

// blockHeap is a heap of blocks, the first in reverse post-order on top.
type blockHeap struct {
	rank   []int32
	blocks []ir.BlockID
}

func (h *blockHeap) Len() int           { return len(h.blocks) }
func (h *blockHeap) Less(i, j int) bool { return h.rank[h.blocks[i]] < h.rank[h.blocks[j]] }
func (h *blockHeap) Swap(i, j int)      { h.blocks[i], h.blocks[j] = h.blocks[j], h.blocks[i] }
func (h *blockHeap) Push(x any)         { h.blocks = append(h.blocks, x.(ir.BlockID)) }
func (h *blockHeap) Pop() any {
	last := h.blocks[len(h.blocks)-1]
	h.blocks = h.blocks[:len(h.blocks)-1]
	return last
}
