package ir

// CFG is what the blocks' edges say about a function's control flow. It is good until an edge changes.
//
// Dominators are found by the iteration of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"): each
// block's immediate dominator is the nearest common ancestor of its predecessors' in the tree so far, visited in
// reverse post-order until nothing changes. On reducible graphs the second round only confirms the first.
type CFG struct {
	Order []BlockID   // reachable blocks in reverse post-order, the entry first
	Rank  []int       // by block: its place in Order; -1 if it cannot be reached
	Preds [][]BlockID // by block: reachable predecessors, one entry per edge
	Idom  []BlockID   // by block: immediate dominator; the entry's is itself

	enter, leave []int // by block: walk of the dominator tree, for Dominates
}

// NewCFG analyses f.
func NewCFG(f *Func) *CFG {
	c := &CFG{}
	c.order(f)
	c.Preds = make([][]BlockID, len(f.Blocks))
	for _, b := range c.Order {
		for _, edge := range f.Blocks[b].Succs {
			c.Preds[edge.To] = append(c.Preds[edge.To], b)
		}
	}
	c.dominators(len(f.Blocks))
	c.number()
	return c
}

// order walks depth first without recursion: units can be deep.
func (c *CFG) order(f *Func) {
	type step struct {
		block BlockID
		next  int
	}
	c.Rank = make([]int, len(f.Blocks))
	post := make([]BlockID, 0, len(f.Blocks))
	seen := make([]bool, len(f.Blocks))
	seen[0] = true
	stack := []step{{0, 0}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := f.Blocks[top.block].Succs
		if top.next == len(succs) {
			post = append(post, top.block)
			stack = stack[:len(stack)-1]
			continue
		}
		// The last successor first, so that the first one comes next in reverse post-order.
		to := succs[len(succs)-1-top.next].To
		top.next++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, step{to, 0})
		}
	}
	c.Order = make([]BlockID, len(post))
	for i := range c.Rank {
		c.Rank[i] = -1
	}
	for i, b := range post {
		c.Order[len(post)-1-i] = b
		c.Rank[b] = len(post) - 1 - i
	}
}

func (c *CFG) dominators(blocks int) {
	c.Idom = make([]BlockID, blocks)
	for b := range c.Idom {
		c.Idom[b] = -1
	}
	c.Idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, b := range c.Order[1:] {
			idom := BlockID(-1)
			for _, p := range c.Preds[b] {
				if c.Idom[p] >= 0 {
					idom = c.nearest(idom, p)
				}
			}
			if idom != c.Idom[b] {
				c.Idom[b], changed = idom, true
			}
		}
	}
}

// nearest is the common ancestor of two blocks in the dominator tree; -1 is no block.
func (c *CFG) nearest(a, b BlockID) BlockID {
	if a < 0 {
		return b
	}
	for a != b {
		for c.Rank[a] > c.Rank[b] {
			a = c.Idom[a]
		}
		for c.Rank[b] > c.Rank[a] {
			b = c.Idom[b]
		}
	}
	return a
}

// Children are the dominator tree's children of each block, in reverse post-order.
func (c *CFG) Children() [][]BlockID {
	children := make([][]BlockID, len(c.Idom))
	for _, b := range c.Order[1:] {
		children[c.Idom[b]] = append(children[c.Idom[b]], b)
	}
	return children
}

// number gives each block its interval in a walk of the dominator tree.
func (c *CFG) number() {
	children := c.Children()
	c.enter, c.leave = make([]int, len(c.Idom)), make([]int, len(c.Idom))
	clock, stack := 0, []BlockID{0}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		clock++
		if c.enter[b] == 0 {
			c.enter[b] = clock
			stack = append(stack, children[b]...)
			continue
		}
		stack = stack[:len(stack)-1]
		c.leave[b] = clock
	}
}

// Reachable says whether control can come to block b.
func (c *CFG) Reachable(b BlockID) bool { return c.Rank[b] >= 0 }

// Dominates says whether every way to b leads through a; a block dominates itself.
func (c *CFG) Dominates(a, b BlockID) bool {
	return c.Reachable(a) && c.Reachable(b) && c.enter[a] <= c.enter[b] && c.leave[b] <= c.leave[a]
}

// Loop is a natural loop.
type Loop struct {
	Header BlockID
	Blocks []BlockID // in reverse post-order, the header first; with those of inner loops
	Parent int       // index of the loop around it; -1 if none
}

// Loops are the natural loops, outer ones before inner ones, and for each block the index of its innermost loop or
// -1. Cycles with two entries are no natural loops and are not found.
func (c *CFG) Loops() (loops []Loop, innermost []int) {
	innermost = make([]int, len(c.Idom))
	for b := range innermost {
		innermost[b] = -1
	}
	for _, header := range c.Order {
		body := c.loopBody(header)
		if body == nil {
			continue
		}
		loops = append(loops, Loop{Header: header, Parent: innermost[header]})
		for _, b := range c.Order[c.Rank[header]:] {
			if body[b] {
				loops[len(loops)-1].Blocks = append(loops[len(loops)-1].Blocks, b)
				innermost[b] = len(loops) - 1
				delete(body, b)
			}
			if len(body) == 0 {
				break
			}
		}
	}
	return loops, innermost
}

// loopBody is the set of blocks of the loop whose header is given; nil if no edge goes back to it.
func (c *CFG) loopBody(header BlockID) map[BlockID]bool {
	var body map[BlockID]bool
	var work []BlockID
	for _, p := range c.Preds[header] {
		if c.Dominates(header, p) {
			work = append(work, p)
		}
	}
	if work == nil {
		return nil
	}
	body = map[BlockID]bool{header: true}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !body[b] {
			body[b] = true
			work = append(work, c.Preds[b]...)
		}
	}
	return body
}
