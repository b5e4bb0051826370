package main

import "C" // makes the exports

import (
	"heddle/cbridge/hostmem"
	"heddle/clapi"
)

//export heddleEnqueueReadImage
func heddleEnqueueReadImage(queue, image uintptr, blocking uint32, origin, region uintptr, rowPitch, slicePitch uint64,
	target uintptr, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueReadImage(
		imageTransfer(image, blocking, origin, region, rowPitch, slicePitch, target),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueWriteImage
func heddleEnqueueWriteImage(queue, image uintptr, blocking uint32, origin, region uintptr, rowPitch,
	slicePitch uint64, source uintptr, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueWriteImage(
		imageTransfer(image, blocking, origin, region, rowPitch, slicePitch, source),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

func imageTransfer(image uintptr, blocking uint32, origin, region uintptr, rowPitch, slicePitch uint64,
	hostPtr uintptr) clapi.ImageTransfer {
	m := findMemObject(image)
	return clapi.ImageTransfer{Image: m, Blocking: blocking != 0, Origin: sizes(origin, m.OriginCount()),
		Region: sizes(region, 3), RowPitch: rowPitch, SlicePitch: slicePitch, HostPtr: hostPtr}
}

//export heddleEnqueueCopyImage
func heddleEnqueueCopyImage(queue, source, target, sourceOrigin, targetOrigin, region uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueCopyImage(imageCopy(source, target, sourceOrigin, targetOrigin, region),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

// imageCopy reads the parameters of a copy between images.
func imageCopy(source, target, sourceOrigin, targetOrigin, region uintptr) clapi.ImageCopy {
	from, to := findMemObject(source), findMemObject(target)
	return clapi.ImageCopy{
		Source: from, Target: to, SourceOrigin: sizes(sourceOrigin, from.OriginCount()),
		TargetOrigin: sizes(targetOrigin, to.OriginCount()), Region: sizes(region, 3),
	}
}

//export heddleEnqueueCopyImageToBuffer
func heddleEnqueueCopyImageToBuffer(queue, source, target, origin, region uintptr, offset uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueCopyImageToBuffer(imageBufferCopy(source, target, origin, region, offset),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueCopyBufferToImage
func heddleEnqueueCopyBufferToImage(queue, source, target uintptr, offset uint64, origin, region uintptr, waits uint32,
	wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueCopyBufferToImage(imageBufferCopy(target, source, origin, region, offset),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

func imageBufferCopy(image, buffer, origin, region uintptr, offset uint64) clapi.ImageBufferCopy {
	m := findMemObject(image)
	return clapi.ImageBufferCopy{Image: m, Buffer: findMemObject(buffer), Origin: sizes(origin, m.OriginCount()),
		Region: sizes(region, 3), Offset: offset}
}

//export heddleEnqueueFillImage
func heddleEnqueueFillImage(queue, image, colour, origin, region uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueFillImage(imageFill(image, colour, origin, region),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

// imageFill reads the parameters of a fill of an image.
func imageFill(image, colour, origin, region uintptr) clapi.ImageFill {
	m := findMemObject(image)
	return clapi.ImageFill{
		Image: m, Colour: hostmem.Bytes(colour, m.FillColourBytes()), Origin: sizes(origin, m.OriginCount()),
		Region: sizes(region, 3),
	}
}

//export heddleEnqueueMapImage
func heddleEnqueueMapImage(queue, image uintptr, blocking uint32, flags uint64, origin, region, rowPitchRet,
	slicePitchRet uintptr, waits uint32, wait, eventRet, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	m := findMemObject(image)
	mapped, event, err := findQueue(queue).EnqueueMapImage(clapi.ImageMap{
		Image: m, Blocking: blocking != 0, Flags: flags, Origin: sizes(origin, m.OriginCount()),
		Region: sizes(region, 3), WantRowPitch: rowPitchRet != 0, WantSlicePitch: slicePitchRet != 0,
	}, eventArgs(waits, wait, eventRet))
	if err == nil {
		writeUint64(rowPitchRet, mapped.RowPitch)
		if slicePitchRet != 0 {
			writeUint64(slicePitchRet, mapped.SlicePitch)
		}
	}
	writeStatus(errorRet, statusOf(answerEvent(event, err, eventRet)))
	return mapped.Pointer
}
