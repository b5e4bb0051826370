package lane

import "heddle/compiler/ir"

// Layout is the order in which lanes run a function's blocks: every forward edge leads down, the blocks of a loop are
// contiguous, and an edge that leads up goes to a header of a loop around its source.
type Layout struct {
	Order []ir.BlockID // blocks by place
	Place []int        // places by block
	Loops []Loop
	Inner []int // innermost loop by place, -1: none
}

// Loop is a strongly connected component of the layout.
type Loop struct {
	First, Last int // places
	Headers     []ir.BlockID
	Parent      int // index of the loop around it, -1: none
}

// NewLayout lays out a function in which blocks that pass values along their edges have one successor.
func NewLayout(f *ir.Func) *Layout {
	g := newGraph(f)
	l := g.layout()
	view := &Layout{Place: l.place, Inner: l.inner}
	for _, n := range l.order {
		view.Order = append(view.Order, ir.BlockID(n))
	}
	for _, loop := range l.loops {
		o := Loop{First: loop.first, Last: loop.last, Parent: loop.parent}
		for _, h := range loop.headers {
			o.Headers = append(o.Headers, ir.BlockID(h))
		}
		view.Loops = append(view.Loops, o)
	}
	return view
}
