#ifndef HEDDLE_DISCOVERY_H
#define HEDDLE_DISCOVERY_H

#include "../cbridge/machine/machine.h"
#include "../cbridge/machine/topology.h"

#include <stddef.h>
#include <stdint.h>

/* HEDDLE_SLAB_BYTES is the size of a slab of handles, as in cbridge/handles. */
#define HEDDLE_SLAB_BYTES (64 << 20)

/* HEDDLE_PREFIX is how the names of our environment variables begin, as in clapi/config. */
#define HEDDLE_PREFIX "HEDDLE_"
#define HEDDLE_FAIL_ALLOCATION HEDDLE_PREFIX "FAIL_ALLOCATION="

/* heddle_make_roots makes the handles of the platform and of its device: the first two slots of the first slab, which the
 * table of handles goes on with (cbridge/handles). It is called with the library's mutex held, does nothing the second
 * time, and returns non-zero when there is no memory. */
int heddle_make_roots(void);

/* heddle_platform is the platform's handle, which is the address of the first slab, too; 0 before heddle_make_roots. */
uintptr_t heddle_platform(void);

/* heddle_set_roots_data writes the loader's word of cl_khr_icd 2.0 into the two handles. */
void heddle_set_roots_data(uintptr_t data);

enum { HEDDLE_PARTITION_DOMAINS_EXT = HEDDLE_DOMAINS + 2 }; /* with the next fissionable one and the end */

/* struct heddle_property is a query of clGetPlatformInfo or clGetDeviceInfo and where its answer lies. */
struct heddle_property {
	uint32_t name; /* 0 ends a table */
	enum heddle_source { HEDDLE_FROM_VALUES, HEDDLE_FROM_MACHINE, HEDDLE_TEXT_FROM_MACHINE, HEDDLE_PLATFORM_HANDLE,
		HEDDLE_TEXT_POINTERS, HEDDLE_NAME_VERSIONS, HEDDLE_FROM_PARTITION, HEDDLE_LIST_FROM_PARTITION } source;
	uint32_t offset, bytes; /* in heddle_values or a struct; of a text or list, no more than that */
};

/* struct heddle_partition is what the root device can be divided into. Lists end at a zero. */
struct heddle_partition {
	uint64_t schemes[4], schemes_ext[5];                   /* CL_DEVICE_PARTITION_* and CL_DEVICE_PARTITION_*_EXT */
	uint64_t domains;                                      /* CL_DEVICE_AFFINITY_DOMAIN_* */
	uint64_t domains_ext[HEDDLE_PARTITION_DOMAINS_EXT];    /* CL_AFFINITY_DOMAIN_*_EXT */
	uint32_t most;                                         /* sub-devices */
};

/* What the generated tables write for all but the first. */
#define HEDDLE_VALUE(offset, bytes) HEDDLE_FROM_VALUES, offset, bytes
#define HEDDLE_MEMBER(field) offsetof(struct heddle_machine, field), sizeof((struct heddle_machine *)0)->field
#define HEDDLE_FACT(field) HEDDLE_FROM_MACHINE, HEDDLE_MEMBER(field)
#define HEDDLE_TEXT(field) HEDDLE_TEXT_FROM_MACHINE, HEDDLE_MEMBER(field)
#define HEDDLE_PARTITION_MEMBER(field) \
	offsetof(struct heddle_partition, field), sizeof((struct heddle_partition *)0)->field
#define HEDDLE_PARTITION(field) HEDDLE_FROM_PARTITION, HEDDLE_PARTITION_MEMBER(field)
#define HEDDLE_PARTITION_LIST(field) HEDDLE_LIST_FROM_PARTITION, HEDDLE_PARTITION_MEMBER(field)
/* an array of pointers to texts, which lie one after the other in heddle_values */
#define HEDDLE_TEXTS(offset, count) HEDDLE_TEXT_POINTERS, offset, (count) * sizeof(char *)
/* an array of cl_name_version, which lie one after the other in heddle_values: a version and a text each */
enum { HEDDLE_NAME_BYTES = 64, HEDDLE_NAME_VERSION_BYTES = sizeof(uint32_t) + HEDDLE_NAME_BYTES };
#define HEDDLE_NAMES(offset, count) HEDDLE_NAME_VERSIONS, offset, (count) * HEDDLE_NAME_VERSION_BYTES
#define HEDDLE_HANDLE HEDDLE_PLATFORM_HANDLE, 0, sizeof(uintptr_t)

/* properties_gen.c: what clapi's tables of properties say. */
extern const struct heddle_property heddle_platform_properties[], heddle_device_properties[];
extern const char heddle_values[];

#endif
