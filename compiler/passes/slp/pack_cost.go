package slp

import (
	"slices"

	"heddle/compiler/ir"
)

// The gain of packs, in instructions on vectors: the single operations that are removed, less the operations on words.
// The instructions are those that the code generator selects; building a word takes a shift and a disjunction for each
// element except the first, extraction a shift and a mask.

// choose refuses packs that are cheaper to build from single values, and skips stores whose packs gain nothing in all.
// It reports whether there was neither.
func (p *packer) choose() bool {
	isRight := true
	for _, q := range p.packs {
		if q.kind != packGather && q.kind != packConst && p.valueOf(q) < p.gathered(q) {
			p.refused[q.packKey] = true
			isRight = false
		}
	}
	return isRight && p.dropIdle()
}

// dropIdle skips the stores whose packs, with all packs connected to them, gain nothing.
func (p *packer) dropIdle() bool {
	root := make([]int, len(p.packs))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, q := range p.packs {
		for _, arg := range q.args {
			root[find(q.number)] = find(arg.number)
		}
	}
	gain := make([]int, len(p.packs))
	for _, q := range p.packs {
		gain[find(q.number)] += p.ownGain(q)
	}
	for _, s := range p.seeds {
		gain[find(s.root.number)] += p.put(&s.root.packKey)
	}
	isRight := true
	for _, s := range p.seeds {
		if gain[find(s.root.number)] <= 0 {
			p.skipped[s.stores[0].store] = true
			isRight = false
		}
	}
	return isRight
}

// valueOf is the gain of a pack with its operands.
func (p *packer) valueOf(q *pack) int {
	if q.counted {
		return q.value
	}
	q.counted = true // packs of a loop count once
	value := p.ownGain(q)
	for _, arg := range q.args {
		value += p.valueOf(arg)
	}
	q.value = value
	return value
}

// put is the cost of building the words from single values.
func (p *packer) put(k *packKey) int {
	cost := 0
	per := wordBytesPacked / int(k.typ.Bytes())
	for i, v := range k.lanes[:k.count] {
		if v != 0 && i%per != 0 {
			cost += costInsert
		}
	}
	return cost
}

// gathered is the gain, below zero, of building a pack from single values.
func (p *packer) gathered(q *pack) int {
	if q.each(p.info.Uniform) {
		return -costBroadcast
	}
	cost := p.put(&q.packKey)
	if p.fn.Type(q.first()) == ir.I1 {
		cost += q.count * costExtend
	}
	return -cost
}

// taken is the cost of extracting an element from its word; the lowest and the highest need no mask or no shift.
func (q *pack) taken(lane int) int {
	per := wordBytesPacked / int(q.typ.Bytes())
	if lane%per == 0 || lane%per == per-1 {
		return costShift
	}
	return costShift + costMask
}

// ownGain is the gain of a pack without its operands.
func (p *packer) ownGain(q *pack) int {
	words, count, wanted := q.filledWords(), 0, 0
	for i, v := range q.lanes {
		if v == 0 {
			continue
		}
		count++
		if p.packOf[v] == q && p.isWanted(v) {
			wanted += q.taken(i)
		}
	}
	switch q.kind {
	case packConst, packParam, packLoad:
		if q.kind == packLoad {
			return p.loadGain(q)
		}
		return -wanted
	case packGather:
		return p.gathered(q)
	case packSplat:
		if p.info.Uniform(q.first()) {
			return 0
		}
		return -costBroadcast
	case packJoined:
		return p.joinGain(q)
	}
	single, packed := q.costs()
	return count*single - words*packed - wanted
}

// filledWords is how many words have any element; the others are not written.
func (k *packKey) filledWords() int {
	filled, per := 0, wordBytesPacked/int(k.typ.Bytes())
	for i := 0; i < k.count; i += per {
		if slices.ContainsFunc(k.lanes[i:i+per], func(v ir.ValueID) bool { return v != 0 }) {
			filled++
		}
	}
	return filled
}

// joinGain is the gain, below zero, of joining parts: a mask and a disjunction for each part except the first of a
// word.
func (p *packer) joinGain(q *pack) int {
	parts := 0
	for _, part := range q.args {
		parts += part.filledWords()
	}
	return -costJoin * (parts - q.filledWords())
}

// loadGain is the cost of extracting the elements that have no single use any more.
func (p *packer) loadGain(q *pack) int {
	gain := 0
	for i, v := range q.lanes {
		if v != 0 && p.packOf[v] == q && !p.isWanted(v) {
			gain += q.taken(i)
		}
	}
	return gain
}

// costs are those of an operation on one element, and on one word.
func (q *pack) costs() (single, packed int) {
	c, ok := kindCosts[q.kind]
	switch {
	case q.kind == packExtend && q.isSigned:
		c = signExtendCost
	case !ok:
		c = operationCost(q.op)
	}
	if q.typ == ir.I8 {
		return c.byte.single, c.byte.packed
	}
	return c.half.single, c.half.packed
}
