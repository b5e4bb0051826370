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
	c.pending, c.labelled = c.pending[:0], c.labelled[:0]
	isLeft := false
	for i, way := range p.edges {
		isLeft = c.carry(&p, way.from, way.to, edgeLabel(i)) || isLeft
	}
	for len(c.pending) > 1 {
		x := ir.BlockID(uint32(c.pending.Pop()))
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
			c.pending.Push(uint64(key)<<32 | uint64(to))
		}
	}
	c.labels[to] = mergeLabels(to, c.labels[to], label)
	return false
}
