package clapi

import (
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/image"
)

// Here a place's offset is the address of its first byte, so that boxes of all objects and of the application can be
// copied and compared.

// placeAt is a place whose offset counts from an address.
func placeAt(address uintptr, p image.Place) image.Place {
	p.Offset += uint64(address)
	return p
}

// boxCommand copies a box: rows of bytes, and slices of rows.
type boxCommand struct {
	command
	from, to image.Place
	size     image.Box
	held     [2]*MemObject // until the command is complete; nil for none
}

func (q *CommandQueue) enqueueBox(c *boxCommand, p placement, e EventArgs, first, second *MemObject) (*Event, error) {
	c.size = c.size.Join(c.from, c.to)
	p.small, p.unseen = isSmall(c.size), true
	c.held = [2]*MemObject{first, second}
	if err := holdAll(c.held[:]); err != nil {
		return nil, err
	}
	return q.enqueue(&c.command, c, p, e)
}

// isSmall reports whether it takes a few microseconds at most to move all of a box.
func isSmall(size image.Box) bool {
	const rowBytes = 64 // moved in the time that a row takes at least
	var o overflow
	bytes := o.mul(o.mul(max(size.RowBytes, rowBytes), size.Rows), size.Slices)
	return !o.happened && bytes <= smallTransferBytes
}

func (c *boxCommand) Run() cl.Status {
	c.lockMemory()
	defer c.unlockMemory()
	// an invalid host pointer fails the command, not the process
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	stream := c.size.Bytes() >= hostmem.StreamBytes
	if stream {
		defer hostmem.StreamEnd()
	}
	for z := range c.size.Slices {
		to := hostmem.Rows{Address: uintptr(c.to.Offset + z*c.to.SlicePitch), Pitch: c.to.RowPitch}
		from := hostmem.Rows{Address: uintptr(c.from.Offset + z*c.from.SlicePitch), Pitch: c.from.RowPitch}
		hostmem.CopyRows(to, from, c.size.RowBytes, c.size.Rows, stream)
	}
	return cl.Success
}

func (c *boxCommand) Release() {
	dropAll(c.held[:])
	c.command.Release()
}

// meet reports whether two boxes have a byte in common. It tries each row of the one with fewer rows, so that it is
// exact whatever the pitches are, in less time than a copy of those rows.
func meet(a image.Place, aSize image.Box, b image.Place, bSize image.Box) bool {
	aSize, bSize = aSize.Join(a), bSize.Join(b)
	aEnd, _ := a.End(aSize)
	bEnd, _ := b.End(bSize)
	if a.Offset >= bEnd || b.Offset >= aEnd {
		return false
	}
	if aSize.Rows*aSize.Slices > bSize.Rows*bSize.Slices {
		a, aSize, b, bSize = b, bSize, a, aSize
	}
	for z := range aSize.Slices {
		for y := range aSize.Rows {
			row := a.Offset + z*a.SlicePitch + y*a.RowPitch
			if meetsRow(b, bSize, row, row+aSize.RowBytes) {
				return true
			}
		}
	}
	return false
}

// meetsRow reports whether a box has one of the bytes from an address to before another.
func meetsRow(p image.Place, size image.Box, from, to uint64) bool {
	sliceBytes := (size.Rows-1)*p.RowPitch + size.RowBytes
	for z := firstAfter(p.Offset+sliceBytes, p.SlicePitch, from); z < size.Slices; z++ {
		slice := p.Offset + z*p.SlicePitch
		if slice >= to {
			return false
		}
		if y := firstAfter(slice+size.RowBytes, p.RowPitch, from); y < size.Rows && slice+y*p.RowPitch < to {
			return true
		}
	}
	return false
}

// firstAfter is the least n for which end + n·pitch is after an address.
func firstAfter(end, pitch, address uint64) uint64 {
	if end > address {
		return 0
	}
	return (address-end)/pitch + 1
}
