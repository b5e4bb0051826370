package uniform

import (
	"cmp"
	"slices"

	"heddle/compiler/ir"
)

// What follows from a branch that parts the work-items: where the parts meet again, and which loops they leave at
// different times.
//
// The parts run apart from the branch to the place where all meet: the nearest post-dominator that they cannot come
// to in different rounds of a loop around both. Between the two, each block carries a label: the edges that part
// begin with different ones, a block that only one label comes to takes it on, and a block that several come to is a
// join and its own label from there on. (This is the method of LLVM's sync-dependence analysis, after Karrenberg and
// Hack: a join is reached from the branch by disjoint ways.) A loop that lies in one part is entered with one label,
// so its header is no join.
//
// A loop around the branch is left at different times if there is a way out of it before all have met. Then values of
// the loop that are used outside escape, and the ways out of it part the work-items like a branch with so many
// successors.
//
// In an irreducible graph the loops are not known. Then every branch that parts counts as parting everything: all
// blocks are joins, and all values used in another block than their own escape.

type control struct {
	fn        *ir.Func
	cfg       *ir.CFG
	post      []ir.BlockID // by block: its immediate post-dominator; -1: none
	loops     []ir.Loop
	innermost []int
	leaves    [][]ir.ValueID // by loop: values made in it and used outside
	crossing  []ir.ValueID   // irreducible graphs: values used in other blocks
	reducible bool

	joins    []Vary // by block: what parts the ways that join there
	escaping []Vary // by value: what parts those that use it after a loop

	left   []Vary  // by loop: what decides when it is left
	labels []int32 // by block, during part; 0: none

	frontier [][]ir.BlockID // by block: where its dominance ends
	common   []int          // by block: innermost loop around all that it dominates, -1 if none
	starts   []int32        // by block: label of the edge that parts and leads there; 0: none. Empty between partings.
	seen     []bool         // by block, during region
	blocks   []ir.BlockID   // room for region
	pending  blockHeap
}

func newControl(f *ir.Func, cfg *ir.CFG) *control {
	c := &control{fn: f, cfg: cfg, post: postDominators(f), joins: make([]Vary, len(f.Blocks)),
		escaping: make([]Vary, len(f.Instrs)), labels: make([]int32, len(f.Blocks))}
	c.starts, c.seen = make([]int32, len(f.Blocks)), make([]bool, len(f.Blocks))
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

// inside says whether block b is in the loop.
func (c *control) inside(b ir.BlockID, loop int) bool {
	for l := c.innermost[b]; l >= loop; l = c.loops[l].Parent { // outer loops have smaller numbers
		if l == loop {
			return true
		}
	}
	return false
}

// parting is a set of edges on which work-items part.
type parting struct {
	edges []wayOut
	from  ir.BlockID // a block through which all come before
	loop  int        // the innermost loop around, -1 if none
	vary  Vary       // what decides who takes which edge
	meet  ir.BlockID // where all are together again; -1: nowhere
}

type wayOut struct{ from, to ir.BlockID }

// parts says whether the edge from one block to the other is one of those that part.
func (c *control) parts(p *parting, from, to ir.BlockID) bool {
	if p.loop == c.innermost[p.from] {
		return from == p.from // a branch
	}
	header := c.innermost[p.from] // a loop that is left
	return c.inside(from, header) && !c.inside(to, header)
}

// diverge draws the conclusions from the branch at the end of b, whose choice varies as given.
func (c *control) diverge(b ir.BlockID, vary Vary) {
	if !c.reducible {
		c.divergeEverywhere(vary)
		return
	}
	if c.diverged(b, vary) {
		return
	}
	p := parting{from: b, loop: c.innermost[b], vary: vary}
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
	p := parting{from: c.loops[loop].Header, loop: c.loops[loop].Parent, vary: vary}
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

// part finds the joins and the loops left between a parting and where all meet.
func (c *control) part(p parting) {
	region := c.findMeeting(&p)
	for c.relabel(&p, region) {
	}
	for _, x := range region {
		if c.labels[x] == joinLabel(x) {
			c.joins[x] |= p.vary
		}
	}
	var left []int
	for l := p.loop; l >= 0; l = c.loops[l].Parent {
		if c.leftBetween(&p, region, l) {
			left = append(left, l)
		}
	}
	for _, x := range region {
		c.labels[x] = 0
	}
	for _, l := range left {
		c.leave(l, p.vary)
	}
}

// findMeeting sets where all meet, and gives the blocks between, with the meeting place.
func (c *control) findMeeting(p *parting) []ir.BlockID {
	for p.meet = c.post[p.from]; p.meet >= 0; p.meet = c.post[p.meet] {
		if region := c.region(p); !c.outOfStep(p, region) {
			return region
		}
	}
	return c.region(p)
}

// outOfStep says whether some may come to the meeting place in a later round of a loop than others, or whether it is
// in the loop that they are leaving.
func (c *control) outOfStep(p *parting, region []ir.BlockID) bool {
	for _, x := range region {
		if x == p.meet {
			continue
		}
		for _, edge := range c.fn.Blocks[x].Succs {
			back := c.cfg.Dominates(edge.To, x)
			if back && edge.To != p.meet && c.cfg.Dominates(edge.To, p.from) && c.inLoopOf(p.meet, edge.To) {
				return true
			}
		}
	}
	for _, way := range p.edges {
		back := c.cfg.Dominates(way.to, way.from)
		if back && way.to != p.meet && c.inLoopOf(p.meet, way.to) {
			return true
		}
	}
	return p.loop != c.innermost[p.from] && c.inLoopOf(p.meet, p.from)
}

// inLoopOf says whether b is in the loop with the given header.
func (c *control) inLoopOf(b, header ir.BlockID) bool {
	for l := c.innermost[b]; l >= 0; l = c.loops[l].Parent {
		if c.loops[l].Header == header {
			return true
		}
	}
	return false
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

// region are the blocks between a parting and its meeting place, with the latter, in reverse post-order. The list is good
// until the next call.
func (c *control) region(p *parting) []ir.BlockID {
	region := c.blocks[:0]
	push := func(b ir.BlockID) {
		if !c.seen[b] {
			c.seen[b] = true
			region = append(region, b)
		}
	}
	for _, way := range p.edges {
		push(way.to)
	}
	for i := 0; i < len(region); i++ {
		if x := region[i]; x != p.meet {
			for j := range c.fn.Blocks[x].Succs {
				push(c.fn.Blocks[x].Succs[j].To)
			}
		}
	}
	for _, x := range region {
		c.seen[x] = false
	}
	c.blocks = region
	slices.SortFunc(region, func(x, y ir.BlockID) int { return cmp.Compare(c.cfg.Rank[x], c.cfg.Rank[y]) })
	return region
}

// relabel gives the blocks of the region the labels that come to them; true if any changed.
func (c *control) relabel(p *parting, region []ir.BlockID) bool {
	for i, way := range p.edges {
		label := edgeLabel(i)
		if c.starts[way.to] != 0 {
			label = joinLabel(way.to)
		}
		c.starts[way.to] = label
	}
	changed := false
	for _, x := range region {
		if c.labels[x] == joinLabel(x) {
			continue
		}
		label := c.starts[x]
		for _, pred := range c.cfg.Preds[x] {
			if pred != p.meet && !c.parts(p, pred, x) {
				label = mergeLabels(x, label, c.labels[pred])
			}
		}
		if label != c.labels[x] {
			c.labels[x], changed = label, true
		}
	}
	for _, way := range p.edges {
		c.starts[way.to] = 0
	}
	return changed
}

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

// leftBetween says whether a way leads out of the loop before all have met.
func (c *control) leftBetween(p *parting, region []ir.BlockID, loop int) bool {
	for _, way := range p.edges {
		if c.inside(way.from, loop) && !c.inside(way.to, loop) {
			return true
		}
	}
	for _, x := range region {
		if x == p.meet || !c.inside(x, loop) {
			continue
		}
		for _, edge := range c.fn.Blocks[x].Succs {
			if !c.inside(edge.To, loop) {
				return true
			}
		}
	}
	return false
}
