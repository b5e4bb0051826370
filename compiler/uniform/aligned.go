package uniform

import "heddle/compiler/ir"

// Kernels that require the size of their groups, and divide global ids into rows, get a guard that global ids in
// dimension 0 begin at multiples of the length of vectors in each group: then the last bits of an id are those of the
// lane. Launches with another offset than such a multiple are rare. As much is asked of bundles of some vectors.

// maxAligned is the length of bundles of four of the longest vectors.
const maxAligned = 64

// minAligned is that of the shortest.
const minAligned = 8

// alignIDs adds such a condition to a guard if the function asks for it.
func (w *wrapping) alignIDs(g *Guard) {
	size := w.fn.Group[0]
	align := min(size&-size, maxAligned)
	if align < minAligned || len(g.steps) >= maxGuardSteps-1 || !w.dividesIDs() {
		return
	}
	if len(g.steps) == 0 {
		g.steps = append(g.steps, guardStep{op: guardAny, bits: 64})
	}
	g.steps = append(g.steps, guardStep{op: guardIDRest, bits: 64, imm: align})
	g.proofs = append(g.proofs, proof{step: int32(len(g.steps) - 1), limit: 1})
}

// AlignsIDs is a number that divides the first global ids of all groups in dimension 0 in launches for which a guard
// holds; 0 if it asks for none.
func (g *Guard) AlignsIDs() uint64 {
	if g == nil {
		return 0
	}
	for _, p := range g.proofs {
		if s := &g.steps[p.step]; s.op == guardIDRest {
			return s.imm
		}
	}
	return 0
}

// dividesIDs reports whether bits of what is computed from a global id are looked at, in a kernel that sees its groups.
func (w *wrapping) dividesIDs() bool {
	hasID, divides, seesGroups := make([]bool, len(w.fn.Instrs)), false, false
	for _, b := range w.cfg.Order {
		for _, v := range w.fn.Blocks[b].Instrs {
			switch in := w.fn.Instr(v); in.Op {
			case ir.OpGlobalID:
				hasID[v] = in.Kind == 0
			case ir.OpTrunc, ir.OpZExt, ir.OpSExt, ir.OpMul, ir.OpShl:
				hasID[v] = hasID[in.Args[0]]
			case ir.OpAdd, ir.OpSub:
				hasID[v] = hasID[in.Args[0]] || hasID[in.Args[1]]
			case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpLShr, ir.OpAShr:
				divides = divides || hasID[in.Args[0]] && w.fn.Instr(in.Args[1]).Op == ir.OpConst
			case ir.OpLocalID, ir.OpGroupID, ir.OpBarrier:
				seesGroups = true
			}
		}
	}
	return divides && seesGroups
}
