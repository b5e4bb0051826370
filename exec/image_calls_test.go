package exec

import (
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/image"
)

// A launch with a new format runs code that calls functions, at once where the format was expected, and leaves what the
// interpreter leaves; the background makes the better code.
func TestNewFormatsCallFunctions(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	for _, margin := range []uint64{0, 1, 2} { // the rows are whole bundles, or not
		k := compileKernel(t, stencilSource)
		l, to := stencilLaunch(t, k, 2*margin)
		if margin == 0 {
			l.Global[0], l.Group[0] = 64, 64
		}
		before := string(to.data.bytes)
		judged := *l
		judged.Machine = nil
		if err := NewDevice(Goroutines(1)).Run(&judged); err != nil {
			t.Fatal(err)
		}
		want := string(to.data.bytes)
		device := backgroundDevice(2, 256)
		if margin == 1 {
			device.Expect(k.Machine, "k", l.Args)
			device.native.Wait()
		}
		c, isFinal := device.native.Choose(l)
		if !c.IsNative() || !c.IsEarly() || isFinal {
			t.Errorf("margin %d: native %v, early %v, final %v", margin, c.IsNative(), c.IsEarly(), isFinal)
		}
		for range 3 {
			copy(to.data.bytes, before)
			if err := device.Run(l); err != nil || string(to.data.bytes) != want {
				t.Errorf("margin %d: the images differ, %v", margin, err)
			}
		}
		waitForBest(t, device, l)
	}
}

// Kernels whose reads are all of their own kind get no functions, unless those are there.
func TestFunctionsThatAreNotShared(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	k := compileKernel(t, `kernel void k(read_only image2d_t i, write_only image2d_t o) {
	int2 at = (int2)(get_global_id(0), get_global_id(1));
	write_imagef(o, at, read_imagef(i, at).wzyx);
}`)
	from, to := newTestImage(t, image.Image2D, bytesFormat, 0), newTestImage(t, image.Image2D, bytesFormat, 0)
	l := oneD(k.Lane, 8, 8, uint64(from.descriptors.address), uint64(to.descriptors.address))
	l.WorkDim, l.Machine, l.Name, l.Global[1] = 2, k.Machine, "k", 4
	device := backgroundDevice(1, 256)
	if c, _ := device.native.Choose(l); !c.IsNative() && !device.native.IsInterpretedSooner(l) {
		t.Error("no code")
	}
	if _, isSoon := k.Machine.Images().Calling(make([]object.ImageTrait, 2)); isSoon {
		t.Error("functions would be there sooner")
	}
	waitForBest(t, device, l)
}
