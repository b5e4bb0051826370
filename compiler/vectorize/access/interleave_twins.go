package access

import "heddle/compiler/ir"

// Twins: pairs, or rows of four or eight words, that lanes load by the same indices behind different pointers, as the
// pixels of two rows of an image that a filter joins. What takes longest is to take the indices out of their vector,
// which is done once for all twins. They are loaded at the first of them, so their pointers must be there by then.

// twinKey is what twins have in common.
type twinKey struct {
	pattern  pattern
	index    ir.ValueID
	scale    uint8
	unsigned bool
	words    int
	space    ir.Space
	perSub   bool
}

// findTwins finds them in a block whose groups are known.
func (s *Accesses) findTwins(b ir.BlockID) {
	first, place := map[twinKey]*Interleave{}, map[ir.ValueID]int{}
	began, seen := map[*Interleave]int{}, map[*Interleave]bool{}
	for i, v := range s.Kernel.Blocks[b].Instrs {
		in := s.Kernel.Instr(v)
		place[v] = i
		if in.Op != ir.OpLoad && !in.Op.Pure() {
			clear(first)
		}
		c := s.InterleaveAt[v]
		if c == nil || seen[c] || !c.mayBeTwin() {
			continue
		}
		seen[c] = true
		key := twinKey{c.At.Pattern, c.At.Index, c.At.Scale, c.At.Unsigned, c.RowWords(), c.Space,
			s.ByValue[v].PerSub}
		leader := first[key]
		if leader == nil {
			first[key], began[c] = c, i
		} else if s.isThere(b, &c.At, place, began[leader]) {
			leader.Twins = append(leader.Twins, c)
		}
	}
}

// mayBeTwin reports whether a group is of a kind that has twins.
func (c *Interleave) mayBeTwin() bool {
	isIndexed := c.At.Pattern == ByIndex32 || c.At.Pattern == ByIndex64
	return !c.IsStore && isIndexed && (c.IsPair || c.Fours() > 0)
}

// Fours is how many times four words each lane has of a row, 0 if it has other numbers of words, or too many.
func (c *Interleave) Fours() int {
	if words := c.RowWords(); c.IsRow && !c.IsPair && c.Members[0].Typ.Bytes() == 4 && (words == 4 || words == 8) {
		return words / 4
	}
	return 0
}

// isThere reports whether an address is known at a place of a block, given the places of the block's values.
func (s *Accesses) isThere(b ir.BlockID, a *Address, place map[ir.ValueID]int, at int) bool {
	for _, v := range a.Values() {
		if p, isHere := place[v]; isHere && p >= at || !isHere && s.Kernel.Instr(v).Block == b {
			return false
		}
	}
	return true
}
