/*
 * Worker threads with spin-then-futex.
 *
 * Each job has a slot. The word gate of a slot holds how many workers are inside, how many may be, whether the job is
 * closed to others, and whether its poster sleeps until all have left. A worker enters through a compare-and-swap that
 * checks all of that, so the poster never waits for a worker that has not begun. A slot may belong to another job by
 * the time a late worker comes: it then enters that one, as it may.
 *
 * The word open has a bit for each slot whose job wants a worker. Workers without a job spin on it while it is 0, and
 * then sleep on it. It follows the gates: whoever finds or makes them differ clears the bit, looks at the gate, and sets
 * the bit again if the job wants a worker (settle). Since a poster opens the gate before it sets the bit, no bit is
 * missing in the end. Workers take the job of the highest priority.
 *
 * How long a worker spins adapts: sleeps halve it, jobs that come while it spins double it. So a busy queue is served
 * within a fraction of a microsecond, and an idle or oversubscribed machine is left alone.
 */
#define _GNU_SOURCE
#include "pool.h"
#include "mask.h"
#include "_cgo_export.h"
#include "../host/scarce.h"

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
	COUNT_BITS = 12, /* of each of the two numbers in a gate */
	COUNT_MASK = (1 << COUNT_BITS) - 1,
	SPIN_MIN_NS = 2000,
	SPIN_MAX_NS = 50000,
	STACK_BYTES = 512 << 10,
	SIGNAL_STACK_BYTES = 64 << 10,
};

/* Bits of a gate, above the number of workers inside and the number of those that may be. */
#define CLOSED ((uint32_t)1 << 31)
#define AWAITED ((uint32_t)1 << 30)

/* The bit of open that ends the threads. */
#define ENDING ((uint32_t)1 << HEDDLE_POOL_SLOTS)

struct slot {
	_Atomic uint32_t gate __attribute__((aligned(64)));
	_Atomic int32_t priority;
};

struct heddle_pool {
	_Atomic uint32_t open __attribute__((aligned(64)));
	_Atomic uint32_t sleepers __attribute__((aligned(64)));
	struct slot slot[HEDDLE_POOL_SLOTS];
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

static void futex_wake(void *word, int most) {
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, most, NULL, NULL, 0);
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

/* await_open returns when some job wants a worker or the threads are to end. */
static void await_open(struct heddle_pool *pool, int64_t *spin_ns) {
	if (atomic_load(&pool->open))
		return;
	if (spin_while_equal(&pool->open, 0, *spin_ns)) {
		*spin_ns = *spin_ns * 2 > SPIN_MAX_NS ? SPIN_MAX_NS : *spin_ns * 2;
		return;
	}
	*spin_ns = *spin_ns / 2 < SPIN_MIN_NS ? SPIN_MIN_NS : *spin_ns / 2;
	atomic_fetch_add(&pool->sleepers, 1);
	while (!atomic_load(&pool->open))
		futex_wait(&pool->open, 0);
	atomic_fetch_sub(&pool->sleepers, 1);
}

static uint32_t inside(uint32_t gate) {
	return gate & COUNT_MASK;
}

static uint32_t wanted(uint32_t gate) {
	return gate >> COUNT_BITS & COUNT_MASK;
}

static int wants_worker(uint32_t gate) {
	return !(gate & CLOSED) && inside(gate) < wanted(gate);
}

/* announce sets the bit of a job that wants workers, and wakes as many. */
static void announce(struct heddle_pool *pool, uint32_t slot, uint32_t workers) {
	atomic_fetch_or(&pool->open, (uint32_t)1 << slot);
	if (atomic_load(&pool->sleepers) > 0)
		futex_wake(&pool->open, (int)workers);
}

/* settle makes the bit of a slot agree with its gate. */
static void settle(struct heddle_pool *pool, uint32_t slot) {
	atomic_fetch_and(&pool->open, ~((uint32_t)1 << slot));
	uint32_t gate = atomic_load(&pool->slot[slot].gate);
	if (wants_worker(gate))
		announce(pool, slot, wanted(gate) - inside(gate));
}

/* enter counts the calling worker into the job of a slot, if that wants one. */
static int enter(struct heddle_pool *pool, uint32_t slot) {
	_Atomic uint32_t *word = &pool->slot[slot].gate;
	uint32_t gate = atomic_load(word);
	do {
		if (!wants_worker(gate)) {
			settle(pool, slot);
			return 0;
		}
	} while (!atomic_compare_exchange_weak(word, &gate, gate + 1));
	if (!wants_worker(gate + 1))
		settle(pool, slot);
	return 1;
}

/* leave counts the calling worker out. A job that is over takes no other worker. */
static void leave(struct heddle_pool *pool, uint32_t slot, int is_over) {
	_Atomic uint32_t *word = &pool->slot[slot].gate;
	uint32_t gate = atomic_load(word), after;
	do
		after = (is_over ? gate | CLOSED : gate) - 1;
	while (!atomic_compare_exchange_weak(word, &gate, after));
	if (after & AWAITED && inside(after) == 0)
		futex_wake(word, 1);
	if (!is_over || atomic_load(&pool->open) >> slot & 1)
		settle(pool, slot);
}

/* most_urgent is the slot with the highest priority among those of a set, which is not empty. */
static uint32_t most_urgent(struct heddle_pool *pool, uint32_t set) {
	uint32_t best = (uint32_t)__builtin_ctz(set);
	while (set &= set - 1) {
		uint32_t next = (uint32_t)__builtin_ctz(set);
		if (atomic_load(&pool->slot[next].priority) > atomic_load(&pool->slot[best].priority))
			best = next;
	}
	return best;
}

static void set_signal_stack(void) {
	if (heddle_scarce_refuses("the signal stack of a worker"))
		return;
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
	free(argument);
	set_signal_stack();
	for (;;) {
		await_open(pool, &spin_ns);
		uint32_t open = atomic_load(&pool->open);
		if (open & ENDING)
			return NULL;
		if (!open)
			continue;
		uint32_t slot = most_urgent(pool, open);
		if (enter(pool, slot))
			leave(pool, slot, heddleWorkerRun(pool->owner, slot, (int32_t)start.id));
	}
}

/* start_threads begins as many workers as the system allows, on the processors of a mask if there is one. They inherit
 * the blocked signals: the application's must not run on them. The synchronous ones stay open. */
static void start_threads(struct heddle_pool *pool, uint32_t count, const void *mask) {
	static const int open_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigset_t blocked, before;
	pthread_attr_t attributes;
	sigfillset(&blocked);
	for (unsigned i = 0; i < sizeof open_signals / sizeof *open_signals; i++)
		sigdelset(&blocked, open_signals[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &before);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	if (mask)
		pthread_attr_setaffinity_np(&attributes, HEDDLE_MASK_BYTES, mask);
	while (pool->threads + 1 < count) {
		struct start *start = heddle_scarce_refuses("a worker") ? NULL : malloc(sizeof *start);
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

struct heddle_pool *heddle_pool_new(uint32_t count, const void *mask, uintptr_t owner, uint32_t *started) {
	if (count > COUNT_MASK)
		count = COUNT_MASK;
	size_t bytes = sizeof(struct heddle_pool) + count * sizeof(pthread_t);
	struct heddle_pool *pool = NULL;
	if (!heddle_scarce_refuses("a pool of workers"))
		pool = aligned_alloc(64, (bytes + 63) / 64 * 64);
	*started = 0;
	if (!pool)
		return NULL;
	*pool = (struct heddle_pool){.owner = owner};
	for (int i = 0; i < HEDDLE_POOL_SLOTS; i++)
		pool->slot[i].gate = CLOSED;
	start_threads(pool, count, mask);
	*started = pool->threads;
	return pool;
}

void heddle_pool_post(struct heddle_pool *pool, uint32_t slot, uint32_t workers, int32_t priority) {
	atomic_store(&pool->slot[slot].priority, priority);
	atomic_store(&pool->slot[slot].gate, (workers & COUNT_MASK) << COUNT_BITS);
	announce(pool, slot, workers);
}

void heddle_pool_close(struct heddle_pool *pool, uint32_t slot) {
	_Atomic uint32_t *word = &pool->slot[slot].gate;
	uint32_t gate = atomic_fetch_or(word, CLOSED) | CLOSED;
	if (atomic_load(&pool->open) >> slot & 1)
		settle(pool, slot);
	while (inside(gate) > 0) {
		if (!spin_while_equal(word, gate, SPIN_MAX_NS)) {
			gate = atomic_fetch_or(word, AWAITED) | AWAITED;
			if (inside(gate) > 0)
				futex_wait(word, gate);
		}
		gate = atomic_load(word);
	}
}

int heddle_pool_wants(struct heddle_pool *pool, int32_t priority) {
	uint32_t open = atomic_load(&pool->open);
	return open && atomic_load(&pool->slot[most_urgent(pool, open)].priority) > priority;
}

void heddle_pool_free(struct heddle_pool *pool) {
	atomic_fetch_or(&pool->open, ENDING);
	futex_wake(&pool->open, INT_MAX);
	for (uint32_t i = 0; i < pool->threads; i++)
		pthread_join(pool->thread[i], NULL);
	free(pool);
}
