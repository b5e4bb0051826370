package code

/*
#cgo noescape heddle_run_groups
#cgo nocallback heddle_run_groups
#include "fault.h"

static void *fault_hook(void) { return (void *)heddle_code_fault; }
*/
import "C"

import (
	"sync"
	"unsafe"

	"heddle/compiler/amd64/abi"
)

// Run runs a loop of groups until it ends or needs a service, and returns one of abi's codes. Meanwhile the calling
// thread counts as outside of Go: the garbage collector does not wait for it.
func Run(loop *abi.GroupLoop) uint32 {
	return uint32(C.heddle_run_groups((*C.struct_heddle_loop)(unsafe.Pointer(loop))))
}

// FaultHook is the C function heddle_code_fault for a handler of the fault signals that others install.
func FaultHook() uintptr { return uintptr(C.fault_hook()) }

var catch sync.Once

// CatchFaults installs handlers for faults of machine code. It is for programs that are no shared library, where
// cbridge/host does nothing, and must be called before machine code runs.
func CatchFaults() { catch.Do(func() { C.heddle_code_catch() }) }
