// The system calls that the driver makes, and those of the C library for it; docs/sandbox.md is compared with this list.
#ifndef HEDDLE_SANDBOX_CALLS_H
#define HEDDLE_SANDBOX_CALLS_H

static const struct {
	const char *name;
	unsigned number;
	int is_early; // not made any more when a first context exists and a first kernel has run
} calls[] = {
#define CALL(name) {#name, SYS_##name, 0},
#define EARLY(name) {#name, SYS_##name, 1},
	CALL(read)
#undef CALL
#undef EARLY
};

#endif
