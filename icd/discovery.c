/*
 * Discovery: answers to programs that look which platforms and devices there are, given without the Go runtime.
 *
 * A program that uses OpenCL asks every driver of the machine for its devices, and then takes the one that it likes. Where
 * that is another one, ours should have cost next to nothing and left nothing in the process: no thread, no signal
 * handler, no heap. So these calls are answered in C until some other call needs the Go runtime; from then on clapi
 * answers them. The answers are the same, since they come from the same places: what a property's answer is from clapi's
 * tables (properties_gen.c is made of them), what the machine is like from cbridge/machine, the handles from the slab that
 * Go's table goes on with. Only the checks of arguments stand here and in clapi; conformance/host/discovery.c compares.
 *
 * Nothing here takes memory but the slab, nor much of the stack.
 */
#define _GNU_SOURCE
#include "discovery.h"
#include "prototypes_gen.h"
#include "../cbridge/host/scarce.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum {
	SUCCESS = 0,
	DEVICE_NOT_FOUND = -1,
	INVALID_VALUE = -30,
	INVALID_DEVICE_TYPE = -31,
	INVALID_PLATFORM = -32,
	INVALID_DEVICE = -33,
};

/* Device types, as the specification numbers their bits. */
#define TYPE_ALL 0xFFFFFFFFu
enum { TYPE_DEFAULT = 1, TYPE_CPU = 2, TYPES_KNOWN = 31 };

/* struct slot is what a handle points to, as in cbridge/handles. */
struct slot {
	uintptr_t dispatch, loader;
	uint64_t rest[6]; /* for Go to fill in */
};

enum { PLATFORM, DEVICE };

static struct slot *roots; /* written once, before anybody is told that the library is open */

int heddle_make_roots(void) {
	if (roots)
		return 0;
	if (heddle_scarce_refuses("the first slab of handles"))
		return 1;
	struct slot *slab = mmap(NULL, HEDDLE_SLAB_BYTES, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (slab == MAP_FAILED)
		return 1;
	slab[PLATFORM].dispatch = slab[DEVICE].dispatch = (uintptr_t)heddle_dispatch;
	roots = slab;
	return 0;
}

uintptr_t heddle_platform(void) {
	return (uintptr_t)roots;
}

void heddle_set_roots_data(uintptr_t data) {
	for (int i = PLATFORM; i <= DEVICE; i++)
		__atomic_store_n(&roots[i].loader, data, __ATOMIC_RELAXED);
}

static int is_platform(uintptr_t handle) {
	return handle == (uintptr_t)&roots[PLATFORM];
}

static int is_device(uintptr_t handle) {
	return handle == (uintptr_t)&roots[DEVICE];
}

/* asks_for_nothing: the arguments of a list have neither room for it nor for its length, or room for no element. */
static int asks_for_nothing(uint32_t count, uintptr_t array, uintptr_t count_ret) {
	return array ? !count : !count_ret;
}

/* answer_list answers with a list of one handle. */
static int32_t answer_list(uintptr_t handle, uintptr_t array, uintptr_t count_ret) {
	if (array)
		*(uintptr_t *)array = handle;
	if (count_ret)
		*(uint32_t *)count_ret = 1;
	return SUCCESS;
}

int32_t early_clGetPlatformIDs(uint32_t count, uintptr_t array, uintptr_t count_ret) {
	if (asks_for_nothing(count, array, count_ret))
		return INVALID_VALUE;
	return answer_list((uintptr_t)&roots[PLATFORM], array, count_ret);
}

int32_t early_clIcdGetPlatformIDsKHR(uint32_t count, uintptr_t array, uintptr_t count_ret) {
	return early_clGetPlatformIDs(count, array, count_ret);
}

int32_t early_clGetDeviceIDs(uintptr_t platform, uint64_t type, uint32_t count, uintptr_t array, uintptr_t count_ret) {
	if (platform && !is_platform(platform)) /* NULL is ours to choose */
		return INVALID_PLATFORM;
	if (!type || (type != TYPE_ALL && type & ~(uint64_t)TYPES_KNOWN))
		return INVALID_DEVICE_TYPE;
	if (asks_for_nothing(count, array, count_ret))
		return INVALID_VALUE;
	if (!(type & (TYPE_DEFAULT | TYPE_CPU)))
		return DEVICE_NOT_FOUND;
	return answer_list((uintptr_t)&roots[DEVICE], array, count_ret);
}

struct answer {
	const void *value;
	uint64_t bytes;
	enum heddle_source source; /* HEDDLE_TEXT_POINTERS and HEDDLE_NAME_VERSIONS: the answer is made of value */
};

/* How devices are divided, as the specification and cl_ext_device_fission number it. */
enum { EQUALLY = 0x1086, BY_COUNTS, BY_AFFINITY_DOMAIN, NEXT_PARTITIONABLE = 0x20 };
enum { EQUALLY_EXT = 0x4050, BY_COUNTS_EXT, BY_NAMES_EXT, BY_AFFINITY_DOMAIN_EXT, NEXT_FISSIONABLE_EXT = 0x100 };
static const uint64_t domain_ext[HEDDLE_DOMAINS] = {0x10, 4, 3, 2, 1};

static struct heddle_partition partition;

/* find_partition makes the answers that clapi/partition_info.go makes for any device. */
static void find_partition(void) {
	static const struct heddle_partition all = {{EQUALLY, BY_COUNTS}, {EQUALLY_EXT, BY_COUNTS_EXT, BY_NAMES_EXT}};
	const struct heddle_topology *t = heddle_topology();
	unsigned n = 0;
	if (t->count != heddle_machine()->compute_units || t->count < 2)
		return;
	partition = all;
	partition.most = t->count;
	if (!t->domains)
		return;
	partition.schemes[2] = BY_AFFINITY_DOMAIN;
	partition.schemes_ext[3] = BY_AFFINITY_DOMAIN_EXT;
	partition.domains = t->domains | NEXT_PARTITIONABLE;
	for (int d = 0; d < HEDDLE_DOMAINS; d++)
		if (t->domains >> d & 1)
			partition.domains_ext[n++] = domain_ext[d];
	partition.domains_ext[n] = NEXT_FISSIONABLE_EXT;
}

static const struct heddle_partition *root_partition(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, find_partition);
	return &partition;
}

static uint64_t list_bytes(const uint64_t *list) {
	uint64_t n = 0;
	while (list[n])
		n++;
	return (n ? n : 1) * sizeof *list;
}

/* find_answer looks a query up. It finds no value when the query is unknown. */
static struct answer find_answer(const struct heddle_property *table, uint32_t name) {
	const struct heddle_property *p = table;
	const char *member;
	while (p->name && p->name != name)
		p++;
	if (!p->name)
		return (struct answer){0};
	switch (p->source) {
	case HEDDLE_FROM_VALUES:
		return (struct answer){heddle_values + p->offset, p->bytes};
	case HEDDLE_PLATFORM_HANDLE:
		return (struct answer){&roots, p->bytes}; /* the address of the first slot */
	case HEDDLE_FROM_MACHINE:
		return (struct answer){(const char *)heddle_machine() + p->offset, p->bytes};
	case HEDDLE_TEXT_FROM_MACHINE:
		member = (const char *)heddle_machine() + p->offset;
		return (struct answer){member, strlen(member) + 1};
	case HEDDLE_FROM_PARTITION:
		return (struct answer){(const char *)root_partition() + p->offset, p->bytes};
	case HEDDLE_LIST_FROM_PARTITION:
		member = (const char *)root_partition() + p->offset;
		return (struct answer){member, list_bytes((const uint64_t *)member)};
	case HEDDLE_TEXT_POINTERS:
	case HEDDLE_NAME_VERSIONS:
		return (struct answer){heddle_values + p->offset, p->bytes, p->source};
	}
	return (struct answer){0};
}

static void point_to_texts(const char **pointers, struct answer a) {
	const char *text = a.value;
	for (uint64_t i = 0; i < a.bytes / sizeof *pointers; i++) {
		pointers[i] = text;
		text += strlen(text) + 1;
	}
}

static void unpack_names(char *out, struct answer a) {
	const char *packed = a.value;
	for (uint64_t i = 0; i < a.bytes; i += HEDDLE_NAME_VERSION_BYTES) {
		memcpy(out + i, packed, sizeof(uint32_t));
		packed += sizeof(uint32_t);
		strncpy(out + i + sizeof(uint32_t), packed, HEDDLE_NAME_BYTES); /* zeros follow */
		packed += strlen(packed) + 1;
	}
}

static int32_t answer_info(const struct heddle_property *table, uint32_t name, uint64_t room, uintptr_t value,
	uintptr_t bytes_ret) {
	struct answer a = find_answer(table, name);
	if (!a.value || (value && room < a.bytes))
		return INVALID_VALUE;
	if (value && a.source == HEDDLE_TEXT_POINTERS)
		point_to_texts((const char **)value, a);
	else if (value && a.source == HEDDLE_NAME_VERSIONS)
		unpack_names((char *)value, a);
	else if (value)
		memcpy((void *)value, a.value, a.bytes);
	if (bytes_ret)
		*(uint64_t *)bytes_ret = a.bytes;
	return SUCCESS;
}

int32_t early_clGetPlatformInfo(uintptr_t platform, uint32_t name, uint64_t room, uintptr_t value, uintptr_t bytes_ret) {
	if (platform && !is_platform(platform)) /* NULL is ours to choose */
		return INVALID_PLATFORM;
	return answer_info(heddle_platform_properties, name, room, value, bytes_ret);
}

int32_t early_clGetDeviceInfo(uintptr_t device, uint32_t name, uint64_t room, uintptr_t value, uintptr_t bytes_ret) {
	if (!is_device(device))
		return INVALID_DEVICE;
	return answer_info(heddle_device_properties, name, room, value, bytes_ret);
}

/* A root device is not counted. */
int32_t early_clRetainDevice(uintptr_t device) {
	return is_device(device) ? SUCCESS : INVALID_DEVICE;
}

int32_t early_clReleaseDevice(uintptr_t device) {
	return early_clRetainDevice(device);
}

int32_t early_clRetainDeviceEXT(uintptr_t device) {
	return early_clRetainDevice(device);
}

int32_t early_clReleaseDeviceEXT(uintptr_t device) {
	return early_clRetainDevice(device);
}

/* There is no compiler yet that could be unloaded. */
int32_t early_clUnloadPlatformCompiler(uintptr_t platform) {
	return is_platform(platform) ? SUCCESS : INVALID_PLATFORM;
}

int32_t early_clUnloadCompiler(void) {
	return SUCCESS;
}
