package exec

import (
	"errors"
	"fmt"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

// turnedTo is a kernel that is turned whether that pays or not, where the sizes allow it, in bundles that the test chooses.
type turnedTo struct {
	object.Kernel
	dimension int
	plan      object.Plan
}

func (k *turnedTo) Turned() (object.Kernel, int) {
	turned := k.Kernel.(*amd64.Kernel).TurnedTo(k.dimension)
	if turned == nil {
		return nil, 0
	}
	return &planned{turned, k.plan}, k.dimension
}

// TestWhatIsTurned: kernels whose lanes would gather or scatter what lies in one piece along another dimension.
func TestWhatIsTurned(t *testing.T) {
	const head = "kernel void f(global float *a, global float *b, global int *c, int n) {\n" +
		"\tlocal float t[16][16]; int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), lx = get_local_id(0), ly = get_local_id(1);\n\t"
	for body, want := range map[string]int{
		"a[y * n + x] = b[y * n + x];":              0,
		"a[x * n + y] = b[x * n + y];":              1,
		"if (x < n && y < n) a[x * n + y] += b[y];": 1,
		"a[(x * n + y) * n + z] = b[z] * 2;":        2,
		"a[(z * n + x) * n + y] = b[y] * 2;":        1,
		"a[(z * n + y) * n + x] = b[x] * 2;":        0,
		"a[y * n + x] = b[x * n + y];":              0, // half of it either way
		"a[x * n + y] = b[c[y]];":                   0,
		"a[c[x] + y] = x;":                          1,
		"a[(x * n + y) * 4] = b[y];":                1,
		"a[x * n + y * n] = 1;":                     0, // no better along the other
		"a[x * n + x] = 1;":                         0,
		"float s = 0; for (int k = 0; k < n; k++) s += a[x * n + k] * b[k * n + y]; a[x * n + y] = s;": 1,
		"float s = 0; for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x]; a[y * n + x] = s;": 0,
		"float s = 0; for (int k = 0; k < n; k++) s += a[y * n + k] * b[x * n + k]; a[y * n + x] = s;": 0,
		"t[lx][ly] = a[x * n + y]; barrier(CLK_LOCAL_MEM_FENCE); a[x * n + y] = t[lx][15 - ly];":       1,
		"t[ly][lx] = a[y * n + x]; barrier(CLK_LOCAL_MEM_FENCE); a[y * n + x] = t[lx][ly];":            0,
	} {
		turned, dimension := compileKernel(t, head+body+"\n}").Machine.Turned()
		if dimension != want || (turned == nil) != (want == 0) {
			t.Errorf("%s: dimension %d", body, dimension)
		}
		if turned != nil {
			if again, _ := turned.Turned(); again != nil {
				t.Errorf("%s: turned twice", body)
			}
		}
	}
}

// TestWhichLaunchesAreTurned: those whose vectors are filled.
func TestWhichLaunchesAreTurned(t *testing.T) {
	const free = "kernel void f(global float *a, int n) { a[get_global_id(0) * n + get_global_id(1)] = 1; }"
	const grouped = "kernel void f(global float *a, int n) { a[get_global_id(0) * n + get_local_id(1)] = get_local_id(0); }"
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

// asking is a kernel that writes down all it can ask for.
const asking = `kernel void ask(global uint *y, ulong n) {
	size_t i = get_global_id(0) - get_global_offset(0) + get_global_size(0) * (get_global_id(1) - get_global_offset(1) +
		get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
	uint h = get_work_dim() + n;
	for (uint d = 0; d < 3; d++) {
		h = h * 31 + get_global_id(d); h = h * 31 + get_local_id(d); h = h * 31 + get_group_id(d);
		h = h * 31 + get_global_size(d); h = h * 31 + get_local_size(d); h = h * 31 + get_num_groups(d);
		h = h * 31 + get_global_offset(d) * 7;
	}
	y[i] = h;
}
kernel void rows(global uint *y, ulong n) {
	size_t x = get_global_id(0) - get_global_offset(0), y0 = get_global_id(1) - get_global_offset(1), z = get_global_id(2) - get_global_offset(2);
	y[(x * get_global_size(1) + y0) * get_global_size(2) + z] = get_global_id(0) * 3 + get_global_id(1) * 1000 + z * 7 + n;
}
kernel void tiles(global uint *y, ulong n) {
	local uint t[1024];
	uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
	uint l = (get_local_id(0) * get_local_size(1) + get_local_id(1)) * get_local_size(2) + get_local_id(2), sum = 0;
	size_t i = get_global_id(0) - get_global_offset(0) + get_global_size(0) * (get_global_id(1) - get_global_offset(1) +
		get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
	t[l] = i * n;
	for (uint step = 1; step < items; step *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint v = t[(l + step) % items];
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] = v * 3 + get_local_id(1);
	}
	y[i] = t[l] + sum;
}`

// TestTurnedKernelsSeeTheirOwnSizes: nothing that a kernel asks for tells whether it was turned, whatever the sizes.
func TestTurnedKernelsSeeTheirOwnSizes(t *testing.T) {
	plans := []object.Plan{{}, {Rows: 1, Packed: 1}, {Rows: 2, Packed: 2, Columns: 2}, {Rows: 4, Packed: 4, Waits: true}, {Rows: 1, Packed: 1, Columns: 4, Waits: true}}
	for _, sizes := range [][3][3]uint64{
		{{64, 64, 1}, {16, 16, 1}, {}}, {{48, 33, 1}, {8, 8, 1}, {}}, {{33, 48, 3}, {32, 16, 1}, {}}, {{5, 70, 4}, {3, 70, 2}, {}},
		{{7, 7, 7}, {7, 7, 7}, {}}, {{20, 40, 17}, {20, 1, 17}, {100, 7, 1}}, {{16, 1, 64}, {4, 1, 64}, {0, 3, 9}}, {{100, 19, 2}, {32, 4, 2}, {1, 2, 3}},
	} {
		for _, k := range compileProgram(t, asking).Kernels {
			want := launchTurned(t, NewDevice(Goroutines(1)), &Launch{Program: k.Lane, Name: k.Name, Local: k.LocalBytes}, sizes)
			for _, bits := range []int{512, 256} {
				if !runsVectors(t, bits) {
					continue
				}
				for i, plan := range plans {
					m := &turnedTo{k.Machine, 1 + i%2, plan}
					if plan.Rows == 0 {
						m.plan = k.Machine.TurnedTo(m.dimension).Plan(bits)
					}
					d := NewDeviceWith(Goroutines(2), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}})
					got := launchTurned(t, d, &Launch{Program: k.Lane, Machine: m, Name: k.Name, Local: k.LocalBytes}, sizes)
					(&comparison{}).same(t, fmt.Sprintf("%s, %d bits, plan %+v, turned to %d, %v", k.Name, bits, plan, m.dimension, sizes), want, got)
				}
			}
		}
	}
}

// launchTurned launches twice, the second time as the device has found out, and gives what a kernel of asking writes.
func launchTurned(t *testing.T, d *Device, l *Launch, sizes [3][3]uint64) [][]byte {
	t.Helper()
	b := newBuffer(t, 1<<14)
	l.Args, l.WorkDim, l.Global, l.Group, l.Offset = arguments(uint64(b.address), 12345), 3, sizes[0], sizes[1], sizes[2]
	for range 2 {
		clear(b.bytes)
		if err := d.Run(l); err != nil {
			t.Fatal(err)
		}
	}
	return [][]byte{b.bytes}
}

// TestFaultsOfTurnedKernels: the report names the work-item as the application knows it.
func TestFaultsOfTurnedKernels(t *testing.T) {
	for _, body := range []string{"", "local int t[8192]; t[get_local_id(0) * 32 + get_local_id(1)] = x; barrier(CLK_LOCAL_MEM_FENCE); "} {
		k := compileKernel(t, "kernel void f(global uint *a, ulong bx, ulong by) {\n"+
			"\tulong x = get_global_id(0), y = get_global_id(1); "+body+"\n"+
			"\tglobal uint *p = x == bx && y == by ? (global uint *)0 : a + x * get_global_size(1) + (y - get_global_offset(1));\n\t*p = x;\n}")
		if _, dimension := k.Machine.Turned(); dimension != 0 {
			t.Fatal("addresses that are chosen are no rows")
		}
		b := newBuffer(t, 1<<14)
		for _, bad := range [][2]uint64{{0, 5}, {3, 17}, {63, 68}, {40, 37}} {
			d := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: vectorBits(), Mode: ModeMachine, Report: failing{t}})
			l := &Launch{Program: k.Lane, Machine: &turnedTo{k.Machine, 1, object.Plan{Rows: 2, Packed: 1}}, Args: arguments(uint64(b.address), bad[0], bad[1]),
				WorkDim: 2, Global: [3]uint64{64, 64, 1}, Group: [3]uint64{16, 32, 1}, Offset: [3]uint64{0, 5, 0}, Local: k.LocalBytes, Name: k.Name}
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
