package translate

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/lower"
)

// TestWideDivision compares quotients and remainders of two words with numbers of any size.
func TestWideDivision(t *testing.T) {
	fn := (&ir.Module{}).NewFunc("divide")
	if len(fn.Blocks) == 0 {
		fn.NewBlock()
	}
	b := ir.NewBuilder(fn)
	e := &emitter{Function: &lower.Function{Builder: b}}
	args := make([]ir.ValueID, 4)
	for i := range args {
		fn.Params = append(fn.Params, ir.I64)
		args[i] = b.Arg(i)
	}
	q, r := e.divide(wide{args[0], args[1]}, wide{args[2], args[3]})
	b.Return(q.low)
	run := &evaluator{fn, make([]uint64, len(fn.Instrs))}
	random := rand.New(rand.NewPCG(3, 4))
	for range 100000 {
		x := [4]uint64{word(random), word(random), word(random), word(random)}
		if x[2] == 0 && x[3] == 0 {
			continue
		}
		run.run(t, x[:])
		wantQ, wantR := new(big.Int).QuoRem(bigOf(x[0], x[1]), bigOf(x[2], x[3]), new(big.Int))
		gotQ, gotR := bigOf(run.values[q.low], run.values[q.high]), bigOf(run.values[r.low], run.values[r.high])
		if gotQ.Cmp(wantQ) != 0 || gotR.Cmp(wantR) != 0 {
			t.Fatalf("%x: %x and %x, not %x and %x", x, gotQ, gotR, wantQ, wantR)
		}
	}
}

// word is a random word of which few bits are set, or few are not, or all are random.
func word(r *rand.Rand) uint64 {
	v := r.Uint64() >> r.IntN(64)
	switch r.IntN(5) {
	case 0:
		return 0
	case 1:
		return ^v
	case 2:
		return 1<<r.IntN(64) - uint64(r.IntN(3))
	}
	return v
}

func bigOf(low, high uint64) *big.Int {
	v := new(big.Int).SetUint64(high)
	return v.Add(v.Lsh(v, 64), new(big.Int).SetUint64(low))
}
