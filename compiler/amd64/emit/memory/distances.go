package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Loads at known distances from a pointer that all lanes share: windows of 16 bytes, one for each quarter of a vector,
// and shuffles of bytes.

// loadDistances writes a group of loads at the first of them.
func (s *Accessor) loadDistances(v ir.ValueID, _ *ir.Instr, a *access.Access) {
	d := a.Distances
	if d.Members[0].Value != v {
		return
	}
	for u := range s.EachCopy(s.ByValue[v]) { // one address, so all members have as many
		windows := make([]asm.Reg, len(d.Windows[u]))
		for w := range windows {
			windows[w] = s.loadWindow(d, d.Windows[u][w], u)
		}
		for i := range d.Members {
			s.WriteLanes(d.Members[i].Value, u, func(dst []asm.Reg) {
				s.MoveVector(dst[0], s.fromWindows(d, windows, i, u))
			})
		}
	}
}

// loadWindow loads the quarters of a window: two at once where they lie side by side.
func (s *Accessor) loadWindow(d *access.Distances, window access.Window, u int) asm.Reg {
	at := func(q int) asm.Mem {
		a := d.Address
		a.Disp += window[q]
		return s.MemAt(&a, u)
	}
	r, done, whole := s.Temp(), 1, asm.L128
	if window[1] == window[0]+access.QuarterBytes {
		done, whole = 2, asm.L256
	}
	s.Emit(asm.Inst{Op: asm.Vmovups, Len: whole, Dst: r, HasMem: true, Mem: at(0)})
	for q := done; q < len(window); q++ {
		more, op := s.Temp(), asm.Vinserti128
		if s.ISA == asm.AVX512 {
			op = asm.Vinserti32x4
		}
		s.Emit(asm.Inst{Op: op, Len: asm.Whole(s.ISA), Dst: more, A: r, HasMem: true, Mem: at(q), Imm: int64(q)})
		r = more
	}
	return r
}

// fromWindows shuffles a member out of the windows that have its lanes, with zeros above small elements.
func (s *Accessor) fromWindows(d *access.Distances, windows []asm.Reg, member, u int) asm.Reg {
	lanes, size := s.ISA.Lanes(), int(d.Members[member].Typ.Bytes())
	result := asm.NoReg
	sources := d.Sources(member, u, lanes)
	for _, w := range sources {
		part := windows[w]
		if len(sources) > 1 || !isInPlace(d, member, u, lanes) {
			part = s.Binary(asm.Vpshufb, part, s.bytes(func(i int) int {
				from, place := d.WindowOf(member, u, i/4, lanes)
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

// isInPlace reports whether a member's words lie in a window as in the lanes.
func isInPlace(d *access.Distances, member, u, lanes int) bool {
	for l := range lanes {
		if _, place := d.WindowOf(member, u, l, lanes); place != l%access.QuarterLanes*4 {
			return false
		}
	}
	return d.Members[member].Typ.Bytes() == 4
}
