package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Small loads that share a word: bytes that lie in the same aligned 4 bytes of each lane's row, each of them loaded under
// a mask of its own, as in
//
//	for (b = 0; b < 4; b++) v = v << 8 | (i + b < n ? p[i + b] : 0);
//
// Each would gather the 4 bytes around it. Instead a register has the word, and a mask tells the lanes that have it
// already; a load gathers for those of its lanes that have not, mostly none but for the first load. A word is read for
// lanes only that want one of its bytes, so it touches no page that they would not.
//
// Whether the bytes lie in one aligned word is seen when the code runs, by the base. If they do not, no lane is noted to
// have the word, so each load gathers its own.
//
// The mask becomes empty in a block before all loads, which dominates them. From there to the loads nothing may write
// memory, nor may there be a loop in between, so that whoever comes to a load has come through that block first.

// sharedWord is an aligned word that several loads take parts of.
type sharedWord struct {
	at      address // of the word, if the base is aligned
	space   ir.Space
	members []ir.ValueID
}

// sharedRegs are the registers of one, by sub-group.
type sharedRegs struct{ words, have []asm.Reg }

// maxSharedPlaces bounds how many blocks loads of a word lie apart.
const maxSharedPlaces = 32

// findShared finds the loads that share words, but those that are written apart from the others.
func (s *accessTable) findShared(isApart func(ir.ValueID) bool) {
	s.sharedAt, s.sharedTops, s.sharedEnds = map[ir.ValueID]*sharedWord{}, map[ir.BlockID][]*sharedWord{}, map[ir.BlockID][]*sharedWord{}
	if s.inParts {
		return
	}
	var open, found []*sharedWord
	for place, b := range s.flow.layout.Order {
		open = slices.DeleteFunc(open, func(w *sharedWord) bool { return place-s.placeOf(w.members[0]) > maxSharedPlaces })
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if !s.mayShare(v, in) || isApart(v) {
				continue
			}
			if w := s.joinShared(open, v, in); w == nil {
				continue
			} else if len(w.members) == 1 {
				open = append(open, w)
			} else if len(w.members) == 2 {
				found = append(found, w)
			}
		}
	}
	for _, w := range found {
		s.placeShared(w)
	}
}

func (s *forms) placeOf(v ir.ValueID) int { return s.flow.layout.Place[s.kernel.Instr(v).Block] }

// mayShare says whether a load is one of those that gather 4 bytes around an element.
func (s *accessTable) mayShare(v ir.ValueID, in *ir.Instr) bool {
	return in.Op == ir.OpLoad && s.needed[v] && in.Type.Bytes() < minGathered && canGatherSmall(in.Type, in.Align) && in.Flags&ir.FlagVolatile == 0 &&
		s.byValue[v].kind == vector && !s.offsets[in.Args[0]] && s.acrossAt[v] == nil && s.swapIn[in.Block] == nil
}

// joinShared adds a load to the word it shares, or begins one; nil: it is none of either.
func (s *accessTable) joinShared(open []*sharedWord, v ir.ValueID, in *ir.Instr) *sharedWord {
	a := s.addressOf(in.Args[0], in.Type)
	if a.pattern != inSteps || a.step%4 != 0 || !s.isFarApart(&a) {
		return nil
	}
	a.disp &^= 3
	for _, w := range open {
		if w.space == in.Space && s.isSamePlace(&w.at, &a) {
			w.members = append(w.members, v)
			return w
		}
	}
	return &sharedWord{at: a, space: in.Space, members: []ir.ValueID{v}}
}

// isSamePlace says whether two addresses are computed alike.
func (s *accessTable) isSamePlace(a, b *address) bool {
	c := *b
	c.base, c.plus, c.sum = a.base, a.plus, a.sum
	return c == *a && s.isAlike(a.base, b.base, 4) && s.isAlike(a.plus, b.plus, 4) && s.isAlike(a.sum, b.sum, 5)
}

// isAlike says whether two values are computed alike, as in two blocks of which neither dominates the other.
func (s *accessTable) isAlike(v, w ir.ValueID, depth int) bool {
	if v == w || v == 0 || w == 0 || depth == 0 {
		return v == w
	}
	x, y := s.kernel.Instr(v), s.kernel.Instr(w)
	if !x.Op.Pure() || x.Op != y.Op || x.Type != y.Type || x.Kind != y.Kind || x.Imm != y.Imm || len(x.Args) != len(y.Args) {
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
func (s *accessTable) placeShared(w *sharedWord) {
	top := s.kernel.Instr(w.members[0]).Block
	for _, v := range w.members {
		for !s.flow.cfg.Dominates(top, s.kernel.Instr(v).Block) {
			top = s.flow.cfg.Idom[top]
		}
	}
	isTop := s.kernel.Instr(w.members[0]).Block == top // they are in the order of the layout
	if s.mayChange(w, top, isTop) {
		return
	}
	s.sharedList = append(s.sharedList, w)
	for _, v := range w.members {
		s.sharedAt[v] = w
	}
	if isTop {
		s.sharedTops[top] = append(s.sharedTops[top], w)
	} else {
		s.sharedEnds[top] = append(s.sharedEnds[top], w)
	}
}

// mayChange says whether memory may change between the end of a block, or the first member in it, and the last member, or
// control may come from one to another without that block.
func (s *accessTable) mayChange(w *sharedWord, top ir.BlockID, isTop bool) bool {
	first, last := s.flow.layout.Place[top], s.placeOf(w.members[len(w.members)-1])
	for place := first; place <= last; place++ {
		b := s.flow.layout.Order[place]
		if s.flow.inner(b) != s.flow.inner(top) {
			return true
		}
		list := s.kernel.Blocks[b].Instrs
		if place == last {
			list = list[:slices.Index(list, w.members[len(w.members)-1])]
		}
		if place == first && isTop {
			list = list[slices.Index(list, w.members[0]):]
		} else if place == first {
			list = nil
		}
		if slices.ContainsFunc(list, func(v ir.ValueID) bool { return s.mayWrite(s.kernel.Instr(v), w.space) }) {
			return true
		}
	}
	return false
}

// mayWrite says whether an instruction may change what lies in an address space.
func (s *accessTable) mayWrite(in *ir.Instr, space ir.Space) bool {
	if in.Op != ir.OpStore {
		return in.Op.Info().Effect&(ir.EffectWrites|ir.EffectBarrier) != 0
	}
	isOwn := in.Space == ir.SpacePrivate && space != ir.SpacePrivate && space != ir.SpaceGeneric
	return !isOwn && !areApart(space, in.Space)
}

// startShared gives the words registers.
func (s *selector) startShared() {
	s.sharedRegs = map[*sharedWord]*sharedRegs{}
	for _, w := range s.sharedList {
		r := &sharedRegs{}
		for range s.copies(s.byValue[w.members[0]]) {
			r.words, r.have = append(r.words, s.Temp()), append(r.have, s.newMask())
		}
		s.sharedRegs[w] = r
	}
}

// beginShared empties the masks of words.
func (s *selector) beginShared(list []*sharedWord) {
	for _, w := range list {
		r := s.sharedRegs[w]
		for u := range r.words {
			s.Emit(asm.Inst{Op: asm.VecZero, Len: asm.Whole(s.ISA), Dst: r.words[u]})
			s.setMask(r.have[u], false)
		}
	}
}

// loadShared reads an element of a shared word, and the word for the lanes that do not have it yet.
func (s *selector) loadShared(dst asm.Reg, in *ir.Instr, w *sharedWord, active asm.Reg, u int) {
	a := s.addressOf(in.Args[0], in.Type)
	low := a.disp & 3
	word, have := s.sharedRegs[w].words[u], s.sharedRegs[w].have[u]
	want, is := s.newMask(), s.Fn.NewLabel()
	s.andNotMask(want, have, s.someMask(active))
	s.testMasks([]asm.Reg{want})
	s.jumpIf(asm.CondE, is)
	base, rest := s.cutBase(s.memAt(&a, u))
	s.gatherInto(word, asm.Mem{Base: base, Index: s.ramp(0, a.step/4, 4), Scale: 4}, want)
	odd := s.Fn.NewLabel()
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: rest, Imm: low})
	s.jumpIf(asm.CondNE, odd)
	s.orMask(have, have, want)
	s.jump(is)
	s.label(odd)
	count := s.Temp()
	s.aluImm(asm.Shl, 4, rest, 3)
	s.Emit(asm.Inst{Op: asm.Vmovd, Len: asm.L128, Dst: count, B: rest})
	s.Op3(asm.Vpsrld, word, word, count)
	s.moveVector(word, s.ShiftLeft(ir.I32, word, uint(8*low)))
	s.label(is)
	s.cutOut(dst, word, clusterMember{typ: in.Type, offset: int32(low)})
}

// gatherInto gathers 4 bytes for the lanes of a mask; the others stay.
func (s *selector) gatherInto(dst asm.Reg, m asm.Mem, mask asm.Reg) {
	used := s.newMask()
	s.moveMask(used, mask)
	in := asm.Inst{Op: asm.Vpgatherdd, Len: asm.Whole(s.ISA), Dst: dst, HasMem: true, Mem: m}
	if s.ISA == AVX512 {
		in.Mask = used
	} else {
		in.A = used
	}
	s.Emit(in)
}
