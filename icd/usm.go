package main

import "C" // makes the exports

import (
	"heddle/clapi"
	"heddle/clapi/cl"
)

//export heddleHostMemAllocINTEL
func heddleHostMemAllocINTEL(context, list uintptr, size uint64, alignment uint32, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	address, err := findContext(context).USMAlloc(clapi.USMRequest{Kind: cl.MemTypeHostIntel, NoDevice: true,
		Properties: properties[uint64](list), Size: size, Alignment: alignment})
	return givePointer(address, err, errorRet)
}

//export heddleDeviceMemAllocINTEL
func heddleDeviceMemAllocINTEL(context, device, list uintptr, size uint64, alignment uint32,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	address, err := findContext(context).USMAlloc(clapi.USMRequest{Kind: cl.MemTypeDeviceIntel,
		Device: findDevice(device), Properties: properties[uint64](list), Size: size, Alignment: alignment})
	return givePointer(address, err, errorRet)
}

//export heddleSharedMemAllocINTEL
func heddleSharedMemAllocINTEL(context, device, list uintptr, size uint64, alignment uint32,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	address, err := findContext(context).USMAlloc(clapi.USMRequest{Kind: cl.MemTypeSharedIntel,
		Device: findDevice(device), NoDevice: device == 0, Properties: properties[uint64](list), Size: size,
		Alignment: alignment})
	return givePointer(address, err, errorRet)
}

//export heddleMemFreeINTEL
func heddleMemFreeINTEL(context, pointer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).USMFree(pointer))
}

//export heddleMemBlockingFreeINTEL
func heddleMemBlockingFreeINTEL(context, pointer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).USMBlockingFree(pointer))
}

//export heddleGetMemAllocInfoINTEL
func heddleGetMemAllocInfoINTEL(context, pointer uintptr, name uint32, size uint64, value,
	sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findContext(context).USMInfo(pointer, name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleSetKernelArgMemPointerINTEL
func heddleSetKernelArgMemPointerINTEL(kernel uintptr, index uint32, pointer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findKernel(kernel).SetArgMemPointer(index, pointer))
}

//export heddleEnqueueMemFillINTEL
func heddleEnqueueMemFillINTEL(queue, target, pattern uintptr, patternSize, size uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueMemFillINTEL(pointerFill(target, pattern, patternSize, size),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueMemcpyINTEL
func heddleEnqueueMemcpyINTEL(queue uintptr, blocking uint32, target, source uintptr, size uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueMemcpyINTEL(clapi.PointerCopy{Blocking: blocking != 0, Target: target,
		Source: source, Size: size}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueMigrateMemINTEL
func heddleEnqueueMigrateMemINTEL(queue, pointer uintptr, size, flags uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueMigrateMemINTEL(clapi.PointerHint{Pointer: pointer, Size: size, Hint: flags},
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueMemAdviseINTEL
func heddleEnqueueMemAdviseINTEL(queue, pointer uintptr, size uint64, advice, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueMemAdviseINTEL(clapi.PointerHint{Pointer: pointer, Size: size,
		Hint: uint64(advice)}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}
