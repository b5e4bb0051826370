package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
	"heddle/clapi/cl"
)

//export heddleCreateKernel
func heddleCreateKernel(program, name, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	kernel, err := findProgram(program).CreateKernel(text(name), name == 0)
	return give(handles.Kernel, kernel, err, errorRet)
}

//export heddleCreateKernelsInProgram
func heddleCreateKernelsInProgram(program uintptr, count uint32, array, countRet uintptr) (result int32) {
	defer recoverStatus(&result)
	kernels, available, err := findProgram(program).CreateKernels(array != 0, count)
	if err != nil {
		return answer(err)
	}
	list := make([]uintptr, len(kernels))
	for i, kernel := range kernels {
		if list[i] = adopt(handles.Kernel, kernel); list[i] == 0 {
			giveUpEach(kernels)
			return refuse(cl.OutOfHostMemory, "there is no memory for the handle of kernel %d", i)
		}
	}
	for i, handle := range list {
		writeUint64(array+uintptr(i)*8, uint64(handle))
	}
	if countRet != 0 {
		writeUint32(countRet, available)
	}
	traceAnswered(len(kernels))
	return 0
}

//export heddleCloneKernel
func heddleCloneKernel(kernel, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	clone, err := findKernel(kernel).Clone()
	return give(handles.Kernel, clone, err, errorRet)
}

//export heddleRetainKernel
func heddleRetainKernel(kernel uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findKernel(kernel).Retain())
}

//export heddleReleaseKernel
func heddleReleaseKernel(kernel uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findKernel(kernel).Release())
}

var finder = clapi.Finder{
	MemObject: findMemObject,
	Sampler:   findSampler,
	Queue:     findQueue,
	IsHandle:  func(address uintptr) bool { return process.handles.Contains(address) },
}

//export heddleSetKernelArg
func heddleSetKernelArg(kernel uintptr, index uint32, size uint64, value uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findKernel(kernel).SetArg(index, size, value, finder))
}

//export heddleGetKernelInfo
func heddleGetKernelInfo(kernel uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findKernel(kernel).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetKernelArgInfo
func heddleGetKernelArgInfo(kernel uintptr, index, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findKernel(kernel).GetArgInfo(index, name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetKernelWorkGroupInfo
func heddleGetKernelWorkGroupInfo(kernel, device uintptr, name uint32, size uint64, value,
	sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findKernel(kernel).GetWorkGroupInfo(deviceOrOnly(device, kernel), name,
		clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetKernelSubGroupInfo
func heddleGetKernelSubGroupInfo(kernel, device uintptr, name uint32, inputSize uint64, input uintptr, size uint64,
	value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findKernel(kernel).GetSubGroupInfo(deviceOrOnly(device, kernel), name,
		clapi.InfoInput{Address: input, SizeBytes: inputSize}, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleGetKernelSubGroupInfoKHR
func heddleGetKernelSubGroupInfoKHR(kernel, device uintptr, name uint32, inputSize uint64, input uintptr, size uint64,
	value, sizeRet uintptr) (result int32) {
	return heddleGetKernelSubGroupInfo(kernel, device, name, inputSize, input, size, value, sizeRet)
}

// deviceOrOnly is the device of a call that allows a NULL device where a kernel has only one.
func deviceOrOnly(handle, kernel uintptr) *clapi.Device {
	if handle == 0 {
		return findKernel(kernel).OnlyDevice()
	}
	return findDevice(handle)
}
