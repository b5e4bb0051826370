package uniform

import (
	"slices"

	"heddle/compiler/heap"
	"heddle/compiler/ir"
)

// Consequences of a divergent branch: where control flow joins again, and which loops work-items leave in different
// iterations.
//
// Work-items diverge from the branch to the block where all meet, at the latest the header of the innermost loop around
// it, where the next iteration begins. Between the two, each block carries a label: the edges of the branch begin with
// different labels, a block reached by only one label takes it on, and a block reached by several is a join and its own
// label from there on. (This is the method of LLVM's sync-dependence analysis, after Karrenberg and Hack: a join is
// reached from the branch by disjoint paths.) A loop on only one side of the branch is entered with one label, so its
// header is no join.
//
// The loop around the branch is left in different iterations if there is an exit before all have met. Then values of
// the loop that are used outside escape, and its exits diverge like a branch with as many successors, in the next outer
// loop. How the joins are found is described in joins.go.
//
// The loops of an irreducible graph are not known. There every divergent branch counts as one before all blocks: all
// blocks are joins, and all values used in another block than their own escape.

type control struct {
	fn        *ir.Func
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	leaves    [][]ir.ValueID // by loop: values made in it and used outside
	crossing  []ir.ValueID   // irreducible graphs: values used in other blocks
	reducible bool

	joins    []Vary // by block: what the divergences vary with that join there
	escaping []Vary // by value: what its uses after a loop vary with

	left   []Vary  // by loop: what decides when it is left
	labels []int32 // by block, during findJoins; 0: none

	frontier [][]ir.BlockID    // by block: its dominance frontier
	common   []int             // by block: innermost loop around all blocks that it dominates, -1 if none
	pending  heap.Heap[uint64] // labelled blocks still to be visited, with a bit set of their order, during findJoins
	labelled []ir.BlockID      // all that have got a label
}

func newControl(f *ir.Func, cfg *ir.CFG) *control {
	c := &control{fn: f, cfg: cfg, joins: make([]Vary, len(f.Blocks)),
		escaping: make([]Vary, len(f.Instrs)), labels: make([]int32, len(f.Blocks))}
	c.loops, c.innermost = cfg.Loops()
	c.frontier = cfg.Frontiers(nil)
	c.findCommon()
	c.leaves, c.left = make([][]ir.ValueID, len(c.loops)), make([]Vary, len(c.loops))
	c.checkReducible()
	for _, b := range cfg.Order {
		for _, v := range f.Blocks[b].Instrs {
			c.uses(f.Instr(v).Args, b)
		}
		for _, edge := range f.Blocks[b].Succs {
			c.uses(edge.Args, edge.To)
		}
	}
	return c
}

// findCommon goes up the dominator tree: dominated blocks come later in the order.
func (c *control) findCommon() {
	c.common = slices.Clone(c.innermost)
	for i := len(c.cfg.Order) - 1; i > 0; i-- {
		b := c.cfg.Order[i]
		up := c.cfg.Idom[b]
		c.common[up] = c.commonLoop(c.common[up], c.common[b])
	}
}

// commonLoop is the innermost loop around both.
func (c *control) commonLoop(x, y int) int {
	for x != y {
		if x < y {
			x, y = y, x
		}
		x = c.loops[x].Parent // outer loops have smaller numbers
	}
	return x
}

// checkReducible checks that each retreating edge leads to a block that dominates its source.
func (c *control) checkReducible() {
	c.reducible = true
	for _, b := range c.cfg.Order {
		for _, edge := range c.fn.Blocks[b].Succs {
			if c.cfg.Rank[edge.To] <= c.cfg.Rank[b] && !c.cfg.Dominates(edge.To, b) {
				c.reducible = false
			}
		}
	}
}

// uses notes the loops around the operands' definitions that a use in block b is outside of.
func (c *control) uses(values []ir.ValueID, b ir.BlockID) {
	for _, v := range values {
		made := c.fn.Instr(v).Block
		if made == b {
			continue
		}
		if !c.reducible {
			c.crossing = append(c.crossing, v)
		}
		for l := c.innermost[made]; l >= 0 && !c.inside(b, l); l = c.loops[l].Parent {
			c.leaves[l] = append(c.leaves[l], v)
		}
	}
}

// inside reports whether block b is in the loop.
func (c *control) inside(b ir.BlockID, loop int) bool {
	return ir.InLoop(c.loops, c.innermost, b, loop)
}

// divergence is a set of edges that work-items of one group take different ones of.
type divergence struct {
	edges []wayOut
	loop  int  // the innermost loop around, -1 if none
	vary  Vary // what decides who takes which edge
}

type wayOut struct{ from, to ir.BlockID }

// diverge records the consequences of the branch at the end of b, whose condition varies as given.
func (c *control) diverge(b ir.BlockID, vary Vary) {
	if !c.reducible {
		c.divergeEverywhere(vary)
		return
	}
	p := divergence{loop: c.innermost[b], vary: vary}
	for _, edge := range c.fn.Blocks[b].Succs {
		p.edges = append(p.edges, wayOut{b, edge.To})
	}
	c.findJoins(p)
}

// leave notes that a loop is left in different iterations.
func (c *control) leave(loop int, vary Vary) {
	if c.left[loop]|vary == c.left[loop] {
		return
	}
	c.left[loop] |= vary
	for _, v := range c.leaves[loop] {
		c.escaping[v] |= vary
	}
	p := divergence{loop: c.loops[loop].Parent, vary: vary}
	for _, b := range c.loops[loop].Blocks {
		for _, edge := range c.fn.Blocks[b].Succs {
			if !c.inside(edge.To, loop) {
				p.edges = append(p.edges, wayOut{b, edge.To})
			}
		}
	}
	if len(p.edges) > 1 {
		c.findJoins(p)
	}
}

func (c *control) divergeEverywhere(vary Vary) {
	for b := range c.joins {
		c.joins[b] |= vary
	}
	for _, v := range c.crossing {
		c.escaping[v] |= vary
	}
}

// joinLabel is the label of a join, edgeLabel that of an edge of the branch; 0 is no label.
func joinLabel(b ir.BlockID) int32 { return int32(b) + 1 }
func edgeLabel(i int) int32        { return -int32(i) - 1 }

// mergeLabels is the label of x when a second one reaches it.
func mergeLabels(x ir.BlockID, a, b int32) int32 {
	switch {
	case a == 0 || a == b:
		return b
	case b == 0:
		return a
	}
	return joinLabel(x)
}
