package clapi

import (
	"math/rand/v2"
	"testing"

	"heddle/clapi/cl"
	"heddle/image"
)

// TestMeetAgainstBytes compares the exact overlap of boxes with any pitches with marking bytes.
func TestMeetAgainstBytes(t *testing.T) {
	const seed = 11
	random := rand.New(rand.NewPCG(seed, seed))
	results := map[bool]int{}
	for range 5000 {
		type box struct {
			image.Place
			image.Box
		}
		next := func() box {
			size := image.Box{RowBytes: 1 + random.Uint64N(4), Rows: 1 + random.Uint64N(4),
				Slices: 1 + random.Uint64N(3)}
			row := size.RowBytes + random.Uint64N(5)
			slice := row*size.Rows + random.Uint64N(7)
			return box{image.Place{Offset: 1000 + random.Uint64N(60), RowPitch: row, SlicePitch: slice}, size}
		}
		a, b := next(), next()
		used := map[uint64]bool{}
		visit := func(x box, each func(uint64)) {
			for z := range x.Slices {
				for y := range x.Rows {
					for i := range x.RowBytes {
						each(x.Offset + z*x.SlicePitch + y*x.RowPitch + i)
					}
				}
			}
		}
		want := false
		visit(a, func(at uint64) { used[at] = true })
		visit(b, func(at uint64) { want = want || used[at] })
		if meet(a.Place, a.Box, b.Place, b.Box) != want {
			t.Fatalf("seed %d: %+v, %+v: want %v", seed, a, b, want)
		}
		results[want]++
	}
	if results[false] < 500 || results[true] < 500 {
		t.Errorf("one-sided: %v", results)
	}
}

// TestMapsOfOneMemory: what is mapped for writing cannot be mapped for writing by an object of the same memory, until
// it is unmapped, or until the object ends.
func TestMapsOfOneMemory(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 512)
	left, right := f.subBuffer(b, 0, 256), f.subBuffer(b, 256, 256)
	try := func(m *MemObject, flags, offset, size uint64) error {
		_, _, err := f.queue.EnqueueMapBuffer(BufferMap{Buffer: m, Flags: flags, Offset: offset, Size: size},
			EventArgs{})
		return err
	}
	checkStatuses(t, []statusCase{
		{"part of a sub-buffer", try(left, cl.MapWrite, 16, 16), cl.Success},
		{"the whole buffer", try(b, cl.MapWrite, 0, 512), cl.InvalidOperation},
		{"the whole buffer for reading", try(b, cl.MapRead, 0, 512), cl.Success},
		{"beside", try(b, cl.MapWriteInvalidateRegion, 32, 480), cl.Success},
		{"the other sub-buffer", try(right, cl.MapWrite, 0, 1), cl.InvalidOperation},
	})
	wantStatus(t, "pointer of another object", second(f.queue.EnqueueUnmapMemObject(b, left.address+16, EventArgs{})),
		cl.InvalidValue)
	if left.countMaps() != 1 || b.countMaps() != 2 || right.countMaps() != 0 {
		t.Errorf("map counts %d, %d, %d", left.countMaps(), b.countMaps(), right.countMaps())
	}
	f.mustWork(left.Release())
	f.mustWork(f.queue.Finish())
	wantStatus(t, "after the end of the sub-buffer", try(b, cl.MapWrite, 0, 32), cl.Success)
}
