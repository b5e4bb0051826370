package main

import "C" // makes the exports

import (
	"math"

	"heddle/cbridge/callbacks"
	"heddle/cbridge/handles"
	"heddle/clapi"
)

func findEvent(handle uintptr) *clapi.Event {
	return find[clapi.Event](handles.Event, handle)
}

// waitList looks up the event_wait_list of an enqueue call, in the form that clapi's checker expects for malformed
// ones.
func waitList(count uint32, array uintptr) []*clapi.Event {
	if array == 0 && count > 0 {
		return []*clapi.Event{nil}
	}
	return findAll[clapi.Event](handles.Event, array, count)
}

// eventArgs are the last three parameters of an enqueue call.
func eventArgs(count uint32, array, eventRet uintptr) clapi.EventArgs {
	if eventRet != 0 {
		requireHandles(1)
	}
	return clapi.EventArgs{Wait: waitList(count, array), WantEvent: eventRet != 0}
}

// answerEvent ends an enqueue call: the application gets the event, if it wants one.
func answerEvent(event *clapi.Event, err error, eventRet uintptr) int32 {
	if err == nil && event != nil {
		writeUint64(eventRet, uint64(adoptReserved(handles.Event, event)))
	}
	return answer(err)
}

//export heddleCreateUserEvent
func heddleCreateUserEvent(context, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	event, err := findContext(context).CreateUserEvent()
	return give(handles.Event, event, err, errorRet)
}

//export heddleSetUserEventStatus
func heddleSetUserEventStatus(event uintptr, status int32) (result int32) {
	defer recoverStatus(&result)
	return answer(findEvent(event).SetUserStatus(status))
}

//export heddleWaitForEvents
func heddleWaitForEvents(count uint32, array uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(clapi.WaitForEvents(findAll[clapi.Event](handles.Event, array, count)))
}

//export heddleCancelCommandsIMG
func heddleCancelCommandsIMG(array uintptr, count uint64) (result int32) {
	defer recoverStatus(&result)
	var list []*clapi.Event
	if array != 0 && count > 0 {
		list = findAll[clapi.Event](handles.Event, array, uint32(min(count, math.MaxUint32)))
	} else if array != 0 {
		list = []*clapi.Event{}
	}
	return answer(clapi.CancelCommands(list, count))
}

//export heddleRetainEvent
func heddleRetainEvent(event uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findEvent(event).Retain())
}

//export heddleReleaseEvent
func heddleReleaseEvent(event uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findEvent(event).Release())
}

//export heddleGetEventInfo
func heddleGetEventInfo(event uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findEvent(event).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetEventProfilingInfo
func heddleGetEventProfilingInfo(event uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findEvent(event).GetProfilingInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleSetEventCallback
func heddleSetEventCallback(event uintptr, callbackType int32, function, userData uintptr) (result int32) {
	defer recoverStatus(&result)
	var callback func(status int32)
	if function != 0 {
		callback = func(status int32) { callbacks.Event(function, event, status, userData) }
	}
	return answer(findEvent(event).SetCallback(callbackType, callback))
}
