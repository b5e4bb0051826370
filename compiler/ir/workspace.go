package ir

import "slices"

// Workspace is memory in which functions are built one after the other: a Builder made in it allocates its lists there.
// Builder.Finish copies the function to memory of its own, exactly as much as it needs, and frees the workspace for the
// next. One belongs to one goroutine. The zero Workspace is ready for use.
type Workspace struct {
	instrs []Instr
	blocks []Block
	values ValueSlab
	edges  edgeSlab
	consts map[constKey]ValueID
	joined []ValueID // room for the entry's list
	cfg    CFG
}

// ValueSlab allocates lists of values from large slabs.
type ValueSlab struct {
	piece []ValueID
	used  int
}

// slabValues and slabEdges are the sizes of slabs.
const (
	slabValues = 4096
	slabEdges  = 512
)

// Make returns a list of n values for the caller to fill; it cannot grow in place.
func (s *ValueSlab) Make(n int) []ValueID {
	if s.used+n > len(s.piece) {
		s.piece, s.used = make([]ValueID, max(n, slabValues)), 0
	}
	list := s.piece[s.used : s.used+n : s.used+n]
	s.used += n
	return list
}

// List returns a list of the given values.
func (s *ValueSlab) List(values ...ValueID) []ValueID {
	list := s.Make(len(values))
	copy(list, values)
	return list
}

// Reset frees the last slab. No list that was made before may be in use.
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

// NewBuilder returns a builder for a function without instructions. Until Finish nothing else may be built in w.
//
// Constants and allocas are collected in the entry block, and the rest begins in a block of its own, so that no list is
// shifted for each constant; Finish joins the two.
//
// If the workspace is too small, it grows by the number of instructions that the function is expected to have.
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

// newBlock adds a block, reusing the memory of a block of an earlier function.
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

// Finish ends the building of a function in a workspace: unreachable blocks are dropped. The builder must not be used
// any more.
func (b *Builder) Finish() {
	f, w := b.Func, b.space
	b.joinTop()
	w.instrs, w.blocks = f.Instrs, f.Blocks
	w.cfg.order(f)
	f.Compact(w.cfg.Order)
	b.Func = nil
}

// joinTop joins the entry block and the one where the rest begins.
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
