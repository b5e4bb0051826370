package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/cbridge/hostmem"
	"heddle/clapi"
	"heddle/clapi/cl"
)

//export heddleCreateProgramWithSource
func heddleCreateProgramWithSource(context uintptr, count uint32, strings, lengths, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	program, err := findContext(context).CreateProgramWithSource(texts(strings, lengths, count))
	return give(handles.Program, program, err, errorRet)
}

//export heddleCreateProgramWithBinary
func heddleCreateProgramWithBinary(context uintptr, count uint32, devices, lengths, binaries, statusRet,
	errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	program, statuses, err := findContext(context).CreateProgramWithBinary(
		findAll[clapi.Device](handles.Device, devices, count), byteArrays(binaries, lengths, count))
	if statusRet != 0 {
		for i, status := range statuses {
			writeUint32(statusRet+uintptr(i)*4, uint32(status))
		}
	}
	return give(handles.Program, program, err, errorRet)
}

// byteArrays views an array of memory blocks of given lengths; it is nil when either array is NULL.
func byteArrays(blocks, lengths uintptr, count uint32) [][]byte {
	if blocks == 0 || lengths == 0 {
		return nil
	}
	list := make([][]byte, 0, min(count, usualCount))
	sizes := words(lengths, uint64(count))
	for i, addr := range words(blocks, uint64(count)) {
		list = append(list, hostmem.Bytes(addr, uint64(sizes[i])))
	}
	return list
}

//export heddleRetainProgram
func heddleRetainProgram(program uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findProgram(program).Retain())
}

//export heddleReleaseProgram
func heddleReleaseProgram(program uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findProgram(program).Release())
}

// buildRequest is the common parameters of clBuildProgram, clCompileProgram and clLinkProgram.
func buildRequest(count uint32, devices, options uintptr) clapi.BuildRequest {
	return clapi.BuildRequest{
		NumDevices: count,
		Devices:    findAll[clapi.Device](handles.Device, devices, count),
		Options:    text(options),
	}
}

//export heddleBuildProgram
func heddleBuildProgram(program uintptr, count uint32, devices, options, notify, userData uintptr) (result int32) {
	defer recoverStatus(&result)
	if notify == 0 && userData != 0 {
		return refuseStrayUserData(program)
	}
	request := buildRequest(count, devices, options)
	request.Notify = objectCallback(notify, program, userData)
	return answer(findProgram(program).Build(request))
}

// refuseStrayUserData rejects user_data without pfn_notify.
func refuseStrayUserData(program uintptr) int32 {
	if findProgram(program) == nil {
		return refuse(cl.InvalidProgram, "program is not a valid program")
	}
	return refuse(cl.InvalidValue, "user_data comes without pfn_notify")
}

//export heddleCompileProgram
func heddleCompileProgram(program uintptr, count uint32, devices, options uintptr, headerCount uint32, headers, names,
	notify, userData uintptr) (result int32) {
	defer recoverStatus(&result)
	if notify == 0 && userData != 0 {
		return refuseStrayUserData(program)
	}
	request := clapi.CompileRequest{
		BuildRequest: buildRequest(count, devices, options),
		NumHeaders:   headerCount,
		Headers:      findAll[clapi.Program](handles.Program, headers, headerCount),
		Names:        cStrings(names, headerCount),
	}
	request.Notify = objectCallback(notify, program, userData)
	return answer(findProgram(program).Compile(request))
}

// cStrings copies an array of C strings; nil for NULL.
func cStrings(array uintptr, count uint32) []string {
	if array == 0 {
		return nil
	}
	names := make([]string, 0, min(count, usualCount))
	for _, addr := range words(array, uint64(count)) {
		names = append(names, text(addr))
	}
	return names
}

//export heddleLinkProgram
func heddleLinkProgram(context uintptr, count uint32, devices, options uintptr, programCount uint32, programs, notify,
	userData, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	c := findContext(context)
	if c != nil && notify == 0 && userData != 0 {
		writeStatus(errorRet, cl.Status(refuse(cl.InvalidValue, "user_data comes without pfn_notify")))
		return 0
	}
	program, err := c.LinkProgram(clapi.LinkRequest{
		BuildRequest: buildRequest(count, devices, options),
		HasNotify:    notify != 0,
		NumPrograms:  programCount,
		Programs:     findAll[clapi.Program](handles.Program, programs, programCount),
	})
	if program == nil {
		return give(handles.Program, program, err, errorRet)
	}
	handle := give(handles.Program, program, nil, errorRet)
	if err != nil {
		writeStatus(errorRet, cl.Status(answer(err)))
	}
	if notify != 0 {
		process.postponed.Object(notify, handle, userData)
	}
	return handle
}

//export heddleGetProgramInfo
func heddleGetProgramInfo(program uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findProgram(program).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetProgramBuildInfo
func heddleGetProgramBuildInfo(program, device uintptr, name uint32, size uint64, value,
	sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findProgram(program).GetBuildInfo(findDevice(device), name,
		clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleCreateProgramWithIL
func heddleCreateProgramWithIL(context, il uintptr, length uint64, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	var module []byte
	if il != 0 {
		module = hostmem.Bytes(il, length)
	}
	program, err := findContext(context).CreateProgramWithIL(module)
	return give(handles.Program, program, err, errorRet)
}

//export heddleCreateProgramWithILKHR
func heddleCreateProgramWithILKHR(context, il uintptr, length uint64, errorRet uintptr) (result uintptr) {
	return heddleCreateProgramWithIL(context, il, length, errorRet)
}

//export heddleSetProgramSpecializationConstant
func heddleSetProgramSpecializationConstant(program uintptr, number uint32, size uint64, value uintptr) (result int32) {
	defer recoverStatus(&result)
	const largest = 8
	var bytes []byte
	if value != 0 {
		bytes = hostmem.Bytes(value, min(size, largest))
	}
	return answer(findProgram(program).SetSpecializationConstant(number, bytes, size))
}
