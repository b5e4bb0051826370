/*
 * Living in a process that is not ours.
 *
 * Before the first API call that needs Go nothing of it runs: no thread, no signal handler. The Go runtime would start both
 * from its constructor; the linker's --wrap hands us its pthread_create and sigaction, and while the library is being
 * loaded they only note what it wants. A process that loads the library and forks, or has handlers of its own and no
 * signal stacks, is not disturbed, and loading costs little. That call (icd/icd.c) starts the runtime's first thread.
 *
 * Faults. Handlers for them are installed when the runtime starts, and checked again at each call that may run commands;
 * faults.c decides whose a fault is. The runtime's other handlers (SIGURG, SIGPIPE) are never installed: the library is
 * linked with preemption by signals switched off, and broken pipes are the application's business.
 *
 * Signal stacks. While a thread of the application is inside Go, it stands on a Go stack, and so does a handler without
 * SA_ONSTACK. That flag is added to all handlers, but a handler that was just installed may run before we see it.
 * Therefore the thread's Go stack, which begins with 8 KiB and has other data below it, is made large when the thread
 * first calls us (icd/stack.go).
 *
 * Our own threads. The Go runtime's threads must not be chosen to run the application's handlers. The runtime takes the
 * mask of its first thread for them all, so asynchronous signals are blocked while that is made. Nor may they compute as
 * the application wants it: see float_mode.h.
 */
#define _GNU_SOURCE
#include "faults.h"
#include "float_mode.h"
#include "heap.h"
#include "host.h"
#include "reserve.h"
#include "sanitizer.h"
#include "scarce.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
	SIGNALS = 64,
	SWEEP_EVERY_NS = 200000000,
	RESTORER = 0x04000000, /* a flag that the C library adds */
	MAIN_STACK_MAX = 64 << 20, /* what counts as the main thread's stack where it has no limit; less than the gap below it */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* held while handlers are replaced */
static int64_t swept_ns;
static int moving; /* how many threads are replacing actions */

__thread struct heddle_host_last heddle_host_last;
__thread uint32_t heddle_caller_mxcsr = HEDDLE_MXCSR;
__thread char heddle_thread_state;
char heddle_sanitizer_lock;

static int loading;                   /* constructors are running */
static void *(*runtime_main)(void *); /* the start of the Go runtime, NULL when it needs none from us */
static void *runtime_argument;

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_sigaction(int, const struct sigaction *, struct sigaction *);
int __real_pthread_getattr_np(pthread_t, pthread_attr_t *);

int heddle_actions_are_moving(void) {
	return __atomic_load_n(&moving, __ATOMIC_SEQ_CST) > 0;
}

/* stand_still is for a forked child: whoever was moving an action is not in it. */
static void stand_still(void) {
	__atomic_store_n(&moving, 0, __ATOMIC_SEQ_CST);
}

/* before_runtime runs before the Go runtime's own constructor, which has no priority. In a plain Go program there is no
 * such constructor, and nothing is held back. */
__attribute__((constructor(101))) static void before_runtime(void) {
	heddle_faults_load();
	pthread_atfork(NULL, NULL, stand_still);
	loading = 1;
}

/* after_runtime follows the Go runtime's constructor in the link order. */
__attribute__((constructor)) static void after_runtime(void) {
	loading = 0;
}

struct own_thread {
	void *(*start)(void *);
	void *argument;
};

static void *run_own_thread(void *own) {
	struct own_thread thread = *(struct own_thread *)own;
	free(own);
	heddle_thread_state = HEDDLE_THREAD_INSIDE;
	__atomic_add_fetch(&heddle_own_threads, 1, __ATOMIC_RELAXED);
	void *result = thread.start(thread.argument);
	__atomic_sub_fetch(&heddle_own_threads, 1, __ATOMIC_RELAXED);
	return result;
}

/* heddle_create_thread: the Go runtime ends the process where threads are refused for good. The calling thread has the default mode already, but for the x87 unit. */
int heddle_create_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
	if (heddle_scarce.mode != HEDDLE_SCARCE_FROM_THEN && heddle_scarce_refuses("a thread"))
		return EAGAIN;
	struct own_thread *own = malloc(sizeof *own);
	if (!own)
		return EAGAIN;
	*own = (struct own_thread){start, argument};
	uint16_t x87_control = heddle_x87_control();
	heddle_set_x87_control(HEDDLE_X87_CONTROL);
	int failed = __real_pthread_create(thread, attributes, run_own_thread, own);
	heddle_set_x87_control(x87_control);
	if (failed)
		free(own);
	return failed;
}

/* is_for_runtime: the Go runtime takes the usual stack for its threads. Ours have less. */
static int is_for_runtime(const pthread_attr_t *attributes) {
	pthread_attr_t usual;
	size_t wanted = 0, usual_size = 1;
	if (!runtime_main || !attributes || pthread_getattr_default_np(&usual))
		return 0;
	pthread_attr_getstacksize(&usual, &usual_size);
	pthread_attr_destroy(&usual);
	return !pthread_attr_getstacksize(attributes, &wanted) && wanted == usual_size;
}

/* say_that_none_comes is said once. */
static void say_that_none_comes(void) {
	static const char text[] = "heddle: the system has refused a thread for 10 s; waiting until there is one\n";
	static int is_said;
	if (!__atomic_exchange_n(&is_said, 1, __ATOMIC_RELAXED) && write(STDERR_FILENO, text, sizeof text - 1) < 0)
		return;
}

/* create_for_runtime takes a thread that was kept where the system gives none. After that it waits for one, however long
 * that takes: the runtime would end the process. */
static int create_for_runtime(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
	void *argument) {
	const struct timespec pause = {.tv_nsec = 10000000};
	for (int tries = 1;; tries++) {
		int error = heddle_create_thread(thread, attributes, start, argument);
		if (!error || !heddle_reserve_run(thread, start, argument))
			return 0;
		if (error != EAGAIN && error != ENOMEM)
			return error;
		if (tries == 1000)
			say_that_none_comes();
		nanosleep(&pause, NULL);
	}
}

/* __wrap_pthread_create: all threads of the library are made by it, the Go runtime's and ours. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
	if (!loading)
		return is_for_runtime(attributes) ? create_for_runtime(thread, attributes, start, argument)
										  : heddle_create_thread(thread, attributes, start, argument);
	runtime_main = start;
	runtime_argument = argument;
	return 0;
}

/* __wrap_sigaction: the runtime's questions are answered with the truth, so that it knows the application's handlers. */
int __wrap_sigaction(int signal, const struct sigaction *action, struct sigaction *before) {
	if (!loading || !action)
		return __real_sigaction(signal, action, before);
	heddle_faults_keep_go(action);
	return before ? __real_sigaction(signal, NULL, before) : 0;
}

extern void *__libc_stack_end __attribute__((weak));

/* __wrap_pthread_getattr_np: the Go runtime wants the bounds of a thread's stack when the thread first calls us, and at
 * each call from a stack that is none of the system's (a fiber). For the main thread the C library reads
 * /proc/self/maps each time; what it finds there is known without. */
int __wrap_pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
	struct rlimit limit;
	uintptr_t page = (uintptr_t)getpagesize(), top;
	if (gettid() != getpid() || !&__libc_stack_end || getrlimit(RLIMIT_STACK, &limit))
		return __real_pthread_getattr_np(thread, attributes);
	if (limit.rlim_cur > MAIN_STACK_MAX)
		limit.rlim_cur = MAIN_STACK_MAX;
	top = ((uintptr_t)__libc_stack_end + page) & -page;
	return pthread_attr_setstack(attributes, (void *)(top - (limit.rlim_cur & -page)), limit.rlim_cur & -page);
}

/* is_still reports whether an action is the one installed. The mask is ignored: the system removes signals from it. */
static int is_still(const struct sigaction *present, const struct sigaction *installed) {
	return present->sa_sigaction == installed->sa_sigaction &&
	       (present->sa_flags | RESTORER) == (installed->sa_flags | RESTORER);
}

/* move_action blocks signals: a handler that interrupts it, and faults itself, would wait for its end forever. */
static void move_action(int signal, heddle_improvement *improve, struct sigaction *present, struct sigaction *better) {
	struct sigaction expected = *present;
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	__atomic_add_fetch(&moving, 1, __ATOMIC_SEQ_CST);
	while (!sigaction(signal, better, present) && !is_still(present, &expected)) {
		expected = *better;
		improve(signal, present, better);
	}
	__atomic_sub_fetch(&moving, 1, __ATOMIC_SEQ_CST);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void heddle_improve_action(int signal, heddle_improvement *improve) {
	struct sigaction present, better;
	if (!sigaction(signal, NULL, &present) && improve(signal, &present, &better))
		move_action(signal, improve, &present, &better);
}

/* add_signal_stack is an improvement for signals that are not faults: theirs have it. */
static int add_signal_stack(int signal, const struct sigaction *present, struct sigaction *better) {
	(void)signal;
	*better = *present;
	better->sa_flags |= SA_ONSTACK;
	return heddle_is_function(present) && !(present->sa_flags & SA_ONSTACK);
}

static int64_t now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void heddle_host_sweep(void) {
	heddle_is_handler();
	pthread_mutex_lock(&mutex);
	heddle_faults_take();
	for (int s = 1; s <= SIGNALS; s++)
		if (!heddle_is_fault(s))
			heddle_improve_action(s, add_signal_stack);
	__atomic_store_n(&swept_ns, now_ns(), __ATOMIC_RELAXED);
	pthread_mutex_unlock(&mutex);
}

void heddle_asynchronous(sigset_t *signals) {
	static const int others[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigfillset(signals);
	for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
		sigdelset(signals, others[i]);
}

static void block_for_runtime(sigset_t *before) {
	sigset_t blocked;
	heddle_asynchronous(&blocked);
	pthread_sigmask(SIG_SETMASK, &blocked, before);
}

static int start_runtime(void) {
	pthread_attr_t attributes;
	pthread_t thread;
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	int failed = pthread_create(&thread, &attributes, runtime_main, runtime_argument);
	pthread_attr_destroy(&attributes);
	return failed;
}

int heddle_host_start(void) {
	sigset_t before;
	block_for_runtime(&before);
	int failed = runtime_main && heddle_reserve_take();
	if (!failed) {
		heddle_host_sweep();
		heddle_heap_reserve();
		failed = runtime_main && start_runtime();
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failed;
}

void heddle_host_check(void) {
	if (now_ns() - __atomic_load_n(&swept_ns, __ATOMIC_RELAXED) > SWEEP_EVERY_NS || !heddle_faults_are_taken())
		heddle_host_sweep();
}
