package passes

import (
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// The number at which a counted loop ends is that at which it ends when it runs, and until then the test at the top
// holds. Loops that go on for more than all numbers of 8 bits are not counted.
func TestCountedLoops(t *testing.T) {
	numbers := []uint64{0, 1, 2, 3, 7, 8, 100, 126, 127, 128, 129, 200, 253, 254, 255}
	countLoops(t, 8, numbers)
	for i, v := range numbers { // those about the ends of 64 bits
		numbers[i] = uint64(int64(int8(v)))
		if v > 100 && v < 150 {
			numbers[i] = v - 128 + 1<<63
		}
	}
	countLoops(t, 64, numbers)
}

func countLoops(t *testing.T, bits uint, numbers []uint64) {
	mask := ^uint64(0) >> (64 - bits)
	const most = 300 // rounds
	counted := 0
	for _, pred := range []ir.ICmpPred{ir.EQ, ir.NE, ir.ULT, ir.ULE, ir.UGT, ir.UGE, ir.SLT, ir.SLE, ir.SGT, ir.SGE} {
		holds := func(x, y uint64, p ir.ICmpPred) bool { return numeric.CompareInt(p, bits, x, y) }
		for _, begin := range numbers {
			for _, step := range numbers {
				for _, limit := range numbers {
					for _, isNext := range []bool{false, true} {
						n, ok := newCounter(pred, bits, [3]uint64{begin, step, limit})
						if !ok {
							continue
						}
						end, ok := n.end(pred == ir.NE, isNext)
						if !ok {
							continue
						}
						counted++
						end &= mask
						at, rounds := begin, 0
						for ; rounds <= most; rounds++ {
							if !holds(at, end, n.test()) {
								t.Fatalf("%v from %d by %d to %d, next %t: the test at the top fails at %d, before %d",
									pred, begin, step, limit, isNext, at, end)
							}
							old := at
							at = (at + step) & mask
							tested := old
							if isNext {
								tested = at
							}
							if !holds(tested, limit, pred) {
								break
							}
						}
						if rounds > most && bits > 8 {
							continue
						}
						if at != end || holds(at, end, n.test()) {
							t.Fatalf("%v from %d by %d to %d, next %t: it ends with %d, not %d", pred, begin, step,
								limit, isNext, at, end)
						}
					}
				}
			}
		}
	}
	if counted < 1000 {
		t.Errorf("only %d loops are counted", counted)
	}
}
