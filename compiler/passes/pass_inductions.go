package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Induction variables. Optimisers, and programs by hand, walk along memory by pointers that step in each iteration, and
// count down to zero:
//
//	for (i = n; i != 0; i--) { s += *p * *q; p++; q += m; }
//
// Our analyses look for one counter that goes up from zero by one, and for addresses that are multiples of it:
//
//	for (k = 0; k != n; k++) s += p[k] * q[k*m];
//
// So a counter that only counts down, with one test against zero that leaves the loop, counts up, and pointers that
// step by constants, or by what is the same for all work-items, are computed from the counter where there is such a
// one. A pointer takes no register then, and what its steps add up to shows.

func countUp(f *ir.Func, s *scratch) {
	cfg := s.Control(f)
	s.IsIdle = true
	if !cfg.HasLoop() {
		return
	}
	n := &inductions{fn: f, cfg: cfg, replaced: s.Substitution(f)}
	n.loops, n.innermost = cfg.Loops()
	for l := range n.loops {
		if i, ok := n.match(l); ok && len(i.pointers) > 0 && n.findCounter(&i) {
			n.apply(&i)
			s.IsIdle = false
		}
	}
	if !s.IsIdle {
		n.finish()
	}
	s.KeepRoom(n.replaced)
}

type inductions struct {
	fn        *ir.Func
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	info      *uniform.Info // nil until it is asked for
	replaced  rewrite.Substitution
	constants []ir.ValueID
	first     []ir.ValueID // of the header at hand
}

// induction is a loop with pointers that step.
type induction struct {
	loop        int
	header      ir.BlockID
	entry, back *ir.Edge
	pointers    []int      // parameters of the header
	counter     int        // the parameter that counts
	test        ir.ValueID // against zero, of a counter that goes down; 0: it goes up
	extend      ir.Op      // how it becomes 64 bits wide
}

func (n *inductions) isInside(b ir.BlockID, loop int) bool {
	return ir.InLoop(n.loops, n.innermost, b, loop)
}

// match finds the pointers of a loop with one entry and one end.
func (n *inductions) match(l int) (i induction, ok bool) {
	i = induction{loop: l, header: n.loops[l].Header}
	for _, b := range n.cfg.Preds[i.header] {
		for s := range n.fn.Blocks[b].Succs {
			e := &n.fn.Blocks[b].Succs[s]
			place := &i.entry
			if n.isInside(b, l) {
				place = &i.back
			}
			if e.To != i.header {
				continue
			}
			if *place != nil {
				return i, false
			}
			*place = e
		}
	}
	if i.entry == nil || i.back == nil {
		return i, false
	}
	for at, p := range n.fn.Blocks[i.header].Params {
		if by, ok := n.step(&i, at); ok && n.fn.Type(p) == ir.Ptr && n.isUniform(by) {
			i.pointers = append(i.pointers, at)
		}
	}
	return i, true
}

// step is the invariant that a parameter of the header grows by in each iteration.
func (n *inductions) step(i *induction, at int) (ir.ValueID, bool) {
	next := n.fn.Instr(i.back.Args[at])
	if next.Op != ir.OpAdd && next.Op != ir.OpPtrAdd || next.Args[0] != n.fn.Blocks[i.header].Params[at] ||
		n.isInside(n.fn.Instr(next.Args[1]).Block, i.loop) {
		return 0, false
	}
	return next.Args[1], true
}

// isUniform reports whether a product with a step takes one multiplication for all lanes.
func (n *inductions) isUniform(step ir.ValueID) bool {
	if n.fn.Instr(step).Op == ir.OpConst {
		return true
	}
	if n.info == nil {
		n.info = uniform.Analyze(n.fn)
	}
	return n.info.Uniform(step)
}

// findCounter chooses the parameter that counts.
func (n *inductions) findCounter(i *induction) bool {
	for at := range n.fn.Blocks[i.header].Params {
		by, ok := n.step(i, at)
		if !ok {
			continue
		}
		c, isConst := n.fn.SignedConst(by)
		begin, isKnown := n.fn.SignedConst(i.entry.Args[at])
		next := n.fn.Instr(i.back.Args[at])
		i.counter, i.test, i.extend = at, 0, ir.OpSExt
		switch {
		case !isConst || next.Op != ir.OpAdd || next.Type != ir.I32 && next.Type != ir.I64:
		case c == 1 && isKnown && begin == 0 && (next.Type == ir.I64 || next.Flags&ir.FlagNoWrap != 0):
			return true
		case c == -1 && n.findTest(i, next.Flags&ir.FlagNoWrap != 0):
			return true
		}
	}
	return false
}

// upward is the test of a counter against where the other one begins, for one that counts down against zero.
func upward(pred ir.ICmpPred) ir.ICmpPred {
	switch pred {
	case ir.UGT:
		return ir.NE
	case ir.ULE:
		return ir.EQ
	}
	return pred.Swapped()
}

// findTest finds the one test of a counter that goes down: nothing else may use it.
func (n *inductions) findTest(i *induction, isSigned bool) bool {
	p, next := n.fn.Blocks[i.header].Params[i.counter], i.back.Args[i.counter]
	for b := range n.fn.Blocks {
		block := &n.fn.Blocks[b]
		for _, v := range block.Instrs {
			if v == next || !slices.Contains(n.fn.Instr(v).Args, p) && !slices.Contains(n.fn.Instr(v).Args, next) {
				continue
			}
			if i.test != 0 || !n.isTest(i, v, isSigned) {
				return false
			}
			i.test = v
		}
		for s := range block.Succs {
			e := &block.Succs[s]
			for at, v := range e.Args {
				if (v == p || v == next) && (e != i.back || at != i.counter) {
					return false
				}
			}
		}
	}
	return i.test != 0
}

// isTest reports whether a comparison of the counter with zero decides whether the loop ends.
func (n *inductions) isTest(i *induction, v ir.ValueID, isSigned bool) bool {
	in := n.fn.Instr(v)
	if in.Op != ir.OpICmp || !n.isInside(in.Block, i.loop) {
		return false
	}
	zero, isZero := n.fn.SignedConst(in.Args[1])
	pred := ir.ICmpPred(in.Kind)
	isEqual := upward(pred) == ir.EQ || upward(pred) == ir.NE
	isOrder := pred == ir.SGT || pred == ir.SLE || pred == ir.SGE || pred == ir.SLT
	if !isZero || zero != 0 || !isEqual && !(isOrder && isSigned) {
		return false
	}
	if isEqual {
		i.extend = ir.OpZExt
	}
	end := n.fn.Terminator(in.Block)
	return end.Op == ir.OpBranch && end.Args[0] == v && slices.ContainsFunc(n.fn.Blocks[in.Block].Succs,
		func(e ir.Edge) bool { return !n.isInside(e.To, i.loop) })
}

// apply makes the counter go up, and computes the pointers from it.
func (n *inductions) apply(i *induction) {
	if i.test != 0 {
		n.turn(i)
	}
	params := n.fn.Blocks[i.header].Params
	n.first = n.first[:0]
	count := params[i.counter]
	if n.fn.Type(count) != ir.I64 {
		count = n.add(i, i.extend, ir.I64, 0, count)
	}
	for _, at := range i.pointers {
		step, _ := n.step(i, at)
		flags := ir.Flags(0)
		if n.fn.Instr(step).Op == ir.OpConst {
			flags = ir.FlagNoWrap
		}
		offset := n.add(i, ir.OpMul, ir.I64, flags, count, step)
		n.replaced[params[at]] = n.add(i, ir.OpPtrAdd, ir.Ptr, 0, i.entry.Args[at], offset)
	}
	header := &n.fn.Blocks[i.header]
	header.Instrs = slices.Concat(n.first, header.Instrs)
}

// add makes an instruction at the top of the header.
func (n *inductions) add(i *induction, op ir.Op, t ir.Type, flags ir.Flags, args ...ir.ValueID) ir.ValueID {
	v := n.fn.NewValue(ir.Instr{Op: op, Type: t, Flags: flags, Args: args, Block: i.header,
		Pos: n.fn.Instr(i.back.Args[i.counter]).Pos})
	n.first = append(n.first, v)
	return v
}

// turn makes a counter that goes down to zero go up to where it began.
func (n *inductions) turn(i *induction) {
	begin := i.entry.Args[i.counter]
	t := n.fn.Type(begin)
	zero := n.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: t})
	one := n.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: t, Imm: 1})
	n.constants = append(n.constants, zero, one)
	i.entry.Args[i.counter] = zero
	next, test := n.fn.Instr(i.back.Args[i.counter]), n.fn.Instr(i.test)
	next.Args[1], next.Flags = one, 0
	if i.extend == ir.OpSExt || t == ir.I64 {
		next.Flags = ir.FlagNoWrap
	}
	test.Args[1], test.Kind = begin, uint8(upward(ir.ICmpPred(test.Kind)))
}

// finish puts the computed pointers for the parameters.
func (n *inductions) finish() {
	entry := &n.fn.Blocks[0]
	entry.Instrs = slices.Concat(n.constants, entry.Instrs)
	rewrite.RemoveParams(n.fn, func(v ir.ValueID) bool { return n.replaced.Find(v) != v })
	n.replaced.Apply(n.fn)
}
