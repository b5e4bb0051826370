package exec

import (
	"errors"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

// TestWhichLaunchesAreTurned wants dimensions to be interchanged where the vectors are filled then.
func TestWhichLaunchesAreTurned(t *testing.T) {
	const free = "kernel void f(global float *a, int n) { a[get_global_id(0) * n + get_global_id(1)] = 1; }"
	const grouped = `kernel void f(global float *a, int n) {
		a[get_global_id(0) * n + get_local_id(1)] = get_local_id(0); }`
	for _, test := range []struct {
		source        string
		global, group [3]uint64
		want          int
	}{
		{free, [3]uint64{100, 100, 1}, [3]uint64{10, 10, 1}, 1},
		{free, [3]uint64{100, 16, 1}, [3]uint64{100, 1, 1}, 1},
		{free, [3]uint64{100, 15, 1}, [3]uint64{1, 15, 1}, 0},
		{free, [3]uint64{7, 7, 1}, [3]uint64{7, 7, 1}, 1},
		{free, [3]uint64{1000, 1, 1}, [3]uint64{50, 1, 1}, 0},
		{grouped, [3]uint64{64, 64, 1}, [3]uint64{16, 16, 1}, 1},
		{grouped, [3]uint64{64, 64, 1}, [3]uint64{8, 8, 1}, 1},
		{grouped, [3]uint64{64, 64, 1}, [3]uint64{64, 4, 1}, 0},
	} {
		l := &Launch{Machine: compileKernel(t, test.source).Machine, Global: test.global, Group: test.group}
		if _, dimension := native.InterchangeFor(l, 16); dimension != test.want {
			t.Errorf("%v in groups of %v: dimension %d", test.global, test.group, dimension)
		}
	}
}

// TestFaultsOfTurnedKernels wants the report to name the work-item by the dimensions that the application sees.
func TestFaultsOfTurnedKernels(t *testing.T) {
	for _, body := range []string{
		"",
		"local int t[8192]; t[get_local_id(0) * 32 + get_local_id(1)] = x; barrier(CLK_LOCAL_MEM_FENCE);",
	} {
		k := compileKernel(t, "kernel void f(global uint *a, ulong bx, ulong by) {\n"+
			"\tulong x = get_global_id(0), y = get_global_id(1); "+body+"\n"+
			"\tulong i = x * get_global_size(1) + (y - get_global_offset(1)); "+
			"global uint *p = x == bx && y == by ? (global uint *)0 : a + i;\n\t*p = x;\n}")
		if _, dimension := k.Machine.Interchanged(); dimension != 0 {
			t.Fatal("addresses that are chosen are no rows")
		}
		b := newBuffer(t, 1<<14)
		for _, bad := range [][2]uint64{{0, 5}, {3, 17}, {63, 68}, {40, 37}} {
			d := strictDevice(t, 1, vectorBits())
			l := &Launch{Program: k.Lane, Machine: &interchangedWith{k.Machine, 1, object.Plan{Rows: 2, Packed: 1}},
				Args: arguments(uint64(b.address), bad[0], bad[1]), WorkDim: 2, Global: [3]uint64{64, 64, 1},
				Group: [3]uint64{16, 32, 1}, Offset: [3]uint64{0, 5, 0}, Local: k.LocalBytes, Name: k.Name}
			var fault *Fault
			if err := d.Run(l); !errors.As(err, &fault) {
				t.Fatalf("the error is %v", err)
			}
			if fault.GlobalID != [3]uint64{bad[0], bad[1], 0} || fault.Others != 0 || fault.Line != 4 {
				t.Errorf("work-item %v: the report is %v", bad, fault)
			}
		}
	}
}
