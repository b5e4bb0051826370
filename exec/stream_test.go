package exec

import (
	"encoding/binary"
	"testing"

	"heddle/cbridge/code"
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
