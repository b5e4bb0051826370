package uniform

import (
	"slices"

	"heddle/compiler/heap"
	"heddle/compiler/ir"
)

// What follows from a branch that parts the work-items: where the parts meet again, and which loops they leave at
// different times.
//
// The parts run apart from the branch to the place where all meet, at the latest the header of the innermost loop
// around it, where the next round begins. Between the two, each block carries a label: the edges that part begin with
// different ones, a block that only one label comes to takes it on, and a block that several come to is a join and its
// own label from there on. (This is the method of LLVM's sync-dependence analysis, after Karrenberg and Hack: a join is
// reached from the branch by disjoint ways.) A loop that lies in one part is entered with one label, so its header is
// no join.
//
// The loop around the branch is left at different times if there is a way out of it before all have met. Then values of
// the loop that are used outside escape, and the ways out of it part the work-items like a branch with so many
// successors, in the loop around that one. How the joins are found is in joins.go.
//
// In an irreducible graph the loops are not known. Then every branch that parts counts as parting everything: all
// blocks are joins, and all values used in another block than their own escape.

type control struct {
	fn        *ir.Func
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	leaves    [][]ir.ValueID // by loop: values made in it and used outside
	crossing  []ir.ValueID   // irreducible graphs: values used in other blocks
	reducible bool

	joins    []Vary // by block: what parts the ways that join there
	escaping []Vary // by value: what parts those that use it after a loop

	left   []Vary  // by loop: what decides when it is left
	labels []int32 // by block, during part; 0: none

	frontier [][]ir.BlockID    // by block: where its dominance ends
	common   []int             // by block: innermost loop around all that it dominates, -1 if none
	pending  heap.Heap[uint64] // blocks that have a label, below what says which is next, during part
	labelled []ir.BlockID      // all that have had one
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

// findCommon goes up the dominator tree: what a block dominates comes behind it in the order.
func (c *control) findCommon() {
	c.common = slices.Clone(c.innermost)
	for i := len(c.cfg.Order) - 1; i > 0; i-- {
		b := c.cfg.Order[i]
		up := c.cfg.Idom[b]
		c.common[up] = c.commonLoop(c.common[up], c.common[b])
	}
}

// commonLoop is the innermost loop around two.
func (c *control) commonLoop(x, y int) int {
	for x != y {
		if x < y {
			x, y = y, x
		}
		x = c.loops[x].Parent // outer loops have smaller numbers
	}
	return x
}

// checkReducible looks whether each edge that leads back leads to a block that dominates its source.
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

// uses notes which loops around the values' definitions a use in block b is outside of.
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

// parting is a set of edges on which work-items part.
type parting struct {
	edges []wayOut
	loop  int  // the innermost loop around, -1 if none
	vary  Vary // what decides who takes which edge
}

type wayOut struct{ from, to ir.BlockID }

// diverge draws the conclusions from the branch at the end of b, whose choice varies as given.
func (c *control) diverge(b ir.BlockID, vary Vary) {
	if !c.reducible {
		c.divergeEverywhere(vary)
		return
	}
	p := parting{loop: c.innermost[b], vary: vary}
	for _, edge := range c.fn.Blocks[b].Succs {
		p.edges = append(p.edges, wayOut{b, edge.To})
	}
	c.part(p)
}

// leave notes that a loop is left at different times.
func (c *control) leave(loop int, vary Vary) {
	if c.left[loop]|vary == c.left[loop] {
		return
	}
	c.left[loop] |= vary
	for _, v := range c.leaves[loop] {
		c.escaping[v] |= vary
	}
	p := parting{loop: c.loops[loop].Parent, vary: vary}
	for _, b := range c.loops[loop].Blocks {
		for _, edge := range c.fn.Blocks[b].Succs {
			if !c.inside(edge.To, loop) {
				p.edges = append(p.edges, wayOut{b, edge.To})
			}
		}
	}
	if len(p.edges) > 1 {
		c.part(p)
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

// joinLabel is the label of a join, edgeLabel that of a way out of the branch; 0 is no label.
func joinLabel(b ir.BlockID) int32 { return int32(b) + 1 }
func edgeLabel(i int) int32        { return -int32(i) - 1 }

// mergeLabels is the label of x when two come to it.
func mergeLabels(x ir.BlockID, a, b int32) int32 {
	switch {
	case a == 0 || a == b:
		return b
	case b == 0:
		return a
	}
	return joinLabel(x)
}
