#include "scarce.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct heddle_scarce heddle_scarce;

/* heddle_scarce_plan: clapi/config reports a value that is no plan. */
void heddle_scarce_plan(const char *value) {
	if (heddle_scarce.nth)
		return;
	char *end;
	uint64_t nth = strtoull(value, &end, 10), mode;
	if (*value < '0' || *value > '9' || (*end && end[1]))
		return;
	switch (*end) {
	case 0: mode = HEDDLE_SCARCE_ONCE; break;
	case '+': mode = HEDDLE_SCARCE_FROM_THEN; break;
	case '*': mode = HEDDLE_SCARCE_EVERY; break;
	default: return;
	}
	heddle_scarce = (struct heddle_scarce){nth, mode, 0};
}

static int fails(uint64_t number) {
	switch (heddle_scarce.mode) {
	case HEDDLE_SCARCE_FROM_THEN: return number >= heddle_scarce.nth;
	case HEDDLE_SCARCE_EVERY: return number % heddle_scarce.nth == 0;
	default: return number == heddle_scarce.nth;
	}
}

/* put writes the end of a number's decimal digits before a place, and returns where they begin. */
static char *put(char *end, uint64_t number) {
	do {
		*--end = '0' + (char)(number % 10);
		number /= 10;
	} while (number);
	return end;
}

/* heddle_scarce_count may be called by signal handlers. */
int heddle_scarce_count(const char *what) {
	static const char before[] = "heddle: allocation ", between[] = " is refused: ";
	char line[160], digits[20], *end = digits + sizeof digits;
	uint64_t number = __atomic_add_fetch(&heddle_scarce.count, 1, __ATOMIC_RELAXED);
	if (!fails(number))
		return 0;
	const char *first = put(end, number);
	const char *parts[] = {before, first, between, what, "\n"};
	size_t sizes[] = {sizeof before - 1, (size_t)(end - first), sizeof between - 1, strlen(what), 1}, size = 0;
	for (int i = 0; i < 5; size += sizes[i++])
		memcpy(line + size, parts[i], sizes[i]);
	return write(STDERR_FILENO, line, size), 1;
}
