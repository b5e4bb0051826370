package slp

import (
	"maps"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Packing: four operations on bytes, or two on halves, that are equal and whose results are stored side by side become
// one operation on a word (ir.OpPacked). The IR is scalar, and a lane of a vector of the machine holds 32 bits, so that
// a byte by itself leaves three quarters of the machine idle. The elements of a uchar4 or short2 fill a lane, and
// memory is loaded and stored as it is.
//
// The seeds are stores that follow each other and fill a word. A pack is the values that become the elements of one
// word, or of two for four halves. The operands of a pack are packs again: loads that lie side by side, constants, one
// value for all elements, other operations, the parameters of a loop. Any other pack is built from single values
// (packGather). An element that is missing (value 0) may be anything; so a pixel with three computed parts and a copied
// fourth is two packs joined.
//
// Packs stand after the last of their elements and after their operands. Elements with other uses are extracted from
// the word there; if they are used before, there is no pack. Costs are counted in instructions on vectors: a pack that
// does not pay is built from single values, and a seed that gains nothing in all is left alone. After each such
// decision all is found again, without the rejected packs and seeds.

// Pack is the pass "pack".
func Pack(f *ir.Func, s *rewrite.Scratch) {
	p := &packer{combiner: combiner{fn: f, scratch: s, cfg: s.Control(f)},
		refused: map[packKey]bool{}, skipped: map[ir.ValueID]bool{}}
	if !p.anySmallStores() {
		s.IsIdle = true
		return
	}
	p.count()
	p.findUsers()
	p.info = uniform.Analyze(f)
	p.findWords()
	for range maxPackTries {
		p.find()
		if len(p.seeds) == 0 {
			break
		}
		if p.settled() {
			p.emitAll()
			rewrite.RemoveDead(f, s)
			return
		}
	}
	s.IsIdle = true
}

type packer struct {
	combiner
	refused map[packKey]bool      // packs that are built from single values
	skipped map[ir.ValueID]bool   // stores that stay
	words   map[ir.ValueID]loadAt // by small load: its address
	loads   map[loadGroup]map[int64]ir.ValueID

	seeds   []packSeed
	packs   []*pack
	known   map[packKey]*pack
	packOf  map[ir.ValueID]*pack // by element: the pack it is taken from
	users   [][]ir.ValueID       // by value: its users; parameters are users of their arguments
	needed  []bool               // by value: packs are made of it
	removed []bool               // by value: it has no use once packs are there

	at     map[position][]ir.ValueID // new instructions
	edges  *rewrite.EdgeTable
	loaded map[ir.ValueID]ir.ValueID // by the load of the lowest element: the word
	waits  []*pack                   // parameters without arguments yet
}

// anySmallStores reports whether there are enough stores for a word.
func (p *packer) anySmallStores() bool {
	stores := 0
	for _, b := range p.cfg.Order {
		for _, v := range p.fn.Blocks[b].Instrs {
			if in := p.fn.Instr(v); in.Op == ir.OpStore && p.smallAccess(in) {
				stores++
			}
		}
	}
	return stores > 1
}

// position is after an instruction of a block; place -1 is before the first.
type position struct {
	block ir.BlockID
	place int32
}

// loadGroup is the key of loads that read the same state of memory through the same pointer.
type loadGroup struct {
	block  ir.BlockID
	base   ir.ValueID
	typ    ir.Type
	space  ir.Space
	writes int32
}

// loadAt is the address of a small load: its group, and the word of memory that it is part of.
type loadAt struct {
	group  loadGroup
	offset int64
	start  int64 // of the word
	isWord bool  // the word may be loaded as a whole
}

// packSeed is stores that fill words, and the pack that they store.
type packSeed struct {
	stores []smallStore
	root   *pack
}

// findWords groups small loads, and divides the groups into words from their lowest address on.
func (p *packer) findWords() {
	p.words, p.loads = map[ir.ValueID]loadAt{}, map[loadGroup]map[int64]ir.ValueID{}
	for _, b := range p.cfg.Order {
		for _, v := range p.fn.Blocks[b].Instrs {
			in := p.fn.Instr(v)
			if in.Op != ir.OpLoad || in.Type != ir.I8 && in.Type != ir.I16 || in.Flags&ir.FlagVolatile != 0 ||
				in.Space == ir.SpacePrivate {
				continue
			}
			base, offset := p.fn.BaseOffset(p.fn.Instr(v).Args[0])
			g := loadGroup{b, base, in.Type, in.Space, p.writes[v]}
			if p.isNear(in.Args[0], wordBytesPacked) {
				continue
			}
			if p.loads[g] == nil {
				p.loads[g] = map[int64]ir.ValueID{}
			}
			if _, ok := p.loads[g][offset]; !ok {
				p.loads[g][offset] = v
			}
			p.words[v] = loadAt{group: g, offset: offset}
		}
	}
	starts := map[loadGroup]map[int64]int64{}
	for g, list := range p.loads {
		starts[g] = p.partWords(list, int64(g.typ.Bytes()))
	}
	for v, at := range p.words {
		at.start, at.isWord = starts[at.group][at.offset]
		p.words[v] = at
	}
}

// wordBytesPacked is the size of a word of packed elements.
const wordBytesPacked = 4

// partWords is the word that each load of a group lies in, by offset: one that is aligned, or loaded as a whole. An
// aligned word lies in one page, so that its other bytes may be read.
func (p *packer) partWords(loads map[int64]ir.ValueID, size int64) map[int64]int64 {
	offsets := slices.Sorted(maps.Keys(loads))
	starts := map[int64]int64{}
	for _, first := range offsets {
		if _, isTaken := starts[first]; isTaken || !p.isReadable(loads, first, size) {
			continue
		}
		for at := first; at < first+wordBytesPacked; at += size {
			if _, isTaken := starts[at]; loads[at] != 0 && !isTaken {
				starts[at] = first
			}
		}
	}
	return starts
}

// isReadable reports whether a word may be loaded as a whole.
func (p *packer) isReadable(loads map[int64]ir.ValueID, start, size int64) bool {
	first := loads[start]
	if first == 0 || p.fn.Instr(first).Align >= wordBytesPacked {
		return first != 0
	}
	for at := size; at < wordBytesPacked; at += size {
		if loads[start+at] == 0 {
			return false
		}
	}
	return true
}

// find finds the seeds and their packs.
func (p *packer) find() {
	p.seeds, p.packs, p.known, p.packOf = nil, nil, map[packKey]*pack{}, map[ir.ValueID]*pack{}
	for _, b := range p.cfg.Order {
		p.findSeeds(b)
	}
	for i := range p.seeds {
		s := &p.seeds[i]
		var lanes packLanes
		for k := range s.stores {
			lanes[k] = p.fn.Instr(s.stores[k].store).Args[1]
		}
		s.root = p.build(packKey{lanes: lanes, count: len(s.stores), typ: p.fn.Type(lanes[0])})
	}
}

// findSeeds looks for runs of small stores, as memory combining does.
func (p *packer) findSeeds(b ir.BlockID) {
	var run []smallStore
	end := func() {
		p.partRun(run)
		run = run[:0]
	}
	for _, v := range p.fn.Blocks[b].Instrs {
		in := p.fn.Instr(v)
		if in.Op.Pure() {
			continue
		}
		if in.Op != ir.OpStore || !p.smallAccess(in) {
			end()
			continue
		}
		base, offset := p.fn.BaseOffset(p.fn.Instr(v).Args[0])
		if len(run) > 0 && (base != run[0].base || in.Space != p.fn.Instr(run[0].store).Space) {
			end()
		}
		run = append(run, smallStore{store: v, base: base, offset: offset, size: p.fn.Type(in.Args[1]).Bytes()})
	}
}

// partRun divides a run into seeds, if no byte is written twice: four stores side by side, or two of halves.
func (p *packer) partRun(run []smallStore) {
	run = byOffset(run)
	for i := 1; i < len(run); i++ {
		if run[i-1].offset+int64(run[i-1].size) > run[i].offset {
			return
		}
	}
	for len(run) > 1 {
		n := p.seedLength(run)
		if n == 0 || p.skipped[run[0].store] || p.isNear(p.fn.Instr(run[0].store).Args[0], wordBytesPacked) {
			run = run[1:]
			continue
		}
		p.seeds = append(p.seeds, packSeed{stores: run[:n]})
		run = run[n:]
	}
}

// seedLength is how many of the first stores fill words.
func (p *packer) seedLength(run []smallStore) int {
	n := 1
	for n < len(run) && n < maxLanes && run[n].size == run[0].size &&
		run[n].offset == run[0].offset+int64(n)*int64(run[0].size) {
		n++
	}
	switch {
	case n == maxLanes:
		return n
	case n >= 2 && run[0].size == 2:
		return 2
	}
	return 0
}

// settled reports whether all packs have a place and pay; if not, it records which are not to be found again.
func (p *packer) settled() bool {
	p.findRemoved()
	return p.placeAll() && p.choose()
}
