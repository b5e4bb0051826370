package exec

import (
	"errors"
	"fmt"
	"testing"
)

// TestLaunchesOfTheSameSizes repeats launches of one kernel and one size, which share most of their preparation. Each
// must have its own arguments and local memory, and see nothing of a launch that stopped in the middle.
func TestLaunchesOfTheSameSizes(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	for _, workers := range []int{1, 2} {
		for _, group := range []uint64{1, 7, 64} {
			t.Run(fmt.Sprint(workers, group), func(t *testing.T) { launchSameSizes(t, workers, group) })
		}
	}
}

func launchSameSizes(t *testing.T, workers int, group uint64) {
	const items = 5000
	k := compileKernel(t, `
kernel void k(global uint *out, local uint *all, uint add) {
	private uint own[3];
	for (uint i = 0; i < 3; i++) own[i] = add + i;
	all[get_local_id(0)] = own[get_local_id(0) % 3];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = all[get_local_size(0) - 1 - get_local_id(0)];
}`)
	device := machineDevice(workers, vectorBits())
	buffers := [2]*buffer{newBuffer(t, items), newBuffer(t, items)}
	launch := func(address uintptr, add, extra uint64) error {
		l := kernelLaunch(k, k.Machine, items, group, uint64(address), 0, add)
		l.Local += 4*group + extra
		return device.Run(l)
	}
	for n := range 40 {
		b, add := buffers[n%2], uint64(1000*n)
		if n%8 == 5 {
			var fault *Fault
			if err := launch(0, add, 0); !errors.As(err, &fault) {
				t.Fatalf("launch %d: the report is %v", n, err)
			}
			continue
		}
		clear(b.bytes)
		if err := launch(b.address, add, uint64(n)<<12); err != nil { // local memory moves
			t.Fatalf("launch %d: %v", n, err)
		}
		if !device.latest.Load().native.IsKept() {
			t.Fatal("what was chosen is not kept, so this tests nothing")
		}
		for i := range items {
			size := min(int(group), items-i/int(group)*int(group))
			if want := uint32(add) + uint32((size-1-i%int(group))%3); b.get(i) != want {
				t.Fatalf("launch %d, work-item %d: %d, not %d", n, i, b.get(i), want)
			}
		}
	}
}
