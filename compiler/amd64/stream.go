package amd64

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// Streaming stores. A store of a whole cache line first reads the line, which is wasted if all of it is overwritten, and
// keeps it in the caches, which is wasted if so much is written that it will be gone before anybody reads it. Stores that
// go around the caches avoid both, and give half as much bandwidth again; but for what fits the caches they are slow.
//
// So the launch decides: ContextStream has the bits of an address that must be zero, which are all bits unless the launch
// goes through more memory than the caches hold (exec/machine_stream.go). Only kernels that load and store, and do nothing that orders memory, have such stores, and only where
// they write, outside of loops, what they do not read. Who runs the code orders them at the end.

// findStreams finds the stores that may go around the caches.
func (s *accessTable) findStreams() {
	s.streams = map[ir.ValueID]bool{}
	if s.version.Shape != bundle.Rows || !s.kernel.Kernel {
		return
	}
	loaded := map[ir.ValueID]bool{}
	for _, b := range s.flow.layout.Order {
		for _, v := range s.kernel.Blocks[b].Instrs {
			switch in := s.kernel.Instr(v); {
			case in.Op == ir.OpLoad:
				loaded[s.rootOf(in.Args[0])] = true
			case in.Op != ir.OpStore && !in.Op.Pure() && in.Op != ir.OpAlloca && !in.Op.Terminator():
				return
			}
		}
	}
	most := map[ir.ValueID]uint64{} // bytes that a block writes at most, by buffer: of several ways a work-item goes one
	for _, b := range s.flow.layout.Order {
		written := map[ir.ValueID]uint64{}
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if in.Op != ir.OpStore || in.Space != ir.SpaceGlobal || in.Flags&ir.FlagVolatile != 0 || s.flow.inner(b) >= 0 {
				continue
			}
			root := s.rootOf(in.Args[0])
			size := s.kernel.Type(in.Args[1]).Bytes()
			if s.streams[v] = !loaded[root] && s.isArgument(root) && size >= 4; s.streams[v] {
				written[root] += size
				most[root] = max(most[root], written[root])
			}
		}
	}
	for _, bytes := range most {
		s.streamed += bytes
	}
}

// rootOf is the pointer that an address is computed from.
func (s *accessTable) rootOf(p ir.ValueID) ir.ValueID {
	for in := s.kernel.Instr(p); in.Op == ir.OpPtrAdd || in.Op == ir.OpBitcast; in = s.kernel.Instr(p) {
		p = in.Args[0]
	}
	return p
}

// isArgument says whether a value is an argument of the kernel.
func (s *accessTable) isArgument(v ir.ValueID) bool {
	in := s.kernel.Instr(v)
	return in.Op == ir.OpLoad && in.Space == ir.SpaceArgs
}

// storeStream writes the rows of all sub-groups around the caches where that may be; else as others do.
func (s *selector) storeStream(in *ir.Instr, a *address, plain func()) {
	var vectors []placedVector
	for u := range s.version.Count {
		m := s.memAt(a, u)
		for _, r := range s.lanesOf(in.Args[1], u) {
			vectors = append(vectors, placedVector{r, m})
			m.Disp += int32(s.ISA.VectorBytes())
		}
	}
	s.streamVectors(vectors, plain)
}

// placedVector is a vector and where it is written.
type placedVector struct {
	value asm.Reg
	place asm.Mem
}

// streamVectors writes vectors, the lowest first, around the caches if the launch wants it, they begin at a cache line and all
// lanes are active; else as plain does.
func (s *selector) streamVectors(vectors []placedVector, plain func()) {
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	at := s.general()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: at, HasMem: true, Mem: vectors[0].place})
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, B: at, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextStream}})
	s.jumpIf(asm.CondNE, some)
	if masks := s.masks(); masks != nil {
		s.unlessWhole(masks, some)
	}
	for _, v := range vectors {
		s.Emit(asm.Inst{Op: asm.Vmovntps, Len: asm.Whole(s.ISA), B: v.value, HasMem: true, Mem: v.place})
	}
	s.jump(done)
	s.label(some)
	plain()
	s.label(done)
}

// unlessWhole jumps unless all lanes of all masks are set.
func (s *selector) unlessWhole(masks []asm.Reg, to int32) {
	all := masks[0]
	for _, m := range masks[1:] {
		both := s.newMask()
		s.andMask(both, all, m)
		all = both
	}
	bits := s.general()
	s.maskBits(bits, all)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: bits, Imm: 1<<s.ISA.Lanes() - 1})
	s.jumpIf(asm.CondNE, to)
}
