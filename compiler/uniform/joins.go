package uniform

import (
	"math"

	"heddle/compiler/ir"
)

// How the joins of a divergence are found. A block's label holds for all that it dominates, so labels are carried along
// dominance frontiers instead of edges, in reverse post-order; the back edge to the header of the loop around comes
// last. When only one block is pending, all have met there. Work-items that leave the loop, or the function, are not
// waited for. So the effort depends on the number of joins, not on the number of blocks between.

// findJoins finds the joins of a divergence, and whether the loop around it is left before all have met.
func (c *control) findJoins(p divergence) {
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

// carry brings a label from one block to another, and reports whether that is outside the loop around the divergence.
func (c *control) carry(p *divergence, from, to ir.BlockID, label int32) (isOut bool) {
	key := c.cfg.Rank[to]
	switch {
	case p.loop >= 0 && !c.inside(to, p.loop): // an exit
		return true
	case p.loop >= 0 && to == c.loops[p.loop].Header: // the next iteration, after all blocks of this one
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
