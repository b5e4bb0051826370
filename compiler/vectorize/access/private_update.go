package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Updates of private arrays. Some processors have no scatter, and that of others takes longer than stores one by one,
// so what is stored into private arrays at places that differ between lanes goes lane by lane. Where that is what was
// loaded from the same places, changed by one operation (count[x] += n), each lane changes its element in memory
// instead: nothing is gathered, which would have to wait until the stores before it have left for the cache, as they
// are smaller than what it reads.
//
// With all lanes active, and where zero changes nothing, this is straight code: lanes that are not active then add zero
// to the first element. Else it is a loop over the active ones, which is only done where there is no scatter.

// PrivateUpdate is a store that changes what is there.
type PrivateUpdate struct {
	Op ir.Op
	By ir.ValueID
}

// isUpdate reports whether there is an instruction for an operation on memory.
func isUpdate(op ir.Op) bool {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor, ir.OpAnd:
		return true
	}
	return false
}

// FindUpdates finds them. What they load and compute is not written on its own.
func (s *Accesses) FindUpdates() {
	s.updates = map[ir.ValueID]PrivateUpdate{}
	if s.Off.Has(switches.PrivateUpdates) || !s.Tuning.Accesses.UpdatesByLane || len(s.Privates) == 0 {
		return
	}
	loads := map[ir.ValueID]ir.ValueID{} // by pointer, since memory was written last
	for _, b := range s.Flow.Layout.Order {
		clear(loads)
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if in.Op == ir.OpLoad {
				loads[in.Args[0]] = v
				continue
			}
			if in.Op == ir.OpStore && s.Offsets[in.Args[0]] {
				s.findUpdate(v, in, loads[in.Args[0]])
			}
			if !in.Op.Pure() {
				clear(loads)
			}
		}
	}
}

// findUpdate looks at a store into a private array, and at what was loaded from there.
func (s *Accesses) findUpdate(v ir.ValueID, in *ir.Instr, load ir.ValueID) {
	change := s.Kernel.Instr(in.Args[1])
	op := change.Op
	if !isUpdate(op) || load == 0 || change.Block != in.Block || s.Uses[in.Args[1]] != 1 || s.Uses[load] != 1 ||
		!s.Needed[v] {
		return
	}
	a := s.AddressOf(in.Args[0], change.Type)
	if t := change.Type; t != s.Kernel.Type(load) || t != ir.I32 && t != ir.I64 || a.Pattern == AtOne ||
		s.ISA.HasScatter() && !AddsZero(op, &a) {
		return
	}
	if (in.Flags|s.Kernel.Instr(load).Flags)&ir.FlagVolatile != 0 {
		return
	}
	by := change.Args[1]
	if change.Args[0] != load {
		if by != load || change.Op == ir.OpSub {
			return
		}
		by = change.Args[0]
	}
	s.updates[v] = PrivateUpdate{op, by}
	s.Fused[load], s.Fused[in.Args[1]] = true, true
}

// AddsZero reports whether a lane that is not active may change the first element by zero.
func AddsZero(op ir.Op, a *Address) bool { return op != ir.OpAnd && a.Disp == 0 }
