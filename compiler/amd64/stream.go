package amd64

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
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
func (s *selector) findStreams() {
	s.streams = map[ir.ValueID]bool{}
	if s.shape != abi.Rows || !s.kernel.Kernel {
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
	for _, b := range s.flow.layout.Order {
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if in.Op != ir.OpStore || in.Space != ir.SpaceGlobal || in.Flags&ir.FlagVolatile != 0 || s.flow.inner(b) >= 0 {
				continue
			}
			root := s.rootOf(in.Args[0])
			s.streams[v] = !loaded[root] && s.isArgument(root) && s.kernel.Type(in.Args[1]).Bytes() >= 4
		}
	}
}

// rootOf is the pointer that an address is computed from.
func (s *selector) rootOf(p ir.ValueID) ir.ValueID {
	for in := s.kernel.Instr(p); in.Op == ir.OpPtrAdd || in.Op == ir.OpBitcast; in = s.kernel.Instr(p) {
		p = in.Args[0]
	}
	return p
}

// isArgument says whether a value is an argument of the kernel.
func (s *selector) isArgument(v ir.ValueID) bool {
	in := s.kernel.Instr(v)
	return in.Op == ir.OpLoad && in.Space == ir.SpaceArgs
}

// storeStream writes the rows of all sub-groups around the caches if the launch wants it, they begin at a cache line and
// all lanes are active; else as others do.
func (s *selector) storeStream(in *ir.Instr, a *address, plain func()) {
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	values := make([][]asm.Reg, s.version.Count)
	mems := make([]asm.Mem, s.version.Count)
	for u := range values {
		values[u], mems[u] = s.lanesOf(in.Args[1], u), s.memAt(a, u)
	}
	at := s.general()
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: at, HasMem: true, Mem: mems[0]})
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, B: at, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextStream}})
	s.jumpIf(asm.CondNE, some)
	if masks := s.masks(); masks != nil {
		s.unlessWhole(masks, some)
	}
	for u, parts := range values {
		m := mems[u]
		for _, r := range parts {
			s.Emit(asm.Inst{Op: asm.Vmovntps, Len: s.ISA.Length(), B: r, HasMem: true, Mem: m})
			m.Disp += int32(s.ISA.VectorBytes())
		}
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
