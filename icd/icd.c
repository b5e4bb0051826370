/*
 * What the C side has to do itself: find out that the process was forked, and hand out extension functions.
 *
 * The Go runtime does not survive fork: the child has its memory and locks but none of its threads, so any call into
 * it could hang. The mark set by the fork handler is read by C code before Go is entered.
 */
#include "_cgo_export.h"
#include "icd.h"
#include "prototypes_gen.h"

#include <pthread.h>
#include <string.h>

volatile int heddle_state = HEDDLE_LOADED;

static pthread_once_t start_once = PTHREAD_ONCE_INIT;

static void mark_forked(void) {
	heddle_state = HEDDLE_FORKED;
}

__attribute__((constructor)) static void watch_forks(void) {
	pthread_atfork(NULL, NULL, mark_forked);
}

static void start(void) {
	heddleStart((uintptr_t)heddle_dispatch);
	heddle_state = HEDDLE_STARTED;
}

int heddle_begin(void) {
	if (heddle_state == HEDDLE_LOADED)
		pthread_once(&start_once, start);
	return heddle_state == HEDDLE_FORKED;
}

int32_t heddle_other_system(void) {
	return -59; /* CL_INVALID_OPERATION */
}

/* Extension functions that an application may ask for by name. */
static const struct {
	const char *name;
	void *function;
} extensions[] = {
	{"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
};

uintptr_t clGetExtensionFunctionAddress(uintptr_t name) {
	for (unsigned i = 0; name && i < sizeof extensions / sizeof *extensions; i++)
		if (!strcmp((const char *)name, extensions[i].name))
			return (uintptr_t)extensions[i].function;
	return 0;
}

/* The specification names no error for a bad platform; the answer is the NULL of an unknown function. */
uintptr_t clGetExtensionFunctionAddressForPlatform(uintptr_t platform, uintptr_t name) {
	if (heddle_enter() || heddleMissing(HEDDLE_KIND_PLATFORM, platform, 0))
		return 0;
	return clGetExtensionFunctionAddress(name);
}
