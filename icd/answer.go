package main

import (
	"errors"
	"fmt"

	"heddle/cbridge/handles"
	"heddle/cbridge/scarce"
	"heddle/clapi"
	"heddle/clapi/cl"
	"heddle/clapi/stream"
)

// answer is the status of a call. It reports the reason of a failure to the context's notify callback and the trace.
func answer(err error) int32 {
	if err == nil {
		return 0
	}
	traceFailure(err)
	return int32(clapi.Report(err))
}

// traceFailure shows the reason of a failure: in the line of its call if calls are printed, else in a line of its own.
func traceFailure(err error) {
	var refused *clapi.Error
	if !process.trace && process.calls == nil || !errors.As(err, &refused) {
		return
	}
	if process.calls == nil {
		fmt.Fprintf(stream.Errors, "heddle: %v: %s\n", refused.Status, refused.Reason)
	}
	traceReason(refused.Status, refused.Reason)
}

// refuse answers failures of the checks in icd itself.
func refuse(status cl.Status, format string, args ...any) int32 {
	return answer(&clapi.Error{Status: status, Reason: fmt.Sprintf(format, args...)})
}

// answerInfo ends a clGet*Info call.
func answerInfo(size uint64, err error, sizeRet uintptr) int32 {
	if err == nil && sizeRet != 0 {
		writeUint64(sizeRet, size)
	}
	traceAnswered(int(size))
	return answer(err)
}

// object is the common interface of all clapi objects.
type object interface {
	Handle() uintptr
	SetHandle(handle uintptr, retire func(handle uintptr))
}

// give ends a call that makes an object: the application gets a new handle.
func give(kind handles.Kind, made object, err error, errorRet uintptr) uintptr {
	status := cl.Status(answer(err))
	var handle uintptr
	if err == nil {
		if handle = adopt(kind, made); handle == 0 {
			giveUp(made)
			status = cl.OutOfHostMemory
		}
	}
	writeStatus(errorRet, status)
	return handle
}

// giveUp releases an object that no application knows.
func giveUp(made object) {
	if counted, ok := made.(interface{ Release() error }); ok {
		_ = counted.Release()
	}
}

func giveUpEach[T object](made []T) {
	for _, one := range made {
		giveUp(one)
	}
}

// adopt makes the handle of a new object, 0 if there is no memory.
func adopt(kind handles.Kind, made object) uintptr {
	if scarce.Refuses("a handle") {
		return 0
	}
	return adoptReserved(kind, made)
}

// requireHandles ends a call that is to return handles of what cannot be taken back, before it does anything, if there
// is no memory for them.
func requireHandles(count int) {
	if scarce.Refuses("a handle of what was enqueued") || !process.handles.HasRoom(count) {
		panic(&clapi.Error{Status: cl.OutOfHostMemory, Reason: "there is no memory for handles"})
	}
}

// adoptReserved is adopt after requireHandles.
func adoptReserved(kind handles.Kind, made object) uintptr {
	handle := process.handles.New(kind, made)
	if handle != 0 {
		made.SetHandle(handle, process.handles.Retire)
	}
	return handle
}

// writeStatus stores the errcode_ret of a call, if it is wanted.
func writeStatus(errorRet uintptr, status cl.Status) {
	if errorRet != 0 {
		writeUint32(errorRet, uint32(status))
	}
}

// answerList ends a call that fills an array of handles: at most count are written, the full number goes to countRet.
func answerList[T object](list []T, count uint32, array, countRet uintptr) int32 {
	if array != 0 {
		for i, one := range list[:min(len(list), int(count))] {
			writeUint64(array+uintptr(i)*8, uint64(one.Handle()))
		}
	}
	if countRet != 0 {
		writeUint32(countRet, uint32(len(list)))
	}
	traceAnswered(len(list))
	return 0
}

// statusOf is the typed form of an entry point's result.
func statusOf(result int32) cl.Status { return cl.Status(result) }
