#ifndef HEDDLE_TOPOLOGY_H
#define HEDDLE_TOPOLOGY_H

#include <stdint.h>

/* Domains: ways to group processors by what they share, in the order of the bits of CL_DEVICE_AFFINITY_DOMAIN_*. */
enum { HEDDLE_NUMA, HEDDLE_L4, HEDDLE_L3, HEDDLE_L2, HEDDLE_L1, HEDDLE_DOMAINS };

struct heddle_cpu {
	int32_t number;                /* as the system counts processors */
	int32_t group[HEDDLE_DOMAINS]; /* by domain: the same for processors of one group; -1: not known */
};

/* struct heddle_topology is the processors that stand for the compute units, as many as those. Neighbours share the most. */
struct heddle_topology {
	struct heddle_cpu *cpus;
	uint32_t count;
	uint64_t domains; /* bit i: the processors are in several groups of domain i */
};

/* heddle_topology is that of this machine. It is looked at once, by the first caller, and always the same from then on. */
const struct heddle_topology *heddle_topology(void);

/* heddle_topology_read finds the groups of processors whose numbers are given, in ascending order, in the files of a
 * folder, and sorts them. Where there are more of them than compute units, those from the processor `here` on stay. */
void heddle_topology_read(struct heddle_topology *topology, const char *folder, uint32_t units, int32_t here);

#endif
