package exec

import (
	"encoding/binary"
	"testing"

	"heddle/cbridge/code"
	"heddle/exec/native"
)

// TestLargeLaunchesWriteAroundTheCaches wants the same memory from streaming stores, at each alignment and with a part
// of the lanes.
func TestLargeLaunchesWriteAroundTheCaches(t *testing.T) {
	k := compileKernel(t, `kernel void f(global uint *y, global uint *x, int n) {
		int i = get_global_id(0); if (i < n) y[i] = x[i] + i; }`)
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
			d := strictDevice(t, 1, bits)
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

// TestStreamsOfSerialisedBundles has bundles of sixteen sub-groups, whose ifs are written for one after the other.
func TestStreamsOfSerialisedBundles(t *testing.T) {
	k := compileKernel(t, `kernel void f(global uint *restrict y, global uint *restrict z, int n, int m) {
		int i = get_global_id(0);
		if (i < m) z[i] = 5;
		for (; i < n; i += get_global_size(0)) y[i] += 3; }`)
	const items = native.StreamedItems
	y, z := newBuffer(t, 64), newBuffer(t, items)
	for _, bits := range []int{512, 256} {
		if bits > code.VectorBits() {
			continue
		}
		for _, m := range []uint32{items, items / 2, items/2 + 5, items/2 + 77, items - 120} {
			clear(z.bytes)
			d := strictDevice(t, 1, bits)
			l := oneD(k.Lane, items, 1024, uint64(y.address), uint64(z.address), uint64(m)<<32)
			l.Machine = k.Machine
			if err := d.Run(l); err != nil {
				t.Fatal(err)
			}
			for i := range items {
				want := uint32(0)
				if i < int(m) {
					want = 5
				}
				if got := binary.LittleEndian.Uint32(z.bytes[4*i:]); got != want {
					t.Fatalf("%d bits, %d items: word %d is %x, not %x", bits, m, i, got, want)
				}
			}
		}
	}
}
