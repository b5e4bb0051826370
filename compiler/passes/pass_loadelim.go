package passes

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Load elimination in memory that stays memory: a load is replaced by the value that was stored at the same location
// before, or that an earlier load found there, if nothing in between can have changed it.
//
// Known contents are carried forward through the blocks in reverse post-order: into a block with one predecessor those
// at its end, into a join those at the ends of all predecessors. A loop header starts with nothing, so that a loop that
// waits for memory to change loads in each iteration. A location is a base and a constant distance from it; bases are
// equal if they are one value, so this comes after value numbering.
//
// Contents become unknown, under the memory model, by a store or copy that may overlap, and by a barrier, fence, atomic
// operation or call, whatever its scope and order, as writes of other work-items may become visible there. Time alone
// changes nothing, for a write without synchronisation is a data race. Only the work-item itself accesses variables
// whose address does not escape. Volatile accesses are never removed and make nothing known. Two accesses cannot
// overlap if they are in different named address spaces, to different variables, or far enough apart from one base. A
// store of the same value that is known at a location, of the same size and alignment, does not change it: it goes to
// the same location or to another. So in `x = t[i]; t[i] = t[j]; t[j] += x` t[j] is read once.

func forwardMemory(f *ir.Func, s *scratch) {
	w := &s.forwarding
	w.fn, w.scratch, w.cfg = f, s, s.Control(f)
	if !w.anything() {
		s.IsIdle = true
		return
	}
	w.findRoots()
	w.replaced = s.Substitution(f)
	w.room = w.room[:0]
	w.ends = rewrite.Resized(w.ends, len(f.Blocks))
	changed := false
	for _, b := range w.cfg.Order {
		w.begin(b)
		changed = w.block(b) || changed
		w.end(b)
	}
	if s.IsIdle = !changed; changed {
		w.replaced.Apply(f)
	}
}

type forwarding struct {
	fn       *ir.Func
	scratch  *scratch
	cfg      *ir.CFG
	replaced rewrite.Substitution
	root     []ir.ValueID // by value: the alloca it points into, 0 if none or unknown
	escaped  []bool       // by alloca: others may know its address
	known    []content    // oldest first
	isAsAt   ir.BlockID   // known is equal to that at the end of this block; -1: of none
	room     []content    // known contents at the ends of blocks
	ends     []place      // by block: where in room
}

type place struct{ start, end int }

// content is a location with the value that it has.
type content struct {
	access location
	value  ir.ValueID
}

// location is a range of memory.
type location struct {
	base   ir.ValueID
	offset int64
	size   int64
	space  ir.Space

	isAligned bool // by its size
}

// anything reports whether there are two accesses of which one reads.
func (w *forwarding) anything() bool {
	loads, accesses := 0, 0
	for _, b := range w.cfg.Order {
		for _, v := range w.fn.Blocks[b].Instrs {
			switch in := w.fn.Instr(v); {
			case in.Op == ir.OpLoad && !readsFixedMemory(in):
				loads++
				accesses++
			case in.Op == ir.OpStore:
				accesses++
			}
		}
	}
	return loads > 0 && accesses > 1
}

// findRoots follows the addresses of allocas.
func (w *forwarding) findRoots() {
	w.root, w.escaped = rewrite.Cleared(w.root, len(w.fn.Instrs)), rewrite.Cleared(w.escaped, len(w.fn.Instrs))
	for _, b := range w.cfg.Order { // definitions come before uses
		for _, v := range w.fn.Blocks[b].Instrs {
			in := w.fn.Instr(v)
			switch in.Op {
			case ir.OpAlloca:
				w.root[v] = v
			case ir.OpPtrAdd:
				w.root[v] = w.root[in.Args[0]]
			case ir.OpLoad, ir.OpMemCopy, ir.OpICmp, ir.OpPrefetch:
			case ir.OpStore:
				w.escape(in.Args[1])
			default:
				for _, arg := range in.Args {
					w.escape(arg)
				}
			}
		}
		for i := range w.fn.Blocks[b].Succs {
			for _, arg := range w.fn.Blocks[b].Succs[i].Args {
				w.escape(arg)
			}
		}
	}
}

func (w *forwarding) escape(v ir.ValueID) {
	if root := w.root[v]; root != 0 {
		w.escaped[root] = true
	}
}

// begin sets the known contents at the start of a block.
func (w *forwarding) begin(b ir.BlockID) {
	w.known, w.isAsAt = w.known[:0], -1
	preds := w.cfg.Preds[b]
	for _, p := range preds {
		if w.cfg.Rank[p] >= w.cfg.Rank[b] {
			return // a loop
		}
	}
	if len(preds) == 0 {
		return
	}
	w.known, w.isAsAt = append(w.known, w.atEnd(preds[0])...), preds[0]
	for _, p := range preds[1:] {
		other := w.atEnd(p)
		kept := w.known[:0]
		for _, c := range w.known {
			if contains(other, c) {
				kept = append(kept, c)
			}
		}
		w.keep(kept)
	}
}

// keep reduces the known contents to some of them.
func (w *forwarding) keep(kept []content) {
	if len(kept) < len(w.known) {
		w.known, w.isAsAt = kept, -1
	}
}

// end records the known contents at the end of a block. Most blocks add nothing.
func (w *forwarding) end(b ir.BlockID) {
	if w.isAsAt >= 0 {
		w.ends[b] = w.ends[w.isAsAt]
		return
	}
	start := len(w.room)
	w.room = append(w.room, w.known...)
	w.ends[b] = place{start, len(w.room)}
}

func (w *forwarding) atEnd(b ir.BlockID) []content { return w.room[w.ends[b].start:w.ends[b].end] }

func contains(list []content, c content) bool {
	for i := range list {
		if list[i] == c {
			return true
		}
	}
	return false
}

// block goes through a block and reports whether a load was replaced.
func (w *forwarding) block(b ir.BlockID) (changed bool) {
	list := w.fn.Blocks[b].Instrs
	out, grown := list[:0], false
	for i := 0; i < len(list); i++ {
		v := list[i]
		cast, isForwarded := w.instr(v)
		changed = changed || isForwarded
		if cast != 0 && !grown { // the list gets longer
			out, grown = append(make([]ir.ValueID, 0, len(list)+8), out...), true
		}
		if cast != 0 {
			out = append(out, cast)
		}
		out = append(out, v)
	}
	w.fn.Blocks[b].Instrs = out
	return changed
}

// instr treats one instruction. A load of a known value is replaced; cast is an instruction that must stand before it
// then.
func (w *forwarding) instr(v ir.ValueID) (cast ir.ValueID, isForwarded bool) {
	in := w.fn.Instr(v)
	isVolatile := in.Flags&ir.FlagVolatile != 0
	switch in.Op {
	case ir.OpLoad:
		if !isVolatile && !readsFixedMemory(in) {
			return w.load(v, in)
		}
	case ir.OpStore:
		at := w.placeOf(in.Args[0], int64(w.fn.Type(in.Args[1]).Bytes()), in.Space)
		at.isAligned = int64(in.Align) >= at.size
		w.forget(at, w.replaced.Find(in.Args[1]))
		if !isVolatile {
			w.learn(at, w.replaced.Find(in.Args[1]))
		}
	case ir.OpMemCopy:
		w.forget(w.placeOf(in.Args[0], int64(in.Imm), in.Space), 0)
	case ir.OpPrintf, ir.OpPrefetch:
	default:
		if in.Op.Info().Effect&(ir.EffectWrites|ir.EffectBarrier) != 0 {
			w.forgetShared()
		}
	}
	return 0, false
}

func (w *forwarding) load(v ir.ValueID, in *ir.Instr) (cast ir.ValueID, isForwarded bool) {
	at := w.placeOf(in.Args[0], int64(in.Type.Bytes()), in.Space)
	at.isAligned = int64(in.Align) >= at.size
	for i := len(w.known) - 1; i >= 0; i-- {
		c := &w.known[i]
		if c.access.base != at.base || c.access.offset != at.offset || c.access.size != at.size {
			continue
		}
		value := c.value
		if from := w.fn.Type(value); from != in.Type {
			if !from.IsInt() && !in.Type.IsInt() {
				return 0, false
			}
			value = w.fn.NewValue(ir.Instr{Op: ir.OpBitcast, Type: in.Type, Block: in.Block, Pos: in.Pos,
				Args: w.scratch.Values.List(value)})
			cast = value
		}
		w.replaced[v] = value
		return cast, true
	}
	w.learn(at, v)
	return 0, false
}

// placeOf splits a pointer into a base and a constant.
func (w *forwarding) placeOf(ptr ir.ValueID, size int64, space ir.Space) location {
	base, offset := w.fn.BaseOffsetBy(ptr, w.replaced.Find)
	return location{base: base, offset: offset, size: size, space: space}
}

func (w *forwarding) learn(at location, v ir.ValueID) {
	if len(w.known) == maxKnownLocations {
		copy(w.known, w.known[1:])
		w.known = w.known[:maxKnownLocations-1]
	}
	w.known, w.isAsAt = append(w.known, content{at, v}), -1
}

// forget drops the contents that a write may have changed. value was written; 0: not one value.
func (w *forwarding) forget(at location, value ir.ValueID) {
	kept := w.known[:0]
	for _, c := range w.known {
		if value != 0 && c.value == value && isSameOrApart(c.access, at) || !w.mayOverlap(c.access, at) {
			kept = append(kept, c)
		}
	}
	w.keep(kept)
}

// isSameOrApart reports whether two accesses are to the same location or do not overlap.
func isSameOrApart(x, y location) bool {
	return x.size == y.size && x.isAligned && y.isAligned && (x.base != y.base || x.offset == y.offset)
}

// forgetShared drops all contents except those of variables that only this work-item can access.
func (w *forwarding) forgetShared() {
	kept := w.known[:0]
	for _, c := range w.known {
		if w.isOwn(c.access.base) {
			kept = append(kept, c)
		}
	}
	w.keep(kept)
}

func (w *forwarding) rootOf(v ir.ValueID) ir.ValueID {
	if int(v) < len(w.root) {
		return w.root[v]
	}
	return 0
}

// isOwn reports whether only accesses made with its address can reach the variable that v points into.
func (w *forwarding) isOwn(v ir.ValueID) bool {
	root := w.rootOf(v)
	return root != 0 && !w.escaped[root]
}

func (w *forwarding) mayOverlap(x, y location) bool {
	if x.base == y.base {
		return x.offset < y.offset+y.size && y.offset < x.offset+x.size
	}
	if x.space != y.space && x.space != ir.SpaceGeneric && y.space != ir.SpaceGeneric {
		return false
	}
	rootX, rootY := w.rootOf(x.base), w.rootOf(y.base)
	if rootX != rootY && (rootX != 0 && rootY != 0 || w.isOwn(x.base) || w.isOwn(y.base)) {
		return false
	}
	return true
}
