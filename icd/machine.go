package main

/*
#include "discovery.h"
*/
import "C"

import (
	"unsafe"

	"heddle/cbridge/handles"
	"heddle/cbridge/machine"
	"heddle/clapi"
	"heddle/clapi/config"
)

// Constants that C and Go share must be equal: a map with two equal keys does not compile.
var _ = map[bool]bool{false: true, handles.SlabBytes == C.HEDDLE_SLAB_BYTES && config.Prefix == C.HEDDLE_PREFIX &&
	clapi.DriverVersion == C.HEDDLE_DRIVER_VERSION &&
	clapi.Domains == machine.Domains: true}

// readCPUs are the processors of the device's compute units.
func readCPUs() []clapi.CPU {
	var list []clapi.CPU
	for _, c := range machine.CPUs() {
		list = append(list, clapi.CPU(c))
	}
	return list
}

// readMachine is the device's data about the machine, from the same source as C's.
func readMachine() clapi.Machine {
	m := C.heddle_machine()
	return clapi.Machine{
		Name:             C.GoString(&m.name[0]),
		Driver:           C.GoString(&m.driver[0]),
		UUID:             *(*[16]byte)(unsafe.Pointer(&m.uuid)),
		VendorID:         uint32(m.vendor_id),
		ComputeUnits:     int(m.compute_units),
		ClockMHz:         uint32(m.clock_mhz),
		MemoryBytes:      uint64(m.memory_bytes),
		MaxAllocBytes:    uint64(m.max_alloc_bytes),
		MaxConstantBytes: uint64(m.max_constant_bytes),
		CacheBytes:       uint64(m.cache_bytes),
		CacheLineBytes:   uint32(m.cache_line_bytes),
		Lanes:            uint64(m.lanes),
	}
}
