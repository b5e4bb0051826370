package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/cbridge/host"
	"heddle/clapi"
	"heddle/clapi/cl"
)

func findQueue(handle uintptr) *clapi.CommandQueue {
	return find[clapi.CommandQueue](handles.CommandQueue, handle)
}

//export heddleCreateCommandQueue
func heddleCreateCommandQueue(context, device uintptr, bits uint64, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	host.Sweep()
	queue, err := findContext(context).CreateCommandQueue(findDevice(device), bits)
	return give(handles.CommandQueue, queue, err, errorRet)
}

//export heddleCreateCommandQueueWithProperties
func heddleCreateCommandQueueWithProperties(context, device, list, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	host.Sweep()
	process.creating.Lock()
	defer process.creating.Unlock()
	queue, err := findContext(context).CreateCommandQueueWithProperties(findDevice(device), properties[uint64](list))
	if err == nil && queue.Handle() != 0 { // the default queue of the device, which existed
		writeStatus(errorRet, cl.Success)
		return queue.Handle()
	}
	return give(handles.CommandQueue, queue, err, errorRet)
}

//export heddleSetDefaultDeviceCommandQueue
func heddleSetDefaultDeviceCommandQueue(context, device, queue uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).SetDefaultDeviceQueue(findDevice(device), findQueue(queue)))
}

//export heddleRetainCommandQueue
func heddleRetainCommandQueue(queue uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findQueue(queue).Retain())
}

//export heddleReleaseCommandQueue
func heddleReleaseCommandQueue(queue uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findQueue(queue).Release())
}

//export heddleGetCommandQueueInfo
func heddleGetCommandQueueInfo(queue uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findQueue(queue).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleSetCommandQueueProperty
func heddleSetCommandQueueProperty(queue uintptr, bits uint64, enable uint32, oldRet uintptr) (result int32) {
	defer recoverStatus(&result)
	old, err := findQueue(queue).SetProperty(bits, enable != 0)
	if err == nil && oldRet != 0 {
		writeUint64(oldRet, old)
	}
	return answer(err)
}

//export heddleFlush
func heddleFlush(queue uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findQueue(queue).Flush())
}

//export heddleFinish
func heddleFinish(queue uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findQueue(queue).Finish())
}
