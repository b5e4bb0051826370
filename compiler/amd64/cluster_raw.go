package amd64

import (
	"cmp"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Clusters as they lie in memory: y[i] = a * x[i] + y[i] of float4 does the same with all words that it reads, and writes them
// where it read them. Then it does not matter which lane of which register a word is in, and nothing is permuted: register c
// has the c-th vector in memory, where others have word c of all lanes.
//
// From the words that a cluster of stores writes the search goes back, all words of a step at a time, over operations that are
// the same for all of them, to clusters of loads with the same steps, and to values that are the same for all lanes and words.
// Everybody else who reads a value wants it in lanes, so a value that others read too keeps its order, and so does all that
// comes from it or leads to it.

// wordTuple are the values of the words of a step, in their order in memory.
type wordTuple []ir.ValueID

// rawSearch looks for such clusters in a block.
type rawSearch struct {
	*accessTable
	block  ir.BlockID
	word   int32
	tuples map[ir.ValueID]wordTuple // by their first value
	loads  []*cluster
	ends   wordTuple // what is stored
}

// findRaw marks the clusters of a block whose vectors stay as they lie in memory.
func (s *accessTable) findRaw(b ir.BlockID) {
	if s.hasMask(b) || s.inParts || s.knowsItems() {
		return
	}
	var searches []*rawSearch
	var stores []*cluster
	for _, v := range s.kernel.Blocks[b].Instrs {
		if c := s.clusterAt[v]; c != nil && c.isStore && !slices.Contains(stores, c) && c.hasEachWord() {
			r := &rawSearch{accessTable: s, block: b, word: c.word, tuples: map[ir.ValueID]wordTuple{}}
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
		stores[i].isRaw = true
		for _, c := range r.loads {
			c.isRaw = true
		}
	}
}

// hasEachWord says whether the members of a cluster are all words of a step, each once.
func (c *cluster) hasEachWord() bool {
	if c.isPiece || c.isRow || len(c.members) < 2 || c.step != c.word*int32(len(c.members)) || c.words() > maxWords {
		return false
	}
	for _, m := range c.members {
		if int32(m.typ.Bytes()) != c.word {
			return false
		}
	}
	return true
}

// inOrder are the members by their place.
func (c *cluster) inOrder() []clusterMember {
	return slices.SortedFunc(slices.Values(c.members), func(a, b clusterMember) int { return cmp.Compare(a.offset, b.offset) })
}

// stored are the values that a cluster writes.
func (r *rawSearch) stored(c *cluster) (t wordTuple) {
	for _, m := range c.inOrder() {
		t = append(t, r.kernel.Instr(m.value).Args[1])
	}
	return t
}

// follow goes back from a tuple, and says whether it ends as it must.
func (r *rawSearch) follow(t wordTuple) bool {
	if r.isSpread(t) {
		return true
	}
	if known, ok := r.tuples[t[0]]; ok {
		return slices.Equal(known, t)
	}
	first := r.kernel.Instr(t[0])
	for i, v := range t {
		in := r.kernel.Instr(v)
		if slices.Contains(t[:i], v) || in.Op != first.Op || in.Kind != first.Kind || in.Type != first.Type || in.Imm != first.Imm || in.Flags != first.Flags ||
			len(in.Args) != len(first.Args) || in.Block != r.block || int32(in.Type.Bytes()) != r.word || !r.needed[v] || r.byValue[v].kind != vector {
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
			operands[k] = r.kernel.Instr(v).Args[i]
		}
		if int32(r.kernel.Type(operands[0]).Bytes()) != r.word || !r.follow(operands) {
			return false
		}
	}
	return true
}

// isSpread says whether all words are one value, the same for all lanes of all sub-groups.
func (r *rawSearch) isSpread(t wordTuple) bool {
	for _, v := range t {
		a, b := r.kernel.Instr(t[0]), r.kernel.Instr(v)
		if v != t[0] && (a.Op != ir.OpConst || b.Op != ir.OpConst || a.Imm != b.Imm || a.Type != b.Type) {
			return false
		}
	}
	return r.kernel.Instr(t[0]).Op == ir.OpConst || r.isSame(t[0])
}

// isLoaded says whether a tuple is what a cluster of loads reads, in its order.
func (r *rawSearch) isLoaded(t wordTuple) bool {
	c := r.clusterAt[t[0]]
	if c == nil || c.isStore || c.word != r.word || !c.hasEachWord() || len(c.members) != len(t) || !r.byValue[t[0]].perSub {
		return false
	}
	for i, m := range c.inOrder() {
		if m.value != t[i] {
			return false
		}
	}
	r.loads = append(r.loads, c)
	return true
}

// areReadBy says whether all that reads the values of a search is in some of the searches. (A store has one value.)
func (s *accessTable) areReadBy(r *rawSearch, searches []*rawSearch) bool {
	reads, seen := map[ir.ValueID]int32{}, map[ir.ValueID]bool{}
	for _, other := range searches {
		for _, t := range other.tuples {
			for _, v := range t {
				if in := s.kernel.Instr(v); !seen[v] && in.Op != ir.OpLoad {
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
			if reads[v] != s.uses[v] {
				return false
			}
		}
	}
	return true
}

// loadRaw reads the vectors of a sub-group into the registers of the words.
func (s *selector) loadRaw(c *cluster, u int) {
	for i, m := range c.inOrder() {
		s.writeLanes(m.value, u, func(dst []asm.Reg) {
			for h, r := range dst {
				at := s.clusterMem(c, u, h)
				at.Disp += int32(i) * c.whole
				s.moveWords(c, r, true, at, asm.NoReg)
			}
		})
	}
}

// rawVectors are the vectors that all sub-groups write, in their order in memory.
func (s *selector) rawVectors(c *cluster) (list []placedVector) {
	members := c.inOrder()
	for u := range s.version.Count {
		for h := range c.word / 4 {
			at := s.clusterMem(c, u, int(h))
			for _, m := range members {
				list = append(list, placedVector{s.lanesOf(s.kernel.Instr(m.value).Args[1], u)[h], at})
				at.Disp += c.whole
			}
		}
	}
	return list
}
