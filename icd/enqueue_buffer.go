package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
)

//export heddleEnqueueReadBuffer
func heddleEnqueueReadBuffer(queue, buffer uintptr, blocking uint32, offset, size uint64, target uintptr, waits uint32,
	wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueReadBuffer(clapi.BufferTransfer{
		Buffer: findMemObject(buffer), Blocking: blocking != 0, Offset: offset, Size: size, HostPtr: target,
	}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueWriteBuffer
func heddleEnqueueWriteBuffer(queue, buffer uintptr, blocking uint32, offset, size uint64, source uintptr, waits uint32,
	wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueWriteBuffer(clapi.BufferTransfer{
		Buffer: findMemObject(buffer), Blocking: blocking != 0, Offset: offset, Size: size, HostPtr: source,
	}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueReadBufferRect
func heddleEnqueueReadBufferRect(queue, buffer uintptr, blocking uint32, bufferOrigin, hostOrigin, region uintptr,
	bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch uint64, target uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueReadBufferRect(clapi.RectTransfer{
		Buffer: findMemObject(buffer), Blocking: blocking != 0,
		BufferOrigin: sizes(bufferOrigin, 3), HostOrigin: sizes(hostOrigin, 3), Region: sizes(region, 3),
		BufferRowPitch: bufferRowPitch, BufferSlicePitch: bufferSlicePitch,
		HostRowPitch: hostRowPitch, HostSlicePitch: hostSlicePitch, HostPtr: target,
	}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueWriteBufferRect
func heddleEnqueueWriteBufferRect(queue, buffer uintptr, blocking uint32, bufferOrigin, hostOrigin, region uintptr,
	bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch uint64, source uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueWriteBufferRect(clapi.RectTransfer{
		Buffer: findMemObject(buffer), Blocking: blocking != 0,
		BufferOrigin: sizes(bufferOrigin, 3), HostOrigin: sizes(hostOrigin, 3), Region: sizes(region, 3),
		BufferRowPitch: bufferRowPitch, BufferSlicePitch: bufferSlicePitch,
		HostRowPitch: hostRowPitch, HostSlicePitch: hostSlicePitch, HostPtr: source,
	}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueCopyBuffer
func heddleEnqueueCopyBuffer(queue, source, target uintptr, sourceOffset, targetOffset, size uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueCopyBuffer(bufferCopy(source, target, sourceOffset, targetOffset, size),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

// bufferCopy reads the parameters of a copy between buffers.
func bufferCopy(source, target uintptr, sourceOffset, targetOffset, size uint64) clapi.BufferCopy {
	return clapi.BufferCopy{
		Source: findMemObject(source), Target: findMemObject(target),
		SourceOffset: sourceOffset, TargetOffset: targetOffset, Size: size,
	}
}

//export heddleEnqueueCopyBufferRect
func heddleEnqueueCopyBufferRect(queue, source, target, sourceOrigin, targetOrigin, region uintptr, sourceRowPitch,
	sourceSlicePitch, targetRowPitch, targetSlicePitch uint64, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueCopyBufferRect(clapi.RectCopy{
		Source: findMemObject(source), Target: findMemObject(target),
		SourceOrigin: sizes(sourceOrigin, 3), TargetOrigin: sizes(targetOrigin, 3), Region: sizes(region, 3),
		SourceRowPitch: sourceRowPitch, SourceSlicePitch: sourceSlicePitch,
		TargetRowPitch: targetRowPitch, TargetSlicePitch: targetSlicePitch,
	}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

// patternBytesMax is above every valid pattern_size, so that a wild one is not used to view memory.
const patternBytesMax = 256

//export heddleEnqueueFillBuffer
func heddleEnqueueFillBuffer(queue, buffer, pattern uintptr, patternSize, offset, size uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueFillBuffer(bufferFill(buffer, pattern, patternSize, offset, size),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueMapBuffer
func heddleEnqueueMapBuffer(queue, buffer uintptr, blocking uint32, flags, offset, size uint64, waits uint32, wait,
	eventRet, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	mapped, event, err := findQueue(queue).EnqueueMapBuffer(clapi.BufferMap{
		Buffer: findMemObject(buffer), Blocking: blocking != 0, Flags: flags, Offset: offset, Size: size,
	}, eventArgs(waits, wait, eventRet))
	writeStatus(errorRet, statusOf(answerEvent(event, err, eventRet)))
	return mapped
}

//export heddleEnqueueUnmapMemObject
func heddleEnqueueUnmapMemObject(queue, object, mapped uintptr, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueUnmapMemObject(findMemObject(object), mapped,
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueMigrateMemObjects
func heddleEnqueueMigrateMemObjects(queue uintptr, count uint32, objects uintptr, flags uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueMigrateMemObjects(
		findAll[clapi.MemObject](handles.MemObject, objects, count), flags, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueAcquireExternalMemObjectsKHR
func heddleEnqueueAcquireExternalMemObjectsKHR(queue uintptr, count uint32, objects uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueAcquireExternal(findAll[clapi.MemObject](handles.MemObject, objects, count),
		count, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueReleaseExternalMemObjectsKHR
func heddleEnqueueReleaseExternalMemObjectsKHR(queue uintptr, count uint32, objects uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueReleaseExternal(findAll[clapi.MemObject](handles.MemObject, objects, count),
		count, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}
