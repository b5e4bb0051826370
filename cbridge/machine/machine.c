#define _GNU_SOURCE
#include "machine.h"
#include "../buildid/buildid.h"
#include "../code/vector_bits.h"
#include "files.h"
#include "cgroup.h"
#include "processor.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>

enum { CPUS_MOST = 8192 }; /* of the largest kernels */

#define MIB ((uint64_t)1 << 20)

/* Not on the stack: callers may have 16 KiB of it. There is one at a time. */
static char cpuinfo[1024]; /* of the first processor; a longer read would have the system write about others too */

/* cpuinfo_value is the system's value of a name for the first processor, followed by an end of line. */
static const char *cpuinfo_value(const char *name) {
	size_t length = strlen(name);
	for (const char *line = cpuinfo; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		if (strncmp(line, name, length))
			continue;
		const char *after = line + length + strspn(line + length, " \t");
		if (*after == ':')
			return after + 1;
	}
	return "";
}

/* copy_words copies the words of a line with one blank between them: makers fill names up with blanks. */
static void copy_words(char *to, size_t room, const char *line) {
	char *start = to;
	for (; *line && *line != '\n' && (size_t)(to - start) < room - 1; line++)
		if (*line != ' ' && *line != '\t')
			*to++ = *line;
		else if (to > start && to[-1] != ' ')
			*to++ = ' ';
	to -= to > start && to[-1] == ' ';
	*to = 0;
}

/* read_name asks the system before the processor: in a virtual machine, CPUID takes longer than reading a file. */
static void read_name(struct heddle_machine *m) {
	char brand[49];
	copy_words(m->name, sizeof m->name, cpuinfo_value("model name"));
	if (!m->name[0]) {
		heddle_brand(brand);
		copy_words(m->name, sizeof m->name, brand);
	}
	if (!m->name[0])
		strcpy(m->name, "CPU");
}

/* read_clock prefers the system's figure of what the processor can reach; virtual machines often only have the line in
 * cpuinfo. */
static void read_clock(struct heddle_machine *m, const char *folder) {
	char text[32];
	const char *khz = text, *mhz = cpuinfo_value("cpu MHz");
	heddle_read_file(text, sizeof text, folder, "/sys/devices/system/cpu/cpu0/cpufreq", "cpuinfo_max_freq");
	m->clock_mhz = (uint32_t)(heddle_number(&khz) / 1000);
	if (!m->clock_mhz)
		m->clock_mhz = (uint32_t)heddle_number(&mhz);
}

static uint32_t allowed_cpus(void) {
	static cpu_set_t set[CPUS_MOST / CPU_SETSIZE];
	return sched_getaffinity(0, sizeof set, set) ? 1 : (uint32_t)CPU_COUNT_S(sizeof set, set);
}

/* read_compute_units counts the processors that the process may run on, by affinity and by quota. */
static void read_compute_units(struct heddle_machine *m, uint64_t quota) {
	m->compute_units = allowed_cpus();
	if (quota && quota < m->compute_units)
		m->compute_units = (uint32_t)quota;
	if (!m->compute_units)
		m->compute_units = 1;
}

static void read_memory(struct heddle_machine *m, uint64_t limit) {
	struct sysinfo info;
	if (!sysinfo(&info))
		m->memory_bytes = (uint64_t)info.totalram * info.mem_unit;
	if (limit && limit < m->memory_bytes)
		m->memory_bytes = limit;
	if (m->memory_bytes < 64 * MIB)
		m->memory_bytes = 64 * MIB;
}

/* choose_largest_buffers: half of the memory, so that a program that fills a buffer of this size does not drive the
 * machine into swapping. Constant memory is like any other here; programs size tables by its limit and fill them, so
 * gigabytes are of no use. */
static void choose_largest_buffers(struct heddle_machine *m) {
	m->max_alloc_bytes = m->memory_bytes / 2 > 128 * MIB ? m->memory_bytes / 2 : 128 * MIB;
	m->max_constant_bytes = m->max_alloc_bytes < 256 * MIB ? m->max_alloc_bytes : 256 * MIB;
}

static void ask_processor(struct heddle_machine *m) {
	struct heddle_leaf vendor = heddle_vendor();
	struct heddle_cache cache = heddle_largest_cache(vendor);
	int bits = heddle_vector_bits();
	m->vendor_id = heddle_pci_vendor(vendor);
	m->cache_bytes = cache.bytes;
	m->cache_line_bytes = cache.line_bytes > 64 ? cache.line_bytes : 64;
	m->lanes = bits > 128 ? (uint64_t)bits / 32 : 4; /* 128 bits has every processor of this kind */
}

/* hash_on goes on with a hash of 128 bits over a text (FNV-1a). */
static void hash_on(unsigned __int128 *hash, const char *text) {
	const unsigned __int128 prime = (unsigned __int128)1 << 88 | 0x13b;
	for (; *text; text++)
		*hash = (*hash ^ (uint8_t)*text) * prime;
}

/* make_uuid hashes what this machine is, and the identity that the system gave it, into a UUID of the custom kind (version
 * 8 of RFC 9562). */
static void make_uuid(struct heddle_machine *m, const char *folder) {
	char identity[64];
	unsigned __int128 hash = (unsigned __int128)0x6c62272e07bb0142 << 64 | 0x62b821756295c58d;
	heddle_read_file(identity, sizeof identity, folder, "/etc", "machine-id");
	hash_on(&hash, "heddle device ");
	hash_on(&hash, m->name);
	hash_on(&hash, " ");
	hash_on(&hash, identity);
	for (int i = 15; i >= 0; i--, hash >>= 8)
		m->uuid[i] = (uint8_t)hash;
	m->uuid[6] = (m->uuid[6] & 0x0f) | 0x80;
	m->uuid[8] = (m->uuid[8] & 0x3f) | 0x80;
}

/* describe_driver tells builds apart, since applications keep binaries of programs under the driver's version. */
static void describe_driver(struct heddle_machine *m) {
	uint8_t id[HEDDLE_BUILD_ID_BYTES];
	if (heddle_build_id(id) >= 6)
		snprintf(m->driver, sizeof m->driver, HEDDLE_DRIVER_VERSION " (%02x%02x%02x%02x%02x%02x)", id[0], id[1], id[2], id[3],
			id[4], id[5]);
	else
		snprintf(m->driver, sizeof m->driver, HEDDLE_DRIVER_VERSION);
}

void heddle_machine_read(struct heddle_machine *m, const char *folder) {
	struct heddle_limits limits = heddle_read_limits(folder);
	memset(m, 0, sizeof *m);
	heddle_read_file(cpuinfo, sizeof cpuinfo, folder, "/proc", "cpuinfo");
	read_name(m);
	read_clock(m, folder);
	read_compute_units(m, limits.cpus);
	read_memory(m, limits.memory_bytes);
	choose_largest_buffers(m);
	ask_processor(m);
	make_uuid(m, folder);
	describe_driver(m);
}

static struct heddle_machine machine;

static void read_this_machine(void) {
	heddle_machine_read(&machine, "");
}

const struct heddle_machine *heddle_machine(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT; /* which a fork of the process in the middle of it does not harm */
	pthread_once(&once, read_this_machine);
	return &machine;
}
