/*
 * Worker threads with spin-then-futex.
 *
 * The word job numbers the jobs: generation in the upper bits, number of wanted workers in the lower ones. Workers spin
 * on it for a while and then sleep on it. The word gate belongs to one job: its number in the upper half, below it
 * whether the job is closed and how many workers are inside. A worker enters through a compare-and-swap that checks
 * all three, so a late one can neither enter a closed job nor a newer one by accident, and the poster never waits for
 * a worker that has not begun.
 *
 * How long a worker spins adapts: sleeps halve it, jobs that come while it spins double it. So a busy queue is served
 * within a fraction of a microsecond, and an idle or oversubscribed machine is left alone.
 */
#define _GNU_SOURCE
#include "pool.h"
#include "_cgo_export.h"

#include <errno.h>
#include <immintrin.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
	WANTED_BITS = 12,
	WANTED_MASK = (1 << WANTED_BITS) - 1,
	SPIN_MIN_NS = 2000,
	SPIN_MAX_NS = 50000,
	STACK_BYTES = 512 << 10,
	SIGNAL_STACK_BYTES = 64 << 10,
};

#define CLOSED ((uint64_t)1 << 31)

struct heddle_pool {
	_Atomic uint32_t job __attribute__((aligned(64)));
	_Atomic uint64_t gate __attribute__((aligned(64)));
	_Atomic uint32_t sleepers __attribute__((aligned(64)));
	_Atomic int ending;
	uintptr_t owner;
	uint32_t threads;
	pthread_t thread[];
};

struct start {
	struct heddle_pool *pool;
	uint32_t id;
};

static void futex_wait(void *word, uint32_t seen) {
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

static void futex_wake(void *word) {
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static int64_t now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* spin_while_equal returns 1 when *word differs from seen within ns nanoseconds. */
static int spin_while_equal(_Atomic uint32_t *word, uint32_t seen, int64_t ns) {
	int64_t end = now_ns() + ns;
	do {
		for (int i = 0; i < 32; i++) {
			if (atomic_load_explicit(word, memory_order_acquire) != seen)
				return 1;
			_mm_pause();
		}
	} while (now_ns() < end);
	return 0;
}

/* await_job returns the first job word that differs from seen. */
static uint32_t await_job(struct heddle_pool *pool, uint32_t seen, int64_t *spin_ns) {
	if (spin_while_equal(&pool->job, seen, *spin_ns)) {
		*spin_ns = *spin_ns * 2 > SPIN_MAX_NS ? SPIN_MAX_NS : *spin_ns * 2;
		return atomic_load(&pool->job);
	}
	*spin_ns = *spin_ns / 2 < SPIN_MIN_NS ? SPIN_MIN_NS : *spin_ns / 2;
	atomic_fetch_add(&pool->sleepers, 1);
	while (atomic_load(&pool->job) == seen)
		futex_wait(&pool->job, seen);
	atomic_fetch_sub(&pool->sleepers, 1);
	return atomic_load(&pool->job);
}

/* enter counts the worker into the job, if that is still the current one and open. */
static int enter(struct heddle_pool *pool, uint32_t job) {
	uint64_t gate = atomic_load(&pool->gate);
	for (;;) {
		if (gate >> 32 != job || (gate & CLOSED))
			return 0;
		if (atomic_compare_exchange_weak(&pool->gate, &gate, gate + 1))
			return 1;
	}
}

static void leave(struct heddle_pool *pool) {
	uint64_t before = atomic_fetch_sub(&pool->gate, 1);
	if ((uint32_t)(before - 1) == (uint32_t)CLOSED)
		futex_wake(&pool->gate); /* its lower half: the machine is little-endian */
}

static void set_signal_stack(void) {
	void *base = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (base == MAP_FAILED)
		return; /* the Go runtime then makes its own */
	stack_t stack = {.ss_sp = base, .ss_size = SIGNAL_STACK_BYTES};
	sigaltstack(&stack, NULL);
}

static void *worker(void *argument) {
	struct start start = *(struct start *)argument;
	struct heddle_pool *pool = start.pool;
	int64_t spin_ns = SPIN_MAX_NS;
	uint32_t job = 0;
	free(argument);
	set_signal_stack();
	while (!atomic_load(&pool->ending)) {
		job = await_job(pool, job, &spin_ns);
		if (start.id < (job & WANTED_MASK) && enter(pool, job)) {
			heddleWorkerRun(pool->owner, (int32_t)start.id);
			leave(pool);
		}
	}
	return NULL;
}

/* start_threads begins as many workers as the system allows. They inherit the blocked signals: the application's must
 * not run on them. The synchronous ones stay open. */
static void start_threads(struct heddle_pool *pool, uint32_t count) {
	static const int open_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigset_t blocked, before;
	pthread_attr_t attributes;
	sigfillset(&blocked);
	for (unsigned i = 0; i < sizeof open_signals / sizeof *open_signals; i++)
		sigdelset(&blocked, open_signals[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &before);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	while (pool->threads + 1 < count) {
		struct start *start = malloc(sizeof *start);
		if (!start)
			break;
		*start = (struct start){pool, pool->threads + 1};
		if (pthread_create(&pool->thread[pool->threads], &attributes, worker, start)) {
			free(start);
			break;
		}
		pool->threads++;
	}
	pthread_attr_destroy(&attributes);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct heddle_pool *heddle_pool_new(uint32_t count, uintptr_t owner, uint32_t *started) {
	if (count > WANTED_MASK)
		count = WANTED_MASK;
	size_t bytes = sizeof(struct heddle_pool) + count * sizeof(pthread_t);
	struct heddle_pool *pool = aligned_alloc(64, (bytes + 63) / 64 * 64);
	*started = 0;
	if (!pool)
		return NULL;
	*pool = (struct heddle_pool){.gate = CLOSED, .owner = owner};
	start_threads(pool, count);
	*started = pool->threads;
	return pool;
}

void heddle_pool_post(struct heddle_pool *pool, uint32_t wanted) {
	uint32_t generation = (atomic_load(&pool->job) >> WANTED_BITS) + 1;
	uint32_t job = generation << WANTED_BITS | (wanted & WANTED_MASK);
	atomic_store(&pool->gate, (uint64_t)job << 32);
	atomic_store(&pool->job, job);
	if (atomic_load(&pool->sleepers) > 0)
		futex_wake(&pool->job);
}

void heddle_pool_close(struct heddle_pool *pool) {
	_Atomic uint32_t *inside = (_Atomic uint32_t *)&pool->gate;
	uint32_t state = (uint32_t)(atomic_fetch_or(&pool->gate, CLOSED) | CLOSED);
	while (state != (uint32_t)CLOSED) {
		if (!spin_while_equal(inside, state, SPIN_MAX_NS))
			futex_wait(inside, state);
		state = atomic_load(inside);
	}
}

void heddle_pool_free(struct heddle_pool *pool) {
	atomic_store(&pool->ending, 1);
	heddle_pool_post(pool, 0);
	for (uint32_t i = 0; i < pool->threads; i++)
		pthread_join(pool->thread[i], NULL);
	free(pool);
}
