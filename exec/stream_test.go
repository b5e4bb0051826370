package exec

import (
	"bytes"
	"encoding/binary"
	"testing"

	"heddle/cbridge/code"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// TestLargeLaunchesWriteAroundTheCaches: the same is in memory, whichever way it went there, from where on ever it is
// written and whichever lanes write.
func TestLargeLaunchesWriteAroundTheCaches(t *testing.T) {
	k := compileKernel(t, `kernel void f(global uint *y, global uint *x, int n) { int i = get_global_id(0); if (i < n) y[i] = x[i] + i; }`)
	const n, items = streamedItems - 77, streamedItems + 3
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

// TestWhichLaunchesWriteAroundTheCaches: those of very many work-items, and those that go through more than the largest cache
// holds. A large buffer of which little is touched is no reason, nor are many work-items on a small one.
func TestWhichLaunchesWriteAroundTheCaches(t *testing.T) {
	const cache = 32 << 20
	for _, test := range []struct {
		items, written, memory, cache uint64
		want                          bool
	}{
		{streamedItems, 4, 0, 0, true},
		{streamedItems - 1, 4, 1 << 40, 0, false},
		{cache / 16, 4, 3 * cache / 2, cache, true},
		{cache / 16, 4, cache, cache, false},
		{cache / 64, 16, 1 << 40, cache, true},
		{cache/16 - 1, 4, 1 << 40, cache, false},
	} {
		e := Engine{CacheBytes: test.cache}
		l := &Launch{Global: [3]uint64{test.items, 1, 1}, Memory: []Memory{{1, test.memory - test.memory/3}, {1 << 50, test.memory / 3}}}
		if got := e.streams(l, test.written); got != test.want {
			t.Errorf("%d work-items of %d bytes, %d bytes, a cache of %d: %v", test.items, test.written, test.memory, test.cache, got)
		}
	}
}
