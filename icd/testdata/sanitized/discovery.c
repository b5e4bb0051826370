/* Asks discovery.c for everything, with room of every size for the answers, while the compiler's sanitizers watch. */
#include "../../discovery.h"
#include "../../prototypes_gen.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 0x5000, UNTOUCHED = 77 };

void *const heddle_dispatch[] = {0};

typedef int32_t info_function(uintptr_t object, uint32_t name, uint64_t room, uintptr_t value, uintptr_t bytes_ret);

/* ask_with_room gives exactly this many bytes, whose end the sanitizer knows. */
static int ask_with_room(info_function *info, uintptr_t object, uint32_t name, uint64_t room, uint64_t bytes) {
	uint64_t answered = UNTOUCHED;
	char *value = malloc(room + !room); /* NULL would ask for the size only */
	int32_t status = info(object, name, room, (uintptr_t)value, (uintptr_t)&answered);
	free(value);
	return room < bytes ? status < 0 && answered == UNTOUCHED : status == 0 && answered == bytes;
}

/* ask returns 1 if there is such a property, 0 if there is none, and ends the program if its answers are bad. */
static int ask(info_function *info, uintptr_t object, uint32_t name) {
	uint64_t bytes = UNTOUCHED;
	if (info(object, name, 0, 0, (uintptr_t)&bytes))
		return 0;
	for (uint64_t room = 0; room < bytes + 3; room++)
		if (!ask_with_room(info, object, name, room, bytes)) {
			printf("property %#x of %lu bytes with room for %lu\n", name, bytes, room);
			exit(1);
		}
	return 1;
}

int main(void) {
	int known = 0;
	if (heddle_make_roots() || heddle_make_roots())
		return 1;
	uintptr_t platform = heddle_platform(), device;
	if (early_clGetDeviceIDs(platform, 2, 1, (uintptr_t)&device, 0))
		return 1;
	for (uint32_t name = 0; name < NAMES; name++)
		known += ask(early_clGetPlatformInfo, platform, name) + ask(early_clGetDeviceInfo, device, name);
	printf("%d\n", known > 100);
	return 0;
}
