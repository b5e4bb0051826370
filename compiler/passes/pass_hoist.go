package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Hoisting of loads. Where both ways of a branch begin by loading from the same address, the load moves before the
// branch, with what its address is computed from. Macros that name an element several times are like that: after
//
//	isnan(m) || isnan(a[i]) ? m + a[i] : fmax(m, a[i])
//
// a[i] has been loaded whatever the first test says. Under masks it would be loaded by some lanes, and then by the
// others.
//
// One of the ways, the side, is reached by the branch only, and the other by the branch and perhaps by the side: then
// the side must not write memory. Only loads before the first write of a way count.

func hoistLoads(f *ir.Func, s *scratch) {
	h := &loadHoister{fn: f, preds: s.Control(f).Preds, replaced: s.Substitution(f)}
	for _, b := range slices.Backward(s.Control(f).Order) {
		h.branch(b)
	}
	if s.IsIdle = !h.changed; h.changed {
		h.replaced.Apply(f)
	}
}

type loadHoister struct {
	fn       *ir.Func
	preds    [][]ir.BlockID
	replaced rewrite.Substitution
	changed  bool

	at, side, other ir.BlockID // the branch that is looked at, and its ways
	pairs           [][2]ir.ValueID
}

// branch hoists what both ways of the branch of a block load.
func (h *loadHoister) branch(at ir.BlockID) {
	if h.fn.Terminator(at).Op != ir.OpBranch {
		return
	}
	succs := h.fn.Blocks[at].Succs
	h.at, h.side, h.other = at, succs[0].To, succs[1].To
	if len(h.preds[h.side]) != 1 {
		h.side, h.other = h.other, h.side
	}
	if h.side == h.other || len(h.preds[h.side]) != 1 || h.other == at {
		return
	}
	fromSide := slices.Contains(h.preds[h.other], h.side)
	if slices.ContainsFunc(h.preds[h.other], func(p ir.BlockID) bool { return p != at && p != h.side }) {
		return
	}
	ofSide, isWhole := h.firstLoads(h.side)
	if len(ofSide) == 0 || fromSide && !isWhole {
		return
	}
	ofOther, _ := h.firstLoads(h.other)
	for _, x := range ofOther {
		for _, y := range ofSide {
			if h.pairs = h.pairs[:0]; h.equal(x, y, maxHoistDepth) {
				h.hoist()
			}
		}
	}
}

// firstLoads are the loads of a block before something in it writes or orders memory, and whether nothing does.
func (h *loadHoister) firstLoads(b ir.BlockID) (loads []ir.ValueID, isWhole bool) {
	list := h.fn.Blocks[b].Instrs
	for _, v := range list[:len(list)-1] {
		switch in := h.fn.Instr(v); {
		case in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0:
			if len(loads) < maxHoistLoads {
				loads = append(loads, v)
			}
		case !in.Op.Pure():
			return loads, false
		}
	}
	return loads, true
}

// equal reports whether x of the other way and y of the side are the same, or computed from the same, and notes the
// pairs of which that is so, operands first.
func (h *loadHoister) equal(x, y ir.ValueID, depth int) bool {
	if y = h.replaced.Find(y); x == y {
		return true
	}
	a, b := h.fn.Instr(x), h.fn.Instr(y)
	if depth == 0 || a.Block != h.other || b.Block != h.side || a.Op != b.Op || a.Type != b.Type || a.Kind != b.Kind ||
		a.Space != b.Space || a.Flags != b.Flags || a.Align != b.Align || a.Imm != b.Imm || len(a.Args) != len(b.Args) ||
		a.Op == ir.OpParam || a.Op == ir.OpLoad && depth < maxHoistDepth || a.Op != ir.OpLoad && !a.Op.Pure() {
		return false
	}
	for i := range a.Args {
		if !h.equal(a.Args[i], b.Args[i], depth-1) {
			return false
		}
	}
	h.pairs = append(h.pairs, [2]ir.ValueID{x, y})
	return true
}

// hoist moves the first of each pair before the branch, where it takes the place of the second, too.
func (h *loadHoister) hoist() {
	for _, pair := range h.pairs {
		x, y := pair[0], pair[1]
		if h.fn.Instr(x).Block == h.other {
			h.remove(x, h.other)
			list := h.fn.Blocks[h.at].Instrs
			h.fn.Blocks[h.at].Instrs = slices.Insert(list, len(list)-1, x)
			h.fn.Instr(x).Block = h.at
		}
		if h.replaced.Find(y) != x {
			h.remove(y, h.side)
			h.replaced[y] = x
		}
	}
	h.changed = true
}

func (h *loadHoister) remove(v ir.ValueID, from ir.BlockID) {
	block := &h.fn.Blocks[from]
	block.Instrs = rewrite.Keep(block.Instrs, func(w ir.ValueID) bool { return w == v })
}
