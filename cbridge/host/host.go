// Package host keeps peace with the process that loaded us: when the Go runtime starts, fault handlers, signal stacks,
// the signal masks of our threads. host.c says what is done and why. It acts only in a shared library: in a plain Go
// program all signals are the runtime's own. The start itself is called from C (heddle_host_start), since it must come
// before any Go code runs.
package host

/*
#cgo CFLAGS: -O2 -Wall -Werror
#cgo LDFLAGS: -Wl,--wrap=pthread_create -Wl,--wrap=sigaction -Wl,--wrap=pthread_getattr_np -Wl,--wrap=mmap
#include "host.h"
#include <stdint.h>

static void hook_faults(uintptr_t hook) { heddle_host_hook_faults((heddle_fault_hook *)hook); }
*/
import "C"

// HookFaults lets a C function look at faults first: one of type heddle_fault_hook of host.h.
func HookFaults(hook uintptr) { C.hook_faults(C.uintptr_t(hook)) }

// Check takes the fault signals over again if the application has replaced the handlers. It is made at each transfer
// and costs a tenth of a microsecond. Launches of kernels do it in C, before Go is entered.
func Check() { C.heddle_host_check() }

// Sweep is Check for calls that are slow anyway: it looks at the handlers of all signals.
func Sweep() { C.heddle_host_sweep() }
