package ir

import "slices"

// Workspace is memory that functions are built in one after the other: a Builder made in it takes its lists from it,
// and Builder.Finish gives the function memory of its own, exactly as much as it needs, and the workspace's back. One
// belongs to one goroutine. The zero Workspace is ready for use.
type Workspace struct {
	instrs []Instr
	blocks []Block
	values ValueSlab
	edges  edgeSlab
	consts map[constKey]ValueID
	joined []ValueID // room for the entry's list
	cfg    CFG
}

// ValueSlab cuts lists of values out of large pieces.
type ValueSlab struct {
	piece []ValueID
	used  int
}

// slabValues and slabEdges are the sizes of pieces.
const (
	slabValues = 4096
	slabEdges  = 512
)

// Make gives a list of n values, to be filled by the caller; it cannot grow in place.
func (s *ValueSlab) Make(n int) []ValueID {
	if s.used+n > len(s.piece) {
		s.piece, s.used = make([]ValueID, max(n, slabValues)), 0
	}
	list := s.piece[s.used : s.used+n : s.used+n]
	s.used += n
	return list
}

// List gives a list of these values.
func (s *ValueSlab) List(values ...ValueID) []ValueID {
	list := s.Make(len(values))
	copy(list, values)
	return list
}

// Reset makes the last piece free again. No list that was made before may be in use.
func (s *ValueSlab) Reset() { s.used = 0 }

type edgeSlab struct {
	piece []Edge
	used  int
}

func (s *edgeSlab) list(edges ...Edge) []Edge {
	n := len(edges)
	if s.used+n > len(s.piece) {
		s.piece, s.used = make([]Edge, max(n, slabEdges)), 0
	}
	list := s.piece[s.used : s.used+n : s.used+n]
	copy(list, edges)
	s.used += n
	return list
}

// NewBuilder is a builder for a function without instructions. Until Finish nothing else may be built in w.
//
// What belongs to the top of the entry is collected in the entry block, and the rest begins in a block of its own, so
// that no list is moved for each constant; Finish joins the two.
//
// If the workspace has less, it gets room for as many instructions as the function is expected to have.
func (w *Workspace) NewBuilder(f *Func, expected int) *Builder {
	if cap(w.instrs) < expected {
		w.instrs = make([]Instr, 0, expected)
	}
	if w.consts == nil {
		w.consts = map[constKey]ValueID{}
	}
	clear(w.consts)
	w.values.Reset()
	w.edges.used = 0
	f.Instrs, f.Blocks = append(w.instrs[:0], Instr{}), w.blocks[:0]
	b := &Builder{Func: f, consts: w.consts, space: w}
	b.NewBlock()
	b.SetBlock(b.NewBlock())
	return b
}

// newBlock adds a block in the memory of one of an earlier function.
func (w *Workspace) newBlock(f *Func) {
	if n := len(f.Blocks); n < cap(f.Blocks) {
		f.Blocks = f.Blocks[:n+1]
		f.Blocks[n] = Block{Instrs: f.Blocks[n].Instrs[:0]}
		return
	}
	if len(f.Blocks) == cap(f.Blocks) {
		f.Blocks = slices.Grow(f.Blocks, len(f.Blocks)+8)
	}
	f.Blocks = append(f.Blocks, Block{})
}

// Finish ends the building of a function whose Builder is of a workspace: blocks that nothing leads to are dropped.
// The builder must not be used any more.
func (b *Builder) Finish() {
	f, w := b.Func, b.space
	b.joinTop()
	w.instrs, w.blocks = f.Instrs, f.Blocks
	w.cfg.order(f)
	f.Compact(w.cfg.Order)
	b.Func = nil
}

// joinTop makes the entry block and the one where the rest begins one block.
func (b *Builder) joinTop() {
	f := b.Func
	top, rest := &f.Blocks[0], &f.Blocks[1]
	for _, v := range rest.Instrs {
		f.Instrs[v].Block = 0
	}
	joined := append(b.space.joined[:0], top.Instrs...)
	joined = append(joined, rest.Instrs...)
	b.space.joined, top.Instrs = top.Instrs, joined
	top.Succs, top.Cases = rest.Succs, rest.Cases
}
