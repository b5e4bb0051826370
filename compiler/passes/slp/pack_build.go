package slp

import (
	"heddle/compiler/ir"
)

// Packs are found from the stores up to the loads.

// maxLanes is the number of elements of a pack at most.
const maxLanes = 4

// packLanes are the elements of a pack, the first in the lowest bits; 0: anything.
type packLanes [maxLanes]ir.ValueID

// packKey names a pack.
type packKey struct {
	lanes packLanes
	count int     // of elements
	typ   ir.Type // of an element: I8 or I16; truth values become all ones or zero
}

// packKind is the construction of a pack.
type packKind uint8

const (
	packGather   packKind = iota // from single values
	packConst                    // a constant
	packSplat                    // one value for all elements
	packLoad                     // loads side by side
	packShuffle                  // bytes of one word that is loaded
	packJoined                   // of several packs, each with other elements
	packOp                       // an operation on each element
	packMean                     // the mean of unsigned numbers, rounded up
	packDivide                   // a quotient by a constant, as a product
	packExtend                   // bytes to halves
	packTruncate                 // halves to bytes
	packCompare                  // all ones where a comparison is true
	packMask                     // ones of truth values: all of them, or the lowest bit
	packChoose                   // elements of one pack or the other, by a mask
	packSelect                   // one pack or the other
	packParam                    // parameters of a block
)

// pack is the values that become the elements of one word, or of two.
type pack struct {
	packKey
	kind     packKind
	op       ir.Op // packOp; of packCompare see comparison
	pred     ir.ICmpPred
	negated  bool // packCompare: ones where it is false
	isSigned bool // packExtend; packMask: all ones
	args     []*pack
	edges    []*ir.Edge   // packParam: where its args come from
	sources  []ir.ValueID // packLoad: the load of the lowest element of each word
	multiply uint64       // packDivide
	shift    uint
	number   int // of pack

	state   uint8 // while it is placed
	place   position
	words   []ir.ValueID // once it is written
	value   int          // its gain with its operands, while that is counted
	counted bool
}

// count of words.
func (k *packKey) wordCount() int { return k.count * int(k.typ.Bytes()) / wordBytesPacked }

// build finds the construction of a pack.
func (p *packer) build(k packKey) *pack {
	if known := p.known[k]; known != nil {
		return known
	}
	made := &pack{packKey: k, number: len(p.packs)}
	p.known[k] = made
	p.packs = append(p.packs, made)
	if p.refused[k] {
		return made
	}
	for _, try := range [...]func(*pack) bool{p.asConst, p.asLoad, p.asShuffle, p.asSplat, p.asOperation, p.asParam,
		p.asJoined} {
		if try(made) {
			p.register(made)
			return made
		}
	}
	return made
}

// register records that elements can be extracted from a pack.
func (p *packer) register(made *pack) {
	switch made.kind {
	case packConst, packSplat, packShuffle, packJoined, packGather:
		return
	}
	for _, v := range made.lanes {
		if v != 0 && p.packOf[v] == nil && p.fn.Type(v) != ir.I1 {
			p.packOf[v] = made
		}
	}
}

// first is the first element that is present.
func (k *packKey) first() ir.ValueID {
	for _, v := range k.lanes {
		if v != 0 {
			return v
		}
	}
	return 0
}

// each reports whether a predicate holds for all elements that are present.
func (k *packKey) each(holds func(ir.ValueID) bool) bool {
	for _, v := range k.lanes {
		if v != 0 && !holds(v) {
			return false
		}
	}
	return true
}

func (p *packer) isConst(v ir.ValueID) bool { return p.fn.Instr(v).Op == ir.OpConst }

func (p *packer) asConst(made *pack) bool {
	made.kind = packConst
	if made.each(p.isConst) {
		return true
	}
	made.kind = packGather
	return false
}

func (p *packer) asSplat(made *pack) bool {
	v := made.first()
	if made.lanes[1] == 0 && made.lanes[2] == 0 && made.lanes[3] == 0 || p.fn.Type(v) == ir.I1 {
		return false
	}
	if made.each(func(w ir.ValueID) bool { return w == v }) {
		made.kind = packSplat
		return true
	}
	return false
}

// asLoad matches loads side by side, of words that may be loaded as a whole.
func (p *packer) asLoad(made *pack) bool {
	at, ok := p.words[made.first()]
	if !ok || at.group.typ != made.typ {
		return false
	}
	size, start := int64(made.typ.Bytes()), int64(0)
	for i, v := range made.lanes {
		if v == made.first() {
			start = at.offset - int64(i)*size
			break
		}
	}
	group := p.loads[at.group]
	for i, v := range made.lanes[:made.count] {
		w, ok := p.words[v]
		if v != 0 && (!ok || w.group != at.group || w.offset != start+int64(i)*size) {
			return false
		}
	}
	var sources []ir.ValueID
	for i := range made.wordCount() {
		word := start + int64(i)*wordBytesPacked
		if !p.isReadable(group, word, size) {
			return false
		}
		sources = append(sources, group[word])
	}
	made.sources = sources
	made.kind = packLoad
	return true
}

// asShuffle matches loads of one word in another order.
func (p *packer) asShuffle(made *pack) bool {
	at := p.words[made.first()]
	if !at.isWord || at.group.typ != made.typ {
		return false
	}
	if !made.each(func(v ir.ValueID) bool {
		w := p.words[v]
		return w.isWord && w.group == at.group && w.start == at.start
	}) {
		return false
	}
	size := int64(made.typ.Bytes())
	source := packKey{count: wordBytesPacked / int(size), typ: made.typ}
	for i := range source.count {
		source.lanes[i] = p.loads[at.group][at.start+int64(i)*size]
	}
	if source == made.packKey {
		return false
	}
	from := p.build(source)
	if from.kind != packLoad {
		return false
	}
	made.kind, made.args = packShuffle, []*pack{from}
	return true
}

// asParam matches parameters of one block.
func (p *packer) asParam(made *pack) bool {
	v := made.first()
	in := p.fn.Instr(v)
	if in.Op != ir.OpParam || in.Type == ir.I1 || p.info.Uniform(v) {
		return false
	}
	b := in.Block
	var index [maxLanes]int
	for i, v := range made.lanes {
		if v == 0 {
			continue
		}
		if x := p.fn.Instr(v); x.Op != ir.OpParam || x.Block != b {
			return false
		}
		for k, param := range p.fn.Blocks[b].Params {
			if param == v {
				index[i] = k
			}
		}
	}
	if p.edges == nil {
		p.edges = p.scratch.EdgesInto(p.fn)
	}
	made.kind, made.edges = packParam, p.edges.Into(b)
	p.register(made)
	for _, edge := range made.edges {
		k := packKey{count: made.count, typ: made.typ}
		for i, v := range made.lanes {
			if v != 0 {
				k.lanes[i] = edge.Args[index[i]]
			}
		}
		made.args = append(made.args, p.build(k))
	}
	return true
}

// asJoined splits the elements by their construction.
func (p *packer) asJoined(made *pack) bool {
	type class struct {
		op    ir.Op
		group loadGroup
		start int64
	}
	classOf := func(v ir.ValueID) class {
		in := p.fn.Instr(v)
		at := p.words[v]
		switch {
		case in.Op == ir.OpConst:
			return class{op: ir.OpConst}
		case at.isWord:
			return class{ir.OpLoad, at.group, at.start}
		case p.isPackable(in):
			return class{op: in.Op, group: loadGroup{block: in.Block}}
		}
		return class{}
	}
	classes := map[class]*packKey{}
	var order []class
	for i, v := range made.lanes {
		if v == 0 {
			continue
		}
		c := classOf(v)
		if classes[c] == nil {
			classes[c] = &packKey{count: made.count, typ: made.typ}
			order = append(order, c)
		}
		classes[c].lanes[i] = v
	}
	if len(order) < 2 || len(order) > 3 || p.fn.Type(made.first()) == ir.I1 {
		return false
	}
	for _, c := range order {
		part := p.build(*classes[c])
		made.args = append(made.args, part)
	}
	made.kind = packJoined
	return true
}

// isPackable reports whether an operation may become a packed one.
func (p *packer) isPackable(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpZExt, ir.OpSExt, ir.OpTrunc, ir.OpSelect, ir.OpICmp, ir.OpUDiv:
		return true
	}
	_, ok := ir.PackedOf(ir.Element{Op: in.Op, Bits: 8})
	return ok
}
