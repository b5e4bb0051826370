package exec

import "heddle/cbridge/hostmem"

// Copy copies n bytes between addresses; the ranges may overlap.
func Copy(to, from uintptr, n uint64) {
	copy(hostmem.Bytes(to, n), hostmem.Bytes(from, n))
}

// Plane is where a rectangular region lies in memory: the address of its first byte, the distance of rows and slices.
type Plane struct {
	Address    uintptr
	RowBytes   uint64
	SliceBytes uint64
}

// row is the address of a row.
func (p Plane) row(y, z uint64) uintptr { return p.Address + uintptr(y*p.RowBytes+z*p.SliceBytes) }

// CopyRect copies region[0] bytes of region[1] rows of region[2] slices. Rows that lie without gaps on both sides go
// in one piece. The regions must not overlap.
func CopyRect(to, from Plane, region [3]uint64) {
	width, rows, slices := region[0], region[1], region[2]
	if to.RowBytes == width && from.RowBytes == width {
		width, rows = width*rows, 1
		if to.SliceBytes == width && from.SliceBytes == width {
			width, slices = width*slices, 1
		}
	}
	for z := range slices {
		for y := range rows {
			Copy(to.row(y, z), from.row(y, z), width)
		}
	}
}

// Fill writes the pattern again and again over n bytes, a multiple of its length.
func Fill(to uintptr, n uint64, pattern []byte) {
	block := hostmem.Bytes(to, n)
	if len(pattern) == 0 {
		return
	}
	for done := copy(block, pattern); done < len(block); done *= 2 {
		copy(block[done:], block[:done])
	}
}
