package clapi

import "testing"

// extentByTrial is chooseExtent as its comment says it: it tries all divisors.
func extentByTrial(global, limit, lanes uint64) uint64 {
	if global <= limit {
		return global
	}
	best, full := uint64(1), uint64(0)
	for n := uint64(1); n <= limit; n++ {
		if global%n != 0 {
			continue
		}
		best = n
		if n%lanes == 0 {
			full = n
		}
	}
	switch {
	case full > 0 && full*2 >= limit:
		return full
	case best*2 >= limit, lanes == 1:
		return best
	case limit > lanes:
		return limit / lanes * lanes
	}
	return limit
}

// The search from above finds what trying all divisors finds, below and above 32 bits.
func TestExtentsAreTheBestDivisors(t *testing.T) {
	for _, limit := range []uint64{1, 2, 3, 8, 9, 33, 341, 1024} {
		for _, lanes := range []uint64{1, 2, 4, 5, 8, 16} {
			for global := uint64(1); global < 2000; global += 3 {
				for _, n := range []uint64{global, global * 65537, global<<32 + global} {
					if got, want := chooseExtent(n, limit, lanes), extentByTrial(n, limit, lanes); got != want {
						t.Fatalf("%d, at most %d in %d lanes: %d, not %d", n, limit, lanes, got, want)
					}
				}
			}
		}
	}
	for n := uint64(1); n < 500; n++ {
		for limit := range uint64(40) {
			want := uint64(1)
			for d := uint64(1); d <= limit; d++ {
				if n%d == 0 {
					want = d
				}
			}
			if got := largestDivisor(n, limit); got != want {
				t.Fatalf("divisor of %d up to %d: %d, not %d", n, limit, got, want)
			}
		}
	}
}

func BenchmarkSuggestedLocalSize(b *testing.B) {
	for name, global := range map[string]uint64{"power of two": 1 << 20, "prime": 1000003} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				chooseExtent(global, wantedGroupSize, 8)
			}
		})
	}
}
