package code

// #include "abi.h"
import "C"

import "unsafe"

// layout is that of the C structs. It is here for the test, which cannot use cgo itself.
var layout = func() (l struct {
	contextBytes, contextCancel, contextPrivateStep, contextSpare, contextOrigin, contextSize,
	contextGroups, contextOffset, contextIDs, contextFault, contextFaultContext, contextFaultLanes, contextBounds,
	contextStream, frameFirst, frameLinear, framePrivate, frameMask, frameSpare, frameRuns, frameBytes, loopBytes,
	loopWidth, loopRepeats, loopRun, loopWhole, loopNext, loopIsWaiting, loopIsWhole, loopBundle, loopTableSize uintptr
}) {
	var context C.struct_heddle_context
	l.contextBytes = unsafe.Sizeof(context)
	l.contextCancel = unsafe.Offsetof(context.cancel)
	l.contextPrivateStep = unsafe.Offsetof(context.private_step)
	l.contextSpare = unsafe.Offsetof(context.spare)
	l.contextOrigin = unsafe.Offsetof(context.origin)
	l.contextSize = unsafe.Offsetof(context.size)
	l.contextGroups = unsafe.Offsetof(context.groups)
	l.contextOffset = unsafe.Offsetof(context.global_offset)
	l.contextIDs = unsafe.Offsetof(context.ids)
	l.contextFault = unsafe.Offsetof(context.fault_pc)
	l.contextFaultContext = unsafe.Offsetof(context.fault_context)
	l.contextFaultLanes = unsafe.Offsetof(context.fault_lanes)
	l.contextBounds = unsafe.Offsetof(context.bounds)
	l.contextStream = unsafe.Offsetof(context.stream)
	var frame C.struct_heddle_frame
	l.frameBytes = unsafe.Sizeof(frame)
	l.frameFirst = unsafe.Offsetof(frame.first)
	l.frameLinear = unsafe.Offsetof(frame.linear)
	l.framePrivate = unsafe.Offsetof(frame.private_memory)
	l.frameMask = unsafe.Offsetof(frame.lanes)
	l.frameSpare = unsafe.Offsetof(frame.spare)
	l.frameRuns = unsafe.Offsetof(frame.runs)
	var loop C.struct_heddle_loop
	l.loopBytes = unsafe.Sizeof(loop)
	l.loopWidth = unsafe.Offsetof(loop.width)
	l.loopRepeats = unsafe.Offsetof(loop.repeats)
	l.loopRun = unsafe.Offsetof(loop.run)
	l.loopWhole = unsafe.Offsetof(loop.whole)
	l.loopIsWhole = unsafe.Offsetof(loop.is_whole)
	l.loopNext = unsafe.Offsetof(loop.next)
	l.loopIsWaiting = unsafe.Offsetof(loop.is_waiting)
	l.loopBundle = unsafe.Offsetof(loop.bundle)
	l.loopTableSize = unsafe.Offsetof(loop.table_size)
	return l
}()
