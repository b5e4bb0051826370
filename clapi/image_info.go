package clapi

import (
	"heddle/clapi/cl"
	"heddle/image"
)

var imageInfo = lazyInfo(func() infoTable[*MemObject] {
	size := func(of func(image.Size) uint64) func(*MemObject) []byte {
		return func(m *MemObject) []byte { return infoUint64(of(m.image.size())) }
	}
	return infoTable[*MemObject]{
		cl.ImageFormat: func(m *MemObject) []byte {
			format := m.image.format()
			return infoUint32(format.Order, format.Type)
		},
		cl.ImageElementSize:  func(m *MemObject) []byte { return infoUint64(uint64(m.image.info().Bytes)) },
		cl.ImageRowPitch:     func(m *MemObject) []byte { return infoUint64(m.image.layout.Levels[0].RowPitch) },
		cl.ImageSlicePitch:   func(m *MemObject) []byte { return infoUint64(m.image.slicePitch()) },
		cl.ImageWidth:        size(func(s image.Size) uint64 { return s.Width }),
		cl.ImageHeight:       size(func(s image.Size) uint64 { return s.Height }),
		cl.ImageDepth:        size(func(s image.Size) uint64 { return s.Depth }),
		cl.ImageArraySize:    size(func(s image.Size) uint64 { return s.Layers }),
		cl.ImageBuffer:       func(m *MemObject) []byte { return infoUint64(m.bufferHandle()) },
		cl.ImageNumMipLevels: func(m *MemObject) []byte { return infoUint32(m.image.mipLevels) },
		cl.ImageNumSamples:   infoConst[*MemObject](infoUint32(0)),
	}
})

// GetImageInfo is clGetImageInfo.
func (m *MemObject) GetImageInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := m.check(); err != nil {
		return 0, err
	}
	if m.image == nil {
		return 0, m.context.fail(cl.InvalidMemObject, "image is a buffer")
	}
	return imageInfo().get(m.context, m, name, out)
}

// bufferHandle is the handle of the buffer that an image was made from, or 0.
func (m *MemObject) bufferHandle() uintptr {
	if m.parent == nil || m.parent.image != nil {
		return 0
	}
	return m.parent.Handle()
}

// info is the image's row of the table of formats.
func (p *imagePart) info() *image.Info { return p.layout.Format.Info() }

// slicePitch is CL_IMAGE_SLICE_PITCH: 0 of images without slices.
func (p *imagePart) slicePitch() uint64 {
	if !p.layout.Shape.HasSlices() {
		return 0
	}
	return p.layout.Levels[0].SlicePitch
}

// size is the size of the image; what its shape does not have is 0.
func (p *imagePart) size() image.Size {
	l := p.layout
	size := image.Size{Width: l.Levels[0].Width}
	if l.Shape.Dimensions() > 1 {
		size.Height = l.Levels[0].Height
	}
	if l.Shape == image.Image3D {
		size.Depth = l.Levels[0].Depth
	}
	if l.Shape.IsArray() {
		size.Layers = l.Layers
	}
	return size
}
