//go:build cgo

package vec

import (
	"fmt"
	"testing"

	"heddle/cbridge/code"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestKnownFactors compares products of factors with known properties with package numeric.
func TestKnownFactors(t *testing.T) {
	code.CatchFaults()
	signed := func(bits uint) func(uint64) uint64 {
		return func(x uint64) uint64 { return uint64(int64(x<<(64-bits)) >> (64 - bits)) }
	}
	unsigned := func(bits uint) func(uint64) uint64 { return func(x uint64) uint64 { return x & (1<<bits - 1) } }
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		if 32*isa.Lanes() > code.VectorBits() {
			continue
		}
		for i, test := range []struct {
			typ     ir.Type
			known   Factors
			first   func(uint64) uint64
			second  func(uint64) uint64
			isConst bool
		}{
			{ir.I32, WordFactors, unsigned(15), signed(16), false},
			{ir.I32, WordFactors, signed(16), unsigned(15), false},
			{ir.I32, WordFactors, signed(16), signed(16), true},
			{ir.I64, UnsignedFactors, unsigned(32), unsigned(32), false},
			{ir.I64, UnsignedFactors, unsigned(32), unsigned(32), true},
			{ir.I64, SignedFactors, signed(32), signed(32), false},
			{ir.I64, SignedFactors, signed(32), signed(32), true},
		} {
			o := pureOperation{Operation: Operation{Op: ir.OpMul, Type: test.typ, From: test.typ, Factors: test.known},
				operands: []ir.Type{test.typ, test.typ}, narrow: func(x [3]uint64) [3]uint64 {
					return [3]uint64{test.first(x[0]) & test.typ.Mask(), test.second(x[1]) & test.typ.Mask()}
				}}
			constants := []uint64{0}
			if test.isConst {
				constants = edgeValues(test.typ)
			}
			for _, c := range constants {
				if test.isConst {
					c = test.second(c) & test.typ.Mask()
					o.second = &c
				}
				t.Run(fmt.Sprint(isa, " ", i, " ", c), func(t *testing.T) { testOperation(t, isa, o) })
			}
		}
	}
}

// TestBoundedDivisions compares divisions of bounded numbers by constants with package numeric: mostly of multiples of
// the divisor, and of numbers one less.
func TestBoundedDivisions(t *testing.T) {
	code.CatchFaults()
	bounds := []uint64{1, 9, 255, 2295, 1<<15 - 1, 1 << 15, 65025, 1<<16 - 1, 1 << 16, 1 << 20, 1<<31 - 1, 1<<32 - 1,
		1 << 32, 1 << 40, 1<<63 - 1}
	divisors := []uint64{1, 2, 3, 7, 9, 10, 255, 256, 641, 28 * 28, 1<<15 - 1, 1<<16 - 1, 1<<16 + 1, 1<<31 - 1,
		1<<32 - 1, 1 << 32, 1<<33 + 5, 1<<62 + 1}
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		if 32*isa.Lanes() > code.VectorBits() {
			continue
		}
		for _, op := range []ir.Op{ir.OpUDiv, ir.OpSDiv, ir.OpURem, ir.OpSRem} {
			for _, typ := range []ir.Type{ir.I32, ir.I64} {
				for _, bound := range bounds {
					for _, d := range append(divisors, bound, bound+1) {
						if bound > typ.Mask()>>1 || d > typ.Mask()>>1 {
							continue
						}
						o := pureOperation{Operation: Operation{Op: op, Type: typ, From: typ, Bound: bound},
							operands: []ir.Type{typ, typ}, second: &d, narrow: func(x [3]uint64) [3]uint64 {
								near := x[0]
								if bound < 1<<63-1 {
									near %= bound + 1
								}
								if near &= typ.Mask() >> 1; x[0]>>1&3 != 0 {
									near -= near % d
								}
								if x[0]&1 != 0 && near > 0 {
									near--
								}
								return [3]uint64{near, d}
							}}
						t.Run(fmt.Sprint(isa, " ", op, " ", typ, " ", bound, " ", d), func(t *testing.T) {
							testOperation(t, isa, o)
						})
					}
				}
			}
		}
	}
}

// TestReciprocalsAreExact tries all numbers of 16 bits for all divisors that have such a factor.
func TestReciprocalsAreExact(t *testing.T) {
	found := 0
	for d := uint64(3); d < 1<<16; d += 1 + d/64 {
		for _, bound := range []uint64{d, 255, 2295, 1<<15 - 1, 65025, 1<<16 - 1} {
			m, shift, ok := reciprocalUpTo(d, bound, 16)
			if !ok || bound < d {
				continue
			}
			found++
			for x := uint64(0); x <= bound; x++ {
				if got := x * m >> (16 + shift); got != x/d {
					t.Fatalf("%d / %d = %d by %d >> %d", x, d, got, m, shift)
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d reciprocals", found)
	}
	if _, _, ok := reciprocalUpTo(7, 1<<16-1, 16); ok { // one more bit would suffice
		t.Error("sevenths of all numbers of 16 bits")
	}
}
