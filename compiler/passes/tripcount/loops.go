// Package tripcount tells how often loops iterate where constants decide that, or a kernel's arguments, and how much
// work a kernel does by that.
package tripcount

import "heddle/compiler/ir"

// Loops are the loops of a function, to be counted.
type Loops struct {
	Counter   Counter
	Loops     []ir.Loop
	Innermost []int // by block: the index of its innermost loop; -1: none

	fn  *ir.Func
	cfg *ir.CFG
}

// Of finds the loops of a function.
func Of(f *ir.Func, cfg *ir.CFG) *Loops {
	l := &Loops{fn: f, cfg: cfg, Counter: Counter{fn: f}}
	l.Loops, l.Innermost = cfg.Loops()
	return l
}

// Shape is the size of a loop and its exits.
type Shape struct {
	Loop       int
	Hint       int // of the source, opencl_unroll_hint; 0: none
	Size       int // instructions of an iteration
	Exits      int // edges that leave
	Leave      []ir.BlockID
	HasBarrier bool
}

// Measure is the shape of a loop.
func (l *Loops) Measure(loop int) Shape {
	blocks := l.Loops[loop].Blocks
	shape := Shape{Loop: loop, Hint: int(l.fn.Blocks[l.Loops[loop].Header].Unroll),
		HasBarrier: l.fn.HasBarrierIn(blocks)}
	for _, b := range blocks {
		block := &l.fn.Blocks[b]
		shape.Size += len(block.Instrs)
		before := shape.Exits
		for i := range block.Succs {
			if !l.inside(block.Succs[i].To, loop) {
				shape.Exits++
			}
		}
		if shape.Exits > before {
			shape.Leave = append(shape.Leave, b)
		}
	}
	return shape
}

// Exit is an exit of a loop that is taken after a known number of iterations.
type Exit struct {
	Block      ir.BlockID // it ends with the branch
	Stays      int        // the successor inside the loop
	Iterations int        // how often the loop continues before it leaves
}

// CountedExit is an exit whose trip count is known and below most.
func (l *Loops) CountedExit(shape *Shape, most int) (exit Exit, ok bool) {
	c, loop := &l.Counter, shape.Loop
	c.header = l.Loops[loop].Header
	c.enter, c.back = c.enter[:0], c.back[:0]
	c.reset() // a loop without an exit in each iteration has no condition to enter
	for _, p := range l.cfg.Preds[c.header] {
		list := &c.enter
		if l.inside(p, loop) {
			list = &c.back
		}
		for i := range l.fn.Blocks[p].Succs {
			if edge := &l.fn.Blocks[p].Succs[i]; edge.To == c.header {
				*list = append(*list, edge)
			}
		}
	}
	for _, b := range shape.Leave {
		end := l.fn.Terminator(b)
		if end.Op != ir.OpBranch || !l.isInEachIteration(b, loop) {
			continue
		}
		stays := 0
		if !l.inside(l.fn.Blocks[b].Succs[0].To, loop) {
			stays = 1
		}
		if n, ok := c.iterations(end.Args[0], stays, most); ok {
			return Exit{Block: b, Stays: stays, Iterations: n}, true
		}
	}
	return Exit{}, false
}

// isInEachIteration reports whether every iteration of the loop passes block b.
func (l *Loops) isInEachIteration(b ir.BlockID, loop int) bool {
	for _, p := range l.cfg.Preds[l.Loops[loop].Header] {
		if l.inside(p, loop) && !l.cfg.Dominates(b, p) {
			return false
		}
	}
	return true
}

// inside reports whether block b is in the loop.
func (l *Loops) inside(b ir.BlockID, loop int) bool { return ir.InLoop(l.Loops, l.Innermost, b, loop) }
