package alloc

import "heddle/compiler/amd64/asm"

// Runs of moves. At the end of a block stand the moves to the variables of its successor. They are a parallel copy that
// was written sequentially, some of them by way of other variables or of temporary registers. Each run is reduced to
// the one parallel copy that it amounts to, and written again in an order that needs no temporary register, except one
// for each cycle.

// copier rewrites runs of moves.
type copier struct {
	*allocator
	list  []asm.Inst // the parallel copy: the source of each move is its register before the run
	entry []int32    // by register: 1 + its index in list as a target
	reads []int32    // by register: reads of values that the run wrote itself; in order, reads by the remaining moves
	out   []asm.Inst
}

// simplifyCopies rewrites the runs that become shorter, and collects mentions anew.
func (a *allocator) simplifyCopies() {
	c := copier{allocator: a}
	insts := a.fn.Insts
	at, changed := 0, false
	for i := 0; i < len(insts); {
		n := runOfMoves(insts[i:])
		if n > 1 && c.shorten(insts[i:i+n]) {
			changed = true
			at += copy(insts[at:], c.out)
		} else {
			n = max(n, 1)
			at += copy(insts[at:], insts[i:i+n])
		}
		i += n
	}
	if changed {
		a.fn.Insts = insts[:at]
		a.collectMentions()
	}
}

// runOfMoves is the number of leading moves between virtual registers.
func runOfMoves(insts []asm.Inst) int {
	n := 0
	for n < len(insts) && isMove(&insts[n]) && insts[n].Dst >= asm.FirstVirtual && insts[n].B >= asm.FirstVirtual {
		n++
	}
	return n
}

// shorten writes the run anew to out, and reports whether that is shorter.
func (c *copier) shorten(run []asm.Inst) bool {
	if need := int(asm.FirstVirtual) + len(c.fn.Classes); len(c.entry) < need {
		c.entry, c.reads = make([]int32, need+64), make([]int32, need+64)
	}
	c.out, c.list = c.out[:0], c.list[:0]
	chained := c.follow(run)
	if chained {
		c.dropTemporaries()
		c.order(len(run))
	}
	for i := range run {
		c.entry[run[i].Dst] = 0
		c.reads[run[i].B] = 0
		c.reads[run[i].Dst] = 0
	}
	return chained && len(c.out) < len(run)
}

// follow fills list, and reports whether the run reads a register after it wrote it.
func (c *copier) follow(run []asm.Inst) bool {
	chained := false
	for _, in := range run {
		if k := c.entry[in.B]; k > 0 {
			c.reads[in.B]++ // reads before the run's first write do not count
			in.B, chained = c.list[k-1].B, true
		}
		if k := c.entry[in.Dst]; k > 0 {
			c.list[k-1] = in
			continue
		}
		c.list = append(c.list, in)
		c.entry[in.Dst] = int32(len(c.list))
	}
	return chained
}

// dropTemporaries removes the copies to registers that only the run itself reads afterwards, and the copies of
// registers to themselves.
func (c *copier) dropTemporaries() {
	kept := c.list[:0]
	for _, in := range c.list {
		if in.Dst != in.B && c.readCount[in.Dst] != c.reads[in.Dst] {
			kept = append(kept, in)
		}
	}
	c.list = kept
}

// order writes the parallel copy sequentially, up to limit moves.
func (c *copier) order(limit int) {
	for i := range c.list {
		c.reads[c.list[i].Dst], c.reads[c.list[i].B] = 0, 0
	}
	for i := range c.list {
		c.reads[c.list[i].B]++
	}
	for len(c.list) > 0 && len(c.out) < limit {
		waiting := c.list[:0]
		for _, in := range c.list {
			if c.reads[in.Dst] > 0 {
				waiting = append(waiting, in)
				continue
			}
			c.reads[in.B]--
			c.out = append(c.out, in)
		}
		if len(waiting) == len(c.list) {
			c.breakCycle(waiting)
		}
		c.list = waiting
	}
}

// breakCycle saves the target of the first copy, which can then be written before its old value has been read.
func (c *copier) breakCycle(waiting []asm.Inst) {
	target := waiting[0].Dst
	saved := c.fn.NewReg(c.fn.ClassOf(target))
	if int(saved) >= len(c.reads) {
		c.reads = append(c.reads, make([]int32, len(c.reads))...)
		c.entry = append(c.entry, make([]int32, len(c.entry))...)
	}
	save := waiting[0]
	save.Dst, save.B = saved, target
	c.out = append(c.out, save)
	for i := range waiting {
		if waiting[i].B == target {
			waiting[i].B = saved
			c.reads[saved]++
		}
	}
	c.reads[target] = 0
}
