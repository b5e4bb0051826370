package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Clusters of stores to local memory that leave words of a step alone. What a work-group has in local memory only one
// thread touches, so those words may be written with what is there, and whole vectors stored: processors forward these
// to loads that follow, as in the rounds of a scan, but not what was stored under masks. Before the first word that is stored,
// and behind the last, local memory may end, but there is room for a step (abi.LocalSlack).
//
// Nor do they forward two stores to one load. Where a step begins is our choice, so it is a multiple of steps from the
// pointer on, as a rule where others that access the same memory begin too.

// isRewritten says whether a cluster of stores is done so.
func (s *accessTable) isRewritten(c *cluster) bool {
	return c.isStore && c.space == ir.SpaceLocal && c.step%c.word == 0 && slices.Contains(c.covered, false) && c.leavesWholeWords()
}

// fromStep is a cluster whose steps begin at a multiple of steps, if none of its words are in two of those.
func (c *cluster) fromStep() *cluster {
	start := c.start
	if c.at.firsts != nil {
		start += (*c.at.firsts)[0]
	}
	step := int64(c.step)
	by := (start%step + step) % step
	if slices.Contains(c.covered[step-by:], true) || by%int64(c.word) != 0 {
		return c
	}
	moved := *c
	moved.start -= by
	moved.members = slices.Clone(c.members)
	for i := range moved.members {
		moved.members[i].offset += int32(by)
	}
	moved.covered = append(make([]bool, by), c.covered[:step-by]...)
	return &moved
}

// leavesWholeWords says whether a word is stored as a whole or not at all.
func (c *cluster) leavesWholeWords() bool {
	for w := 0; w < len(c.covered); w += int(c.word) {
		if piece := c.covered[w : w+int(c.word)]; slices.Contains(piece, true) && slices.Contains(piece, false) {
			return false
		}
	}
	return true
}

// withOld is a vector with what is in memory but for the bytes given, which make words.
func (s *selector) withOld(r asm.Reg, m asm.Mem, bytes uint64) asm.Reg {
	words, _ := wordsOf(bytes, 4)
	mixed := s.Temp()
	if s.ISA == AVX2 {
		s.Emit(asm.Inst{Op: asm.Vblendps, Len: asm.L256, Dst: mixed, A: r, HasMem: true, Mem: m, Imm: int64(^words & 0xff)})
		return mixed
	}
	s.moveVector(mixed, r)
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L512, Dst: mixed, HasMem: true, Mem: m, Mask: s.constMask(^words & 0xffff)})
	return mixed
}
