package clapi

import (
	"encoding/binary"
	"slices"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/image"
)

// expectingRunner notes what it is told to expect.
type expectingRunner struct {
	idleRunner
	blocks []expectedBlock
}

type expectedBlock struct {
	name   string
	format image.Format
	filter image.Sampler
}

func (r *expectingRunner) Prepare(object.Kernel, string) {}
func (r *expectingRunner) Forget(object.Kernel)          {}

func (r *expectingRunner) Expect(_ object.Kernel, name string, args []byte) {
	d := hostmem.At[image.Descriptor](binary.NativeEndian.Uint64(args[32:]))
	sampler := image.Sampler(binary.NativeEndian.Uint64(args[40:]))
	r.blocks = append(r.blocks, expectedBlock{name, d.Format.Info().Format, sampler & image.FilterMask})
}

// Kernels are compiled for images and samplers that are made, once for each format, if they have all others.
func TestExpectedFormats(t *testing.T) {
	f := newFixture(t)
	r := &expectingRunner{}
	f.device.runner = r
	kernel := func(name string) *Kernel {
		k := f.kernel(name)
		k.code.Machine = &amd64.Kernel{}
		return k
	}
	create := func(format image.Format, flags uint64) *MemObject {
		desc := flatDesc(8, 8)
		m, err := f.context.CreateImage(ImageRequest{Flags: flags, Format: &format, Desc: &desc})
		f.mustWork(err)
		return m
	}
	finder := func(m *MemObject, s *Sampler) Finder {
		return Finder{MemObject: func(uintptr) *MemObject { return m }, Sampler: func(uintptr) *Sampler { return s }}
	}
	wants := func(what string, want ...expectedBlock) {
		t.Helper()
		if !slices.Equal(r.blocks, want) {
			t.Errorf("%s: %v, not %v", what, r.blocks, want)
		}
		r.blocks = nil
	}
	rgba16 := image.Format{Order: image.OrderRGBA, Type: image.TypeUnorm16}
	bgra8 := image.Format{Order: image.OrderBGRA, Type: image.TypeUnorm8}
	r32f := image.Format{Order: image.OrderR, Type: image.TypeFloat}

	k, first := kernel("image1"), create(rgba8, 0)
	f.mustWork(k.SetArg(argImage, 8, hostWord(t, 1), finder(first, nil)))
	create(bgra8, 0)
	wants("without a sampler")
	s, err := f.context.CreateSampler(cl.False, cl.AddressClamp, cl.FilterLinear)
	f.mustWork(err)
	wants("the first sampler", expectedBlock{"image1", rgba8, image.FilterLinear})
	f.mustWork(k.SetArg(argSampler, 8, hostWord(t, 1), finder(nil, s)))

	create(r32f, 0)
	wants("a format", expectedBlock{"image1", r32f, image.FilterLinear})
	create(r32f, 0)
	wants("the same again")
	create(image.Format{Order: image.OrderR, Type: image.TypeHalf}, cl.MemWriteOnly)
	wants("an image that kernels only write")

	other := kernel("image2")
	f.mustWork(other.SetArg(argImage, 8, hostWord(t, 1), finder(first, nil)))
	f.mustWork(other.SetArg(argSampler, 8, hostWord(t, 1), finder(nil, s)))
	_, err = f.context.CreateSampler(cl.False, cl.AddressClamp, cl.FilterNearest)
	f.mustWork(err)
	wants("a sampler", expectedBlock{"image2", rgba8, image.FilterNearest},
		expectedBlock{"image1", rgba8, image.FilterNearest})
	f.mustWork(first.Release())
	_, err = f.context.CreateSampler(cl.True, cl.AddressRepeat, cl.FilterLinear)
	f.mustWork(err)
	wants("an image that was released")
	f.mustWork(other.Release())
	create(bgra8, 0)
	wants("a kernel that was released")
	create(rgba16, 0)
	wants("another format", expectedBlock{"image1", rgba16, image.FilterLinear})
}
