package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Loop-invariant code motion. Each loop gets a preheader (cleanCFG joins it with its neighbour if it stays empty). Then
// one walk over the blocks in reverse post-order moves each pure instruction out of as many of the loops around it as
// none of its operands is made in; an operand that has been moved counts as made where it is now, so chains move in one
// walk.
//
// Loads from fixed places of the argument block move as pure operations do. A load from constant memory, or from a
// computed place of the argument block, can go wrong if it would not have been done, so it moves only out of a loop
// whose header it stands in. Other loads do likewise, but only out of loops in which nothing writes or orders memory:
// writes of other work-items need not become visible meanwhile.

func hoistInvariants(f *ir.Func, s *scratch) {
	if !s.Control(f).HasLoop() {
		s.IsIdle = true
		return
	}
	rewrite.AddPreheaders(f, s.Control(f))
	s.EdgesChanged()
	cfg := s.Control(f)
	h := &hoister{fn: f, cfg: cfg, moved: map[ir.BlockID][]ir.ValueID{}}
	h.loops, h.innermost = cfg.Loops()
	h.findWriting()
	for _, b := range cfg.Order {
		if h.innermost[b] >= 0 {
			h.block(b)
		}
	}
	h.place()
}

type hoister struct {
	fn        *ir.Func
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	writes    []bool                      // by loop: something in it writes or orders memory
	moved     map[ir.BlockID][]ir.ValueID // by preheader: instructions that go before its jump, in order
}

// findWriting finds the loops in which memory is written.
func (h *hoister) findWriting() {
	h.writes = make([]bool, len(h.loops))
	for _, b := range h.cfg.Order {
		if l := h.innermost[b]; l < 0 || !slices.ContainsFunc(h.fn.Blocks[b].Instrs, h.mayWrite) {
			continue
		}
		for l := h.innermost[b]; l >= 0; l = h.loops[l].Parent {
			h.writes[l] = true
		}
	}
}

func (h *hoister) mayWrite(v ir.ValueID) bool {
	in := h.fn.Instr(v)
	return in.Op.Info().Effect&ir.EffectWrites != 0 || in.Flags&ir.FlagVolatile != 0
}

func (h *hoister) block(b ir.BlockID) {
	block := &h.fn.Blocks[b]
	block.Instrs = rewrite.Keep(block.Instrs, func(v ir.ValueID) bool {
		to := h.target(v, b)
		if to == b {
			return false
		}
		h.fn.Instr(v).Block = to
		h.moved[to] = append(h.moved[to], v)
		return true
	})
}

// target is the block to which v of block b can go.
func (h *hoister) target(v ir.ValueID, b ir.BlockID) ir.BlockID {
	in := h.fn.Instr(v)
	guarded := in.Op == ir.OpLoad
	if guarded {
		_, isArgument := h.fn.ArgumentOffset(in)
		guarded = !isArgument
	}
	isFixed := in.Op.Pure() || readsFixedMemory(in)
	if !isFixed && (in.Op != ir.OpLoad || in.Flags&ir.FlagVolatile != 0) {
		return b
	}
	at := b
	for l := h.innermost[b]; l >= 0 && h.invariant(in, l); l = h.loops[l].Parent {
		if guarded && h.loops[l].Header != at || !isFixed && h.writes[l] {
			break
		}
		at = h.preheader(l)
	}
	return at
}

func (h *hoister) invariant(in *ir.Instr, loop int) bool {
	for _, arg := range in.Args {
		if h.inside(h.fn.Instr(arg).Block, loop) {
			return false
		}
	}
	return true
}

// inside reports whether block b is in the loop.
func (h *hoister) inside(b ir.BlockID, loop int) bool {
	return ir.InLoop(h.loops, h.innermost, b, loop)
}

func (h *hoister) preheader(loop int) ir.BlockID {
	header := h.loops[loop].Header
	for _, p := range h.cfg.Preds[header] {
		if !h.cfg.Dominates(header, p) {
			return p
		}
	}
	panic("BUG: a loop without a way in")
}

// place inserts the moved instructions before the jumps of the preheaders.
func (h *hoister) place() {
	for b, list := range h.moved {
		block := &h.fn.Blocks[b]
		last := len(block.Instrs) - 1
		block.Instrs = append(append(block.Instrs[:last:last], list...), block.Instrs[last])
	}
}
