package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/ir"
)

// swapFrame is a kernel whose work-items change a word at a place each; ROUNDS are its blocks from b2 on, which lead
// to b1, and FIRST is how they begin.
const swapFrame = `func @k kernel () -> () {
b0:
  %1 = const i64 8
  %2 = const i64 2
  %3 = const i32 0
  %4 = const i32 1
  %5 = argblock ptr
  %6 = load ptr %5 in args align 8
  %7 = ptradd ptr %5, %1
  %8 = load ptr %7 in args align 8
  %9 = globalid.0 i64
  %10 = shl i64 %9, %2 nowrap
  %11 = ptradd ptr %6, %10
  %12 = load i32 %11 in global align 4
  %13 = zext i64 %12
  %14 = shl i64 %13, %2 nowrap
  %15 = ptradd ptr %8, %14
  %16 = load i32 %15 in global align 4
  jump FIRST
b1:
  return
ROUNDS
}`

// TestSwapLoopsGoLaneByLane wants a loop that only swaps to read its place in general registers, and others to stay in
// vectors.
func TestSwapLoopsGoLaneByLane(t *testing.T) {
	for name, c := range map[string]struct {
		first, rounds string
		byLane        bool
		gathers       int // what must still be gathered
	}{
		"read in each round": {"b2", `b2:
  %20 = load i32 %15 in global align 4 volatile
  %21 = add i32 %20, %12
  %22 = atomiccmpxchg i32 %15, %20, %21 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %20, %22
  branch %23, b2, b1`, true, 0},
		"what the swap found": {"b2(%16)", `b2(%20 i32):
  %21 = add i32 %20, %12
  %22 = atomiccmpxchg i32 %15, %20, %21 in global align 4 order relaxed scope device
  %23 = icmp.eq i1 %22, %20
  branch %23, b1, b2(%22)`, true, 0},
		"leaves before": {"b2", `b2:
  %20 = load i32 %15 in global align 4
  %21 = icmp.ugt i1 %20, %12
  branch %21, b1, b3
b3:
  %22 = atomiccmpxchg i32 %15, %20, %12 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %20, %22
  branch %23, b2, b1`, true, 0},
		"leaves by a guess": {"b2(%12)", `b2(%20 i32):
  %21 = icmp.ugt i1 %20, %4
  branch %21, b1, b3
b3:
  %22 = atomiccmpxchg i32 %15, %20, %12 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %20, %22
  branch %23, b2(%22), b1`, true, 0},
		"looks up what it found": {"b2", `b2:
  %20 = load i32 %15 in global align 4 volatile
  %24 = zext i64 %20
  %25 = shl i64 %24, %2
  %26 = ptradd ptr %8, %25
  %21 = load i32 %26 in global align 4
  %22 = atomiccmpxchg i32 %15, %20, %21 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %20, %22
  branch %23, b2, b1`, true, 0},
		"a lock": {"b2", `b2:
  %20 = load i32 %15 in global align 4 volatile
  %22 = atomiccmpxchg i32 %15, %3, %4 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %3, %22
  branch %23, b2, b1`, false, 0},
		"another place": {"b2", `b2:
  %20 = load i32 %11 in global align 4 volatile
  %22 = atomiccmpxchg i32 %15, %20, %4 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %20, %22
  branch %23, b2, b1`, false, 0},
		"until it fails": {"b2", `b2:
  %20 = load i32 %15 in global align 4 volatile
  %22 = atomiccmpxchg i32 %15, %20, %4 in global align 4 order relaxed scope device
  %23 = icmp.eq i1 %20, %22
  branch %23, b2, b1`, false, 1},
		"another effect": {"b2", `b2:
  %20 = load i32 %15 in global align 4 volatile
  store %11, %20 in global align 4
  %22 = atomiccmpxchg i32 %15, %20, %4 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %20, %22
  branch %23, b2, b1`, false, 1},
		"once more": {"b2(%3)", `b2(%19 i32):
  %20 = load i32 %15 in global align 4 volatile
  %22 = atomiccmpxchg i32 %15, %20, %4 in global align 4 order relaxed scope device
  %23 = icmp.ne i1 %20, %22
  %24 = add i32 %19, %4
  branch %23, b1, b2(%24)`, false, 1},
	} {
		m := ir.MustParse(strings.NewReplacer("FIRST", c.first, "ROUNDS", c.rounds).Replace(swapFrame))
		for _, isa := range []ISA{AVX512, AVX2} {
			for _, count := range []int{1, 4} {
				l := NewKernel(m, m.Funcs[0]).Listing(isa, Version{Shape: abi.Rows, Count: count, SmallIDs: true})
				if l.Err != nil {
					t.Fatalf("%s: %v", name, l.Err)
				}
				swaps, gathers := 0, 0
				for _, line := range l.Selected {
					swaps += strings.Count(line.Text, "cmpxchg")
					gathers += strings.Count(line.Text, "gather")
				}
				wantSwaps := 1
				if !c.byLane {
					wantSwaps = count
				}
				if swaps != wantSwaps || gathers < c.gathers*count || c.byLane && gathers > 0 {
					t.Errorf("%s, %v, %d sub-groups: %d swaps, %d gathers", name, isa, count, swaps, gathers)
				}
			}
		}
	}
}
