package main

import "C" // makes the exports

import (
	"heddle/cbridge/callbacks"
	"heddle/cbridge/hostmem"
	"heddle/clapi"
	"heddle/clapi/cl"
)

// givePointer ends a call that makes memory: the application gets its address.
func givePointer(address uintptr, err error, errorRet uintptr) uintptr {
	writeStatus(errorRet, cl.Status(answer(err)))
	return address
}

//export heddleSVMAlloc
func heddleSVMAlloc(context uintptr, flags, size uint64, alignment uint32) (result uintptr) {
	defer recoverHandle(0, &result)
	address, err := findContext(context).SVMAlloc(flags, size, alignment)
	return givePointer(address, err, 0)
}

//export heddleSVMFree
func heddleSVMFree(context, pointer uintptr) {
	var result int32
	defer recoverStatus(&result)
	answer(findContext(context).SVMFree(pointer))
}

//export heddleSVMAllocWithPropertiesKHR
func heddleSVMAllocWithPropertiesKHR(context, list uintptr, typeIndex uint32, size uint64,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	address, err := findContext(context).SVMAllocWithProperties(properties[uint64](list), typeIndex, size, findDevice)
	return givePointer(address, err, errorRet)
}

//export heddleSVMFreeWithPropertiesKHR
func heddleSVMFreeWithPropertiesKHR(context, list uintptr, flags uint64, pointer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).SVMFreeWithProperties(properties[uint64](list), flags, pointer))
}

//export heddleGetSVMPointerInfoKHR
func heddleGetSVMPointerInfoKHR(context, device, pointer uintptr, name uint32, size uint64, value,
	sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findContext(context).SVMPointerInfo(findDevice(device), device == 0, pointer, name,
		clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetSVMSuggestedTypeIndexKHR
func heddleGetSVMSuggestedTypeIndexKHR(context uintptr, required, desired uint64, list uintptr, _ uint64,
	indexRet uintptr) (result int32) {
	defer recoverStatus(&result)
	index, err := findContext(context).SVMSuggestedType(required, desired, properties[uint64](list), indexRet != 0,
		findDevice)
	if err == nil {
		writeUint32(indexRet, index)
	}
	return answer(err)
}

//export heddleEnqueueSVMMemcpy
func heddleEnqueueSVMMemcpy(queue uintptr, blocking uint32, target, source uintptr, size uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueSVMMemcpy(clapi.PointerCopy{Blocking: blocking != 0, Target: target,
		Source: source, Size: size}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

// pointerFill reads the parameters of a call that fills memory.
func pointerFill(target, pattern uintptr, patternSize, size uint64) clapi.PointerFill {
	return clapi.PointerFill{Target: target, Pattern: hostmem.Bytes(pattern, min(patternSize, patternBytesMax)),
		PatternSize: patternSize, Size: size}
}

//export heddleEnqueueSVMMemFill
func heddleEnqueueSVMMemFill(queue, target, pattern uintptr, patternSize, size uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueSVMMemFill(pointerFill(target, pattern, patternSize, size),
		eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueSVMMap
func heddleEnqueueSVMMap(queue uintptr, blocking uint32, flags uint64, pointer uintptr, size uint64, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueSVMMap(clapi.PointerMap{Blocking: blocking != 0, Flags: flags,
		Pointer: pointer, Size: size}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueSVMUnmap
func heddleEnqueueSVMUnmap(queue, pointer uintptr, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueSVMUnmap(pointer, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueSVMMigrateMem
func heddleEnqueueSVMMigrateMem(queue uintptr, count uint32, pointers, sizeList uintptr, flags uint64, waits uint32,
	wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueSVMMigrateMem(clapi.PointerMigration{Pointers: words(pointers, uint64(count)),
		Sizes: sizes(sizeList, uint64(count)), Flags: flags}, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueSVMFree
func heddleEnqueueSVMFree(queue uintptr, count uint32, pointers, function, userData uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	f := clapi.PointerFree{Count: count, Pointers: copyWords(pointers, uint64(count))}
	if function != 0 {
		f.Call = func(pointers []uintptr) { callbacks.SVMFree(function, queue, pointers, userData) }
	}
	event, err := findQueue(queue).EnqueueSVMFree(f, eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleSetKernelArgSVMPointer
func heddleSetKernelArgSVMPointer(kernel uintptr, index uint32, pointer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findKernel(kernel).SetArgSVMPointer(index, pointer))
}

//export heddleSetKernelArgDevicePointerEXT
func heddleSetKernelArgDevicePointerEXT(kernel uintptr, index uint32, pointer uint64) (result int32) {
	defer recoverStatus(&result)
	return answer(findKernel(kernel).SetArgDevicePointer(index, uintptr(pointer)))
}

//export heddleSetKernelExecInfo
func heddleSetKernelExecInfo(kernel uintptr, name uint32, size uint64, value uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findKernel(kernel).SetExecInfo(name, execInfo(size, value)))
}
