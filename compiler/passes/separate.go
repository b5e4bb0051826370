package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Separating: a copy of an optimised kernel for launches in which what its arguments point to does not overlap. Programs
// like to sum up in memory: `for (k = 0; k < n; k++) c[i] += a[k] * b[k]`. As c might be the same memory as a or b, each
// round has to store the sum. In the copy, a place in memory that stays the same in all rounds of a loop is loaded before
// the loop, is a private variable in it, and is stored behind it on all ways out.
//
// A place is such a pointer, made before the loop, of which is known which argument it comes from. Nothing else in the loop
// may access memory of the same argument, but at a fixed distance; what accesses memory of other arguments is the condition
// for the copy. What other work-items see is no matter: without a barrier or an atomic operation, and then nothing moves,
// they may not look.
//
// Work-items that do not come by a store must not store, for the place may not be theirs, or not exist: either a store to
// it was made before the loop, or the loop stores before it can be left, or its header leads out and each round stores:
// then the question of the first round is asked before the loop. A place that the header loads is loaded before the loop
// whatever the answer is, since the header looks at it, and may hand it on, also where there is no round.
//
// Nothing is fused once more, so that the copy rounds as the kernel does.

// Pair are the places of two pointers in the block of arguments.
type Pair struct{ Written, Other uint32 }

// Separating makes CFGs anew, and pairs are looked at in each launch, so both are bounded.
const (
	maxSeparated = 32
	maxPairs     = 32
)

// afterSeparating are the passes that a separated function runs through.
var afterSeparating = []*Pass{&mem2regPass, &cleanPass, &loadsPass, &cleanPass, &licmPass, &gvnPass, &dcePass, &meetPass, &leavePass, &cleanPass, &meetPass}

// Separate gives a separated copy of a kernel that has gone through Optimize, and which of its arguments must not overlap;
// nil if nothing is gained by that. It may run at the same time as others that read the kernel.
func Separate(m *ir.Module, f *ir.Func) (*ir.Func, []Pair) {
	if !storesInPlace(f) {
		return nil, nil
	}
	d := newDriver(m, Options{})
	s := separating{fn: copied(f), scratch: d.scratch, isDone: map[ir.BlockID]bool{}}
	d.begin(s.fn)
	addPreheaders(s.fn, d.scratch.control(s.fn))
	d.scratch.edgesChanged()
	s.hasOrder = hasOrder(s.fn)
	moved := 0
	for moved < maxSeparated && s.moveOne() {
		moved++
	}
	if moved == 0 {
		d.scratch.release()
		return nil, nil
	}
	d.function(s.fn, afterSeparating)
	d.scratch.release()
	return s.fn, s.pairs
}

// storesInPlace says whether a loop stores to a place that was made before it.
func storesInPlace(f *ir.Func) bool {
	var cfg ir.CFG
	if cfg.Analyze(f); !f.Kernel || !cfg.HasLoop() {
		return false
	}
	s := separating{fn: f}
	s.loops, s.innermost = cfg.Loops()
	for b := range f.Blocks {
		l := s.innermost[b]
		if l < 0 {
			continue
		}
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); in.Op == ir.OpStore && in.Space == ir.SpaceGlobal && !s.isInside(f.Instr(in.Args[0]).Block, l) {
				return true
			}
		}
	}
	return false
}

// hasOrder says whether a kernel does anything by which one work-item could hand memory over to another.
func hasOrder(f *ir.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(v ir.ValueID) bool {
			op := f.Instr(v).Op
			return op != ir.OpStore && op.Info().Effect&(ir.EffectWrites|ir.EffectBarrier) != 0
		})
	})
}

type separating struct {
	fn        *ir.Func
	scratch   *scratch
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	isDone    map[ir.BlockID]bool // by header
	hasOrder  bool                // has barriers, atomic operations or the like
	pairs     []Pair
}

// globalAccess is a load or store of global memory in a loop.
type globalAccess struct {
	instr   ir.ValueID
	pointer ir.ValueID
	block   ir.BlockID
	at      accessPlace // in memory of the argument
	arg     uint32      // where that is in the block of arguments
	isStore bool
}

// isInside says whether block b is in the loop.
func (s *separating) isInside(b ir.BlockID, loop int) bool {
	return ir.InLoop(s.loops, s.innermost, b, loop)
}

// moveOne looks for an innermost loop that has not been looked at and moves what can be moved out of it. It says whether
// it has moved something; then there may be more.
func (s *separating) moveOne() bool {
	s.cfg = s.scratch.control(s.fn)
	s.loops, s.innermost = s.cfg.Loops()
	for l := len(s.loops) - 1; l >= 0; l-- {
		header := s.loops[l].Header
		if s.isDone[header] {
			continue
		}
		s.isDone[header] = true
		if places, asks := s.places(l); len(places) > 0 {
			s.move(l, places, asks)
			s.scratch.edgesChanged()
			return true
		}
	}
	return false
}

// places are the places of a loop that can be moved, each with its first store; asks says that it must be asked whether
// there is a first round.
func (s *separating) places(l int) (places []globalAccess, asks bool) {
	accesses, ok := s.accesses(l)
	if !ok || len(s.exits(l)) == 0 {
		return nil, false
	}
	for i := range accesses {
		a := &accesses[i]
		if !a.isStore || s.isInside(s.fn.Instr(a.pointer).Block, l) || slices.ContainsFunc(accesses[:i], func(b globalAccess) bool {
			return b.isStore && b.pointer == a.pointer
		}) {
			continue
		}
		pairs, isApart := s.apart(a, accesses)
		if !isApart {
			continue
		}
		switch {
		case s.isStoredAnyhow(l, a, accesses):
			places = append(places, *a)
		case s.isStoredEachRound(l, a, accesses):
			places, asks = append(places, *a), true
		default:
			continue
		}
		s.pairs = pairs
	}
	return places, asks
}

// accesses are a loop's accesses to global memory. Not ok are loops that do more with memory than loading and storing.
func (s *separating) accesses(l int) (list []globalAccess, ok bool) {
	for _, b := range s.loops[l].Blocks {
		for _, v := range s.fn.Blocks[b].Instrs {
			in := s.fn.Instr(v)
			if in.Op != ir.OpLoad && in.Op != ir.OpStore {
				if in.Op.Info().Effect&(ir.EffectReads|ir.EffectWrites|ir.EffectBarrier) != 0 {
					return nil, false
				}
				continue
			}
			if in.Flags&ir.FlagVolatile != 0 || in.Space == ir.SpaceGeneric {
				return nil, false
			}
			if in.Space != ir.SpaceGlobal {
				continue // cannot be the same memory
			}
			a := globalAccess{instr: v, pointer: in.Args[0], block: b, isStore: in.Op == ir.OpStore}
			if a.arg, ok = s.argument(a.pointer); !ok {
				return nil, false
			}
			a.at = s.placeOf(a.pointer, int64(accessType(s.fn, in).Bytes()))
			list = append(list, a)
		}
	}
	return list, true
}

// accessType is the type of what a load or store moves.
func accessType(f *ir.Func, in *ir.Instr) ir.Type {
	if in.Op == ir.OpStore {
		return f.Type(in.Args[1])
	}
	return in.Type
}

// argument is where the pointer argument that a pointer was made of is in the block of arguments.
func (s *separating) argument(v ir.ValueID) (offset uint32, ok bool) {
	in := s.fn.Instr(v)
	for in.Op == ir.OpPtrAdd || in.Op == ir.OpExpect {
		in = s.fn.Instr(in.Args[0])
	}
	if in.Op != ir.OpLoad || in.Space != ir.SpaceArgs {
		return 0, false
	}
	at := s.placeOf(in.Args[0], 8)
	return uint32(at.offset), s.fn.Instr(at.base).Op == ir.OpArgBlock
}

// placeOf takes constants off a pointer.
func (s *separating) placeOf(ptr ir.ValueID, size int64) accessPlace {
	at := accessPlace{base: ptr, size: size}
	for {
		in := s.fn.Instr(at.base)
		if in.Op != ir.OpPtrAdd || s.fn.Instr(in.Args[1]).Op != ir.OpConst {
			return at
		}
		at.base, at.offset = in.Args[0], at.offset+int64(s.fn.Instr(in.Args[1]).Imm)
	}
}

// apart says whether no other access of the loop touches the place of a store, and the pairs of arguments that must not
// overlap for that, behind those found before.
func (s *separating) apart(a *globalAccess, accesses []globalAccess) (pairs []Pair, ok bool) {
	pairs = s.pairs
	for i := range accesses {
		b := &accesses[i]
		switch {
		case b.pointer == a.pointer:
			if b.at.size != a.at.size {
				return nil, false
			}
		case b.arg == a.arg:
			if b.at.base != a.at.base || b.at.offset < a.at.offset+a.at.size && a.at.offset < b.at.offset+b.at.size {
				return nil, false
			}
		case !slices.Contains(pairs, Pair{a.arg, b.arg}) && !slices.Contains(pairs, Pair{b.arg, a.arg}):
			if len(pairs) == maxPairs {
				return nil, false
			}
			pairs = append(pairs[:len(pairs):len(pairs)], Pair{a.arg, b.arg})
		}
	}
	return pairs, true
}

// isStoredAnyhow says whether whoever comes to the loop stores to a's place before leaving it, or has done so before and
// cannot have handed the place over since.
func (s *separating) isStoredAnyhow(l int, a *globalAccess, accesses []globalAccess) bool {
	if slices.ContainsFunc(accesses, func(b globalAccess) bool {
		return b.isStore && b.pointer == a.pointer && s.isBeforeAll(b.block, s.exits(l))
	}) {
		return true
	}
	for b := s.cfg.Idom[s.loops[l].Header]; !s.hasOrder; b = s.cfg.Idom[b] {
		for _, v := range s.fn.Blocks[b].Instrs {
			in := s.fn.Instr(v)
			if in.Op == ir.OpStore && in.Space == ir.SpaceGlobal && in.Args[0] == a.pointer && int64(s.fn.Type(in.Args[1]).Bytes()) == a.at.size {
				return true
			}
		}
		if b == 0 || b == s.fn.Instr(a.pointer).Block {
			break
		}
	}
	return false
}

// exits are the blocks of a loop that lead out of it.
func (s *separating) exits(l int) (exits []ir.BlockID) {
	for _, b := range s.loops[l].Blocks {
		if slices.ContainsFunc(s.fn.Blocks[b].Succs, func(e ir.Edge) bool { return !s.isInside(e.To, l) }) {
			exits = append(exits, b)
		}
	}
	return exits
}

// isBeforeAll says whether all ways to each of the blocks lead through b.
func (s *separating) isBeforeAll(b ir.BlockID, blocks []ir.BlockID) bool {
	return !slices.ContainsFunc(blocks, func(to ir.BlockID) bool { return !s.cfg.Dominates(b, to) })
}

// isStoredEachRound says whether only the header of a loop leads out of it, by a question that can be asked before the loop
// too, and all rounds store to a's place.
func (s *separating) isStoredEachRound(l int, a *globalAccess, accesses []globalAccess) bool {
	header := s.loops[l].Header
	if exits := s.exits(l); len(exits) != 1 || exits[0] != header || s.fn.Terminator(header).Op != ir.OpBranch {
		return false
	}
	list := s.fn.Blocks[header].Instrs
	if slices.ContainsFunc(list[:len(list)-1], func(v ir.ValueID) bool {
		in := s.fn.Instr(v)
		return !in.Op.Pure() && in.Op != ir.OpLoad
	}) {
		return false
	}
	back := slices.DeleteFunc(slices.Clone(s.cfg.Preds[header]), func(p ir.BlockID) bool { return !s.isInside(p, l) })
	return slices.ContainsFunc(accesses, func(b globalAccess) bool {
		return b.isStore && b.pointer == a.pointer && s.isBeforeAll(b.block, back)
	})
}

// move makes places into private variables for the time of a loop.
func (s *separating) move(l int, places []globalAccess, asks bool) {
	before := s.before(l)
	condition := ir.ValueID(0)
	if asks {
		condition = s.firstRound(l, before, s.fn.Blocks[before].Succs[0].Args)
	}
	moved := make([]movedPlace, len(places))
	for i, a := range places {
		store := *s.fn.Instr(a.instr)
		t := s.fn.Type(store.Args[1])
		moved[i] = movedPlace{pointer: a.pointer, typ: t, align: store.Align, pos: store.Pos,
			variable: s.add(0, 0, ir.Instr{Op: ir.OpAlloca, Type: ir.Ptr, Imm: uint64(t.Bytes()), Align: uint8(t.Bytes())})}
		s.replace(l, &moved[i])
	}
	s.enter(l, before, moved, condition)
	for _, b := range s.loops[l].Blocks {
		for i := range s.fn.Blocks[b].Succs {
			if to := s.fn.Blocks[b].Succs[i].To; !s.isInside(to, l) {
				s.leave(b, i, moved, condition)
			}
		}
	}
}

// movedPlace is a place in memory with the variable that stands for it in a loop.
type movedPlace struct {
	pointer, variable ir.ValueID
	typ               ir.Type
	align             uint8
	pos               ir.Pos
	isInHeader        bool // the header accesses it: whoever comes to the loop may
}

// inMemory is an access to the place itself, inVariable one to the variable.
func (m *movedPlace) inMemory(op ir.Op, args ...ir.ValueID) ir.Instr {
	return m.access(op, ir.SpaceGlobal, m.align, m.pointer, args)
}

func (m *movedPlace) inVariable(op ir.Op, args ...ir.ValueID) ir.Instr {
	return m.access(op, ir.SpacePrivate, uint8(m.typ.Bytes()), m.variable, args)
}

func (m *movedPlace) access(op ir.Op, space ir.Space, align uint8, pointer ir.ValueID, args []ir.ValueID) ir.Instr {
	in := ir.Instr{Op: op, Space: space, Align: align, Pos: m.pos, Args: append([]ir.ValueID{pointer}, args...)}
	if op == ir.OpLoad {
		in.Type = m.typ
	}
	return in
}

// replace lets the accesses of a loop to a place access its variable.
func (s *separating) replace(l int, m *movedPlace) {
	for _, b := range s.loops[l].Blocks {
		for _, v := range s.fn.Blocks[b].Instrs {
			if in := s.fn.Instr(v); (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Args[0] == m.pointer {
				in.Args[0], in.Space, in.Align = m.variable, ir.SpacePrivate, uint8(m.typ.Bytes())
				m.isInHeader = m.isInHeader || b == s.loops[l].Header
			}
		}
	}
}

// before is the block that leads into a loop.
func (s *separating) before(l int) ir.BlockID {
	preds := s.cfg.Preds[s.loops[l].Header]
	return preds[slices.IndexFunc(preds, func(p ir.BlockID) bool { return !s.isInside(p, l) })]
}

// enter loads the places before a loop; if there is a condition, what the header does not access only where it holds.
func (s *separating) enter(l int, before ir.BlockID, places []movedPlace, condition ir.ValueID) {
	at := before
	if condition != 0 {
		into := s.fn.Blocks[before].Succs[0]
		at = s.fn.NewBlock()
		s.branch(before, condition, ir.Edge{To: at}, into)
		s.jump(at, ir.Edge{To: s.loops[l].Header, Args: slices.Clone(into.Args)})
	}
	for i := range places {
		into := at
		if places[i].isInHeader {
			into = before
		}
		v := s.append(into, places[i].inMemory(ir.OpLoad))
		s.append(into, places[i].inVariable(ir.OpStore, v))
	}
}

// firstRound asks before a loop what its header will ask first. It gives whether there is a first round.
func (s *separating) firstRound(l int, before ir.BlockID, args []ir.ValueID) ir.ValueID {
	header := &s.fn.Blocks[s.loops[l].Header]
	first := map[ir.ValueID]ir.ValueID{}
	for i, p := range header.Params {
		first[p] = args[i]
	}
	last := len(header.Instrs) - 1
	for _, v := range header.Instrs[:last] {
		in := *s.fn.Instr(v)
		in.Args = asFirst(in.Args, first)
		first[v] = s.append(before, in)
	}
	question := asFirst(s.fn.Instr(header.Instrs[last]).Args, first)[0]
	if s.isInside(header.Succs[0].To, l) {
		return question
	}
	isFalse := s.add(0, 0, ir.Instr{Op: ir.OpConst, Type: ir.I1})
	return s.append(before, ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(ir.EQ), Args: []ir.ValueID{question, isFalse}})
}

// asFirst is a list with the values that they have in the first round.
func asFirst(list []ir.ValueID, first map[ir.ValueID]ir.ValueID) []ir.ValueID {
	list = slices.Clone(list)
	for i, v := range list {
		if is, ok := first[v]; ok {
			list[i] = is
		}
	}
	return list
}

// leave stores the places on a way out of a loop, if there is a condition only where it holds.
func (s *separating) leave(from ir.BlockID, way int, places []movedPlace, condition ir.ValueID) {
	out := s.fn.Blocks[from].Succs[way]
	at := s.fn.NewBlock()
	s.fn.Blocks[from].Succs[way] = ir.Edge{To: at}
	stores := at
	if condition != 0 {
		stores = s.fn.NewBlock()
		s.branch(at, condition, ir.Edge{To: stores}, out)
		out.Args = slices.Clone(out.Args)
	}
	s.jump(stores, out)
	for i := range places {
		v := s.append(stores, places[i].inVariable(ir.OpLoad))
		s.append(stores, places[i].inMemory(ir.OpStore, v))
	}
}

// add puts an instruction into block b, at a place in its list.
func (s *separating) add(b ir.BlockID, at int, in ir.Instr) ir.ValueID {
	in.Block = b
	v := s.fn.NewValue(in)
	s.fn.Blocks[b].Instrs = slices.Insert(s.fn.Blocks[b].Instrs, at, v)
	return v
}

// append puts an instruction before the end of block b.
func (s *separating) append(b ir.BlockID, in ir.Instr) ir.ValueID {
	return s.add(b, len(s.fn.Blocks[b].Instrs)-1, in)
}

// jump ends an empty block.
func (s *separating) jump(b ir.BlockID, to ir.Edge) {
	s.add(b, 0, ir.Instr{Op: ir.OpJump})
	s.fn.Blocks[b].Succs = []ir.Edge{to}
}

// branch ends a block in a branch, in the place of a jump if it has one.
func (s *separating) branch(b ir.BlockID, condition ir.ValueID, yes, no ir.Edge) {
	block := &s.fn.Blocks[b]
	if n := len(block.Instrs); n > 0 {
		block.Instrs = block.Instrs[:n-1]
	}
	s.add(b, len(block.Instrs), ir.Instr{Op: ir.OpBranch, Args: []ir.ValueID{condition}})
	s.fn.Blocks[b].Succs = []ir.Edge{yes, no}
}
