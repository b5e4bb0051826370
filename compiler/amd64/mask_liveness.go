package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Mask liveness: which lanes' old values somebody can still read.
//
// Taken literally, a block that runs under a mask writes each of its values under that mask, so that the lanes that are
// not active keep what stands in the register. That costs: the write waits for the old value, the register lives
// through the whole loop, and what could be one instruction becomes two. But most values are in SSA form read by the
// very lanes that were active when they were made, and what stands in the others is never looked at. So all lanes are
// written, but where one of these holds:
//
//   - a value made in a loop that lanes leave at different times is read behind it (escaping): the lanes that have left
//     keep what they left with;
//   - a parameter gets its values on several edges, and lanes that came on another edge, or wait for the others, stand in
//     the same registers already (isPartlyWritten).
//
// A value that is written in part must be known as such (isPartial): what is the same for all lanes may not be read from
// lane 0 then, which may be one of those that were not written.

// escaping finds the values made in a loop that lanes leave at different times, or go through one after the other to swap,
// and used behind it.
func (s *forms) escaping() {
	s.escapes, s.outer = make([]bool, len(s.kernel.Instrs)), make([]int, len(s.kernel.Instrs))
	note := func(values []ir.ValueID, user ir.BlockID) {
		for _, v := range values {
			made := s.kernel.Instr(v).Block
			for l := s.flow.inner(made); l >= 0 && made != user; l = s.flow.layout.Loops[l].Parent {
				loop := &s.flow.layout.Loops[l]
				place := s.flow.layout.Place[user]
				if (place < loop.First || place > loop.Last) && (s.flow.isOwn(loop.Headers[0]) || s.swapIn[loop.Headers[0]] != nil) {
					s.escapes[v], s.outer[v] = true, l
				}
			}
		}
	}
	for _, b := range s.flow.layout.Order {
		for _, v := range s.kernel.Blocks[b].Instrs {
			note(s.kernel.Instr(v).Args, b)
		}
		for _, e := range s.kernel.Blocks[b].Succs {
			note(e.Args, b)
		}
	}
}

// isPartial says whether lanes that are not active may hold something else than the others of a value that is the same
// for all: it was not written for them, nor loaded, or computed from such. Parameters are written under masks; what their edges bring
// is not known yet.
func (s *forms) isPartial(v ir.ValueID) bool {
	f, in := s.byValue[v], s.kernel.Instr(v)
	if f.kind != vector && f.kind != mask || s.info.Varies(v)&(s.lane|s.sub) == 0 {
		return false
	}
	if in.Op == ir.OpParam || s.escapes[v] || s.keepsAll {
		return true
	}
	if in.Op == ir.OpLoad && s.info.Varies(in.Args[0])&s.sub != 0 { // see loadOne
		return true
	}
	for _, a := range in.Args {
		if s.partial[a] {
			return true
		}
	}
	return false
}

// hasMask says whether a block has masks, since not all lanes may run it.
func (s *forms) hasMask(b ir.BlockID) bool {
	root := s.flow.root[b]
	if root == 0 {
		return !s.version.Full
	}
	return s.flow.isOpened[s.flow.layout.Place[root]]
}

// isKept says whether a value keeps the lanes that are not active when it is made: one made in a loop that is read,
// behind the loop, by lanes that left it in an earlier round; without this analysis, each that may be made under a mask.
func (s *selector) isKept(v ir.ValueID) bool {
	return (s.escapes[v] || s.keepsAll && s.masks() != nil) && !s.isSame(v)
}

// isPartlyWritten says whether an edge must leave inactive lanes of a parameter as they are.
func (s *forms) isPartlyWritten(from, to ir.BlockID, p ir.ValueID) bool {
	switch {
	case s.isSame(p) || !s.hasMask(from):
		return false
	case s.keepsAll, s.escapes[p] && s.isInside(from, s.outer[p]):
		return true
	case s.flow.root[from] == s.flow.root[to]:
		return false
	}
	if s.waitsInLoop(from, to) {
		return true
	}
	return s.flow.open[s.flow.layout.Place[from]].has(s.flow.layout.Place[to]) && !s.isFirst(from, to)
}

// waitsInLoop says whether an edge back to a header leaves lanes behind in the loop, which may still read what they came
// with: as where "continue" stands before the end.
func (s *forms) waitsInLoop(from, to ir.BlockID) bool {
	place, header := s.flow.layout.Place[from], s.flow.layout.Place[to]
	if header > place {
		return false
	}
	loop := s.flow.layout.Loops[s.flow.layout.Inner[header]]
	return s.flow.open[place].next(header+1, loop.Last+1) >= 0
}

// isInside says whether a block is in a loop.
func (s *forms) isInside(b ir.BlockID, loop int) bool {
	l, place := &s.flow.layout.Loops[loop], s.flow.layout.Place[b]
	return place >= l.First && place <= l.Last
}

// isFirst says whether a block is the first of those that lead to a block, so that nothing of value stands in the
// parameters yet.
func (s *forms) isFirst(from, to ir.BlockID) bool {
	place := s.flow.layout.Place[from]
	for _, p := range s.flow.cfg.Preds[to] {
		if s.flow.layout.Place[p] < place || s.flow.layout.Place[p] >= s.flow.layout.Place[to] {
			return false
		}
	}
	return true
}

// findBegins finds where registers that are only partly written begin to live: before the outermost loop whose leavers
// keep them, else before the ways to a parameter's block part. Without a beginning they would live from the entry on.
func (s *regionTable) findBegins() {
	s.begins = make([][]ir.ValueID, len(s.kernel.Blocks))
	for _, b := range s.flow.layout.Order {
		block := &s.kernel.Blocks[b]
		for _, list := range [][]ir.ValueID{block.Params, block.Instrs} {
			for _, v := range list {
				at := b
				switch {
				case !s.needed[v] || s.byValue[v].kind != vector && s.byValue[v].kind != mask || s.isSame(v):
					continue
				case s.escapes[v]:
					at = s.flow.layout.Loops[s.outer[v]].Headers[0]
				case s.keepsAll && s.flow.inner(b) >= 0:
					at = s.flow.layout.Loops[s.flow.inner(b)].Headers[0]
				case s.kernel.Instr(v).Op != ir.OpParam:
					continue
				}
				if d := s.flow.cfg.Idom[at]; at != 0 && d >= 0 {
					s.begins[d] = append(s.begins[d], v)
				}
			}
		}
	}
}

// begin starts the lives of values' registers.
func (s *selector) begin(values []ir.ValueID) {
	for _, v := range values {
		for u := range s.eachCopy(s.byValue[v]) {
			s.beginLanes(s.own(v, u))
		}
	}
}

// isBegun says whether a value that is kept lives since before its loop.
func (s *forms) isBegun(v ir.ValueID) bool {
	return s.escapes[v] || s.flow.inner(s.kernel.Instr(v).Block) >= 0
}

// beginZero starts the lives of registers of which only some lanes will be written, with something to compute with: what
// an integer left there can be a denormal number, over which processors stumble.
func (s *selector) beginZero(regs []asm.Reg) {
	for _, r := range regs {
		if s.Fn.ClassOf(r) == asm.Vector {
			s.Emit(asm.Inst{Op: asm.VecZero, Dst: r})
		} else {
			s.setMask(r, false)
		}
	}
}

func (s *selector) beginLanes(regs []asm.Reg) {
	for _, r := range regs {
		s.Emit(asm.Inst{Op: asm.Undef, Dst: r})
	}
}
