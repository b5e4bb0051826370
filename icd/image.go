package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
	"heddle/clapi/cl"
	"heddle/image"
)

//export heddleCreateImage
func heddleCreateImage(context uintptr, flags uint64, format, desc, hostPtr, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	made, err := findContext(context).CreateImage(imageRequest(0, flags, format, desc, hostPtr))
	return give(handles.MemObject, made, err, errorRet)
}

//export heddleCreateImageWithProperties
func heddleCreateImageWithProperties(context, list uintptr, flags uint64, format, desc, hostPtr,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	made, err := findContext(context).CreateImage(imageRequest(list, flags, format, desc, hostPtr))
	return give(handles.MemObject, made, err, errorRet)
}

//export heddleCreateImage2D
func heddleCreateImage2D(context uintptr, flags uint64, format uintptr, width, height, rowPitch uint64, hostPtr,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	r := imageRequest(0, flags, format, 0, hostPtr)
	r.Desc = &cl.ImageDesc{Type: cl.MemObjectImage2d, Width: width, Height: height, RowPitch: rowPitch}
	made, err := findContext(context).CreateImage2D(r)
	return give(handles.MemObject, made, err, errorRet)
}

//export heddleCreateImage3D
func heddleCreateImage3D(context uintptr, flags uint64, format uintptr, width, height, depth, rowPitch,
	slicePitch uint64, hostPtr, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	r := imageRequest(0, flags, format, 0, hostPtr)
	r.Desc = &cl.ImageDesc{Type: cl.MemObjectImage3d, Width: width, Height: height, Depth: depth, RowPitch: rowPitch,
		SlicePitch: slicePitch}
	made, err := findContext(context).CreateImage3D(r)
	return give(handles.MemObject, made, err, errorRet)
}

// imageRequest reads the parameters of a call that makes an image.
func imageRequest(list uintptr, flags uint64, format, desc, hostPtr uintptr) clapi.ImageRequest {
	r := clapi.ImageRequest{Properties: listedProperties(list), Flags: flags, Format: imageFormat(format),
		HostPtr: hostPtr, Find: findDevice}
	if desc != 0 {
		copied := *at[cl.ImageDesc](desc)
		r.Desc, r.From = &copied, findMemObject(copied.MemObject)
	}
	return r
}

// imageFormat copies a cl_image_format, nil for NULL.
func imageFormat(addr uintptr) *image.Format {
	if addr == 0 {
		return nil
	}
	format := *at[image.Format](addr)
	return &format
}

//export heddleGetSupportedImageFormats
func heddleGetSupportedImageFormats(context uintptr, flags uint64, imageType, count uint32, formats,
	countRet uintptr) (result int32) {
	defer recoverStatus(&result)
	list, err := findContext(context).SupportedImageFormats(flags, imageType, count, formats != 0)
	if err != nil {
		return answer(err)
	}
	if formats != 0 {
		for i, format := range list[:min(len(list), int(count))] {
			*at[image.Format](formats + uintptr(i)*8) = format
		}
	}
	if countRet != 0 {
		writeUint32(countRet, uint32(len(list)))
	}
	traceAnswered(len(list))
	return 0
}

//export heddleGetImageInfo
func heddleGetImageInfo(memObject uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findMemObject(memObject).GetImageInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetImageRequirementsInfoEXT
func heddleGetImageRequirementsInfoEXT(context, list uintptr, flags uint64, format, desc uintptr, name uint32,
	size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	r := imageRequest(list, flags, format, desc, 0)
	n, err := findContext(context).ImageRequirementsInfo(clapi.ImageRequirements{Properties: r.Properties, Flags: flags,
		Format: r.Format, Desc: r.Desc}, name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}
