package clapi

import (
	"encoding/binary"
	"math"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/feature"
	"heddle/image"
)

var rgba8 = image.Format{Order: image.OrderRGBA, Type: image.TypeUnorm8}

func (f *fixture) image(flags uint64, desc cl.ImageDesc, from *MemObject, hostPtr uintptr) *MemObject {
	f.t.Helper()
	if from != nil {
		desc.MemObject = 1
	}
	m, err := f.context.CreateImage(ImageRequest{Flags: flags, Format: &rgba8, Desc: &desc, From: from,
		HostPtr: hostPtr})
	f.mustWork(err)
	return m
}

func flatDesc(width, height uint64) cl.ImageDesc {
	return cl.ImageDesc{Type: cl.MemObjectImage2d, Width: width, Height: height}
}

// descriptorsOf is what a kernel gets for an image.
func descriptorsOf(m *MemObject) []image.Descriptor {
	var list []image.Descriptor
	for i := range m.image.layout.Levels {
		address := uint64(m.image.descriptors) + uint64(i)*image.DescriptorBytes
		list = append(list, *hostmem.At[image.Descriptor](address))
	}
	return list
}

func TestCreateImageErrors(t *testing.T) {
	f := newFixture(t)
	var none *Context
	create := func(c *Context, r ImageRequest) error {
		_, err := c.CreateImage(r)
		return err
	}
	with := func(change func(*ImageRequest)) error {
		desc := flatDesc(4, 4)
		r := ImageRequest{Format: &rgba8, Desc: &desc}
		change(&r)
		return create(f.context, r)
	}
	released := f.buffer(0, 64)
	f.mustWork(released.Release())
	checkStatuses(t, []statusCase{
		{"no context", create(none, ImageRequest{}), cl.InvalidContext},
		{"property first", create(f.context, ImageRequest{Properties: []uint64{7, 7}, Flags: 1 << 40}),
			cl.InvalidProperty},
		{"flags before format", create(f.context, ImageRequest{Flags: 1 << 40}), cl.InvalidValue},
		{"format before descriptor", create(f.context, ImageRequest{}), cl.InvalidImageFormatDescriptor},
		{"no descriptor", create(f.context, ImageRequest{Format: &rgba8}), cl.InvalidImageDescriptor},
		{"size", with(func(r *ImageRequest) { r.Desc.Height = imageLimits.Height2D + 1 }), cl.InvalidImageSize},
		{"pitch without host pointer", with(func(r *ImageRequest) { r.Desc.RowPitch = 16 }),
			cl.InvalidImageDescriptor},
		{"host pointer", with(func(r *ImageRequest) { r.HostPtr = 64 }), cl.InvalidHostPtr},
		{"format for a shape", with(func(r *ImageRequest) {
			r.Format = &image.Format{Order: image.OrderDepth, Type: image.TypeFloat}
			r.Desc.Type, r.Desc.Depth = cl.MemObjectImage3d, 4
		}), cl.ImageFormatNotSupported},
		{"too large in all", with(func(r *ImageRequest) { r.Desc.Width, r.Desc.Height = 32768, 32768 }),
			cl.MemObjectAllocationFailure},
		{"released buffer", with(func(r *ImageRequest) { r.Desc.MemObject, r.From = 1, released }),
			cl.InvalidMemObject},
		{"no buffer", with(func(r *ImageRequest) { r.Desc.MemObject = 1 }), cl.InvalidImageDescriptor},
		{"small buffer", with(func(r *ImageRequest) { r.Desc.MemObject, r.From = 1, f.buffer(0, 63) }),
			cl.InvalidImageSize},
		{"host pointer that is not there", with(func(r *ImageRequest) { r.Flags, r.HostPtr = cl.MemCopyHostPtr, 64 }),
			cl.InvalidHostPtr},
	})
}

// What kernels get follows the layout, and an image lives as long as something made from it.
func TestImageDescriptors(t *testing.T) {
	f := newFixture(t)
	desc := flatDesc(8, 4)
	desc.MipLevels = 3
	m := f.image(0, desc, nil, 0)
	levels := descriptorsOf(m)
	if len(levels) != 3 || levels[0].Data != m.address || levels[2].Width != 2 || levels[2].Height != 1 ||
		levels[1].Levels != 3 {
		t.Errorf("levels %+v", levels)
	}
	if m.sizeBytes != m.image.layout.Bytes {
		t.Errorf("%d bytes", m.sizeBytes)
	}
	f.mustWork(m.Release())

	buffer := f.buffer(0, 1024)
	desc = flatDesc(8, 4)
	desc.RowPitch = 48
	m = f.image(cl.MemReadOnly, desc, buffer, 0)
	view := f.image(0, flatDesc(8, 4), m, 0)
	gone := 0
	f.mustWork(buffer.SetDestructorCallback(func() { gone++ }))
	for _, object := range []*MemObject{buffer, m} {
		f.mustWork(object.Release())
	}
	d := descriptorsOf(view)[0]
	if gone != 0 || d.Data != buffer.address || d.RowPitch != 48 || view.flags != cl.MemReadOnly {
		t.Errorf("%d destroyed, %+v, flags %#x", gone, d, view.flags)
	}
	if root, start := view.root(); root != buffer || start != 0 {
		t.Error("the view's memory is not the buffer's")
	}
	f.mustWork(view.Release())
	if gone != 1 {
		t.Errorf("%d destroyed", gone)
	}
}

func TestImageArguments(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("image_kernel")
	m, written := f.image(0, flatDesc(4, 4), nil, 0), f.image(cl.MemWriteOnly, flatDesc(4, 4), nil, 0)
	sampler, err := f.context.CreateSampler(cl.False, cl.AddressClamp, cl.FilterLinear)
	f.mustWork(err)
	find := finder(map[uintptr]*MemObject{1: m, 2: written, 3: f.buffer(0, 64)})
	find.Sampler = func(handle uintptr) *Sampler {
		if handle != 4 {
			return nil
		}
		return sampler
	}
	set := func(index uint32, handle uint64) error { return k.SetArg(index, 8, hostWord(t, handle), find) }
	checkStatuses(t, []statusCase{
		{"null image", k.SetArg(argImage, 8, 0, find), cl.InvalidMemObject},
		{"buffer for an image", set(argImage, 3), cl.InvalidMemObject},
		{"image for a buffer", set(argBuffer, 1), cl.InvalidMemObject},
		{"write only", set(argImage, 2), cl.InvalidArgValue},
		{"size", k.SetArg(argImage, 4, hostWord(t, 1), find), cl.InvalidArgSize},
		{"null sampler", k.SetArg(argSampler, 8, 0, find), cl.InvalidSampler},
		{"image for a sampler", set(argSampler, 1), cl.InvalidSampler},
		{"sampler size", k.SetArg(argSampler, 4, hostWord(t, 4), find), cl.InvalidArgSize},
		{"image", set(argImage, 1), cl.Success},
		{"sampler", set(argSampler, 4), cl.Success},
		{"int", k.SetArg(argInt, 4, hostWord(t, 1), find), cl.Success},
		{"buffer", set(argBuffer, 3), cl.Success},
		{"local", k.SetArg(argLocal, 8, 0, find), cl.Success},
		{"local", k.SetArg(argLocal2, 8, 0, find), cl.Success},
	})
	f.mustWork(sampler.Release())

	var args launchArgs
	f.mustWork(k.snapshotArgs(&args, k.forms[0]))
	word := func(offset int) uint64 { return binary.NativeEndian.Uint64(args.block[offset:]) }
	if word(32) != uint64(m.image.descriptors) ||
		image.Sampler(word(40))&image.SpecialBits != image.AddressClamp|image.FilterLinear|image.MipFilterNearest {
		t.Errorf("block %x", args.block)
	}
	if len(args.objects) != 2 || args.objects[1] != m || args.memory[2].Address != m.address || args.refused != nil {
		t.Errorf("%d objects, memory %v, %v", len(args.objects), args.memory, args.refused)
	}
	args.dropObjects()

	k.code.Args[argImage].Access = compiler.AccessReadWrite
	m.image.layout.Format, _ = image.Find(image.Format{Order: image.OrderR, Type: image.TypeRaw10})
	f.mustWork(k.snapshotArgs(&args, k.forms[0]))
	wantStatus(t, "a format that is only read", args.refused, cl.ImageFormatNotSupported)
	args.dropObjects()

	f.mustWork(m.Release())
	wantStatus(t, "released image", k.snapshotArgs(&args, k.forms[0]), cl.InvalidKernelArgs)
}

func TestSamplerLevels(t *testing.T) {
	f := newFixture(t)
	for _, limit := range []float32{0, 0.5, 7, math.MaxFloat32} {
		s, err := f.context.CreateSamplerWithProperties([]uint64{
			cl.SamplerLodMaxKhr, uint64(math.Float32bits(limit)) | 0xdead<<32})
		f.mustWork(err)
		_, most := s.value.Levels()
		if math.Abs(float64(most-limit)) > float64(limit)*1e-4+1e-40 || s.greatest != limit {
			t.Errorf("limit %g became %g, queried %g", limit, most, s.greatest)
		}
		f.mustWork(s.Release())
	}
	if references := f.context.ReferenceCount(); references != 1 {
		t.Errorf("%d references to the context", references)
	}
}

// The list of extensions has those that bring formats.
func TestFormatExtensions(t *testing.T) {
	for _, info := range image.Formats() {
		if info.Refused == "" && info.Extension != "" && !feature.Has(info.Extension) {
			t.Errorf("%v needs extension %s, which is not listed", info.Format, info.Extension)
		}
	}
}
