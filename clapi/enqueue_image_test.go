package clapi

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/image"
)

// formatsBySize has a format for each size of an element.
var formatsBySize = []image.Format{
	{Order: image.OrderR, Type: image.TypeUint8}, {Order: image.OrderRG, Type: image.TypeSint8}, rgba8,
	{Order: image.OrderRGBA, Type: image.TypeHalf}, {Order: image.OrderRGBA, Type: image.TypeFloat},
}

// imageCase is a kind of image with a size that fits all the tests, where all dimensions differ.
type imageCase struct {
	name string
	desc cl.ImageDesc
}

var imageCases = []imageCase{
	{"1D", cl.ImageDesc{Type: cl.MemObjectImage1d, Width: 13}},
	{"1D array", cl.ImageDesc{Type: cl.MemObjectImage1dArray, Width: 13, ArraySize: 5}},
	{"2D", cl.ImageDesc{Type: cl.MemObjectImage2d, Width: 13, Height: 7}},
	{"2D array", cl.ImageDesc{Type: cl.MemObjectImage2dArray, Width: 13, Height: 7, ArraySize: 5}},
	{"3D", cl.ImageDesc{Type: cl.MemObjectImage3d, Width: 13, Height: 7, Depth: 5}},
}

// sizes are how far the three coordinates of the commands go.
func (c *imageCase) sizes() [3]uint64 {
	d := c.desc
	switch d.Type {
	case cl.MemObjectImage1dArray:
		return [3]uint64{d.Width, d.ArraySize, 1}
	case cl.MemObjectImage2dArray:
		return [3]uint64{d.Width, d.Height, d.ArraySize}
	}
	return [3]uint64{d.Width, max(d.Height, 1), max(d.Depth, 1)}
}

func (c *imageCase) hasSlices() bool {
	return slices.Contains([]uint32{cl.MemObjectImage1dArray, cl.MemObjectImage2dArray, cl.MemObjectImage3d},
		c.desc.Type)
}

// imageOf makes an image of any format.
func (f *queueFixture) imageOf(flags uint64, format image.Format, desc cl.ImageDesc, host uintptr) *MemObject {
	f.t.Helper()
	m, err := f.context.CreateImage(ImageRequest{Flags: flags, Format: &format, Desc: &desc, HostPtr: host})
	f.mustWork(err)
	return m
}

// view is how a test looks at elements in memory: by the sentence of the specification about pitches.
type view struct {
	memory                        []byte
	element, rowPitch, slicePitch int
	layersAreRows                 bool // of 1D arrays: the second coordinate steps by the slice pitch
}

func (v *view) at(x, y, z uint64) []byte {
	offset := int(x)*v.element + int(y)*v.rowPitch + int(z)*v.slicePitch
	if v.layersAreRows {
		offset = int(x)*v.element + int(y)*v.slicePitch
	}
	return v.memory[offset : offset+v.element]
}

// each calls a function for all elements of a region.
func each(region [3]uint64, visit func(x, y, z uint64)) {
	for z := range region[2] {
		for y := range region[1] {
			for x := range region[0] {
				visit(x, y, z)
			}
		}
	}
}

// copyElements copies a region element by element.
func copyElements(to, from *view, toOrigin, fromOrigin, region [3]uint64) {
	each(region, func(x, y, z uint64) {
		copy(to.at(toOrigin[0]+x, toOrigin[1]+y, toOrigin[2]+z),
			from.at(fromOrigin[0]+x, fromOrigin[1]+y, fromOrigin[2]+z))
	})
}

// hostImage is an image in the test's memory, with gaps after rows and slices, and what the test expects there.
func (f *queueFixture) hostImage(c imageCase, format image.Format) (m *MemObject, want *view) {
	id, _ := image.Find(format)
	element := id.Info().Bytes
	d := c.desc
	d.RowPitch = (d.Width + 3) * uint64(element)
	if c.hasSlices() {
		d.SlicePitch = d.RowPitch * (max(d.Height, 1) + 2)
		if d.Type == cl.MemObjectImage1dArray {
			d.SlicePitch = d.RowPitch * 2
		}
	}
	const most = 16 * 16 * 10 * 5
	memory := counting(most)
	m = f.imageOf(cl.MemUseHostPtr, format, d, hostBytes(f.t, memory))
	return m, &view{memory, element, int(d.RowPitch), int(d.SlicePitch), d.Type == cl.MemObjectImage1dArray}
}

// wantMemory compares all bytes around an image, so that writes outside of the region are seen.
func wantMemory(t *testing.T, name string, m *MemObject, want *view) {
	t.Helper()
	if have := hostmem.Bytes(m.address, uint64(len(want.memory))); !bytes.Equal(have, want.memory) {
		t.Errorf("%s: wrong bytes", name)
	}
}

// forEachImage calls a function for all shapes, sizes of elements, and some regions.
func forEachImage(t *testing.T, test func(t *testing.T, f *queueFixture, c imageCase, format image.Format,
	origin, region [3]uint64)) {
	for _, c := range imageCases {
		for _, format := range formatsBySize {
			t.Run(fmt.Sprintf("%s/%v", c.name, format), func(t *testing.T) {
				f := newQueueFixture(t, 0)
				size := c.sizes()
				test(t, f, c, format, [3]uint64{}, size)
				origin, region := [3]uint64{2, 1, 1}, [3]uint64{9, 4, 2}
				for i := range 3 {
					if size[i] == 1 {
						origin[i], region[i] = 0, 1
					}
				}
				test(t, f, c, format, origin, region)
			})
		}
	}
}

func TestReadAndWriteImages(t *testing.T) {
	forEachImage(t, func(t *testing.T, f *queueFixture, c imageCase, format image.Format, origin, region [3]uint64) {
		for _, pitch := range []uint64{0, 1} {
			m, want := f.hostImage(c, format)
			host := &view{element: want.element, rowPitch: int(region[0]) * want.element,
				layersAreRows: want.layersAreRows}
			transfer := ImageTransfer{Image: m, Blocking: true, Origin: origin[:], Region: region[:]}
			if pitch == 1 { // no multiple of the size of an element
				host.rowPitch += 5
				transfer.RowPitch = uint64(host.rowPitch)
			}
			rows := int(region[1])
			if want.layersAreRows {
				rows = 1
			}
			host.slicePitch = host.rowPitch * rows
			if c.hasSlices() && pitch == 1 {
				host.slicePitch += 7
				transfer.SlicePitch = uint64(host.slicePitch)
			}
			const most = 1 << 16
			transfer.HostPtr = hostBytes(t, make([]byte, most))
			host.memory = make([]byte, most)
			f.mustWork(second(f.queue.EnqueueReadImage(transfer, EventArgs{})))
			copyElements(host, want, [3]uint64{}, origin, region)
			if !bytes.Equal(hostmem.Bytes(transfer.HostPtr, most), host.memory) {
				t.Errorf("pitch %d: wrong bytes read", pitch)
			}
			for i := range host.memory {
				host.memory[i] = byte(i*7 + i>>8)
			}
			copy(hostmem.Bytes(transfer.HostPtr, most), host.memory)
			f.mustWork(second(f.queue.EnqueueWriteImage(transfer, EventArgs{})))
			copyElements(want, host, origin, [3]uint64{}, region)
			wantMemory(t, "write", m, want)
		}
	})
}

func TestCopyImages(t *testing.T) {
	forEachImage(t, func(t *testing.T, f *queueFixture, c imageCase, format image.Format, origin, region [3]uint64) {
		from, source := f.hostImage(c, format)
		for _, other := range imageCases {
			size := other.sizes()
			if region[0] > size[0] || region[1] > size[1] || region[2] > size[2] {
				continue
			}
			to, want := f.hostImage(other, format)
			for i := range want.memory {
				want.memory[i] = byte(i * 5)
			}
			copy(hostmem.Bytes(to.address, uint64(len(want.memory))), want.memory)
			target := [3]uint64{size[0] - region[0], size[1] - region[1], size[2] - region[2]}
			f.mustWork(second(f.queue.EnqueueCopyImage(ImageCopy{Source: from, Target: to, SourceOrigin: origin[:],
				TargetOrigin: target[:], Region: region[:]}, EventArgs{})))
			f.mustWork(f.queue.Finish())
			copyElements(want, source, target, origin, region)
			wantMemory(t, "to "+other.name, to, want)
		}
	})
}

func TestImagesAndBuffers(t *testing.T) {
	forEachImage(t, func(t *testing.T, f *queueFixture, c imageCase, format image.Format, origin, region [3]uint64) {
		m, want := f.hostImage(c, format)
		const most, offset = 1 << 14, 3
		packed := &view{memory: make([]byte, most), element: want.element, rowPitch: int(region[0]) * want.element}
		packed.slicePitch = packed.rowPitch * int(region[1])
		b := f.filled(packed.memory)
		copied := ImageBufferCopy{Image: m, Buffer: b, Origin: origin[:], Region: region[:], Offset: offset}
		f.mustWork(second(f.queue.EnqueueCopyImageToBuffer(copied, EventArgs{})))
		f.mustWork(f.queue.Finish())
		inside := *packed
		inside.memory = packed.memory[offset:]
		copyElements(&inside, want, [3]uint64{}, origin, region)
		wantContents(t, b, packed.memory)
		for i := range packed.memory {
			packed.memory[i] = byte(i * 3)
		}
		copied.Buffer = f.filled(packed.memory)
		f.mustWork(second(f.queue.EnqueueCopyBufferToImage(copied, EventArgs{})))
		f.mustWork(f.queue.Finish())
		copyElements(want, &inside, origin, [3]uint64{}, region)
		wantMemory(t, "from a buffer", m, want)
	})
}

func TestFillImages(t *testing.T) {
	forEachImage(t, func(t *testing.T, f *queueFixture, c imageCase, format image.Format, origin, region [3]uint64) {
		m, want := f.hostImage(c, format)
		colour := make([]byte, 16)
		for i, value := range []float32{0.25, 1, 0.5, 2} {
			binary.NativeEndian.PutUint32(colour[4*i:], math.Float32bits(value))
		}
		f.mustWork(second(f.queue.EnqueueFillImage(ImageFill{Image: m, Colour: colour, Origin: origin[:],
			Region: region[:]}, EventArgs{})))
		f.mustWork(f.queue.Finish())
		pattern := m.image.layout.Format.Info().FillPattern(colour)
		each(region, func(x, y, z uint64) { copy(want.at(origin[0]+x, origin[1]+y, origin[2]+z), pattern) })
		wantMemory(t, "fill", m, want)
	})
}

// TestFillLongRows has rows that are larger than a chunk, with gaps, and blocks that do not divide a chunk.
func TestFillLongRows(t *testing.T) {
	f := newQueueFixture(t, 0)
	for format, width := range map[image.Format]uint64{
		rgba8: 5001,
		{Order: image.OrderR, Type: image.TypeRaw10}:     20_000,
		{Order: image.OrderR, Type: image.TypeRaw12}:     20_002,
		{Order: image.OrderRGBA, Type: image.TypeUint32}: copiedRowBytes/16 + 1,
	} {
		m := f.imageOf(cl.MemReadOnly, format, cl.ImageDesc{Type: cl.MemObjectImage2d, Width: width, Height: 3}, 0)
		colour := binary.NativeEndian.AppendUint32(nil, 0x2c5)
		colour = append(colour, make([]byte, 12)...)
		f.mustWork(second(f.queue.EnqueueFillImage(ImageFill{Image: m, Colour: colour, Origin: []uint64{0, 1, 0},
			Region: []uint64{width, 2, 1}}, EventArgs{})))
		f.mustWork(f.queue.Finish())
		pattern := m.image.layout.Format.Info().FillPattern(colour)
		row := int(m.image.layout.Levels[0].RowPitch)
		want := append(make([]byte, row), bytes.Repeat(pattern, 2*row/len(pattern))...)
		if !bytes.Equal(hostmem.Bytes(m.address, m.sizeBytes), want) {
			t.Errorf("%v: wrong bytes", format)
		}
	}
}

// TestLargeParts copies and fills a part of an image around the caches.
func TestLargeParts(t *testing.T) {
	f := newQueueFixture(t, 0)
	const width, height = 1000, 2100 // elements of 16 bytes: more than fillStreamBytes
	format := image.Format{Order: image.OrderRGBA, Type: image.TypeUint32}
	for _, shape := range []cl.ImageDesc{
		{Type: cl.MemObjectImage2d, Width: width, Height: height},
		{Type: cl.MemObjectImage3d, Width: width, Height: height / 10, Depth: 10},
	} {
		from, to := f.imageOf(0, format, shape, 0), f.imageOf(0, format, shape, 0)
		source := hostmem.Bytes(from.address, from.sizeBytes)
		for i := range source {
			source[i] = byte(i * 11 >> 3)
		}
		const rowBytes, elementBytes, pitch = (width - 2) * 16, 16, width * 16
		rows := int(shape.Height * max(shape.Depth, 1))
		region := []uint64{width - 2, shape.Height, max(shape.Depth, 1)}
		f.mustWork(second(f.queue.EnqueueCopyImage(ImageCopy{Source: from, Target: to, SourceOrigin: []uint64{1, 0, 0},
			TargetOrigin: []uint64{2, 0, 0}, Region: region}, EventArgs{})))
		f.mustWork(f.queue.Finish())
		want := make([]byte, to.sizeBytes)
		for row := range rows {
			copy(want[row*pitch+2*elementBytes:][:rowBytes], source[row*pitch+elementBytes:])
		}
		if !bytes.Equal(hostmem.Bytes(to.address, to.sizeBytes), want) {
			t.Error("copy: wrong bytes")
		}
		f.mustWork(second(f.queue.EnqueueFillImage(ImageFill{Image: to, Colour: counting(16), Origin: []uint64{2, 0, 0},
			Region: region}, EventArgs{})))
		f.mustWork(f.queue.Finish())
		for row := range rows {
			copy(want[row*pitch+2*elementBytes:][:rowBytes], bytes.Repeat(counting(16), width-2))
		}
		if !bytes.Equal(hostmem.Bytes(to.address, to.sizeBytes), want) {
			t.Error("fill: wrong bytes")
		}
	}
}

func TestMapImages(t *testing.T) {
	forEachImage(t, func(t *testing.T, f *queueFixture, c imageCase, format image.Format, origin, region [3]uint64) {
		m, want := f.hostImage(c, format)
		mapped, _, err := f.queue.EnqueueMapImage(ImageMap{Image: m, Blocking: true, Flags: cl.MapRead | cl.MapWrite,
			Origin: origin[:], Region: region[:], WantRowPitch: true, WantSlicePitch: c.hasSlices()}, EventArgs{})
		f.mustWork(err)
		if mapped.RowPitch != uint64(want.rowPitch) || mapped.SlicePitch != uint64(want.slicePitch) {
			t.Fatalf("pitches %d, %d", mapped.RowPitch, mapped.SlicePitch)
		}
		have := *want
		have.memory = hostmem.Bytes(mapped.Pointer, uint64(len(want.memory))-uint64(mapped.Pointer-m.address))
		each(region, func(x, y, z uint64) {
			if !bytes.Equal(have.at(x, y, z), want.at(origin[0]+x, origin[1]+y, origin[2]+z)) {
				t.Fatalf("wrong element at %d, %d, %d", x, y, z)
			}
		})
		if m.countMaps() != 1 {
			t.Error("map count")
		}
		f.mustWork(second(f.queue.EnqueueUnmapMemObject(m, mapped.Pointer, EventArgs{})))
		if m.countMaps() != 0 {
			t.Error("map count after unmapping")
		}
	})
}

// TestMipLevels: the element of the origin after the coordinates selects the level, in all the commands.
func TestMipLevels(t *testing.T) {
	f := newQueueFixture(t, 0)
	for _, c := range imageCases {
		d := c.desc
		d.MipLevels = 3
		m := f.imageOf(0, rgba8, d, 0)
		size, count := c.sizes(), m.image.layout.Shape.CoordCount()
		if want := map[bool]uint64{false: 3, true: 4}[count == 3]; m.OriginCount() != want {
			t.Fatalf("%s: origins of %d elements", c.name, m.OriginCount())
		}
		spatial := m.image.layout.Shape.Dimensions()
		for level := range uint64(3) {
			region, origin := size, make([]uint64, m.OriginCount())
			for i := range spatial {
				region[i] = max(size[i]>>level, 1)
			}
			origin[count] = level
			bytesInAll := region[0] * region[1] * region[2] * 4
			data := bytes.Repeat([]byte{1 + byte(level)}, int(bytesInAll))
			f.mustWork(second(f.queue.EnqueueWriteImage(ImageTransfer{Image: m, Blocking: true, Origin: origin,
				Region: region[:], HostPtr: hostBytes(t, data)}, EventArgs{})))
			larger := region
			larger[0]++
			wantStatus(t, c.name+": beyond the level", second(f.queue.EnqueueWriteImage(ImageTransfer{Image: m,
				Origin: origin, Region: larger[:], HostPtr: hostBytes(t, data)}, EventArgs{})), cl.InvalidValue)
		}
		for level := range uint64(3) {
			origin := make([]uint64, m.OriginCount())
			origin[count] = level
			v := m.image.layout.Levels[level]
			mapped, _, err := f.queue.EnqueueMapImage(ImageMap{Image: m, Blocking: true, Flags: cl.MapWrite,
				Origin: origin, Region: []uint64{1, 1, 1}, WantRowPitch: true, WantSlicePitch: true}, EventArgs{})
			f.mustWork(err)
			if *hostmem.At[byte](uint64(mapped.Pointer)) != 1+byte(level) || mapped.RowPitch != v.RowPitch {
				t.Errorf("%s: level %d mapped with row pitch %d", c.name, level, mapped.RowPitch)
			}
			other := slices.Clone(origin)
			other[count] = (level + 1) % 3
			f.mustWork(second(f.queue.EnqueueCopyImage(ImageCopy{Source: m, Target: m, SourceOrigin: origin,
				TargetOrigin: other, Region: []uint64{1, 1, 1}}, EventArgs{})))
			f.mustWork(f.queue.Finish())
			wantStatus(t, c.name+": onto itself", second(f.queue.EnqueueCopyImage(ImageCopy{Source: m, Target: m,
				SourceOrigin: origin, TargetOrigin: origin, Region: []uint64{1, 1, 1}}, EventArgs{})),
				cl.MemCopyOverlap)
			other[count] = 0
			f.mustWork(second(f.queue.EnqueueFillImage(ImageFill{Image: m, Colour: make([]byte, 16), Origin: other,
				Region: []uint64{1, 1, 1}}, EventArgs{})))
			f.mustWork(f.queue.Finish())
			*hostmem.At[byte](uint64(mapped.Pointer)) = 1 + byte(level)
			next := m.image.layout.Levels[(level+1)%3]
			*hostmem.At[byte](uint64(m.address) + next.Offset) = 1 + byte(level+1)%3
		}
	}
}

// imageCall has the parameters of all commands. Each ignores some.
type imageCall struct {
	queue          *CommandQueue
	image, other   *MemObject // other: the second image, or the buffer
	origin, region []uint64
	offset         uint64
	host           uintptr
	row, slice     uint64
	flags          uint64
	colour         []byte
	noRow, noSlice bool
	blocking       bool
}

var imageCommands = map[string]func(imageCall, EventArgs) error{
	"read":  func(c imageCall, e EventArgs) error { return second(c.queue.EnqueueReadImage(c.transfer(), e)) },
	"write": func(c imageCall, e EventArgs) error { return second(c.queue.EnqueueWriteImage(c.transfer(), e)) },
	"copy from": func(c imageCall, e EventArgs) error {
		return second(c.queue.EnqueueCopyImage(ImageCopy{Source: c.image, Target: c.other, SourceOrigin: c.origin,
			TargetOrigin: []uint64{0, 0, 0}, Region: c.region}, e))
	},
	"copy to": func(c imageCall, e EventArgs) error {
		return second(c.queue.EnqueueCopyImage(ImageCopy{Source: c.other, Target: c.image, TargetOrigin: c.origin,
			SourceOrigin: []uint64{0, 0, 0}, Region: c.region}, e))
	},
	"to buffer": func(c imageCall, e EventArgs) error {
		return second(c.queue.EnqueueCopyImageToBuffer(ImageBufferCopy{Image: c.image, Buffer: c.other,
			Origin: c.origin, Region: c.region, Offset: c.offset}, e))
	},
	"from buffer": func(c imageCall, e EventArgs) error {
		return second(c.queue.EnqueueCopyBufferToImage(ImageBufferCopy{Image: c.image, Buffer: c.other,
			Origin: c.origin, Region: c.region, Offset: c.offset}, e))
	},
	"fill": func(c imageCall, e EventArgs) error {
		return second(c.queue.EnqueueFillImage(ImageFill{Image: c.image, Colour: c.colour, Origin: c.origin,
			Region: c.region}, e))
	},
	"map": func(c imageCall, e EventArgs) error {
		_, _, err := c.queue.EnqueueMapImage(ImageMap{Image: c.image, Blocking: c.blocking, Flags: c.flags,
			Origin: c.origin, Region: c.region, WantRowPitch: !c.noRow, WantSlicePitch: !c.noSlice}, e)
		return err
	},
}

func (c *imageCall) transfer() ImageTransfer {
	return ImageTransfer{Image: c.image, Blocking: c.blocking, Origin: c.origin, Region: c.region, RowPitch: c.row,
		SlicePitch: c.slice, HostPtr: c.host}
}

// TestRegionErrors tries all that can be wrong with a region for each shape and command, with borders by one.
func TestRegionErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	host := hostBytes(t, make([]byte, 1<<14))
	for _, c := range imageCases {
		m := f.imageOf(0, rgba8, c.desc, 0)
		size := c.sizes()
		for name, command := range imageCommands {
			call := imageCall{queue: f.queue, image: m, other: f.imageOf(0, rgba8, c.desc, 0), host: host,
				flags: cl.MapRead, colour: make([]byte, 16), blocking: true}
			if name == "to buffer" || name == "from buffer" {
				call.other = f.buffer(0, 1<<14)
			}
			try := func(situation string, origin, region []uint64, want cl.Status) {
				call.origin, call.region = origin, region
				wantStatus(t, c.name+": "+name+": "+situation, command(call, EventArgs{}), want)
			}
			try("all", []uint64{0, 0, 0}, size[:], cl.Success)
			try("no origin", nil, size[:], cl.InvalidValue)
			try("no region", []uint64{0, 0, 0}, nil, cl.InvalidValue)
			for i := range 3 {
				change := func(situation string, origin, region uint64, want cl.Status) {
					o, r := [3]uint64{}, [3]uint64{1, 1, 1}
					o[i], r[i] = origin, region
					try(fmt.Sprintf("%s in %d", situation, i), o[:], r[:], want)
				}
				change("nothing", 0, 0, cl.InvalidValue)
				change("the last", size[i]-1, 1, cl.Success)
				change("after the last", size[i], 1, cl.InvalidValue)
				change("one too many", 0, size[i]+1, cl.InvalidValue)
				change("over the border", 1, size[i], cl.InvalidValue)
				change("far away", math.MaxUint64, 1, cl.InvalidValue)
				change("wrapping", math.MaxUint64, 2, cl.InvalidValue)
				change("huge", 0, math.MaxUint64, cl.InvalidValue)
				change("huge half", 1<<63, 1<<63, cl.InvalidValue)
			}
			f.mustWork(f.queue.Finish())
		}
	}
}

// imageErrors makes the tables of what is wrong for one command.
type imageErrors struct {
	f       *queueFixture
	name    string // of the command
	desc    cl.ImageDesc
	good    imageCall
	foreign *MemObject // an image of another context
}

// try makes the command with something changed.
func (x *imageErrors) try(change func(*imageCall)) error {
	call := x.good
	change(&call)
	return imageCommands[x.name](call, EventArgs{})
}

// access makes the command with an image of some flags.
func (x *imageErrors) access(flags, mapFlags uint64) error {
	return x.try(func(c *imageCall) { c.image, c.flags = x.f.imageOf(flags, rgba8, x.desc, 0), mapFlags })
}

// overBuffer is an image in the memory of a buffer.
func (x *imageErrors) overBuffer(kind uint32, height uint64, b *MemObject) *MemObject {
	m, err := x.f.context.CreateImage(ImageRequest{Format: &rgba8, From: b,
		Desc: &cl.ImageDesc{Type: kind, Width: 8, Height: height, MemObject: 1}})
	x.f.mustWork(err)
	return m
}

// all is what is common to all commands.
func (x *imageErrors) all() []statusCase {
	return append(x.f.badWaits(func(e EventArgs) error { return imageCommands[x.name](x.good, e) }), []statusCase{
		{"fits", x.try(func(*imageCall) {}), cl.Success},
		{"no queue", x.try(func(c *imageCall) { c.queue = nil }), cl.InvalidCommandQueue},
		{"no image", x.try(func(c *imageCall) { c.image = nil }), cl.InvalidMemObject},
		{"a buffer", x.try(func(c *imageCall) { c.image = x.f.buffer(0, 256) }), cl.InvalidMemObject},
		{"foreign image", x.try(func(c *imageCall) { c.image = x.foreign }), cl.InvalidContext},
	}...)
}

// copies is for copies between images.
func (x *imageErrors) copies() []statusCase {
	return []statusCase{
		{"no other", x.try(func(c *imageCall) { c.other = nil }), cl.InvalidMemObject},
		{"other is a buffer", x.try(func(c *imageCall) { c.other = x.f.buffer(0, 256) }), cl.InvalidMemObject},
		{"other is foreign", x.try(func(c *imageCall) { c.other = x.foreign }), cl.InvalidContext},
		{"other format", x.try(func(c *imageCall) {
			c.other = x.f.imageOf(0, image.Format{Order: image.OrderBGRA, Type: image.TypeUnorm8}, x.desc, 0)
		}), cl.ImageFormatMismatch},
		{"other is smaller", x.try(func(c *imageCall) {
			c.other = x.f.imageOf(0, rgba8, cl.ImageDesc{Type: cl.MemObjectImage2d, Width: 8, Height: 7}, 0)
		}), cl.InvalidValue},
		{"overlap", x.try(func(c *imageCall) { c.other = c.image }), cl.MemCopyOverlap},
		{"overlap in a corner", x.try(func(c *imageCall) {
			c.other, c.origin, c.region = c.image, []uint64{3, 3, 0}, []uint64{4, 4, 1}
		}), cl.MemCopyOverlap},
		{"beside", x.try(func(c *imageCall) {
			c.other, c.origin, c.region = c.image, []uint64{4, 0, 0}, []uint64{4, 8, 1}
		}), cl.Success},
		{"no access by the host", x.access(cl.MemHostNoAccess, 0), cl.Success},
	}
}

// buffers is for copies between an image and a buffer.
func (x *imageErrors) buffers() []statusCase {
	return []statusCase{
		{"no buffer", x.try(func(c *imageCall) { c.other = nil }), cl.InvalidMemObject},
		{"an image", x.try(func(c *imageCall) { c.other = x.f.imageOf(0, rgba8, x.desc, 0) }), cl.InvalidMemObject},
		{"foreign buffer", x.try(func(c *imageCall) { c.other = x.f.other.buffer(0, 256) }), cl.InvalidContext},
		{"buffer too short", x.try(func(c *imageCall) { c.offset = 1 }), cl.InvalidValue},
		{"wrapping", x.try(func(c *imageCall) { c.offset = math.MaxUint64 }), cl.InvalidValue},
		{"its own buffer", x.try(func(c *imageCall) {
			c.other = x.f.buffer(0, 1024)
			c.image, c.region = x.overBuffer(cl.MemObjectImage1dBuffer, 0, c.other), []uint64{8, 1, 1}
		}), cl.InvalidMemObject},
		{"onto itself in a buffer", x.try(func(c *imageCall) {
			c.other, c.offset = x.f.buffer(0, 1024), 255
			c.image = x.overBuffer(cl.MemObjectImage2d, 8, c.other)
		}), cl.MemCopyOverlap},
		{"behind itself in a buffer", x.try(func(c *imageCall) {
			c.other, c.offset = x.f.buffer(0, 1024), 256
			c.image = x.overBuffer(cl.MemObjectImage2d, 8, c.other)
		}), cl.Success},
		{"no access by the host", x.access(cl.MemHostNoAccess, 0), cl.Success},
	}
}

// fills is for fills.
func (x *imageErrors) fills() []statusCase {
	return []statusCase{
		{"no colour", x.try(func(c *imageCall) { c.colour = nil }), cl.InvalidValue},
		{"no access by the host", x.access(cl.MemHostNoAccess, 0), cl.Success},
	}
}

// maps is for maps.
func (x *imageErrors) maps() []statusCase {
	array := x.f.imageOf(0, rgba8, cl.ImageDesc{Type: cl.MemObjectImage2dArray, Width: 8, Height: 8, ArraySize: 2}, 0)
	return []statusCase{
		{"flags", x.try(func(c *imageCall) { c.flags = 8 }), cl.InvalidValue},
		{"exclusive flags", x.try(func(c *imageCall) {
			c.flags = cl.MapRead | cl.MapWriteInvalidateRegion
		}), cl.InvalidValue},
		{"no row pitch", x.try(func(c *imageCall) { c.noRow = true }), cl.InvalidValue},
		{"no slice pitch, 2D", x.try(func(c *imageCall) { c.noSlice = true }), cl.Success},
		{"no slice pitch, array", x.try(func(c *imageCall) { c.noSlice, c.image = true, array }), cl.InvalidValue},
		{"read what the host writes", x.access(cl.MemHostWriteOnly, cl.MapRead), cl.InvalidOperation},
		{"write what the host reads", x.access(cl.MemHostReadOnly, cl.MapWrite), cl.InvalidOperation},
		{"invalidate it", x.access(cl.MemHostReadOnly, cl.MapWriteInvalidateRegion), cl.InvalidOperation},
		{"no access", x.access(cl.MemHostNoAccess, cl.MapRead), cl.InvalidOperation},
	}
}

// transfers is for reads and writes.
func (x *imageErrors) transfers() []statusCase {
	forbidden := map[string]uint64{"read": cl.MemHostWriteOnly, "write": cl.MemHostReadOnly}[x.name]
	allowed := (cl.MemHostWriteOnly | cl.MemHostReadOnly) ^ forbidden
	return []statusCase{
		{"no ptr", x.try(func(c *imageCall) { c.host = 0 }), cl.InvalidValue},
		{"row pitch", x.try(func(c *imageCall) { c.row = 31 }), cl.InvalidValue},
		{"slice pitch of a 2D image", x.try(func(c *imageCall) { c.slice = 256 }), cl.InvalidValue},
		{"pitches that overflow", x.try(func(c *imageCall) { c.row = 1 << 62 }), cl.InvalidValue},
		{"host may not", x.access(forbidden, 0), cl.InvalidOperation},
		{"host may", x.access(allowed, 0), cl.Success},
		{"no access", x.access(cl.MemHostNoAccess, 0), cl.InvalidOperation},
		{"blocking after a failure", func() error {
			c := x.good
			c.blocking = true
			return imageCommands[x.name](c, EventArgs{Wait: []*Event{x.f.failedEvent()}})
		}(), cl.ExecStatusErrorForEventsInWaitList},
	}
}

func TestImageCommandErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	x := &imageErrors{f: f, desc: cl.ImageDesc{Type: cl.MemObjectImage2d, Width: 8, Height: 8}}
	x.good = imageCall{queue: f.queue, image: f.imageOf(0, rgba8, x.desc, 0), host: hostBytes(t, make([]byte, 1<<12)),
		origin: []uint64{0, 0, 0}, region: []uint64{8, 8, 1}, flags: cl.MapRead, colour: make([]byte, 16)}
	x.foreign = (&queueFixture{fixture: f.other}).imageOf(0, rgba8, x.desc, 0)
	for name, own := range map[string]func() []statusCase{
		"read": x.transfers, "write": x.transfers, "copy from": x.copies, "copy to": x.copies,
		"to buffer": x.buffers, "from buffer": x.buffers, "fill": x.fills, "map": x.maps,
	} {
		t.Run(name, func(t *testing.T) {
			x.name, x.good.other = name, f.imageOf(0, rgba8, x.desc, 0)
			if name == "to buffer" || name == "from buffer" {
				x.good.other = f.buffer(0, 8*8*4)
			}
			checkStatuses(t, append(x.all(), own()...))
			f.mustWork(f.queue.Finish())
		})
	}
}

func TestMipLevelErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	m := f.imageOf(0, rgba8, cl.ImageDesc{Type: cl.MemObjectImage2d, Width: 8, Height: 8, MipLevels: 2}, 0)
	for name, command := range imageCommands {
		call := imageCall{queue: f.queue, image: m, host: hostBytes(t, make([]byte, 64)), origin: []uint64{0, 0, 2},
			region: []uint64{1, 1, 1}, flags: cl.MapRead, colour: make([]byte, 16),
			other: f.imageOf(0, rgba8, cl.ImageDesc{Type: cl.MemObjectImage2d, Width: 8, Height: 8}, 0)}
		if name == "to buffer" || name == "from buffer" {
			call.other = f.buffer(0, 64)
		}
		wantStatus(t, name, command(call, EventArgs{}), cl.InvalidMipLevel)
		call.origin = []uint64{0, 0, 1}
		wantStatus(t, name, command(call, EventArgs{}), cl.Success)
	}
	f.mustWork(f.queue.Finish())
}

// TestMapsOfImagesOverlap: regions side by side have common rows of bytes, but no common element.
func TestMapsOfImagesOverlap(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 1024)
	m, err := f.context.CreateImage(ImageRequest{Format: &rgba8, From: b,
		Desc: &cl.ImageDesc{Type: cl.MemObjectImage2d, Width: 8, Height: 8, MemObject: 1}})
	f.mustWork(err)
	try := func(x, y, width, height uint64) error {
		_, _, err := f.queue.EnqueueMapImage(ImageMap{Image: m, Flags: cl.MapWrite, Origin: []uint64{x, y, 0},
			Region: []uint64{width, height, 1}, WantRowPitch: true}, EventArgs{})
		return err
	}
	buffer := func(offset, size uint64) error {
		_, _, err := f.queue.EnqueueMapBuffer(BufferMap{Buffer: b, Flags: cl.MapWrite, Offset: offset, Size: size},
			EventArgs{})
		return err
	}
	checkStatuses(t, []statusCase{
		{"left half", try(0, 0, 4, 8), cl.Success},
		{"right half", try(4, 0, 4, 8), cl.Success},
		{"across both", try(3, 7, 2, 1), cl.InvalidOperation},
		{"the buffer's part of the image", buffer(255, 8), cl.InvalidOperation},
		{"the buffer's part after the image", buffer(256, 768), cl.Success},
	})
	f.mustWork(f.queue.Finish())
}

// TestHostPitchErrors has the least pitches and one less, for each shape.
func TestHostPitchErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	host := hostBytes(t, make([]byte, 1<<14))
	for _, c := range imageCases {
		size := c.sizes()
		row, slice := size[0]*4, size[0]*4
		if c.desc.Type != cl.MemObjectImage1dArray {
			slice *= size[1]
		}
		call := imageCall{queue: f.queue, image: f.imageOf(0, rgba8, c.desc, 0), host: host, origin: []uint64{0, 0, 0},
			region: size[:]}
		for _, name := range []string{"read", "write"} {
			try := func(row, slice uint64) error {
				call.row, call.slice = row, slice
				return imageCommands[name](call, EventArgs{})
			}
			wantSlice := map[bool]cl.Status{true: cl.Success, false: cl.InvalidValue}[c.hasSlices()]
			checkStatuses(t, []statusCase{
				{c.name + ": least row pitch", try(row, 0), cl.Success},
				{c.name + ": row pitch too small", try(row-1, 0), cl.InvalidValue},
				{c.name + ": least slice pitch", try(0, slice), wantSlice},
				{c.name + ": slice pitch too small", try(0, slice-1), cl.InvalidValue},
				{c.name + ": slice pitch for the row pitch", try(row+1, slice), cl.InvalidValue},
			})
			if size[1]*size[2] > 1 {
				wantStatus(t, c.name+": all overflows", try(math.MaxUint64/2, 0), cl.InvalidValue)
			}
		}
		f.mustWork(f.queue.Finish())
	}
}

// TestImageCommandsOnTwoQueues writes and reads parts of one image at the same time.
func TestImageCommandsOnTwoQueues(t *testing.T) {
	f := newQueueFixture(t, 0)
	const width, height, parts = 512, 256, 2
	m := f.imageOf(0, rgba8, cl.ImageDesc{Type: cl.MemObjectImage2d, Width: width, Height: height}, 0)
	done := make(chan error, parts)
	for part := range uint64(parts) {
		q := f.newQueue(0)
		data := hostBytes(t, make([]byte, width/parts*height*4))
		go func() {
			random := rand.New(rand.NewPCG(part, 1))
			transfer := ImageTransfer{Image: m, Origin: []uint64{part * width / parts, 0, 0},
				Region: []uint64{width / parts, height, 1}, HostPtr: data}
			want := make([]byte, width/parts*height*4)
			for range 20 {
				for i := range want {
					want[i] = byte(random.Uint32())
				}
				memory := hostmem.Bytes(data, uint64(len(want)))
				copy(memory, want)
				transfer.Blocking = false
				e, err := q.EnqueueWriteImage(transfer, wantEvent)
				if err == nil {
					err = WaitForEvents([]*Event{e})
				}
				clear(memory)
				transfer.Blocking = true
				if err == nil {
					_, err = q.EnqueueReadImage(transfer, EventArgs{})
				}
				if err == nil && !bytes.Equal(memory, want) {
					err = fmt.Errorf("part %d: wrong bytes", part)
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range parts {
		f.mustWork(<-done)
	}
}

// TestImageEvents are of the commands' types.
func TestImageEvents(t *testing.T) {
	f := newQueueFixture(t, cl.QueueProfilingEnable)
	desc := cl.ImageDesc{Type: cl.MemObjectImage2d, Width: 8, Height: 8}
	m, other, b := f.imageOf(0, rgba8, desc, 0), f.imageOf(0, rgba8, desc, 0), f.buffer(0, 256)
	origin, region, host := []uint64{0, 0, 0}, []uint64{8, 8, 1}, hostBytes(t, make([]byte, 256))
	transfer := ImageTransfer{Image: m, Origin: origin, Region: region, HostPtr: host}
	copied := ImageBufferCopy{Image: m, Buffer: b, Origin: origin, Region: region}
	_, mapped, err := f.queue.EnqueueMapImage(ImageMap{Image: m, Flags: cl.MapRead, Origin: origin, Region: region,
		WantRowPitch: true}, wantEvent)
	f.mustWork(err)
	for kind, e := range map[uint32]*Event{
		cl.CommandReadImage:  f.event(f.queue.EnqueueReadImage(transfer, wantEvent)),
		cl.CommandWriteImage: f.event(f.queue.EnqueueWriteImage(transfer, wantEvent)),
		cl.CommandCopyImage: f.event(f.queue.EnqueueCopyImage(ImageCopy{Source: m, Target: other, SourceOrigin: origin,
			TargetOrigin: origin, Region: region}, wantEvent)),
		cl.CommandCopyImageToBuffer: f.event(f.queue.EnqueueCopyImageToBuffer(copied, wantEvent)),
		cl.CommandCopyBufferToImage: f.event(f.queue.EnqueueCopyBufferToImage(copied, wantEvent)),
		cl.CommandFillImage: f.event(f.queue.EnqueueFillImage(ImageFill{Image: m, Colour: make([]byte, 16),
			Origin: origin, Region: region}, wantEvent)),
		cl.CommandMapImage:          mapped,
		cl.CommandMigrateMemObjects: f.event(f.queue.EnqueueMigrateMemObjects([]*MemObject{m, b}, 0, wantEvent)),
	} {
		have := query(t, func(out InfoTarget) (uint64, error) { return e.GetInfo(cl.EventCommandType, out) })
		if binary.NativeEndian.Uint32(have) != kind {
			t.Errorf("command type %#x, want %#x", have, kind)
		}
		f.mustWork(WaitForEvents([]*Event{e}))
		query(t, func(out InfoTarget) (uint64, error) { return e.GetProfilingInfo(cl.ProfilingCommandEnd, out) })
	}
}
