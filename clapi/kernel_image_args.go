package clapi

import (
	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/image"
)

// imageParameter is what an image type of OpenCL C takes.
type imageParameter struct {
	kind    uint32
	isDepth bool
}

// imageParameters are the image types of OpenCL C. There are no multi-sample images, so nothing fits their types.
var imageParameters = map[string]imageParameter{
	"image1d_t":             {kind: cl.MemObjectImage1d},
	"image1d_buffer_t":      {kind: cl.MemObjectImage1dBuffer},
	"image1d_array_t":       {kind: cl.MemObjectImage1dArray},
	"image2d_t":             {kind: cl.MemObjectImage2d},
	"image2d_array_t":       {kind: cl.MemObjectImage2dArray},
	"image2d_depth_t":       {kind: cl.MemObjectImage2d, isDepth: true},
	"image2d_array_depth_t": {kind: cl.MemObjectImage2dArray, isDepth: true},
	"image3d_t":             {kind: cl.MemObjectImage3d},
}

// setImageArg takes an image, which unlike a buffer must be there: the block gets the address of its descriptors.
func (k *Kernel) setImageArg(index uint32, size uint64, value uintptr, find func(uintptr) *MemObject) error {
	if size != handleBytes {
		return k.failArgSize(index, size, handleBytes)
	}
	var object *MemObject
	if value != 0 {
		object = find(readHandle(value))
	}
	if object == nil {
		return k.failArg(cl.InvalidMemObject, index, "arg_value is not a valid memory object")
	}
	if object.context != k.Context() {
		return k.failArg(cl.InvalidContext, index, "arg_value is a memory object of another context")
	}
	if err := k.checkImageArg(index, object); err != nil {
		return err
	}
	k.setWord(index, uint64(object.image.descriptors), object)
	k.Context().formats.note(k)
	return nil
}

// checkImageArg checks that an object fits the parameter.
func (k *Kernel) checkImageArg(index uint32, m *MemObject) error {
	arg := &k.code.Args[index]
	if m.image == nil {
		return k.failArg(cl.InvalidMemObject, index, "arg_value is a buffer or a pipe")
	}
	want, ok := imageParameters[arg.ImageType]
	if !ok || m.kind != want.kind {
		return k.failArg(cl.InvalidMemObject, index, "arg_value is an image of another type")
	}
	if want.isDepth && m.image.format().Order != image.OrderDepth {
		return k.failArg(cl.InvalidMemObject, index, "arg_value is no depth image")
	}
	if arg.Access == compiler.AccessReadOnly && m.flags&cl.MemWriteOnly != 0 {
		return k.failArg(cl.InvalidArgValue, index, "arg_value is an image that kernels only write")
	}
	if arg.Access == compiler.AccessWriteOnly && m.flags&(cl.MemReadOnly|cl.MemImmutableExt) != 0 {
		return k.failArg(cl.InvalidArgValue, index, "arg_value is an image that kernels only read")
	}
	return nil
}

// accessUses are the ways in which kernels use images with an access qualifier; none is read_only.
var accessUses = [...]image.Uses{
	compiler.AccessReadOnly: image.UseRead, compiler.AccessWriteOnly: image.UseWrite,
	compiler.AccessReadWrite: image.UseReadWrite, compiler.AccessNone: image.UseRead,
}

// checkFormat answers CL_IMAGE_FORMAT_NOT_SUPPORTED for an image whose format does not allow what the kernel does.
// Its size was checked when it was made.
func (k *Kernel) checkFormat(index uint32, m *MemObject) error {
	if m.image == nil || m.image.info().Uses&accessUses[k.code.Args[index].Access] != 0 {
		return nil
	}
	return k.failArg(cl.ImageFormatNotSupported, index, "format "+m.image.format().String()+
		" is not supported for this access")
}

func (k *Kernel) setSamplerArg(index uint32, size uint64, value uintptr, find func(uintptr) *Sampler) error {
	if value != 0 && size != handleBytes {
		return k.failArgSize(index, size, handleBytes)
	}
	var sampler *Sampler
	if value != 0 {
		sampler = find(readHandle(value))
	}
	if sampler == nil {
		return k.failArg(cl.InvalidSampler, index, "arg_value is not a valid sampler")
	}
	if sampler.context != k.Context() {
		return k.failArg(cl.InvalidContext, index, "arg_value is a sampler of another context")
	}
	k.setWord(index, uint64(sampler.value), nil)
	return nil
}
