package flow

import "math/bits"

// Bitset is a set of small numbers. Sets that were made of one another share what they have in common, so that the sets
// of all blocks of a long kernel take little memory and time: each differs by a few members from that of the block
// before. Copying the value copies the set. The zero value is empty.
//
// A set is a tree of nodes that never change. Each has 64 parts: members, in the lowest level, or nodes below, of which
// none is empty.
type Bitset struct {
	root   *bitNode // nil: no members
	levels int      // above the lowest
}

type bitNode struct {
	bits  uint64     // the parts that there are
	below []*bitNode // those, in order; nil in the lowest level
}

// partOf is the part of a node in which a number lies.
func partOf(i, level int) int { return i >> (6 * level) & 63 }

// place is where the node of a part is in the list, or would be.
func (n *bitNode) place(part int) int { return bits.OnesCount64(n.bits & (1<<part - 1)) }

func (n *bitNode) has(part int) bool { return n != nil && n.bits>>part&1 != 0 }

// at is the node of a part, nil if there is none.
func (n *bitNode) at(part int) *bitNode {
	if !n.has(part) {
		return nil
	}
	return n.below[n.place(part)]
}

// replaced is the node with another one as a part, nil for none.
func (n *bitNode) replaced(part int, by *bitNode) *bitNode {
	old := n.at(part)
	if old == by {
		return n
	}
	if n == nil {
		n = &bitNode{}
	}
	at, after := n.place(part), n.place(part)
	if old != nil {
		after++
	}
	m := &bitNode{bits: n.bits &^ (1 << part), below: make([]*bitNode, 0, len(n.below)+1)}
	m.below = append(m.below, n.below[:at]...)
	if by != nil {
		m.bits |= 1 << part
		m.below = append(m.below, by)
	}
	if m.bits == 0 {
		return nil
	}
	m.below = append(m.below, n.below[after:]...)
	return m
}

// withBits is a node of the lowest level with these members, n itself if it has no others.
func (n *bitNode) withBits(members uint64) *bitNode {
	switch {
	case members == 0:
		return nil
	case n != nil && n.bits == members:
		return n
	}
	return &bitNode{bits: members}
}

// set is the node with a member or without it.
func (n *bitNode) set(i, level int, isMember bool) *bitNode {
	part := partOf(i, level)
	if level > 0 {
		return n.replaced(part, n.at(part).set(i, level-1, isMember))
	}
	var members uint64
	if n != nil {
		members = n.bits
	}
	if isMember {
		return n.withBits(members | 1<<part)
	}
	return n.withBits(members &^ (1 << part))
}

// holds reports whether a number may be a member without more levels.
func (s *Bitset) holds(i int) bool { return i>>(6*(s.levels+1)) == 0 }

// raise adds levels.
func (s *Bitset) raise(levels int) {
	for ; s.levels < levels; s.levels++ {
		if s.root != nil {
			s.root = &bitNode{bits: 1, below: []*bitNode{s.root}}
		}
	}
}

func (s *Bitset) Has(i int) bool {
	if !s.holds(i) {
		return false
	}
	n := s.root
	for level := s.levels; level > 0 && n != nil; level-- {
		n = n.at(partOf(i, level))
	}
	return n.has(partOf(i, 0))
}

func (s *Bitset) Add(i int) {
	for !s.holds(i) {
		s.raise(s.levels + 1)
	}
	s.root = s.root.set(i, s.levels, true)
}

func (s *Bitset) Remove(i int) {
	if s.holds(i) {
		s.root = s.root.set(i, s.levels, false)
	}
}

func (s Bitset) With(i int) Bitset {
	s.Add(i)
	return s
}

func (s Bitset) Without(i int) Bitset {
	s.Remove(i)
	return s
}

// Next is the first member from i on and below limit, -1: none.
func (s *Bitset) Next(i, limit int) int {
	if !s.holds(i) {
		return -1
	}
	if next := s.root.next(i, s.levels); next >= 0 && next < limit {
		return next
	}
	return -1
}

// next is the first member from i on, both counted from the node's first; -1: none.
func (n *bitNode) next(i, level int) int {
	if n == nil {
		return -1
	}
	for part := partOf(i, level); part < 64; part++ {
		ahead := n.bits >> part
		if ahead == 0 {
			return -1
		}
		if skipped := bits.TrailingZeros64(ahead); skipped > 0 {
			part, i = part+skipped, 0
		}
		if level == 0 {
			return part
		}
		if next := n.at(part).next(i&(1<<(6*level)-1), level-1); next >= 0 {
			return part<<(6*level) + next
		}
		i = 0
	}
	return -1
}

// Merge adds the members of t; true if there were new ones.
func (s *Bitset) Merge(t Bitset) bool { return s.join(t, (*bitNode).merged) }

// Intersect drops what is not in t; true if there was any.
func (s *Bitset) Intersect(t Bitset) bool { return s.join(t, (*bitNode).common) }

// join makes the set one of both, and reports whether that is another.
func (s *Bitset) join(t Bitset, how func(n, m *bitNode, level int) *bitNode) bool {
	s.raise(t.levels)
	t.raise(s.levels)
	old := s.root
	s.root = how(old, t.root, s.levels)
	return s.root != old
}

// merged is the union, n itself if m has nothing that is not in it.
func (n *bitNode) merged(m *bitNode, level int) *bitNode {
	switch {
	case m == nil || n == m:
		return n
	case n == nil:
		return m
	case level == 0:
		return n.withBits(n.bits | m.bits)
	}
	return n.joined(m, n.bits|m.bits, level, (*bitNode).merged)
}

// common is the intersection, n itself if all of it is in m.
func (n *bitNode) common(m *bitNode, level int) *bitNode {
	switch {
	case n == nil || m == nil:
		return nil
	case n == m:
		return n
	case level == 0:
		return n.withBits(n.bits & m.bits)
	}
	return n.joined(m, n.bits&m.bits, level, (*bitNode).common)
}

// joined joins the parts of two nodes that are listed in a word. It is n itself if that has the same parts.
func (n *bitNode) joined(m *bitNode, parts uint64, level int, how func(n, m *bitNode, level int) *bitNode) *bitNode {
	out := &bitNode{below: make([]*bitNode, 0, bits.OnesCount64(parts))}
	isSame := true
	for left := parts; left != 0; left &= left - 1 {
		part := bits.TrailingZeros64(left)
		old := n.at(part)
		by := how(old, m.at(part), level-1)
		isSame = isSame && by == old
		if by != nil {
			out.bits |= 1 << part
			out.below = append(out.below, by)
		}
	}
	switch {
	case isSame && out.bits == n.bits:
		return n
	case out.bits == 0:
		return nil
	}
	return out
}
