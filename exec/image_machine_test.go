package exec

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler"
	"heddle/compiler/amd64/object"
	"heddle/exec/native"
	"heddle/image"
)

// Images in machine code: whatever the format and the sampler, it does what the interpreter does, bit for bit.

// imageEngines runs a kernel on both engines, with memory that both are to leave alike.
type imageEngines struct {
	k       *compiler.Kernel
	calling *compiler.Kernel // the same, that calls functions for its image operations
	devices []*Device        // by vector length
	judge   *Device
}

func newImageEngines(t *testing.T, source string) *imageEngines {
	t.Helper()
	compile := func(off ...string) *compiler.Kernel {
		return compileWith(t, source, func(o *compiler.Options) { o.Version, o.PassesOff = 300, off }).Kernels[0]
	}
	e := &imageEngines{k: compile(), calling: compile("image-expansion"), judge: NewDevice(Goroutines(1))}
	for _, bits := range []int{256, 512} {
		if runsVectors(t, bits) {
			e.devices = append(e.devices, NewDeviceWith(Goroutines(1),
				Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}}))
		}
	}
	return e
}

// compare runs items of the kernel, and compares the memory that they leave with that of the interpreter.
func (e *imageEngines) compare(t *testing.T, what string, items uint64, memory *buffer, args ...uint64) {
	t.Helper()
	before := bytes.Clone(memory.bytes)
	run := func(d *Device, k *compiler.Kernel) []byte {
		copy(memory.bytes, before)
		l := oneD(e.k.Lane, items, items, args...)
		if k != nil {
			l.Machine = machineFor(t, k, l)
		}
		if err := d.Run(l); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return bytes.Clone(memory.bytes)
	}
	want := run(e.judge, nil)
	for i, d := range e.devices {
		for _, k := range []*compiler.Kernel{e.k, e.calling} {
			got := run(d, k)
			for at := range got {
				if got[at] != want[at] {
					at &^= 3
					t.Fatalf("%s, device %d, calling %v: byte %d is % x, not % x", what, i, k == e.calling, at,
						got[at:at+4], want[at:at+4])
				}
			}
		}
	}
	copy(memory.bytes, before)
}

// machineFor is the kernel for the images of a launch, in bundles that need no planning.
func machineFor(t *testing.T, k *compiler.Kernel, l *Launch) object.Kernel {
	t.Helper()
	l.Machine = k.Machine
	found, err := native.ForImages(l)
	if err != nil {
		t.Fatal(err)
	}
	return &planned{found.Machine, object.Plan{Rows: 2, Packed: 1}}
}

// wildFloats are coordinates and colours that conversions can go wrong with.
var wildFloats = []float32{0, 1, -1, 0.5, 7.5, 8, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
	1e30, -1e30, 2147483647, -2147483648, 1e-40, float32(math.Copysign(0, -1)), 0.99999994, 2.5}

// wildPoints are those of imagePoint, and some with wild coordinates.
func wildPoints(t *testing.T, scale float32) *buffer {
	t.Helper()
	at := newBuffer(t, 4*imageItems)
	for n := range imageItems {
		for c, v := range imagePoint(n) {
			v *= scale
			if h := hashed(9+c, n); h%4 == 0 {
				v = wildFloats[h/4%uint32(len(wildFloats))]
			}
			at.set(4*n+c, math.Float32bits(v))
		}
	}
	return at
}

// allSamplers are those that differ in what code is made.
func allSamplers() (list []image.Sampler) {
	for _, filter := range []image.Sampler{image.FilterNearest, image.FilterLinear} {
		for mode := image.AddressNone; mode <= image.AddressMirroredRepeat; mode += image.AddressClampToEdge {
			for _, normalized := range []image.Sampler{0, image.NormalizedCoords} {
				list = append(list, filter|mode|normalized)
			}
		}
	}
	return list
}

// imageFormats are the supported formats of a class that images of a shape can have, every step-th of them.
func imageFormats(shape image.Shape, class image.Class, uses image.Uses, step int) (list []image.Format) {
	for i, f := range image.Supported(shape, uses) {
		id, _ := image.Find(f)
		if id.Info().Class == class && id.Info().Order != image.OrderDepth && i%step == 0 {
			list = append(list, f)
		}
	}
	return list
}

func TestImageReadsOnBothEngines(t *testing.T) {
	for _, r := range imageReads {
		for class, texel := range texelTypes {
			if r.levels > 0 && texel.end != "f" {
				continue
			}
			e := newImageEngines(t, fmt.Sprintf(`
kernel void k(read_only %s i, sampler_t s, global float4 *at, global %s *out) {
	size_t id = get_global_id(0);
	float4 p = at[id];
	int4 q = convert_int4_sat(p);
	float4 dx = p.w * (float4)(1, 2, 3, 0), dy = p.w / 4 * (float4)(1, 1, 1, 0);
	%s v = -1;
	if (id %% 3 != 1) v = read_image%s(i, %s);
	out[id] = v;
}`, r.typ, texel.typ, texel.typ, texel.end, r.args))
			// All formats with few samplers for the common shapes, some formats with all for others.
			step, samplers := 9, allSamplers()
			if r.typ == "image2d_t" && r.levels == 0 {
				step, samplers = 1, samplers[3:14:14]
			}
			if !r.access.Sampled {
				samplers = samplers[:1]
			}
			step, samplers = step*fewUnderRace(1, 1), samplers[:fewUnderRace(len(samplers), 2)]
			for n, f := range imageFormats(r.shape, image.Class(class), image.UseRead, step) {
				i := newTestImage(t, r.shape, f, r.levels)
				for k, s := range samplers {
					if step == 1 && (n+k)%4 != 0 && f != bytesFormat {
						continue
					}
					if r.levels > 0 {
						s |= []image.Sampler{0, image.MipFilterNearest, image.MipFilterLinear}[k%3]
						s = s.WithLevels(float32(k%2)/2, 2.5)
					}
					at, out := wildPoints(t, normalScale(s)), newBuffer(t, 4*imageItems)
					e.compare(t, fmt.Sprintf("%v, %s(%s), sampler %#x", f, r.typ, r.args, s), imageItems, out,
						uint64(i.descriptors.address), uint64(s), uint64(at.address), uint64(out.address))
				}
			}
		}
	}
}

// normalScale brings coordinates of images of the tests to about 0 to 1.
func normalScale(s image.Sampler) float32 {
	if s&image.NormalizedCoords != 0 {
		return 1. / 8
	}
	return 1
}

func TestImageWritesOnBothEngines(t *testing.T) {
	for class, texel := range texelTypes {
		for _, w := range []struct {
			typ, place string
			shape      image.Shape
			levels     uint64
		}{
			{"image2d_t", "q.xy", image.Image2D, 0}, {"image1d_t", "q.x", image.Image1D, 0},
			{"image1d_buffer_t", "q.x", image.Image1DBuffer, 0}, {"image1d_array_t", "q.xy", image.Image1DArray, 0},
			{"image2d_array_t", "q", image.Image2DArray, 0}, {"image3d_t", "q", image.Image3D, 0},
			{"image2d_t", "q.xy, q.w - 2", image.Image2D, 3}, {"image2d_t", "q.xy, q.w - 2", image.Image2D, 0},
		} {
			// Each item has a place of its own, in or near the image.
			e := newImageEngines(t, fmt.Sprintf(`kernel void k(write_only %s i, global float4 *at) {
	int id = get_global_id(0);
	int4 q = (int4)(id %% 12, id / 12 %% 6, id / 72, id / 3 %% 6) - 1;
	if (id %% 5 != 1) write_image%s(i, %s, %s(at[id %% %d] * (id %% 2 ? 0.3f : 50.0f)));
}`, w.typ, texel.end, w.place, texel.convert, imageItems))
			step := 7
			if w.typ == "image2d_t" && w.levels == 0 {
				step = 1
			}
			for _, f := range imageFormats(w.shape, image.Class(class), image.UseWrite, step) {
				i, at := newTestImage(t, w.shape, f, w.levels), wildPoints(t, 1)
				e.compare(t, fmt.Sprintf("%v, %s(%s)", f, w.typ, w.place), 12*6*3, i.data,
					uint64(i.descriptors.address), uint64(at.address))
			}
		}
	}
}

// A function of another class than the image reads and writes the bits, whatever filters the sampler has: programs keep
// doubles in images of floats.
func TestImagesOfOtherClasses(t *testing.T) {
	for _, read := range []struct{ typ, end, args string }{
		{"image2d_t", "f", "p.xy"}, {"image2d_t", "i", "p.xy"}, {"image2d_t", "i", "p.xy, p.z"},
		{"image2d_t", "f", "p.xy, p.z"}, {"image2d_t", "ui", "p.xy, dx.xy, dx.xy"},
	} {
		e := newImageEngines(t, fmt.Sprintf(`kernel void k(read_only image2d_t i, sampler_t s, global float4 *at,
		global uint4 *out) {
	int x = get_global_id(0);
	float4 p = at[x], dx = p / 3;
	out[x] = as_uint4(read_image%s(i, s, %s));
}`, read.end, read.args))
		class := image.ClassFloat
		if read.end == "f" {
			class = image.ClassSint
		}
		for _, f := range imageFormats(image.Image2D, class, image.UseRead, fewUnderRace(1, 3)) {
			i := newTestImage(t, image.Image2D, f, 3)
			for _, s := range allSamplers()[10:14] {
				at, out := wildPoints(t, normalScale(s)), newBuffer(t, 4*imageItems)
				e.compare(t, fmt.Sprintf("%v, %v, sampler %#x", f, read, s), imageItems, out,
					uint64(i.descriptors.address), uint64(s|image.MipFilterLinear), uint64(at.address),
					uint64(out.address))
			}
		}
	}
	for end, class := range map[string]image.Class{"f": image.ClassUint, "i": image.ClassFloat} {
		e := newImageEngines(t, fmt.Sprintf(`kernel void k(write_only image2d_t i, global uint4 *at) {
	int x = get_global_id(0);
	if (x %% 7 != 1) write_image%s(i, (int2)(x %% 12 - 1, x / 12 - 1), %s(at[x]));
}`, end, map[string]string{"f": "as_float4", "i": "as_int4"}[end]))
		for _, f := range imageFormats(image.Image2D, class, image.UseWrite, 1) {
			i, at := newTestImage(t, image.Image2D, f, 0), wildPoints(t, 1)
			e.compare(t, f.String(), 12*6, i.data, uint64(i.descriptors.address), uint64(at.address))
		}
	}
}

// One kernel is launched with images of many formats, more than are kept, and each launch gets its own code.
func TestImageTraits(t *testing.T) {
	e := newImageEngines(t, `kernel void k(read_only image2d_t i, write_only image2d_t o) {
	int x = get_global_id(0);
	write_imagef(o, (int2)(x, 0), read_imagef(i, (int2)(x, 1)));
}`)
	formats := imageFormats(image.Image2D, image.ClassFloat, image.UseWrite, 1)
	formats = append(formats[:12], bytesFormat, image.Format{Order: image.OrderRGB, Type: image.TypeUnorm8},
		image.Format{Order: image.OrderRGB, Type: image.TypeFloat},
		image.Format{Order: image.OrderSRGBx, Type: image.TypeUnorm8})
	for _, from := range formats {
		for _, to := range formats {
			i, o := newTestImage(t, image.Image2D, from, 0), newTestImage(t, image.Image2D, to, 0)
			e.compare(t, fmt.Sprintf("%v to %v", from, to), 10, o.data, uint64(i.descriptors.address),
				uint64(o.descriptors.address))
		}
	}
	if images := e.k.Machine.Images(); len(images.Kernels()) == 0 {
		t.Error("no kernel is kept")
	}
}

// All integers of channels are converted alike: machine code multiplies where the specification divides.
func TestAllIntegersOfChannels(t *testing.T) {
	e := newImageEngines(t, `kernel void k(read_only image1d_t i, global float4 *out) {
	int x = get_global_id(0);
	out[x] = read_imagef(i, x);
}`)
	const count = 1 << 16
	for _, f := range []image.Format{{Order: image.OrderR, Type: image.TypeUnorm8},
		{Order: image.OrderR, Type: image.TypeSnorm8}, {Order: image.OrderR, Type: image.TypeUnorm16},
		{Order: image.OrderR, Type: image.TypeSnorm16}, {Order: image.OrderR, Type: image.TypeHalf},
		{Order: image.OrderR, Type: image.TypeUnorm10x6}, {Order: image.OrderR, Type: image.TypeUnorm12x4},
		{Order: image.OrderR, Type: image.TypeUnorm14x2}, {Order: image.OrderRGB, Type: image.TypeUnorm565},
		{Order: image.OrderRGB, Type: image.TypeUnorm555}, {Order: image.OrderRGB, Type: image.TypeUnorm101010},
		{Order: image.OrderRGBA, Type: image.TypeUnorm101010x2}, {Order: image.OrderSRGBA, Type: image.TypeUnorm8}} {
		id, ok := image.Find(f)
		if !ok {
			t.Fatalf("no format %v", f)
		}
		layout, err := image.NewLayout(image.Image1D, id, image.Size{Width: count}, 0, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		data, d, out := newBuffer(t, int(layout.Bytes)/4), newBuffer(t, image.DescriptorBytes/4), newBuffer(t, 4*count)
		fillCodes(data.bytes, id.Info().Bytes)
		*hostmem.At[image.Descriptor](uint64(d.address)) = layout.Descriptors(data.address)[0]
		e.compare(t, f.String(), count, out, uint64(d.address), uint64(out.address))
	}
}

// fillCodes fills memory with elements whose channels take all values.
func fillCodes(memory []byte, elementBytes int) {
	for n := range len(memory) / elementBytes {
		element := memory[n*elementBytes:][:elementBytes]
		switch elementBytes {
		case 1:
			element[0] = byte(n)
		case 2:
			binary.LittleEndian.PutUint16(element, uint16(n))
		default:
			binary.LittleEndian.PutUint32(element, uint32(n)*0x00100401) // 10 bits of n in each place
		}
	}
}

// Images of few columns and rows, in which a linear filter reads the same element several times, and nothing beside it.
func TestSmallImagesOnBothEngines(t *testing.T) {
	e := newImageEngines(t, `kernel void k(read_only image2d_t i, sampler_t s, global float4 *at, global float4 *out) {
	int x = get_global_id(0);
	out[x] = read_imagef(i, s, at[x].xy);
}`)
	for _, size := range []image.Size{{Width: 1, Height: 1}, {Width: 2, Height: 1}, {Width: 1, Height: 2},
		{Width: 2, Height: 2}, {Width: 3, Height: 5}} {
		for _, f := range []image.Format{bytesFormat, {Order: image.OrderR, Type: image.TypeFloat},
			{Order: image.OrderRG, Type: image.TypeUnorm16}} {
			i := newSizedImage(t, image.Image2D, f, 0, size)
			for _, s := range allSamplers()[:fewUnderRace(20, 4)] {
				at, out := wildPoints(t, normalScale(s)), newBuffer(t, 4*imageItems)
				e.compare(t, fmt.Sprintf("%v, %v, sampler %#x", size, f, s), imageItems, out,
					uint64(i.descriptors.address), uint64(s), uint64(at.address), uint64(out.address))
			}
		}
	}
}
