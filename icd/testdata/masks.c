/* The threads of the library block the application's signals (those that the Go runtime leaves blocked), and the
 * application's own mask is as before. */
#include "program.h"
#include <dirent.h>
#include <unistd.h>

static unsigned long long blocked(const char *task) {
	char path[300], line[300];
	unsigned long long mask = 0;
	snprintf(path, sizeof path, "/proc/self/task/%s/status", task);
	FILE *file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		sscanf(line, "SigBlk: %llx", &mask);
	if (file)
		fclose(file);
	return mask;
}

int main(void) {
	unsigned long long usual = 1ull << (SIGINT - 1) | 1ull << (SIGALRM - 1) | 1ull << (SIGTERM - 1) | 1ull << (SIGURG - 1);
	unsigned long long runtimes = 1ull << (SIGSEGV - 1);
	char self[20];
	int others = 0;
	struct dirent *entry;
	snprintf(self, sizeof self, "%d", getpid());
	load();
	new_queue(new_context());
	DIR *tasks = opendir("/proc/self/task");
	while ((entry = readdir(tasks))) {
		if (entry->d_name[0] == '.')
			continue;
		unsigned long long mask = blocked(entry->d_name);
		if (!strcmp(entry->d_name, self)) {
			if (mask & usual)
				fail("the application's thread has signals blocked");
			continue;
		}
		others++;
		if ((mask & usual) != usual)
			fail("a thread of the library can run the application's signal handlers");
		/* A thread of the runtime is born with everything blocked and opens up when it is set up. */
		for (int i = 0; mask & runtimes && i < 2000; i++) {
			usleep(1000);
			mask = blocked(entry->d_name);
		}
		if (mask & runtimes)
			fail("a thread of the library blocks a signal of the runtime");
	}
	if (!others)
		fail("there are no threads of the library");
	puts("passed");
	return 0;
}
