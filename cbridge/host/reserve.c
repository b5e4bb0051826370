/*
 * What the Go runtime needs of the system, asked for before it starts.
 *
 * The runtime ends the process where the system refuses it memory or a thread, which is no way to behave for a library. So the
 * address space that it reserves as it starts is reserved for a trial first, as are its descriptors, and some threads are
 * made in advance. As long as that fails, the runtime is not started, and calls are refused with an error.
 *
 * The threads stay. They sleep until the system refuses a thread that the runtime wants (host.c), and do its work then:
 * limits on threads hold for all processes of a user or a container, which take the last ones at any time.
 */
#define _GNU_SOURCE
#include "reserve.h"
#include "scarce.h"

#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	THREADS = 6,                /* the runtime has five on two processors while it compiles and runs a small kernel */
	ADDRESS_SPACE = 1792 << 20, /* 1,170 MB for its tables, 64 MB for its heap, 64 MB for each thread that allocates in C */
};

struct kept {
	pthread_t thread;
	int is_free;
	void *(*start)(void *); /* NULL: the thread is to end */
	void *argument;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct kept kept[THREADS]; /* guarded by mutex */

static void *wait_for_work(void *argument) {
	struct kept *self = argument;
	pthread_mutex_lock(&mutex);
	while (self->is_free)
		pthread_cond_wait(&changed, &mutex);
	void *(*start)(void *) = self->start;
	pthread_mutex_unlock(&mutex);
	return start ? start(self->argument) : NULL;
}

/* assign gives a thread something to do, or its end. */
static void assign(struct kept *thread, void *(*start)(void *), void *argument) {
	thread->start = start;
	thread->argument = argument;
	thread->is_free = 0;
	pthread_cond_broadcast(&changed);
}

/* make_threads returns how many it could make. */
static int make_threads(void) {
	int made = 0;
	for (; made < THREADS; made++) {
		kept[made].is_free = 1;
		if (heddle_create_thread(&kept[made].thread, NULL, wait_for_work, &kept[made]))
			break;
	}
	return made;
}

static void end_threads(int count) {
	pthread_mutex_lock(&mutex);
	for (int i = 0; i < count; i++)
		assign(&kept[i], NULL, NULL);
	pthread_mutex_unlock(&mutex);
	for (int i = 0; i < count; i++)
		pthread_join(kept[i].thread, NULL);
}

/* has_address_space is asked while the threads exist: their stacks are needed as well. */
static int has_address_space(void) {
	if (heddle_scarce_refuses("address space"))
		return 0;
	void *trial = mmap(NULL, ADDRESS_SPACE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (trial == MAP_FAILED)
		return 0;
	munmap(trial, ADDRESS_SPACE);
	return 1;
}

/* has_descriptors: the runtime ends the process as well where it cannot have two descriptors when its poller starts, as
 * it does for a standard descriptor that does not block. */
static int has_descriptors(void) {
	int first = epoll_create1(EPOLL_CLOEXEC), second = eventfd(0, EFD_CLOEXEC);
	if (first >= 0)
		close(first);
	if (second >= 0)
		close(second);
	return first >= 0 && second >= 0 && !heddle_scarce_refuses("descriptors");
}

int heddle_reserve_take(void) {
	static int is_taken;
	if (is_taken)
		return 0;
	int made = make_threads();
	if (made == THREADS && has_address_space() && has_descriptors()) {
		is_taken = 1;
		return 0;
	}
	end_threads(made);
	for (int i = 0; i < THREADS; i++)
		kept[i].is_free = 0;
	return 1;
}

int heddle_reserve_run(pthread_t *thread, void *(*start)(void *), void *argument) {
	int failed = 1;
	pthread_mutex_lock(&mutex);
	for (int i = 0; i < THREADS && failed; i++) {
		if (!kept[i].is_free)
			continue;
		*thread = kept[i].thread;
		assign(&kept[i], start, argument);
		failed = 0;
	}
	pthread_mutex_unlock(&mutex);
	return failed;
}
