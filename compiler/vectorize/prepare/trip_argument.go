package prepare

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// TripArgument is the argument that alone decides the trip count of loops with barriers, if there is one.
func TripArgument(f *ir.Func) (bundle.Argument, bool) {
	loops, _ := ir.NewCFG(f).Loops()
	w := tripWalk{fn: f, seen: map[ir.ValueID]bool{}, ok: true}
	for l := range loops {
		if !w.waits(loops[l].Blocks) {
			continue
		}
		for _, b := range loops[l].Blocks {
			if w.leaves(b, loops[l].Blocks) && f.Terminator(b).Op == ir.OpBranch {
				w.visit(f.Terminator(b).Args[0])
			}
		}
	}
	return w.found, w.ok && w.found.Bytes > 0
}

// tripWalk visits the conditions of loops and their operands.
type tripWalk struct {
	fn    *ir.Func
	seen  map[ir.ValueID]bool
	found bundle.Argument
	ok    bool // everything visited is known in a version of the right kind
}

func (w *tripWalk) waits(blocks []ir.BlockID) bool {
	for _, b := range blocks {
		for _, v := range w.fn.Blocks[b].Instrs {
			if w.fn.Instr(v).Op == ir.OpBarrier {
				return true
			}
		}
	}
	return false
}

// leaves reports whether an edge of b leads out of a loop.
func (w *tripWalk) leaves(b ir.BlockID, loop []ir.BlockID) bool {
	for _, e := range w.fn.Blocks[b].Succs {
		inside := false
		for _, other := range loop {
			inside = inside || other == e.To
		}
		if !inside {
			return true
		}
	}
	return false
}

func (w *tripWalk) visit(v ir.ValueID) {
	if w.seen[v] || !w.ok {
		return
	}
	w.seen[v] = true
	switch in := w.fn.Instr(v); {
	case in.Op == ir.OpParam:
		w.visitEdges(v, in.Block)
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

// visitEdges visits the arguments of a parameter.
func (w *tripWalk) visitEdges(p ir.ValueID, to ir.BlockID) {
	for b := range w.fn.Blocks {
		for _, e := range w.fn.Blocks[b].Succs {
			if e.To != to {
				continue
			}
			for i, param := range w.fn.Blocks[to].Params {
				if param == p {
					w.visit(e.Args[i])
				}
			}
		}
	}
}

// argumentOf is the argument that a load reads, if it is an integer of 32 or 64 bits.
func argumentOf(f *ir.Func, in *ir.Instr) (bundle.Argument, bool) {
	if in.Op != ir.OpLoad || in.Space != ir.SpaceArgs || in.Type != ir.I32 && in.Type != ir.I64 {
		return bundle.Argument{}, false
	}
	offset, from := uint64(0), f.Instr(in.Args[0])
	if from.Op == ir.OpPtrAdd {
		by := f.Instr(from.Args[1])
		if by.Op != ir.OpConst {
			return bundle.Argument{}, false
		}
		offset, from = by.Imm, f.Instr(from.Args[0])
	}
	if from.Op != ir.OpArgBlock || offset >= 1<<16 {
		return bundle.Argument{}, false
	}
	return bundle.Argument{Offset: uint32(offset), Bytes: uint8(in.Type.Bytes())}, true
}
