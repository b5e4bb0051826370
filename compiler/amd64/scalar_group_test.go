package amd64

import "testing"

// withBytes is a kernel whose work-items read bytes at %16 and write them at %17, places of their own.
func withBytes(body string) string {
	return withTwoBuffers("i8 1", "i32 7", `  %14 = mul i32 %12, %4
  %15 = zext i64 %14
  %16 = ptradd ptr %8, %13
  %17 = ptradd ptr %8, %15`+body+`
  return`)
}

// TestBytesGoLaneByLane wants a load that only a store lane by lane wants to be made with it, for all sub-groups in one
// loop, and others to be gathered.
func TestBytesGoLaneByLane(t *testing.T) {
	for name, c := range map[string]struct {
		body  string
		loops int // of all sub-groups, with a load in it
		kept  int // loads that stay gathers, of a sub-group
	}{
		"copied": {`
  %20 = load i8 %16 in global align 1
  store %17, %20 in global align 1`, 1, 0},
		"counted up": {`
  %20 = load i8 %16 in global align 1
  %21 = add i8 %20, %3
  store %16, %21 in global align 1`, 1, 0},
		"looked up": {`
  %20 = load i8 %16 in global align 1
  %21 = zext i64 %20
  %22 = ptradd ptr %6, %21
  %23 = load i8 %22 in global align 1
  store %17, %23 in global align 1`, 2, 0},
		"a place that was loaded": {`
  %20 = load i8 %16 in global align 1
  %21 = zext i64 %20
  %22 = ptradd ptr %8, %21
  store %22, %3 in global align 1`, 1, 0},
		"exchanged": {`
  %20 = load i8 %16 in global align 1
  %21 = load i8 %17 in global align 1
  store %16, %21 in global align 1
  store %17, %20 in global align 1`, 2, 0},
		"exchanged, and read between": {`
  %20 = load i8 %16 in global align 1
  %21 = load i8 %17 in global align 1
  store %16, %21 in global align 1
  %22 = load i32 %11 in global align 4
  store %17, %20 in global align 1
  %23 = add i32 %22, %4
  store %11, %23 in global align 4`, 1, 1},
		"wanted by others": {`
  %20 = load i8 %16 in global align 1
  store %17, %20 in global align 1
  %21 = zext i32 %20
  store %11, %21 in global align 4`, 0, 1},
		"before another store": {`
  %20 = load i8 %16 in global align 1
  store %11, %14 in global align 4
  store %17, %20 in global align 1`, 0, 1},
		"volatile": {`
  %20 = load i8 %16 in global align 1 volatile
  store %17, %20 in global align 1`, 0, 1},
		"much work": {`
  %20 = load i8 %16 in global align 1
  %21 = mul i8 %20, %20
  %22 = add i8 %21, %20
  %23 = mul i8 %22, %21
  %24 = add i8 %23, %22
  %25 = mul i8 %24, %23
  %26 = add i8 %25, %24
  %27 = mul i8 %26, %25
  store %17, %27 in global align 1`, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inRows(t, withBytes(c.body), func(isa ISA, count int, l *Listing) {
				loads, gathers := selectedWith(l, "movzx", "byte ptr"), selectedWith(l, "gather")
				if loads != c.loops || (gathers > 0) != (c.kept > 0) {
					t.Errorf("%v, %d sub-groups: %d loads of a byte, %d gathers", isa, count, loads, gathers)
				}
			})
		})
	}
}
