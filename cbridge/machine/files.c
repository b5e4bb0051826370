#include "files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static char path[PATH_BYTES]; /* not on the stack: callers may have 16 KiB of it. There is one at a time */

void heddle_read_file(char *text, size_t bytes, const char *folder, const char *directory, const char *name) {
	ssize_t n = 0;
	text[0] = 0;
	if (snprintf(path, sizeof path, "%s%s/%s", folder, directory, name) >= PATH_BYTES)
		return;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return;
	n = read(file, text, bytes - 1);
	text[n > 0 ? n : 0] = 0;
	close(file);
}

uint64_t heddle_number(const char **text) {
	const char *p = *text + strspn(*text, " \t\n");
	uint64_t n = 0;
	for (; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*p - '0'), &n))
			n = UINT64_MAX / 10; /* more than anybody has; it stays so large */
	*text = p;
	return n;
}

char *heddle_next_line(char **rest) {
	char *line = *rest;
	if (!*line)
		return NULL;
	*rest += strcspn(line, "\n");
	if (**rest)
		*(*rest)++ = 0;
	return line;
}
