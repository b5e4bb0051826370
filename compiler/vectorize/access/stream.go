package access

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Streaming stores. A store of a whole cache line first reads the line, which is wasted if all of it is overwritten,
// and keeps it in the caches, which is wasted if so much is written that it will be gone before anybody reads it.
// Stores that go around the caches avoid both, and give half as much bandwidth again; but for what fits the caches they
// are slow.
//
// So the launch decides: ContextStream has the bits of an address that must be zero, which are all bits unless the
// launch goes through more memory than the caches hold (exec/native/stream.go). Only kernels that load and store, and
// do nothing that orders memory, have such stores, and only where they write, outside of loops, what they do not read.
// Who runs the code orders them at the end. A bundle must write whole lines: halves, as of one sub-group with AVX2,
// took 60 times as long on a Zen 3. Bundles that are written one sub-group after the other have none: one store is for
// the lines of all, whose masks and values must be there.

// streamedBytes is the size of what goes around the caches in one piece: a cache line.
const streamedBytes = 64

// FindStreams finds the stores that may go around the caches.
func (s *Accesses) FindStreams() {
	s.streams = map[ir.ValueID]bool{}
	if s.Off.Has(switches.Streams) || s.Version.Shape != bundle.Rows || !s.Kernel.Kernel || s.IsSerial {
		return
	}
	loaded := map[ir.ValueID]bool{}
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			switch in := s.Kernel.Instr(v); {
			case in.Op == ir.OpLoad:
				loaded[s.rootOf(in.Args[0])] = true
			case in.Op != ir.OpStore && !in.Op.Pure() && in.Op != ir.OpAlloca && !in.Op.Terminator():
				return
			}
		}
	}
	// bytes that a block writes at most, by buffer: of several ways a work-item goes one
	most := map[ir.ValueID]uint64{}
	for _, b := range s.Flow.Layout.Order {
		written := map[ir.ValueID]uint64{}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if in.Op != ir.OpStore || in.Space != ir.SpaceGlobal || in.Flags&ir.FlagVolatile != 0 ||
				s.Flow.Inner(b) >= 0 {
				continue
			}
			root := s.rootOf(in.Args[0])
			size := s.Kernel.Type(in.Args[1]).Bytes()
			isWhole := size*uint64(s.ISA.Lanes()*s.Version.Count) >= streamedBytes
			if s.streams[v] = !loaded[root] && s.isArgument(root) && size >= 4 && isWhole; s.streams[v] {
				written[root] += size
				most[root] = max(most[root], written[root])
			}
		}
	}
	for _, bytes := range most {
		s.Streamed += bytes
	}
}

// rootOf is the pointer that an address is computed from.
func (s *Accesses) rootOf(p ir.ValueID) ir.ValueID {
	for in := s.Kernel.Instr(p); in.Op == ir.OpPtrAdd || in.Op == ir.OpBitcast; in = s.Kernel.Instr(p) {
		p = in.Args[0]
	}
	return p
}

// isArgument reports whether a value is an argument of the kernel.
func (s *Accesses) isArgument(v ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	return in.Op == ir.OpLoad && in.Space == ir.SpaceArgs
}
