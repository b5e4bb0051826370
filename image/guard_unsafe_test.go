package image

import (
	"syscall"
	"testing"
	"unsafe"
)

// testImage is an image whose memory ends, or begins, at a page that cannot be accessed.
type testImage struct {
	layout      *Layout
	memory      []byte // of layout.Bytes
	descriptors []Descriptor
}

// newTestImage makes an image full of a byte. atEnd selects the side of the page without access.
func newTestImage(t testing.TB, l *Layout, atEnd bool) *testImage {
	page := syscall.Getpagesize()
	pages := (int(l.Bytes) + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, pages+2*page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	for _, guard := range [][]byte{all[:page], all[page+pages:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	memory := all[page : page+pages]
	if atEnd {
		memory = memory[pages-int(l.Bytes):]
	} else {
		memory = memory[:l.Bytes]
	}
	return &testImage{l, memory, l.Descriptors(uintptr(unsafe.Pointer(unsafe.SliceData(memory))))}
}

// newPlainImage is an image with the least pitches.
func newPlainImage(t testing.TB, shape Shape, f Format, size Size) *testImage {
	t.Helper()
	id, ok := Find(f)
	if !ok {
		t.Fatalf("%v is not supported", f)
	}
	l, err := NewLayout(shape, id, size, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return newTestImage(t, l, true)
}

func (i *testImage) first() *Descriptor { return &i.descriptors[0] }

// TestDescriptorOffsets: machine code reads the fields at these offsets.
func TestDescriptorOffsets(t *testing.T) {
	var d Descriptor
	for name, offsets := range map[string][2]uintptr{
		"Data":       {unsafe.Offsetof(d.Data), OffsetData},
		"RowPitch":   {unsafe.Offsetof(d.RowPitch), OffsetRowPitch},
		"SlicePitch": {unsafe.Offsetof(d.SlicePitch), OffsetSlicePitch},
		"Width":      {unsafe.Offsetof(d.Width), OffsetWidth},
		"Height":     {unsafe.Offsetof(d.Height), OffsetHeight},
		"Depth":      {unsafe.Offsetof(d.Depth), OffsetDepth},
		"Layers":     {unsafe.Offsetof(d.Layers), OffsetLayers},
		"Levels":     {unsafe.Offsetof(d.Levels), OffsetLevels},
		"Order":      {unsafe.Offsetof(d.Order), OffsetOrder},
		"Type":       {unsafe.Offsetof(d.Type), OffsetType},
		"Format":     {unsafe.Offsetof(d.Format), OffsetFormat},
		"all":        {unsafe.Sizeof(d), DescriptorBytes},
	} {
		if offsets[0] != offsets[1] {
			t.Errorf("%s is at %d, not %d", name, offsets[0], offsets[1])
		}
	}
}
