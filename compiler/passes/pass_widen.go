package passes

import (
	"heddle/compiler/ir"
)

// Unsigned differences of 32 bits wrap below zero, so an address made of one, as of t[l - d], does not step evenly from
// one work-item to the next, as far as its type tells. But where a branch has shown that l >= d, it does not wrap, and
// its extension to 64 bits is the difference of the extensions, which steps evenly whatever the work-items that the
// branch sent elsewhere would make of it.
//
// Facts come from branches that dominate the difference by one of their edges. A conjunction that holds gives the facts
// of both operands, and so does a disjunction that does not hold.

func widenDifferences(f *ir.Func, s *scratch) {
	w := &widening{fn: f, cfg: s.Control(f)}
	s.IsIdle = true
	for _, b := range w.cfg.Order {
		isWidened := w.block(b)
		s.IsIdle = s.IsIdle && !isWidened
	}
}

type widening struct {
	fn  *ir.Func
	cfg *ir.CFG
	out []ir.ValueID
}

// block rewrites the extensions of a block, and reports whether there were any to rewrite.
func (w *widening) block(b ir.BlockID) bool {
	list := w.fn.Blocks[b].Instrs
	w.out = nil
	for i, v := range list {
		in := w.fn.Instr(v)
		if in.Op == ir.OpZExt && in.Type == ir.I64 && w.fn.Type(in.Args[0]) == ir.I32 && w.isDifference(in.Args[0], b) {
			if w.out == nil {
				w.out = append(make([]ir.ValueID, 0, len(list)+4), list[:i]...)
			}
			w.widen(v)
		}
		if w.out != nil {
			w.out = append(w.out, v)
		}
	}
	if w.out != nil {
		w.fn.Blocks[b].Instrs = w.out
	}
	return w.out != nil
}

// isDifference reports whether v is a difference that does not wrap where b runs.
func (w *widening) isDifference(v ir.ValueID, b ir.BlockID) bool {
	in := w.fn.Instr(v)
	switch in.Op {
	case ir.OpSub:
		return w.holds(b, func(cond *ir.Instr, pred ir.ICmpPred) bool {
			x, y := cond.Args[0], cond.Args[1]
			switch pred {
			case ir.UGE, ir.UGT:
				return x == in.Args[0] && y == in.Args[1]
			case ir.ULE, ir.ULT:
				return y == in.Args[0] && x == in.Args[1]
			}
			return false
		})
	case ir.OpAdd:
		c, ok := w.subtracted(in)
		return ok && w.holds(b, func(cond *ir.Instr, pred ir.ICmpPred) bool {
			return w.isAtLeast(cond, pred, in.Args[0], c)
		})
	}
	return false
}

// subtracted is c if an instruction adds the constant -c.
func (w *widening) subtracted(in *ir.Instr) (c uint32, ok bool) {
	y := w.fn.Instr(in.Args[1])
	if y.Op != ir.OpConst || int32(y.Imm) >= 0 {
		return 0, false
	}
	return -uint32(y.Imm), true
}

// isAtLeast reports whether a comparison shows that x is at least c, as unsigned numbers.
func (w *widening) isAtLeast(cond *ir.Instr, pred ir.ICmpPred, x ir.ValueID, c uint32) bool {
	y := w.fn.Instr(cond.Args[1])
	if cond.Args[0] != x || y.Op != ir.OpConst {
		return false
	}
	k := uint32(y.Imm)
	switch pred {
	case ir.UGE, ir.EQ:
		return k >= c
	case ir.UGT:
		return k >= c-1
	case ir.NE:
		return k == 0 && c == 1
	case ir.SGE:
		return int32(k) >= 0 && k >= c
	case ir.SGT:
		return int32(k) >= 0 && k >= c-1
	}
	return false
}

// holds reports whether a comparison that has come out before b runs proves something. proves gets it with the
// predicate that is true.
func (w *widening) holds(b ir.BlockID, proves func(cond *ir.Instr, pred ir.ICmpPred) bool) bool {
	for range maxDominators {
		p := w.cfg.Idom[b]
		if b == 0 || p < 0 {
			return false
		}
		if succs := w.fn.Blocks[p].Succs; len(w.cfg.Preds[b]) == 1 && len(succs) == 2 && succs[0].To != succs[1].To {
			if end := w.fn.Terminator(p); end.Op == ir.OpBranch &&
				w.shows(end.Args[0], succs[0].To == b, proves, maxTruthDepth) {
				return true
			}
		}
		b = p
	}
	return false
}

// shows splits a condition with a known outcome into comparisons.
func (w *widening) shows(v ir.ValueID, outcome bool, proves func(*ir.Instr, ir.ICmpPred) bool, depth int) bool {
	in := w.fn.Instr(v)
	switch {
	case in.Op == ir.OpICmp:
		pred := ir.ICmpPred(in.Kind)
		if !outcome {
			pred = pred.Negated()
		}
		return proves(in, pred)
	case depth > 0 && (in.Op == ir.OpAnd && outcome || in.Op == ir.OpOr && !outcome):
		return w.shows(in.Args[0], outcome, proves, depth-1) || w.shows(in.Args[1], outcome, proves, depth-1)
	case depth > 0 && in.Op == ir.OpExpect:
		return w.shows(in.Args[0], outcome, proves, depth-1)
	}
	return false
}

// widen makes the extension v of a difference the difference of extensions.
func (w *widening) widen(v ir.ValueID) {
	in := *w.fn.Instr(v)
	narrow := *w.fn.Instr(in.Args[0])
	x := w.emit(&in, ir.Instr{Op: ir.OpZExt, Type: ir.I64, Args: []ir.ValueID{narrow.Args[0]}})
	var y ir.ValueID
	if c, ok := w.subtracted(&narrow); narrow.Op == ir.OpAdd && ok {
		y = w.emit(&in, ir.Instr{Op: ir.OpConst, Type: ir.I64, Imm: uint64(c)})
	} else {
		y = w.emit(&in, ir.Instr{Op: ir.OpZExt, Type: ir.I64, Args: []ir.ValueID{narrow.Args[1]}})
	}
	w.fn.Instrs[v] = ir.Instr{Op: ir.OpSub, Type: ir.I64, Args: []ir.ValueID{x, y}, Block: in.Block, Pos: in.Pos,
		Flags: ir.FlagNoWrap}
}

func (w *widening) emit(at *ir.Instr, in ir.Instr) ir.ValueID {
	in.Block, in.Pos = at.Block, at.Pos
	v := w.fn.NewValue(in)
	w.out = append(w.out, v)
	return v
}
