package uniform

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/compiler/ir"
)

// TestJoinsOfRandomGraphs compares with another algorithm: labels are carried along edges, block by block, up to the
// nearest post-dominator that cannot be reached in another iteration of a loop.
func TestJoinsOfRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	joins, lefts := 0, 0
	for range 30_000 {
		f := randomGraph(random)
		cfg := ir.NewCFG(f)
		if len(cfg.Order) < len(f.Blocks) {
			continue
		}
		for b := range f.Blocks {
			if len(f.Blocks[b].Succs) < 2 {
				continue
			}
			c := newControl(f, cfg)
			if !c.reducible {
				break
			}
			want := newOracle(f, cfg)
			c.diverge(ir.BlockID(b), VaryAny)
			want.diverge(ir.BlockID(b), VaryAny)
			if !agree(c, want) {
				t.Fatalf("block %d of %+v: joins %v, not %v; loops left %v, not %v", b, f.Blocks, c.joins, want.joins,
					c.left, want.left)
			}
			joins += len(slices.DeleteFunc(slices.Clone(c.joins), func(v Vary) bool { return v == 0 }))
			lefts += len(slices.DeleteFunc(slices.Clone(c.left), func(v Vary) bool { return v == 0 }))
		}
	}
	if joins < 5000 || lefts < 1000 {
		t.Errorf("%d joins, %d loops left: the graphs are not those that are meant", joins, lefts)
	}
}

// agree compares. Where a loop is left, the other algorithm also finds joins of different iterations, which are not
// executed together.
func agree(c *control, want *oracle) bool {
	if !slices.Equal(c.left, want.left) {
		return false
	}
	isLeft := slices.Max(append(want.left, 0)) != 0
	for b := range c.joins {
		if c.joins[b] != want.joins[b] && (!isLeft || c.joins[b] != 0) {
			return false
		}
	}
	return true
}

// oracle is the other algorithm.
type oracle struct {
	*control
	post   []ir.BlockID // by block: its immediate post-dominator; -1: none
	starts []int32      // by block: label of the divergent edge that leads there; 0: none. Empty between divergences.
}

func newOracle(f *ir.Func, cfg *ir.CFG) *oracle {
	return &oracle{newControl(f, cfg), postDominators(f), make([]int32, len(f.Blocks))}
}

// longDivergence is a divergence with a block before it that all pass, and the block where all meet, -1: nowhere.
type longDivergence struct {
	edges      []wayOut
	from, meet ir.BlockID
	loop       int
	vary       Vary
}

func (c *oracle) diverge(b ir.BlockID, vary Vary) {
	p := longDivergence{from: b, loop: c.innermost[b], vary: vary}
	for _, edge := range c.fn.Blocks[b].Succs {
		p.edges = append(p.edges, wayOut{b, edge.To})
	}
	c.findJoins(p)
}

// diverges reports whether the edge from one block to the other is one of those on which work-items diverge.
func (c *oracle) diverges(p *longDivergence, from, to ir.BlockID) bool {
	if p.loop == c.innermost[p.from] {
		return from == p.from // a branch
	}
	header := c.innermost[p.from] // a loop that is left
	return c.inside(from, header) && !c.inside(to, header)
}

// leave notes that a loop is left in different iterations.
func (c *oracle) leave(loop int, vary Vary) {
	if c.left[loop]|vary == c.left[loop] {
		return
	}
	c.left[loop] |= vary
	for _, v := range c.leaves[loop] {
		c.escaping[v] |= vary
	}
	p := longDivergence{from: c.loops[loop].Header, loop: c.loops[loop].Parent, vary: vary}
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

// findJoins finds the joins and the loops left between a divergence and the block where all meet.
func (c *oracle) findJoins(p longDivergence) {
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

// findMeeting sets the block where all meet, and returns the blocks between, with the meeting place.
func (c *oracle) findMeeting(p *longDivergence) []ir.BlockID {
	for p.meet = c.post[p.from]; p.meet >= 0; p.meet = c.post[p.meet] {
		if region := c.region(p); !c.outOfStep(p, region) {
			return region
		}
	}
	return c.region(p)
}

// outOfStep reports whether some may reach the meeting place in a later iteration of a loop than others, or whether it
// is in the loop that they are leaving.
func (c *oracle) outOfStep(p *longDivergence, region []ir.BlockID) bool {
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

// inLoopOf reports whether b is in the loop with the given header.
func (c *oracle) inLoopOf(b, header ir.BlockID) bool {
	for l := c.innermost[b]; l >= 0; l = c.loops[l].Parent {
		if c.loops[l].Header == header {
			return true
		}
	}
	return false
}

// region is the list of blocks between a divergence and its meeting place, inclusive, in reverse post-order.
func (c *oracle) region(p *longDivergence) []ir.BlockID {
	var region []ir.BlockID
	push := func(b ir.BlockID) {
		if !slices.Contains(region, b) {
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
	slices.SortFunc(region, func(x, y ir.BlockID) int { return cmp.Compare(c.cfg.Rank[x], c.cfg.Rank[y]) })
	return region
}

// relabel carries labels to the blocks of the region, and reports whether any changed.
func (c *oracle) relabel(p *longDivergence, region []ir.BlockID) bool {
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
			if pred != p.meet && !c.diverges(p, pred, x) {
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

// leftBetween reports whether the loop can be left before all have met.
func (c *oracle) leftBetween(p *longDivergence, region []ir.BlockID, loop int) bool {
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

// randomGraph has edges that lead mostly forward, and some back.
func randomGraph(random *rand.Rand) *ir.Func {
	f := &ir.Func{Instrs: make([]ir.Instr, 1), Blocks: make([]ir.Block, 2+random.IntN(9))}
	for b := range f.Blocks {
		block, ways := &f.Blocks[b], 1+random.IntN(2)
		if b == len(f.Blocks)-1 || b > 0 && random.IntN(6) == 0 {
			ways = 0
		}
		for range ways {
			to := min(b+1+random.IntN(3), len(f.Blocks)-1)
			if random.IntN(6) == 0 {
				to = max(1, random.IntN(b+1))
			}
			block.Succs = append(block.Succs, ir.Edge{To: ir.BlockID(to)})
		}
		end := ir.OpReturn
		switch ways {
		case 1:
			end = ir.OpJump
		case 2:
			end = ir.OpBranch
		}
		block.Instrs = []ir.ValueID{f.NewValue(ir.Instr{Op: end, Block: ir.BlockID(b)})}
	}
	return f
}
