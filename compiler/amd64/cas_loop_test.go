package amd64

import "testing"

// swapping is a kernel whose work-items change a word at %15, a place each; blocks are its blocks from b2 on, which
// lead to b1, and first is how they begin.
func swapping(first, blocks string) string {
	return withTwoBuffers("i32 0", "i32 1", `  %14 = shl i64 %13, %2 nowrap
  %15 = ptradd ptr %8, %14
  %16 = load i32 %15 in global align 4
  jump `+first+`
b1:
  return
`+blocks)
}

// TestSwapLoopsGoLaneByLane wants a loop that only swaps to read its place in general registers, and others to stay in
// vectors.
func TestSwapLoopsGoLaneByLane(t *testing.T) {
	for name, c := range map[string]struct {
		first, blocks string
		byLane        bool
		gathers       int // what must still be gathered
	}{
		"read in each iteration": {"b2", `b2:
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
		t.Run(name, func(t *testing.T) {
			inRows(t, swapping(c.first, c.blocks), func(isa ISA, count int, l *Listing) {
				swaps, gathers, wantSwaps := selectedWith(l, "cmpxchg"), selectedWith(l, "gather"), 1
				if !c.byLane {
					wantSwaps = count
				}
				if swaps != wantSwaps || gathers < c.gathers*count || c.byLane && gathers > 0 {
					t.Errorf("%v, %d sub-groups: %d swaps, %d gathers", isa, count, swaps, gathers)
				}
			})
		})
	}
}
