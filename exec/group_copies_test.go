package exec

import (
	"slices"
	"testing"

	"heddle/exec/native"
)

// TestGroupCopies launches a kernel in groups of sizes that change from launch to launch: two get copies, groups that
// are not all of one size get none, and all results are the interpreter's. The second device makes copies meanwhile.
func TestGroupCopies(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *c, global const uint *a, int n) {
		local uint t[256];
		int l = get_local_id(0), g = get_global_id(0), at = g - 3;
		t[l] = a[at >= 0 && at < n ? at : 0];
		barrier(CLK_LOCAL_MEM_FENCE);
		c[g + 2048] = t[get_local_size(0) - 1 - l] + t[l]; }`)
	b := newBuffer(t, 4096)
	devices := []*Device{NewDevice(Goroutines(1))}
	for _, bits := range []int{256, vectorBits()} {
		devices = append(devices, strictDevice(t, 1, bits), backgroundDevice(1, bits))
	}
	copies := map[any]bool{}
	for round := range 60 {
		size := []uint64{64, 128, 64, 64, 96, 128, 32}[round%7]
		at := uint64(b.address)
		l := kernelLaunch(k, nil, []uint64{768, 500}[round%2], size, at, at, uint64(400+round))
		l.Machine = k.Machine
		if s := native.WithCopies(l); s.Machine != l.Machine {
			if copies[s.Machine] = true; l.Global[0]%size != 0 {
				t.Errorf("groups of %d, at the end smaller ones: the launch is of a copy", size)
			}
		}
		var want []byte
		for i, d := range devices {
			for i := range 4096 {
				b.set(i, uint32(i)*2654435761>>8)
			}
			if err := d.Run(l); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = slices.Clone(b.bytes)
			} else if !slices.Equal(want, b.bytes) {
				t.Errorf("round %d: device %d differs", round, i)
			}
		}
	}
	if len(copies) != 2 {
		t.Errorf("there are %d copies", len(copies))
	}
	other := compileKernel(t, `kernel void k(global uint *c) { c[get_global_id(0)] = get_local_id(0); }`)
	if other.Machine.Groups() != nil {
		t.Error("a kernel without local memory has copies")
	}
}
