package clapi

import (
	"heddle/clapi/cl"
	"heddle/image"
)

// ImageMap is the parameters of clEnqueueMapImage.
type ImageMap struct {
	Image                        *MemObject
	Blocking                     bool
	Flags                        uint64 // CL_MAP_*
	Origin, Region               []uint64
	WantRowPitch, WantSlicePitch bool // image_row_pitch and image_slice_pitch are not NULL
}

// MappedImage is where the elements of a mapped region are.
type MappedImage struct {
	Pointer              uintptr
	RowPitch, SlicePitch uint64 // SlicePitch is 0 for 1D and 2D images
}

// EnqueueMapImage is clEnqueueMapImage. As with buffers, the pointer is that of the contents themselves, whether they
// are in the driver's memory or in the application's; so there is nothing to write back when they are unmapped.
func (q *CommandQueue) EnqueueMapImage(m ImageMap, e EventArgs) (MappedImage, *Event, error) {
	place, size, err := q.checkMapImage(&m, e)
	if err != nil {
		return MappedImage{}, nil, err
	}
	event, err := q.enqueueMap(m.Image, mapping{place: place, size: size, writes: m.Flags&mapsForWriting != 0},
		placement{kind: cl.CommandMapImage, blocking: m.Blocking}, e)
	if err != nil {
		return MappedImage{}, nil, err
	}
	mapped := MappedImage{Pointer: uintptr(place.Offset), RowPitch: place.RowPitch}
	switch m.Image.image.layout.Shape {
	case image.Image1DArray: // its layers are the rows of the place
		mapped.RowPitch, mapped.SlicePitch = m.rowPitch(), place.RowPitch
	case image.Image2DArray, image.Image3D:
		mapped.SlicePitch = place.SlicePitch
	}
	return mapped, event, nil
}

// rowPitch is that of the mip level which the command has selected.
func (m *ImageMap) rowPitch() uint64 {
	layout := m.Image.image.layout
	if len(layout.Levels) == 1 {
		return layout.Levels[0].RowPitch
	}
	return layout.Levels[m.Origin[layout.Shape.CoordCount()]].RowPitch
}

func (q *CommandQueue) checkMapImage(m *ImageMap, e EventArgs) (place image.Place, size image.Box, err error) {
	if err = q.checkOneImage(m.Image, e); err != nil {
		return
	}
	if m.Flags&mapsForWriting != 0 {
		if err = q.checkTarget("image", m.Image); err != nil {
			return
		}
	}
	if !validMapFlags(m.Flags) {
		err = q.context.fail(cl.InvalidValue, "map_flags %#x are not valid", m.Flags)
		return
	}
	if !m.WantRowPitch || !m.WantSlicePitch && m.Image.image.layout.Shape.HasSlices() {
		err = q.context.fail(cl.InvalidValue, "image_row_pitch or image_slice_pitch is NULL")
		return
	}
	if place, size, err = q.checkImageRegion("image", m.Image, m.Origin, m.Region); err != nil {
		return
	}
	if err = q.checkWaitList(e.Wait); err != nil {
		return
	}
	err = q.checkMapAccess(m.Image, m.Flags)
	return
}
