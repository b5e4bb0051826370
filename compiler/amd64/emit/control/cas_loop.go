package control

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/emit/memory"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// writeCASLoop writes the loop that begins at the present place, and gives the place of its last block. Where the lanes
// of the loop come together, they go on.
func (s *Selector) writeCASLoop(l *flow.CASLoop) int {
	s.enter(l.Blocks[0])
	for _, p := range s.Kernel.Blocks[l.Blocks[0]].Params {
		s.SetDefined(p)
	}
	piece := s.Pieces[l.Swap]
	for _, subs := range s.Teams(piece) {
		w := casWriter{OneLane: s.NewOneLane(piece, subs), around: s, piece: piece, loop: l}
		w.Run(w.iterations)
	}
	s.sendAll(l.Blocks[0], l.Exit)
	last := s.Place
	for _, b := range l.Blocks {
		last = max(last, s.Flow.Layout.Place[b])
	}
	to := s.Flow.Layout.Place[l.Exit]
	s.goOn(last, s.Flow.Open[last].With(to), s.Flow.Written[last].With(to), to)
	return last
}

// casWriter writes one of these loops.
type casWriter struct {
	*memory.OneLane
	around *Selector
	piece  *regions.OneLane
	loop   *flow.CASLoop
	starts map[ir.BlockID]int32
	after  int32
}

// iterations writes the blocks for one lane.
func (w *casWriter) iterations() {
	w.starts, w.after = map[ir.BlockID]int32{}, w.Fn.NewLabel()
	for _, in := range w.piece.Ins {
		if in.Place != nil {
			w.PlaceBy(in.Value)
		}
	}
	for _, b := range w.loop.Blocks {
		w.starts[b] = w.Fn.NewLabel()
		for _, p := range w.Kernel.Blocks[b].Params {
			if w.piece.Has(p) {
				w.ownParam(p)
			}
		}
	}
	for i, b := range w.loop.Blocks {
		w.Label(w.starts[b])
		for _, p := range w.Kernel.Blocks[b].Params {
			w.SetDefined(p)
		}
		for _, v := range w.Kernel.Blocks[b].Instrs {
			if in := w.Kernel.Instr(v); !in.Op.Terminator() && w.Needed[v] && !w.isTested(b, v) {
				w.Write(v)
			}
		}
		w.leaveBlock(i, b)
	}
	w.Label(w.after)
}

// ownParam gives a parameter registers of its own for the iterations of a lane, with the lane's initial value.
func (w *casWriter) ownParam(p ir.ValueID) {
	var first []asm.Reg
	if w.Kernel.Instr(p).Block == w.loop.Blocks[0] {
		first = w.Brought(p)
	}
	w.Renew(p)
	if p == w.loop.Reload {
		w.LoadAlone(p, w.PlaceBy(w.Kernel.Instr(w.loop.Swap).Args[0]), uint8(w.Kernel.Type(p).Bytes()))
		return
	}
	for i, r := range w.Own(p, 0) {
		if first != nil {
			w.Emit(asm.Inst{Op: emit.MoveOps[w.Fn.ClassOf(r)], Dst: r, B: first[min(i, len(first)-1)]})
		}
	}
}

// leaveBlock writes the way out of a block.
func (w *casWriter) leaveBlock(i int, b ir.BlockID) {
	block, t := &w.Kernel.Blocks[b], w.Kernel.Terminator(b)
	w.Pos = uint32(t.Pos)
	next := ir.BlockID(-1)
	if i+1 < len(w.loop.Blocks) {
		next = w.loop.Blocks[i+1]
	}
	if len(block.Succs) == 1 {
		w.follow(&block.Succs[0], next)
		return
	}
	other := w.Fn.NewLabel()
	if w.isTested(b, t.Args[0]) {
		w.JumpIf(w.CompareScalar(w.Kernel.Instr(t.Args[0]), 0)^1, other)
	} else {
		c := w.Lane0Reg(t.Args[0], 0)
		w.Emit(asm.Inst{Op: asm.Test, Size: 4, A: c, B: c})
		w.JumpIf(asm.CondE, other)
	}
	w.follow(&block.Succs[0], -1)
	w.Label(other)
	w.follow(&block.Succs[1], next)
}

// isTested reports whether a value is a comparison whose only use is the branch after it.
func (w *casWriter) isTested(b ir.BlockID, v ir.ValueID) bool {
	in := w.Kernel.Instr(v)
	return in.Op == ir.OpICmp && in.Block == b && w.Uses[v] == 1 && slices.Contains(w.Kernel.Terminator(b).Args, v)
}

// follow goes along an edge.
func (w *casWriter) follow(e *ir.Edge, next ir.BlockID) {
	if !w.loop.Has(e.To) {
		w.Jump(w.after)
		return
	}
	w.bring(e)
	if e.To == w.loop.Blocks[0] {
		w.around.poll()
	}
	if e.To != next {
		w.Jump(w.starts[e.To])
	}
}

// bring copies the values of an edge, all at once.
func (w *casWriter) bring(e *ir.Edge) {
	var to, from []asm.Reg
	for i, p := range w.Kernel.Blocks[e.To].Params {
		if !w.piece.Has(p) {
			continue
		}
		dst := w.Own(p, 0)
		to = append(to, dst...)
		if w.ByValue[p].Kind == forms.Scalar {
			from = append(from, w.Lane0Reg(e.Args[i], 0))
		} else {
			from = append(from, w.LanesOf(e.Args[i], 0)[:len(dst)]...)
		}
	}
	for i, r := range from {
		from[i] = w.around.saved(r)
	}
	for i, r := range to {
		w.Emit(asm.Inst{Op: emit.MoveOps[w.Fn.ClassOf(r)], Dst: r, B: from[i]})
	}
}
