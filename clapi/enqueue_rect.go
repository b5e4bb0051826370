package clapi

import (
	"math/bits"

	"heddle/clapi/cl"
	"heddle/image"
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

// EnqueueReadBufferRect is clEnqueueReadBufferRect.
func (q *CommandQueue) EnqueueReadBufferRect(t RectTransfer, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	buffer, host, err := q.checkRectTransfer(&t, e, hostReads, &c.size)
	if err != nil {
		return nil, err
	}
	c.from, c.to = placeAt(t.Buffer.address, buffer), placeAt(t.HostPtr, host)
	return q.enqueueBox(c, placement{kind: cl.CommandReadBufferRect, blocking: t.Blocking}, e, t.Buffer, nil)
}

// EnqueueWriteBufferRect is clEnqueueWriteBufferRect.
func (q *CommandQueue) EnqueueWriteBufferRect(t RectTransfer, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	buffer, host, err := q.checkRectTransfer(&t, e, hostWrites, &c.size)
	if err != nil {
		return nil, err
	}
	c.from, c.to = placeAt(t.HostPtr, host), placeAt(t.Buffer.address, buffer)
	return q.enqueueBox(c, placement{kind: cl.CommandWriteBufferRect, blocking: t.Blocking}, e, t.Buffer, nil)
}

func (q *CommandQueue) checkRectTransfer(t *RectTransfer, e EventArgs, access hostAccess, size *image.Box) (
	buffer, host image.Place, err error) {
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
func (q *CommandQueue) checkBox(origin1, origin2, region []uint64) (image.Box, error) {
	if len(origin1) != 3 || len(origin2) != 3 || len(region) != 3 {
		return image.Box{}, q.context.fail(cl.InvalidValue, "an origin or region is NULL")
	}
	if region[0] == 0 || region[1] == 0 || region[2] == 0 {
		return image.Box{}, q.context.fail(cl.InvalidValue, "region %v has a zero", region)
	}
	return image.Box{RowBytes: region[0], Rows: region[1], Slices: region[2]}, nil
}

// checkRect completes and checks the pitches of one side. Sizes that overflow are out of bounds of anything.
func (q *CommandQueue) checkRect(
	name string, size image.Box, origin []uint64, rowPitch, slicePitch uint64,
) (r image.Place, err error) {
	if rowPitch == 0 {
		rowPitch = size.RowBytes
	}
	if rowPitch < size.RowBytes {
		return r, q.context.fail(cl.InvalidValue, "%s row pitch %d is less than region[0] %d", name, rowPitch,
			size.RowBytes)
	}
	var o overflow
	least := o.mul(size.Rows, rowPitch)
	if slicePitch == 0 {
		slicePitch = least
	}
	if o.happened || slicePitch < least {
		return r, q.context.fail(cl.InvalidValue, "%s slice pitch %d is less than region[1] %d times row pitch %d",
			name, slicePitch, size.Rows, rowPitch)
	}
	if slicePitch%rowPitch != 0 {
		return r, q.context.fail(cl.InvalidValue, "%s slice pitch %d is not a multiple of row pitch %d", name,
			slicePitch, rowPitch)
	}
	r.RowPitch, r.SlicePitch = rowPitch, slicePitch
	r.Offset = o.add(o.add(o.mul(origin[2], slicePitch), o.mul(origin[1], rowPitch)), origin[0])
	if _, ok := r.End(size); !ok || o.happened {
		return r, q.context.fail(cl.InvalidValue, "%s origin %v and region %v exceed the address space", name,
			origin, size)
	}
	return r, nil
}

func (q *CommandQueue) checkRectInside(name string, b *MemObject, r image.Place, size image.Box) error {
	if end, _ := r.End(size); end > b.sizeBytes {
		return q.context.fail(cl.InvalidValue, "the region ends at byte %d, beyond the %d bytes of %s", end,
			b.sizeBytes, name)
	}
	return nil
}

// EnqueueCopyBufferRect is clEnqueueCopyBufferRect.
func (q *CommandQueue) EnqueueCopyBufferRect(t RectCopy, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	if err := q.checkRectCopy(&t, e, c); err != nil {
		return nil, err
	}
	return q.enqueueBox(c, placement{kind: cl.CommandCopyBufferRect}, e, t.Source, t.Target)
}

func (q *CommandQueue) checkRectCopy(t *RectCopy, e EventArgs, c *boxCommand) (err error) {
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
	if t.Source == t.Target && (c.from.RowPitch != c.to.RowPitch || c.from.SlicePitch != c.to.SlicePitch) {
		return q.context.fail(cl.InvalidValue, "source and target are the same buffer, but their pitches differ")
	}
	if err = q.checkWaitList(e.Wait); err != nil {
		return err
	}
	c.from, c.to = placeAt(t.Source.address, c.from), placeAt(t.Target.address, c.to)
	if sameMemory(t.Source, t.Target) && meet(c.from, c.size, c.to, c.size) {
		return q.context.fail(cl.MemCopyOverlap, "source and target regions of the same buffer overlap")
	}
	return q.checkTarget("dst_buffer", t.Target)
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
