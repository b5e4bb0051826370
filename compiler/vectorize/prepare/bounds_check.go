package prepare

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// Bounds checks. Kernels are launched for more work-items than there is data and begin with `if (i < n)`, or treat the
// edges of an image in another way. The code inside such a branch would run under masks in all bundles, though nearly
// all have all their lanes there. Without mask registers masked accesses cost several times as much as others, and some
// processors prefetch less for masked loads. So the code is copied. Bundles all of whose lanes are inside run the copy,
// which needs no masks; the others run the original, which becomes rare.
//
//	b: branch i < n, body, end            b:     if all lanes: copy, else masked
//	body: ...                        =>   masked: branch i < n, body, end
//	end:                                  body: ...
//	                                      copy: ...
//	                                      end:
//
// A loop may come before the check, as where a group fills its local memory: lanes that leave it at different times
// come together after it.
//
// Only comparisons of values with a constant lane stride count as bounds checks: nearly all bundles are on one side of
// those. The copy computes the same values, so what is known of a value holds for its copy.

// Some functions come with a branch of this kind (ir.FlagWhole), whose second side is right for all lanes. They get no
// other.

// BoundsCheck is such a branch in a function that has the copy.
type BoundsCheck struct {
	Block ir.BlockID
	Side  int // its edge that leads to the copy: 0 if all lanes must meet the condition, 1 if none

	isLate bool // loops come before it, and it is most of the kernel
}

// BoundsChecked is a kernel with a copy of the code inside its bounds check, and what is known of its values; nil if it
// has no bounds check. With its copy the kernel must not be longer than code that runs a row of bundles in one call.
func BoundsChecked(known *uniform.Known, t target.Machine, v bundle.Version,
	off switches.Set) (*ir.Func, *uniform.Info, *BoundsCheck) {
	f, limits := known.Func(), &t.Tuning.Prepare
	isOff := off&(switches.UnmaskedBoundsCheck|switches.StrideAnalysis) != 0 || !limits.ChecksBounds
	_, isWhole := wholeBranch(f)
	isLong := len(f.Instrs) > limits.MaxRepeated
	if isWhole || isOff || isLong || !f.Kernel || !v.FullBundles || v.Shape == bundle.Packed {
		return nil, nil, nil
	}
	s := boundsSearch{most: limits.MaxChecked, longest: limits.MaxRepeated, fn: f, info: off.Uniformity(known, v.Shape),
		cfg: ir.NewCFG(f)}
	s.lane, s.sub = VariesBy(f, t.ISA, v)
	g := s.match()
	if g == nil || !g.isLate && len(f.Instrs)+limits.MaxChecked > limits.MaxRepeated {
		return nil, nil, nil
	}
	c := s.copyGuarded(g)
	return c.fn, s.info.WithCopies(c.values), g
}

// wholeBranch is the block with the branch that whole bundles take.
func wholeBranch(f *ir.Func) (ir.BlockID, bool) {
	for b := range f.Blocks {
		if end := f.Terminator(ir.BlockID(b)); end != nil && end.Flags&ir.FlagWhole != 0 {
			return ir.BlockID(b), true
		}
	}
	return 0, false
}

// boundsSearch looks for the bounds check of a kernel.
type boundsSearch struct {
	most      int // instructions inside
	longest   int // instructions of the kernel with its copy
	fn        *ir.Func
	info      *uniform.Info
	cfg       *ir.CFG
	lane, sub uniform.Vary
}

// minLateWeight is how much longer than the loops before it a bounds check must be, that copies of those loops are not
// made instead.
const minLateWeight = 8

// maxLate is how many times as long as others the code inside a bounds check may be that comes after loops.
const maxLate = 2

// match returns the first divergent branch from the entry, but for those of loops, if it is a bounds check, else nil.
// At a uniform branch the search goes on where most of the kernel is.
func (s *boundsSearch) match() *BoundsCheck {
	b, passed := ir.BlockID(0), 0
	for {
		succs := s.fn.Blocks[b].Succs
		next, isHeader := s.next(b), s.isHeader(b)
		switch {
		case isHeader:
			next = uniform.PostDominators(s.fn)[b]
			passed += s.between(b, next)
		case len(succs) == 2 && s.info.Varies(s.fn.Terminator(b).Args[0])&(s.lane|s.sub) != 0:
			return s.late(s.matchAt(b, passed), passed)
		}
		if next < 0 || !s.cfg.Dominates(b, next) {
			return nil
		}
		b = next
	}
}

// next is the block after another, of two the one with more of the kernel; -1 if both are reached otherwise, too.
func (s *boundsSearch) next(b ir.BlockID) ir.BlockID {
	next, most := ir.BlockID(-1), 0
	succs := s.fn.Blocks[b].Succs
	if len(succs) == 1 && s.isHeader(succs[0].To) {
		return succs[0].To
	}
	for _, e := range succs {
		if n := s.size(s.guarded(b, e.To)); n > most {
			next, most = e.To, n
		}
	}
	return next
}

// late is a bounds check, if there is one, unless the loops before it are too much of the kernel.
func (s *boundsSearch) late(g *BoundsCheck, passed int) *BoundsCheck {
	if g == nil || passed == 0 {
		return g
	}
	g.isLate = s.size(s.guarded(g.Block, s.fn.Blocks[g.Block].Succs[g.Side].To)) >= minLateWeight*passed
	if !g.isLate {
		return nil
	}
	return g
}

// isHeader reports whether a block begins a loop.
func (s *boundsSearch) isHeader(b ir.BlockID) bool {
	return slices.ContainsFunc(s.cfg.Preds[b], func(p ir.BlockID) bool { return s.cfg.Dominates(b, p) })
}

// between is the number of instructions of the blocks that one block dominates and another does not.
func (s *boundsSearch) between(first, after ir.BlockID) (n int) {
	for _, b := range s.cfg.Order {
		if s.cfg.Dominates(first, b) && (after < 0 || !s.cfg.Dominates(after, b)) {
			n += len(s.fn.Blocks[b].Instrs)
		}
	}
	return n
}

// matchAt returns the branch of a block if it is a bounds check, else nil, given the number of instructions in loops
// before it.
func (s *boundsSearch) matchAt(b ir.BlockID, passed int) *BoundsCheck {
	end, succs := s.fn.Terminator(b), s.fn.Blocks[b].Succs
	if end.Op != ir.OpBranch || succs[0].To == succs[1].To {
		return nil
	}
	usual := s.usually(end.Args[0])
	var guarded [2][]ir.BlockID
	for side, e := range succs {
		guarded[side] = s.guarded(b, e.To)
	}
	g, most := &BoundsCheck{Block: b}, s.most
	if passed > 0 { // code that long pays where loops came before it, and not all of it is in them
		most = min(maxLate*most, s.longest-len(s.fn.Instrs))
	}
	switch {
	case usual == isNeither:
		return nil
	case usual == isFalse, usual == isEither && s.size(guarded[1]) > s.size(guarded[0]):
		g.Side = 1
	}
	if n := s.size(guarded[g.Side]); n == 0 || n > most || !s.onlyAccesses(guarded[g.Side]) {
		return nil
	}
	return g
}

// guarded are the blocks that are reached only by the edge between two blocks; none if the second has other
// predecessors.
func (s *boundsSearch) guarded(from, to ir.BlockID) (list []ir.BlockID) {
	if len(s.cfg.Preds[to]) != 1 || s.cfg.Preds[to][0] != from {
		return nil
	}
	for _, b := range s.cfg.Order {
		if s.cfg.Dominates(to, b) {
			list = append(list, b)
		}
	}
	return list
}

// size is the number of instructions of blocks.
func (s *boundsSearch) size(blocks []ir.BlockID) (n int) {
	for _, b := range blocks {
		n += len(s.fn.Blocks[b].Instrs)
	}
	return n
}

// onlyAccesses reports whether blocks access global memory, and have no other effects than loads and stores.
func (s *boundsSearch) onlyAccesses(blocks []ir.BlockID) (accesses bool) {
	for _, b := range blocks {
		for _, v := range s.fn.Blocks[b].Instrs {
			switch in := s.fn.Instr(v); {
			case in.Op == ir.OpLoad || in.Op == ir.OpStore:
				accesses = accesses || in.Space == ir.SpaceGlobal
			case !in.Op.Pure() && !in.Op.Terminator():
				return false
			}
		}
	}
	return accesses
}

// The value of a condition in nearly all bundles.
type usual uint8

const (
	isNeither usual = iota // true for some lanes, false for others
	isEither               // the same for all lanes
	isTrue
	isFalse
)

// usually is the value of a condition in nearly all bundles.
func (s *boundsSearch) usually(c ir.ValueID) usual {
	switch in := s.fn.Instr(c); in.Op {
	case ir.OpAnd, ir.OpOr:
		x, y := s.usually(in.Args[0]), s.usually(in.Args[1])
		absorbing := isFalse
		if in.Op == ir.OpOr {
			absorbing = isTrue
		}
		switch {
		case x == absorbing || y == absorbing:
			return absorbing
		case x == isNeither || y == isNeither:
			return isNeither
		case x == isEither || y == isEither:
			return isEither
		}
		return x
	case ir.OpICmp:
		if !s.stepsEvenly(in.Args[0]) || !s.stepsEvenly(in.Args[1]) {
			return isNeither
		}
		switch ir.ICmpPred(in.Kind) {
		case ir.EQ:
			return isFalse
		case ir.NE:
			return isTrue
		}
		return isEither
	}
	return isNeither
}

// stepsEvenly reports whether a value follows from ids and arguments and has a constant lane stride.
func (s *boundsSearch) stepsEvenly(v ir.ValueID) bool {
	_, _, ok := s.info.StrideNeeds(v)
	return ok && s.info.Varies(v)&(uniform.VaryAny|uniform.VaryMemory) == 0
}

// boundsCopy makes the function with the copy.
type boundsCopy struct {
	fn     *ir.Func
	values []ir.ValueID // by new value: its original, 0: none
	copyOf map[ir.ValueID]ir.ValueID
	blocks map[ir.BlockID]ir.BlockID
}

// copyGuarded copies the code inside a bounds check.
func (s *boundsSearch) copyGuarded(g *BoundsCheck) *boundsCopy {
	f := *s.fn
	f.Instrs, f.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	c := &boundsCopy{fn: &f, copyOf: map[ir.ValueID]ir.ValueID{}, blocks: map[ir.BlockID]ir.BlockID{}}
	succs := s.fn.Blocks[g.Block].Succs
	guarded := s.guarded(g.Block, succs[g.Side].To)
	for _, b := range guarded {
		c.blocks[b] = f.NewBlock()
	}
	for _, b := range guarded {
		c.copyBlock(b)
	}
	masked := f.NewBlock()
	end := *s.fn.Terminator(g.Block)
	end.Block = masked
	f.Blocks[masked] = ir.Block{Instrs: []ir.ValueID{c.add(0, end)}, Succs: succs, Rare: true}
	ways := []ir.Edge{{To: masked}, {To: masked}}
	ways[g.Side] = ir.Edge{To: c.blocks[succs[g.Side].To], Args: succs[g.Side].Args}
	f.Blocks[g.Block].Succs = ways
	return c
}

// add adds a value that is a copy of another, or of none.
func (c *boundsCopy) add(of ir.ValueID, in ir.Instr) ir.ValueID {
	c.values = append(c.values, of)
	return c.fn.NewValue(in)
}

func (c *boundsCopy) copyBlock(b ir.BlockID) {
	from, id := c.fn.Blocks[b], c.blocks[b]
	to := from
	to.Params, to.Instrs, to.Succs = nil, nil, nil
	for _, p := range from.Params {
		to.Params = append(to.Params, c.copyValue(p, id))
	}
	for _, v := range from.Instrs {
		to.Instrs = append(to.Instrs, c.copyValue(v, id))
	}
	for _, e := range from.Succs {
		target, ok := c.blocks[e.To]
		if !ok {
			target = e.To
		}
		to.Succs = append(to.Succs, ir.Edge{To: target, Args: c.copied(e.Args)})
	}
	c.fn.Blocks[id] = to
}

// copyValue copies a value into a block. Its operands are copied already: blocks come after their dominators, and
// parameters have no operands.
func (c *boundsCopy) copyValue(v ir.ValueID, into ir.BlockID) ir.ValueID {
	in := *c.fn.Instr(v)
	in.Block, in.Args = into, c.copied(in.Args)
	c.copyOf[v] = c.add(v, in)
	return c.copyOf[v]
}

// copied are the copies of values; values from before the branch stand for themselves.
func (c *boundsCopy) copied(list []ir.ValueID) []ir.ValueID {
	list = slices.Clone(list)
	for i, v := range list {
		if w, ok := c.copyOf[v]; ok {
			list[i] = w
		}
	}
	return list
}

// IsBoundsCheck reports whether a block ends with the bounds check, where lanes do not diverge.
func (f *Subject) IsBoundsCheck(b ir.BlockID) bool {
	return f.BoundsCheck != nil && f.BoundsCheck.Block == b
}
