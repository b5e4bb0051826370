#ifndef HEDDLE_SCARCE_H
#define HEDDLE_SCARCE_H

#include <stdint.h>

/* Allocations that fail on purpose, for tests: see cbridge/scarce, which has the same struct. */
enum { HEDDLE_SCARCE_ONCE, HEDDLE_SCARCE_FROM_THEN, HEDDLE_SCARCE_EVERY };

struct heddle_scarce {
	uint64_t nth, mode, count;
};

extern struct heddle_scarce heddle_scarce;

/* heddle_scarce_plan reads the value of HEDDLE_FAIL_ALLOCATION. It precedes all allocations. */
void heddle_scarce_plan(const char *value);

int heddle_scarce_count(const char *what);

/* heddle_scarce_refuses counts an allocation of something, and reports whether it is to fail. */
static inline int heddle_scarce_refuses(const char *what) {
	return __builtin_expect(heddle_scarce.nth != 0, 0) && heddle_scarce_count(what);
}

#endif
