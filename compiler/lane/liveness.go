package lane

import "heddle/compiler/ir"

// Live ranges are hulls: one interval from the first position at which a value is written to the last at which it is
// read, in the order of the layout. A lane program runs all sides of a branch one after another, so a hull without
// holes keeps a value of waiting lanes safe from the other sides, and lets pure operations write inactive lanes as
// well. Hulls cover loops as a whole:
//	- a hull that crosses the border of a loop is extended to cover the loop;
//	- so is that of a parameter of a loop's header, which the next iteration reads;
//	- so is every hull in a loop with several headers, in which lanes are in different iterations.
//
// A value that is made in a loop and read after it must be written in active lanes only: lanes that left the loop
// earlier still need theirs.

// hull is a live range; lo < 0: the value is not used.
type hull struct{ lo, hi int32 }

// liveness has the positions of all definitions and uses, and the hulls.
type liveness struct {
	*graph
	*layout
	start, end []int32 // positions of a node's entry and of its terminator, by place in the order
	hulls      []hull  // by value
	masked     []bool  // by value
	loopAt     []int32 // innermost loop by position

	channels map[ir.ValueID][4]ir.ValueID // by read of an image: its results, 0 where one is not asked for
}

func newLiveness(g *graph, l *layout) *liveness {
	s := &liveness{graph: g, layout: l, hulls: make([]hull, len(g.f.Instrs)), masked: make([]bool, len(g.f.Instrs))}
	for v := range s.hulls {
		s.hulls[v].lo = -1
	}
	s.number()
	for v := range s.hulls {
		s.extend(ir.ValueID(v))
	}
	return s
}

// note extends a value's hull to a position.
func (s *liveness) note(v ir.ValueID, position int32) {
	h := &s.hulls[v]
	if h.lo < 0 {
		*h = hull{position, position}
		return
	}
	h.lo, h.hi = min(h.lo, position), max(h.hi, position)
}

// number walks the layout and notes all definitions and uses. The moves of an edge take two positions: all reads,
// then all writes.
func (s *liveness) number() {
	position := int32(0)
	s.start, s.end = make([]int32, 0, len(s.order)), make([]int32, 0, len(s.order))
	s.loopAt = make([]int32, 0, len(s.f.Instrs)+5*len(s.order))
	for place, n := range s.order {
		s.start = append(s.start, position)
		if s.nodes[n].edge == nil {
			for _, p := range s.f.Blocks[n].Params {
				s.note(p, position)
			}
		}
		position++
		for _, v := range s.instrs(n) {
			s.noteInstr(v, position)
			position++
		}
		if edge := s.moves(n); edge != nil {
			for i, v := range edge.Args {
				s.note(v, position)
				s.note(s.f.Blocks[edge.To].Params[i], position+1)
			}
			position += 2
		}
		if t := s.terminator(n); t != nil {
			for _, v := range t.Args {
				s.note(v, position)
			}
		}
		s.end = append(s.end, position)
		position++
		for len(s.loopAt) < int(position) {
			s.loopAt = append(s.loopAt, int32(s.inner[place]))
		}
	}
}

func (s *liveness) noteInstr(v ir.ValueID, position int32) {
	in := s.f.Instr(v)
	switch {
	case in.Op == ir.OpImageRead:
		s.noteRead(v, position)
	case in.Op == ir.OpResult && s.f.Instr(in.Args[0]).Op == ir.OpImageRead && s.noteChannel(v, in, position):
		return
	}
	for _, a := range in.Args {
		s.note(a, position)
	}
	if in.Type != ir.Void {
		s.note(v, position)
	}
}

// noteRead begins the results of a read of an image. All are written at once, so they must differ, even those that
// nothing uses: they live up to the next position.
func (s *liveness) noteRead(v ir.ValueID, position int32) {
	if s.channels == nil {
		s.channels = map[ir.ValueID][4]ir.ValueID{}
	}
	s.channels[v] = [4]ir.ValueID{v}
	s.note(v, position+1)
}

// noteChannel makes v, a further result of a read of an image, a value that the read writes. It reports false if
// another value is that channel already; v is a copy of it then, made where it stands.
func (s *liveness) noteChannel(v ir.ValueID, in *ir.Instr, position int32) bool {
	read := in.Args[0]
	channels := s.channels[read]
	if first := channels[in.Imm]; first != 0 {
		s.note(first, position)
		return false
	}
	channels[in.Imm] = v
	s.channels[read] = channels
	at := s.hulls[read].lo
	s.note(v, at)
	s.note(v, at+1)
	return true
}

// span is the range of positions of a loop.
func (s *liveness) span(l int) hull {
	return hull{s.start[s.loops[l].first], s.end[s.loops[l].last]}
}

func (h *hull) cover(o hull) { h.lo, h.hi = min(h.lo, o.lo), max(h.hi, o.hi) }

func (s *liveness) extend(v ir.ValueID) {
	h := &s.hulls[v]
	if h.lo < 0 {
		return
	}
	defined := s.definedAt(v, h.lo)
	lo, hi := h.lo, h.hi
	for l := int(s.loopAt[defined]); l >= 0; l = s.loops[l].parent {
		span := s.span(l)
		isCrossed := lo < span.lo || hi > span.hi
		if isCrossed || len(s.loops[l].headers) > 1 {
			s.masked[v] = true // lanes that have left, or are in another iteration, keep theirs
		}
		if isCrossed || len(s.loops[l].headers) > 1 || s.isHeaderParam(v, l) {
			h.cover(span)
		}
	}
	s.coverCrossed(h, lo)
	s.coverCrossed(h, hi)
}

// coverCrossed extends a hull over the loops around a position whose border it crosses.
func (s *liveness) coverCrossed(h *hull, position int32) {
	for l := int(s.loopAt[position]); l >= 0; l = s.loops[l].parent {
		if span := s.span(l); h.lo < span.lo || h.hi > span.hi || len(s.loops[l].headers) > 1 {
			h.cover(span)
		}
	}
}

// definedAt is the position of a value's definition: for a parameter, its block.
func (s *liveness) definedAt(v ir.ValueID, lo int32) int32 {
	if in := s.f.Instr(v); in.Op == ir.OpParam {
		return s.start[s.place[in.Block]]
	}
	return lo
}

func (s *liveness) isHeaderParam(v ir.ValueID, l int) bool {
	in := s.f.Instr(v)
	if in.Op != ir.OpParam {
		return false
	}
	for _, h := range s.loops[l].headers {
		if s.nodes[h].edge == nil && s.nodes[h].block == in.Block {
			return true
		}
	}
	return false
}
