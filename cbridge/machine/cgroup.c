#include "cgroup.h"
#include "files.h"

#include <string.h>

/* Not on the stack: callers may have 16 KiB of it. There is one at a time. */
static char groups[4096]; /* /proc/self/cgroup */
static char text[64];     /* of a file that holds a limit or two */

/* smaller is the tighter of two limits, of which 0 is none. */
static uint64_t smaller(uint64_t a, uint64_t b) {
	return !a || (b && b < a) ? b : a;
}

/* add_quota takes microseconds per period. */
static void add_quota(struct heddle_limits *limits, uint64_t quota, uint64_t period) {
	if (quota && period)
		limits->cpus = smaller(limits->cpus, quota / period + (quota % period != 0));
}

static uint64_t number_in(const char *folder, const char *directory, const char *name) {
	const char *number = text;
	heddle_read_file(text, sizeof text, folder, directory, name);
	return heddle_number(&number);
}

static void read_memory_v1(struct heddle_limits *limits, const char *folder, const char *directory) {
	limits->memory_bytes = smaller(limits->memory_bytes, number_in(folder, directory, "memory.limit_in_bytes"));
}

static void read_cpu_v1(struct heddle_limits *limits, const char *folder, const char *directory) {
	uint64_t quota = number_in(folder, directory, "cpu.cfs_quota_us");
	add_quota(limits, quota, number_in(folder, directory, "cpu.cfs_period_us"));
}

static void read_v2(struct heddle_limits *limits, const char *folder, const char *directory) {
	const char *numbers = text;
	heddle_read_file(text, sizeof text, folder, directory, "cpu.max");
	uint64_t quota = heddle_number(&numbers);
	add_quota(limits, quota, heddle_number(&numbers));
	limits->memory_bytes = smaller(limits->memory_bytes, number_in(folder, directory, "memory.max"));
}

/* struct controller is a way to read limits, and where they stand. */
struct controller {
	const char *mount;
	void (*read)(struct heddle_limits *limits, const char *folder, const char *directory);
};

/* walk_groups reads the limits of a group and of all those around it. A group that lies outside of what the process can
 * see begins with "/.."; there is nothing to be read then but the root. */
static void walk_groups(struct heddle_limits *limits, const char *folder, const struct controller *c, const char *group) {
	static char directory[sizeof groups + 32];
	size_t mount = strlen(c->mount), length = strncmp(group, "/..", 3) ? strlen(group) : 0;
	memcpy(directory, c->mount, mount);
	memcpy(directory + mount, group, length);
	while (length && group[length - 1] == '/')
		length--;
	for (;;) {
		directory[mount + length] = 0;
		c->read(limits, folder, directory);
		if (!length)
			return;
		do
			length--;
		while (length && group[length] != '/');
	}
}

/* has_word finds a word in a list with commas. */
static int has_word(const char *list, const char *word) {
	size_t length = strlen(word);
	for (; *list; list += strcspn(list, ","), list += *list == ',')
		if (strcspn(list, ",") == length && !memcmp(list, word, length))
			return 1;
	return 0;
}

struct heddle_limits heddle_read_limits(const char *folder) {
	static const struct controller all = {"/sys/fs/cgroup", read_v2}, cpu = {"/sys/fs/cgroup/cpu", read_cpu_v1},
		memory = {"/sys/fs/cgroup/memory", read_memory_v1};
	struct heddle_limits limits = {0};
	char *line, *rest = groups;
	heddle_read_file(groups, sizeof groups, folder, "/proc/self", "cgroup");
	while ((line = heddle_next_line(&rest))) { /* number:controllers:group; version 2 has no controllers there */
		char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!group)
			continue;
		*group++ = 0;
		controllers++;
		if (!*controllers)
			walk_groups(&limits, folder, &all, group);
		if (has_word(controllers, "cpu"))
			walk_groups(&limits, folder, &cpu, group);
		if (has_word(controllers, "memory"))
			walk_groups(&limits, folder, &memory, group);
	}
	return limits;
}
