package passes

import (
	"slices"

	"heddle/compiler/ir"
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
// So a counter that only counts down, with one test against zero that leaves the loop, counts up, and pointers that step
// by constants, or by what is the same for all work-items, are computed from the counter where there is such a one. A
// pointer takes no register then, and what its steps add up to shows.

func countUp(f *ir.Func, s *scratch) {
	cfg := s.Control(f)
	s.IsIdle = true
	if !cfg.HasLoop() {
		return
	}
	n := &inductions{fn: f, cfg: cfg}
	n.loops, n.innermost = cfg.Loops()
	for l := range n.loops {
		if i, ok := n.match(l); ok && len(i.pointers) > 0 && n.findCounter(&i) {
			n.apply(&i)
			s.IsIdle = false
		}
	}
}

type inductions struct {
	fn        *ir.Func
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	info      *uniform.Info // nil until it is asked for
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

// upward are the tests of a counter against where the other one begins, by those of one that counts down against zero.
var upward = map[ir.ICmpPred]ir.ICmpPred{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.UGT: ir.NE, ir.ULE: ir.EQ,
	ir.SGT: ir.SLT, ir.SLE: ir.SGE, ir.SGE: ir.SLE, ir.SLT: ir.SGT}

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
	_, isKnown := upward[pred]
	isEqual := pred == ir.EQ || pred == ir.NE || pred == ir.UGT || pred == ir.ULE
	if !isZero || zero != 0 || !isKnown || !isEqual && !isSigned {
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
	header := &n.fn.Blocks[i.header]
	count := header.Params[i.counter]
	var first []ir.ValueID
	add := func(in ir.Instr) ir.ValueID {
		in.Block, in.Pos = i.header, n.fn.Instr(i.back.Args[i.counter]).Pos
		v := n.fn.NewValue(in)
		first = append(first, v)
		return v
	}
	if n.fn.Type(count) != ir.I64 {
		count = add(ir.Instr{Op: i.extend, Type: ir.I64, Args: []ir.ValueID{count}})
	}
	by := map[ir.ValueID]ir.ValueID{}
	for _, at := range i.pointers {
		step, _ := n.step(i, at)
		flags := ir.Flags(0)
		if _, ok := n.fn.SignedConst(step); ok {
			flags = ir.FlagNoWrap
		}
		offset := add(ir.Instr{Op: ir.OpMul, Type: ir.I64, Flags: flags, Args: []ir.ValueID{count, step}})
		by[header.Params[at]] = add(ir.Instr{Op: ir.OpPtrAdd, Type: ir.Ptr, Args: []ir.ValueID{i.entry.Args[at], offset}})
	}
	header = &n.fn.Blocks[i.header]
	header.Instrs = slices.Concat(first, header.Instrs)
	for _, at := range slices.Backward(i.pointers) {
		header.Params = slices.Delete(slices.Clone(header.Params), at, at+1)
		i.entry.Args = slices.Delete(slices.Clone(i.entry.Args), at, at+1)
		i.back.Args = slices.Delete(slices.Clone(i.back.Args), at, at+1)
	}
	n.replace(by)
}

// turn makes a counter that goes down to zero go up to where it began.
func (n *inductions) turn(i *induction) {
	begin := i.entry.Args[i.counter]
	t := n.fn.Type(begin)
	constant := func(c uint64) ir.ValueID {
		v := n.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: t, Imm: c})
		n.fn.Blocks[0].Instrs = slices.Insert(n.fn.Blocks[0].Instrs, 0, v)
		return v
	}
	zero, one := constant(0), constant(1)
	i.entry.Args = slices.Clone(i.entry.Args)
	i.entry.Args[i.counter] = zero
	next := n.fn.Instr(i.back.Args[i.counter])
	next.Args[1], next.Flags = one, 0
	if i.extend == ir.OpSExt || t == ir.I64 {
		next.Flags = ir.FlagNoWrap
	}
	test := n.fn.Instr(i.test)
	test.Args[1], test.Kind = begin, uint8(upward[ir.ICmpPred(test.Kind)])
}

// replace puts the computed pointers for the parameters.
func (n *inductions) replace(by map[ir.ValueID]ir.ValueID) {
	change := func(args []ir.ValueID) {
		for i, v := range args {
			if w, ok := by[v]; ok {
				args[i] = w
			}
		}
	}
	for b := range n.fn.Blocks {
		block := &n.fn.Blocks[b]
		for _, v := range block.Instrs {
			change(n.fn.Instr(v).Args)
		}
		for s := range block.Succs {
			change(block.Succs[s].Args)
		}
	}
}
