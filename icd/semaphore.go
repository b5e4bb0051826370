package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
	"heddle/clapi/cl"
)

func findSemaphore(handle uintptr) *clapi.Semaphore {
	return find[clapi.Semaphore](handles.Semaphore, handle)
}

//export heddleCreateSemaphoreWithPropertiesKHR
func heddleCreateSemaphoreWithPropertiesKHR(context, list, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	semaphore, err := findContext(context).CreateSemaphore(listedProperties(list), findDevice)
	return give(handles.Semaphore, semaphore, err, errorRet)
}

//export heddleReImportSemaphoreSyncFdKHR
func heddleReImportSemaphoreSyncFdKHR(semaphore, list uintptr, fd int32) (result int32) {
	defer recoverStatus(&result)
	return answer(findSemaphore(semaphore).ReImport(list != 0 && *at[uint64](list) != 0, int(fd)))
}

//export heddleGetSemaphoreHandleForTypeKHR
func heddleGetSemaphoreHandleForTypeKHR(semaphore, device uintptr, kind uint32, size uint64, handle,
	sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	fd, err := findSemaphore(semaphore).GetHandle(findDevice(device), kind, size, handle != 0)
	if err != nil {
		return answer(err)
	}
	if handle != 0 {
		writeUint32(handle, uint32(int32(fd)))
	}
	if sizeRet != 0 {
		writeUint64(sizeRet, clapi.HandleBytes)
	}
	return int32(cl.Success)
}

//export heddleRetainSemaphoreKHR
func heddleRetainSemaphoreKHR(semaphore uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findSemaphore(semaphore).Retain())
}

//export heddleReleaseSemaphoreKHR
func heddleReleaseSemaphoreKHR(semaphore uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findSemaphore(semaphore).Release())
}

//export heddleGetSemaphoreInfoKHR
func heddleGetSemaphoreInfoKHR(semaphore uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findSemaphore(semaphore).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleEnqueueWaitSemaphoresKHR
func heddleEnqueueWaitSemaphoresKHR(queue uintptr, count uint32, semaphores, payloads uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueWaitSemaphores(count,
		findAll[clapi.Semaphore](handles.Semaphore, semaphores, count), eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueSignalSemaphoresKHR
func heddleEnqueueSignalSemaphoresKHR(queue uintptr, count uint32, semaphores, payloads uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueSignalSemaphores(count,
		findAll[clapi.Semaphore](handles.Semaphore, semaphores, count), eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}
