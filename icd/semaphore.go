package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
)

func findSemaphore(handle uintptr) *clapi.Semaphore {
	return find[clapi.Semaphore](handles.Semaphore, handle)
}

//export heddleCreateSemaphoreWithPropertiesKHR
func heddleCreateSemaphoreWithPropertiesKHR(context, list, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	semaphore, err := findContext(context).CreateSemaphore(semaphoreProperties(list), list == 0, findDevice)
	return give(handles.Semaphore, semaphore, err, errorRet)
}

// semaphoreProperties copies a list of properties. It ends with one that is there twice: what follows may be no list.
func semaphoreProperties(address uintptr) []clapi.SemaphoreProperty {
	var list []clapi.SemaphoreProperty
	seen := map[uint64]bool{}
	for address != 0 && *at[uint64](address) != 0 {
		p := clapi.SemaphoreProperty{Name: *at[uint64](address)}
		address += 8
		for first := true; first || *at[uint64](address) != 0; first = false {
			p.Values = append(p.Values, *at[uint64](address))
			address += 8
			if !clapi.HasListValue(p.Name) {
				break
			}
		}
		if clapi.HasListValue(p.Name) {
			address += 8
		}
		list = append(list, p)
		if seen[p.Name] {
			break
		}
		seen[p.Name] = true
	}
	return list
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
