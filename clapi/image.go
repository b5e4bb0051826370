package clapi

import (
	"errors"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/image"
)

// imageLimits are the greatest sizes of images.
var imageLimits = image.Limits{
	Width2D: 32768, Height2D: 32768,
	Width3D: 2048, Height3D: 2048, Depth3D: 2048,
	BufferWidth: 1 << 27, Layers: 2048,
}

// imageShapes are the shapes of the types of memory objects.
var imageShapes = map[uint32]image.Shape{
	cl.MemObjectImage1d:       image.Image1D,
	cl.MemObjectImage1dBuffer: image.Image1DBuffer,
	cl.MemObjectImage1dArray:  image.Image1DArray,
	cl.MemObjectImage2d:       image.Image2D,
	cl.MemObjectImage2dArray:  image.Image2DArray,
	cl.MemObjectImage3d:       image.Image3D,
}

// imagePart is what images have beyond other memory objects. It is immutable.
type imagePart struct {
	layout      *image.Layout
	descriptors uintptr // of the array of image.Descriptor that kernels get; a hostmem block
	mipLevels   uint32  // as given at creation: 0 and 1 are both one level
}

// format is the format that the image was created with.
func (p *imagePart) format() image.Format { return p.info().Format }

// ImageRequest is the parameters of clCreateImage and its relatives.
type ImageRequest struct {
	Properties []uint64 // without terminating zero; nil is NULL
	Flags      uint64
	Format     *image.Format // nil for NULL
	Desc       *cl.ImageDesc // nil for NULL
	From       *MemObject    // the object of Desc.MemObject, nil if that handle is not valid
	HostPtr    uintptr
	Find       func(handle uintptr) *Device // of Properties

	// pitchStatus is the error for pitches that are not valid.
	pitchStatus cl.Status
}

// CreateImage is clCreateImage and clCreateImageWithProperties.
func (c *Context) CreateImage(r ImageRequest) (*MemObject, error) {
	r.pitchStatus = cl.InvalidImageDescriptor
	return c.createImage(&r)
}

// CreateImage2D is clCreateImage2D. Desc has what its parameters say.
func (c *Context) CreateImage2D(r ImageRequest) (*MemObject, error) {
	r.pitchStatus = cl.InvalidImageSize
	return c.createImage(&r)
}

// CreateImage3D is clCreateImage3D. Desc has what its parameters say.
func (c *Context) CreateImage3D(r ImageRequest) (*MemObject, error) {
	if r.Desc.Depth == 1 {
		r.Desc.Depth = 0 // as wrong, by the rules of this call
	}
	return c.CreateImage2D(r)
}

func (c *Context) createImage(r *ImageRequest) (*MemObject, error) {
	m := &MemObject{context: c, flags: r.Flags, properties: withEnd(r.Properties)}
	if err := c.checkImageRequest(r, m); err != nil {
		return nil, err
	}
	id, isSupported := image.Find(*r.Format)
	if err := c.checkImageSize(r, id); err != nil {
		return nil, err
	}
	layout, err := c.imageLayout(r, id)
	if err != nil {
		return nil, err
	}
	if err := c.checkHostPtr(r.Flags, r.HostPtr); err != nil {
		return nil, err
	}
	m.kind, m.sizeBytes = r.Desc.Type, layout.Bytes
	m.image = &imagePart{layout: layout, mipLevels: r.Desc.MipLevels}
	if r.From != nil {
		m.parent, m.flags = r.From, r.From.inheritFlags(r.Flags)
	}
	if !isSupported || !id.Info().Supports(layout.Shape, imageUses(m.flags)) {
		return nil, c.fail(cl.ImageFormatNotSupported, "format %v is not supported for type %#x and flags %#x",
			*r.Format, m.kind, m.flags)
	}
	if err := m.allocateImage(r.HostPtr); err != nil {
		return nil, err
	}
	if m, err = m.started(); err == nil {
		c.expectImage(m)
	}
	return m, err
}

// imageUses are the ways in which images with these flags can be used.
func imageUses(flags uint64) image.Uses {
	switch {
	case flags&cl.MemKernelReadAndWrite != 0:
		return image.UseReadWrite
	case flags&cl.MemReadOnly != 0:
		return image.UseRead
	case flags&cl.MemWriteOnly != 0:
		return image.UseWrite
	}
	return image.UseRead | image.UseWrite
}

// checkImageRequest is the part of the error list before the sizes.
func (c *Context) checkImageRequest(r *ImageRequest, m *MemObject) error {
	if err := c.checkAlive(); err != nil {
		return err
	}
	if err := m.setImageProperties(r); err != nil {
		return err
	}
	if err := c.checkImageFlags(r, m.handle.kind != 0); err != nil {
		return err
	}
	if r.Format == nil {
		return c.fail(cl.InvalidImageFormatDescriptor, "image_format is null")
	}
	if !r.Format.IsValid() {
		return c.fail(cl.InvalidImageFormatDescriptor, "there is no image format %v", *r.Format)
	}
	return c.checkImageDesc(r, m.handle.kind != 0)
}

// setImageProperties checks properties and notes what they ask for.
func (m *MemObject) setImageProperties(r *ImageRequest) error {
	c := m.context
	err := c.eachProperty(r.Properties, func(name uint64, values []uint64) error {
		isOne, err := m.externalProperty(name, values)
		if !isOne {
			return c.fail(cl.InvalidProperty, "property %#x is not supported", name)
		}
		return err
	})
	if err != nil {
		return err
	}
	if m.handle.kind != 0 && r.Desc != nil && r.Desc.MemObject != 0 {
		return c.fail(cl.InvalidProperty, "the memory is external, but the image is made from another object")
	}
	return m.checkExternal(r.HostPtr, r.Find)
}

func (c *Context) checkImageFlags(r *ImageRequest, isExternal bool) error {
	if err := c.checkMemFlags(r.Flags); err != nil {
		return err
	}
	if r.From != nil {
		if r.From.flags&cl.MemImmutableExt&^r.Flags != 0 {
			return c.fail(cl.InvalidValue, "flags %#x lacks IMMUTABLE, which mem_object has", r.Flags)
		}
		return r.From.checkSubFlags(r.Flags)
	}
	if err := c.checkImmutable(r.Flags, isExternal); err != nil {
		return err
	}
	if r.Desc != nil && r.Desc.MipLevels > 1 && r.Flags&(cl.MemUseHostPtr|cl.MemCopyHostPtr) != 0 {
		return c.fail(cl.InvalidValue, "flags %#x uses host_ptr, but the image has mip levels", r.Flags)
	}
	return nil
}

// checkImageDesc checks what the descriptor says beside sizes and pitches.
func (c *Context) checkImageDesc(r *ImageRequest, isExternal bool) error {
	d := r.Desc
	if d == nil {
		return c.fail(cl.InvalidImageDescriptor, "image_desc is null")
	}
	shape, ok := imageShapes[d.Type]
	if !ok {
		return c.fail(cl.InvalidImageDescriptor, "image_type %#x is no type of images", d.Type)
	}
	if d.Samples != 0 {
		return c.fail(cl.InvalidImageDescriptor, "num_samples is %d, not 0", d.Samples)
	}
	if d.MemObject != 0 {
		return c.checkImageFrom(r, shape)
	}
	if r.HostPtr == 0 && !isExternal && (d.RowPitch != 0 || d.SlicePitch != 0) {
		return c.fail(r.pitchStatus, "image_row_pitch is %d and image_slice_pitch %d, but host_ptr is null", d.RowPitch,
			d.SlicePitch)
	}
	return nil
}

// checkImageFrom checks the object that an image is to be made from.
func (c *Context) checkImageFrom(r *ImageRequest, shape image.Shape) error {
	from, d := r.From, r.Desc
	if from == nil {
		return c.fail(cl.InvalidImageDescriptor, "mem_object is not a valid memory object")
	}
	if from.context != c {
		return c.fail(cl.InvalidContext, "mem_object is of another context")
	}
	if from.kind == cl.MemObjectPipe {
		return c.fail(cl.InvalidImageDescriptor, "mem_object is a pipe")
	}
	if from.image == nil {
		r.pitchStatus = cl.InvalidImageFormatDescriptor
		if d.MipLevels > 1 {
			return c.fail(cl.InvalidImageDescriptor, "num_mip_levels is %d, but the image is made from a buffer",
				d.MipLevels)
		}
		return nil
	}
	if shape != image.Image2D || from.kind != cl.MemObjectImage2d {
		return c.fail(cl.InvalidImageDescriptor, "only 2D images can be made from images, and only from 2D images")
	}
	if of := from.image.format(); !r.Format.IsView(of) {
		return c.fail(cl.InvalidImageFormatDescriptor, "an image of format %v cannot be seen as one of %v", of,
			*r.Format)
	}
	return nil
}

// checkImageSize answers CL_INVALID_IMAGE_SIZE for dimensions that are not within the limits. A format that is not
// known at all has the rules of another one; it is refused later.
func (c *Context) checkImageSize(r *ImageRequest, id image.FormatID) error {
	d := r.Desc
	size := image.Size{Width: d.Width, Height: d.Height, Depth: d.Depth, Layers: d.ArraySize}
	return c.failImage(r, imageLimits.Check(imageShapes[d.Type], id, size))
}

// failImage gives a problem of package image the status that the call has for it.
func (c *Context) failImage(r *ImageRequest, err error) error {
	var p *image.Error
	if !errors.As(err, &p) {
		return err
	}
	status := cl.Status(cl.InvalidImageDescriptor)
	switch p.Problem {
	case image.BadSize:
		status = cl.InvalidImageSize
	case image.BadRowPitch, image.BadSlicePitch:
		status = r.pitchStatus
	}
	return c.fail(status, "%s", p.Reason)
}

// imageLayout is where the elements of the image will be.
func (c *Context) imageLayout(r *ImageRequest, id image.FormatID) (*image.Layout, error) {
	d := r.Desc
	if r.From != nil && r.From.image != nil {
		return c.viewLayout(r, id)
	}
	size := image.Size{Width: d.Width, Height: d.Height, Depth: d.Depth, Layers: d.ArraySize}
	layout, err := image.NewLayout(imageShapes[d.Type], id, size, d.RowPitch, d.SlicePitch, uint64(d.MipLevels))
	if err != nil {
		return nil, c.failImage(r, err)
	}
	if r.From == nil {
		return layout, nil
	}
	if layout.Bytes > r.From.sizeBytes {
		return nil, c.fail(cl.InvalidImageSize, "the image needs %d bytes, but the buffer has %d", layout.Bytes,
			r.From.sizeBytes)
	}
	if alignment := elementAlignment(id.Info()); uint64(r.From.address)%alignment != 0 {
		return nil, c.fail(cl.InvalidImageFormatDescriptor, "the buffer's host_ptr %#x is no multiple of an element's "+
			"%d bytes", r.From.address, alignment)
	}
	return layout, nil
}

// elementAlignment is what addresses of images made from buffers must be multiples of: an element, where that is whole
// bytes, or a channel of one with three.
func elementAlignment(info *image.Info) uint64 {
	switch {
	case info.BlockElements > 1:
		return 1
	case info.Bytes%3 == 0:
		return uint64(info.Bytes / 3)
	}
	return uint64(info.Bytes)
}

// viewLayout is the layout of an image made from another one: the same.
func (c *Context) viewLayout(r *ImageRequest, id image.FormatID) (*image.Layout, error) {
	d, of := r.Desc, r.From.image
	level := of.layout.Levels[0]
	if d.Width != level.Width || d.Height != level.Height || max(d.MipLevels, 1) != max(of.mipLevels, 1) {
		return nil, c.fail(cl.InvalidImageDescriptor, "%d x %d elements with %d levels do not match mem_object's "+
			"%d x %d with %d", d.Width, d.Height, d.MipLevels, level.Width, level.Height, of.mipLevels)
	}
	if d.RowPitch != 0 && d.RowPitch != level.RowPitch || d.SlicePitch != 0 {
		return nil, c.fail(r.pitchStatus, "image_row_pitch %d and image_slice_pitch %d do not match mem_object's "+
			"%d and 0", d.RowPitch, d.SlicePitch, level.RowPitch)
	}
	layout := *of.layout
	layout.Format = id
	return &layout, nil
}

// allocateImage gives a new image its memory and descriptors.
func (m *MemObject) allocateImage(hostPtr uintptr) error {
	layout := m.image.layout
	if limit := m.context.devices[0].machine.MaxAllocBytes; m.sizeBytes > limit {
		return m.context.fail(cl.MemObjectAllocationFailure, "the image needs %d bytes, but there are %d for an object",
			m.sizeBytes, limit)
	}
	array, err := hostmem.AllocOwn(uint64(len(layout.Levels)) * image.DescriptorBytes)
	if err != nil {
		return m.context.fail(cl.OutOfHostMemory, "descriptors of an image: %v", err)
	}
	if m.parent != nil {
		m.address = m.parent.address
	} else if err := m.allocate(hostPtr); err != nil {
		hostmem.FreeOwn(array)
		return err
	}
	m.image.descriptors = array
	for i, descriptor := range layout.Descriptors(m.address) {
		*hostmem.At[image.Descriptor](uint64(array) + uint64(i)*image.DescriptorBytes) = descriptor
	}
	return nil
}

// SupportedImageFormats is clGetSupportedImageFormats. hasTarget: image_formats is not NULL.
func (c *Context) SupportedImageFormats(
	flags uint64, imageType, numEntries uint32, hasTarget bool,
) ([]image.Format, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := c.checkMemFlags(flags &^ cl.MemKernelReadAndWrite); err != nil {
		return nil, err
	}
	shape, ok := imageShapes[imageType]
	if !ok {
		return nil, c.fail(cl.InvalidValue, "image_type %#x is no image type", imageType)
	}
	if hasTarget && numEntries == 0 {
		return nil, c.fail(cl.InvalidValue, "num_entries is 0, but image_formats is not null")
	}
	return image.Supported(shape, imageUses(flags)), nil
}
