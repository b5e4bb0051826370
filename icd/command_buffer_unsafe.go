package main

import (
	"unsafe"

	"heddle/clapi"
)

// The structures of cl_khr_command_buffer_mutable_dispatch, as C lays them out.

// mutableDispatchConfig is cl_mutable_dispatch_config_khr.
type mutableDispatchConfig struct {
	command                                       uintptr
	argCount, svmArgCount, execInfoCount, workDim uint32
	args, svmArgs, execInfos                      uintptr
	offset, global, local                         uintptr
}

// mutableDispatchItem is cl_mutable_dispatch_arg_khr and cl_mutable_dispatch_exec_info_khr.
type mutableDispatchItem struct {
	number uint32 // the argument's index, or param_name
	_      uint32
	size   uint64
	value  uintptr
}

// dispatchItems views a list; nil for NULL.
func dispatchItems(address uintptr, count uint32) []mutableDispatchItem {
	if address == 0 {
		return nil
	}
	return unsafe.Slice(at[mutableDispatchItem](address), count)
}

// dispatchArgs reads arguments; nil for NULL.
func dispatchArgs(address uintptr, count uint32) []clapi.DispatchArg {
	if address == 0 {
		return nil
	}
	list := []clapi.DispatchArg{}
	for _, item := range dispatchItems(address, count) {
		list = append(list, clapi.DispatchArg{Index: item.number, SizeBytes: item.size, Value: item.value})
	}
	return list
}

// dispatchExecInfos reads execution information; nil for NULL.
func dispatchExecInfos(address uintptr, count uint32) []clapi.DispatchExecInfo {
	if address == 0 {
		return nil
	}
	list := []clapi.DispatchExecInfo{}
	for _, item := range dispatchItems(address, count) {
		list = append(list, clapi.DispatchExecInfo{Name: item.number, Value: execInfo(item.size, item.value)})
	}
	return list
}

// points views an array of cl_uint; nil for NULL.
func points(address uintptr, count uint32) []uint32 {
	if address == 0 {
		return nil
	}
	return unsafe.Slice(at[uint32](address), count)
}
