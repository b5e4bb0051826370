package clapi

import "heddle/clapi/cl"

// SupportedImageFormats is clGetSupportedImageFormats. There are no images yet: success stands for an empty list.
func (c *Context) SupportedImageFormats(flags uint64, imageType uint32) error {
	if err := c.check(); err != nil {
		return err
	}
	if err := c.checkMemFlags(flags &^ cl.MemKernelReadAndWrite); err != nil {
		return err
	}
	if imageType < cl.MemObjectImage2d || imageType > cl.MemObjectImage1dBuffer {
		return c.fail(cl.InvalidValue, "image_type %#x is no image type", imageType)
	}
	return nil
}
