package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/stride"
	"heddle/compiler/uniform"
)

// Strip-mining. A loop in which each work-item walks along a row of its own, word by word, as in
//
//	for (k = 0; k < n; k++) s += a[i*n + k] * x[k];
//
// reads in each iteration one word, or a part of one, from as many cache lines as there are lanes. Sixteen iterations
// in one block read one piece of memory for each lane, which the code generator transposes (its interleaved accesses).
// So such a loop gets another before it, which runs while sixteen iterations are left, without a test in between:
//
//	for (; n >= 16 && k < n - 15; k += 16) { iteration k; iteration k+1; … iteration k+15 }
//
// The order of the iterations stays. It is done for loops of one block that only compute and load, whose only exit is
// on k < n at the top, uniform in the work-group, with a step of one and an invariant n.

func stripmineLoops(f *ir.Func, s *scratch) {
	cfg := s.Control(f)
	s.IsIdle = true
	if !cfg.HasLoop() {
		return
	}
	p := &stripper{fn: f, cfg: cfg}
	loops, _ := cfg.Loops()
	var found []strip
	for l := range loops {
		if t, ok := p.match(&loops[l]); ok {
			found = append(found, t)
		}
	}
	if len(found) == 0 {
		return
	}
	info := uniform.Analyze(f)
	for i := range found {
		if p.pays(&found[i], info) {
			p.apply(&found[i])
			s.IsIdle = false
			s.EdgesChanged()
		}
	}
}

// strip is a loop that may get a strip before it.
type strip struct {
	header, body ir.BlockID
	enters       int // the successor of the header's branch that is the body
	cond         ir.ValueID
	counter      ir.ValueID // a parameter of the header
	end          ir.ValueID // the counter stays below it
	pred         ir.ICmpPred
}

type stripper struct {
	fn     *ir.Func
	cfg    *ir.CFG
	copyOf map[ir.ValueID]ir.ValueID
}

// load reports whether a block reads memory.
func (p *stripper) load(b *ir.Block) bool {
	return slices.ContainsFunc(b.Instrs, func(v ir.ValueID) bool { return p.fn.Instr(v).Op == ir.OpLoad })
}

// match reports whether a loop has the right form.
func (p *stripper) match(loop *ir.Loop) (t strip, ok bool) {
	if len(loop.Blocks) != 2 || p.fn.Blocks[loop.Header].Unroll == 1 {
		return t, false
	}
	t = strip{header: loop.Header, body: loop.Blocks[1]}
	header, body := &p.fn.Blocks[t.header], &p.fn.Blocks[t.body]
	branch := p.fn.Terminator(t.header)
	if len(body.Succs) != 1 || body.Succs[0].To != t.header || len(body.Params) > 0 || branch.Op != ir.OpBranch ||
		len(header.Instrs)+len(body.Instrs) > stripSize || !p.load(header) && !p.load(body) {
		return t, false
	}
	if header.Succs[0].To != t.body {
		t.enters = 1
	}
	for _, list := range [][]ir.ValueID{header.Instrs, body.Instrs} {
		for _, v := range list[:len(list)-1] {
			if in := p.fn.Instr(v); !in.Op.Pure() && (in.Op != ir.OpLoad || in.Flags&ir.FlagVolatile != 0) {
				return t, false
			}
		}
	}
	t.cond = branch.Args[0]
	return t, p.matchCounter(&t)
}

// matchCounter matches the condition.
func (p *stripper) matchCounter(t *strip) bool {
	in := p.fn.Instr(t.cond)
	if in.Op != ir.OpICmp || in.Block != t.header || in.Type != ir.I1 {
		return false
	}
	t.pred, t.counter, t.end = ir.ICmpPred(in.Kind), in.Args[0], in.Args[1]
	if t.pred == ir.SGT || t.pred == ir.UGT || t.pred == ir.SLE || t.pred == ir.ULE {
		t.counter, t.end = t.end, t.counter
	}
	switch t.pred { // of the counter and its end, on the way into the body
	case ir.SLT, ir.SGT:
		t.pred = ir.SLT
	case ir.ULT, ir.UGT:
		t.pred = ir.ULT
	default:
		return false
	}
	at := slices.Index(p.fn.Blocks[t.header].Params, t.counter)
	typ := p.fn.Type(t.counter)
	if t.enters != 0 || at < 0 || typ != ir.I32 && typ != ir.I64 || p.inside(t, t.end) {
		return false
	}
	next := p.fn.Instr(p.fn.Blocks[t.body].Succs[0].Args[at])
	return next.Op == ir.OpAdd && next.Args[0] == t.counter && p.isConst(next.Args[1], 1)
}

func (p *stripper) isConst(v ir.ValueID, c uint64) bool {
	in := p.fn.Instr(v)
	return in.Op == ir.OpConst && in.Imm == c
}

func (p *stripper) inside(t *strip, v ir.ValueID) bool {
	b := p.fn.Instr(v).Block
	return b == t.header || b == t.body
}

// pays reports whether the trip count is uniform, and some load walks along rows that lie apart.
func (p *stripper) pays(t *strip, info *uniform.Info) bool {
	if !info.Uniform(t.cond) {
		return false
	}
	loop := stride.Loop{Fn: p.fn, CFG: p.cfg, Header: t.header,
		IsInside: func(b ir.BlockID) bool { return b == t.header || b == t.body }}
	for _, v := range p.fn.Blocks[t.body].Instrs {
		in := p.fn.Instr(v)
		if in.Op != ir.OpLoad || in.Type.Bytes() > 4 ||
			info.Varies(in.Args[0])&(uniform.VaryLocal0|uniform.VaryAny) == 0 {
			continue
		}
		if step, _, ok := info.StrideNeeds(in.Args[0]); ok && step >= 0 && step <= maxNearStride {
			continue
		}
		steps := stride.Finder{Fn: p.fn, Along: loop.Along, Wraps: stride.Seldom, Budget: stripVisited}
		if by, isWhole := steps.Of(in.Args[0]); isWhole && by.Is(int64(in.Type.Bytes())) {
			return true
		}
	}
	return false
}

// apply puts the strip before its loop.
func (p *stripper) apply(t *strip) {
	top, body := p.fn.NewBlock(), p.fn.NewBlock()
	for b := range p.fn.Blocks { // all edges into the loop lead to the strip
		if ir.BlockID(b) == t.body {
			continue
		}
		for i := range p.fn.Blocks[b].Succs {
			if e := &p.fn.Blocks[b].Succs[i]; e.To == t.header {
				e.To = top
			}
		}
	}
	var params []ir.ValueID
	for _, v := range p.fn.Blocks[t.header].Params {
		params = append(params, p.fn.AddParam(top, p.fn.Type(v)))
	}
	p.copyOf = map[ir.ValueID]ir.ValueID{}
	p.rename(t, params)
	p.top(t, top, body, params)
	for range stripIterations {
		p.iteration(t, body)
	}
	pos := p.fn.Terminator(t.body).Pos
	p.add(body, ir.Instr{Op: ir.OpJump, Pos: pos})
	p.fn.Blocks[body].Succs = []ir.Edge{{To: top, Args: p.nextParams(t)}}
}

// top tests whether a whole strip is left.
func (p *stripper) top(t *strip, top, body ir.BlockID, params []ir.ValueID) {
	typ, pos := p.fn.Type(t.counter), p.fn.Terminator(t.header).Pos
	constant := func(c uint64) ir.ValueID {
		return p.add(top, ir.Instr{Op: ir.OpConst, Type: typ, Imm: c & typ.Mask(), Pos: pos})
	}
	atLeast, lowest := ir.UGE, uint64(0)
	if t.pred == ir.SLT {
		atLeast, lowest = ir.SGE, uint64(1)<<(typ.Bits()-1)
	}
	isLong := p.add(top, ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(atLeast),
		Args: []ir.ValueID{t.end, constant(stripIterations)}, Pos: pos})
	last := p.add(top, ir.Instr{Op: ir.OpAdd, Type: typ,
		Args: []ir.ValueID{t.end, constant(^uint64(stripIterations - 2))}, Pos: pos})
	limit := p.add(top, ir.Instr{Op: ir.OpSelect, Type: typ, Args: []ir.ValueID{isLong, last, constant(lowest)},
		Pos: pos})
	more := p.add(top, ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(t.pred),
		Args: []ir.ValueID{p.copyOf[t.counter], limit}, Pos: pos})
	p.add(top, ir.Instr{Op: ir.OpBranch, Args: []ir.ValueID{more}, Pos: pos})
	p.fn.Blocks[top].Succs = []ir.Edge{{To: body}, {To: t.header, Args: params}}
}

func (p *stripper) add(b ir.BlockID, in ir.Instr) ir.ValueID {
	in.Block = b
	v := p.fn.NewValue(in)
	p.fn.Blocks[b].Instrs = append(p.fn.Blocks[b].Instrs, v)
	return v
}

// rename lets the header's parameters stand for other values.
func (p *stripper) rename(t *strip, values []ir.ValueID) {
	for i, v := range p.fn.Blocks[t.header].Params {
		p.copyOf[v] = values[i]
	}
}

// iteration copies an iteration.
func (p *stripper) iteration(t *strip, to ir.BlockID) {
	for _, b := range [...]ir.BlockID{t.header, t.body} {
		list := p.fn.Blocks[b].Instrs
		for _, v := range list[:len(list)-1] {
			in := *p.fn.Instr(v)
			in.Args = p.copied(in.Args)
			p.copyOf[v] = p.add(to, in)
		}
	}
	p.rename(t, p.nextParams(t))
}

// nextParams are the arguments that the body passes to the header, after the last copied iteration or before the first.
func (p *stripper) nextParams(t *strip) []ir.ValueID {
	return p.copied(p.fn.Blocks[t.body].Succs[0].Args)
}

func (p *stripper) copied(list []ir.ValueID) []ir.ValueID {
	made := make([]ir.ValueID, len(list))
	for i, v := range list {
		made[i] = v
		if c, ok := p.copyOf[v]; ok {
			made[i] = c
		}
	}
	return made
}
