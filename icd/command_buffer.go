package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/cbridge/hostmem"
	"heddle/clapi"
)

//export heddleCreateCommandBufferKHR
func heddleCreateCommandBufferKHR(count uint32, queues, list, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	buffer, err := clapi.CreateCommandBuffer(count, findAll[clapi.CommandQueue](handles.CommandQueue, queues, count),
		properties[uint64](list))
	return give(handles.CommandBuffer, buffer, err, errorRet)
}

//export heddleRetainCommandBufferKHR
func heddleRetainCommandBufferKHR(buffer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findCommandBuffer(buffer).Retain())
}

//export heddleReleaseCommandBufferKHR
func heddleReleaseCommandBufferKHR(buffer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findCommandBuffer(buffer).Release())
}

//export heddleFinalizeCommandBufferKHR
func heddleFinalizeCommandBufferKHR(buffer uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findCommandBuffer(buffer).Finalize())
}

//export heddleGetCommandBufferInfoKHR
func heddleGetCommandBufferInfoKHR(buffer uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findCommandBuffer(buffer).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleEnqueueCommandBufferKHR
func heddleEnqueueCommandBufferKHR(count uint32, queues, buffer uintptr, waits uint32, wait,
	eventRet uintptr) (result int32) {
	defer recoverStatus(&result)
	event, err := findCommandBuffer(buffer).Enqueue(count,
		findAll[clapi.CommandQueue](handles.CommandQueue, queues, count), eventArgs(waits, wait, eventRet))
	return answerEvent(event, err, eventRet)
}

// recordArgs gathers the parameters that all calls share which record a command.
func recordArgs(queue, list uintptr, waits uint32, wait, handleRet uintptr) clapi.RecordArgs {
	if handleRet != 0 {
		requireHandles(1)
	}
	return clapi.RecordArgs{Queue: findQueue(queue), HasQueue: queue != 0, Properties: properties[uint64](list),
		WaitCount: waits, Wait: points(wait, waits), WantHandle: handleRet != 0}
}

// answerPoint ends a call that records a command.
func answerPoint(point uint32, err error, pointRet uintptr) int32 {
	if err == nil && pointRet != 0 {
		writeUint32(pointRet, point)
	}
	return answer(err)
}

//export heddleCommandBarrierWithWaitListKHR
func heddleCommandBarrierWithWaitListKHR(buffer, queue, list uintptr, waits uint32, wait, pointRet,
	handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).Barrier(recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandCopyBufferKHR
func heddleCommandCopyBufferKHR(buffer, queue, list, source, target uintptr, sourceOffset, targetOffset, size uint64,
	waits uint32, wait, pointRet, handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).CopyBuffer(
		bufferCopy(source, target, sourceOffset, targetOffset, size), recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandCopyBufferRectKHR
func heddleCommandCopyBufferRectKHR(buffer, queue, list, source, target, sourceOrigin, targetOrigin, region uintptr,
	sourceRowPitch, sourceSlicePitch, targetRowPitch, targetSlicePitch uint64, waits uint32, wait, pointRet,
	handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).CopyBufferRect(clapi.RectCopy{
		Source: findMemObject(source), Target: findMemObject(target),
		SourceOrigin: sizes(sourceOrigin, 3), TargetOrigin: sizes(targetOrigin, 3), Region: sizes(region, 3),
		SourceRowPitch: sourceRowPitch, SourceSlicePitch: sourceSlicePitch,
		TargetRowPitch: targetRowPitch, TargetSlicePitch: targetSlicePitch,
	}, recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandCopyBufferToImageKHR
func heddleCommandCopyBufferToImageKHR(buffer, queue, list, source, target uintptr, offset uint64, origin,
	region uintptr, waits uint32, wait, pointRet, handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).CopyBufferToImage(imageBufferCopy(target, source, origin, region, offset),
		recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandCopyImageKHR
func heddleCommandCopyImageKHR(buffer, queue, list, source, target, sourceOrigin, targetOrigin, region uintptr,
	waits uint32, wait, pointRet, handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).CopyImage(imageCopy(source, target, sourceOrigin, targetOrigin, region),
		recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandCopyImageToBufferKHR
func heddleCommandCopyImageToBufferKHR(buffer, queue, list, source, target, origin, region uintptr, offset uint64,
	waits uint32, wait, pointRet, handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).CopyImageToBuffer(imageBufferCopy(source, target, origin, region, offset),
		recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandFillBufferKHR
func heddleCommandFillBufferKHR(buffer, queue, list, target, pattern uintptr, patternSize, offset, size uint64,
	waits uint32, wait, pointRet, handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).FillBuffer(bufferFill(target, pattern, patternSize, offset, size),
		recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandFillImageKHR
func heddleCommandFillImageKHR(buffer, queue, list, image, colour, origin, region uintptr, waits uint32, wait, pointRet,
	handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).FillImage(imageFill(image, colour, origin, region),
		recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandSVMMemcpyKHR
func heddleCommandSVMMemcpyKHR(buffer, queue, list, target, source uintptr, size uint64, waits uint32, wait, pointRet,
	handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).SVMMemcpy(clapi.PointerCopy{Target: target, Source: source, Size: size},
		recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandSVMMemFillKHR
func heddleCommandSVMMemFillKHR(buffer, queue, list, target, pattern uintptr, patternSize, size uint64, waits uint32,
	wait, pointRet, handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	point, err := findCommandBuffer(buffer).SVMMemFill(pointerFill(target, pattern, patternSize, size),
		recordArgs(queue, list, waits, wait, handleRet))
	return answerPoint(point, err, pointRet)
}

//export heddleCommandNDRangeKernelKHR
func heddleCommandNDRangeKernelKHR(buffer, queue, list, kernel uintptr, dimensions uint32, offset, global,
	local uintptr, waits uint32, wait, pointRet, handleRet uintptr) (result int32) {
	defer recoverStatus(&result)
	var space clapi.NDRange
	readNDRange(&space, dimensions, offset, global, local)
	point, command, err := findCommandBuffer(buffer).NDRangeKernel(findKernel(kernel), &space,
		recordArgs(queue, list, waits, wait, handleRet))
	if command != nil {
		writeUint64(handleRet, uint64(adoptReserved(handles.MutableCommand, command)))
	}
	return answerPoint(point, err, pointRet)
}

//export heddleGetMutableCommandInfoKHR
func heddleGetMutableCommandInfoKHR(command uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findMutableCommand(command).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}

//export heddleUpdateMutableCommandsKHR
func heddleUpdateMutableCommandsKHR(buffer uintptr, count uint32, types, configs uintptr) (result int32) {
	defer recoverStatus(&result)
	update := clapi.MutableUpdate{Count: count, HasTypes: types != 0}
	if types != 0 && configs != 0 && count > 0 {
		update.Types = points(types, count)
	}
	if configs != 0 {
		update.Configs = []*clapi.DispatchConfig{}
		for i, config := range words(configs, uint64(count)) {
			update.Configs = append(update.Configs, dispatchConfig(config, update.Types, i))
		}
	}
	return answer(findCommandBuffer(buffer).Update(update, finder))
}

//export heddleRemapCommandBufferKHR
func heddleRemapCommandBufferKHR(buffer uintptr, automatic, count uint32, queues uintptr, handleCount uint32, commands,
	commandsRet, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	if commands != 0 && commandsRet != 0 && findCommandBuffer(buffer) != nil {
		requireHandles(1 + min(int(handleCount), usualCount)) // more come in vain, or one by one
	}
	remapped, handed, err := findCommandBuffer(buffer).Remap(clapi.RemapRequest{
		Automatic: automatic != 0, QueueCount: count,
		Queues:      findAll[clapi.CommandQueue](handles.CommandQueue, queues, count),
		HandleCount: handleCount,
		Handles:     findAll[clapi.MutableCommand](handles.MutableCommand, commands, handleCount),
		HasTarget:   commandsRet != 0,
	})
	for i, command := range handed {
		writeUint64(commandsRet+uintptr(i)*8, uint64(adoptReserved(handles.MutableCommand, command)))
	}
	return give(handles.CommandBuffer, remapped, err, errorRet)
}

// dispatchConfig reads a cl_mutable_dispatch_config_khr; nil for NULL, or if its type is not known to be that.
func dispatchConfig(address uintptr, types []uint32, index int) *clapi.DispatchConfig {
	if address == 0 || types == nil || types[index] != 0 {
		return nil
	}
	c := at[mutableDispatchConfig](address)
	command := findMutableCommand(c.command)
	config := &clapi.DispatchConfig{Command: command, ArgCount: c.argCount, SVMArgCount: c.svmArgCount,
		ExecInfoCount: c.execInfoCount, WorkDim: c.workDim, Args: dispatchArgs(c.args, c.argCount),
		SVMArgs: dispatchArgs(c.svmArgs, c.svmArgCount), ExecInfos: dispatchExecInfos(c.execInfos, c.execInfoCount)}
	dimensions := uint64(command.WorkDim())
	config.Offset, config.Global = sizes(c.offset, dimensions), sizes(c.global, dimensions)
	config.Local = sizes(c.local, dimensions)
	return config
}

// execInfo is the value of clSetKernelExecInfo at an address.
func execInfo(size uint64, value uintptr) clapi.ExecInfo {
	return clapi.ExecInfo{
		SizeBytes: size,
		IsNull:    value == 0,
		Flag:      func() bool { return *at[uint32](value) != 0 },
		Pointers:  func() []uintptr { return copyWords(value, size/8) },
	}
}

// bufferFill reads the pattern of a fill of a buffer.
func bufferFill(buffer, pattern uintptr, patternSize, offset, size uint64) clapi.BufferFill {
	return clapi.BufferFill{
		Buffer:  findMemObject(buffer),
		Pattern: hostmem.Bytes(pattern, min(patternSize, patternBytesMax)), PatternSize: patternSize,
		Offset: offset, Size: size,
	}
}
