package slp

import (
	"slices"

	"heddle/compiler/ir"
)

// Emission of packs. Each is written once, at its place, and its elements with other uses are extracted after it;
// floating packs are written at each use.

func (p *packer) emitAll() {
	p.loaded = map[ir.ValueID]ir.ValueID{}
	p.at, p.replaced, p.dropped = map[position][]ir.ValueID{}, p.scratch.Substitution(p.fn), map[ir.ValueID]bool{}
	for i := range p.seeds {
		p.emitStores(&p.seeds[i])
	}
	from := map[*ir.Edge]ir.BlockID{}
	for b := range p.fn.Blocks {
		for i := range p.fn.Blocks[b].Succs {
			from[&p.fn.Blocks[b].Succs[i]] = ir.BlockID(b)
		}
	}
	for len(p.waits) > 0 {
		q := p.waits[0]
		p.waits = p.waits[1:]
		for i, edge := range q.edges {
			b := from[edge]
			at := position{b, int32(len(p.fn.Blocks[b].Instrs)) - 2}
			edge.Args = slices.Concat(edge.Args, p.write(q.args[i], at))
		}
	}
	p.putIn()
}

// emitStores stores the words after the last of the small stores.
func (p *packer) emitStores(s *packSeed) {
	at := p.lastStore(s)
	words := p.write(s.root, at)
	for i, w := range words {
		in := *p.fn.Instr(s.stores[i*len(s.stores)/len(words)].store)
		p.addAt(at, ir.Instr{Op: ir.OpStore, Space: in.Space, Align: in.Align, Pos: in.Pos}, in.Args[0], w)
	}
	for _, store := range s.stores {
		p.dropped[store.store] = true
	}
}

// putIn inserts the new instructions between the old ones.
func (p *packer) putIn() {
	for _, b := range p.cfg.Order {
		list := p.fn.Blocks[b].Instrs
		out := slices.Clone(p.at[position{b, -1}])
		for i, v := range list {
			if !p.dropped[v] {
				out = append(out, v)
			}
			out = append(out, p.at[position{b, int32(i)}]...)
		}
		p.fn.Blocks[b].Instrs = out
	}
	p.replaced.Apply(p.fn)
}

// addAt inserts an instruction at a place, after those inserted there before.
func (p *packer) addAt(at position, in ir.Instr, args ...ir.ValueID) ir.ValueID {
	in.Block, in.Args = at.block, p.scratch.Values.List(args...)
	made := p.fn.NewValue(in)
	p.at[at] = append(p.at[at], made)
	return made
}

// word makes a word; number a constant one.
func (p *packer) word(q *pack, at position, op ir.Op, args ...ir.ValueID) ir.ValueID {
	return p.addAt(at, ir.Instr{Op: op, Type: ir.I32, Pos: p.fn.Instr(q.first()).Pos}, args...)
}

func (p *packer) number(at position, bits uint32) ir.ValueID {
	return p.addAt(at, ir.Instr{Op: ir.OpConst, Type: ir.I32, Imm: uint64(bits)})
}

// element makes a word by an operation on elements.
func (p *packer) element(q *pack, at position, e ir.Element, x, y ir.ValueID) ir.ValueID {
	if isBitwise(e.Op) {
		return p.word(q, at, e.Op, x, y)
	}
	kind, _ := ir.PackedOf(e)
	return p.addAt(at, ir.Instr{Op: ir.OpPacked, Kind: uint8(kind), Type: ir.I32, Pos: p.fn.Instr(q.first()).Pos}, x, y)
}

// shuffle makes a word of the bytes of another.
func (p *packer) shuffle(q *pack, at position, x ir.ValueID, from uint32) ir.ValueID {
	return p.addAt(at, ir.Instr{Op: ir.OpPacked, Kind: uint8(ir.PackedShuffle), Type: ir.I32,
		Pos: p.fn.Instr(q.first()).Pos}, x, p.number(at, from))
}

// write returns the words of a pack, for use after an instruction.
func (p *packer) write(q *pack, at position) []ir.ValueID {
	if q.words != nil {
		return q.words
	}
	if q.isFloating() {
		return p.writeFloating(q, at)
	}
	at = q.place
	if q.kind == packParam {
		for range q.wordCount() {
			q.words = append(q.words, p.fn.AddParam(at.block, ir.I32))
		}
		p.waits = append(p.waits, q)
	} else {
		q.words = p.writeFixed(q, at)
	}
	p.takeOut(q)
	return q.words
}

// takeOut extracts the elements with other uses.
func (p *packer) takeOut(q *pack) {
	size := int(q.typ.Bytes())
	for i, v := range q.lanes {
		if v == 0 || p.packOf[v] != q || !p.isWanted(v) || p.replaced[v] != 0 {
			continue
		}
		w := q.words[i*size/wordBytesPacked]
		if by := i * size % wordBytesPacked; by > 0 {
			w = p.word(q, q.place, ir.OpLShr, w, p.number(q.place, uint32(8*by)))
		}
		p.replaced[v] = p.addAt(q.place, ir.Instr{Op: ir.OpTrunc, Type: q.typ, Pos: p.fn.Instr(v).Pos}, w)
	}
}

// operandOf returns the words of an operand; of a comparison those with ones where it is true.
func (p *packer) operandOf(q *pack, at position) []ir.ValueID {
	words := p.write(q, at)
	if q.kind != packCompare || !q.negated {
		return words
	}
	opposite := make([]ir.ValueID, len(words))
	for i, w := range words {
		opposite[i] = p.word(q, at, ir.OpXor, w, p.number(at, 0xffffffff))
	}
	return opposite
}

// writeFixed writes a pack at its place.
func (p *packer) writeFixed(q *pack, at position) []ir.ValueID {
	switch q.kind {
	case packSplat:
		return p.writeSplat(q, at)
	case packLoad:
		return p.writeLoad(q)
	case packShuffle:
		return p.writeShuffle(q, at)
	case packExtend:
		return p.writeExtend(q, at)
	case packTruncate:
		return p.writeTruncate(q, at)
	case packChoose:
		return p.writeChoose(q, at)
	}
	var operands [2][]ir.ValueID
	for i, arg := range q.args {
		operands[i] = p.operandOf(arg, at)
	}
	words := make([]ir.ValueID, q.wordCount())
	for i := range words {
		x, y := operands[0][i], ir.ValueID(0)
		if operands[1] != nil {
			y = operands[1][i]
		}
		words[i] = p.writeWord(q, at, x, y)
	}
	return words
}

// writeWord writes one word of an operation.
func (p *packer) writeWord(q *pack, at position, x, y ir.ValueID) ir.ValueID {
	bits := q.typ.Bits()
	switch q.kind {
	case packMean:
		return p.element(q, at, ir.Element{Op: ir.OpInvalid, Bits: bits}, x, y)
	case packDivide:
		product := p.element(q, at, ir.Element{Op: ir.OpMulHiU, Bits: bits}, x,
			p.number(at, repeatElement(q.typ, q.multiply)))
		if q.shift == 0 {
			return product
		}
		return p.element(q, at, ir.Element{Op: ir.OpLShr, Bits: bits}, product,
			p.number(at, repeatElement(q.typ, uint64(q.shift))))
	case packCompare:
		if q.op != ir.OpInvalid {
			y = p.element(q, at, ir.Element{Op: q.op, Bits: bits}, x, y)
		}
		return p.element(q, at, ir.Element{Op: ir.OpICmp, Pred: q.pred, Bits: bits}, x, y)
	case packMask:
		if q.isSigned {
			return x
		}
		return p.word(q, at, ir.OpAnd, x, p.number(at, repeatElement(q.typ, 1)))
	case packSelect:
		return p.word(q, at, ir.OpSelect, p.fn.Instr(q.first()).Args[0], x, y)
	}
	return p.element(q, at, ir.Element{Op: q.op, Bits: bits}, x, y)
}

// repeatElement is a word of equal elements.
func repeatElement(t ir.Type, n uint64) uint32 {
	if t == ir.I8 {
		return uint32(n&0xff) * 0x01010101
	}
	return uint32(n&0xffff) * 0x00010001
}

// writeSplat repeats a value; a uniform one by a product, which is computed once for all lanes.
func (p *packer) writeSplat(q *pack, at position) []ir.ValueID {
	v := q.first()
	if from := p.packOf[v]; from != nil {
		p.write(from, at)
	}
	w := p.word(q, at, ir.OpZExt, v)
	switch {
	case p.info.Uniform(v):
		w = p.word(q, at, ir.OpMul, w, p.number(at, repeatElement(q.typ, 1)))
	case q.typ == ir.I8:
		w = p.shuffle(q, at, w, 0)
	default:
		w = p.shuffle(q, at, w, 0x01000100)
	}
	return slices.Repeat([]ir.ValueID{w}, q.wordCount())
}

// writeLoad loads words where the first of their elements was. Words of several packs are loaded once.
func (p *packer) writeLoad(q *pack) []ir.ValueID {
	var words []ir.ValueID
	for _, source := range q.sources {
		if p.loaded[source] == 0 {
			in := *p.fn.Instr(source)
			at := position{in.Block, p.place[source]}
			p.loaded[source] = p.addAt(at, ir.Instr{Op: ir.OpLoad, Type: ir.I32, Space: in.Space, Align: in.Align,
				Pos: in.Pos}, in.Args[0])
		}
		words = append(words, p.loaded[source])
	}
	return words
}

// noByte is the index for which a shuffle yields zero.
const noByte = 0x80

// writeShuffle takes each element from where it lies in the word that is loaded.
func (p *packer) writeShuffle(q *pack, at position) []ir.ValueID {
	x := p.write(q.args[0], at)[0]
	size, per := int(q.typ.Bytes()), wordBytesPacked/int(q.typ.Bytes())
	words := make([]ir.ValueID, q.wordCount())
	for i := range words {
		from := uint32(0)
		for lane, v := range q.lanes[i*per : (i+1)*per] {
			source := p.words[v]
			for b := range size {
				index := uint32(noByte)
				if v != 0 {
					index = uint32(source.offset-source.start) + uint32(b)
				}
				from |= index << (8 * (lane*size + b))
			}
		}
		words[i] = p.shuffle(q, at, x, from)
	}
	return words
}

// writeExtend makes two words of halves from one of bytes: by zeros above them, or moved there and shifted back.
func (p *packer) writeExtend(q *pack, at position) []ir.ValueID {
	x := p.operandOf(q.args[0], at)[0]
	if !q.isSigned {
		return []ir.ValueID{p.shuffle(q, at, x, 0x80018000), p.shuffle(q, at, x, 0x80038002)}
	}
	words := []ir.ValueID{p.shuffle(q, at, x, 0x01800080), p.shuffle(q, at, x, 0x03800280)}
	for i, w := range words {
		words[i] = p.element(q, at, ir.Element{Op: ir.OpAShr, Bits: 16}, w, p.number(at, 0x00080008))
	}
	return words
}

// writeTruncate makes one word of bytes from two of halves.
func (p *packer) writeTruncate(q *pack, at position) []ir.ValueID {
	x := p.operandOf(q.args[0], at)
	low, high := p.shuffle(q, at, x[0], 0x80800200), p.shuffle(q, at, x[1], 0x02008080)
	return []ir.ValueID{p.word(q, at, ir.OpOr, low, high)}
}

// writeChoose takes the bits of one operand or the other.
func (p *packer) writeChoose(q *pack, at position) []ir.ValueID {
	mask := p.write(q.args[0], at)
	x, y := p.operandOf(q.args[1], at), p.operandOf(q.args[2], at)
	if q.args[0].negated {
		x, y = y, x
	}
	words := make([]ir.ValueID, len(mask))
	for i, m := range mask {
		differ := p.word(q, at, ir.OpXor, x[i], y[i])
		words[i] = p.word(q, at, ir.OpXor, p.word(q, at, ir.OpAnd, differ, m), y[i])
	}
	return words
}

// writeFloating writes a pack without a place of its own.
func (p *packer) writeFloating(q *pack, at position) []ir.ValueID {
	words := make([]ir.ValueID, q.wordCount())
	per := wordBytesPacked / int(q.typ.Bytes())
	for i := range words {
		lanes := q.lanes[i*per : (i+1)*per]
		switch q.kind {
		case packConst:
			words[i] = p.number(at, p.constantWord(lanes, q.typ))
		case packGather:
			words[i] = p.gatherWord(q, lanes, at)
		default:
			words[i] = p.joinedWord(q, i, at)
		}
	}
	return words
}

// constantWord is a word of constants; missing elements are zero.
func (p *packer) constantWord(lanes []ir.ValueID, t ir.Type) uint32 {
	word := uint64(0)
	for i, v := range lanes {
		bits := p.fn.Instr(v).Imm
		switch {
		case v == 0:
			continue
		case p.fn.Type(v) == ir.I1:
			bits = -(bits & 1)
		}
		word |= bits & t.Mask() << (uint(i) * t.Bits())
	}
	return uint32(word)
}

// gatherWord builds a word from single values; missing elements are zero.
func (p *packer) gatherWord(q *pack, lanes []ir.ValueID, at position) ir.ValueID {
	word := ir.ValueID(0)
	for i, v := range lanes {
		if v == 0 {
			continue
		}
		if from := p.packOf[v]; from != nil {
			p.write(from, at)
		}
		if p.fn.Type(v) == ir.I1 {
			v = p.addAt(at, ir.Instr{Op: ir.OpSExt, Type: q.typ, Pos: p.fn.Instr(v).Pos}, v)
		}
		one := p.word(q, at, ir.OpZExt, v)
		if i > 0 {
			one = p.word(q, at, ir.OpShl, one, p.number(at, uint32(i)*uint32(q.typ.Bits())))
		}
		word = p.either(q, at, word, one)
	}
	return p.orZero(word, at)
}

// joinedWord is the disjunction of the parts of a word.
func (p *packer) joinedWord(q *pack, i int, at position) ir.ValueID {
	per := wordBytesPacked / int(q.typ.Bytes())
	word := ir.ValueID(0)
	for _, part := range q.args {
		mask := uint32(0)
		for lane, v := range part.lanes[i*per : (i+1)*per] {
			if v != 0 {
				mask |= uint32(q.typ.Mask()) << (uint(lane) * q.typ.Bits())
			}
		}
		if mask == 0 {
			continue
		}
		one := p.operandOf(part, at)[i]
		isClean := part.kind == packConst || part.kind == packGather || part.kind == packShuffle
		if !isClean && mask != 0xffffffff {
			one = p.word(q, at, ir.OpAnd, one, p.number(at, mask))
		}
		word = p.either(q, at, word, one)
	}
	return p.orZero(word, at)
}

// either is the disjunction of a word, if there is one yet, and another.
func (p *packer) either(q *pack, at position, word, other ir.ValueID) ir.ValueID {
	if word == 0 {
		return other
	}
	return p.word(q, at, ir.OpOr, word, other)
}

// orZero is a word, or the number zero if there is none.
func (p *packer) orZero(word ir.ValueID, at position) ir.ValueID {
	if word == 0 {
		return p.number(at, 0)
	}
	return word
}
