package slp

import "heddle/compiler/ir"

// The places of packs, and the single values that remain.

// findUsers fills in users.
func (p *packer) findUsers() {
	p.users = make([][]ir.ValueID, len(p.fn.Instrs))
	for _, b := range p.cfg.Order {
		for _, v := range p.fn.Blocks[b].Instrs {
			for _, arg := range p.fn.Instr(v).Args {
				p.users[arg] = append(p.users[arg], v)
			}
		}
		for _, edge := range p.fn.Blocks[b].Succs {
			for i, arg := range edge.Args {
				p.users[arg] = append(p.users[arg], p.fn.Blocks[edge.To].Params[i])
			}
		}
	}
}

// findRemoved finds the instructions that packs replace: their elements, which are extracted from words where they have
// other uses, the stores, and instructions without any other use.
func (p *packer) findRemoved() {
	p.needed, p.removed = make([]bool, len(p.fn.Instrs)), make([]bool, len(p.fn.Instrs))
	for _, q := range p.packs {
		p.markNeeded(q)
	}
	for _, s := range p.seeds {
		for _, store := range s.stores {
			p.removed[store.store] = true
			p.needed[p.fn.Instr(store.store).Args[0]] = true
		}
	}
	for v := range p.packOf {
		p.removed[v] = true
	}
	for i := len(p.cfg.Order) - 1; i >= 0; i-- {
		list := p.fn.Blocks[p.cfg.Order[i]].Instrs
		for k := len(list) - 1; k >= 0; k-- {
			v := list[k]
			in := p.fn.Instr(v)
			isFree := in.Op.Pure() || in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0
			p.removed[v] = p.removed[v] || isFree && !p.isWanted(v)
		}
	}
}

// markNeeded marks the single values that a pack is built from.
func (p *packer) markNeeded(q *pack) {
	switch q.kind {
	case packGather, packSplat:
		for _, v := range q.lanes {
			p.needed[v] = v != 0
		}
	case packSelect:
		p.needed[p.fn.Instr(q.first()).Args[0]] = true
	case packLoad:
		for _, v := range q.sources {
			p.needed[p.fn.Instr(v).Args[0]] = true
		}
	}
}

// isWanted reports whether a value has a use that packs do not replace.
func (p *packer) isWanted(v ir.ValueID) bool {
	if p.needed[v] {
		return true
	}
	for _, user := range p.users[v] {
		if !p.removed[user] {
			return true
		}
	}
	return false
}

// isFloating reports whether a pack is written again at each use.
func (q *pack) isFloating() bool {
	return q.kind == packConst || q.kind == packGather || q.kind == packJoined
}

// States of packs that are placed.
const (
	packUnplaced uint8 = iota
	packBeingPlaced
	packPlaced
)

// placeAll finds places for all packs and reports whether there are.
func (p *packer) placeAll() bool {
	before := len(p.refused)
	for _, q := range p.packs {
		if !q.isFloating() {
			p.locate(q)
		}
	}
	if len(p.refused) > before {
		return false
	}
	isRight := true
	for i := range p.seeds {
		if s := &p.seeds[i]; p.needAt(s.root, p.lastStore(s).block) > p.lastStore(s).place {
			p.skipped[s.stores[0].store] = true
			isRight = false
		}
	}
	for _, q := range p.packs {
		if !p.comesInTime(q) {
			p.refused[q.packKey] = true
			isRight = false
		}
	}
	return isRight
}

// lastStore is where the last of the stores stands.
func (p *packer) lastStore(s *packSeed) position {
	at := position{p.fn.Instr(s.stores[0].store).Block, 0}
	for _, store := range s.stores {
		at.place = max(at.place, p.place[store.store])
	}
	return at
}

// locate places a pack and its operands. A cycle without parameters refuses the pack.
func (p *packer) locate(q *pack) {
	switch q.state {
	case packPlaced:
		return
	case packBeingPlaced:
		p.refused[q.packKey] = true
		return
	}
	v := q.first()
	q.place.block = p.fn.Instr(v).Block
	q.state = packBeingPlaced
	place := int32(-1)
	switch q.kind {
	case packParam:
	case packSplat:
		place = p.definedAt(v, q.place.block)
	case packLoad:
		for _, source := range q.sources {
			place = max(place, p.place[source])
		}
	case packShuffle:
		p.locate(q.args[0])
		q.place.block, place = q.args[0].place.block, q.args[0].place.place
	default:
		for _, w := range q.lanes {
			if w != 0 {
				place = max(place, p.place[w])
			}
		}
		for _, arg := range q.args {
			place = max(place, p.needAt(arg, q.place.block))
		}
	}
	q.place.place, q.state = place, packPlaced
}

// needAt is the instruction of a block after which a pack can be used.
func (p *packer) needAt(q *pack, b ir.BlockID) int32 {
	place := int32(-1)
	switch {
	case !q.isFloating():
		p.locate(q)
		if q.place.block == b {
			place = q.place.place
		}
	case q.kind == packGather:
		for _, v := range q.lanes {
			if v != 0 {
				place = max(place, p.definedAt(v, b))
			}
		}
	}
	if q.kind == packJoined {
		for _, arg := range q.args {
			place = max(place, p.needAt(arg, b))
		}
	}
	return place
}

// definedAt is the instruction of a block after which a single value can be used, with packs.
func (p *packer) definedAt(v ir.ValueID, b ir.BlockID) int32 {
	in := p.fn.Instr(v)
	switch q := p.packOf[v]; {
	case q != nil:
		return p.needAt(q, b)
	case in.Block != b || in.Op == ir.OpParam:
		return -1
	}
	return p.place[v]
}

// comesInTime reports whether all single uses of a pack's elements stand after it.
func (p *packer) comesInTime(q *pack) bool {
	for _, v := range q.lanes {
		if v == 0 || p.packOf[v] != q {
			continue
		}
		for _, user := range p.users[v] {
			in := p.fn.Instr(user)
			if !p.removed[user] && in.Op != ir.OpParam && in.Block == q.place.block && p.place[user] <= q.place.place {
				return false
			}
		}
	}
	return true
}
