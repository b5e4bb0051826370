#ifndef HEDDLE_CGROUP_H
#define HEDDLE_CGROUP_H

#include <stdint.h>

/* struct heddle_limits is what control groups leave to the process. Zeros: no limit. */
struct heddle_limits {
	uint64_t cpus; /* the quota, rounded up to whole processors */
	uint64_t memory_bytes;
};

/* heddle_read_limits finds the tightest limits on the way from the process's group to the root, in version 2 of control
 * groups and for the usual mount of version 1. */
struct heddle_limits heddle_read_limits(const char *folder);

#endif
