package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
)

//export heddleEnqueueMarkerWithWaitList
func heddleEnqueueMarkerWithWaitList(queue uintptr, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueMarkerWithWaitList(eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueBarrierWithWaitList
func heddleEnqueueBarrierWithWaitList(queue uintptr, waits uint32, wait, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueBarrierWithWaitList(eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueMarker
func heddleEnqueueMarker(queue, eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findQueue(queue).EnqueueMarker(eventRet != 0)
	return answerEvent(event, err, eventRet)
}

//export heddleEnqueueBarrier
func heddleEnqueueBarrier(queue uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findQueue(queue).EnqueueBarrier())
}

//export heddleEnqueueWaitForEvents
func heddleEnqueueWaitForEvents(queue uintptr, count uint32, list uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findQueue(queue).EnqueueWaitForEvents(findAll[clapi.Event](handles.Event, list, count)))
}
