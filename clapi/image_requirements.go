package clapi

import (
	"heddle/clapi/cl"
	"heddle/image"
)

// cl_ext_image_requirements_info: what images need, asked before they are made.

// ImageRequirements is the parameters of clGetImageRequirementsInfoEXT. HostPtr is not among them, and what an image is
// made from has no influence.
type ImageRequirements struct {
	Properties []uint64 // without terminating zero; nil is NULL
	Flags      uint64
	Format     *image.Format // nil for NULL
	Desc       *cl.ImageDesc // nil for NULL
}

// greatestElement is the size of the largest elements.
const greatestElement = 16

// imageMaximum is a query for the greatest value of a dimension.
type imageMaximum struct {
	name   string
	member func(*cl.ImageDesc) *uint64
	limit  func(image.Shape) uint64 // 0 of shapes without the dimension
}

var imageMaxima = map[uint32]imageMaximum{
	cl.ImageRequirementsMaxWidthExt: {"width", func(d *cl.ImageDesc) *uint64 { return &d.Width }, greatestWidth},
	cl.ImageRequirementsMaxHeightExt: {"height", func(d *cl.ImageDesc) *uint64 { return &d.Height },
		func(s image.Shape) uint64 {
			switch s {
			case image.Image2D, image.Image2DArray:
				return imageLimits.Height2D
			case image.Image3D:
				return imageLimits.Height3D
			}
			return 0
		}},
	cl.ImageRequirementsMaxDepthExt: {"depth", func(d *cl.ImageDesc) *uint64 { return &d.Depth },
		func(s image.Shape) uint64 {
			if s == image.Image3D {
				return imageLimits.Depth3D
			}
			return 0
		}},
	cl.ImageRequirementsMaxArraySizeExt: {"array size", func(d *cl.ImageDesc) *uint64 { return &d.ArraySize },
		func(s image.Shape) uint64 {
			if s.IsArray() {
				return imageLimits.Layers
			}
			return 0
		}},
}

func greatestWidth(s image.Shape) uint64 {
	switch s {
	case image.Image1DBuffer:
		return imageLimits.BufferWidth
	case image.Image3D:
		return imageLimits.Width3D
	}
	return imageLimits.Width2D
}

// ImageRequirementsInfo is clGetImageRequirementsInfoEXT.
func (c *Context) ImageRequirementsInfo(r ImageRequirements, name uint32, out InfoTarget) (uint64, error) {
	if err := c.checkRequirements(&r); err != nil {
		return 0, err
	}
	if maximum, ok := imageMaxima[name]; ok {
		value, err := c.imageMaximum(&maximum, &r)
		if err != nil {
			return 0, err
		}
		return out.write(c, infoUint32(uint32(value)))
	}
	layout, err := c.requiredLayout(&r)
	if err != nil {
		return 0, err
	}
	switch name {
	case cl.ImageRequirementsSizeExt:
		if layout == nil {
			return 0, c.fail(cl.InvalidValue, "the size of an image needs image_format and image_desc")
		}
		return out.write(c, infoUint64(layout.Bytes))
	case cl.ImageRequirementsBaseAddressAlignmentExt, cl.ImageRequirementsRowPitchAlignmentExt,
		cl.ImageRequirementsSlicePitchAlignmentExt:
		if r.Format == nil {
			return out.write(c, infoUint64[uint64](greatestElement))
		}
		id, _ := image.Find(*r.Format)
		info := id.Info()
		if name != cl.ImageRequirementsBaseAddressAlignmentExt && info.BlockElements == 1 {
			return out.write(c, infoUint64(uint64(info.Bytes)))
		}
		return out.write(c, infoUint64(elementAlignment(info)))
	}
	return 0, c.fail(cl.InvalidValue, "param_name %#x is not known to this query", name)
}

// checkRequirements is the part of the error list before the descriptor.
func (c *Context) checkRequirements(r *ImageRequirements) error {
	if err := c.check(); err != nil {
		return err
	}
	if len(r.Properties) > 0 {
		return c.fail(cl.InvalidProperty, "property %#x is not supported", r.Properties[0])
	}
	if err := c.checkMemFlags(r.Flags &^ cl.MemKernelReadAndWrite); err != nil {
		return err
	}
	if r.Format == nil {
		return nil
	}
	if _, ok := image.Find(*r.Format); !ok {
		return c.fail(cl.InvalidImageFormatDescriptor, "there are no images of format %v", *r.Format)
	}
	return nil
}

// requiredLayout is where the elements of the image would be, nil if the request does not say enough. All that is wrong
// with a descriptor has one status here.
func (c *Context) requiredLayout(r *ImageRequirements) (*image.Layout, error) {
	d := r.Desc
	if d == nil {
		return nil, nil
	}
	shape, ok := imageShapes[d.Type]
	if !ok {
		return nil, c.fail(cl.InvalidImageDescriptor, "image_type %#x is no type of images", d.Type)
	}
	if d.Samples != 0 {
		return nil, c.fail(cl.InvalidImageDescriptor, "num_samples is %d, not 0", d.Samples)
	}
	id, _ := image.Find(image.Format{Order: image.OrderRGBA, Type: image.TypeUnorm8}) // any; for the sizes
	if r.Format != nil {
		id, _ = image.Find(*r.Format)
	}
	size := image.Size{Width: d.Width, Height: d.Height, Depth: d.Depth, Layers: d.ArraySize}
	if err := imageLimits.Check(shape, id, size); err != nil {
		return nil, c.fail(cl.InvalidImageDescriptor, "%v", err)
	}
	if r.Format == nil {
		return nil, nil
	}
	layout, err := image.NewLayout(shape, id, size, d.RowPitch, d.SlicePitch, uint64(d.MipLevels))
	if err != nil {
		return nil, c.fail(cl.InvalidImageDescriptor, "%v", err)
	}
	return layout, nil
}

// imageMaximum is the greatest value of a dimension: of all types of images that have it, if the descriptor does not
// name one. The descriptor's other members may be 0, which stands for all values. The largest object counts as far as
// the descriptor says how large the image is, as with the device's own limits, which no one image can have in all
// dimensions.
func (c *Context) imageMaximum(m *imageMaximum, r *ImageRequirements) (uint64, error) {
	d := r.Desc
	if d == nil || d.Type == 0 {
		least := ^uint64(0)
		for shape := range image.ShapeCount {
			if limit := m.limit(shape); limit != 0 {
				least = min(least, limit)
			}
		}
		return least, nil
	}
	shape, ok := imageShapes[d.Type]
	if !ok || m.limit(shape) == 0 {
		return 0, c.fail(cl.InvalidImageDescriptor, "images of type %#x have no %s", d.Type, m.name)
	}
	limit, bytes := m.limit(shape), r.elementBytes() // of all that has one value of the dimension
	for _, other := range imageMaxima {
		most := other.limit(shape)
		if other.name == m.name || most == 0 {
			continue
		}
		value := *other.member(d)
		if value > most {
			return 0, c.fail(cl.InvalidImageDescriptor, "%s %d is greater than %d", other.name, value, most)
		}
		bytes *= max(value, 1) // less than 2^64, because the limits are
	}
	return min(limit, c.devices[0].machine.MaxAllocBytes/bytes), nil
}

// elementBytes is the size of an element, the greatest one of all formats if the request names none.
func (r *ImageRequirements) elementBytes() uint64 {
	if r.Format == nil {
		return greatestElement
	}
	id, _ := image.Find(*r.Format)
	return uint64(id.Info().Bytes)
}
