package interp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
)

// Sums of floats are nearly those of doubles, in whatever order they are added.
func TestFoldsOfFloatsAreNear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []uint64{1, 15, 16, 17, 64, 100, 1000} {
		address, err := hostmem.Alloc(uint64(ir.FoldBytes))
		if err != nil {
			t.Fatal(err)
		}
		defer hostmem.Free(address)
		elements, sum := uint64(address)+ir.FoldElements, 0.0
		for i := range n {
			x := r.Float32()
			*hostmem.At[float32](elements + 4*i) = x
			sum += float64(x)
		}
		o := folding{size: 4}
		o.operation.Op, o.operation.Type, o.operation.From = ir.OpFAdd, ir.F32, ir.F32
		all := float64(math.Float32frombits(uint32(o.all(elements, n))))
		o.each(elements, uint64(address)+ir.FoldResults, n)
		last := float64(*hostmem.At[float32](uint64(address) + ir.FoldResults + 4*(n-1)))
		if math.Abs(all-sum) > 1e-5*sum || math.Abs(last-sum) > 1e-5*sum {
			t.Error(fmt.Errorf("%d: %g and %g, not %g", n, all, last, sum))
		}
	}
}
