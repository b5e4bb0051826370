/*
 * A process without threads of the application. Its main thread may end by pthread_exit, and then all others; the
 * process goes on as long as there are threads of ours, which block signals, so that it could not be ended by any but
 * SIGKILL. Therefore a thread looks from time to time, once the main thread has ended, whether the application has any
 * left, and takes the signals while it has none.
 */
#define _GNU_SOURCE
#include "host.h"
#include "reserve.h"

#include <ctype.h>
#include <dirent.h>
#include <time.h>
#include <unistd.h>

int heddle_own_threads;

/* count_threads is 0 where the system does not tell. */
static int count_threads(void) {
	int count = 0;
	DIR *threads = opendir("/proc/self/task");
	if (!threads)
		return 0;
	for (struct dirent *entry = readdir(threads); entry; entry = readdir(threads))
		count += isdigit((unsigned char)entry->d_name[0]) != 0;
	closedir(threads);
	return count;
}

/* is_orphaned: the main thread that has ended is still counted. */
static int is_orphaned(void) {
	int own = __atomic_load_n(&heddle_own_threads, __ATOMIC_ACQUIRE);
	return count_threads() == own + 1;
}

static void *take_signals(void *unused) {
	const struct timespec pause = {.tv_nsec = 200000000};
	sigset_t signals;
	heddle_asynchronous(&signals);
	for (;;) {
		nanosleep(&pause, NULL);
		pthread_sigmask(is_orphaned() ? SIG_UNBLOCK : SIG_BLOCK, &signals, NULL);
	}
	return unused;
}

/* main_ends is not called where the process ends with its main thread. */
static void main_ends(void *unused) {
	(void)unused;
	pthread_t thread;
	sigset_t signals, before;
	heddle_asynchronous(&signals);
	pthread_sigmask(SIG_BLOCK, &signals, &before);
	if (!heddle_create_thread(&thread, NULL, take_signals, NULL))
		pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void heddle_watch_main(void) {
	static pthread_key_t key;
	if (gettid() == getpid() && !pthread_key_create(&key, main_ends))
		pthread_setspecific(key, &key);
}
