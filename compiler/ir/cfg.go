package ir

// CFG is a function's control flow derived from the edges of its blocks. It is valid until an edge changes.
//
// Dominators are found by the algorithm SEMI-NCA of Georgiadis and Tarjan ("Finding Dominators in Practice"): a
// depth-first search gives the semidominators, with path compression as in Lengauer and Tarjan's algorithm; then, from
// the top of the search tree down, each block's immediate dominator is its nearest ancestor in the dominator tree so
// far that is no lower than its semidominator. In practice that takes time proportional to the number of edges, also
// where thousands of edges lead to one block.
type CFG struct {
	Order []BlockID   // reachable blocks in reverse post-order, the entry first
	Rank  []int32     // by block: its place in Order; -1 if it cannot be reached
	Preds [][]BlockID // by block: reachable predecessors, one entry per edge
	Idom  []BlockID   // by block: immediate dominator; the entry's is itself, that of unreachable blocks -1

	enter, leave []int32 // by block: interval in a walk of the dominator tree, for Dominates

	predList   []BlockID   // what Preds consists of
	childStart []int32     // by block: where its children begin in childList
	childList  []BlockID   // the dominator tree's children
	stack      []cfgStep   // of the walks
	pre        []BlockID   // reachable blocks in depth-first preorder
	tree       []treeBlock // by place in pre, while dominators are computed
	compress   []int32     // stack of path compression
	member     []int32     // by block: 1 + index of the loop it was last found in
	work       []BlockID
}

type cfgStep struct {
	block BlockID
	next  int32
}

// treeBlock is a block in the depth-first tree; all numbers are indices in the tree.
type treeBlock struct {
	parent   int32
	semi     int32
	label    int32 // of the least semidominator on the compressed path
	ancestor int32 // -1: root of its forest
	idom     int32
}

// NewCFG analyses f.
func NewCFG(f *Func) *CFG {
	c := &CFG{}
	c.Analyze(f)
	return c
}

// Analyze analyses f, reusing the memory of c.
func (c *CFG) Analyze(f *Func) {
	c.order(f)
	c.predecessors(f)
	c.dominators(len(f.Blocks))
	c.number()
}

// Walk finds only Order and Rank.
func (c *CFG) Walk(f *Func) {
	c.order(f)
	for i, b := range c.Order {
		c.Rank[b] = int32(i)
	}
}

// resized is a list of n elements, in the memory of an old one if that is large enough; the contents are undefined.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}

// order searches depth first without recursion: units can be deep.
func (c *CFG) order(f *Func) {
	c.Rank = resized(c.Rank, len(f.Blocks))
	c.tree, c.pre = resized(c.tree, len(f.Blocks))[:0], resized(c.pre, len(f.Blocks))[:0]
	for i := range c.Rank {
		c.Rank[i] = -1
	}
	post := resized(c.Order, len(f.Blocks)) // filled from its end
	free := len(post)
	c.stack = c.stack[:0]
	open := func(b BlockID, parent int32) {
		c.Rank[b] = int32(len(c.pre)) // its preorder number, for now
		c.pre = append(c.pre, b)
		c.tree = append(c.tree, treeBlock{parent: parent, semi: c.Rank[b], label: c.Rank[b], ancestor: -1})
		c.stack = append(c.stack, cfgStep{block: b})
	}
	for open(0, 0); len(c.stack) > 0; {
		top := &c.stack[len(c.stack)-1]
		succs := f.Blocks[top.block].Succs
		if int(top.next) == len(succs) {
			free--
			post[free] = top.block
			c.stack = c.stack[:len(c.stack)-1]
			continue
		}
		// The last successor first, so that the first one comes next in reverse post-order.
		to := succs[len(succs)-1-int(top.next)].To
		top.next++
		if c.Rank[to] < 0 {
			open(to, c.Rank[top.block])
		}
	}
	copy(post, post[free:])
	c.Order = post[:len(c.pre)]
}

// predecessors fills Preds, all in one list.
func (c *CFG) predecessors(f *Func) {
	c.Preds = resized(c.Preds, len(f.Blocks))
	clear(c.Preds)
	counts := resized(c.childStart, len(f.Blocks))
	clear(counts)
	total := 0
	for _, b := range c.Order {
		for i := range f.Blocks[b].Succs {
			counts[f.Blocks[b].Succs[i].To]++
			total++
		}
	}
	c.predList = resized(c.predList, total)
	rest := c.predList
	for _, b := range c.Order {
		c.Preds[b], rest = rest[:0:counts[b]], rest[counts[b]:]
	}
	for _, b := range c.Order {
		for i := range f.Blocks[b].Succs {
			to := f.Blocks[b].Succs[i].To
			c.Preds[to] = append(c.Preds[to], b)
		}
	}
	c.childStart = counts
}

func (c *CFG) dominators(blocks int) {
	for w := int32(len(c.pre)) - 1; w > 0; w-- {
		node := &c.tree[w]
		for _, p := range c.Preds[c.pre[w]] {
			node.semi = min(node.semi, c.tree[c.least(c.Rank[p])].semi)
		}
		node.ancestor = node.parent
	}
	for w := 1; w < len(c.tree); w++ {
		idom := c.tree[w].parent
		for idom > c.tree[w].semi {
			idom = c.tree[idom].idom
		}
		c.tree[w].idom = idom
	}
	c.Idom = resized(c.Idom, blocks)
	for b := range c.Idom {
		c.Idom[b] = -1
	}
	for w, b := range c.pre {
		c.Idom[b] = c.pre[c.tree[w].idom]
	}
	for i, b := range c.Order {
		c.Rank[b] = int32(i)
	}
}

// least is the place with the least semidominator on the path up from place v, which is compressed.
func (c *CFG) least(v int32) int32 {
	if c.tree[v].ancestor < 0 {
		return v
	}
	c.compress = c.compress[:0]
	for at := v; c.tree[c.tree[at].ancestor].ancestor >= 0; at = c.tree[at].ancestor {
		c.compress = append(c.compress, at)
	}
	for i := len(c.compress) - 1; i >= 0; i-- {
		node := &c.tree[c.compress[i]]
		above := &c.tree[node.ancestor]
		if c.tree[above.label].semi < c.tree[node.label].semi {
			node.label = above.label
		}
		node.ancestor = above.ancestor
	}
	return c.tree[v].label
}

// Children are the dominator tree's children of a block, in reverse post-order.
func (c *CFG) Children(b BlockID) []BlockID {
	end := len(c.childList)
	if int(b)+1 < len(c.childStart) {
		end = int(c.childStart[b+1])
	}
	return c.childList[c.childStart[b]:end]
}

// number lists the children and gives each block its interval in a walk of the dominator tree.
func (c *CFG) number() {
	c.childStart = resized(c.childStart, len(c.Idom))
	clear(c.childStart)
	for _, b := range c.Order[1:] {
		c.childStart[c.Idom[b]]++
	}
	sum := int32(0)
	for b, n := range c.childStart {
		sum += n
		c.childStart[b] = sum // the end of its children; filling them in from the back moves it to their start
	}
	c.childList = resized(c.childList, int(sum))
	for i := len(c.Order) - 1; i > 0; i-- {
		up := c.Idom[c.Order[i]]
		c.childStart[up]--
		c.childList[c.childStart[up]] = c.Order[i]
	}
	c.walk()
}

func (c *CFG) walk() {
	c.enter, c.leave = resized(c.enter, len(c.Idom)), resized(c.leave, len(c.Idom))
	clock := int32(1)
	c.enter[0] = clock
	c.stack = append(c.stack[:0], cfgStep{})
	for len(c.stack) > 0 {
		top := &c.stack[len(c.stack)-1]
		clock++
		if children := c.Children(top.block); int(top.next) < len(children) {
			child := children[top.next]
			top.next++
			c.enter[child] = clock
			c.stack = append(c.stack, cfgStep{block: child})
			continue
		}
		c.leave[top.block] = clock
		c.stack = c.stack[:len(c.stack)-1]
	}
}

// Reachable reports whether block b can be reached from the entry.
func (c *CFG) Reachable(b BlockID) bool { return c.Rank[b] >= 0 }

// Dominates reports whether every path from the entry to b contains a; a block dominates itself.
func (c *CFG) Dominates(a, b BlockID) bool {
	return c.Reachable(a) && c.Reachable(b) && c.enter[a] <= c.enter[b] && c.leave[b] <= c.leave[a]
}

// Frontiers are the dominance frontiers by block, in the memory of the given list: the blocks just outside of its
// dominance.
func (c *CFG) Frontiers(frontier [][]BlockID) [][]BlockID {
	frontier = resized(frontier, len(c.Idom))
	for b := range frontier {
		frontier[b] = frontier[b][:0]
	}
	for _, b := range c.Order {
		if len(c.Preds[b]) < 2 {
			continue
		}
		for _, runner := range c.Preds[b] {
			for ; runner != c.Idom[b]; runner = c.Idom[runner] {
				list := frontier[runner]
				if len(list) > 0 && list[len(list)-1] == b {
					break // the rest of the path was walked for another predecessor
				}
				frontier[runner] = append(list, b)
			}
		}
	}
	return frontier
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
	c.member = resized(c.member, len(c.Idom))
	clear(c.member)
	for _, header := range c.Order {
		size := c.markLoop(header, int32(len(loops))+1)
		if size == 0 {
			continue
		}
		if innermost == nil {
			innermost = noLoops(len(c.Idom))
		}
		index := len(loops)
		loop := Loop{Header: header, Parent: innermost[header], Blocks: make([]BlockID, 0, size)}
		for _, b := range c.Order[c.Rank[header]:] {
			if c.member[b] == int32(index)+1 {
				loop.Blocks = append(loop.Blocks, b)
				innermost[b] = index
			}
			if len(loop.Blocks) == size {
				break
			}
		}
		loops = append(loops, loop)
	}
	if innermost == nil {
		innermost = noLoops(len(c.Idom))
	}
	return loops, innermost
}

// InLoop reports whether block b is in a loop, or in one nested in it, given the loops as CFG.Loops returns them.
func InLoop(loops []Loop, innermost []int, b BlockID, loop int) bool {
	l := innermost[b]
	for l > loop { // outer loops have smaller numbers
		l = loops[l].Parent
	}
	return l == loop
}

func noLoops(blocks int) []int {
	innermost := make([]int, blocks)
	for b := range innermost {
		innermost[b] = -1
	}
	return innermost
}

// HasLoop reports whether there is a back edge: one to a block that dominates its source.
func (c *CFG) HasLoop() bool {
	for _, header := range c.Order {
		for _, p := range c.Preds[header] {
			if c.Dominates(header, p) {
				return true
			}
		}
	}
	return false
}

// markLoop marks the blocks of the loop with the given header and counts them; 0 if it has no back edge.
func (c *CFG) markLoop(header BlockID, mark int32) (size int) {
	c.work = c.work[:0]
	for _, p := range c.Preds[header] {
		if c.Dominates(header, p) {
			c.work = append(c.work, p)
		}
	}
	if len(c.work) == 0 {
		return 0
	}
	c.member[header] = mark
	size = 1
	for len(c.work) > 0 {
		b := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		if c.member[b] != mark {
			c.member[b] = mark
			size++
			c.work = append(c.work, c.Preds[b]...)
		}
	}
	return size
}
