package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Loops that count from a constant to a constant, and test at the end, whether the counter or what it will be next:
//
//	i = 1; do { body; old = i; i = old + 1 } while (old < 9);
//
// How often the body runs is known, and so is the counter after it: i < 10 is the test at the top.

// countedLoop is the test at the top of such a loop.
type countedLoop struct {
	next ir.ValueID // the counter of the next iteration
	pred ir.ICmpPred
	end  uint64 // the counter when the loop ends
}

// counter is the numbers of a loop, in the arithmetic of its test, turned round if it counts down.
type counter struct {
	begin, step, limit int64
	least, most        int64 // of the type
	isSigned, isDown   bool
}

// count is nil for loops that do not count, or whose numbers are not constants.
func (t *topTester) count(r *rotated) *countedLoop {
	c := t.fn.Instr(r.cond)
	if c.Op != ir.OpICmp {
		return nil
	}
	pred, tested, limit := ir.ICmpPred(c.Kind), c.Args[0], t.fn.Instr(c.Args[1])
	if !r.stays {
		pred = pred.Negated()
	}
	if limit.Op != ir.OpConst {
		pred, tested, limit = pred.Swapped(), c.Args[1], t.fn.Instr(c.Args[0])
	}
	at := slices.Index(r.back.Args, tested)
	isNext := at >= 0
	if !isNext {
		at = slices.Index(t.fn.Blocks[r.header].Params, tested)
	}
	if at < 0 || slices.Index(r.back.Args, r.back.Args[at]) != at || limit.Op != ir.OpConst || !limit.Type.IsInt() {
		return nil
	}
	next, begin := t.fn.Instr(r.back.Args[at]), t.fn.Instr(r.entry.Args[at])
	if next.Op != ir.OpAdd || next.Args[0] != t.fn.Blocks[r.header].Params[at] || begin.Op != ir.OpConst {
		return nil
	}
	step := t.fn.Instr(next.Args[1])
	if step.Op != ir.OpConst || limit.Type.Bits() < 8 {
		return nil
	}
	n, ok := newCounter(pred, limit.Type.Bits(), [3]uint64{begin.Imm, step.Imm, limit.Imm})
	if !ok {
		return nil
	}
	end, ok := n.end(pred == ir.NE, isNext)
	if !ok {
		return nil
	}
	return &countedLoop{r.back.Args[at], n.test(), end & (^uint64(0) >> (64 - limit.Type.Bits()))}
}

// newCounter reads the numbers so that the test is begin < limit, or begin != limit.
func newCounter(pred ir.ICmpPred, bits uint, words [3]uint64) (n counter, ok bool) {
	const far = 1 << 61 // farther numbers could overflow here
	n.isSigned, n.most = true, int64(^uint64(0)>>(65-bits))
	n.least = -n.most - 1
	switch pred {
	case ir.ULT, ir.ULE, ir.UGT, ir.UGE:
		n.isSigned, n.least, n.most = false, 0, int64(min(^uint64(0)>>(64-bits), 1<<63-1))
	}
	signed := func(w uint64) int64 { return int64(w<<(64-bits)) >> (64 - bits) }
	n.begin, n.step, n.limit = signed(words[0]), signed(words[1]), signed(words[2])
	if !n.isSigned {
		mask := ^uint64(0) >> (64 - bits)
		n.begin, n.limit = int64(words[0]&mask), int64(words[2]&mask)
		if n.begin < 0 || n.limit < 0 { // above 2^63
			return n, false
		}
	}
	for _, v := range [...]int64{n.begin, n.step, n.limit} {
		if v > far || v < -far {
			return n, false
		}
	}
	switch pred {
	case ir.ULE, ir.SLE:
		n.limit++
	case ir.UGE, ir.SGE:
		n.limit--
	}
	isBelow := pred == ir.ULT || pred == ir.ULE || pred == ir.SLT || pred == ir.SLE
	isAbove := pred == ir.UGT || pred == ir.UGE || pred == ir.SGT || pred == ir.SGE
	if n.isDown = isAbove || pred == ir.NE && n.step < 0; n.isDown {
		n.begin, n.step, n.limit = -n.begin, -n.step, -n.limit
		n.least, n.most = -n.most, -n.least
	}
	if n.isDown && n.isSigned && bits == 64 {
		n.most = 1<<63 - 1
	}
	return n, n.step > 0 && (isBelow || isAbove || pred == ir.NE)
}

// end is the counter when the loop ends, which tests the counter of this iteration or of the next one; false if it
// overflows or never comes to a limit that it must hit.
func (n counter) end(mustHit, isNext bool) (uint64, bool) {
	way := n.limit - n.begin
	if mustHit && (way < 0 || way%n.step != 0 || isNext && way == 0) {
		return 0, false
	}
	steps := (max(way, 0) + n.step - 1) / n.step // until the test of a counter fails
	if !isNext || steps == 0 {
		steps++
	}
	const far = 1 << 61
	if steps > far/n.step {
		return 0, false
	}
	end := n.begin + steps*n.step
	if end > n.most || end < n.least {
		return 0, false
	}
	if n.isDown {
		end = -end
	}
	return uint64(end), true
}

// test is the predicate that the counter fulfils until it is the end.
func (n counter) test() ir.ICmpPred {
	switch {
	case n.isSigned && n.isDown:
		return ir.SGT
	case n.isSigned:
		return ir.SLT
	case n.isDown:
		return ir.UGT
	}
	return ir.ULT
}

// counterTest is the test of a counted loop at the top.
func (m *moved) counterTest() ir.ValueID {
	c := m.r.counted
	q, _ := m.next(c.next)
	end := m.add(ir.Instr{Op: ir.OpConst, Type: m.t.fn.Type(q), Imm: c.end})
	return m.add(ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(c.pred), Args: []ir.ValueID{q, end},
		Pos: m.t.fn.Instr(m.r.cond).Pos})
}
