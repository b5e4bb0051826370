package exec

import (
	"testing"

	"heddle/exec/launch"
	"heddle/image"
)

// A launch with images of formats that were expected finds its code; one with others does not.
func TestExpectedFormatsAreReady(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	for _, width := range []uint64{64, 61} {
		k := compileKernel(t, stencilSource)
		device := backgroundDevice(2, 256)
		l, _ := stencilLaunch(t, k, 0)
		l.Global[0], l.Group[0] = width, width
		l.Takes = launch.TakesReady
		if c, _ := device.native.Choose(l); c.IsNative() {
			t.Error("there is code for a kernel that has not been launched")
		}
		device.native.Wait()

		k = compileKernel(t, stencilSource)
		l.Machine, l.Program = k.Machine, k.Lane
		device.Expect(k.Machine, "k", l.Args)
		device.Expect(k.Machine, "k", l.Args)
		device.native.Wait()
		if n := len(k.Machine.Images().Kernels()); n != 1 {
			t.Errorf("%d kernels", n)
		}
		if c, isFinal := device.native.Choose(l); !c.IsNative() || isFinal {
			t.Errorf("width %d: native %v, final %v", width, c.IsNative(), isFinal)
		}
		device.native.Wait()
		other := newSizedImage(t, image.Image2D, image.Format{Order: image.OrderR, Type: image.TypeFloat}, 0,
			image.Size{Width: 100, Height: 60})
		l.Args = arguments(uint64(other.descriptors.address), uint64(other.descriptors.address))
		if c, _ := device.native.Choose(l); c.IsNative() {
			t.Error("there is code for other formats")
		}
		device.native.Wait()
	}
}
