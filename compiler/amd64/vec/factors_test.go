//go:build cgo

package vec

import (
	"fmt"
	"testing"

	"heddle/cbridge/code"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// TestKnownFactors compares products of factors of which something is known with package numeric.
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
