package passes

import (
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
)

// BenchmarkLargeUnit optimises a kernel of about 40,000 source lines; twice the statements must take twice the time.
func BenchmarkLargeUnit(b *testing.B) {
	for _, statements := range []int{10_000, 20_000, 40_000} {
		b.Run("", func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				m := largeModule(statements)
				b.StartTimer()
				Optimize(m, Options{})
			}
		})
	}
}

func largeModule(statements int) *ir.Module {
	m := randomModule(3)
	kernel := m.NewFunc("large")
	kernel.Kernel = true
	g := &generator{random: rand.New(rand.NewPCG(9, 9)), build: ir.NewBuilder(kernel), callee: m.Funcs[0]}
	g.begin(200)
	g.statements(statements)
	g.build.Return()
	return m
}
