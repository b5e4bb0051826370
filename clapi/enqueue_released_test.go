package clapi

import (
	"testing"

	"heddle/clapi/cl"
)

// TestReleasedDuringTheCall passes objects that another thread has released since their handles were looked up: the
// calls fail, and hold nothing of the other objects.
func TestReleasedDuringTheCall(t *testing.T) {
	f := newQueueFixture(t, 0)
	dead, b, other := f.buffer(0, 256), f.buffer(0, 256), f.buffer(0, 256)
	f.mustWork(dead.Release())
	gone := f.newQueue(0)
	f.mustWork(gone.Release())
	k, goneKernel := f.readyKernel(b), f.readyKernel(b)
	f.mustWork(goneKernel.Release())
	one, zero, region := []uint64{1}, []uint64{0, 0, 0}, []uint64{8, 2, 2}
	desc := cl.ImageDesc{Type: cl.MemObjectImage3d, Width: 8, Height: 2, Depth: 2}
	picture, deadPicture := f.imageOf(0, rgba8, desc, 0), f.imageOf(0, rgba8, desc, 0)
	f.mustWork(deadPicture.Release())
	native := func(objects ...*MemObject) NativeKernel {
		return NativeKernel{Call: func(uintptr) {}, Args: make([]byte, 16), ArgsBytes: 16, Objects: objects,
			Places: []uint64{0, 8}, ObjectCount: 2}
	}
	rect := func(from, to *MemObject) RectCopy {
		return RectCopy{Source: from, Target: to, SourceOrigin: []uint64{0, 0, 0}, TargetOrigin: []uint64{64, 0, 0},
			Region: region}
	}
	errorOf := func(_ *Event, err error) error { return err }
	for _, c := range []struct {
		name string
		want cl.Status
		call func() error
	}{
		{"copy to", cl.InvalidMemObject, func() error {
			return errorOf(f.queue.EnqueueCopyBuffer(BufferCopy{Source: b, Target: dead, Size: 8}, wantEvent))
		}},
		{"copy in a queue", cl.InvalidCommandQueue, func() error {
			return errorOf(gone.EnqueueCopyBuffer(BufferCopy{Source: b, Target: other, Size: 8}, wantEvent))
		}},
		{"copy of a box", cl.InvalidMemObject, func() error {
			return errorOf(f.queue.EnqueueCopyBufferRect(rect(b, dead), wantEvent))
		}},
		{"fill", cl.InvalidMemObject, func() error {
			return errorOf(f.queue.EnqueueFillBuffer(BufferFill{Buffer: dead, Pattern: []byte{1}, PatternSize: 1,
				Size: 8}, wantEvent))
		}},
		{"fill in a queue", cl.InvalidCommandQueue, func() error {
			return errorOf(gone.EnqueueFillBuffer(BufferFill{Buffer: b, Pattern: []byte{1}, PatternSize: 1, Size: 8},
				wantEvent))
		}},
		{"copy to an image", cl.InvalidMemObject, func() error {
			return errorOf(f.queue.EnqueueCopyImage(ImageCopy{Source: picture, Target: deadPicture,
				SourceOrigin: zero, TargetOrigin: zero, Region: region}, wantEvent))
		}},
		{"fill of an image", cl.InvalidMemObject, func() error {
			return errorOf(f.queue.EnqueueFillImage(ImageFill{Image: deadPicture, Colour: make([]byte, 16),
				Origin: zero, Region: region}, wantEvent))
		}},
		{"fill of an image in a queue", cl.InvalidCommandQueue, func() error {
			return errorOf(gone.EnqueueFillImage(ImageFill{Image: picture, Colour: make([]byte, 16), Origin: zero,
				Region: region}, wantEvent))
		}},
		{"map of an image in a queue", cl.InvalidCommandQueue, func() error {
			_, e, err := gone.EnqueueMapImage(ImageMap{Image: picture, Flags: cl.MapWrite, Origin: zero,
				Region: region, WantRowPitch: true, WantSlicePitch: true}, wantEvent)
			if picture.countMaps() != 0 {
				t.Error("a map that failed is counted")
			}
			return errorOf(e, err)
		}},
		{"migrate", cl.InvalidMemObject, func() error {
			return errorOf(f.queue.EnqueueMigrateMemObjects([]*MemObject{b, b, dead}, 0, wantEvent))
		}},
		{"migrate in a queue", cl.InvalidCommandQueue, func() error {
			return errorOf(gone.EnqueueMigrateMemObjects([]*MemObject{b, b}, 0, wantEvent))
		}},
		{"native kernel", cl.InvalidMemObject, func() error {
			return errorOf(f.queue.EnqueueNativeKernel(native(b, dead), wantEvent))
		}},
		{"native kernel in a queue", cl.InvalidCommandQueue, func() error {
			return errorOf(gone.EnqueueNativeKernel(native(b, nil), wantEvent))
		}},
		{"kernel", cl.InvalidKernel, func() error {
			return errorOf(f.queue.EnqueueNDRangeKernel(goneKernel, &NDRange{WorkDim: 1, Global: one}, wantEvent))
		}},
		{"kernel in a queue", cl.InvalidCommandQueue, func() error {
			return errorOf(gone.EnqueueNDRangeKernel(k, &NDRange{WorkDim: 1, Global: one}, wantEvent))
		}},
		{"sub-buffer", cl.InvalidMemObject, func() error {
			_, err := dead.CreateSubBuffer(0, cl.BufferCreateTypeRegion, &cl.BufferRegion{Size: 64})
			return err
		}},
	} {
		ofContext := f.context.holds.Load()
		wantStatus(t, c.name, c.call(), c.want)
		if b.holds.Load() != 1 || k.holds.Load() != 1 {
			t.Fatalf("%s: the buffer has %d holds, the kernel %d", c.name, b.holds.Load(), k.holds.Load())
		}
		if held := f.context.holds.Load(); held != ofContext {
			t.Fatalf("%s: the context has %d holds, not %d", c.name, held, ofContext)
		}
	}
	f.mustWork(f.queue.Finish())
	f.mustWork(f.queue.Release())
}

// TestContextReleasedWhileABufferIsMade: the buffer's memory is freed.
func TestContextReleasedWhileABufferIsMade(t *testing.T) {
	f := newFixture(t)
	f.mustWork(f.context.Release())
	_, err := f.context.CreateBuffer(0, 64, 0)
	wantStatus(t, "buffer in a released context", err, cl.InvalidContext)
}
