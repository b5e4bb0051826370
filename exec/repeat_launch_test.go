package exec

import (
	"errors"
	"testing"

	"heddle/cbridge/hostmem"
)

// TestLaunchesAfterEachOtherSeeTheirOwnSizes makes launches of changing sizes and arguments on one device, which keeps
// the division of its last launch. Each must see its own sizes, also if only one size differs.
func TestLaunchesAfterEachOtherSeeTheirOwnSizes(t *testing.T) {
	k := compileKernel(t, `kernel void f(global ulong *y, ulong x) {
	if (get_global_id(0) != get_global_offset(0)) return;
	y[0] = get_global_size(0); y[1] = get_local_size(0); y[2] = get_num_groups(0); y[3] = get_global_offset(0); y[4] = x;
	y[5] = get_work_dim();
}`)
	b := newBuffer(t, 16)
	d := NewDeviceWith(Goroutines(2), Engine{Machine: &machine, VectorBits: vectorBits(), Report: failing{t}})
	sizes := [][3]uint64{{64, 32, 0}, {64, 32, 0}, {64, 16, 0}, {64, 16, 5}, {64, 16, 5}, {128, 16, 5}, {64, 32, 0},
		{50000, 16, 0}, {64, 32, 0}, {1, 1, 0}}
	for i, s := range sizes {
		x, dim := uint64(i)*7, uint32(1+i%3)
		l := kernelLaunch(k, k.Machine, s[0], s[1], uint64(b.address), x)
		l.WorkDim, l.Offset[0] = dim, s[2]
		if err := d.Run(l); err != nil {
			t.Fatal(err)
		}
		want := [6]uint64{s[0], s[1], s[0] / s[1], s[2], x, uint64(dim)}
		if got := *hostmem.At[[6]uint64](uint64(b.address)); got != want {
			t.Errorf("launch %d saw %v instead of %v", i, got, want)
		}
	}
}

// TestCancelledLaunchOfOneGroupDoesNotRun wants a launch not to start cancelled because the last one was, and a
// cancelled launch of one group not to start at all.
func TestCancelledLaunchOfOneGroupDoesNotRun(t *testing.T) {
	k := compileKernel(t, `kernel void f(global uint *y) { y[get_global_id(0)] += 1; }`)
	b := newBuffer(t, 16)
	d := NewDeviceWith(Goroutines(2), Engine{Machine: &machine, VectorBits: vectorBits(), Report: failing{t}})
	l := kernelLaunch(k, k.Machine, 16, 16, uint64(b.address))
	cancelled := *l
	cancelled.Cancel = new(Cancel)
	cancelled.Cancel.Set()
	for range 3 {
		if err := d.Run(&cancelled); !errors.Is(err, ErrCancelled) {
			t.Errorf("the error is %v", err)
		}
		if err := d.Run(l); err != nil {
			t.Error(err)
		}
	}
	if got := *hostmem.At[uint32](uint64(b.address)); got != 3 {
		t.Errorf("the kernel ran %d times instead of 3", got)
	}
}
