package lane

import "heddle/compiler/ir"

// node is a place in the layout: a block of the IR, or the split edge between two blocks, which holds the moves of this
// edge only.
type node struct {
	block ir.BlockID
	edge  *ir.Edge // non-nil for a split edge, then block is its target
	succs []int    // nodes; in the order of the block's edges
	preds []int
}

// graph is the control flow. Nodes 0 to len(blocks)-1 are the blocks; unreachable blocks have no edges.
type graph struct {
	f     *ir.Func
	nodes []node
}

// newGraph splits each edge that passes values from a block with several successors.
func newGraph(f *ir.Func) *graph {
	g := &graph{f: f, nodes: make([]node, len(f.Blocks))}
	for id := range f.Blocks {
		g.nodes[id].block = ir.BlockID(id)
	}
	for id := range f.Blocks {
		block := &f.Blocks[id]
		for i := range block.Succs {
			edge := &block.Succs[i]
			to := int(edge.To)
			if len(block.Succs) > 1 && len(edge.Args) > 0 {
				to = g.split(edge)
			}
			g.nodes[id].succs = append(g.nodes[id].succs, to)
		}
	}
	g.link()
	return g
}

func (g *graph) split(edge *ir.Edge) int {
	g.nodes = append(g.nodes, node{block: edge.To, edge: edge, succs: []int{int(edge.To)}})
	return len(g.nodes) - 1
}

// link fills in the predecessors of reachable nodes.
func (g *graph) link() {
	seen := make([]bool, len(g.nodes))
	seen[0] = true
	for list := []int{0}; len(list) > 0; {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for _, s := range g.nodes[n].succs {
			g.nodes[s].preds = append(g.nodes[s].preds, n)
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
}

// instrs are the instructions of a node without its terminator.
func (g *graph) instrs(n int) []ir.ValueID {
	if g.nodes[n].edge != nil {
		return nil
	}
	list := g.f.Blocks[g.nodes[n].block].Instrs
	return list[:len(list)-1]
}

// terminator is the instruction that ends a node, nil for a split edge, which continues at its block.
func (g *graph) terminator(n int) *ir.Instr {
	if g.nodes[n].edge != nil {
		return nil
	}
	return g.f.Terminator(g.nodes[n].block)
}

// moves is the edge whose values are moved at the end of node n, or nil.
func (g *graph) moves(n int) *ir.Edge {
	node := &g.nodes[n]
	if node.edge != nil {
		return node.edge
	}
	if succs := g.f.Blocks[node.block].Succs; len(succs) == 1 && len(succs[0].Args) > 0 {
		return &succs[0]
	}
	return nil
}
