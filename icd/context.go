package main

import "C" // makes the exports

import (
	"heddle/cbridge/callbacks"
	"heddle/cbridge/handles"
	"heddle/clapi"
	"heddle/clapi/cl"
)

// notifier is the Go form of a context's pfn_notify.
func notifier(function, userData uintptr) clapi.Notify {
	if function == 0 {
		return nil
	}
	return func(reason string) { callbacks.Notify(function, reason, userData) }
}

//export heddleCreateContext
func heddleCreateContext(list uintptr, count uint32, devices, notify, userData, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	if devices == 0 || count == 0 || notify == 0 && userData != 0 {
		writeStatus(errorRet, cl.Status(refuse(cl.InvalidValue, "devices is empty, or user_data comes without "+
			"pfn_notify")))
		return 0
	}
	context, err := process.platform.CreateContext(platformProperties(list),
		findAll[clapi.Device](handles.Device, devices, count), notifier(notify, userData))
	printTo(context, platformProperties(list), userData)
	return give(handles.Context, context, err, errorRet)
}

//export heddleCreateContextFromType
func heddleCreateContextFromType(list uintptr, deviceType uint64, notify, userData, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	if notify == 0 && userData != 0 {
		writeStatus(errorRet, cl.Status(refuse(cl.InvalidValue, "user_data comes without pfn_notify")))
		return 0
	}
	context, err := process.platform.CreateContextFromType(platformProperties(list), deviceType,
		notifier(notify, userData))
	printTo(context, platformProperties(list), userData)
	return give(handles.Context, context, err, errorRet)
}

// printTo lets the function among a new context's properties take the output of printf.
func printTo(context *clapi.Context, properties []uintptr, userData uintptr) {
	for i := 0; context != nil && i+1 < len(properties); i += 2 {
		if function := properties[i+1]; properties[i] == cl.PrintfCallbackArm {
			context.PrintTo(func(text []byte) { callbacks.Print(function, text, userData) })
		}
	}
}

func platformProperties(list uintptr) []uintptr { return properties[uintptr](list) }

//export heddleRetainContext
func heddleRetainContext(context uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).Retain())
}

//export heddleReleaseContext
func heddleReleaseContext(context uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).Release())
}

//export heddleGetContextInfo
func heddleGetContextInfo(context uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findContext(context).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

// objectCallback is the Go form of a callback that gets the handle of the object it was registered for.
func objectCallback(function, object, userData uintptr) func() {
	if function == 0 {
		return nil
	}
	return func() { process.postponed.Object(function, object, userData) }
}

//export heddleSetContextDestructorCallback
func heddleSetContextDestructorCallback(context, function, userData uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).SetDestructorCallback(objectCallback(function, context, userData)))
}

//export heddleTerminateContextKHR
func heddleTerminateContextKHR(context uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findContext(context).Terminate())
}
