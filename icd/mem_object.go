package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
	"heddle/clapi/cl"
)

//export heddleCreateBuffer
func heddleCreateBuffer(context uintptr, flags, size uint64, hostPtr, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	buffer, err := findContext(context).CreateBuffer(flags, size, hostPtr)
	return give(handles.MemObject, buffer, err, errorRet)
}

//export heddleCreateBufferWithProperties
func heddleCreateBufferWithProperties(context, list uintptr, flags, size uint64, hostPtr,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	buffer, err := findContext(context).CreateBufferWithProperties(listedProperties(list), flags, size, hostPtr,
		findDevice)
	return give(handles.MemObject, buffer, err, errorRet)
}

//export heddleCreateBufferWithPropertiesINTEL
func heddleCreateBufferWithPropertiesINTEL(context, list uintptr, flags, size uint64, hostPtr,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	buffer, err := findContext(context).CreateBufferWithPropertiesINTEL(listedProperties(list), flags, size, hostPtr,
		findDevice)
	return give(handles.MemObject, buffer, err, errorRet)
}

//export heddleImportMemoryARM
func heddleImportMemoryARM(context uintptr, flags uint64, list, memory uintptr, size uint64,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	buffer, err := findContext(context).ImportMemory(properties[uintptr](list), flags, memory, size)
	return give(handles.MemObject, buffer, err, errorRet)
}

//export heddleCreatePipe
func heddleCreatePipe(context uintptr, flags uint64, packetSize, maxPackets uint32, properties,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	pipe, err := findContext(context).CreatePipe(flags, packetSize, maxPackets, properties != 0)
	return give(handles.MemObject, pipe, err, errorRet)
}

//export heddleGetPipeInfo
func heddleGetPipeInfo(pipe uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findMemObject(pipe).GetPipeInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleSetContentSizeBufferPoCL
func heddleSetContentSizeBufferPoCL(buffer, content uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findMemObject(buffer).SetContentSize(findMemObject(content)))
}

//export heddleCreateSubBuffer
func heddleCreateSubBuffer(buffer uintptr, flags uint64, createType uint32, info, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	var region *cl.BufferRegion
	if info != 0 {
		origin := words(info, 2)
		region = &cl.BufferRegion{Origin: uint64(origin[0]), Size: uint64(origin[1])}
	}
	part, err := findMemObject(buffer).CreateSubBuffer(flags, createType, region)
	return give(handles.MemObject, part, err, errorRet)
}

//export heddleRetainMemObject
func heddleRetainMemObject(memObject uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findMemObject(memObject).Retain())
}

//export heddleReleaseMemObject
func heddleReleaseMemObject(memObject uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findMemObject(memObject).Release())
}

//export heddleGetMemObjectInfo
func heddleGetMemObjectInfo(memObject uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findMemObject(memObject).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleSetMemObjectDestructorCallback
func heddleSetMemObjectDestructorCallback(memObject, function, userData uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findMemObject(memObject).SetDestructorCallback(objectCallback(function, memObject, userData)))
}
