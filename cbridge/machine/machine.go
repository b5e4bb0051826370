// Package machine finds out on which machine the library runs: whose processor, how many of them the process may use,
// how much memory. It is in C because it is asked before the Go runtime is started (icd/discovery.c); Go takes the same
// answers (icd/machine.go), so that both always agree.
//
// The package must not know OpenCL's names of its answers: those are in clapi's table of properties.
//
// Reading order: machine.h, machine.c, topology.c (who shares caches), then the sources: cgroup.c (control groups),
// processor.c (CPUID), files.c.
package machine

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "processor.h"
*/
import "C"

import (
	_ "heddle/cbridge/buildid" // has heddle_build_id
	_ "heddle/cbridge/code"    // has heddle_vector_bits
)

// IsZen reports whether the processor is of AMD's Zen line of cores: its instructions have other costs than Intel's.
func IsZen() bool { return C.heddle_runs_on_zen() != 0 }
