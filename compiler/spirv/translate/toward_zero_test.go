package translate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// arithmetic is an operation with what it computes exactly; nil: nothing finite.
type arithmetic struct {
	name     string
	operands int
	emit     func(z towardZero, x []ir.ValueID) ir.ValueID
	nearest  func(x []float64, single bool) float64
	exact    func(x []*big.Float) *big.Float
}

const testPrecision = 5000 // bits that hold all sums and products of doubles

func newFloat() *big.Float { return new(big.Float).SetPrec(testPrecision) }

func round(x float64, single bool) float64 {
	if single {
		return float64(float32(x))
	}
	return x
}

var arithmetics = []arithmetic{
	{"add", 2, func(z towardZero, x []ir.ValueID) ir.ValueID { return z.add(x[0], x[1]) },
		func(x []float64, single bool) float64 { return round(x[0]+x[1], single) },
		func(x []*big.Float) *big.Float { return newFloat().Add(x[0], x[1]) }},
	{"subtract", 2, func(z towardZero, x []ir.ValueID) ir.ValueID { return z.subtract(x[0], x[1]) },
		func(x []float64, single bool) float64 { return round(x[0]-x[1], single) },
		func(x []*big.Float) *big.Float { return newFloat().Sub(x[0], x[1]) }},
	{"multiply", 2, func(z towardZero, x []ir.ValueID) ir.ValueID { return z.multiply(x[0], x[1]) },
		func(x []float64, single bool) float64 { return round(x[0]*x[1], single) },
		func(x []*big.Float) *big.Float { return newFloat().Mul(x[0], x[1]) }},
	{"divide", 2, func(z towardZero, x []ir.ValueID) ir.ValueID { return z.divide(x[0], x[1]) },
		func(x []float64, single bool) float64 { return round(x[0]/x[1], single) },
		func(x []*big.Float) *big.Float {
			if x[1].Sign() == 0 {
				return nil
			}
			return new(big.Float).SetPrec(300).SetMode(big.ToZero).Quo(x[0], x[1])
		}},
	{"root", 1, func(z towardZero, x []ir.ValueID) ir.ValueID { return z.root(x[0]) },
		func(x []float64, single bool) float64 { return round(math.Sqrt(x[0]), single) },
		func(x []*big.Float) *big.Float {
			if x[0].Sign() < 0 {
				return nil
			}
			return new(big.Float).SetPrec(300).Sqrt(x[0])
		}},
	{"fused", 3, func(z towardZero, x []ir.ValueID) ir.ValueID { return z.fused(x[0], x[1], x[2]) },
		func(x []float64, single bool) float64 {
			if single {
				return float64(numeric.FMA32(float32(x[0]), float32(x[1]), float32(x[2])))
			}
			return math.FMA(x[0], x[1], x[2])
		},
		func(x []*big.Float) *big.Float { return newFloat().Add(newFloat().Mul(x[0], x[1]), x[2]) }},
}

// truncate rounds an exact number toward zero, with denormal numbers.
func truncate(x *big.Float, single bool) float64 {
	prec, least := 53, -1074
	if single {
		prec, least = 24, -149
	}
	exponent := x.MantExp(nil) // of the bit above the highest
	prec = min(prec, exponent-least)
	if prec <= 0 {
		return 0
	}
	v, _ := new(big.Float).SetMode(big.ToZero).SetPrec(uint(prec)).Set(x).Float64()
	limit := math.MaxFloat64
	if single {
		limit = math.MaxFloat32
	}
	return max(-limit, min(limit, v))
}

// want is the right result: the exact one truncated, or that of rounding to nearest if there is none or it is zero.
func (a *arithmetic) want(x []float64, single bool) float64 {
	var exact []*big.Float
	nearest := a.nearest(x, single)
	for _, v := range x {
		if math.IsInf(v, 0) || v != v {
			return nearest
		}
		exact = append(exact, newFloat().SetFloat64(v))
	}
	e := a.exact(exact)
	if e == nil || e.Sign() == 0 {
		return nearest
	}
	return math.Copysign(truncate(e, single), float64(e.Sign()))
}

// evaluator is a function of the IR without control flow.
type evaluator struct {
	fn     *ir.Func
	values []uint64
}

func (a *arithmetic) evaluator(t ir.Type) *evaluator {
	m := &ir.Module{}
	fn := m.NewFunc(a.name)
	if len(fn.Blocks) == 0 {
		fn.NewBlock()
	}
	var x []ir.ValueID
	b := ir.NewBuilder(fn)
	for i := range a.operands {
		fn.Params = append(fn.Params, t)
		x = append(x, b.Arg(i))
	}
	fn.Results = []ir.Type{t}
	b.Return(a.emit(towardZero{b, floatFormats[t]}, x))
	return &evaluator{fn, make([]uint64, len(fn.Instrs))}
}

func (e *evaluator) run(t *testing.T, args []uint64) uint64 {
	for _, v := range e.fn.Blocks[0].Instrs {
		in := e.fn.Instr(v)
		switch in.Op {
		case ir.OpConst:
			e.values[v] = in.Imm
		case ir.OpArg:
			e.values[v] = args[in.Imm]
		case ir.OpReturn:
			return e.values[in.Args[0]]
		default:
			o := numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: e.fn.Type(in.Args[0])}
			if in.Op == ir.OpSelect {
				o.From = e.fn.Type(in.Args[1])
			}
			operands := make([]uint64, len(in.Args))
			for i, a := range in.Args {
				operands[i] = e.values[a]
			}
			var ok bool
			if e.values[v], ok = numeric.Eval(o, operands); !ok {
				t.Fatalf("%v has no meaning", in.Op)
			}
		}
	}
	panic("no return")
}

// randomFloats are operands with exponents near each other, at the limits, and anywhere.
func randomFloats(r *rand.Rand, n int, f floatFormat) []uint64 {
	list := make([]uint64, n)
	fraction := f.normal - 1
	biases := f.infinity / f.normal
	base := r.Uint64N(biases + 1)
	special := []uint64{0, 1, 2, 3, f.normal - 1, f.normal, f.normal + 1, f.infinity - 1, f.infinity, f.infinity + 1,
		f.one, f.one - 1, f.one + 1, f.small, f.small - 1, f.scale}
	for i := range list {
		exponent := min(base+r.Uint64N(8), biases)
		switch r.IntN(6) {
		case 0:
			exponent = r.Uint64N(biases + 1)
		case 1:
			exponent = r.Uint64N(3)
		case 2:
			exponent = (biases - base + biases/2 + r.Uint64N(5)) % (biases + 1)
		}
		bits := r.Uint64() & fraction
		switch r.IntN(4) {
		case 0:
			bits &= bits << r.IntN(60) & fraction
		case 1:
			bits = fraction &^ (1<<r.IntN(60) - 1)
		}
		list[i] = exponent*f.normal | bits
		if r.IntN(8) == 0 {
			list[i] = special[r.IntN(len(special))]
		}
		if r.IntN(2) == 0 {
			list[i] |= f.sign
		}
	}
	return list
}

func floatOf(bits uint64, single bool) float64 {
	if single {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// TestTowardZero compares the operations that round toward zero with numbers of any precision.
func TestTowardZero(t *testing.T) {
	rounds := 40000
	if testing.Short() {
		rounds = 4000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range arithmetics {
		a := &arithmetics[i]
		for _, typ := range []ir.Type{ir.F32, ir.F64} {
			single, e := typ == ir.F32, a.evaluator(typ)
			for range rounds {
				args := randomFloats(r, a.operands, floatFormats[typ])
				var x []float64
				for _, v := range args {
					x = append(x, floatOf(v, single))
				}
				got, want := floatOf(e.run(t, args), single), a.want(x, single)
				if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
					t.Fatalf("%s of %d bits: %x gives %x (%g), want %x (%g)", a.name, typ.Bits(), args,
						math.Float64bits(got), got, math.Float64bits(want), want)
				}
			}
		}
	}
}
