package access

import (
	"cmp"
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
// that are the same for all of them, to groups of loads with the same steps, and to values that are the same for all
// lanes and words. Everybody else who reads a value wants it in lanes, so a value that others read too keeps its order,
// and so does all that comes from it or leads to it.

// wordTuple are the values of the words of a step, in their order in memory.
type wordTuple []ir.ValueID

// rawSearch looks for such groups in a block.
type rawSearch struct {
	*Accesses
	block  ir.BlockID
	word   int32
	tuples map[ir.ValueID]wordTuple // by their first value
	loads  []*Interleave
	ends   wordTuple // what is stored
}

// findRaw marks the groups of a block whose vectors stay as they lie in memory.
func (s *Accesses) findRaw(b ir.BlockID) {
	if s.Off.Has(switches.Unpermuted) || s.HasMask(b) || s.IsSerial || s.KnowsItems() {
		return
	}
	var searches []*rawSearch
	var stores []*Interleave
	for _, v := range s.Kernel.Blocks[b].Instrs {
		if c := s.InterleaveAt[v]; c != nil && c.IsStore && !slices.Contains(stores, c) && c.hasEachWord() {
			r := &rawSearch{Accesses: s, block: b, word: c.Word, tuples: map[ir.ValueID]wordTuple{}}
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
	return slices.SortedFunc(slices.Values(c.Members), func(a, b Member) int { return cmp.Compare(a.Offset, b.Offset) })
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
			in.Imm != first.Imm || in.Flags != first.Flags || len(in.Args) != len(first.Args) || in.Block != r.block ||
			laneBytes(in.Type) != r.word || !r.Needed[v] || r.ByValue[v].Kind != forms.Vector {
			return false
		}
	}
	r.tuples[t[0]] = t
	if first.Op == ir.OpLoad {
		return r.isLoaded(t)
	}
	if !first.Op.Pure() || first.Op == ir.OpParam || first.Op == ir.OpSelect || len(first.Args) == 0 {
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
			for _, v := range t {
				if in := s.Kernel.Instr(v); !seen[v] && in.Op != ir.OpLoad {
					for _, a := range in.Args {
						reads[a]++
					}
				}
				seen[v] = true
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
