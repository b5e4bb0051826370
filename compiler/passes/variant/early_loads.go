package variant

import (
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Early loads. Programs update structures member by member: `out[i].x = in[i].x * 2; out[i].y = in[i].y * 3;`. As out
// might alias in, the second load must follow the first store, and neither the loads nor the stores are together, as
// they must be to be accessed in whole vectors (package access). In launches in which the arguments do not overlap,
// loads of the same step are moved up to the first of them, and loads between stores of one step before these stores.
//
// Other work-items must not see the difference: nothing moves in kernels with barriers or atomic operations. All moves
// are inside of blocks, so a load is executed if it was before.

// element is an instruction of a block.
type element struct {
	access   globalAccess // instr is always set; the rest if it is an access to memory that an argument points to
	step     int64        // bytes from lane to lane, if it is more than the access, as of elements of structures; or 0
	isFixed  bool         // nothing moves over it
	isSource bool         // the load that is looked at last is computed from it
}

// besides reports whether two accesses are to different places of one step.
func (a *element) besides(b *element) bool {
	distance := a.access.at.offset - b.access.at.offset
	return a.step != 0 && a.step == b.step && a.access.at.base == b.access.at.base && distance != 0 &&
		max(distance, -distance) < a.step
}

// loadsLate reports whether a block has several stores to global memory, and loads after them.
func loadsLate(f *ir.Func) bool {
	for b := range f.Blocks {
		stores, late := 0, 0
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); {
			case in.Space != ir.SpaceGlobal:
			case in.Op == ir.OpStore:
				stores++
			case in.Op == ir.OpLoad && stores > 0:
				late++
			}
		}
		if stores > 1 && late > 0 {
			return true
		}
	}
	return false
}

// loadEarly moves loads up in all blocks, and reports whether it has moved any.
func (p *promoter) loadEarly() bool {
	if p.hasOrder || !loadsLate(p.fn) {
		return false
	}
	m := mover{in: p, fn: p.fn, info: uniform.Analyze(p.fn), wanted: make([]ir.ValueID, len(p.fn.Instrs))}
	for b := range p.fn.Blocks {
		m.block(p.fn.Blocks[b].Instrs)
	}
	return m.moves > 0
}

// mover moves the loads of one block.
type mover struct {
	in     *promoter
	fn     *ir.Func
	info   *uniform.Info
	list   []*element
	wanted []ir.ValueID // by value: the load that is computed from it
	moves  int
}

func (m *mover) block(instrs []ir.ValueID) {
	m.list = m.list[:0]
	for _, v := range instrs {
		m.list = append(m.list, m.element(v))
	}
	for i := range m.list {
		m.load(i)
	}
	for i := range m.list {
		instrs[i] = m.list[i].access.instr
	}
}

func (m *mover) element(v ir.ValueID) *element {
	in := m.fn.Instr(v)
	a := &element{access: globalAccess{instr: v}}
	isAccess := (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Flags&ir.FlagVolatile == 0
	if !isAccess || in.Space != ir.SpaceGlobal {
		a.isFixed = !in.Op.Pure() && !(isAccess && in.Op == ir.OpLoad)
		return a
	}
	a.access = m.in.access(v)
	a.isFixed = a.access.isStore && !a.access.isKnown
	step, _, isAffine := m.info.StrideNeeds(a.access.pointer)
	step = max(step, -step)
	if word := max(a.access.at.size, 4); isAffine && step > a.access.at.size && (step <= 4*word || step == 8*word) {
		a.step = step // access.Interleave has such
	}
	return a
}

// load moves the load with index i to what it belongs to, as far up as that goes.
func (m *mover) load(i int) {
	load, to, pairs := m.list[i], -1, m.in.pairs
	if !load.access.isKnown || load.access.isStore || m.moves == maxEarlyLoads {
		return
	}
	isCrossing := false
	m.want(load.access.instr, load)
	for j := i - 1; j >= max(0, i-maxEarlyDistance); j-- {
		a := m.list[j]
		if a.isSource = m.wanted[a.access.instr] == load.access.instr; a.isSource {
			m.want(a.access.instr, load)
		}
		if a.isFixed || a.isSource && !m.fn.Instr(a.access.instr).Op.Pure() || a.access.isStore && !m.crosses(load, a) {
			break
		}
		switch {
		case a.access.isStore:
			isCrossing = true
			if m.storesOn(i, a) {
				to, pairs = j, m.in.pairs
			}
		case isCrossing && load.besides(a):
			to, pairs = j+1, m.in.pairs
		}
	}
	m.in.pairs = pairs
	if to >= 0 {
		m.raise(i, to)
		m.moves++
	}
}

// want notes what an instruction is computed from that a load is computed from.
func (m *mover) want(v ir.ValueID, load *element) {
	for _, a := range m.fn.Instr(v).Args {
		m.wanted[a] = load.access.instr
	}
}

// crosses reports whether a load may be moved over a store, and notes the arguments that must not overlap for that.
func (m *mover) crosses(load, store *element) bool {
	pairs, ok := m.in.apart(&store.access, []globalAccess{load.access})
	if ok = ok && load.access.pointer != store.access.pointer; ok {
		m.in.pairs = pairs
	}
	return ok
}

// storesOn reports whether a store to the same step comes after index i.
func (m *mover) storesOn(i int, store *element) bool {
	for j := i + 1; j < min(len(m.list), i+maxEarlyDistance); j++ {
		if b := m.list[j]; b.access.isStore && store.besides(b) {
			return true
		}
	}
	return false
}

// raise moves the load with index i up to another index, behind what it is computed from, which moves too.
func (m *mover) raise(i, to int) {
	m.list[i].isSource = true
	for j := to; j <= i; j++ {
		if a := m.list[j]; a.isSource {
			copy(m.list[to+1:j+1], m.list[to:j])
			m.list[to] = a
			to++
		}
	}
}
