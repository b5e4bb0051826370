package machine

/*
#include "machine.h"
#include "processor.h"
#include "topology.h"
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

// The functions of this file exist for the tests, which cannot use cgo themselves.

// factsIn reads the machine whose files are in a folder.
func factsIn(folder string) Facts {
	path := C.CString(folder)
	defer C.free(unsafe.Pointer(path))
	var m C.struct_heddle_machine
	C.heddle_machine_read(&m, path)
	return factsOf(&m)
}

// limitsIn reads the limits of control groups whose files are in a folder.
func limitsIn(folder string) Limits {
	path := C.CString(folder)
	defer C.free(unsafe.Pointer(path))
	return limitsOf(path)
}

// leaf is a result of CPUID.
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

// isZen reports whether a processor of a maker, 12 letters, with a signature, is of the Zen line.
func isZen(maker string, signature uint32) bool {
	var words [3]C.uint32_t
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&words)), 12), maker)
	return C.heddle_is_zen(C.struct_heddle_leaf{b: words[0], d: words[1], c: words[2]}, C.uint32_t(signature)) != 0
}

// vendor and brand are the processor's own strings.
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

// cpusIn are the processors of some numbers with what the files in a folder say about them, and the domains of which
// they are in several groups, by bit. There are no more of them than units, from the processor here on.
func cpusIn(folder string, numbers []int, units, here int) (cpus []CPU, domains uint64) {
	path := C.CString(folder)
	defer C.free(unsafe.Pointer(path))
	list := (*C.struct_heddle_cpu)(C.calloc(C.size_t(len(numbers)), C.sizeof_struct_heddle_cpu))
	defer C.free(unsafe.Pointer(list))
	for i, c := range unsafe.Slice(list, len(numbers)) {
		c.number = C.int32_t(numbers[i])
		unsafe.Slice(list, len(numbers))[i] = c
	}
	t := C.struct_heddle_topology{cpus: list, count: C.uint32_t(len(numbers))}
	C.heddle_topology_read(&t, path, C.uint32_t(units), C.int32_t(here))
	return cpusOf(&t), uint64(t.domains)
}
