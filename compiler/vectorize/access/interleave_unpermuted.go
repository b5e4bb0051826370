package access

import (
	"cmp"
	"iter"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Clusters as they lie in memory: y[i] = a * x[i] + y[i] of float4 does the same with all words that it reads, and
// writes them where it read them. Then it does not matter which lane of which register a word is in, and nothing is
// permuted: register c has the c-th vector in memory, where others have word c of all lanes. Halves lie in memory side
// by side, and in the lower parts of lanes of 32 bits: register c has the c-th half of a vector.
//
// From the words that a group of stores writes the search goes back, all words of a step at a time, over operations
// that are the same for all of them, and over parameters of blocks, as those that sum up a row of vectors in a loop, to
// groups of loads with the same steps, and to values that are the same for all lanes and words. Everybody else who
// reads a value wants it in lanes, so a value that others read too keeps its order, and so does all that comes from it
// or leads to it. So it does in blocks with masks, which are of lanes.

// wordTuple are the values of the words of a step, in their order in memory.
type wordTuple []ir.ValueID

// rawSearch looks for such groups.
type rawSearch struct {
	*Accesses
	word   int32
	tuples map[ir.ValueID]wordTuple // by their first value
	loads  []*Interleave
	ends   wordTuple // what is stored
}

// FindRaw marks the groups whose vectors stay as they lie in memory.
func (s *Accesses) FindRaw() {
	if s.Off.Has(switches.Unpermuted) || s.IsSerial || s.KnowsItems() {
		return
	}
	var searches []*rawSearch
	var stores []*Interleave
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			c := s.InterleaveAt[v]
			if c == nil || !c.IsStore || slices.Contains(stores, c) || !c.hasEachWord() || s.HasMask(b) {
				continue
			}
			r := &rawSearch{Accesses: s, word: c.Word, tuples: map[ir.ValueID]wordTuple{}}
			r.ends = r.stored(c)
			if r.follow(r.ends) {
				searches, stores = append(searches, r), append(stores, c)
			}
		}
	}
	for i := 0; i < len(searches); {
		if s.areReadBy(searches[i], searches) {
			i++
			continue
		}
		searches, stores = slices.Delete(searches, i, i+1), slices.Delete(stores, i, i+1)
		i = 0 // what others read of it is read by others now
	}
	for i, r := range searches {
		stores[i].IsRaw = true
		for _, c := range r.loads {
			c.IsRaw = true
		}
	}
}

// hasEachWord reports whether the members of a group are all words, or all halves, of a step, each once.
func (c *Interleave) hasEachWord() bool {
	n, size := len(c.Members), c.MemberBytes()
	if c.IsPiece || c.IsRow || n < 2 || c.Words() > maxWords || c.Step != size*int32(n) ||
		laneBytes(c.Members[0].Typ) != c.Word {
		return false
	}
	for _, m := range c.Members {
		if m.Typ != c.Members[0].Typ {
			return false
		}
	}
	return true
}

// MemberBytes is the size of the first member.
func (c *Interleave) MemberBytes() int32 { return int32(c.Members[0].Typ.Bytes()) }

// laneBytes is the size of a lane that a value of a type lies in; of smaller types, only f16 is looked at.
func laneBytes(t ir.Type) int32 {
	if t == ir.F16 {
		return 4
	}
	return int32(t.Bytes())
}

// InOrder are the members by their place.
func (c *Interleave) InOrder() []Member {
	members := slices.Clone(c.Members)
	slices.SortStableFunc(members, func(a, b Member) int { return cmp.Compare(a.Offset, b.Offset) })
	return members
}

// stored are the values that a group writes.
func (r *rawSearch) stored(c *Interleave) (t wordTuple) {
	for _, m := range c.InOrder() {
		t = append(t, r.Kernel.Instr(m.Value).Args[1])
	}
	return t
}

// follow goes back from a tuple, and reports whether it ends as it must.
func (r *rawSearch) follow(t wordTuple) bool {
	if r.isSpread(t) {
		return true
	}
	if known, ok := r.tuples[t[0]]; ok {
		return slices.Equal(known, t)
	}
	first := r.Kernel.Instr(t[0])
	for i, v := range t {
		in := r.Kernel.Instr(v)
		if slices.Contains(t[:i], v) || in.Op != first.Op || in.Kind != first.Kind || in.Type != first.Type ||
			in.Imm != first.Imm || in.Flags != first.Flags || len(in.Args) != len(first.Args) ||
			in.Block != first.Block || laneBytes(in.Type) != r.word || !r.Needed[v] ||
			r.ByValue[v].Kind != forms.Vector {
			return false
		}
	}
	r.tuples[t[0]] = t
	switch {
	case r.HasMask(first.Block):
		return false
	case first.Op == ir.OpLoad:
		return r.isLoaded(t)
	case first.Op == ir.OpParam:
		return r.followEdges(t, first.Block)
	case !first.Op.Pure() || first.Op == ir.OpSelect || len(first.Args) == 0:
		return false
	}
	for i := range first.Args {
		operands := make(wordTuple, len(t))
		for k, v := range t {
			operands[k] = r.Kernel.Instr(v).Args[i]
		}
		if laneBytes(r.Kernel.Type(operands[0])) != r.word || !r.follow(operands) {
			return false
		}
	}
	return true
}

// followEdges goes back from parameters of a block, over all edges that lead to it. Blocks with masks, and those where
// lanes diverge, pass values for some lanes.
func (r *rawSearch) followEdges(t wordTuple, to ir.BlockID) bool {
	leads := func(e ir.Edge) bool { return e.To == to }
	for _, from := range r.Flow.Layout.Order {
		isWhole := !r.HasMask(from) && !r.Flow.Diverges[from]
		if !isWhole && slices.ContainsFunc(r.Kernel.Blocks[from].Succs, leads) {
			return false
		}
	}
	for operands := range r.incoming(t, to) {
		if !r.follow(operands) {
			return false
		}
	}
	return true
}

// incoming are the values that edges pass for parameters of a block.
func (s *Accesses) incoming(params wordTuple, to ir.BlockID) iter.Seq[wordTuple] {
	var places []int
	for _, p := range params {
		places = append(places, slices.Index(s.Kernel.Blocks[to].Params, p))
	}
	return func(yield func(wordTuple) bool) {
		for _, from := range s.Flow.Layout.Order {
			for _, e := range s.Kernel.Blocks[from].Succs {
				if e.To != to {
					continue
				}
				passed := make(wordTuple, len(params))
				for i, place := range places {
					passed[i] = e.Args[place]
				}
				if !yield(passed) {
					return
				}
			}
		}
	}
}

// isSpread reports whether all words are one value, the same for all lanes of all sub-groups.
func (r *rawSearch) isSpread(t wordTuple) bool {
	for _, v := range t {
		a, b := r.Kernel.Instr(t[0]), r.Kernel.Instr(v)
		if v != t[0] && (a.Op != ir.OpConst || b.Op != ir.OpConst || a.Imm != b.Imm || a.Type != b.Type) {
			return false
		}
	}
	return r.Kernel.Instr(t[0]).Op == ir.OpConst || r.IsSame(t[0])
}

// isLoaded reports whether a tuple is what a group of loads reads, in its order.
func (r *rawSearch) isLoaded(t wordTuple) bool {
	c := r.InterleaveAt[t[0]]
	if c == nil || c.IsStore || c.Word != r.word || !c.hasEachWord() || len(c.Members) != len(t) ||
		!r.ByValue[t[0]].PerSub {
		return false
	}
	for i, m := range c.InOrder() {
		if m.Value != t[i] {
			return false
		}
	}
	r.loads = append(r.loads, c)
	return true
}

// areReadBy reports whether all that reads the values of a search is in some of the searches. (A store has one value.)
func (s *Accesses) areReadBy(r *rawSearch, searches []*rawSearch) bool {
	reads, seen := map[ir.ValueID]int32{}, map[ir.ValueID]bool{}
	for _, other := range searches {
		for _, t := range other.tuples {
			for i, v := range t {
				if !seen[v] {
					seen[v] = true
					for a := range s.readBy(t, i) {
						reads[a]++
					}
				}
			}
		}
		for _, v := range other.ends {
			reads[v]++
		}
	}
	for _, t := range r.tuples {
		for _, v := range t {
			if reads[v] != s.Uses[v] {
				return false
			}
		}
	}
	return true
}

// readBy are the values that one of a tuple is made of, each as often as it is read.
func (s *Accesses) readBy(t wordTuple, i int) iter.Seq[ir.ValueID] {
	in := s.Kernel.Instr(t[i])
	switch in.Op {
	case ir.OpLoad:
		return slices.Values[[]ir.ValueID](nil)
	case ir.OpParam:
		return func(yield func(ir.ValueID) bool) {
			for passed := range s.incoming(t[i:i+1], in.Block) {
				if !yield(passed[0]) {
					return
				}
			}
		}
	}
	return slices.Values(in.Args)
}
