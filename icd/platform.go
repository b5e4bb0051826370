package main

import "C" // makes the exports

import (
	"heddle/clapi"
	"heddle/clapi/cl"
)

//export heddleGetPlatformIDs
func heddleGetPlatformIDs(count uint32, array, countRet uintptr) (result int32) {
	defer recoverStatus(&result)
	if array != 0 && count == 0 || array == 0 && countRet == 0 {
		return refuse(cl.InvalidValue, "platforms and num_platforms ask for nothing")
	}
	return answerList([]*clapi.Platform{process.platform}, count, array, countRet)
}

//export heddleIcdGetPlatformIDsKHR
func heddleIcdGetPlatformIDsKHR(count uint32, array, countRet uintptr) int32 {
	return heddleGetPlatformIDs(count, array, countRet)
}

// heddleSetPlatformDispatchData is clIcdSetPlatformDispatchDataKHR: made by a loader before any other object exists, or
// by a second loader in the process.
//
//export heddleSetPlatformDispatchData
func heddleSetPlatformDispatchData(platform, data uintptr) (result int32) {
	defer recoverStatus(&result)
	if findPlatform(platform) == nil {
		return refuse(cl.InvalidPlatform, "platform is not a platform of this driver")
	}
	process.handles.SetLoaderData(data)
	return int32(cl.Success)
}

// platformOrOurs is the platform of a call that allows a NULL platform.
func platformOrOurs(handle uintptr) *clapi.Platform {
	if handle == 0 {
		return process.platform
	}
	return findPlatform(handle)
}

//export heddleGetPlatformInfo
func heddleGetPlatformInfo(platform uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := platformOrOurs(platform).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleUnloadCompiler
func heddleUnloadCompiler() (result int32) {
	defer recoverStatus(&result)
	return answer(process.platform.UnloadCompiler())
}

//export heddleUnloadPlatformCompiler
func heddleUnloadPlatformCompiler(platform uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findPlatform(platform).UnloadCompiler())
}

//export heddleGetDeviceIDs
func heddleGetDeviceIDs(platform uintptr, deviceType uint64, count uint32, array, countRet uintptr) (result int32) {
	defer recoverStatus(&result)
	devices, err := platformOrOurs(platform).DeviceIDs(deviceType)
	if status := clapi.StatusOf(err); status != cl.Success && status != cl.DeviceNotFound {
		return answer(err)
	}
	if array != 0 && count == 0 || array == 0 && countRet == 0 {
		return refuse(cl.InvalidValue, "devices and num_devices ask for nothing")
	}
	if err != nil {
		return answer(err)
	}
	return answerList(devices, count, array, countRet)
}

//export heddleGetDeviceInfo
func heddleGetDeviceInfo(device uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findDevice(device).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleRetainDevice
func heddleRetainDevice(device uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findDevice(device).Retain())
}

//export heddleReleaseDevice
func heddleReleaseDevice(device uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findDevice(device).Release())
}

//export heddleRetainDeviceEXT
func heddleRetainDeviceEXT(device uintptr) int32 { return heddleRetainDevice(device) }

//export heddleReleaseDeviceEXT
func heddleReleaseDeviceEXT(device uintptr) int32 { return heddleReleaseDevice(device) }

//export heddleGetDeviceAndHostTimer
func heddleGetDeviceAndHostTimer(device, deviceTimestamp, hostTimestamp uintptr) (result int32) {
	defer recoverStatus(&result)
	deviceNS, hostNS, err := findDevice(device).Timers(deviceTimestamp != 0 && hostTimestamp != 0)
	if err == nil {
		writeUint64(deviceTimestamp, deviceNS)
		writeUint64(hostTimestamp, hostNS)
	}
	return answer(err)
}

//export heddleGetHostTimer
func heddleGetHostTimer(device, hostTimestamp uintptr) (result int32) {
	defer recoverStatus(&result)
	hostNS, err := findDevice(device).HostTimer(hostTimestamp != 0)
	if err == nil {
		writeUint64(hostTimestamp, hostNS)
	}
	return answer(err)
}
