package machine

/*
#include "cgroup.h"
#include "machine.h"
#include "topology.h"
#include <stdlib.h>
*/
import "C"

import "unsafe"

// Facts is struct heddle_machine, for programs that show it (heddle info). The library itself passes the struct from C
// to C (icd).
type Facts struct {
	Name                                             string
	UUID                                             [16]byte
	VendorID, ComputeUnits, ClockMHz, CacheLineBytes uint32
	CacheBytes, MemoryBytes, MaxAllocBytes           uint64
	MaxConstantBytes, Lanes                          uint64
}

// Limits are the limits of the process's control groups; 0: no limit.
type Limits struct {
	CPUs        uint64 // the quota, rounded up to whole processors
	MemoryBytes uint64
}

// This returns the facts of this machine, as the device reports them. They are determined once.
func This() Facts { return factsOf(C.heddle_machine()) }

// ReadLimits reads the control groups of the process. One call at a time.
func ReadLimits() Limits {
	This() // uses the same buffers, once
	here := C.CString("")
	defer C.free(unsafe.Pointer(here))
	return limitsOf(here)
}

func factsOf(m *C.struct_heddle_machine) Facts {
	f := Facts{
		Name:     C.GoString(&m.name[0]),
		VendorID: uint32(m.vendor_id), ComputeUnits: uint32(m.compute_units), ClockMHz: uint32(m.clock_mhz),
		CacheLineBytes: uint32(m.cache_line_bytes), CacheBytes: uint64(m.cache_bytes),
		MemoryBytes: uint64(m.memory_bytes), MaxAllocBytes: uint64(m.max_alloc_bytes),
		MaxConstantBytes: uint64(m.max_constant_bytes), Lanes: uint64(m.lanes),
	}
	for i, b := range m.uuid {
		f.UUID[i] = byte(b)
	}
	return f
}

func limitsOf(folder *C.char) Limits {
	limits := C.heddle_read_limits(folder)
	return Limits{CPUs: uint64(limits.cpus), MemoryBytes: uint64(limits.memory_bytes)}
}

// CPU is a processor that stands for a compute unit.
type CPU struct {
	Number int            // as the system counts processors
	Groups [Domains]int32 // by domain: the same for processors that share one; negative: not known
}

// Domains is the number of ways to group processors by what they share: NUMA nodes and the caches of the levels from 4
// to 1, in this order.
const Domains = C.HEDDLE_DOMAINS

// CPUs are as many processors as there are compute units, those next to each other that share the most.
func CPUs() []CPU { return cpusOf(C.heddle_topology()) }

func cpusOf(t *C.struct_heddle_topology) []CPU {
	list := make([]CPU, 0, int(t.count))
	for _, c := range unsafe.Slice(t.cpus, int(t.count)) {
		cpu := CPU{Number: int(c.number)}
		for d, group := range c.group {
			cpu.Groups[d] = int32(group)
		}
		list = append(list, cpu)
	}
	return list
}
