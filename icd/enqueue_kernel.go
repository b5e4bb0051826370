package main

import "C" // makes the exports

import (
	"heddle/cbridge/callbacks"
	"heddle/cbridge/handles"
	"heddle/clapi"
)

//export heddleEnqueueNativeKernel
func heddleEnqueueNativeKernel(queue, function, args uintptr, argsBytes uint64, count uint32, objects, places uintptr,
	waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	native := clapi.NativeKernel{
		ArgsBytes:   argsBytes,
		Objects:     nativeObjects(objects, count),
		ObjectCount: count,
	}
	if function != 0 {
		native.Call = func(args uintptr) { callbacks.Native(function, args) }
	}
	if args != 0 {
		native.Args = copyBytes(args, argsBytes)
	}
	if places != 0 {
		native.Places = []uint64{}
		for _, place := range words(places, uint64(count)) {
			native.Places = append(native.Places, uint64(place-args))
		}
	}
	event, err := findQueue(queue).EnqueueNativeKernel(native, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

// nativeObjects looks up a mem_list. NULL is allowed in it, so any other value that is no memory object becomes a
// memory object of no context, which clapi rejects.
func nativeObjects(array uintptr, count uint32) []*clapi.MemObject {
	objects := findAll[clapi.MemObject](handles.MemObject, array, count)
	for i, handle := range words(array, uint64(count)) {
		if handle != 0 && objects[i] == nil {
			objects[i] = new(clapi.MemObject)
		}
	}
	return objects
}

// readNDRange reads the sizes of a launch. It fills in the caller's struct, since copying what has just been written in
// smaller pieces stalls the processor (store forwarding).
func readNDRange(space *clapi.NDRange, dimensions uint32, offset, global, local uintptr) {
	space.WorkDim = dimensions
	if dimensions >= 1 && dimensions <= 3 {
		space.Offset = sizes(offset, uint64(dimensions))
		space.Global = sizes(global, uint64(dimensions))
		space.Local = sizes(local, uint64(dimensions))
	}
}

//export heddleGetKernelSuggestedLocalWorkSizeKHR
func heddleGetKernelSuggestedLocalWorkSizeKHR(queue, kernel uintptr, dimensions uint32, offset, global,
	local uintptr) int32 {
	return heddleGetKernelSuggestedLocalWorkSize(queue, kernel, dimensions, offset, global, local)
}

//export heddleGetKernelSuggestedLocalWorkSize
func heddleGetKernelSuggestedLocalWorkSize(queue, kernel uintptr, dimensions uint32, offset, global,
	local uintptr) (result int32) {
	defer recoverStatus(&result)
	var space clapi.NDRange
	readNDRange(&space, dimensions, offset, global, 0)
	size, err := findQueue(queue).SuggestLocalSize(findKernel(kernel), space, local != 0)
	if err == nil {
		for i := range dimensions {
			writeUint64(local+8*uintptr(i), size[i])
		}
	}
	return answer(err)
}

//export heddleEnqueueNDRangeKernel
func heddleEnqueueNDRangeKernel(queue, kernel uintptr, dimensions uint32, offset, global, local uintptr, waits uint32,
	wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	var space clapi.NDRange
	readNDRange(&space, dimensions, offset, global, local)
	event, err := findQueue(queue).EnqueueNDRangeKernel(findKernel(kernel), &space, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueTask
func heddleEnqueueTask(queue, kernel uintptr, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueTask(findKernel(kernel), eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}
