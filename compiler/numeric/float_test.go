package numeric

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
)

// TestFMA32AgainstExactArithmetic compares with sums of unlimited precision rounded once.
func TestFMA32AgainstExactArithmetic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		x, y := wild(random), wild(random)
		z := wild(random)
		if random.IntN(2) == 0 { // near the product, where a second rounding shows
			z = x * y * float32(1+math.Ldexp(random.Float64(), -random.IntN(30)))
		}
		exact := new(big.Float).SetPrec(2000).Mul(exactly(x), exactly(y))
		want, _ := exact.Add(exact, exactly(z)).Float32()
		got := FMA32(x, y, z)
		if math.IsInf(float64(z), 0) || got == want {
			continue
		}
		t.Fatalf("fma(%x, %x, %x) = %x, want %x", x, y, z, got, want)
	}
}

func exactly(x float32) *big.Float {
	if math.IsInf(float64(x), 0) {
		x = 0
	}
	return new(big.Float).SetPrec(2000).SetFloat64(float64(x))
}

func wild(random *rand.Rand) float32 {
	return math.Float32frombits(random.Uint32()&^(1<<30|1<<23) | uint32(random.IntN(2))<<30)
}

func TestPackAgreesWithTheProcessor(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300_000 {
		raw := random.Uint64()
		if random.IntN(2) == 0 { // exponents of the range of f32
			raw = raw&^(2047<<52) | uint64(1023-160+random.IntN(300))<<52
		}
		x := from64(raw)
		if x != x {
			continue
		}
		if got, want := formats[ir.F32].packFloat(x, ir.RoundDefault), bits32(float32(x)); got != want {
			t.Fatalf("%x packs to %#x, the processor gives %#x", x, got, want)
		}
		i := number{mantissa: raw >> random.IntN(64)}
		if got, want := formats[ir.F32].pack(i, ir.RoundNearest), bits32(float32(i.mantissa)); got != want {
			t.Fatalf("%d packs to %#x, the processor gives %#x", i.mantissa, got, want)
		}
	}
}

func TestHalfRoundTrip(t *testing.T) {
	for half := 0; half < 1<<16; half++ {
		x := HalfToFloat32(uint16(half))
		for mode := ir.RoundDefault; mode <= ir.RoundDown; mode++ {
			back := Float32ToHalf(mode, x)
			if x == x && back != uint16(half) || x != x && back&0x7e00 != 0x7e00 {
				t.Fatalf("f16 %#x is %x and comes back as %#x in mode %d", half, x, back, mode)
			}
		}
	}
}

// TestRoundingModesBracket checks directed modes against the neighbours in f16.
func TestRoundingModesBracket(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		x := float32(math.Ldexp(random.Float64()-0.5, random.IntN(50)-30))
		down := HalfToFloat32(Float32ToHalf(ir.RoundDown, x))
		up := HalfToFloat32(Float32ToHalf(ir.RoundUp, x))
		near := HalfToFloat32(Float32ToHalf(ir.RoundNearest, x))
		zero := HalfToFloat32(Float32ToHalf(ir.RoundZero, x))
		if down > x || up < x || near != down && near != up || x > 0 && zero != down || x < 0 && zero != up {
			t.Fatalf("%x: down %x, up %x, near %x, zero %x", x, down, up, near, zero)
		}
	}
}
