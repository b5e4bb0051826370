/*
 * Settings that end the process: the Go runtime stops it, when it starts, if a variable of the environment that is meant
 * for Go programs is malformed (GOMEMLIMIT=512Mi), or if it asks for what there is not. The application need not be one
 * of Go, and the variable may be meant for its children. So such variables have the runtime's default while it starts. It
 * reads them behind the arguments of the program, where they were when that began.
 */
#include "host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char **variables; /* the environment of the program's beginning */

__attribute__((constructor)) static void find_variables(int count, char **arguments) {
	variables = arguments ? arguments + count + 1 : NULL;
}

/* is_limit: nothing, "off", or bytes below 2^63, perhaps with a unit. */
static int is_limit(const char *text) {
	static const char units[][4] = {"", "B", "KiB", "MiB", "GiB", "TiB"};
	char *unit;
	errno = 0;
	unsigned long long number = strtoull(text, &unit, 10);
	for (int i = 0; i < 6; i++)
		if (*text >= '0' && *text <= '9' && !strcmp(unit, units[i]))
			return !errno && number <= ((1ull << 63) - 1) >> (i > 1 ? 10 * (i - 1) : 0);
	return !*text || !strcmp(text, "off");
}

/* is_count: few threads at most. What is no number is ignored by the runtime. */
static int is_count(const char *text) {
	return strtoull(text, NULL, 10) < 10000;
}

/* has_checks: it does not ask for checks of pointers that only special builds have. */
static int has_checks(const char *text) {
	static const char name[] = "cgocheck=";
	while ((text = strstr(text, name)))
		if (strtoull(text += sizeof name - 1, NULL, 10) > 1)
			return 0;
	return 1;
}

static struct setting {
	char *instead;
	int (*is_good)(const char *value);
	char **at, *was; /* NULL: it is good, or not there */
} settings[] = {{"GOMEMLIMIT=", is_limit}, {"GOMAXPROCS=", is_count}, {"GODEBUG=", has_checks}};

enum { SETTINGS = sizeof settings / sizeof *settings };

static void replace(struct setting *s, char **at) {
	size_t length = strlen(s->instead);
	if (s->at || strncmp(*at, s->instead, length) || s->is_good(*at + length))
		return;
	s->was = *at;
	s->at = at;
	*at = s->instead;
}

void heddle_settings_hide(void) {
	for (char **at = variables; at && *at; at++)
		for (int i = 0; i < SETTINGS; i++)
			replace(&settings[i], at);
}

void heddle_settings_show(void) {
	for (struct setting *s = settings; s < settings + SETTINGS; s++) {
		if (s->at && *s->at == s->instead)
			*s->at = s->was;
		s->at = NULL;
	}
}
