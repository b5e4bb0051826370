// Package machine finds out on what machine the library runs: whose processor, how many of them the process may use,
// how much memory. It is in C because it is asked before the Go runtime is started (icd/discovery.c); Go takes the same
// answers (icd/machine.go), so that both always tell the same.
//
// The package must not know what OpenCL calls its answers: that is in clapi's table of properties.
//
// Reading order: machine.h, machine.c, then where it looks: cgroup.c (control groups), processor.c (CPUID), files.c.
package machine

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "processor.h"
*/
import "C"

import _ "heddle/cbridge/code" // has heddle_vector_bits

// IsZen reports whether the processor is of AMD's line of cores that began with Zen: it has other costs than Intel's.
func IsZen() bool { return C.heddle_runs_on_zen() != 0 }
