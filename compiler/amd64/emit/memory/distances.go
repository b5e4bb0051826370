package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Loads at known distances from a pointer that all lanes share: chunks of 16 bytes, one for each quarter of a vector,
// and shuffles of bytes.

// loadDistances writes a group of loads at the first of them.
func (s *Accessor) loadDistances(v ir.ValueID, _ *ir.Instr, a *access.Access) {
	d := a.Distances
	if d.Members[0].Value != v {
		return
	}
	for u := range s.EachCopy(s.ByValue[v]) { // one address, so all members have as many
		chunks := make([]asm.Reg, len(d.Chunks[u]))
		for w := range chunks {
			chunks[w] = s.loadChunk(d, d.Chunks[u][w], u)
		}
		for i := range d.Members {
			s.WriteLanes(d.Members[i].Value, u, func(dst []asm.Reg) {
				s.MoveVector(dst[0], s.fromChunks(d, chunks, i, u))
			})
		}
	}
}

// loadChunk loads the quarters of a chunk: two at once where they lie side by side.
func (s *Accessor) loadChunk(d *access.Distances, chunk access.Chunk, u int) asm.Reg {
	at := func(q int) asm.Mem {
		a := d.Address
		a.Disp += chunk[q]
		return s.MemAt(&a, u)
	}
	r, done, whole := s.Temp(), 1, asm.L128
	if chunk[1] == chunk[0]+access.QuarterBytes {
		done, whole = 2, asm.L256
	}
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: whole, Dst: r, HasMem: true, Mem: at(0)})
	for q := done; q < len(chunk); q++ {
		more, op := s.Temp(), asm.Vinserti128
		if s.ISA == asm.AVX512 {
			op = asm.Vinserti32x4
		}
		s.Emit(asm.Inst{Op: op, Len: asm.Whole(s.ISA), Dst: more, A: r, HasMem: true, Mem: at(q), Imm: int64(q)})
		r = more
	}
	return r
}

// fromChunks shuffles a member out of the chunks that have its lanes, with zeros above small elements.
func (s *Accessor) fromChunks(d *access.Distances, chunks []asm.Reg, member, u int) asm.Reg {
	lanes, size := s.ISA.Lanes(), int(d.Members[member].Typ.Bytes())
	result := asm.NoReg
	sources := d.Sources(member, u, lanes)
	for _, w := range sources {
		part := chunks[w]
		if len(sources) > 1 || !isInPlace(d, member, u, lanes) {
			part = s.Binary(asm.Vpshufb, part, s.bytes(func(i int) int {
				from, place := d.ChunkOf(member, u, i/4, lanes)
				if from != w || i%4 >= size {
					return 0x80 // zero
				}
				return place + i%4
			}))
		}
		if result != asm.NoReg {
			part = s.Or(result, part)
		}
		result = part
	}
	return result
}

// isInPlace reports whether a member's words lie in a chunk as in the lanes.
func isInPlace(d *access.Distances, member, u, lanes int) bool {
	for l := range lanes {
		if _, place := d.ChunkOf(member, u, l, lanes); place != l%access.QuarterLanes*4 {
			return false
		}
	}
	return d.Members[member].Typ.Bytes() == 4
}
