package spirv

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

func bigOf(p pair) *big.Int {
	v := new(big.Int).SetUint64(p.high)
	return v.Add(v.Lsh(v, 64), new(big.Int).SetUint64(p.low))
}

// signedOf is a number whose bit of 127 is its sign.
func signedOf(p pair) *big.Int {
	v := bigOf(p)
	if p.isNegative() {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return v
}

// TestWideConstants compares operations on constants of 100 and 128 bits with numbers of any size.
func TestWideConstants(t *testing.T) {
	type binary = func(z, x, y *big.Int) *big.Int
	shifted := func(shift func(z, x *big.Int, n uint) *big.Int) binary {
		return func(z, x, y *big.Int) *big.Int {
			return shift(z, x, uint(new(big.Int).And(y, big.NewInt(127)).Uint64()))
		}
	}
	operations := map[Opcode]binary{OpIAdd: (*big.Int).Add, OpISub: (*big.Int).Sub, OpIMul: (*big.Int).Mul,
		OpUDiv: (*big.Int).Quo, OpUMod: (*big.Int).Rem, OpSDiv: (*big.Int).Quo, OpSRem: (*big.Int).Rem,
		OpBitwiseAnd: (*big.Int).And, OpBitwiseOr: (*big.Int).Or, OpBitwiseXor: (*big.Int).Xor,
		OpShiftLeftLogical: shifted((*big.Int).Lsh), OpShiftRightLogical: shifted((*big.Int).Rsh),
		OpShiftRightArithmetic: shifted((*big.Int).Rsh)}
	r := rand.New(rand.NewPCG(5, 6))
	for op, exact := range operations {
		for _, width := range []uint{100, 128} {
			for range 2000 {
				checkWideConstant(t, r, op, width, exact)
			}
		}
	}
}

func checkWideConstant(t *testing.T, r *rand.Rand, op Opcode, width uint, exact func(z, x, y *big.Int) *big.Int) {
	typ := &Type{Kind: Int, Bits: width}
	var c [2]*Constant
	for i := range c {
		c[i] = &Constant{Type: typ, Bits: r.Uint64() >> r.IntN(64), High: r.Uint64() >> r.IntN(65) & typ.highMask()}
	}
	if c[1].Bits == 0 && c[1].High == 0 {
		return
	}
	shifts := op == OpShiftLeftLogical || op == OpShiftRightLogical || op == OpShiftRightArithmetic
	x, y := pairOf(c[0], signedOperations[op]), pairOf(c[1], signedOperations[op] && !shifts)
	got, ok := wideBinary(op, x, y)
	if !ok {
		t.Fatalf("%v is not known", op)
	}
	want := exact(new(big.Int), signedOf(x), signedOf(y))
	if !signedOperations[op] {
		want = exact(new(big.Int), bigOf(x), bigOf(y))
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), width)
	want.Mod(want, modulus)
	if have := new(big.Int).Mod(bigOf(got), modulus); have.Cmp(want) != 0 {
		t.Fatalf("%v of %d bits, %x and %x: %x, not %x", op, width, x, y, have, want)
	}
}
