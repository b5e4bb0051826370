package lane

import "slices"

// The layout is a loop-nesting order after Steensgaard: the strongly connected components of a graph in topological
// order; within a component, the edges into its headers (the nodes entered from outside) are removed, which breaks all
// cycles through them, and the rest is laid out in the same way. So loops are contiguous, every edge that leads up goes
// to a header of a loop around its source, and loops with several headers need no special treatment.

// loop is a strongly connected component: the positions first to last of the layout.
type loop struct {
	first, last int
	headers     []int // nodes
	parent      int   // index of the loop around it, -1 if none
}

// layout is the order of the nodes.
type layout struct {
	order []int // nodes by position
	place []int // positions by node, -1: unreachable
	loops []loop
	inner []int // innermost loop by position, -1: none
}

func (g *graph) layout() *layout {
	l := &layout{place: make([]int, len(g.nodes))}
	for i := range l.place {
		l.place[i] = -1
	}
	b := &layoutBuilder{graph: g, layout: l, region: make([]int, len(g.nodes)), header: make([]bool, len(g.nodes)),
		mark: make([]int, len(g.nodes)), state: make([]tarjanNode, len(g.nodes))}
	all := make([]int, len(g.nodes))
	for i := range all {
		all[i] = i
	}
	b.regions = 1
	b.lay(all, []int{0}, -1)
	return l
}

// layoutBuilder lays out regions. Nodes of the current region have its number; the edges into headers are removed.
type layoutBuilder struct {
	*graph
	layout  *layout
	region  []int
	regions int
	header  []bool
	state   []tarjanNode // of the nodes of the region being laid out
	mark    []int        // nodes of the present component have the number marks
	marks   int
}

// lay appends the nodes of a region that are reachable from roots.
func (b *layoutBuilder) lay(nodes, roots []int, parent int) {
	id := b.regions
	b.regions++
	for _, n := range nodes {
		b.region[n] = id
	}
	for _, n := range nodes {
		b.state[n] = tarjanNode{}
	}
	t := &tarjan{builder: b, region: id, nodes: b.state}
	for _, r := range roots {
		if t.nodes[r].index == 0 {
			t.visit(r)
		}
	}
	slices.Reverse(t.components)
	for _, component := range t.components {
		if len(component) == 1 && !slices.Contains(b.follow(component[0], id), component[0]) {
			b.place(component[0], parent)
			continue
		}
		b.layLoop(component, parent)
	}
}

func (b *layoutBuilder) place(n, parent int) {
	b.layout.place[n] = len(b.layout.order)
	b.layout.order = append(b.layout.order, n)
	b.layout.inner = append(b.layout.inner, parent)
}

func (b *layoutBuilder) layLoop(component []int, parent int) {
	var headers []int
	b.marks++
	for _, n := range component {
		b.mark[n] = b.marks
	}
	for _, n := range component {
		if n == 0 || slices.ContainsFunc(b.nodes[n].preds, func(p int) bool { return b.mark[p] != b.marks }) {
			headers = append(headers, n)
			b.header[n] = true
		}
	}
	index := len(b.layout.loops)
	b.layout.loops = append(b.layout.loops, loop{first: len(b.layout.order), headers: headers, parent: parent})
	b.lay(component, headers, index)
	b.layout.loops[index].last = len(b.layout.order) - 1
}

// follow are the successors of n within a region, without the edges into headers.
func (b *layoutBuilder) follow(n, region int) []int {
	var list []int
	for _, s := range b.nodes[n].succs {
		if b.region[s] == region && !b.header[s] {
			list = append(list, s)
		}
	}
	return list
}

// tarjan finds strongly connected components, in reverse topological order. It keeps its own stack of visits, because
// graphs may be deep.
type tarjan struct {
	builder    *layoutBuilder
	region     int
	nodes      []tarjanNode // by node
	count      int          // number of nodes visited
	stack      []int
	components [][]int
}

// tarjanNode is the state of a node: its number in the order of visits, from 1, and the least number it leads back to.
type tarjanNode struct {
	index, low int
	onStack    bool
}

// visit is one node with the successors that are still to be seen.
type visit struct {
	node  int
	succs []int
}

func (t *tarjan) open(n int) visit {
	t.count++
	t.nodes[n] = tarjanNode{t.count, t.count, true}
	t.stack = append(t.stack, n)
	succs := t.builder.follow(n, t.region)
	slices.Reverse(succs) // the first successor is visited last and so comes first in the layout
	return visit{n, succs}
}

func (t *tarjan) visit(root int) {
	for path := []visit{t.open(root)}; len(path) > 0; {
		top := &path[len(path)-1]
		if len(top.succs) > 0 {
			s := top.succs[0]
			top.succs = top.succs[1:]
			switch to := &t.nodes[s]; {
			case to.index == 0:
				path = append(path, t.open(s))
			case to.onStack:
				from := &t.nodes[top.node]
				from.low = min(from.low, to.index)
			}
			continue
		}
		t.close(top.node)
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := &t.nodes[path[len(path)-1].node]
			up.low = min(up.low, t.nodes[top.node].low)
		}
	}
}

func (t *tarjan) close(n int) {
	if t.nodes[n].low != t.nodes[n].index {
		return
	}
	start := len(t.stack) - 1
	for t.stack[start] != n {
		start--
	}
	component := slices.Clone(t.stack[start:])
	t.stack = t.stack[:start]
	for _, m := range component {
		t.nodes[m].onStack = false
	}
	t.components = append(t.components, component)
}
