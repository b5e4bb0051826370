package slp

import (
	"slices"

	"heddle/compiler/ir"
)

// What packs gain, in instructions on vectors: those of the single values that go, less those on words. To put bytes
// together in a word takes a shift and a disjunction for each but the first; to take them out, a shift and a mask.

// choose refuses packs that had better be put together from single values, and leaves stores alone whose packs come to
// nothing in all. It reports whether there was neither.
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

// dropIdle leaves the stores alone whose packs, with all that are connected to them, gain nothing.
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

// valueOf is what a pack gains, with all that it is made of.
func (p *packer) valueOf(q *pack) int {
	if q.counted {
		return q.value
	}
	q.counted = true // what goes round in a loop counts once
	value := p.ownGain(q)
	for _, arg := range q.args {
		value += p.valueOf(arg)
	}
	q.value = value
	return value
}

// put is what it takes to put the elements together.
func (p *packer) put(k *packKey) int {
	cost := 0
	per := wordBytesPacked / int(k.typ.Bytes())
	for i, v := range k.lanes[:k.count] {
		if v != 0 && i%per != 0 {
			cost += 2
		}
	}
	return cost
}

// gathered is the gain, below zero, of putting a pack together from single values.
func (p *packer) gathered(q *pack) int {
	if q.each(p.info.Uniform) {
		return -1
	}
	cost := p.put(&q.packKey)
	if p.fn.Type(q.first()) == ir.I1 {
		cost += q.count
	}
	return -cost
}

// taken is what it takes to take an element out of its word.
func (q *pack) taken(lane int) int {
	per := wordBytesPacked / int(q.typ.Bytes())
	if lane%per == 0 || lane%per == per-1 {
		return 1
	}
	return 2
}

// ownGain is what a pack gains without what it is made of.
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
		return -1
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

// joinGain is a disjunction for each part of a word but the first, and a mask for most.
func (p *packer) joinGain(q *pack) int {
	parts := 0
	for _, part := range q.args {
		parts += part.filledWords()
	}
	return -2 * (parts - q.filledWords())
}

// loadGain is what it had taken to take the elements apart that nothing wants one by one.
func (p *packer) loadGain(q *pack) int {
	gain := 0
	for i, v := range q.lanes {
		if v != 0 && p.packOf[v] == q && !p.isWanted(v) {
			gain += q.taken(i)
		}
	}
	return gain
}

// costs are those of one element, and of one word.
func (q *pack) costs() (single, packed int) {
	isByte := q.typ == ir.I8
	byWidth := func(bytes, halves int) int {
		if isByte {
			return bytes
		}
		return halves
	}
	switch q.kind {
	case packShuffle:
		return 0, 1
	case packMean:
		return 4, 1
	case packDivide:
		return 3, 2
	case packExtend:
		if q.isSigned {
			return 2, 2
		}
		return 0, 1
	case packTruncate:
		return 0, 3
	case packCompare:
		return 1, 2
	case packMask:
		return 1, 1
	case packChoose:
		return 1, 2
	}
	switch q.op {
	case ir.OpMul:
		return byWidth(2, 1), byWidth(6, 1)
	case ir.OpShl:
		return 2, byWidth(2, 1)
	case ir.OpLShr:
		return 1, byWidth(2, 1)
	case ir.OpAShr:
		return byWidth(3, 1), byWidth(4, 1)
	case ir.OpRotl:
		return 4, byWidth(5, 3)
	}
	return 1, 1
}
