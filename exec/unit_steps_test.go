package exec

import (
	"slices"
	"testing"

	"heddle/exec/native"
)

// TestUnitSteps launches a kernel with steps that change from launch to launch: only those of 1 run copies, of which a
// kernel has a few, and all results are the interpreter's. The second device makes copies meanwhile.
func TestUnitSteps(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *c, global const uint *a, uint s0, ulong s1, uint s2, uint s3) {
		uint i = get_global_id(0); c[i * s3 + 2048] = a[i * s0] + a[i * s1 + 3] * a[i * s2 + 7]; }`)
	b := newBuffer(t, 4096)
	devices := []*Device{NewDevice(Goroutines(1))}
	for _, bits := range []int{256, vectorBits()} {
		devices = append(devices, strictDevice(t, 1, bits), backgroundDevice(1, bits))
	}
	copies := map[any]bool{}
	for round := range 60 {
		steps := [4]uint64{1, 1, 1, 1}
		if round > 0 {
			for i := range steps {
				steps[i] = uint64(round>>i) % 3
			}
		}
		steps[3] = max(steps[3], 1) // each work-item has an element of its own
		at := uint64(b.address)
		l := kernelLaunch(k, nil, 300, 100, at, at, steps[0], steps[1], steps[2], steps[3])
		l.Machine = k.Machine
		if s := native.WithCopies(l); s.Machine != l.Machine {
			if copies[s.Machine] = true; !slices.Contains(steps[:], 1) {
				t.Errorf("steps %v: the launch is of a copy", steps)
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
				t.Errorf("steps %v: device %d differs", steps, i)
			}
		}
	}
	if len(copies) != 4 {
		t.Errorf("there are %d copies", len(copies))
	}
	other := compileKernel(t, `kernel void k(global uint *c, uint s) { c[get_global_id(0)] = s; }`)
	if other.Machine.UnitSteps() != nil {
		t.Error("a kernel without steps has some")
	}
}
