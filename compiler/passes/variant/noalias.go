package variant

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes"
	"heddle/compiler/passes/rewrite"
)

// A no-alias copy is for launches in which certain pointer arguments do not overlap. Loads may be moved before stores
// there (early_loads.go), and sums be kept in registers. Programs like to accumulate in
// memory: `for (k = 0; k < n; k++) c[i] += a[k] * b[k]`. As c might alias a or b, each iteration must store the sum. In
// the copy, memory at a loop-invariant pointer is promoted to a private variable (scalar promotion): loaded before the
// loop, and stored on all exits.
//
// A candidate is a loop-invariant pointer whose base argument is known. Other accesses of the loop to the same argument
// must be at a fixed distance from it; for those to other arguments the launch checks that the arguments do not
// overlap. Other work-items need not see the stores in between: nothing is promoted in a loop with a barrier or an
// atomic operation.
//
// A store must not be introduced on a path that had none: the address may be invalid there. So there is either a store
// to the candidate before the loop, or the loop stores before it can be left, or all iterations store and only the
// header leads out; then the condition of the first iteration is evaluated before the loop. A candidate that the header
// loads is loaded before the loop unconditionally: the header reads it, and may pass it on, also if there is no
// iteration.

// Pair are the offsets of two pointers in the block of arguments.
type Pair struct{ Written, Other uint32 }

// NoAlias is a copy of an optimised kernel for launches in which the arguments of each pair do not overlap; nil if that
// gains nothing. It only reads the kernel, so others may read it at the same time.
func NoAlias(m *ir.Module, f *ir.Func) (*ir.Func, []Pair) {
	if !f.Kernel || !storesInPlace(f) && !loadsLate(f) {
		return nil, nil
	}
	p := promoter{fn: f.Clone(), isDone: map[ir.BlockID]bool{}, hasOrder: hasOrder(f)}
	gains := p.loadEarly()
	rewrite.AddPreheaders(p.fn, ir.NewCFG(p.fn))
	for count := 0; count < maxPromotions && p.promoteOne(); count++ {
		gains = true
	}
	if !gains {
		return nil, nil
	}
	passes.AfterNoAlias(m, p.fn)
	return p.fn, p.pairs
}

// storesInPlace reports whether a loop stores at a loop-invariant pointer.
func storesInPlace(f *ir.Func) bool {
	var cfg ir.CFG
	if cfg.Analyze(f); !cfg.HasLoop() {
		return false
	}
	loops, innermost := cfg.Loops()
	for b := range f.Blocks {
		l := innermost[b]
		if l >= 0 && slices.ContainsFunc(f.Blocks[b].Instrs, func(v ir.ValueID) bool {
			in := f.Instr(v)
			return in.Op == ir.OpStore && in.Space == ir.SpaceGlobal &&
				!ir.InLoop(loops, innermost, f.Instr(in.Args[0]).Block, l)
		}) {
			return true
		}
	}
	return false
}

// hasOrder reports whether a kernel has an operation that orders memory between work-items.
func hasOrder(f *ir.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(v ir.ValueID) bool {
			op := f.Instr(v).Op
			return op != ir.OpStore && op.Info().Effect&(ir.EffectWrites|ir.EffectBarrier) != 0
		})
	})
}

// promoter promotes memory in one function.
type promoter struct {
	fn        *ir.Func
	cfg       ir.CFG
	loops     []ir.Loop
	innermost []int
	isDone    map[ir.BlockID]bool // by header
	hasOrder  bool                // see hasOrder
	pairs     []Pair
}

// globalAccess is a load or store of global memory in a loop.
type globalAccess struct {
	instr   ir.ValueID
	pointer ir.ValueID
	block   ir.BlockID
	at      address
	arg     uint32 // the offset of the argument that the pointer derives from, if that is known
	isKnown bool
	isStore bool
}

// address is a pointer without the constants that were added to it.
type address struct {
	base         ir.ValueID
	offset, size int64 // in bytes
}

// inside reports whether block b is in the loop.
func (p *promoter) inside(b ir.BlockID, loop int) bool {
	return ir.InLoop(p.loops, p.innermost, b, loop)
}

// promoteOne looks for a loop that has not been looked at and promotes its candidates. It reports whether there were
// any; then there may be more.
func (p *promoter) promoteOne() bool {
	p.cfg.Analyze(p.fn)
	p.loops, p.innermost = p.cfg.Loops()
	for l := len(p.loops) - 1; l >= 0; l-- { // inner loops first
		header := p.loops[l].Header
		if p.isDone[header] {
			continue
		}
		p.isDone[header] = true
		if stores, isConditional := p.candidates(l); len(stores) > 0 {
			p.promote(l, stores, isConditional)
			return true
		}
	}
	return false
}

// candidates are the first stores of a loop to the candidates that can be promoted. They are conditional if code before
// the loop must check that there is a first iteration.
func (p *promoter) candidates(l int) (stores []globalAccess, isConditional bool) {
	accesses, ok := p.accesses(l)
	if !ok || len(p.exits(l)) == 0 {
		return nil, false
	}
	for i := range accesses {
		a := &accesses[i]
		if !a.isStore || p.inside(p.fn.Instr(a.pointer).Block, l) || slices.ContainsFunc(accesses[:i], a.isSameStore) {
			continue
		}
		pairs, isApart := p.apart(a, accesses)
		if !isApart {
			continue
		}
		switch {
		case p.isStoredAnyway(l, a, accesses):
			stores = append(stores, *a)
		case p.isStoredEachIteration(l, a, accesses):
			stores, isConditional = append(stores, *a), true
		default:
			continue
		}
		p.pairs = pairs
	}
	return stores, isConditional
}

// isSameStore reports whether b is a store to the same pointer.
func (a *globalAccess) isSameStore(b globalAccess) bool { return b.isStore && b.pointer == a.pointer }

// accesses are a loop's accesses to global memory; not ok if the loop has other operations on memory.
func (p *promoter) accesses(l int) (list []globalAccess, ok bool) {
	for _, b := range p.loops[l].Blocks {
		for _, v := range p.fn.Blocks[b].Instrs {
			in := p.fn.Instr(v)
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
			a := p.access(v)
			if !a.isKnown {
				return nil, false
			}
			list = append(list, a)
		}
	}
	return list, true
}

// access is what is known of a load or store of global memory.
func (p *promoter) access(v ir.ValueID) globalAccess {
	in := p.fn.Instr(v)
	a := globalAccess{instr: v, pointer: in.Args[0], block: in.Block, isStore: in.Op == ir.OpStore}
	a.arg, a.isKnown = p.argument(a.pointer)
	a.at.size = int64(p.fn.AccessType(in).Bytes())
	a.at.base, a.at.offset = p.fn.BaseOffset(a.pointer)
	return a
}

// argument is the offset of the argument that a pointer derives from, in the block of arguments.
func (p *promoter) argument(v ir.ValueID) (offset uint32, ok bool) {
	in := p.fn.Instr(v)
	for in.Op == ir.OpPtrAdd || in.Op == ir.OpExpect {
		in = p.fn.Instr(in.Args[0])
	}
	if in.Op != ir.OpLoad || in.Space != ir.SpaceArgs {
		return 0, false
	}
	at, ok := p.fn.ArgumentOffset(in)
	return uint32(at), ok
}

// apart reports whether no other access of the loop overlaps a store, and the pairs of arguments that must not overlap
// for that, after those found before.
func (p *promoter) apart(a *globalAccess, accesses []globalAccess) (pairs []Pair, ok bool) {
	pairs = p.pairs
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

// isStoredAnyway reports whether all work-items that enter the loop store to a's address, before they leave it or
// earlier.
func (p *promoter) isStoredAnyway(l int, a *globalAccess, accesses []globalAccess) bool {
	if slices.ContainsFunc(accesses, func(b globalAccess) bool {
		return a.isSameStore(b) && p.dominatesAll(b.block, p.exits(l))
	}) {
		return true
	}
	if p.hasOrder { // the memory may belong to another work-item by now
		return false
	}
	for b := p.cfg.Idom[p.loops[l].Header]; ; b = p.cfg.Idom[b] {
		if slices.ContainsFunc(p.fn.Blocks[b].Instrs, func(v ir.ValueID) bool {
			in := p.fn.Instr(v)
			return in.Op == ir.OpStore && in.Space == ir.SpaceGlobal && in.Args[0] == a.pointer &&
				int64(p.fn.AccessType(in).Bytes()) == a.at.size
		}) {
			return true
		}
		if b == 0 || b == p.fn.Instr(a.pointer).Block {
			return false
		}
	}
}

// exits are the blocks of a loop that lead out of it.
func (p *promoter) exits(l int) (exits []ir.BlockID) {
	for _, b := range p.loops[l].Blocks {
		if slices.ContainsFunc(p.fn.Blocks[b].Succs, func(e ir.Edge) bool { return !p.inside(e.To, l) }) {
			exits = append(exits, b)
		}
	}
	return exits
}

// dominatesAll reports whether b dominates each of the blocks.
func (p *promoter) dominatesAll(b ir.BlockID, blocks []ir.BlockID) bool {
	return !slices.ContainsFunc(blocks, func(to ir.BlockID) bool { return !p.cfg.Dominates(b, to) })
}

// isStoredEachIteration reports whether all iterations of a loop store to a's address, and only the header leads out of
// it, by a condition that can be evaluated before the loop too.
func (p *promoter) isStoredEachIteration(l int, a *globalAccess, accesses []globalAccess) bool {
	header := p.loops[l].Header
	if exits := p.exits(l); len(exits) != 1 || exits[0] != header || p.fn.Terminator(header).Op != ir.OpBranch {
		return false
	}
	list := p.fn.Blocks[header].Instrs
	if slices.ContainsFunc(list[:len(list)-1], func(v ir.ValueID) bool {
		in := p.fn.Instr(v)
		return !in.Op.Pure() && in.Op != ir.OpLoad
	}) {
		return false
	}
	back := slices.DeleteFunc(slices.Clone(p.cfg.Preds[header]), func(b ir.BlockID) bool { return !p.inside(b, l) })
	return slices.ContainsFunc(accesses, func(b globalAccess) bool {
		return a.isSameStore(b) && p.dominatesAll(b.block, back)
	})
}

// promote replaces memory by private variables in a loop.
func (p *promoter) promote(l int, stores []globalAccess, isConditional bool) {
	before := p.preheader(l)
	condition := ir.ValueID(0)
	if isConditional {
		condition = p.firstCondition(l, before, p.fn.Blocks[before].Succs[0].Args)
	}
	promoted := make([]promotion, len(stores))
	for i, a := range stores {
		store := *p.fn.Instr(a.instr)
		t := p.fn.Type(store.Args[1])
		size := t.Bytes()
		promoted[i] = promotion{pointer: a.pointer, typ: t, align: store.Align, pos: store.Pos,
			variable: p.add(0, 0, ir.Instr{Op: ir.OpAlloca, Type: ir.Ptr, Imm: uint64(size), Align: uint8(size)})}
		p.replace(l, &promoted[i])
	}
	p.enter(l, before, promoted, condition)
	for _, b := range p.loops[l].Blocks {
		for i := range p.fn.Blocks[b].Succs {
			if to := p.fn.Blocks[b].Succs[i].To; !p.inside(to, l) {
				p.leave(b, i, promoted, condition)
			}
		}
	}
}

// promotion is a pointer to memory with the variable that replaces the memory in a loop.
type promotion struct {
	pointer, variable ir.ValueID
	typ               ir.Type
	align             uint8
	pos               ir.Pos
	isInHeader        bool // the header accesses it: all work-items that come to the loop may
}

// inMemory is an access to the memory, inVariable one to the variable.
func (m *promotion) inMemory(op ir.Op, args ...ir.ValueID) ir.Instr {
	return m.access(op, ir.SpaceGlobal, m.align, m.pointer, args)
}

func (m *promotion) inVariable(op ir.Op, args ...ir.ValueID) ir.Instr {
	return m.access(op, ir.SpacePrivate, uint8(m.typ.Bytes()), m.variable, args)
}

func (m *promotion) access(op ir.Op, space ir.Space, align uint8, pointer ir.ValueID, args []ir.ValueID) ir.Instr {
	in := ir.Instr{Op: op, Space: space, Align: align, Pos: m.pos, Args: append([]ir.ValueID{pointer}, args...)}
	if op == ir.OpLoad {
		in.Type = m.typ
	}
	return in
}

// replace makes the accesses of a loop to the memory accesses to the variable.
func (p *promoter) replace(l int, m *promotion) {
	for _, b := range p.loops[l].Blocks {
		for _, v := range p.fn.Blocks[b].Instrs {
			in := p.fn.Instr(v)
			if (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Args[0] == m.pointer {
				in.Args[0], in.Space, in.Align = m.variable, ir.SpacePrivate, uint8(m.typ.Bytes())
				m.isInHeader = m.isInHeader || b == p.loops[l].Header
			}
		}
	}
}

// preheader is the block that leads into a loop.
func (p *promoter) preheader(l int) ir.BlockID {
	preds := p.cfg.Preds[p.loops[l].Header]
	return preds[slices.IndexFunc(preds, func(b ir.BlockID) bool { return !p.inside(b, l) })]
}

// enter loads the variables before a loop. If there is a condition, those that the header does not access are loaded
// only where it holds.
func (p *promoter) enter(l int, before ir.BlockID, promoted []promotion, condition ir.ValueID) {
	at := before
	if condition != 0 {
		into := p.fn.Blocks[before].Succs[0]
		at = p.fn.NewBlock()
		p.branch(before, condition, ir.Edge{To: at}, into)
		p.jump(at, ir.Edge{To: p.loops[l].Header, Args: slices.Clone(into.Args)})
	}
	for i := range promoted {
		into := at
		if promoted[i].isInHeader {
			into = before
		}
		v := p.append(into, promoted[i].inMemory(ir.OpLoad))
		p.append(into, promoted[i].inVariable(ir.OpStore, v))
	}
}

// firstCondition evaluates the condition of the header before the loop, for the first iteration. The result tells
// whether there is one.
func (p *promoter) firstCondition(l int, before ir.BlockID, args []ir.ValueID) ir.ValueID {
	header := &p.fn.Blocks[p.loops[l].Header]
	first := map[ir.ValueID]ir.ValueID{}
	for i, p := range header.Params {
		first[p] = args[i]
	}
	last := len(header.Instrs) - 1
	for _, v := range header.Instrs[:last] {
		in := *p.fn.Instr(v)
		in.Args = inFirst(in.Args, first)
		first[v] = p.append(before, in)
	}
	condition := inFirst(p.fn.Instr(header.Instrs[last]).Args, first)[0]
	if p.inside(header.Succs[0].To, l) {
		return condition
	}
	isFalse := p.add(0, 0, ir.Instr{Op: ir.OpConst, Type: ir.I1})
	no := ir.Instr{Op: ir.OpICmp, Type: ir.I1, Kind: uint8(ir.EQ), Args: []ir.ValueID{condition, isFalse}}
	return p.append(before, no)
}

// inFirst is a list with the values of the first iteration.
func inFirst(list []ir.ValueID, first map[ir.ValueID]ir.ValueID) []ir.ValueID {
	list = slices.Clone(list)
	for i, v := range list {
		if is, ok := first[v]; ok {
			list[i] = is
		}
	}
	return list
}

// leave stores the variables on an exit of a loop, if there is a condition only where it holds.
func (p *promoter) leave(from ir.BlockID, way int, promoted []promotion, condition ir.ValueID) {
	out := p.fn.Blocks[from].Succs[way]
	at := p.fn.NewBlock()
	p.fn.Blocks[from].Succs[way] = ir.Edge{To: at}
	stores := at
	if condition != 0 {
		stores = p.fn.NewBlock()
		p.branch(at, condition, ir.Edge{To: stores}, out)
		out.Args = slices.Clone(out.Args)
	}
	p.jump(stores, out)
	for i := range promoted {
		v := p.append(stores, promoted[i].inVariable(ir.OpLoad))
		p.append(stores, promoted[i].inMemory(ir.OpStore, v))
	}
}

// add inserts an instruction into block b, at an index of its list.
func (p *promoter) add(b ir.BlockID, at int, in ir.Instr) ir.ValueID {
	in.Block = b
	v := p.fn.NewValue(in)
	p.fn.Blocks[b].Instrs = slices.Insert(p.fn.Blocks[b].Instrs, at, v)
	return v
}

// append inserts an instruction before the terminator of block b.
func (p *promoter) append(b ir.BlockID, in ir.Instr) ir.ValueID {
	return p.add(b, len(p.fn.Blocks[b].Instrs)-1, in)
}

// jump terminates an empty block.
func (p *promoter) jump(b ir.BlockID, to ir.Edge) {
	p.add(b, 0, ir.Instr{Op: ir.OpJump})
	p.fn.Blocks[b].Succs = []ir.Edge{to}
}

// branch terminates a block by a branch, in place of its jump if it has one.
func (p *promoter) branch(b ir.BlockID, condition ir.ValueID, yes, no ir.Edge) {
	block := &p.fn.Blocks[b]
	if n := len(block.Instrs); n > 0 {
		block.Instrs = block.Instrs[:n-1]
	}
	p.add(b, len(block.Instrs), ir.Instr{Op: ir.OpBranch, Args: []ir.ValueID{condition}})
	p.fn.Blocks[b].Succs = []ir.Edge{yes, no}
}
