package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/vectorize/access"
)

// Clusters with AVX2, whose shuffles of two registers stay within halves of 16 bytes. With steps of S words, the lower
// half of the lanes has its words in the first S halves of memory, and the upper half in the other S. So S registers
// are filled with half i below and half i+S above, by two loads each, and what takes apart the words of half of the
// lanes does it for both: two shuffles for steps of two words, five for three, eight for four. Together they go the
// same way back.

// pick is an operation of two registers and an immediate.
func (s *Accessor) pick(op asm.Op, a, b asm.Reg, imm int64) asm.Reg {
	r := s.Temp()
	s.Emit(asm.Inst{Op: op, Len: asm.L256, Dst: r, A: a, B: b, Imm: imm})
	return r
}

// joined is an operation of two registers.
func (s *Accessor) joined(op asm.Op, a, b asm.Reg) asm.Reg {
	r := s.Temp()
	s.Op3(op, r, a, b)
	return r
}

// loadSplit reads the words used of a part of a sub-group.
func (s *Accessor) loadSplit(c *access.Interleave, u, h int) []asm.Reg {
	used := c.UsedWords()
	if n := c.Words(); n == 2 && !(used[0] && used[1]) {
		v := s.loadVectors(c, u, h, asm.NoReg)
		words := make([]asm.Reg, n)
		for w := range words {
			if used[w] {
				words[w] = s.everySecond(v, int(c.Word), w)
			}
		}
		return words
	}
	halves := s.loadHalves(c, u, h)
	if c.Word == 8 {
		return s.splitDoubles(halves, used)
	}
	return s.splitWords(halves, used)
}

// everySecond takes every second word of two vectors, from the first or second on.
func (s *Accessor) everySecond(v []asm.Reg, word, from int) asm.Reg {
	r, mixed := s.Temp(), asm.NoReg
	if word == 8 {
		mixed = s.pick(asm.Vshufpd, v[0], v[1], int64(from)*15)
	} else {
		mixed = s.pick(asm.Vshufps, v[0], v[1], 0x88+int64(from)*0x55)
	}
	s.Emit(asm.Inst{Op: asm.Vpermpd, Len: asm.L256, Dst: r, B: mixed, Imm: 0xd8})
	return r
}

// halfBytes is the size of half a vector.
const halfBytes = 16

// loadHalves reads a part: register i has half i of memory below and half S+i above.
func (s *Accessor) loadHalves(c *access.Interleave, u, h int) []asm.Reg {
	m, n := s.interleaveMem(c, u, h), c.Words()
	regs := make([]asm.Reg, n)
	for i := range regs {
		low, high := m, m
		low.Disp += int32(i) * halfBytes
		high.Disp += int32(n+i) * halfBytes
		lower := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L128, Dst: lower, HasMem: true, Mem: low})
		if own := int(c.PartBytes()) - len(c.Covered) + c.OwnBytes() - (n+i)*halfBytes; own < halfBytes {
			regs[i] = s.pick(asm.Vinsertf128, lower, s.loadLastHalf(c, high, max(own, 0)), 1)
			continue
		}
		regs[i] = s.Temp()
		s.Emit(asm.Inst{Op: asm.Vinsertf128, Len: asm.L256, Dst: regs[i], A: lower, HasMem: true, Mem: high, Imm: 1})
	}
	return regs
}

// loadLastHalf reads the first bytes of a half: what follows may be no memory.
func (s *Accessor) loadLastHalf(c *access.Interleave, m asm.Mem, bytes int) asm.Reg {
	op := asm.Vmaskmovps
	if c.Word == 8 {
		op = asm.Vmaskmovpd
	}
	r := s.Temp()
	s.Emit(asm.Inst{Op: op, Len: asm.L128, Dst: r, A: s.ConstWords(1<<(bytes/int(c.Word))-1, int(c.Word)), HasMem: true,
		Mem: m})
	return r
}

// splitWords takes halves apart: register c has word c of all lanes, if it is used.
func (s *Accessor) splitWords(v []asm.Reg, used []bool) []asm.Reg {
	words := make([]asm.Reg, len(v))
	switch len(v) {
	case 2:
		words[0], words[1] = s.pick(asm.Vshufps, v[0], v[1], 0x88), s.pick(asm.Vshufps, v[0], v[1], 0xdd)
	case 3: // x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3
		xy, yz := asm.NoReg, asm.NoReg
		if used[0] || used[1] {
			xy = s.pick(asm.Vshufps, v[1], v[2], shuffle(2, 3, 1, 2))
		}
		if used[1] || used[2] {
			yz = s.pick(asm.Vshufps, v[0], v[1], shuffle(1, 2, 0, 1))
		}
		if used[0] {
			words[0] = s.pick(asm.Vshufps, v[0], xy, shuffle(0, 3, 0, 2))
		}
		if used[1] {
			words[1] = s.pick(asm.Vshufps, yz, xy, shuffle(0, 2, 1, 3))
		}
		if used[2] {
			words[2] = s.pick(asm.Vshufps, yz, v[2], shuffle(1, 3, 0, 3))
		}
	default:
		for c := 0; c < 4; c += 2 {
			if !used[c] && !used[c+1] {
				continue
			}
			op := [...]asm.Op{asm.Vunpcklps, asm.Vunpckhps}[c/2]
			first, second := s.joined(op, v[0], v[1]), s.joined(op, v[2], v[3])
			if used[c] {
				words[c] = s.joined(asm.Vunpcklpd, first, second)
			}
			if used[c+1] {
				words[c+1] = s.joined(asm.Vunpckhpd, first, second)
			}
		}
	}
	return words
}

// shuffle is the immediate that takes two words of the first source and two of the second.
func shuffle(a, b, c, d int64) int64 { return a | b<<2 | c<<4 | d<<6 }

// splitDoubles is splitWords for words of 8 bytes.
func (s *Accessor) splitDoubles(v []asm.Reg, used []bool) []asm.Reg {
	words := make([]asm.Reg, len(v))
	for c := range words {
		switch {
		case !used[c]:
		case len(v) == 3: // x0 y0, z0 x1, y1 z1
			words[c] = s.pick(asm.Vshufpd, v[c/2], v[1+(c+1)/2], [...]int64{0b1010, 0b0101, 0b1010}[c])
		default:
			words[c] = s.joined([...]asm.Op{asm.Vunpcklpd, asm.Vunpckhpd}[c%2], v[c/2], v[c/2+len(v)/2])
		}
	}
	return words
}

// interleaveHalves is the reverse of taking apart, up to whole vectors of memory.
func (s *Accessor) interleaveHalves(w []asm.Reg, word int) []asm.Reg {
	if word == 8 {
		return s.joinHalves(s.mixDoubles(w))
	}
	return s.joinHalves(s.mixWords(w))
}

// mixWords puts words into halves, S+i above i.
func (s *Accessor) mixWords(w []asm.Reg) []asm.Reg {
	switch len(w) {
	case 2:
		return []asm.Reg{s.joined(asm.Vunpcklps, w[0], w[1]), s.joined(asm.Vunpckhps, w[0], w[1])}
	case 3:
		xy := s.pick(asm.Vshufps, w[0], w[1], shuffle(0, 2, 0, 2))
		yz := s.pick(asm.Vshufps, w[1], w[2], shuffle(1, 3, 1, 3))
		zx := s.pick(asm.Vshufps, w[2], w[0], shuffle(0, 2, 1, 3))
		return []asm.Reg{s.pick(asm.Vshufps, xy, zx, shuffle(0, 2, 0, 2)),
			s.pick(asm.Vshufps, yz, xy, shuffle(0, 2, 1, 3)), s.pick(asm.Vshufps, zx, yz, shuffle(1, 3, 1, 3))}
	}
	xy0, xy1 := s.joined(asm.Vunpcklps, w[0], w[1]), s.joined(asm.Vunpckhps, w[0], w[1])
	zw0, zw1 := s.joined(asm.Vunpcklps, w[2], w[3]), s.joined(asm.Vunpckhps, w[2], w[3])
	return []asm.Reg{s.joined(asm.Vunpcklpd, xy0, zw0), s.joined(asm.Vunpckhpd, xy0, zw0),
		s.joined(asm.Vunpcklpd, xy1, zw1), s.joined(asm.Vunpckhpd, xy1, zw1)}
}

// mixDoubles is mixWords for words of 8 bytes.
func (s *Accessor) mixDoubles(w []asm.Reg) []asm.Reg {
	low := s.joined(asm.Vunpcklpd, w[0], w[1])
	if len(w) == 3 {
		return []asm.Reg{low, s.pick(asm.Vshufpd, w[2], w[0], 0b1010), s.joined(asm.Vunpckhpd, w[1], w[2])}
	}
	high := s.joined(asm.Vunpckhpd, w[0], w[1])
	if len(w) == 2 {
		return []asm.Reg{low, high}
	}
	return []asm.Reg{low, s.joined(asm.Vunpcklpd, w[2], w[3]), high, s.joined(asm.Vunpckhpd, w[2], w[3])}
}

// joinHalves makes vectors of neighbouring halves.
func (s *Accessor) joinHalves(v []asm.Reg) []asm.Reg {
	const lower, upper = 0x20, 0x31
	switch len(v) {
	case 2:
		return []asm.Reg{s.pick(asm.Vperm2f128, v[0], v[1], lower), s.pick(asm.Vperm2f128, v[0], v[1], upper)}
	case 3:
		return []asm.Reg{s.pick(asm.Vperm2f128, v[0], v[1], lower), s.pick(asm.Vblendps, v[2], v[0], 0xf0),
			s.pick(asm.Vperm2f128, v[1], v[2], upper)}
	}
	return []asm.Reg{s.pick(asm.Vperm2f128, v[0], v[1], lower), s.pick(asm.Vperm2f128, v[2], v[3], lower),
		s.pick(asm.Vperm2f128, v[0], v[1], upper), s.pick(asm.Vperm2f128, v[2], v[3], upper)}
}
