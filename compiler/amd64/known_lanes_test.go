package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// upSweep adds pairs at distances that double, at places o*(2*l+1)-1 whose unsigned arithmetic may wrap.
const upSweep = `func @k kernel local 4096 align 4 () -> () {
b0:
  %1 = const i32 0
  %2 = const i32 1
  %3 = const i64 2
  %4 = const i32 4294967295
  %5 = const i32 2
  %6 = localid.0 i64
  %7 = trunc i32 %6
  %8 = localsize.0 i64
  %9 = trunc i32 %8
  %10 = lshr i32 %9, %2
  %11 = localbase ptr
  %12 = shl i32 %7, %2
  %13 = add i32 %12, %2
  %14 = add i32 %12, %5
  jump b1(%10, %2)
b1(%15 i32, %16 i32):
  %17 = icmp.ugt i1 %15, %1
  branch %17, b2, b5
b2:
  barrier.local scope workgroup
  %18 = icmp.ult i1 %7, %15
  branch %18, b3, b4
b3:
  %19 = mul i32 %13, %16
  %20 = add i32 %19, %4
  %21 = zext i64 %20
  %22 = shl i64 %21, %3
  %23 = ptradd ptr %11, %22
  %24 = load i32 %23 in local align 4
  %25 = mul i32 %14, %16
  %26 = add i32 %25, %4
  %27 = zext i64 %26
  %28 = shl i64 %27, %3
  %29 = ptradd ptr %11, %28
  %30 = load i32 %29 in local align 4
  %31 = add i32 %24, %30
  store %29, %31 in local align 4
  jump b4
b4:
  %32 = lshr i32 %15, %2
  %33 = shl i32 %16, %2
  jump b1(%32, %33)
b5:
  return
}
`

// A version that is all of a group knows steps and lanes: nothing is gathered, no lane is masked, no sub-group is
// looked at that has no lanes.
func TestKnownLanes(t *testing.T) {
	m := ir.MustParse(upSweep)
	k := NewKernel(m, m.Funcs[0], Options{})
	for _, isa := range []ISA{AVX512, AVX2} {
		v := Version{Shape: bundle.Rows, Count: 8, SmallIDs: true, FullBundles: true, WholeGroup: true}
		l := k.Listing(isa, v)
		if l.Err != nil {
			t.Fatal(l.Err)
		}
		for _, line := range l.Selected {
			for _, bad := range []string{"gather", "scatter", "kortest", "vptest", "vpcmp", "tzcnt", "jb ", "ja "} {
				if strings.Contains(line.Text, bad) {
					t.Errorf("%v: %s", isa, line.Text)
				}
			}
		}
		v.FullBundles = false
		if l := k.Listing(isa, v); l.Err != nil || len(l.IR.Blocks) > 8 {
			t.Errorf("%v: a version for partial groups is not specialised: %d blocks, %v", isa, len(l.IR.Blocks), l.Err)
		}
	}
}

// TestNegativeOffsetsMayBeOfLocalMemory has lanes after and before a pointer into the middle of local memory: those
// before it are no accesses that are not made, and do not step as the others do.
func TestNegativeOffsetsMayBeOfLocalMemory(t *testing.T) {
	const text = `func @k kernel local 4096 align 4 () -> () {
b0:
  %1 = const i64 1024
  %2 = const i64 2
  %3 = const i64 0
  %4 = const i64 7
  %5 = const i64 8
  %6 = localid.0 i64
  %7 = localbase ptr
  %8 = ptradd ptr %7, %1
  %9 = and i64 %6, %5
  %10 = icmp.eq i1 %9, %3
  %11 = mul i64 %6, %4
  %12 = sub i64 %3, %11
  %13 = select i64 %10, %6, %12
  %14 = shl i64 %13, %2
  %15 = ptradd ptr %8, %14
  %16 = load i32 %15 in local align 4
  barrier.local scope workgroup
  %17 = shl i64 %6, %2 nowrap
  %18 = ptradd ptr %7, %17
  store %18, %16 in local align 4
  return
}`
	l := mustList(t, text, AVX512, Version{Shape: bundle.Rows, Count: 2, SmallIDs: true, FullBundles: true,
		WholeGroup: true})
	if n := selected(l, "vpgather"); n == 0 {
		t.Error("no lane is before the others")
	}
}
