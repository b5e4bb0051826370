/*
 * Settings that end the process: the Go runtime stops it, when it starts, if a variable of the environment that is meant
 * for Go programs is malformed (GOMEMLIMIT=512Mi), or if it asks for what there is not. The application need not be one
 * of Go, and the variable may be meant for its children. So such variables have the runtime's default while it starts. It
 * reads them behind the arguments of the program, where they were when that began.
 */
#include "host.h"

#include <stdlib.h>
#include <string.h>

static char **variables; /* the environment of the program's beginning */

__attribute__((constructor, cold)) static void find_variables(int count, char **arguments) {
	variables = arguments ? arguments + count + 1 : NULL;
}

enum { LIMIT, COUNT, DEBUG, SETTINGS };

static struct {
	char instead[16];
	char **at, *was; /* NULL: it is good, or not there */
} settings[SETTINGS] = {{"GOMEMLIMIT="}, {"GOMAXPROCS="}, {"GODEBUG="}};

/* is_good: a limit of bytes with a unit or none, a small number, no wish about the checks of pointers, some of which only
 * special builds have. */
__attribute__((cold)) static int is_good(int setting, const char *text) {
	static const char units[][4] = {"B", "KiB", "MiB", "GiB", "TiB"};
	char *unit;
	if (setting == COUNT)
		return strlen(text) < 5;
	if (setting == DEBUG)
		return !strstr(text, "cgocheck=");
	unsigned long long number = strtoull(text, &unit, 10); /* the greatest if it is larger */
	for (int i = 0; i < 5 && *text >= '0' && *text <= '9'; i++)
		if (!*unit || !strcmp(unit, units[i]))
			return number <= ((1ull << 63) - 1) >> 10 * i;
	return !*text || !strcmp(text, "off");
}

__attribute__((cold)) void heddle_settings_hide(void) {
	for (char **at = variables; at && *at; at++)
		for (int i = 0; i < SETTINGS; i++) {
			size_t length = strlen(settings[i].instead);
			if (settings[i].at || strncmp(*at, settings[i].instead, length) || is_good(i, *at + length))
				continue;
			settings[i].was = *at;
			settings[i].at = at;
			*at = settings[i].instead;
		}
}

__attribute__((cold)) void heddle_settings_show(void) {
	for (int i = 0; i < SETTINGS; i++) {
		if (settings[i].at && *settings[i].at == settings[i].instead)
			*settings[i].at = settings[i].was;
		settings[i].at = NULL;
	}
}
