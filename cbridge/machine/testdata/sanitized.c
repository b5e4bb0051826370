/* Looks at this machine, and at those whose files stand in the folders that the arguments name, with the compiler's
 * sanitizers watching. Prints how many. */
#include "../machine.h"
#include <stdio.h>
#include <string.h>

static int is_sound(const struct heddle_machine *m) {
	return m->name[0] && memchr(m->name, 0, sizeof m->name) && m->compute_units > 0 && m->memory_bytes >= 64 << 20 &&
	       m->max_alloc_bytes >= 128 << 20 && m->cache_line_bytes > 0 && m->lanes >= 4;
}

int main(int count, char **folders) {
	struct heddle_machine m;
	if (!is_sound(heddle_machine()))
		return 1;
	for (int i = 1; i < count; i++) {
		heddle_machine_read(&m, folders[i]);
		if (!is_sound(&m)) {
			printf("%s: name %s, %u units\n", folders[i], m.name, m.compute_units);
			return 1;
		}
	}
	printf("%d\n", count);
	return 0;
}
