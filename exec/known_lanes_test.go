package exec

import (
	"bytes"
	"testing"

	"heddle/compiler/amd64/object"
)

// TestRoundsDifferFromLaunchToLaunch launches a kernel with an argument that is the trip count of a loop, on one device
// with other values in turn: each launch must get the code for its own value.
func TestRoundsDifferFromLaunchToLaunch(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *y, global const uint *x, ulong a) {
	local uint t[256];
	uint l = get_local_id(0);
	t[l] = x[l];
	for (uint d = 1; d < (uint)a; d *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint v = l >= d ? t[l - d] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] += v;
	}
	y[get_global_id(0)] = t[l];
}`)
	y, x := newBuffer(t, 512), newBuffer(t, 256)
	for i := range 256 {
		x.set(i, hashed(1, i))
	}
	launch := func(d *Device, m object.Kernel, n uint64) []byte {
		clear(y.bytes)
		if err := d.Run(kernelLaunch(k, m, 512, 128, uint64(y.address), uint64(x.address), n)); err != nil {
			t.Fatal(err)
		}
		return bytes.Clone(y.bytes)
	}
	device := strictDevice(t, 1, 256)
	for _, n := range []uint64{128, 64, 128, 100, 256, 7, 128, 512} {
		want := launch(NewDevice(Goroutines(1)), nil, n)
		if got := launch(device, k.Machine, n); !bytes.Equal(want, got) {
			t.Errorf("%d: the engines differ", n)
		}
	}
}
