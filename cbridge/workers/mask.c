#define _GNU_SOURCE
#include "mask.h"

#include <sched.h>
#include <string.h>

int heddle_get_mask(void *mask) {
	memset(mask, 0, HEDDLE_MASK_BYTES);
	return sched_getaffinity(0, HEDDLE_MASK_BYTES, mask);
}

int heddle_set_mask(const void *mask) {
	return sched_setaffinity(0, HEDDLE_MASK_BYTES, mask);
}
