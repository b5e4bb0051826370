//go:build cgo

package vec

import (
	"math"
	"math/rand/v2"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// operandSource yields operands of an operation: first all combinations of edge values, then a mixture of edge values
// and random ones.
type operandSource struct {
	random *rand.Rand
	types  []ir.Type
	edges  [][]uint64
	next0  int // number of the next combination of edge values
}

func newOperandSource(random *rand.Rand, types []ir.Type) *operandSource {
	s := &operandSource{random: random, types: types}
	for _, t := range types {
		s.edges = append(s.edges, edgeValues(t))
	}
	return s
}

func (s *operandSource) next() (args [3]uint64) {
	number := s.next0
	s.next0++
	for i := range s.types {
		args[i] = s.edges[i][number%len(s.edges[i])]
		number /= len(s.edges[i])
	}
	if number == 0 {
		return args
	}
	for i, t := range s.types {
		args[i] = s.value(t, i, args)
	}
	return args
}

// value is a random operand; sometimes it is near the one before it.
func (s *operandSource) value(t ir.Type, i int, before [3]uint64) uint64 {
	switch {
	case s.random.IntN(8) == 0:
		return s.edges[i][s.random.IntN(len(s.edges[i]))]
	case i > 0 && s.types[i-1] == t && s.random.IntN(8) == 0:
		return (before[i-1] + uint64(s.random.IntN(5)) - 2) & t.Mask()
	case t.IsFloat() && s.random.IntN(3) > 0:
		return s.moderate(t)
	case t.IsInt() && s.random.IntN(2) == 0:
		n := s.random.Uint64() >> s.random.UintN(64)
		if s.random.IntN(2) == 0 {
			n = -n
		}
		return n & t.Mask()
	}
	return s.random.Uint64() & t.Mask()
}

// moderate is a float near the sizes of integers, often half-way between two.
func (s *operandSource) moderate(t ir.Type) uint64 {
	x := s.random.NormFloat64() * math.Ldexp(1, s.random.IntN(70)-3)
	if s.random.IntN(3) == 0 {
		x = math.Trunc(x) + 0.5
	}
	return fromDouble(t, x)
}

func fromDouble(t ir.Type, x float64) uint64 {
	return numeric.FloatToFloat(t, ir.F64, ir.RoundNearest, math.Float64bits(x))
}

func edgeValues(t ir.Type) []uint64 {
	if t.IsFloat() {
		return floatEdges(t)
	}
	bits := t.Bits()
	var all []uint64
	for _, x := range []uint64{0, 1, 2, 3, 5, 7, 10, 31, 32, 63, 64, 100, 127, 128, 255, 256, 1000, 1 << 15, 1<<16 - 1,
		1 << 23, 1<<24 + 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<53 - 1, 1<<53 + 1, 1<<63 - 1, 1 << 63,
		^uint64(0), ^uint64(1), ^uint64(6)} {
		if bits == 64 || x <= t.Mask() || x > 1<<63 {
			all = append(all, x&t.Mask())
		}
	}
	if t == ir.I32 { // of packed elements
		all = append(all, 0x80ff7f01, 0xff0180fe, 0x01010101, 0x05050505, 0x00040004, 0x00030201, 0x80018002,
			0x8000ffff)
	}
	if bits > 1 {
		all = append(all, 1<<(bits-1), 1<<(bits-1)-1, 1<<(bits-1)+1)
	}
	return all
}

func floatEdges(t ir.Type) []uint64 {
	sign := uint64(1) << (t.Bits() - 1)
	infinity := numeric.FloatToFloat(t, ir.F64, ir.RoundNearest, math.Float64bits(math.Inf(1)))
	quiet := infinity | infinity>>1&^infinity
	all := []uint64{0, 1, 2, infinity, infinity - 1, quiet, quiet | 5, infinity | 1, infinity &^ (infinity << 1),
		infinity&^(infinity<<1) - 1}
	for _, x := range []float64{1, 0.5, 0.75, 1.5, 2.5, 3, 1<<24 + 1, 1 << 31, 1<<31 - 1, 1<<31 + 0.5, 1<<32 - 1,
		1<<32 - 0.5, 1 << 32, 1 << 63, 0x1p63 - 1024, 1 << 64, 0x1p64 - 2048, 65504, 65519.999, 65520, 1 + 0x1p-11,
		1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-24, 1 + 0x1p-24 + 0x1p-50, 0x1p-24, 0x1p-25, 0x1p-14 - 0x1p-26, 0x1p-126,
		0x1p-149, 0x1p-150,
		0x1.8p-150, 149, 1022, 1074} {
		all = append(all, fromDouble(t, x))
	}
	for _, x := range all {
		all = append(all, x|sign)
	}
	return all
}
