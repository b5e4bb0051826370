package exec

import (
	"bytes"
	"encoding/binary"
	"testing"

	"heddle/cbridge/code"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

// TestLargeLaunchesWriteAroundTheCaches: the same is in memory, whichever way it went there, from where on ever it is
// written and whichever lanes write.
func TestLargeLaunchesWriteAroundTheCaches(t *testing.T) {
	k := compileKernel(t, `kernel void f(global uint *y, global uint *x, int n) { int i = get_global_id(0); if (i < n) y[i] = x[i] + i; }`)
	const n, items = native.StreamedItems - 77, native.StreamedItems + 3
	x, y := newBuffer(t, items), newBuffer(t, items+64)
	for i := range items {
		x.set(i, uint32(i)*2654435761)
	}
	for _, bits := range []int{512, 256} {
		if bits > code.VectorBits() {
			continue
		}
		for _, shift := range []int{0, 3, 16} {
			clear(y.bytes)
			d := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}})
			l := oneD(k.Lane, items, items, uint64(y.address)+uint64(4*shift), uint64(x.address), n)
			l.Machine = k.Machine
			if err := d.Run(l); err != nil {
				t.Fatal(err)
			}
			for i := range items + 64 - shift {
				want := uint32(0)
				if i < n {
					want = uint32(i)*2654435761 + uint32(i)
				}
				if got := binary.LittleEndian.Uint32(y.bytes[4*(i+shift):]); got != want {
					t.Fatalf("%d bits, from word %d on: word %d is %x, not %x", bits, shift, i, got, want)
				}
			}
		}
	}
}

func TestWhatIsStreamed(t *testing.T) {
	const head = "kernel void f(global float *y, global float *x, global int *z, int n) { int i = get_global_id(0); "
	for body, want := range map[string]bool{
		"y[i] = x[i];":                true,
		"if (i < n) y[i] = x[i] * 2;": true,
		"((global float4 *)y)[i] = ((global float4 *)x)[i] * 2;": true,
		"y[i] += x[i];": false, // its lines are in the cache
		"for (int k = 0; k < n; k++) y[i] = x[k];":                false,
		"y[i] = x[i]; atomic_inc(z);":                             false, // what it orders may look at y
		"y[i] = x[i]; mem_fence(CLK_GLOBAL_MEM_FENCE); z[i] = 1;": false,
		"((global uchar *)y)[i] = x[i];":                          false,
	} {
		k := compileKernel(t, head+body+" }")
		code, err := k.Machine.Version(512, object.Version{Shape: abi.Rows, Count: 2, SmallIDs: true, Full: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(code.Bytes, []byte{0x62, 0xf1, 0x7c, 0x48, 0x2b}); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}
