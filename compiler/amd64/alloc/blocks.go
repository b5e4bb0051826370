package alloc

import (
	"fmt"
	"slices"

	"heddle/compiler/amd64/asm"
)

// block is a basic block: insts[first:end). A suspension ends a block: the code after it starts with the reserved
// registers only.
type block struct {
	first, end int32
	succ       [2]int32 // -1: none. succ[1] is reached by falling through, succ[0] by a jump
	firstPred  int32    // preds[firstPred:firstPred+predCount]
	predCount  int32
	suspends   bool    // its last instruction is a suspension
	loop       int32   // the innermost loop that holds it, -1: none
	mark       int32   // scratch of finding dominators
	order      int32   // number in reverse post-order, -1: never reached
	dominator  int32   // immediate
	weight     float32 // estimated frequency
	isSeldom   bool    // it is in a loop that seldom runs, or in a rare stretch
}

// loop is a natural loop: it is entered only through its header.
type loop struct {
	header int32
	parent int32 // -1: none
	depth  int32 // 1: outermost; a loop that seldom runs has the depth of the loop around it
	seldom bool  // it, or one around it, seldom runs
	last   int32 // its last block in the code
}

// findBlocks cuts the code at labels, jumps and suspensions.
func (a *allocator) findBlocks() error {
	insts := a.fn.Insts
	labels := make([]int32, a.fn.Labels)
	for i := range labels {
		labels[i] = -1
	}
	a.blockOf = cleared(a.blockOf, len(insts))
	a.blocks = emptied(a.blocks, len(insts)/8+2)
	fresh := true
	for i := range insts {
		if fresh || insts[i].Op == asm.Label {
			a.closeBlock(int32(i))
			a.blocks = append(a.blocks, block{first: int32(i), succ: [2]int32{-1, -1}, loop: -1, order: -1})
		}
		a.blockOf[i] = int32(len(a.blocks) - 1)
		fresh = endsBlock(insts[i].Op)
		if insts[i].Op == asm.Label {
			labels[insts[i].Label] = a.blockOf[i]
		}
	}
	a.closeBlock(int32(len(insts)))
	return a.connect(labels)
}

func (a *allocator) closeBlock(end int32) {
	if n := len(a.blocks); n > 0 {
		a.blocks[n-1].end = end
	}
}

// connect finds successors and predecessors.
func (a *allocator) connect(labels []int32) error {
	edges := 0
	for i := range a.blocks {
		b := &a.blocks[i]
		last := &a.fn.Insts[b.end-1]
		if last.Op == asm.Jmp || last.Op == asm.Jcc {
			b.succ[0] = labels[last.Label]
			if b.succ[0] < 0 {
				return fmt.Errorf("alloc: jump to label %d, which is not defined", last.Label)
			}
		}
		if last.Op != asm.Jmp && last.Op != asm.Return && i+1 < len(a.blocks) {
			b.succ[1] = int32(i + 1)
		}
		if last.Op == asm.Suspend || last.Op == asm.Call {
			b.suspends = true
			a.suspends = append(a.suspends, int32(i))
		}
		for _, s := range b.succ {
			if s >= 0 {
				a.blocks[s].predCount++
				edges++
			}
		}
	}
	a.fillPreds(edges)
	return nil
}

func (a *allocator) fillPreds(edges int) {
	a.preds = make([]int32, edges)
	at := int32(0)
	for i := range a.blocks {
		b := &a.blocks[i]
		b.firstPred, at = at, at+b.predCount
		b.predCount = 0
	}
	for i := range a.blocks {
		for _, s := range a.blocks[i].succ {
			if s >= 0 {
				t := &a.blocks[s]
				a.preds[t.firstPred+t.predCount] = int32(i)
				t.predCount++
			}
		}
	}
}

func (a *allocator) predsOf(b int32) []int32 {
	x := &a.blocks[b]
	return a.preds[x.firstPred : x.firstPred+x.predCount]
}

// findLoops finds the natural loops by dominators (Cooper, Harvey & Kennedy, "A simple, fast dominance algorithm") and
// computes the weights of blocks.
func (a *allocator) findLoops() {
	order := a.reversePostOrder()
	a.findDominators(order)
	work := make([]int32, 0, 16)
	for i := len(order) - 1; i >= 0; i-- { // inner headers come after outer ones in the order
		header := order[i]
		work = work[:0]
		for _, p := range a.predsOf(header) {
			if a.blocks[p].order >= 0 && a.dominates(header, p) {
				work = append(work, p)
			}
		}
		if len(work) > 0 {
			a.addLoop(header, work)
		}
	}
	for i := len(a.loops) - 1; i >= 0; i-- { // parents come later
		l := &a.loops[i]
		top := a.fn.Insts[a.blocks[l.header].first]
		isSeldom := top.Op == asm.Label && slices.Contains(a.fn.Seldom, top.Label)
		l.depth, l.seldom = 1, isSeldom
		if p := l.parent; p >= 0 {
			l.depth, l.seldom = a.loops[p].depth+1, l.seldom || a.loops[p].seldom
		}
		if isSeldom {
			l.depth--
		}
	}
	for i := range a.blocks {
		l := a.blocks[i].loop
		a.blocks[i].weight = a.loopWeight(l)
		a.blocks[i].isSeldom = l >= 0 && a.loops[l].seldom
		for ; l >= 0; l = a.loops[l].parent {
			a.loops[l].last = int32(i)
		}
	}
	a.weighRare()
}

// weighRare reduces the weight of blocks in rare stretches, which may be nested.
func (a *allocator) weighRare() {
	end := int32(-1) // the label at which the outermost stretch ends
	for i := range a.blocks {
		b := &a.blocks[i]
		if top := &a.fn.Insts[b.first]; top.Op == asm.Label {
			end = a.fn.RareEnd(top.Label, end)
		}
		if end >= 0 {
			b.weight *= rareShare
			b.isSeldom = true
		}
	}
}

func (a *allocator) loopWeight(l int32) float32 {
	if l < 0 {
		return 1
	}
	return loopWeights[min(a.loops[l].depth, maxWeighedDepth)]
}

// reversePostOrder numbers the reachable blocks.
func (a *allocator) reversePostOrder() []int32 {
	type visit struct{ block, next int32 }
	order := make([]int32, 0, len(a.blocks))
	if len(a.blocks) == 0 {
		return order
	}
	stack := make([]visit, 1, 64)
	a.blocks[0].order = 0
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == 2 {
			order = append(order, top.block)
			stack = stack[:len(stack)-1]
			continue
		}
		s := a.blocks[top.block].succ[top.next]
		top.next++
		if s >= 0 && a.blocks[s].order < 0 {
			a.blocks[s].order = 0
			stack = append(stack, visit{block: s})
		}
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	for i, b := range order {
		a.blocks[b].order = int32(i)
	}
	return order
}

func (a *allocator) findDominators(order []int32) {
	for i := range a.blocks {
		a.blocks[i].dominator = -1
	}
	if len(order) == 0 {
		return
	}
	a.blocks[order[0]].dominator = order[0]
	for changed := true; changed; {
		changed = false
		for i := range a.blocks {
			a.blocks[i].mark = 0
		}
		for _, b := range order[1:] {
			if d := a.commonDominator(b); d != a.blocks[b].dominator {
				a.blocks[b].dominator, changed = d, true
			}
		}
	}
}

// commonDominator is the closest block that dominates all known predecessors of b. Blocks without successors are not
// asked for theirs and get block 0: the common exit of all loops would take long.
func (a *allocator) commonDominator(b int32) int32 {
	if a.blocks[b].succ[0] < 0 && a.blocks[b].succ[1] < 0 {
		return 0
	}
	d := int32(-1)
	for _, p := range a.predsOf(b) {
		switch {
		case a.blocks[p].dominator < 0:
		case d < 0:
			d = p
		default:
			d = a.commonOf(d, p, b)
		}
	}
	return d
}

// commonOf is the closest block that dominates d and p. Blocks on p's way up are marked for b: from a marked block the
// way leads through d, so that a chain of predecessors is walked only once.
func (a *allocator) commonOf(d, p, b int32) int32 {
	mark := b + 1
	for p != d {
		switch {
		case a.blocks[p].order <= a.blocks[d].order:
			a.blocks[d].mark = mark
			d = a.blocks[d].dominator
		case a.blocks[p].mark == mark:
			return d
		default:
			a.blocks[p].mark = mark
			p = a.blocks[p].dominator
		}
	}
	return d
}

func (a *allocator) dominates(x, y int32) bool {
	for a.blocks[y].order > a.blocks[x].order {
		y = a.blocks[y].dominator
	}
	return x == y
}

// addLoop collects the blocks of a loop backward from its back edges. Inner loops are known already.
func (a *allocator) addLoop(header int32, work []int32) {
	l := int32(len(a.loops))
	a.loops = append(a.loops, loop{header: header, parent: -1})
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		inner := a.blocks[b].loop
		if inner < 0 {
			a.blocks[b].loop = l
			if b != header {
				work = a.pushReached(work, b)
			}
			continue
		}
		for a.loops[inner].parent >= 0 {
			inner = a.loops[inner].parent
		}
		if inner == l {
			continue
		}
		a.loops[inner].parent = l
		if h := a.loops[inner].header; h != header {
			work = a.pushReached(work, h)
		}
	}
	if a.blocks[header].loop < 0 {
		a.blocks[header].loop = l
	}
}

func (a *allocator) pushReached(work []int32, b int32) []int32 {
	for _, p := range a.predsOf(b) {
		if a.blocks[p].order >= 0 {
			work = append(work, p)
		}
	}
	return work
}

// inLoop reports whether a loop holds a block; every block is in loop -1.
func (a *allocator) inLoop(b, l int32) bool {
	if l < 0 {
		return true
	}
	for x := a.blocks[b].loop; x >= 0; x = a.loops[x].parent {
		if x == l {
			return true
		}
	}
	return false
}

// childLoop is the child loop of parent that holds a block, -1 if the block is in no child.
func (a *allocator) childLoop(b, parent int32) int32 {
	x := a.blocks[b].loop
	if x == parent {
		return -1
	}
	for a.loops[x].parent != parent {
		x = a.loops[x].parent
	}
	return x
}
