package uniform

import (
	"math"

	"heddle/compiler/ir"
)

// How the joins of a parting are found. What a block dominates has the block's label, so labels are carried along
// dominance frontiers instead of edges, in reverse post-order; an edge back to the header of the loop around comes last
// of all. When only one block is waiting, all are together there. Those who leave the loop, or the function, are waited
// for by nobody. So the effort depends on the number of joins, not on the number of blocks between.

// part finds the joins of a parting, and whether the loop around is left before all have met.
func (c *control) part(p parting) {
	c.pending.blocks, c.labelled = c.pending.blocks[:0], c.labelled[:0]
	isLeft := false
	for i, way := range p.edges {
		isLeft = c.carry(&p, way.from, way.to, edgeLabel(i)) || isLeft
	}
	for len(c.pending.blocks) > 1 {
		x := c.pending.pop().block
		isLeft = isLeft || p.loop >= 0 && c.commonLoop(c.common[x], p.loop) != p.loop
		for _, to := range c.frontier[x] {
			isLeft = c.carry(&p, x, to, c.labels[x]) || isLeft
		}
	}
	for _, x := range c.labelled {
		if c.labels[x] == joinLabel(x) {
			c.joins[x] |= p.vary
		}
		c.labels[x] = 0
	}
	if isLeft {
		c.leave(p.loop, p.vary)
	}
}

// carry brings a label from one block to another. It says whether that is out of the loop around the parting.
func (c *control) carry(p *parting, from, to ir.BlockID, label int32) (isOut bool) {
	key := c.cfg.Rank[to]
	switch {
	case p.loop >= 0 && !c.inside(to, p.loop):
		return true
	case p.loop >= 0 && to == c.loops[p.loop].Header:
		key = math.MaxInt32
	case c.cfg.Rank[to] <= c.cfg.Rank[from]:
		return false // back to the header of a loop between
	}
	if c.labels[to] == 0 {
		c.labelled = append(c.labelled, to)
		if len(c.cfg.Preds[to]) > 1 || len(c.fn.Blocks[to].Succs) > 0 {
			c.pending.push(pendingBlock{key, to})
		}
	}
	c.labels[to] = mergeLabels(to, c.labels[to], label)
	return false
}

// pendingBlock is a block with a label that has not been carried on yet.
type pendingBlock struct {
	key   int32 // the least is next
	block ir.BlockID
}

// blockHeap is a heap of them: each comes before those at twice its place and one and two further.
type blockHeap struct{ blocks []pendingBlock }

func (h *blockHeap) push(p pendingBlock) {
	h.blocks = append(h.blocks, p)
	at := len(h.blocks) - 1
	for at > 0 && p.key < h.blocks[(at-1)/2].key {
		h.blocks[at] = h.blocks[(at-1)/2]
		at = (at - 1) / 2
	}
	h.blocks[at] = p
}

// pop takes the least.
func (h *blockHeap) pop() pendingBlock {
	least, end := h.blocks[0], len(h.blocks)-1
	last := h.blocks[end]
	h.blocks = h.blocks[:end]
	at := 0
	for next := 1; next < end; next = 2*at + 1 {
		if next+1 < end && h.blocks[next+1].key < h.blocks[next].key {
			next++
		}
		if last.key <= h.blocks[next].key {
			break
		}
		h.blocks[at], at = h.blocks[next], next
	}
	if end > 0 {
		h.blocks[at] = last
	}
	return least
}
