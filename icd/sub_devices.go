package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
	"heddle/clapi/cl"
)

//export heddleCreateSubDevices
func heddleCreateSubDevices(device, list uintptr, count uint32, array, countRet uintptr) (result int32) {
	defer recoverStatus(&result)
	made, available, err := findDevice(device).CreateSubDevices(clapi.SubDevices{
		Properties: partitionProperties(list, 0), HasTarget: array != 0, Count: count,
	})
	return answerSubDevices(made, available, err, array, countRet)
}

//export heddleCreateSubDevicesEXT
func heddleCreateSubDevicesEXT(device, list uintptr, count uint32, array, countRet uintptr) (result int32) {
	defer recoverStatus(&result)
	end := uintptr(0)
	if list != 0 && words(list, 1)[0] == cl.DevicePartitionByNamesExt {
		end = uintptr(cl.PartitionByNamesListEndExt)
	}
	made, available, err := findDevice(device).CreateSubDevicesExt(clapi.SubDevices{
		Properties: partitionProperties(list, end), HasTarget: array != 0, Count: count,
	})
	return answerSubDevices(made, available, err, array, countRet)
}

// mostPartitionProperties is the longest list that is read: more than any machine has processors.
const mostPartitionProperties = 1 << 16

// partitionProperties reads a list up to its end; nil for NULL. Lists of counts or names have another end behind, which
// many programs leave out.
func partitionProperties(list, end uintptr) (properties []uint64) {
	for ; list != 0 && len(properties) < mostPartitionProperties; list += 8 {
		word := words(list, 1)[0]
		if word == end {
			break
		}
		properties = append(properties, uint64(word))
	}
	return properties
}

// answerSubDevices gives the sub-devices that were made their handles, and writes those and their number.
func answerSubDevices(made []*clapi.Device, available int, err error, array, countRet uintptr) int32 {
	if err != nil {
		return answer(err)
	}
	var list []uintptr
	for i, device := range made {
		handle := adopt(handles.Device, device)
		if handle == 0 {
			giveUpEach(made)
			return refuse(cl.OutOfHostMemory, "there is no memory for the handle of sub-device %d", i)
		}
		list = append(list, handle)
	}
	for i, handle := range list {
		writeUint64(array+uintptr(i)*8, uint64(handle))
	}
	if countRet != 0 {
		writeUint32(countRet, uint32(available))
	}
	traceAnswered(len(made))
	return 0
}
