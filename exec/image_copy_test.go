package exec

import (
	"testing"

	"heddle/compiler"
	"heddle/image"
)

// Code for images of launches that differ in what is inside.

const stencilSource = `constant sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t i, write_only image2d_t o) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 sum = 0;
	for (int n = -1; n <= 1; n++)
		for (int m = -1; m <= 1; m++) sum += read_imagef(i, s, (int2)(x + n, y + m));
	write_imagef(o, (int2)(x, y), sum / 9);
}`

// stencilLaunch is a launch of the stencil over all of an image, or with a margin.
func stencilLaunch(t *testing.T, k *compiler.Kernel, margin uint64) (*Launch, *testImage) {
	t.Helper()
	size := image.Size{Width: 100, Height: 60}
	from := newSizedImage(t, image.Image2D, bytesFormat, 0, size)
	to := newSizedImage(t, image.Image2D, bytesFormat, 0, size)
	l := oneD(k.Lane, 1, 1, uint64(from.descriptors.address), uint64(to.descriptors.address))
	l.WorkDim, l.Machine, l.Name = 2, k.Machine, "k"
	l.Offset = [3]uint64{margin, margin, 0}
	l.Global, l.Group = [3]uint64{100 - 2*margin, 60 - 2*margin, 1}, [3]uint64{100 - 2*margin, 4, 1}
	return l, to
}

// Bundles at the edges of an image and inside run other code, and write what the interpreter writes.
func TestStencilAtEdges(t *testing.T) {
	k := compileKernel(t, stencilSource)
	l, to := stencilLaunch(t, k, 0)
	before := string(to.data.bytes)
	l.Machine = nil
	if err := NewDevice(Goroutines(1)).Run(l); err != nil {
		t.Fatal(err)
	}
	want := string(to.data.bytes)
	for _, bits := range []int{256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		copy(to.data.bytes, before)
		l.Machine = k.Machine
		device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine,
			Report: failing{t}})
		if err := device.Run(l); err != nil || string(to.data.bytes) != want {
			t.Errorf("%d bits: the images differ, %v", bits, err)
		}
	}
}

// A launch takes code that is right for it and there; the background makes the better.
func TestImageLaunchesDoNotWait(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	k := compileKernel(t, stencilSource)
	device := backgroundDevice(2, 256)
	images := k.Machine.Images()
	atEdges, _ := stencilLaunch(t, k, 0)
	first, isFinal := device.native.Choose(atEdges)
	if !first.IsNative() || !first.IsEarly() || isFinal {
		t.Errorf("the first launch: native %v, early %v, final %v", first.IsNative(), first.IsEarly(), isFinal)
	}
	waitForBest(t, device, atEdges)
	made := len(images.Kernels())
	inside, _ := stencilLaunch(t, k, 1)
	ready, isFinal := device.native.Choose(inside)
	if !ready.IsNative() || !ready.IsEarly() || isFinal {
		t.Errorf("a launch inside: native %v, early %v, final %v", ready.IsNative(), ready.IsEarly(), isFinal)
	}
	waitForBest(t, device, inside)
	if n := len(images.Kernels()); made != 2 || n != 3 {
		t.Errorf("%d kernels, then %d", made, n)
	}
	if c, isFinal := device.native.Choose(atEdges); c.IsEarly() || !isFinal {
		t.Error("code for the inside is not for launches at the edges, which have their own")
	}
}

// waitForBest waits until a launch gets its best code.
func waitForBest(t *testing.T, device *Device, l *Launch) {
	t.Helper()
	for range 5 {
		device.native.Wait()
		if c, isFinal := device.native.Choose(l); isFinal && !c.IsEarly() {
			return
		}
	}
	t.Error("no code is the best")
}
