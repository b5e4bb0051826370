package exec

import (
	"errors"
	"testing"

	"heddle/compiler/amd64/object"
)

// repeating is code whose bundles follow each other in one call: each work-item must run once, and the one that faults
// must be named, in whichever bundle it is.
const repeating = `
kernel void count(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
	atomic_inc(&y[i]);
	uint k = 0;
	for (uint j = x[i] & 15; j > 0; j--) k += x[i + j];
	y[9000 + i] = k + get_local_id(0) * 3 + get_group_id(0);
	if ((x[i] & 3) == 0) return;
	y[18000 + i] = i;
}`

func TestBundlesOfARowRunOnce(t *testing.T) {
	(&comparison{source: repeating, words: []int{27000, 9100}, values: []uint64{0},
		fill: func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {500, 1, 1}}, {{256, 32, 1}, {256, 8, 1}}, {{300, 12, 2}, {150, 4, 1}}, {{128, 8, 8}, {64, 4, 4}},
			{{1, 1, 1}, {1, 1, 1}}, {{129, 32, 2}, {129, 8, 2}}},
		plans: []object.Plan{{Rows: 1, Packed: 1, Columns: 8}},
	}).run(t)
}

func TestFaultsBehindTheFirstBundle(t *testing.T) {
	k := compileKernel(t, `kernel void f(global uint *y, ulong bad) {
	size_t i = get_global_id(0) + 512 * get_global_id(1);
	global uint *p = i == bad ? (global uint *)0 : y + i;
	*p = i;
}`)
	b := newBuffer(t, 2048)
	for _, bad := range []uint64{0, 17, 200, 511, 512 + 300, 2047} {
		d := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: vectorBits(), Mode: ModeMachine, Report: failing{t}})
		l := &Launch{Program: k.Lane, Machine: k.Machine, Args: arguments(uint64(b.address), bad), WorkDim: 2,
			Global: [3]uint64{512, 4, 1}, Group: [3]uint64{512, 4, 1}, Name: k.Name}
		var fault *Fault
		if err := d.Run(l); !errors.As(err, &fault) {
			t.Fatalf("the error is %v", err)
		}
		if fault.GlobalID != [3]uint64{bad % 512, bad / 512, 0} {
			t.Errorf("work-item %d: the report is %v", bad, fault)
		}
	}
}
