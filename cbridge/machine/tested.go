package machine

/*
#include "cgroup.h"
#include "machine.h"
#include "processor.h"
#include <stdlib.h>

static const struct heddle_leaf *listed;

static struct heddle_leaf listed_leaf(uint32_t number) { return listed[number]; }

static struct heddle_cache caches_of_list(const struct heddle_leaf *list) {
	listed = list;
	return heddle_listed_caches(listed_leaf);
}
*/
import "C"

import "unsafe"

// The functions of this file stand here for the tests, which cannot use cgo themselves.

// facts is struct heddle_machine.
type facts struct {
	name                                             string
	uuid                                             [16]byte
	vendorID, computeUnits, clockMHz, cacheLineBytes uint32
	cacheBytes, memoryBytes, maxAllocBytes           uint64
	maxConstantBytes, lanes                          uint64
}

// factsIn reads the machine whose files stand in a folder.
func factsIn(folder string) facts {
	path := C.CString(folder)
	defer C.free(unsafe.Pointer(path))
	var m C.struct_heddle_machine
	C.heddle_machine_read(&m, path)
	f := facts{
		name:     C.GoString(&m.name[0]),
		vendorID: uint32(m.vendor_id), computeUnits: uint32(m.compute_units), clockMHz: uint32(m.clock_mhz),
		cacheLineBytes: uint32(m.cache_line_bytes), cacheBytes: uint64(m.cache_bytes), memoryBytes: uint64(m.memory_bytes),
		maxAllocBytes: uint64(m.max_alloc_bytes), maxConstantBytes: uint64(m.max_constant_bytes), lanes: uint64(m.lanes),
	}
	for i, b := range m.uuid {
		f.uuid[i] = byte(b)
	}
	return f
}

// limitsIn reads the limits of control groups whose files stand in a folder.
func limitsIn(folder string) (cpus, memoryBytes uint64) {
	path := C.CString(folder)
	defer C.free(unsafe.Pointer(path))
	limits := C.heddle_read_limits(path)
	return uint64(limits.cpus), uint64(limits.memory_bytes)
}

// leaf is what CPUID answers.
type leaf struct{ a, b, c, d uint32 }

// listedCaches walks a list of at most 16 entries.
func listedCaches(list []leaf) (bytes uint64, lineBytes uint32) {
	var leaves [16]C.struct_heddle_leaf
	for i, l := range list {
		leaves[i] = C.struct_heddle_leaf{a: C.uint32_t(l.a), b: C.uint32_t(l.b), c: C.uint32_t(l.c), d: C.uint32_t(l.d)}
	}
	cache := C.caches_of_list(&leaves[0])
	return uint64(cache.bytes), uint32(cache.line_bytes)
}

// isZen judges a processor of a maker, 12 letters, with a signature.
func isZen(maker string, signature uint32) bool {
	var words [3]C.uint32_t
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&words)), 12), maker)
	return C.heddle_is_zen(C.struct_heddle_leaf{b: words[0], d: words[1], c: words[2]}, C.uint32_t(signature)) != 0
}

// vendor and brand are the processor's own words.
func vendor() string {
	v := C.heddle_vendor()
	words := [3]C.uint32_t{v.b, v.d, v.c}
	return C.GoStringN((*C.char)(unsafe.Pointer(&words)), 12)
}

func brand() string {
	var name [49]C.char
	C.heddle_brand(&name[0])
	return C.GoString(&name[0])
}
