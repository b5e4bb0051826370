package access

import (
	"slices"

	"heddle/compiler/ir"
)

// Groups of stores to local memory that leave words of a step alone. What a work-group has in local memory only one
// thread touches, so those words may be written with what is there, and whole vectors stored: processors forward these
// to loads that follow, as in the steps of a scan, but not what was stored under masks. Before the first word that is
// stored, and after the last, local memory may end, but there is room for a step (abi.LocalSlack).
//
// Nor do they forward two stores to one load. Where a step begins is our choice, so it is a multiple of steps from the
// pointer on, as a rule where others that access the same memory begin too.

// IsRewritten reports whether a group of stores is done so.
func (s *Accesses) IsRewritten(c *Interleave) bool {
	return c.IsStore && c.Space == ir.SpaceLocal && c.Step%c.Word == 0 && slices.Contains(c.Covered, false) &&
		c.leavesWholeWords()
}

// FromStep is a group whose steps begin at a multiple of steps, if none of its words are in two of those.
func (c *Interleave) FromStep() *Interleave {
	start := c.Start
	if c.At.Firsts != nil {
		start += (*c.At.Firsts)[0]
	}
	step := int64(c.Step)
	by := (start%step + step) % step
	if slices.Contains(c.Covered[step-by:], true) || by%int64(c.Word) != 0 {
		return c
	}
	moved := *c
	moved.Start -= by
	moved.Members = slices.Clone(c.Members)
	for i := range moved.Members {
		moved.Members[i].Offset += int32(by)
	}
	moved.Covered = append(make([]bool, by), c.Covered[:step-by]...)
	return &moved
}

// leavesWholeWords reports whether a word is stored as a whole or not at all.
func (c *Interleave) leavesWholeWords() bool {
	for w := 0; w < len(c.Covered); w += int(c.Word) {
		if piece := c.Covered[w : w+int(c.Word)]; slices.Contains(piece, true) && slices.Contains(piece, false) {
			return false
		}
	}
	return true
}
