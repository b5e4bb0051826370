package clapi

import (
	"errors"
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/image"
)

// Origins of images have as many elements as OriginCount says, regions three; nil is NULL. Pitches of the host are 0
// for the least ones.

// ImageTransfer is the parameters of clEnqueueReadImage and clEnqueueWriteImage.
type ImageTransfer struct {
	Image                *MemObject
	Blocking             bool
	Origin, Region       []uint64
	RowPitch, SlicePitch uint64
	HostPtr              uintptr
}

// OriginCount is how many elements the origins of commands have for the object: four for some images with mip levels,
// else three. The receiver may be nil.
func (m *MemObject) OriginCount() uint64 {
	if m == nil || m.image == nil {
		return 3
	}
	return uint64(m.image.layout.OriginCount())
}

// EnqueueReadImage is clEnqueueReadImage.
func (q *CommandQueue) EnqueueReadImage(t ImageTransfer, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	var err error
	if c.from, c.to, c.size, err = q.checkImageTransfer(&t, e, hostReads); err != nil {
		return nil, err
	}
	return q.enqueueBox(c, placement{kind: cl.CommandReadImage, blocking: t.Blocking}, e, t.Image, nil)
}

// EnqueueWriteImage is clEnqueueWriteImage.
func (q *CommandQueue) EnqueueWriteImage(t ImageTransfer, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	var err error
	if c.to, c.from, c.size, err = q.checkImageTransfer(&t, e, hostWrites); err != nil {
		return nil, err
	}
	return q.enqueueBox(c, placement{kind: cl.CommandWriteImage, blocking: t.Blocking}, e, t.Image, nil)
}

func (q *CommandQueue) checkImageTransfer(t *ImageTransfer, e EventArgs, access hostAccess) (
	inside, host image.Place, size image.Box, err error) {
	if err = q.checkOneImage(t.Image, e); err != nil {
		return
	}
	if t.HostPtr == 0 {
		err = q.context.fail(cl.InvalidValue, "ptr is NULL")
		return
	}
	if inside, size, err = q.checkImageRegion("image", t.Image, t.Origin, t.Region); err != nil {
		return
	}
	host, err = t.Image.image.layout.Host([3]uint64(t.Region), t.RowPitch, t.SlicePitch)
	if err != nil {
		err = q.failRegion("ptr", err)
		return
	}
	host = placeAt(t.HostPtr, host)
	if err = q.checkWaitList(e.Wait); err != nil {
		return
	}
	err = q.checkHostAccess(t.Image, access)
	return
}

// checkOneImage is the beginning of the error lists of calls with one image.
func (q *CommandQueue) checkOneImage(m *MemObject, e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkBufferContext("image", m); err != nil {
		return err
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return err
	}
	return q.checkImage("image", m)
}

func (q *CommandQueue) checkImage(name string, m *MemObject) error {
	if m == nil || m.image == nil {
		return q.context.fail(cl.InvalidMemObject, "%s is not a valid image", name)
	}
	return q.checkUsable(name, m)
}

// checkImageRegion gives the place of a region in memory.
func (q *CommandQueue) checkImageRegion(
	name string, m *MemObject, origin, region []uint64,
) (place image.Place, size image.Box, err error) {
	if origin == nil || region == nil {
		err = q.context.fail(cl.InvalidValue, "origin or region of %s is NULL", name)
		return
	}
	var start [4]uint64
	copy(start[:], origin)
	place, size, _, err = m.image.layout.Region(start, [3]uint64(region))
	if err != nil {
		err = q.failRegion(name, err)
		return
	}
	return placeAt(m.address, place), size, nil
}

// failRegion gives a problem of a region its status.
func (q *CommandQueue) failRegion(name string, err error) error {
	status := cl.Status(cl.InvalidValue)
	if p := (*image.Error)(nil); errors.As(err, &p) && p.Problem == image.BadLevel {
		status = cl.InvalidMipLevel
	}
	return q.context.fail(status, "%s: %v", name, err)
}

// ImageCopy is the parameters of clEnqueueCopyImage.
type ImageCopy struct {
	Source, Target                     *MemObject
	SourceOrigin, TargetOrigin, Region []uint64
}

// EnqueueCopyImage is clEnqueueCopyImage.
func (q *CommandQueue) EnqueueCopyImage(t ImageCopy, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	if err := q.checkImageCopy(&t, e, c); err != nil {
		return nil, err
	}
	return q.enqueueBox(c, placement{kind: cl.CommandCopyImage}, e, t.Source, t.Target)
}

func (q *CommandQueue) checkImageCopy(t *ImageCopy, e EventArgs, c *boxCommand) (err error) {
	if err = q.checkTwoImages(t.Source, t.Target, e); err != nil {
		return err
	}
	from, to := t.Source.image.layout.Format.Info().Format, t.Target.image.layout.Format.Info().Format
	if from != to {
		return q.context.fail(cl.ImageFormatMismatch, "src_image has format %v, dst_image %v", from, to)
	}
	if c.from, c.size, err = q.checkImageRegion("src_image", t.Source, t.SourceOrigin, t.Region); err != nil {
		return err
	}
	if c.to, _, err = q.checkImageRegion("dst_image", t.Target, t.TargetOrigin, t.Region); err != nil {
		return err
	}
	if err = q.checkWaitList(e.Wait); err != nil {
		return err
	}
	if err = q.checkBoxOverlap(c, t.Source, t.Target); err != nil {
		return err
	}
	return q.checkTarget("dst_image", t.Target)
}

// checkBoxOverlap answers CL_MEM_COPY_OVERLAP, for different objects with one memory, too.
func (q *CommandQueue) checkBoxOverlap(c *boxCommand, source, target *MemObject) error {
	if sameMemory(source, target) && meet(c.from, c.size, c.to, c.size) {
		return q.context.fail(cl.MemCopyOverlap, "the regions overlap in the memory that source and target share")
	}
	return nil
}

// checkTwoImages is the beginning of the error list of clEnqueueCopyImage.
func (q *CommandQueue) checkTwoImages(source, target *MemObject, e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkBufferContext("src_image", source); err != nil {
		return err
	}
	if err := q.checkBufferContext("dst_image", target); err != nil {
		return err
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return err
	}
	if err := q.checkImage("src_image", source); err != nil {
		return err
	}
	return q.checkImage("dst_image", target)
}

// ImageBufferCopy is the parameters of clEnqueueCopyImageToBuffer and clEnqueueCopyBufferToImage.
type ImageBufferCopy struct {
	Image, Buffer  *MemObject
	Origin, Region []uint64
	Offset         uint64 // in the buffer
}

// EnqueueCopyImageToBuffer is clEnqueueCopyImageToBuffer.
func (q *CommandQueue) EnqueueCopyImageToBuffer(t ImageBufferCopy, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	var err error
	if c.from, c.to, c.size, err = q.checkImageBuffer(&t, e); err != nil {
		return nil, err
	}
	if err = q.checkTarget("dst_buffer", t.Buffer); err != nil {
		return nil, err
	}
	return q.enqueueImageBuffer(c, cl.CommandCopyImageToBuffer, &t, e)
}

// EnqueueCopyBufferToImage is clEnqueueCopyBufferToImage.
func (q *CommandQueue) EnqueueCopyBufferToImage(t ImageBufferCopy, e EventArgs) (*Event, error) {
	c := new(boxCommand)
	var err error
	if c.to, c.from, c.size, err = q.checkImageBuffer(&t, e); err != nil {
		return nil, err
	}
	if err = q.checkTarget("dst_image", t.Image); err != nil {
		return nil, err
	}
	return q.enqueueImageBuffer(c, cl.CommandCopyBufferToImage, &t, e)
}

func (q *CommandQueue) enqueueImageBuffer(c *boxCommand, kind uint32, t *ImageBufferCopy, e EventArgs) (*Event, error) {
	if err := q.checkBoxOverlap(c, t.Image, t.Buffer); err != nil {
		return nil, err
	}
	return q.enqueueBox(c, placement{kind: kind}, e, t.Image, t.Buffer)
}

func (q *CommandQueue) checkImageBuffer(t *ImageBufferCopy, e EventArgs) (
	inside, packed image.Place, size image.Box, err error) {
	if err = q.checkImageBufferObjects(t, e); err != nil {
		return
	}
	if inside, size, err = q.checkImageRegion("the image", t.Image, t.Origin, t.Region); err != nil {
		return
	}
	if err = q.checkRange("the buffer", t.Buffer, t.Offset, size.Bytes()); err != nil {
		return
	}
	packed = placeAt(t.Buffer.address, size.Packed(t.Offset))
	if err = q.checkWaitList(e.Wait); err != nil {
		return
	}
	err = q.checkSubBuffer("the buffer", t.Buffer)
	return
}

// checkImageBufferObjects is the beginning of the error lists of copies between an image and a buffer.
func (q *CommandQueue) checkImageBufferObjects(t *ImageBufferCopy, e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkBufferContext("the image", t.Image); err != nil {
		return err
	}
	if err := q.checkBufferContext("the buffer", t.Buffer); err != nil {
		return err
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return err
	}
	if err := q.checkImage("the image", t.Image); err != nil {
		return err
	}
	if err := q.checkBuffer("the buffer", t.Buffer); err != nil {
		return err
	}
	if t.Image.kind == cl.MemObjectImage1dBuffer && t.Image.parent == t.Buffer {
		return q.context.fail(cl.InvalidMemObject, "the image is a 1D image buffer made from the buffer")
	}
	return nil
}

// ImageFill is the parameters of clEnqueueFillImage. Colour has as many bytes as FillColourBytes says, nil is NULL.
type ImageFill struct {
	Image          *MemObject
	Colour         []byte // copied before the call returns
	Origin, Region []uint64
}

// FillColourBytes is the size of the object's fill colours: four values of 32 bits, one for depth images. The receiver
// may be nil.
func (m *MemObject) FillColourBytes() uint64 {
	if m != nil && m.image != nil && m.image.layout.Format.Info().Order == image.OrderDepth {
		return 4
	}
	return 16
}

// EnqueueFillImage is clEnqueueFillImage.
func (q *CommandQueue) EnqueueFillImage(f ImageFill, e EventArgs) (*Event, error) {
	c := new(fillImageCommand)
	if err := q.checkImageFill(&f, e, c); err != nil {
		return nil, err
	}
	if err := f.Image.take(); err != nil {
		return nil, err
	}
	c.image, c.size = f.Image, c.size.Join(c.to)
	c.pattern = f.Image.image.layout.Format.Info().FillPattern(f.Colour)
	return q.enqueue(&c.command, c, placement{kind: cl.CommandFillImage, small: isSmall(c.size), unseen: true}, e)
}

func (q *CommandQueue) checkImageFill(f *ImageFill, e EventArgs, c *fillImageCommand) (err error) {
	if err = q.checkOneImage(f.Image, e); err != nil {
		return err
	}
	if f.Colour == nil {
		return q.context.fail(cl.InvalidValue, "fill_color is NULL")
	}
	if c.to, c.size, err = q.checkImageRegion("image", f.Image, f.Origin, f.Region); err != nil {
		return err
	}
	if err = q.checkWaitList(e.Wait); err != nil {
		return err
	}
	return q.checkTarget("image", f.Image)
}

// fillImageCommand repeats an element, or a block of elements.
type fillImageCommand struct {
	command
	image   *MemObject // held until the command is complete
	to      image.Place
	size    image.Box
	pattern []byte
}

// copiedRowBytes is the length up to which rows are copies of the first row, which stays in the cache meanwhile.
const copiedRowBytes = 128 << 10

// Run fills the first row, from which the others are copied unless they are long.
func (c *fillImageCommand) Run() cl.Status {
	c.lockMemory()
	defer c.unlockMemory()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	stream := c.size.Bytes() >= fillStreamBytes
	if stream {
		defer hostmem.StreamEnd()
	}
	first := hostmem.Rows{Address: uintptr(c.to.Offset)}
	copied := c.size.RowBytes <= copiedRowBytes
	if copied {
		repeat(first.Address, c.size.RowBytes, c.pattern, false)
	}
	for z := range c.size.Slices {
		slice := hostmem.Rows{Address: uintptr(c.to.Offset + z*c.to.SlicePitch), Pitch: c.to.RowPitch}
		if copied {
			hostmem.CopyRows(slice, first, c.size.RowBytes, c.size.Rows, stream)
			continue
		}
		for y := range c.size.Rows {
			repeat(slice.Address+uintptr(y*slice.Pitch), c.size.RowBytes, c.pattern, stream)
		}
	}
	return cl.Success
}

func (c *fillImageCommand) Release() {
	c.image.dropLater()
	c.command.Release()
}
