package prepare

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// Guards. Kernels are launched for more work-items than there is data and begin with `if (i < n)`, or do something else at the
// edges of an image. What is behind such a branch would run under masks for all bundles, though all but a few have all their
// lanes there: without mask registers, accesses under masks cost several times as much as others, and AMD's processors fetch less ahead for
// loads under masks. So what is behind the branch is copied. Bundles all of whose lanes go there run the copy, which needs no
// masks; the others run what was there, which becomes rare.
//
//	b: branch i < n, body, end            b:     if all lanes: copy, else parted
//	body: ...                        =>   parted: branch i < n, body, end
//	end:                                  body: ...
//	                                      copy: ...
//	                                      end:
//
// Only comparisons of what steps evenly are taken for guards: nearly all bundles are on one side of those. In the copy nothing
// is computed differently, so what is known of a value holds for its copy.

// BoundsCheck is such a branch in a function that has the copy.
type BoundsCheck struct {
	Block ir.BlockID
	Side  int // its edge that leads to the copy: 0 if all lanes must meet the condition, 1 if none
}

// BoundsChecked is a kernel with a copy of what is behind its guard, and what is known of its values; nil if there is no guard.
func BoundsChecked(known *uniform.Known, t target.Machine, v bundle.Version, off switches.Set) (*ir.Func, *uniform.Info, *BoundsCheck) {
	f := known.Func()
	limits := &t.Tuning.Prepare
	if !limits.ChecksBounds || off&(switches.GuardCopies|switches.StrideAnalysis) != 0 || !f.Kernel || !v.Full ||
		v.Shape == bundle.Packed || len(f.Instrs)+limits.MaxChecked > limits.MaxRepeated {
		return nil, nil, nil
	}
	s := boundsSearch{most: limits.MaxChecked, fn: f, info: off.Uniformity(known, v.Shape), cfg: ir.NewCFG(f)}
	s.lane, s.sub = VariesBy(v.Shape)
	g := s.find()
	if g == nil {
		return nil, nil, nil
	}
	c := s.copyBehind(g)
	return c.fn, s.info.WithCopies(c.values), g
}

// boundsSearch looks for the guard of a kernel.
type boundsSearch struct {
	most      int // instructions behind the guard
	fn        *ir.Func
	info      *uniform.Info
	cfg       *ir.CFG
	lane, sub uniform.Vary
}

// find is the first branch on the way from the entry that parts lanes, if it is a guard; nil: it is none. Where a branch before
// parts none, the way goes on where most of the kernel is.
func (s *boundsSearch) find() *BoundsCheck {
	b := ir.BlockID(0)
	for {
		succs := s.fn.Blocks[b].Succs
		if len(succs) == 2 && s.info.Varies(s.fn.Terminator(b).Args[0])&(s.lane|s.sub) != 0 {
			return s.guardAt(b)
		}
		next, most := ir.BlockID(-1), 0
		for _, e := range succs {
			if n := s.size(s.behind(b, e.To)); n > most {
				next, most = e.To, n
			}
		}
		if next < 0 {
			return nil
		}
		b = next
	}
}

// guardAt is the guard that the branch of a block is, if it is one.
func (s *boundsSearch) guardAt(b ir.BlockID) *BoundsCheck {
	end, succs := s.fn.Terminator(b), s.fn.Blocks[b].Succs
	if end.Op != ir.OpBranch || succs[0].To == succs[1].To {
		return nil
	}
	usual := s.usually(end.Args[0])
	var behind [2][]ir.BlockID
	for side, e := range succs {
		behind[side] = s.behind(b, e.To)
	}
	g := &BoundsCheck{Block: b}
	switch {
	case usual == isNeither:
		return nil
	case usual == isFalse, usual == isEither && s.size(behind[1]) > s.size(behind[0]):
		g.Side = 1
	}
	if n := s.size(behind[g.Side]); n == 0 || n > s.most || !s.onlyAccesses(behind[g.Side]) {
		return nil
	}
	return g
}

// behind are the blocks that are only come to by the edge from a block to another; none if that has other ways in.
func (s *boundsSearch) behind(from, to ir.BlockID) (list []ir.BlockID) {
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

// onlyAccesses says whether blocks load or store, and have no effects but that.
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

// What a condition is for nearly all bundles.
type usual uint8

const (
	isNeither usual = iota // true for some lanes, false for others
	isEither               // the same for all lanes
	isTrue
	isFalse
)

// usually is what a condition is for nearly all bundles.
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

// stepsEvenly says whether a value follows from ids and arguments, and from lane to lane grows by a constant.
func (s *boundsSearch) stepsEvenly(v ir.ValueID) bool {
	_, _, ok := s.info.StrideNeeds(v)
	return ok && s.info.Varies(v)&(uniform.VaryAny|uniform.VaryMemory) == 0
}

// boundsCopy makes the function with the copy.
type boundsCopy struct {
	fn     *ir.Func
	values []ir.ValueID // the new values: what they are copies of, 0: of nothing
	copyOf map[ir.ValueID]ir.ValueID
	blocks map[ir.BlockID]ir.BlockID
}

// copyBehind copies what is behind a guard.
func (s *boundsSearch) copyBehind(g *BoundsCheck) *boundsCopy {
	f := *s.fn
	f.Instrs, f.Blocks = slices.Clone(f.Instrs), slices.Clone(f.Blocks)
	c := &boundsCopy{fn: &f, copyOf: map[ir.ValueID]ir.ValueID{}, blocks: map[ir.BlockID]ir.BlockID{}}
	succs := s.fn.Blocks[g.Block].Succs
	behind := s.behind(g.Block, succs[g.Side].To)
	for _, b := range behind {
		c.blocks[b] = f.NewBlock()
	}
	for _, b := range behind {
		c.copyBlock(b)
	}
	parted := f.NewBlock()
	end := *s.fn.Terminator(g.Block)
	end.Block = parted
	f.Blocks[parted] = ir.Block{Instrs: []ir.ValueID{c.add(0, end)}, Succs: succs, Rare: true}
	ways := []ir.Edge{{To: parted}, {To: parted}}
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

// copyValue copies a value into a block. Its operands are copied already: blocks come after those that dominate them, and
// parameters have none.
func (c *boundsCopy) copyValue(v ir.ValueID, into ir.BlockID) ir.ValueID {
	in := *c.fn.Instr(v)
	in.Block, in.Args = into, c.copied(in.Args)
	c.copyOf[v] = c.add(v, in)
	return c.copyOf[v]
}

// copied are the copies of values, of which those from before the guard have none.
func (c *boundsCopy) copied(list []ir.ValueID) []ir.ValueID {
	list = slices.Clone(list)
	for i, v := range list {
		if w, ok := c.copyOf[v]; ok {
			list[i] = w
		}
	}
	return list
}

// IsBoundsCheck says whether the branch of a block is the guard: no lanes part there.
func (f *Subject) IsBoundsCheck(b ir.BlockID) bool {
	return f.BoundsCheck != nil && f.BoundsCheck.Block == b
}
