package exec

import (
	"bytes"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
)

// tileHead is the beginning of this file's kernels.
const tileHead = `kernel void f(global float *a, global float *b, int n) {
	local float t[8][8];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	`

// TestRowsOfHalfVectors wants groups with rows of 8 work-items to run in vectors of 8 lanes if the kernel's plan
// prefers that, also if a launch begins before there is a plan, and to compute the same.
func TestRowsOfHalfVectors(t *testing.T) {
	if !runsVectors(t, 512) {
		return
	}
	const body = `t[ly][lx] = a[y * n + x]; barrier(CLK_LOCAL_MEM_FENCE);
		float s = 0; for (int i = 0; i < 8; i++) s += t[ly][i] * t[i][lx];
		b[y * n + x] = s; }`
	k := compileKernel(t, tileHead+body)
	interpreted := launchTiles(t, NewDevice(Goroutines(1)), k, nil, [3]uint64{8, 8, 1})
	for _, test := range []struct {
		group [3]uint64
		width int
	}{{[3]uint64{8, 8, 1}, 8}, {[3]uint64{8, 2, 1}, 8}, {[3]uint64{8, 1, 1}, 16}, {[3]uint64{4, 4, 1}, 16}} {
		d := strictDevice(t, 2, 512)
		l := tiles(k, k.Machine, test.group)
		if c, _ := d.native.Choose(&l); c.Code().Width != test.width {
			t.Errorf("groups of %v run in vectors of %d lanes", test.group, c.Code().Width)
		}
		if test.group != [3]uint64{8, 8, 1} {
			continue
		}
		for _, isInBackground := range []bool{false, true} {
			engine := strictEngine(t, 512)
			engine.Background = isInBackground
			d = NewDeviceWith(Goroutines(2), engine)
			fresh := compileKernel(t, tileHead+body)
			for range 3 {
				if got := launchTiles(t, d, fresh, fresh.Machine, test.group); !bytes.Equal(got, interpreted) {
					t.Error("the engines differ")
				}
				d.native.Wait()
			}
			if c, _ := d.native.Choose(&l); c.Code().Width != test.width {
				t.Errorf("at last vectors of %d lanes", c.Code().Width)
			}
		}
	}
}

// tiles is a launch over 64 by 48 work-items, without buffers.
func tiles(k *compiler.Kernel, m object.Kernel, group [3]uint64) Launch {
	return Launch{Program: k.Lane, Machine: m, Name: k.Name, Local: k.LocalBytes, Args: arguments(0, 0, 64), WorkDim: 2,
		Global: [3]uint64{64, 48, 1}, Group: group}
}

// launchTiles runs tiles with buffers, and returns what was written.
func launchTiles(t *testing.T, d *Device, k *compiler.Kernel, m object.Kernel, group [3]uint64) []byte {
	t.Helper()
	from, to := newBuffer(t, 64*48*4), newBuffer(t, 64*48*4)
	for i := range from.bytes {
		from.bytes[i] = byte(i * 7 % 61)
	}
	l := tiles(k, m, group)
	l.Args = arguments(uint64(from.address), uint64(to.address), 64)
	if err := d.Run(&l); err != nil {
		t.Fatal(err)
	}
	return to.bytes
}
