package image

// Box is the size of a region in memory, whatever the shape: slices of rows of bytes. The layers of a 1D array are its
// rows, those of a 2D array its slices.
type Box struct {
	RowBytes, Rows, Slices uint64
}

// Place is where a Box begins, and how far apart its rows and slices are.
type Place struct {
	Offset, RowPitch, SlicePitch uint64 // bytes
}

// OriginCount is the number of elements of the API's origins: four where one selects the level after three
// coordinates.
func (l *Layout) OriginCount() int {
	if len(l.Levels) > 1 && l.Shape.CoordCount() == 3 {
		return 4
	}
	return 3
}

// Region is the part of an image that origin and region of a command stand for, and its mip level, which the element
// after the coordinates selects in images with levels. The errors are of BadRegion, which all come first, and
// BadLevel.
func (l *Layout) Region(origin [4]uint64, region [3]uint64) (place Place, box Box, level int, err error) {
	count := l.Shape.CoordCount()
	for i := range 3 {
		if region[i] == 0 || i >= count && region[i] != 1 {
			err = problem(BadRegion, "region[%d] is %d", i, region[i])
			return
		}
	}
	mapped := len(l.Levels) > 1
	for i := count; i < 3; i++ {
		if origin[i] != 0 && !(mapped && i == count) {
			err = problem(BadRegion, "origin[%d] is %d, not 0", i, origin[i])
			return
		}
	}
	if mapped {
		if origin[count] >= uint64(len(l.Levels)) {
			err = problem(BadLevel, "origin[%d] is %d, but the image has %d levels", count, origin[count],
				len(l.Levels))
			return
		}
		level = int(origin[count])
	}
	if err = l.checkBounds(level, origin, region); err != nil {
		return
	}
	place, box = l.part(level, origin, region)
	return
}

func (l *Layout) checkBounds(level int, origin [4]uint64, region [3]uint64) error {
	sizes := l.sizes(level)
	for i := range l.Shape.CoordCount() {
		if origin[i] > sizes[i] || region[i] > sizes[i]-origin[i] {
			return problem(BadRegion, "origin[%d] %d and region[%d] %d are out of the image's %d", i, origin[i], i,
				region[i], sizes[i])
		}
	}
	n := uint64(l.Format.Info().BlockElements)
	if origin[0]%n != 0 || region[0]%n != 0 {
		return problem(BadRegion, "origin[0] %d and region[0] %d are no multiples of %d", origin[0], region[0], n)
	}
	return nil
}

// sizes are how far the coordinates go in a level.
func (l *Layout) sizes(level int) [3]uint64 {
	v := &l.Levels[level]
	switch l.Shape {
	case Image1DArray:
		return [3]uint64{v.Width, l.Layers, 1}
	case Image2DArray:
		return [3]uint64{v.Width, v.Height, l.Layers}
	}
	return [3]uint64{v.Width, v.Height, v.Depth}
}

// part is a region that is known to be inside.
func (l *Layout) part(level int, origin [4]uint64, region [3]uint64) (Place, Box) {
	var o overflow
	v := &l.Levels[level]
	place := Place{v.Offset, v.RowPitch, v.SlicePitch}
	if l.Shape == Image1DArray {
		place.RowPitch = v.SlicePitch
	}
	start := origin
	for i := l.Shape.CoordCount(); i < 3; i++ {
		start[i] = 0
	}
	place.Offset += start[2]*place.SlicePitch + start[1]*place.RowPitch + l.Format.Info().rowBytes(&o, start[0])
	return place, l.box(region)
}

// box is the size of a region that is inside.
func (l *Layout) box(region [3]uint64) Box {
	var o overflow
	return Box{l.Format.Info().rowBytes(&o, region[0]), region[1], region[2]}
}

// Host is how a region lies in the application's memory with the pitches of clEnqueueReadImage and WriteImage, 0 for
// the least ones. The region is one that Region accepted. The errors are of BadRowPitch and BadSlicePitch.
func (l *Layout) Host(region [3]uint64, rowPitch, slicePitch uint64) (Place, error) {
	box := l.box(region)
	if !l.Shape.HasSlices() && slicePitch != 0 {
		return Place{}, problem(BadSlicePitch, "slice pitch %d of an image without slices", slicePitch)
	}
	if rowPitch == 0 {
		rowPitch = box.RowBytes
	}
	if rowPitch < box.RowBytes {
		return Place{}, problem(BadRowPitch, "row pitch %d is less than the region's %d bytes", rowPitch, box.RowBytes)
	}
	rows := box.Rows
	if l.Shape == Image1DArray {
		rows = 1
	}
	var o overflow
	least := o.mul(rowPitch, rows)
	if slicePitch == 0 {
		slicePitch = least
	}
	if slicePitch < least || o.happened {
		return Place{}, problem(BadSlicePitch, "slice pitch %d is less than %d rows of row pitch %d", slicePitch, rows,
			rowPitch)
	}
	place := Place{RowPitch: rowPitch, SlicePitch: slicePitch}
	if l.Shape == Image1DArray {
		place = Place{RowPitch: slicePitch, SlicePitch: o.mul(slicePitch, box.Rows)}
	}
	if _, ok := place.End(box); !ok || o.happened {
		return Place{}, problem(BadSlicePitch, "row pitch %d and slice pitch %d overflow", rowPitch, slicePitch)
	}
	return place, nil
}

// Packed is how a box lies in memory without gaps, as in a buffer that an image is copied to or from.
func (b Box) Packed(offset uint64) Place {
	return Place{offset, b.RowBytes, b.RowBytes * b.Rows}
}

// Bytes is what a box that is inside an image holds.
func (b Box) Bytes() uint64 { return b.RowBytes * b.Rows * b.Slices }

// End is the offset after the last byte of a box, and whether it did not overflow.
func (p Place) End(b Box) (uint64, bool) {
	var o overflow
	end := o.add(p.Offset, b.RowBytes)
	end = o.add(end, o.mul(b.Rows-1, p.RowPitch))
	end = o.add(end, o.mul(b.Slices-1, p.SlicePitch))
	return end, !o.happened
}

// Join makes rows of a box longer, by as many as lie without gaps between them at all the places, so that a copy or a
// fill moves as much as it can at once.
func (b Box) Join(places ...Place) Box {
	for _, p := range places {
		if p.RowPitch != b.RowBytes && b.Rows > 1 {
			return b
		}
	}
	b = Box{b.RowBytes * b.Rows, 1, b.Slices}
	for _, p := range places {
		if p.SlicePitch != b.RowBytes && b.Slices > 1 {
			return b
		}
	}
	return Box{b.RowBytes * b.Slices, 1, 1}
}

// Overlap reports whether two regions of one size, which Region accepted, have elements in common.
func (l *Layout) Overlap(origin1, origin2 [4]uint64, region [3]uint64) bool {
	count := l.Shape.CoordCount()
	if len(l.Levels) > 1 && origin1[count] != origin2[count] {
		return false
	}
	for i := range count {
		if max(origin1[i], origin2[i])-min(origin1[i], origin2[i]) >= region[i] {
			return false
		}
	}
	return true
}
