package exec

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler"
	"heddle/compiler/lane"
	"heddle/image"
)

// Images in the interpreter. What an access means is tested in package image; these tests ask whether kernels get it,
// in all lanes and only there.

// testImage is an image in memory of its own, filled with bytes that look like random numbers.
type testImage struct {
	descriptors *buffer
	layout      *image.Layout
	data        *buffer
}

func newTestImage(t *testing.T, shape image.Shape, format image.Format, levels uint64) *testImage {
	t.Helper()
	return newSizedImage(t, shape, format, levels, image.Size{Width: 8, Height: 4, Depth: 2, Layers: 3})
}

func newSizedImage(t *testing.T, shape image.Shape, format image.Format, levels uint64, size image.Size) *testImage {
	t.Helper()
	id, ok := image.Find(format)
	if !ok {
		t.Fatalf("no format %v", format)
	}
	layout, err := image.NewLayout(shape, id, size, 0, 0, levels)
	if err != nil {
		t.Fatal(err)
	}
	i := &testImage{newBuffer(t, len(layout.Levels)*image.DescriptorBytes/4), layout,
		newBuffer(t, int(layout.Bytes)/4+1)}
	for n, d := range layout.Descriptors(i.data.address) {
		*hostmem.At[image.Descriptor](uint64(i.descriptors.address) + uint64(n*image.DescriptorBytes)) = d
	}
	for n := range layout.Bytes / 4 {
		i.data.set(int(n), hashed(1, int(n)))
	}
	return i
}

func (i *testImage) descriptor() *image.Descriptor {
	return hostmem.At[image.Descriptor](uint64(i.descriptors.address))
}

var (
	bytesFormat    = image.Format{Order: 0x10B5, Type: 0x10D2} // CL_RGBA, CL_UNORM_INT8
	signedFormat   = image.Format{Order: 0x10B5, Type: 0x10D7} // CL_SIGNED_INT8
	unsignedFormat = image.Format{Order: 0x10B5, Type: 0x10DB} // CL_UNSIGNED_INT16
	depthFormat    = image.Format{Order: 0x10BD, Type: 0x10D3} // CL_DEPTH, CL_UNORM_INT16
)

// imageReads are reads of each kind. p is a float4 with coordinates, q the same as integers.
var imageReads = []struct {
	typ    string
	shape  image.Shape
	levels uint64
	args   string // behind the image
	access image.Access
}{
	{"image1d_t", image.Image1D, 0, "s, p.x", image.Access{Sampled: true, FloatCoords: true}},
	{"image1d_t", image.Image1D, 0, "s, q.x", image.Access{Sampled: true}},
	{"image1d_t", image.Image1D, 0, "q.x", image.Access{}},
	{"image1d_t", image.Image1D, 4, "s, p.x, p.w", image.Access{Sampled: true, FloatCoords: true,
		Detail: image.GivenLevel}},
	{"image1d_t", image.Image1D, 4, "s, p.x, dx.x, dy.x", image.Access{Sampled: true, FloatCoords: true,
		Detail: image.GivenGradients}},
	{"image1d_buffer_t", image.Image1DBuffer, 0, "q.x", image.Access{}},
	{"image1d_array_t", image.Image1DArray, 0, "s, p.xy", image.Access{Sampled: true, FloatCoords: true}},
	{"image1d_array_t", image.Image1DArray, 4, "s, p.xy, dx.x, dy.x", image.Access{Sampled: true, FloatCoords: true,
		Detail: image.GivenGradients}},
	{"image1d_array_t", image.Image1DArray, 0, "q.xy", image.Access{}},
	{"image2d_t", image.Image2D, 0, "s, p.xy", image.Access{Sampled: true, FloatCoords: true}},
	{"image2d_t", image.Image2D, 0, "s, q.xy", image.Access{Sampled: true}},
	{"image2d_t", image.Image2D, 0, "q.xy", image.Access{}},
	{"image2d_t", image.Image2D, 4, "s, p.xy, p.w", image.Access{Sampled: true, FloatCoords: true,
		Detail: image.GivenLevel}},
	{"image2d_t", image.Image2D, 4, "s, p.xy, dx.xy, dy.xy", image.Access{Sampled: true, FloatCoords: true,
		Detail: image.GivenGradients}},
	{"image2d_array_t", image.Image2DArray, 0, "s, p", image.Access{Sampled: true, FloatCoords: true}},
	{"image2d_array_t", image.Image2DArray, 4, "s, p, dx.xy, dy.xy", image.Access{Sampled: true, FloatCoords: true,
		Detail: image.GivenGradients}},
	{"image2d_array_t", image.Image2DArray, 0, "q", image.Access{}},
	{"image3d_t", image.Image3D, 0, "s, p", image.Access{Sampled: true, FloatCoords: true}},
	{"image3d_t", image.Image3D, 4, "s, p, dx, dy", image.Access{Sampled: true, FloatCoords: true,
		Detail: image.GivenGradients}},
	{"image3d_t", image.Image3D, 0, "q", image.Access{}},
}

// texelTypes are the functions' ends with an image format that they read and write, the type, and how floats become it.
var texelTypes = []struct {
	end, typ, convert string
	format            image.Format
}{{"f", "float4", "convert_float4", bytesFormat}, {"i", "int4", "convert_int4_sat", signedFormat},
	{"ui", "uint4", "convert_uint4_sat", unsignedFormat}}

const imageItems = 200

// imagePoint is where the i-th item reads: inside and outside of the image.
func imagePoint(i int) [4]float32 {
	part := func(k int) float32 { return float32(int(hashed(k, i)%1024)-256) / 64 }
	return [4]float32{part(1), part(2) / 2, part(3) / 4, part(4) / 4}
}

// pointOf is the point of an access at p, as the kernels of these tests make it.
func pointOf(p [4]float32) (at image.Point) {
	for i := range at.Float {
		at.Float[i], at.Int[i] = p[i], int32(p[i])
		at.DX[i], at.DY[i] = p[3]*float32(i+1), p[3]/4
	}
	at.Level, at.LevelIndex = p[3], int32(p[3])
	return at
}

func TestImageReads(t *testing.T) {
	for _, r := range imageReads {
		r.access.Shape = r.shape
		for _, texel := range texelTypes {
			if r.levels > 0 && texel.end != "f" {
				continue
			}
			checkImageRead(t, newTestImage(t, r.shape, texel.format, r.levels), r.access, texel.typ,
				fmt.Sprintf("(read_only %s i, sampler_t s, global float4 *at, global %s *out)", r.typ, texel.typ),
				fmt.Sprintf("read_image%s(i, %s)", texel.end, r.args))
		}
	}
}

// Depth images give one channel.
func TestDepthImageReads(t *testing.T) {
	for args, access := range map[string]image.Access{
		"s, p.xy": {Sampled: true, FloatCoords: true}, "q.xy": {}, "s, q.xy": {Sampled: true},
	} {
		access.Shape = image.Image2D
		checkImageRead(t, newTestImage(t, image.Image2D, depthFormat, 0), access, "float4",
			"(read_only image2d_depth_t i, sampler_t s, global float4 *at, global float4 *out)",
			"(float4)(read_imagef(i, "+args+"), 0, 0, 1)")
	}
}

// checkImageRead compares what items read with package image. Every third item does not read.
func checkImageRead(t *testing.T, i *testImage, access image.Access, typ, params, expression string) {
	t.Helper()
	source := fmt.Sprintf(`kernel void k%s {
	size_t id = get_global_id(0);
	float4 p = at[id];
	int4 q = convert_int4(p);
	float4 dx = p.w * (float4)(1, 2, 3, 0), dy = p.w / 4 * (float4)(1, 1, 1, 0);
	%s v = -1;
	if (id %% 3 != 1) v = %s;
	out[id] = v;
}`, params, typ, expression)
	for _, bits := range []image.Sampler{image.FilterNearest | image.AddressClamp,
		image.FilterLinear | image.AddressClampToEdge,
		image.FilterLinear | image.AddressRepeat | image.NormalizedCoords} {
		at, out := newBuffer(t, 4*imageItems), newBuffer(t, 4*imageItems)
		for n := range imageItems {
			for c, v := range imagePoint(n) {
				at.set(4*n+c, math.Float32bits(v))
			}
		}
		mustRunImages(t, source, imageItems, uint64(i.descriptors.address), uint64(bits), uint64(at.address),
			uint64(out.address))
		for n := range imageItems {
			want := wantedTexel(i, access, bits, n, typ)
			if got := texelAt(out, n); got != want {
				t.Fatalf("%s%s, sampler %#x, item %d at %v: %#x, not %#x", params, expression, bits, n, imagePoint(n),
					got, want)
			}
		}
	}
}

func wantedTexel(i *testImage, access image.Access, s image.Sampler, n int, typ string) (want [4]uint32) {
	point := pointOf(imagePoint(n))
	if n%3 == 1 && typ == "float4" {
		return bitsOfFloats([4]float32{-1, -1, -1, -1})
	}
	if n%3 == 1 {
		return [4]uint32{^uint32(0), ^uint32(0), ^uint32(0), ^uint32(0)}
	}
	if typ != "float4" {
		return access.ReadInt(i.descriptor(), s, &point)
	}
	colour := access.ReadFloat(i.descriptor(), s, &point)
	if i.layout.Format.Info().Order == depthFormat.Order {
		colour = [4]float32{colour[0], 0, 0, 1}
	}
	return bitsOfFloats(colour)
}

func bitsOfFloats(v [4]float32) (bits [4]uint32) {
	for i := range v {
		bits[i] = math.Float32bits(v[i])
	}
	return bits
}

func texelAt(b *buffer, n int) (texel [4]uint32) {
	for c := range texel {
		texel[c] = b.get(4*n + c)
	}
	return texel
}

// imageKernel compiles a source whose only kernel is k.
func imageKernel(t *testing.T, source string) *lane.Program {
	t.Helper()
	return compileWith(t, source, func(o *compiler.Options) { o.Version = 300 }).Kernels[0].Lane
}

func mustRunImages(t *testing.T, source string, n uint64, args ...uint64) {
	t.Helper()
	mustRun(t, oneD(imageKernel(t, source), n, n, args...))
}

func TestImageWrites(t *testing.T) {
	for _, w := range []struct {
		typ    string
		shape  image.Shape
		levels uint64
		place  string
		detail image.Detail
	}{
		{"image1d_t", image.Image1D, 0, "q.x", 0}, {"image1d_buffer_t", image.Image1DBuffer, 0, "q.x", 0},
		{"image1d_array_t", image.Image1DArray, 0, "q.xy", 0}, {"image2d_t", image.Image2D, 0, "q.xy", 0},
		{"image2d_array_t", image.Image2DArray, 0, "q", 0}, {"image3d_t", image.Image3D, 0, "q", 0},
		{"image2d_t", image.Image2D, 4, "q.xy, q.w", image.GivenLevel},
		{"image3d_t", image.Image3D, 4, "q, q.w", image.GivenLevel},
	} {
		for _, texel := range texelTypes {
			source := fmt.Sprintf(`kernel void k(write_only %s i, global float4 *at) {
	size_t id = get_global_id(0);
	int4 q = convert_int4(at[id]);
	if (id %% 3 != 1) write_image%s(i, %s, %s(at[id] * 50));
}`, w.typ, texel.end, w.place, texel.convert)
			checkImageWrite(t, source, image.Access{Shape: w.shape, Detail: w.detail}, texel.typ,
				newTestImage(t, w.shape, texel.format, w.levels), newTestImage(t, w.shape, texel.format, w.levels))
		}
	}
}

// checkImageWrite compares an image that a kernel writes, item by item, with one that is written by package image.
func checkImageWrite(t *testing.T, source string, access image.Access, typ string, got, want *testImage) {
	t.Helper()
	program, at := imageKernel(t, source), newBuffer(t, 4)
	for n := range imageItems {
		p := imagePoint(n)
		for c, v := range p {
			at.set(c, math.Float32bits(v))
		}
		l := oneD(program, 1, 1, uint64(got.descriptors.address), uint64(at.address)-uint64(16*n))
		l.Offset = [3]uint64{uint64(n), 0, 0}
		mustRun(t, l)
		if n%3 != 1 {
			writeWanted(want, access, typ, p)
		}
	}
	if string(got.data.bytes) != string(want.data.bytes) {
		t.Errorf("%s\nleaves another image", source)
	}
}

func writeWanted(i *testImage, access image.Access, typ string, p [4]float32) {
	point := pointOf(p)
	var colour [4]float32
	var integers [4]uint32
	for c := range p {
		colour[c] = p[c] * 50
		if typ == "int4" {
			integers[c] = uint32(int32(colour[c]))
		} else {
			integers[c] = uint32(max(colour[c], 0))
		}
	}
	if typ == "float4" {
		access.WriteFloat(i.descriptor(), &point, colour)
		return
	}
	access.WriteInt(i.descriptor(), &point, integers)
}

// Items leave a loop one after the other, and use the element that each has read last.
func TestImageReadInDivergentLoop(t *testing.T) {
	i, out := newTestImage(t, image.Image2D, unsignedFormat, 0), newBuffer(t, 32)
	mustRunImages(t, `kernel void k(read_only image2d_t i, global uint *out) {
	int x = get_global_id(0);
	uint4 v;
	int y = 0;
	do v = read_imageui(i, (int2)(x % 8, y)); while (y++ < x / 8);
	out[x] = v.x ^ v.w;
}`, 32, uint64(i.descriptors.address), uint64(out.address))
	access := image.Access{Shape: image.Image2D}
	for x := range 32 {
		v := access.ReadInt(i.descriptor(), 0, &image.Point{Int: [3]int32{int32(x % 8), int32(x / 8)}})
		if got, want := out.get(x), v[0]^v[3]; got != want {
			t.Errorf("item %d: %#x, not %#x", x, got, want)
		}
	}
}

// An image that is the same at all items' place is read once, and its elements may lie where the coordinates did.
func TestUniformImageRead(t *testing.T) {
	i, out := newTestImage(t, image.Image2D, unsignedFormat, 0), newBuffer(t, 4*100)
	mustRunImages(t, `kernel void k(read_only image2d_t i, int x, global uint4 *out) {
	int y = x / 2;
	for (int n = 0; n < 3; n++) {
		uint4 v = read_imageui(i, (int2)(x, y));
		x = v.x % 8;
		y = v.y % 4;
		out[get_global_id(0)] = v;
	}
}`, 100, uint64(i.descriptors.address), 5, uint64(out.address))
	access, at := image.Access{Shape: image.Image2D}, [3]int32{5, 2}
	var want [4]uint32
	for range 3 {
		want = access.ReadInt(i.descriptor(), 0, &image.Point{Int: at})
		at = [3]int32{int32(want[0] % 8), int32(want[1] % 4)}
	}
	for n := range 100 {
		if got := texelAt(out, n); got != want {
			t.Fatalf("item %d: %v, not %v", n, got, want)
		}
	}
}

// Items write, wait and read what others have written.
func TestReadWriteImage(t *testing.T) {
	i, out := newTestImage(t, image.Image1D, signedFormat, 0), newBuffer(t, 8)
	mustRunImages(t, `kernel void k(read_write image1d_t i, global int *out) {
	int x = get_local_id(0);
	write_imagei(i, x, (int4)(x * 3, 0, 0, 1));
	atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
	work_group_barrier(CLK_IMAGE_MEM_FENCE);
	int4 v = read_imagei(i, 7 - x);
	work_group_barrier(CLK_IMAGE_MEM_FENCE);
	write_imagei(i, x, v + read_imagei(i, x));
	out[x] = read_imagei(i, x).x;
}`, 8, uint64(i.descriptors.address), uint64(out.address))
	for x := range 8 {
		if got := int(out.get(x)); got != 21 {
			t.Errorf("item %d: %d", x, got)
		}
	}
}

func TestImageQueries(t *testing.T) {
	i, out := newTestImage(t, image.Image2DArray, bytesFormat, 3), newBuffer(t, 8)
	mustRunImages(t, `kernel void k(write_only image2d_array_t i, global int *out) {
	out[0] = get_image_width(i);
	out[1] = get_image_height(i);
	out[2] = get_image_array_size(i);
	out[3] = get_image_num_mip_levels(i);
	out[4] = get_image_channel_order(i) == CLK_RGBA;
	out[5] = get_image_channel_data_type(i) == CLK_UNORM_INT8;
	vstore2(get_image_dim(i), 3, out);
}`, 1, uint64(i.descriptors.address), uint64(out.address))
	for n, want := range []uint32{8, 4, 3, 3, 1, 1, 8, 4} {
		if got := out.get(n); got != want {
			t.Errorf("word %d: %d, not %d", n, got, want)
		}
	}
}

// Memory of an image that does not exist any more is a fault, as that of a buffer.
func TestImageFault(t *testing.T) {
	i := newTestImage(t, image.Image2D, bytesFormat, 0)
	i.descriptor().Data = 64000 // which no system maps
	program := imageKernel(t, `kernel void k(read_only image2d_t i, global float4 *out) {
	*out = read_imagef(i, (int2)(1, 0));
}`)
	err := NewDevice(Goroutines(1)).Run(oneD(program, 1, 1, uint64(i.descriptors.address), 0))
	var fault *Fault
	if !errors.As(err, &fault) || fault.Address != 64004 || !strings.Contains(fault.Reason, "read from") {
		t.Errorf("the error is %v", err)
	}
}

// A kernel with images runs on devices that make machine code, by whatever engine has it.
func TestImageKernelOnMachine(t *testing.T) {
	k := compileKernel(t, `kernel void k(read_only image2d_t i, global float4 *out) {
	int x = get_global_id(0);
	out[x] = read_imagef(i, (int2)(x % 8, x / 8));
}`)
	i := newTestImage(t, image.Image2D, bytesFormat, 0)
	for _, bits := range []int{256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		out := newBuffer(t, 4*32)
		l := oneD(k.Lane, 32, 32, uint64(i.descriptors.address), uint64(out.address))
		l.Machine = k.Machine
		device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine})
		if err := device.Run(l); err != nil {
			t.Fatal(err)
		}
		for x := range 32 {
			at := image.Point{Int: [3]int32{int32(x % 8), int32(x / 8)}}
			want := bitsOfFloats(image.Access{Shape: image.Image2D}.ReadFloat(i.descriptor(), 0, &at))
			if got := texelAt(out, x); got != want {
				t.Fatalf("%d bits, item %d: %v, not %v", bits, x, got, want)
			}
		}
	}
}

// The interpreter also runs functions with images that are not inlined.
func TestImageReadInCalledFunction(t *testing.T) {
	k := compileWith(t, `uint4 pick(read_only image2d_t i, sampler_t s, int x) {
	uint4 sum = 0;
	for (int y = 0; y <= x % 4; y++) sum += read_imageui(i, s, (int2)(x, y));
	return sum;
}
kernel void k(read_only image2d_t i, global uint4 *out) {
	int x = get_global_id(0);
	out[x] = pick(i, CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP, x) + pick(i, 0x10, 0);
}`, func(o *compiler.Options) { o.PassesOff = []string{"inline"} }).Kernels[0]
	i, out := newTestImage(t, image.Image2D, unsignedFormat, 0), newBuffer(t, 4*16)
	mustRun(t, oneD(k.Lane, 16, 16, uint64(i.descriptors.address), uint64(out.address)))
	access := image.Access{Shape: image.Image2D}
	for x := range 16 {
		want := access.ReadInt(i.descriptor(), 0, &image.Point{})
		for y := range x%4 + 1 {
			v := access.ReadInt(i.descriptor(), 0, &image.Point{Int: [3]int32{int32(x), int32(y)}})
			for c := range want {
				want[c] += v[c]
			}
		}
		if got := texelAt(out, x); got != want {
			t.Errorf("item %d: %v, not %v", x, got, want)
		}
	}
}
