package clapi

import (
	"math/bits"
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// RectTransfer is the parameters of clEnqueueReadBufferRect and clEnqueueWriteBufferRect. Origins and Region have three
// elements, nil for NULL.
type RectTransfer struct {
	Buffer                           *MemObject
	Blocking                         bool
	BufferOrigin, HostOrigin, Region []uint64
	BufferRowPitch, BufferSlicePitch uint64
	HostRowPitch, HostSlicePitch     uint64
	HostPtr                          uintptr
}

// RectCopy is the parameters of clEnqueueCopyBufferRect.
type RectCopy struct {
	Source, Target                     *MemObject
	SourceOrigin, TargetOrigin, Region []uint64
	SourceRowPitch, SourceSlicePitch   uint64
	TargetRowPitch, TargetSlicePitch   uint64
}

// rect is one side of a rectangular copy: the place of a box in memory. Pitches are in bytes and never 0.
type rect struct {
	offset               uint64 // of the first byte
	rowPitch, slicePitch uint64
}

// box is the size of a rectangular copy: bytes in a row, rows, slices.
type box [3]uint64

// EnqueueReadBufferRect is clEnqueueReadBufferRect.
func (q *CommandQueue) EnqueueReadBufferRect(t RectTransfer, e EventArgs) (*Event, error) {
	c := new(rectCommand)
	buffer, host, err := q.checkRectTransfer(&t, e, hostReads, &c.size)
	if err != nil {
		return nil, err
	}
	c.from, c.to = buffer, host
	c.fromAddress, c.toAddress = t.Buffer.address, t.HostPtr
	return q.enqueueRect(c, placement{kind: cl.CommandReadBufferRect, blocking: t.Blocking}, e, t.Buffer, nil)
}

// EnqueueWriteBufferRect is clEnqueueWriteBufferRect.
func (q *CommandQueue) EnqueueWriteBufferRect(t RectTransfer, e EventArgs) (*Event, error) {
	c := new(rectCommand)
	buffer, host, err := q.checkRectTransfer(&t, e, hostWrites, &c.size)
	if err != nil {
		return nil, err
	}
	c.from, c.to = host, buffer
	c.fromAddress, c.toAddress = t.HostPtr, t.Buffer.address
	return q.enqueueRect(c, placement{kind: cl.CommandWriteBufferRect, blocking: t.Blocking}, e, t.Buffer, nil)
}

func (q *CommandQueue) checkRectTransfer(t *RectTransfer, e EventArgs, access hostAccess, size *box) (
	buffer, host rect, err error) {
	if err = q.checkOneBuffer(t.Buffer, e); err != nil {
		return
	}
	if *size, err = q.checkBox(t.BufferOrigin, t.HostOrigin, t.Region); err != nil {
		return
	}
	if buffer, err = q.checkRect("buffer", *size, t.BufferOrigin, t.BufferRowPitch, t.BufferSlicePitch); err != nil {
		return
	}
	if err = q.checkRectInside("buffer", t.Buffer, buffer, *size); err != nil {
		return
	}
	if host, err = q.checkRect("host", *size, t.HostOrigin, t.HostRowPitch, t.HostSlicePitch); err != nil {
		return
	}
	if t.HostPtr == 0 {
		err = q.context.fail(cl.InvalidValue, "ptr is NULL")
		return
	}
	err = q.checkWaitAndAccess(t.Buffer, e, access)
	return
}

// checkBox checks the three-element parameters of a rectangular copy and gives the region as a box.
func (q *CommandQueue) checkBox(origin1, origin2, region []uint64) (box, error) {
	if len(origin1) != 3 || len(origin2) != 3 || len(region) != 3 {
		return box{}, q.context.fail(cl.InvalidValue, "an origin or region is NULL")
	}
	size := box(region)
	if size[0] == 0 || size[1] == 0 || size[2] == 0 {
		return box{}, q.context.fail(cl.InvalidValue, "region %v has a zero", size)
	}
	return size, nil
}

// checkRect completes and checks the pitches of one side. Sizes that overflow are out of bounds of anything.
func (q *CommandQueue) checkRect(name string, size box, origin []uint64, rowPitch, slicePitch uint64) (rect, error) {
	if rowPitch == 0 {
		rowPitch = size[0]
	}
	if rowPitch < size[0] {
		return rect{}, q.context.fail(cl.InvalidValue, "%s row pitch %d is less than region[0] %d", name, rowPitch,
			size[0])
	}
	var o overflow
	least := o.mul(size[1], rowPitch)
	if slicePitch == 0 {
		slicePitch = least
	}
	if o.happened || slicePitch < least {
		return rect{}, q.context.fail(cl.InvalidValue, "%s slice pitch %d is less than region[1] %d times row pitch %d",
			name, slicePitch, size[1], rowPitch)
	}
	if slicePitch%rowPitch != 0 {
		return rect{}, q.context.fail(cl.InvalidValue, "%s slice pitch %d is not a multiple of row pitch %d", name,
			slicePitch, rowPitch)
	}
	r := rect{rowPitch: rowPitch, slicePitch: slicePitch}
	r.offset = o.add(o.add(o.mul(origin[2], slicePitch), o.mul(origin[1], rowPitch)), origin[0])
	r.end(size, &o)
	if o.happened {
		return rect{}, q.context.fail(cl.InvalidValue, "%s origin %v and region %v exceed the address space", name,
			origin, size)
	}
	return r, nil
}

// end is the offset after the last byte.
func (r rect) end(size box, o *overflow) uint64 {
	last := o.add(o.mul(size[2]-1, r.slicePitch), o.mul(size[1]-1, r.rowPitch))
	return o.add(r.offset, o.add(last, size[0]))
}

func (q *CommandQueue) checkRectInside(name string, b *MemObject, r rect, size box) error {
	if end := r.end(size, new(overflow)); end > b.sizeBytes {
		return q.context.fail(cl.InvalidValue, "the region ends at byte %d, beyond the %d bytes of %s", end,
			b.sizeBytes, name)
	}
	return nil
}

// EnqueueCopyBufferRect is clEnqueueCopyBufferRect.
func (q *CommandQueue) EnqueueCopyBufferRect(t RectCopy, e EventArgs) (*Event, error) {
	c := new(rectCommand)
	if err := q.checkRectCopy(&t, e, c); err != nil {
		return nil, err
	}
	c.fromAddress, c.toAddress = t.Source.address, t.Target.address
	return q.enqueueRect(c, placement{kind: cl.CommandCopyBufferRect}, e, t.Source, t.Target)
}

func (q *CommandQueue) checkRectCopy(t *RectCopy, e EventArgs, c *rectCommand) (err error) {
	if err = q.checkTwoBuffers(t.Source, t.Target, e); err != nil {
		return err
	}
	if c.size, err = q.checkBox(t.SourceOrigin, t.TargetOrigin, t.Region); err != nil {
		return err
	}
	if c.from, err = q.checkRect("source", c.size, t.SourceOrigin, t.SourceRowPitch, t.SourceSlicePitch); err != nil {
		return err
	}
	if err = q.checkRectInside("src_buffer", t.Source, c.from, c.size); err != nil {
		return err
	}
	if c.to, err = q.checkRect("target", c.size, t.TargetOrigin, t.TargetRowPitch, t.TargetSlicePitch); err != nil {
		return err
	}
	if err = q.checkRectInside("dst_buffer", t.Target, c.to, c.size); err != nil {
		return err
	}
	if t.Source == t.Target && (c.from.rowPitch != c.to.rowPitch || c.from.slicePitch != c.to.slicePitch) {
		return q.context.fail(cl.InvalidValue, "source and target are the same buffer, but their pitches differ")
	}
	if err = q.checkWaitList(e.Wait); err != nil {
		return err
	}
	if sameMemory(t.Source, t.Target) && rectsOverlap(t, c) {
		return q.context.fail(cl.MemCopyOverlap, "source and target regions of the same buffer overlap")
	}
	return nil
}

// rectsOverlap reports whether any byte is in both boxes. Boxes with unequal pitches are compared by the range of bytes
// they span, which may refuse interleaved boxes of different sub-buffers, as the specification allows.
func rectsOverlap(t *RectCopy, c *rectCommand) bool {
	var o overflow
	_, fromBase := t.Source.root()
	_, toBase := t.Target.root()
	from, to := fromBase+c.from.offset, toBase+c.to.offset
	fromEnd, toEnd := fromBase+c.from.end(c.size, &o), toBase+c.to.end(c.size, &o)
	if from >= toEnd || to >= fromEnd {
		return false
	}
	if c.from.rowPitch != c.to.rowPitch || c.from.slicePitch != c.to.slicePitch {
		return true
	}
	if from > to {
		from, to = to, from
	}
	return c.from.boxesMeet(c.size, to-from)
}

// boxesMeet reports whether a box meets itself moved by delta bytes, delta = z·slicePitch + y·rowPitch + x. It does at
// that distance or, since rows and slices wrap, at the complements.
func (r rect) boxesMeet(size box, delta uint64) bool {
	z, rest := delta/r.slicePitch, delta%r.slicePitch
	return z < size[2] && r.slicesMeet(size, rest) || z+1 < size[2] && rest > 0 && r.slicesMeet(size, r.slicePitch-rest)
}

// slicesMeet is boxesMeet in one slice.
func (r rect) slicesMeet(size box, delta uint64) bool {
	y, x := delta/r.rowPitch, delta%r.rowPitch
	return y < size[1] && x < size[0] || y+1 < size[1] && x > 0 && r.rowPitch-x < size[0]
}

// rectCommand copies a box row by row.
type rectCommand struct {
	command
	fromAddress, toAddress uintptr
	from, to               rect
	size                   box
	held                   [2]*MemObject // until the command is complete; nil for none
}

func (q *CommandQueue) enqueueRect(c *rectCommand, p placement, e EventArgs, first, second *MemObject) (*Event, error) {
	var o overflow
	bytes := o.mul(o.mul(c.size[0], c.size[1]), c.size[2])
	rows := o.mul(c.size[1], c.size[2])
	p.small = !o.happened && bytes <= smallTransferBytes && rows <= smallTransferBytes/64
	c.held = [2]*MemObject{first, second}
	if err := holdAll(c.held[:]); err != nil {
		return nil, err
	}
	return q.enqueue(&c.command, c, p, e)
}

func (c *rectCommand) Run() cl.Status {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for z := range c.size[2] {
		from := c.fromAddress + uintptr(c.from.offset+z*c.from.slicePitch)
		to := c.toAddress + uintptr(c.to.offset+z*c.to.slicePitch)
		for range c.size[1] {
			copy(hostmem.Bytes(to, c.size[0]), hostmem.Bytes(from, c.size[0]))
			from += uintptr(c.from.rowPitch)
			to += uintptr(c.to.rowPitch)
		}
	}
	return cl.Success
}

func (c *rectCommand) Release() {
	dropAll(c.held[:])
	c.command.Release()
}

// overflow does arithmetic on sizes and remembers whether any result did not fit.
type overflow struct{ happened bool }

func (o *overflow) add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	o.happened = o.happened || carry != 0
	return sum
}

func (o *overflow) mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	o.happened = o.happened || high != 0
	return low
}
