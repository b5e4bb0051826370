#define _GNU_SOURCE
#include "topology.h"
#include "files.h"
#include "machine.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CPUS_MOST = 8192 /* of the largest kernels */, CACHES_MOST = 16 };

/* Not on the stack: callers may have 16 KiB of it. There is one at a time. */
static struct heddle_cpu cpus[CPUS_MOST];
static char list[16384]; /* of processors, such as 0-3,8 */
static char directory[128];
static char text[32];

/* next_range takes a range from a list of numbers, and reports whether there was one. */
static int next_range(const char **rest, uint64_t *first, uint64_t *last) {
	const char *p = *rest;
	if (*p < '0' || *p > '9')
		return 0;
	*first = *last = heddle_number(&p);
	if (*p == '-') {
		p++;
		*last = heddle_number(&p);
	}
	*rest = p + (*p == ',');
	return 1;
}

/* set_group puts the processors of a list into a group. */
static void set_group(struct heddle_topology *t, int domain, int32_t group) {
	uint64_t first, last;
	for (const char *rest = list; next_range(&rest, &first, &last);)
		for (uint32_t i = 0; i < t->count; i++)
			if ((uint64_t)t->cpus[i].number >= first && (uint64_t)t->cpus[i].number <= last)
				t->cpus[i].group[domain] = group;
}

static void read_nodes(struct heddle_topology *t, const char *folder) {
	static char nodes[4096];
	uint64_t first, last;
	heddle_read_file(nodes, sizeof nodes, folder, "/sys/devices/system/node", "online");
	for (const char *rest = nodes; next_range(&rest, &first, &last);)
		for (uint64_t node = first; node <= last && node < CPUS_MOST; node++) {
			snprintf(directory, sizeof directory, "/sys/devices/system/node/node%u", (unsigned)node);
			heddle_read_file(list, sizeof list, folder, directory, "cpulist");
			set_group(t, HEDDLE_NUMA, (int32_t)node);
		}
}

/* read_caches finds out with whom a processor shares its caches for data. */
static void read_caches(struct heddle_topology *t, const char *folder, const struct heddle_cpu *cpu) {
	for (unsigned i = 0; i < CACHES_MOST; i++) {
		const char *number = text;
		snprintf(directory, sizeof directory, "/sys/devices/system/cpu/cpu%d/cache/index%u", cpu->number, i);
		heddle_read_file(text, sizeof text, folder, directory, "level");
		uint64_t level = heddle_number(&number);
		if (!level)
			return;
		if (level > 4 || cpu->group[HEDDLE_NUMA + 5 - level] >= 0)
			continue; /* of the latter, another processor of the group has told */
		heddle_read_file(text, sizeof text, folder, directory, "type");
		if (!strncmp(text, "Instruction", 11))
			continue;
		heddle_read_file(list, sizeof list, folder, directory, "shared_cpu_list");
		set_group(t, (int)(HEDDLE_NUMA + 5 - level), cpu->number);
	}
}

static int compare_cpus(const void *first, const void *second) {
	const struct heddle_cpu *a = first, *b = second;
	for (int d = 0; d < HEDDLE_DOMAINS; d++)
		if (a->group[d] != b->group[d])
			return a->group[d] < b->group[d] ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

static void reverse(struct heddle_cpu *first, uint32_t count) {
	for (uint32_t i = 0; i < count / 2; i++) {
		struct heddle_cpu c = first[i];
		first[i] = first[count - 1 - i];
		first[count - 1 - i] = c;
	}
}

/* start_at rotates the processors until a certain one is the first. */
static void start_at(struct heddle_topology *t, int32_t number) {
	uint32_t place = 0;
	while (place < t->count && t->cpus[place].number != number)
		place++;
	if (place == t->count)
		return;
	reverse(t->cpus, place);
	reverse(t->cpus + place, t->count - place);
	reverse(t->cpus, t->count);
}

/* has_several reports whether all processors are in some group of a domain, but not all in the same. */
static int has_several(const struct heddle_topology *t, int domain) {
	int several = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		if (t->cpus[i].group[domain] < 0)
			return 0;
		several |= t->cpus[i].group[domain] != t->cpus[0].group[domain];
	}
	return several;
}

/* A process that may use only a part of the time of its processors (a quota) has fewer compute units than processors.
 * Which of them its sub-devices get is our choice then: those around where the process happens to run, so that processes
 * with quotas do not all share the first ones. */
void heddle_topology_read(struct heddle_topology *t, const char *folder, uint32_t units, int32_t here) {
	for (uint32_t i = 0; i < t->count; i++)
		for (int d = 0; d < HEDDLE_DOMAINS; d++)
			t->cpus[i].group[d] = -1;
	read_nodes(t, folder);
	for (uint32_t i = 0; i < t->count; i++)
		read_caches(t, folder, &t->cpus[i]);
	qsort(t->cpus, t->count, sizeof *t->cpus, compare_cpus);
	if (units < t->count) {
		start_at(t, here);
		t->count = units;
	}
	t->domains = 0;
	for (int d = 0; d < HEDDLE_DOMAINS; d++)
		t->domains |= (uint64_t)has_several(t, d) << d;
}

static struct heddle_topology topology = {.cpus = cpus};

static void read_this_topology(void) {
	static cpu_set_t set[CPUS_MOST / CPU_SETSIZE];
	uint32_t units = heddle_machine()->compute_units;
	if (!sched_getaffinity(0, sizeof set, set))
		for (int32_t i = 0; i < CPUS_MOST; i++)
			if (CPU_ISSET_S((size_t)i, sizeof set, set))
				cpus[topology.count++].number = i;
	heddle_topology_read(&topology, "", units, sched_getcpu());
}

const struct heddle_topology *heddle_topology(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, read_this_topology);
	return &topology;
}
