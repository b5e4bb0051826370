package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/bundle"
)

// TestPartsKeepWhatTheFirstBlockJoins wants four words, loaded before an if that is written in parts, to be loaded
// together for all sub-groups, not for the first only: to write the blocks of the if must not forget them.
func TestPartsKeepWhatTheFirstBlockJoins(t *testing.T) {
	const text = `func @k kernel local 8192 align 4 () -> () {
b0:
  %1 = const i64 8
  %2 = const i64 12
  %3 = const i64 4
  %4 = localid.0 i64
  %5 = localbase ptr
  %6 = shl i64 %4, %3 nowrap
  %7 = ptradd ptr %5, %6
  %8 = ptradd ptr %7, %3
  %9 = ptradd ptr %7, %1
  %10 = ptradd ptr %7, %2
  barrier.local scope workgroup
  %11 = load i32 %7 in local align 4
  %12 = load i32 %8 in local align 4
  %13 = load i32 %9 in local align 4
  %14 = load i32 %10 in local align 4
  %15 = add i32 %13, %14
  %16 = icmp.sgt i1 %11, %12
  branch %16, b1, b2
b1:
  store %7, %15 in local align 4
  jump b2
b2:
  barrier.local scope workgroup
  return
}`
	for _, isa := range []ISA{AVX512, AVX2} {
		l := mustList(t, text, isa, Version{Shape: bundle.Rows, Count: 8, SmallIDs: true, FullBundles: true,
			WholeGroup: true})
		if n := selected(l, "vpgather"); n > 0 {
			t.Errorf("%v: %d gathers", isa, n)
		}
	}
}

// What one work-item does for its group, in a loop, is stored once in each iteration, not once for each sub-group whose
// mask must be asked.
func TestWhatIsTheSameIsStoredOnceInABundle(t *testing.T) {
	const text = `func @k kernel local 8192 align 4 () -> () {
b0:
  %0 = const i32 0
  %1 = const i32 1
  %2 = const i64 2
  %n = const i32 256
  %4 = localid.0 i64
  %5 = localbase ptr
  %l = trunc i32 %4
  barrier.local scope workgroup
  %6 = icmp.eq i1 %l, %0
  branch %6, b1(%0, %0), b2
b1(%i i32, %s i32):
  %7 = zext i64 %i
  %8 = shl i64 %7, %2 nowrap
  %9 = ptradd ptr %5, %8
  %10 = load i32 %9 in local align 4
  %11 = add i32 %s, %10
  store %9, %11 in local align 4
  %12 = add i32 %i, %1
  %13 = icmp.slt i1 %12, %n
  branch %13, b1(%12, %11), b2
b2:
  barrier.local scope workgroup
  return
}`
	for _, isa := range []ISA{AVX512, AVX2} {
		l := mustList(t, text, isa, Version{Shape: bundle.Rows, Count: 8, SmallIDs: true, FullBundles: true,
			WholeGroup: true})
		stores := 0
		for _, line := range l.Selected {
			if strings.Contains(line.Text, "mov dword ptr [") || strings.Contains(line.Text, "vmovss dword ptr [") ||
				strings.Contains(line.Text, "vmovss [") {
				stores++
			}
		}
		if stores != 1 {
			t.Errorf("%v: %d stores", isa, stores)
		}
	}
}
