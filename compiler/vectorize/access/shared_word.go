package access

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Small loads that share a word: bytes that lie in the same aligned 4 bytes of each lane's row, each of them loaded
// under a mask of its own, as in
//
//	for (b = 0; b < 4; b++) v = v << 8 | (i + b < n ? p[i + b] : 0);
//
// Each would gather the 4 bytes around it. Instead a register has the word, and a mask tells the lanes that have it
// already; a load gathers for those of its lanes that have not, mostly none but for the first load. A word is read for
// lanes only that want one of its bytes, so it touches no page that they would not.
//
// Whether the bytes lie in one aligned word is seen when the code runs, by the base. If they do not, no lane is noted
// to have the word, so each load gathers its own.
//
// The mask becomes empty in a block before all loads, which dominates them. From there to the loads nothing may write
// memory, nor may there be a loop in between, so that whoever comes to a load has come through that block first.

// SharedWord is an aligned word that several loads take parts of.
type SharedWord struct {
	at      Address // of the word, if the base is aligned
	space   ir.Space
	Members []ir.ValueID
}

// FindShared finds the loads that share words, but those that are written apart from the others.
func (s *Accesses) FindShared(isApart func(ir.ValueID) bool) {
	s.SharedAt, s.SharedTops, s.SharedEnds = map[ir.ValueID]*SharedWord{}, map[ir.BlockID][]*SharedWord{},
		map[ir.BlockID][]*SharedWord{}
	if s.IsSerial || s.Off.Has(switches.SharedWords) {
		return
	}
	var open, found []*SharedWord
	for place, b := range s.Flow.Layout.Order {
		open = slices.DeleteFunc(open, func(w *SharedWord) bool {
			return place-s.PlaceOf(w.Members[0]) > maxSharedPlaces
		})
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if !s.mayShare(v, in) || isApart(v) {
				continue
			}
			if w := s.joinShared(open, v, in); w == nil {
				continue
			} else if len(w.Members) == 1 {
				open = append(open, w)
			} else if len(w.Members) == 2 {
				found = append(found, w)
			}
		}
	}
	for _, w := range found {
		s.placeShared(w)
	}
}

// mayShare reports whether a load is one of those that gather 4 bytes around an element.
func (s *Accesses) mayShare(v ir.ValueID, in *ir.Instr) bool {
	return in.Op == ir.OpLoad && s.Needed[v] && in.Type.Bytes() < MinGathered && CanGatherSmall(in.Type, in.Align) &&
		in.Flags&ir.FlagVolatile == 0 && s.ByValue[v].Kind == forms.Vector && !s.Offsets[in.Args[0]] &&
		s.CrossRowAt[v] == nil && s.TableAt[v] == nil && s.CasLoopOf[in.Block] == nil
}

// joinShared adds a load to the word it shares, or begins one; nil: it is none of either.
func (s *Accesses) joinShared(open []*SharedWord, v ir.ValueID, in *ir.Instr) *SharedWord {
	a := s.AddressOf(in.Args[0], in.Type)
	if a.Pattern != InSteps || a.Step%4 != 0 || !s.isFarApart(&a) {
		return nil
	}
	a.Disp &^= 3
	for _, w := range open {
		if w.space == in.Space && s.isSamePlace(&w.at, &a) {
			w.Members = append(w.Members, v)
			return w
		}
	}
	return &SharedWord{at: a, space: in.Space, Members: []ir.ValueID{v}}
}

// isSamePlace reports whether two addresses are computed alike.
func (s *Accesses) isSamePlace(a, b *Address) bool {
	c := *b
	c.Base, c.Plus, c.sum = a.Base, a.Plus, a.sum
	return c == *a && s.isAlike(a.Base, b.Base, 4) && s.isAlike(a.Plus, b.Plus, 4) && s.isAlike(a.sum, b.sum, 5)
}

// isAlike reports whether two values are computed alike, as in two blocks of which neither dominates the other.
func (s *Accesses) isAlike(v, w ir.ValueID, depth int) bool {
	if v == w || v == 0 || w == 0 || depth == 0 {
		return v == w
	}
	x, y := s.Kernel.Instr(v), s.Kernel.Instr(w)
	if !x.Op.Pure() || x.Op != y.Op || x.Type != y.Type || x.Kind != y.Kind || x.Imm != y.Imm ||
		len(x.Args) != len(y.Args) {
		return false
	}
	for i := range x.Args {
		if !s.isAlike(x.Args[i], y.Args[i], depth-1) {
			return false
		}
	}
	return true
}

// placeShared finds where the mask of a word becomes empty, if there is a place.
func (s *Accesses) placeShared(w *SharedWord) {
	top := s.Kernel.Instr(w.Members[0]).Block
	for _, v := range w.Members {
		for !s.Flow.Cfg.Dominates(top, s.Kernel.Instr(v).Block) {
			top = s.Flow.Cfg.Idom[top]
		}
	}
	isTop := s.Kernel.Instr(w.Members[0]).Block == top // they are in the order of the layout
	if s.mayChange(w, top, isTop) {
		return
	}
	s.SharedList = append(s.SharedList, w)
	for _, v := range w.Members {
		s.SharedAt[v] = w
	}
	if isTop {
		s.SharedTops[top] = append(s.SharedTops[top], w)
	} else {
		s.SharedEnds[top] = append(s.SharedEnds[top], w)
	}
}

// mayChange reports whether memory may change between the end of a block, or the first member in it, and the last
// member, or control may come from one to another without that block.
func (s *Accesses) mayChange(w *SharedWord, top ir.BlockID, isTop bool) bool {
	first, last := s.Flow.Layout.Place[top], s.PlaceOf(w.Members[len(w.Members)-1])
	for place := first; place <= last; place++ {
		b := s.Flow.Layout.Order[place]
		if s.Flow.Inner(b) != s.Flow.Inner(top) {
			return true
		}
		list := s.Kernel.Blocks[b].Instrs
		if place == last {
			list = list[:slices.Index(list, w.Members[len(w.Members)-1])]
		}
		if place == first && isTop {
			list = list[slices.Index(list, w.Members[0]):]
		} else if place == first {
			list = nil
		}
		if slices.ContainsFunc(list, func(v ir.ValueID) bool { return s.mayWrite(s.Kernel.Instr(v), w.space) }) {
			return true
		}
	}
	return false
}

// mayWrite reports whether an instruction may change what lies in an address space.
func (s *Accesses) mayWrite(in *ir.Instr, space ir.Space) bool {
	if in.Op != ir.OpStore {
		return in.Op.Info().Effect&(ir.EffectWrites|ir.EffectBarrier) != 0
	}
	isOwn := in.Space == ir.SpacePrivate && space != ir.SpacePrivate && space != ir.SpaceGeneric
	return !isOwn && !areApart(space, in.Space)
}
