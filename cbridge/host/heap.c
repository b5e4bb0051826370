/*
 * The memory of the Go runtime, which it maps through the C library; the linker's --wrap shows us those calls.
 *
 * Large pages. A build that takes 40 MB of heap touches ten thousand pages for the first time, which costs as much as
 * the build itself: 1 to 4 microseconds each. The runtime takes memory in pieces of 4 MiB and more by mapping them over
 * address space that it has reserved. The first piece of each 64 MiB stays as it is, because applications with small
 * kernels touch few pages of it.
 *
 * Shortage. The runtime ends the process where the system refuses it address space, as under a limit (RLIMIT_AS). So
 * where there is a limit, some is kept back since the first build. The runtime gets it when there is no other, and
 * builds, which look at heddle_heap_is_short between their steps, end. What steps of builds may need more than all else
 * is given back some time after a build.
 *
 * Where there is none, the system ends a process that takes more memory than there is. So memory is short, too, when the
 * heap grows beyond a bound while something is built.
 *
 * A limit may also be set below what the process has. Nothing can be mapped then, but what is reserved can be made
 * accessible: so the runtime gets its pieces of reserved space by mprotect, and what it wants besides from space that
 * was reserved at the start.
 */
#define _GNU_SOURCE
#include "heap.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/types.h>

enum {
	PIECE = 4 << 20,
	ARENA = 64 << 20,
	KEPT = 4 * ARENA, /* what steps of a build take at most between two looks, on a few threads */
	PARTS = 2,
	LAST = 2 * ARENA + (16 << 20), /* one more arena, which the runtime aligns, and what it needs to manage it */
};

static const size_t part_sizes[PARTS] = {KEPT - ARENA, ARENA}; /* for builds, and for all else */

uint32_t heddle_heap_is_short;

static size_t bound = SIZE_MAX, heap_bytes; /* of the heap: from where on it is short, and what it has taken so far */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* held while address space is kept back */
static void *kept[PARTS];                                 /* NULL: none */

static uintptr_t last_next, last_end; /* what is left of the space that was reserved at the start */

void *__real_mmap(void *, size_t, int, int, int, off_t);

static int give_part(int part) {
	void *space = __atomic_exchange_n(&kept[part], NULL, __ATOMIC_ACQ_REL);
	return space && !munmap(space, part_sizes[part]);
}

/* give_kept returns what is kept back to the system, and reports whether there was any. */
static int give_kept(void) {
	int given = 0;
	for (int part = 0; part < PARTS; part++)
		given |= give_part(part);
	if (given)
		__atomic_store_n(&heddle_heap_is_short, 1, __ATOMIC_RELEASE);
	return given;
}

static void *reserve(size_t bytes) {
	void *space = __real_mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return space == MAP_FAILED ? NULL : space;
}

static int keep(size_t more) {
	void *space = more ? reserve(more) : NULL;
	if (more && !space)
		return 0;
	int is_kept = 1;
	for (int part = 0; part < PARTS; part++) {
		if (!__atomic_load_n(&kept[part], __ATOMIC_ACQUIRE))
			__atomic_store_n(&kept[part], reserve(part_sizes[part]), __ATOMIC_RELEASE);
		is_kept &= __atomic_load_n(&kept[part], __ATOMIC_ACQUIRE) != NULL;
	}
	if (space)
		munmap(space, more);
	return is_kept;
}

static int is_limited(void) {
	struct rlimit limit;
	return !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY;
}

int heddle_heap_may_grow(size_t bytes) {
	void *space = is_limited() ? reserve(bytes) : NULL;
	if (space)
		munmap(space, bytes);
	return space || !is_limited();
}

int heddle_heap_release(void) {
	return give_part(0);
}

int heddle_heap_keep(size_t more, size_t most) {
	int is_kept = 1;
	if (is_limited()) {
		pthread_mutex_lock(&mutex);
		is_kept = keep(more);
		pthread_mutex_unlock(&mutex);
	}
	if (is_kept)
		heddle_heap_forgive();
	__atomic_store_n(&bound, most, __ATOMIC_RELAXED);
	return is_kept;
}

__attribute__((cold, noinline)) static void count(size_t bytes) {
	if (__atomic_add_fetch(&heap_bytes, bytes, __ATOMIC_RELAXED) > __atomic_load_n(&bound, __ATOMIC_RELAXED))
		__atomic_store_n(&heddle_heap_is_short, 1, __ATOMIC_RELEASE);
}

void heddle_heap_forgive(void) {
	__atomic_store_n(&bound, SIZE_MAX, __ATOMIC_RELAXED);
	__atomic_store_n(&heddle_heap_is_short, 0, __ATOMIC_RELEASE);
}

/* heddle_heap_reserve: a process that has a limit from the start needs its address space for other things. */
void heddle_heap_reserve(void) {
	char *space = last_end || is_limited() ? NULL : reserve(LAST);
	if (!space)
		return;
	last_next = (uintptr_t)space;
	last_end = last_next + LAST;
}

static void *take_last(size_t size) {
	size_t page = 4096, rounded = (size + page - 1) & -page;
	uintptr_t next = __atomic_load_n(&last_next, __ATOMIC_RELAXED);
	do {
		if (size > LAST || last_end - next < rounded)
			return NULL;
	} while (!__atomic_compare_exchange_n(&last_next, &next, next + rounded, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
	return (void *)next;
}

/* map_reserved makes space accessible that the process has, for the runtime, which maps pieces of what it has reserved,
 * or anywhere. */
static void *map_reserved(void *address, size_t size, int protection, int flags) {
	void *space = flags & MAP_FIXED ? address : address ? NULL : take_last(size);
	if (!space || mprotect(space, size, protection))
		return MAP_FAILED;
	__atomic_store_n(&heddle_heap_is_short, 1, __ATOMIC_RELEASE);
	return space;
}

/* __wrap_mmap is called by all of the library, on any stack. */
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
	const int heap = MAP_ANONYMOUS | MAP_FIXED | MAP_PRIVATE;
	void *memory = __real_mmap(address, size, protection, flags, file, offset);
	if (memory == MAP_FAILED && flags & MAP_ANONYMOUS && size <= KEPT && give_kept())
		memory = __real_mmap(address, size, protection, flags, file, offset);
	if (memory == MAP_FAILED && flags & MAP_ANONYMOUS)
		memory = map_reserved(address, size, protection, flags);
	if (memory == MAP_FAILED || flags != heap || protection != (PROT_READ | PROT_WRITE))
		return memory;
	count(size);
	if (size % PIECE == 0 && (uintptr_t)memory % PIECE == 0 && (uintptr_t)memory % ARENA)
		madvise(memory, size, MADV_HUGEPAGE); /* advice: a kernel without large pages has none to give */
	return memory;
}
