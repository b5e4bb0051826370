/*
 * Living in a process that is not ours.
 *
 * Before the first API call that needs Go nothing of it runs: no thread, no signal handler. The Go runtime would start both
 * from its constructor; the linker's --wrap hands us its pthread_create and sigaction, and while the library is being
 * loaded they only note what it wants. A process that loads the library and forks, or has handlers of its own and no
 * signal stacks, is not disturbed, and loading costs little. That call (icd/icd.c) starts the runtime's first thread.
 *
 * Faults. Those of machine code belong to whoever runs it (heddle_host_hook_faults). A fault whose instruction lies in
 * this library belongs to the Go runtime (the interpreter relies on it to survive bad kernel memory); every other fault
 * belongs to the application. The runtime, as part of a shared library, passes on only to the handler that it found when
 * it was loaded, and an application that installs its handler later cuts the runtime off. So a dispatcher of our own
 * stands before both. It is installed when the runtime starts and checked again at each enqueue. The runtime's other
 * handlers (SIGURG, SIGPIPE) are never installed: the library is linked with preemption by signals switched off, and
 * broken pipes are the application's business.
 *
 * Signal stacks. While a thread of the application is inside Go, it stands on a Go stack, and so does a handler without
 * SA_ONSTACK. That flag is added to all handlers, but a handler that was just installed may run before we see it.
 * Therefore the thread's Go stack, which begins with 8 KiB and has other data below it, is made large when the thread
 * first calls us (icd/stack.go).
 *
 * Our own threads. The Go runtime's threads must not be chosen to run the application's handlers. The runtime takes the
 * mask of its first thread for them all, so asynchronous signals are blocked while that is made.
 */
#define _GNU_SOURCE
#include "host.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
	SIGNALS = 64,
	SWEEP_EVERY_NS = 200000000,
	MAIN_STACK_MAX = 64 << 20, /* what counts as the main thread's stack where it has no limit; less than the gap below it */
};

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { FAULTS = sizeof faults / sizeof *faults };

static struct sigaction found[SIGNALS + 1]; /* the application's actions for faults, when they were taken over */
static struct sigaction older[SIGNALS + 1]; /* what found holds the successor of */
static struct sigaction go_action;          /* the Go runtime's handler, the same for all signals */
static uintptr_t text_start, text_end;      /* the library's code */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the taking over */
static int64_t swept_ns;
static unsigned takeovers; /* counts the dispatchers put before a handler */

__thread struct heddle_host_last heddle_host_last;

static int loading;                   /* constructors are running */
static void *(*runtime_main)(void *); /* the start of the Go runtime, NULL when it needs none from us */
static void *runtime_argument;

static int in_library(uintptr_t address) {
	return address >= text_start && address < text_end;
}

static int is_function(const struct sigaction *action) {
	return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN && action->sa_handler != SIG_ERR;
}

/* is_foreign: a handler that is neither the Go runtime's nor ours. */
static int is_foreign(const struct sigaction *action) {
	return is_function(action) && !in_library((uintptr_t)action->sa_sigaction);
}

static int find_text(struct dl_phdr_info *info, size_t size, void *unused) {
	uintptr_t self = (uintptr_t)find_text;
	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + segment->p_vaddr;
		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) && self >= start &&
		    self < start + segment->p_memsz) {
			text_start = start;
			text_end = start + segment->p_memsz;
			return 1;
		}
	}
	return 0;
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_sigaction(int, const struct sigaction *, struct sigaction *);
int __real_pthread_getattr_np(pthread_t, pthread_attr_t *);

/* before_runtime runs before the Go runtime's own constructor, which has no priority. In a plain Go program there is no
 * such constructor, and nothing is held back. */
__attribute__((constructor(101))) static void before_runtime(void) {
	dl_iterate_phdr(find_text, NULL);
	loading = 1;
}

/* after_runtime stands behind the Go runtime's constructor in the link order. */
__attribute__((constructor)) static void after_runtime(void) {
	loading = 0;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
	if (!loading)
		return __real_pthread_create(thread, attributes, start, argument);
	runtime_main = start;
	runtime_argument = argument;
	return 0;
}

/* __wrap_sigaction: the runtime's questions are answered with the truth, so that it knows the application's handlers. */
int __wrap_sigaction(int signal, const struct sigaction *action, struct sigaction *before) {
	if (!loading || !action)
		return __real_sigaction(signal, action, before);
	if (is_function(action) && !is_foreign(action))
		go_action = *action;
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

static void call(const struct sigaction *action, int signal, siginfo_t *info, void *context) {
	if (action->sa_flags & SA_SIGINFO)
		action->sa_sigaction(signal, info, context);
	else
		action->sa_handler(signal);
}

/* die lets the default action happen. A real fault happens again when the handler returns; a sent signal is sent. */
static void die(int signal, const siginfo_t *info) {
	struct sigaction standard = {.sa_handler = SIG_DFL};
	sigaction(signal, &standard, NULL);
	if (info->si_code <= 0)
		raise(signal);
}

static void dispatch_fault(int signal, siginfo_t *info, void *context);

static void install(int signal) {
	struct sigaction ours = {.sa_sigaction = dispatch_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
	sigfillset(&ours.sa_mask);
	sigaction(signal, &ours, NULL);
}

/* is_runtime tells the handler of a Go runtime in the application: only a runtime masks everything. It never puts an
 * earlier handler back, and its program may fault in many threads at once, as Go code that recovers does. */
static int is_runtime(const struct sigaction *action) {
	return (action->sa_flags & SA_ONSTACK) && (action->sa_flags & SA_SIGINFO) &&
	       sigismember(&action->sa_mask, SIGTERM) == 1 && sigismember(&action->sa_mask, SIGWINCH) == 1;
}

/* call_application calls the application's handler as if it were installed. Some handlers, Python's faulthandler among
 * them, put the one before them back and let the fault happen again. That one is ours, so the chain must be followed
 * here, or the fault would go round for ever. When another thread took the signal over meanwhile, the dispatcher is
 * its doing, not the handler's. */
static void call_application(int signal, siginfo_t *info, void *context) {
	struct sigaction theirs = found[signal], present;
	if (is_runtime(&theirs)) {
		call(&theirs, signal, info, context);
		return;
	}
	unsigned before = __atomic_load_n(&takeovers, __ATOMIC_SEQ_CST);
	sigaction(signal, &theirs, NULL);
	call(&theirs, signal, info, context);
	sigaction(signal, NULL, &present);
	if (present.sa_sigaction == theirs.sa_sigaction) {
		__atomic_add_fetch(&takeovers, 1, __ATOMIC_SEQ_CST); /* first, so that nobody takes it for their handler's doing */
		install(signal);
	} else if (present.sa_sigaction == dispatch_fault && __atomic_load_n(&takeovers, __ATOMIC_SEQ_CST) == before)
		found[signal] = older[signal];
}

static heddle_fault_hook *fault_hook;

void heddle_host_hook_faults(heddle_fault_hook *hook) {
	__atomic_store_n(&fault_hook, hook, __ATOMIC_RELEASE);
}

static void dispatch_fault(int signal, siginfo_t *info, void *context) {
	heddle_fault_hook *hook = __atomic_load_n(&fault_hook, __ATOMIC_ACQUIRE);
	if (hook && hook(signal, info, context))
		return;
	uintptr_t at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	if (info->si_code > 0 && in_library(at) && is_function(&go_action))
		go_action.sa_sigaction(signal, info, context);
	else if (is_foreign(&found[signal]))
		call_application(signal, info, context);
	else if (found[signal].sa_handler != SIG_IGN || info->si_code > 0)
		die(signal, info);
}

/* take_over_locked puts the dispatcher before the present handler of a fault. */
static void take_over_locked(int signal) {
	struct sigaction present;
	if (sigaction(signal, NULL, &present) || present.sa_sigaction == dispatch_fault)
		return;
	if (present.sa_sigaction != found[signal].sa_sigaction)
		older[signal] = found[signal];
	found[signal] = present;
	__atomic_add_fetch(&takeovers, 1, __ATOMIC_SEQ_CST);
	install(signal);
}

static void take_faults_locked(void) {
	for (int i = 0; i < FAULTS; i++)
		take_over_locked(faults[i]);
}

/* sweep_locked adds SA_ONSTACK to handlers that lack it. */
static void sweep_locked(void) {
	for (int s = 1; s <= SIGNALS; s++) {
		struct sigaction present;
		if (!sigaction(s, NULL, &present) && is_function(&present) && !(present.sa_flags & SA_ONSTACK)) {
			present.sa_flags |= SA_ONSTACK;
			sigaction(s, &present, NULL);
		}
	}
}

static int64_t now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void heddle_host_sweep(void) {
	pthread_mutex_lock(&mutex);
	take_faults_locked();
	sweep_locked();
	__atomic_store_n(&swept_ns, now_ns(), __ATOMIC_RELAXED);
	pthread_mutex_unlock(&mutex);
}

/* block_for_runtime leaves open what tells of a thread's own deeds. */
static void block_for_runtime(sigset_t *before) {
	static const int open_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigset_t blocked;
	sigfillset(&blocked);
	for (unsigned i = 0; i < sizeof open_signals / sizeof *open_signals; i++)
		sigdelset(&blocked, open_signals[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, before);
}

int heddle_host_start(void) {
	sigset_t before;
	pthread_attr_t attributes;
	pthread_t thread;
	heddle_host_sweep();
	if (!runtime_main)
		return 0;
	block_for_runtime(&before);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	int failed = pthread_create(&thread, &attributes, runtime_main, runtime_argument);
	pthread_attr_destroy(&attributes);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failed;
}

void heddle_host_check(void) {
	struct sigaction present;
	if (now_ns() - __atomic_load_n(&swept_ns, __ATOMIC_RELAXED) > SWEEP_EVERY_NS ||
	    (!sigaction(SIGSEGV, NULL, &present) && present.sa_sigaction != dispatch_fault))
		heddle_host_sweep();
}
