// Package host avoids conflicts with the process that loaded us: when the Go runtime starts, fault handlers, signal
// stacks, the signal masks of our threads, the floating-point modes of threads. host.c and float_mode.h explain what is
// done and why. It acts only in a shared library: in a plain Go program all signals are the runtime's own. The start
// itself is called from C (heddle_host_start), since it must come before any Go code runs.
package host

/*
#cgo CFLAGS: -O2 -Wall -Werror
#cgo LDFLAGS: -Wl,--wrap=pthread_create -Wl,--wrap=sigaction -Wl,--wrap=pthread_getattr_np -Wl,--wrap=mmap
#include "heap.h"
#include "host.h"
#include "scarce.h"
#include <stdint.h>
#include <sys/resource.h>

static void hook_faults(uintptr_t hook) { heddle_host_hook_faults((heddle_fault_hook *)hook); }
*/
import "C"

import (
	"math"
	"runtime"
	"unsafe"

	"heddle/cbridge/scarce"
	"heddle/compiler/shortage"
)

// The plan that C has read is Go's as well, and what C knows of address space.
func init() {
	scarce.Follow((*scarce.Plan)(unsafe.Pointer(&C.heddle_scarce)))
	shortage.Watch((*uint32)(unsafe.Pointer(&C.heddle_heap_is_short)), HeapMayGrow)
}

// KeepAddressSpace keeps some back for the Go runtime while programs are built, if the process has a limit of it, and
// reports whether there is enough, and this many bytes besides. Memory is short, too, when the heap grows beyond most.
func KeepAddressSpace(bytes, most uint64) bool {
	return C.heddle_heap_keep(C.size_t(bytes), C.size_t(most)) != 0
}

// ReleaseAddressSpace gives back most of what is kept, when no program is being built, and reports whether it was kept.
func ReleaseAddressSpace() bool { return C.heddle_heap_release() != 0 }

// ForgiveShortage lets builds go on although nothing is kept back.
func ForgiveShortage() { C.heddle_heap_forgive() }

// HeapMayGrow reports whether the Go heap may grow by a number of bytes under the limit of address space, if there is
// one: by memory of the system, or by what is free in it. What is kept back stays so.
func HeapMayGrow(bytes uint64) bool {
	if C.heddle_heap_may_grow(C.size_t(bytes)) != 0 {
		return true
	}
	runtime.GC()
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	return heap.HeapSys-heap.HeapInuse > 2*bytes
}

// AddressSpaceLimit is RLIMIT_AS, the greatest number if there is none.
func AddressSpaceLimit() uint64 {
	var limit C.struct_rlimit
	if C.getrlimit(C.RLIMIT_AS, &limit) != 0 {
		return math.MaxUint64
	}
	return uint64(limit.rlim_cur)
}

// HookFaults lets a C function handle faults first: one of type heddle_fault_hook of host.h.
func HookFaults(hook uintptr) { C.hook_faults(C.uintptr_t(hook)) }

// Sweep checks the handlers of all signals, and takes over those of faults if the application has replaced them. It is
// for calls that are slow anyway; those that may run commands check in C, before Go is entered (heddle_host_begin_run).
func Sweep() { C.heddle_host_sweep() }
