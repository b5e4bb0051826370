package forms

import "heddle/compiler/ir"

// Mask liveness: which lanes' old values somebody can still read.
//
// Taken literally, a block that runs under a mask writes each of its values under that mask, so that the lanes that are
// not active keep what stands in the register. That costs: the write waits for the old value, the register lives
// through the whole loop, and what could be one instruction becomes two. But most values are in SSA form read by the
// very lanes that were active when they were made, and what stands in the others is never looked at. So all lanes are
// written, but where one of these holds:
//
//   - a value made in a loop that lanes leave at different times is read after it (escaping): the lanes that have left
//     keep what they left with;
//   - a parameter gets its values on several edges, and lanes that came on another edge, or wait for the others, stand
//     in the same registers already (IsPartlyWritten).
//
// A value that is written in part must be known as such (isPartial): what is the same for all lanes may not be read
// from lane 0 then, which may be one of those that were not written.

// findLiveOut finds the values made in a loop that lanes leave at different times, or go through one after the other to
// swap, and used after it.
func (s *Forms) findLiveOut() {
	s.LiveOut, s.LiveOutOf = make([]bool, len(s.Kernel.Instrs)), make([]int, len(s.Kernel.Instrs))
	note := func(values []ir.ValueID, user ir.BlockID) {
		for _, v := range values {
			made := s.Kernel.Instr(v).Block
			for l := s.Flow.Inner(made); l >= 0 && made != user; l = s.Flow.Layout.Loops[l].Parent {
				loop := &s.Flow.Layout.Loops[l]
				place := s.Flow.Layout.Place[user]
				if (place < loop.First || place > loop.Last) &&
					(s.Flow.IsOwn(loop.Headers[0]) || s.CasLoopOf[loop.Headers[0]] != nil) {
					s.LiveOut[v], s.LiveOutOf[v] = true, l
				}
			}
		}
	}
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			note(s.Kernel.Instr(v).Args, b)
		}
		for _, e := range s.Kernel.Blocks[b].Succs {
			note(e.Args, b)
		}
	}
}

// isPartial reports whether lanes that are not active may hold something else than the others of a value that is the
// same for all: it was not written for them, nor loaded, or computed from such. Parameters are written under masks;
// what their edges bring is not known yet.
func (s *Forms) isPartial(v ir.ValueID) bool {
	f, in := s.ByValue[v], s.Kernel.Instr(v)
	if f.Kind != Vector && f.Kind != Mask || s.Info.Varies(v)&(s.Lane|s.Sub) == 0 {
		return false
	}
	if in.Op == ir.OpParam || s.LiveOut[v] || s.KeepsAll {
		return true
	}
	if in.Op == ir.OpLoad && s.Info.Varies(in.Args[0])&s.Sub != 0 { // see loadOne
		return true
	}
	for _, a := range in.Args {
		if s.Partial[a] {
			return true
		}
	}
	return false
}

// HasMask reports whether a block has masks, since not all lanes may run it.
func (s *Forms) HasMask(b ir.BlockID) bool {
	root := s.Flow.Root[b]
	if root == 0 {
		return !s.Version.FullBundles
	}
	return s.Flow.IsOpened[s.Flow.Layout.Place[root]]
}

// IsPartlyWritten reports whether an edge must leave inactive lanes of a parameter as they are.
func (s *Forms) IsPartlyWritten(from, to ir.BlockID, p ir.ValueID) bool {
	switch {
	case s.IsSame(p) || !s.HasMask(from):
		return false
	case s.KeepsAll, s.LiveOut[p] && s.IsInside(from, s.LiveOutOf[p]):
		return true
	case s.Flow.Root[from] == s.Flow.Root[to]:
		return false
	}
	if s.waitsInLoop(from, to) {
		return true
	}
	return s.Flow.Open[s.Flow.Layout.Place[from]].Has(s.Flow.Layout.Place[to]) && !s.isFirst(from, to)
}

// waitsInLoop reports whether an edge back to a header leaves lanes in the loop, which may still read what they
// came with: as where "continue" stands before the end.
func (s *Forms) waitsInLoop(from, to ir.BlockID) bool {
	place, header := s.Flow.Layout.Place[from], s.Flow.Layout.Place[to]
	if header > place {
		return false
	}
	loop := s.Flow.Layout.Loops[s.Flow.Layout.Inner[header]]
	return s.Flow.Open[place].Next(header+1, loop.Last+1) >= 0
}

// IsInside reports whether a block is in a loop.
func (s *Forms) IsInside(b ir.BlockID, loop int) bool {
	l, place := &s.Flow.Layout.Loops[loop], s.Flow.Layout.Place[b]
	return place >= l.First && place <= l.Last
}

// isFirst reports whether a block is the first of those that lead to a block, so that nothing of value stands in the
// parameters yet.
func (s *Forms) isFirst(from, to ir.BlockID) bool {
	place := s.Flow.Layout.Place[from]
	for _, p := range s.Flow.Cfg.Preds[to] {
		if s.Flow.Layout.Place[p] < place || s.Flow.Layout.Place[p] >= s.Flow.Layout.Place[to] {
			return false
		}
	}
	return true
}

// IsBegun reports whether a value that is kept lives since before its loop.
func (s *Forms) IsBegun(v ir.ValueID) bool {
	return s.LiveOut[v] || s.Flow.Inner(s.Kernel.Instr(v).Block) >= 0
}
