package prepare

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// TripArgument is the argument that alone decides the trip count of loops with barriers, if there is one.
func TripArgument(f *ir.Func) (bundle.Argument, bool) {
	cfg := ir.NewCFG(f)
	loops, innermost := cfg.Loops()
	w := tripWalk{fn: f, cfg: cfg, seen: map[ir.ValueID]bool{}, ok: true}
	for l := range loops {
		if !f.HasBarrierIn(loops[l].Blocks) {
			continue
		}
		for _, b := range loops[l].Blocks {
			leaves := slices.ContainsFunc(f.Blocks[b].Succs, func(e ir.Edge) bool {
				return !ir.InLoop(loops, innermost, e.To, l)
			})
			if leaves && f.Terminator(b).Op == ir.OpBranch {
				w.visit(f.Terminator(b).Args[0])
			}
		}
	}
	return w.found, w.ok && w.found.Bytes > 0
}

// tripWalk visits the conditions of loops and their operands.
type tripWalk struct {
	fn    *ir.Func
	cfg   *ir.CFG
	seen  map[ir.ValueID]bool
	found bundle.Argument
	ok    bool // everything visited is known in a version of the right kind
}

func (w *tripWalk) visit(v ir.ValueID) {
	if w.seen[v] || !w.ok {
		return
	}
	w.seen[v] = true
	switch in := w.fn.Instr(v); {
	case in.Op == ir.OpParam:
		for _, arg := range w.cfg.Incoming(w.fn, v) {
			w.visit(arg)
		}
	case in.Op == ir.OpLoad:
		at, ok := argumentOf(w.fn, in)
		w.ok = ok && (w.found.Bytes == 0 || w.found == at)
		w.found = at
	case in.Op == ir.OpConst, in.Op == ir.OpLocalSize:
	case in.Op.Pure() && len(in.Args) > 0:
		for _, a := range in.Args {
			w.visit(a)
		}
	default:
		w.ok = false
	}
}

// argumentOf is the argument that a load reads, if it is an integer of 32 or 64 bits.
func argumentOf(f *ir.Func, in *ir.Instr) (bundle.Argument, bool) {
	if in.Op != ir.OpLoad || in.Space != ir.SpaceArgs || in.Type != ir.I32 && in.Type != ir.I64 {
		return bundle.Argument{}, false
	}
	offset, ok := f.ArgumentOffset(in)
	if !ok || offset < 0 || offset >= 1<<16 {
		return bundle.Argument{}, false
	}
	return bundle.Argument{Offset: uint32(offset), Bytes: uint8(in.Type.Bytes())}, true
}
