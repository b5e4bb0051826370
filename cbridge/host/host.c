/*
 * Living in a process that has signal handlers of its own.
 *
 * Faults. Those of machine code belong to whoever runs it (heddle_host_hook_faults). A fault whose instruction lies in this library belongs to the Go runtime (the interpreter relies on it to
 * survive bad kernel memory); every other fault belongs to the application. The runtime, as part of a shared library,
 * passes on only to the handler that it found when it was loaded, and an application that installs its handler later
 * cuts the runtime off. So a dispatcher of our own stands before both. It is installed at the first API call and
 * checked again at each enqueue.
 *
 * SIGURG. A Go program that loads us has a second Go runtime, and both preempt goroutines with SIGURG. Ours would
 * swallow the other's, and a runtime that never sees its signal waits for it for ever. When the application had a
 * handler, ours calls both; each ignores what is not meant for it. This cannot wait for the first API call.
 *
 * Signal stacks. While a thread of the application is inside Go, it stands on a small Go stack. A handler without
 * SA_ONSTACK would overrun it, so that flag is added to all handlers.
 *
 * Our own threads. The Go runtime's threads must not be chosen to run the application's handlers. The runtime takes the
 * mask of the thread that loads the library for them all, so asynchronous signals are blocked while the runtime starts.
 */
#define _GNU_SOURCE
#include "host.h"

#include <dirent.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { SIGNALS = 64, SWEEP_EVERY_NS = 200000000 };

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { FAULTS = sizeof faults / sizeof *faults };

static struct sigaction found[SIGNALS + 1]; /* the application's actions, when the library was loaded or taken over */
static struct sigaction older[SIGNALS + 1]; /* what found holds the successor of */
static struct sigaction go_action;          /* the Go runtime's handler, the same for all signals */
static uintptr_t text_start, text_end;      /* the library's code */
static sigset_t mask_before;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the taking over */
static int64_t swept_ns;
static unsigned takeovers; /* counts the dispatchers put before a handler */

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

/* before_runtime runs before the Go runtime's own constructor, which has no priority. */
__attribute__((constructor(101))) static void before_runtime(void) {
	static const int open_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGURG};
	sigset_t blocked;
	dl_iterate_phdr(find_text, NULL);
	for (int s = 1; s <= SIGNALS; s++)
		sigaction(s, NULL, &found[s]);
	sigfillset(&blocked);
	for (unsigned i = 0; i < sizeof open_signals / sizeof *open_signals; i++)
		sigdelset(&blocked, open_signals[i]);
	pthread_sigmask(SIG_BLOCK, &blocked, &mask_before);
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

static void install(int signal, void (*dispatcher)(int, siginfo_t *, void *)) {
	struct sigaction ours = {.sa_sigaction = dispatcher, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
	sigfillset(&ours.sa_mask);
	sigaction(signal, &ours, NULL);
}

/* call_application calls the application's handler as if it were installed. Some handlers, Python's faulthandler among
 * them, put the one before them back and let the fault happen again. That one is ours, so the chain must be followed
 * here, or the fault would go round for ever. When another thread took the signal over meanwhile, the dispatcher is
 * its doing, not the handler's. */
static void call_application(int signal, siginfo_t *info, void *context) {
	struct sigaction theirs = found[signal], present;
	unsigned before = __atomic_load_n(&takeovers, __ATOMIC_SEQ_CST);
	sigaction(signal, &theirs, NULL);
	call(&theirs, signal, info, context);
	sigaction(signal, NULL, &present);
	if (present.sa_sigaction == theirs.sa_sigaction)
		install(signal, dispatch_fault);
	else if (present.sa_sigaction == dispatch_fault && __atomic_load_n(&takeovers, __ATOMIC_SEQ_CST) == before)
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

static void dispatch_urgent(int signal, siginfo_t *info, void *context) {
	if (is_function(&go_action))
		go_action.sa_sigaction(signal, info, context);
	if (is_foreign(&found[signal]))
		call(&found[signal], signal, info, context);
}

/* take_over_locked puts a dispatcher before the present handler of a signal. */
static void take_over_locked(int signal, void (*dispatcher)(int, siginfo_t *, void *)) {
	struct sigaction present;
	if (sigaction(signal, NULL, &present) || present.sa_sigaction == dispatcher)
		return;
	if (!is_function(&present) || is_foreign(&present)) {
		if (present.sa_sigaction != found[signal].sa_sigaction)
			older[signal] = found[signal];
		found[signal] = present;
	}
	__atomic_add_fetch(&takeovers, 1, __ATOMIC_SEQ_CST);
	install(signal, dispatcher);
}

/* find_runtime_locked looks for the Go runtime's handler where the application is least likely to have replaced it. */
static void find_runtime_locked(void) {
	static const int signals[] = {SIGURG, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPIPE};
	for (unsigned i = 0; i < sizeof signals / sizeof *signals && !is_function(&go_action); i++) {
		struct sigaction present;
		if (!sigaction(signals[i], NULL, &present) && is_function(&present) &&
		    in_library((uintptr_t)present.sa_sigaction))
			go_action = present;
	}
}

static void take_faults_locked(void) {
	for (int i = 0; i < FAULTS; i++)
		take_over_locked(faults[i], dispatch_fault);
}

/* sweep_locked adds SA_ONSTACK to handlers that lack it, and chains SIGURG if the application handles it too. */
static void sweep_locked(void) {
	for (int s = 1; s <= SIGNALS; s++) {
		struct sigaction present;
		if (sigaction(s, NULL, &present))
			continue;
		if (s == SIGURG && (is_foreign(&present) || is_foreign(&found[s])))
			take_over_locked(s, dispatch_urgent);
		else if (is_function(&present) && !(present.sa_flags & SA_ONSTACK)) {
			present.sa_flags |= SA_ONSTACK;
			sigaction(s, &present, NULL);
		}
	}
}

/* is_runtime tells the handler of a Go runtime from one for urgent data: only a runtime masks everything. */
static int is_runtime(const struct sigaction *action) {
	return (action->sa_flags & SA_ONSTACK) && (action->sa_flags & SA_SIGINFO) &&
	       sigismember(&action->sa_mask, SIGTERM) == 1 && sigismember(&action->sa_mask, SIGWINCH) == 1;
}

/* repeat_urgent sends SIGURG to all threads: those that came while only our runtime had a handler were lost. */
static void repeat_urgent(void) {
	DIR *tasks = opendir("/proc/self/task");
	for (struct dirent *task; tasks && (task = readdir(tasks));) {
		int id = atoi(task->d_name);
		if (id > 0)
			syscall(SYS_tgkill, getpid(), id, SIGURG);
	}
	if (tasks)
		closedir(tasks);
}

/* after_runtime stands behind the Go runtime's constructor in the link order. */
__attribute__((constructor)) static void after_runtime(void) {
	if (is_foreign(&found[SIGURG])) {
		find_runtime_locked();
		take_over_locked(SIGURG, dispatch_urgent);
		if (is_runtime(&found[SIGURG]))
			repeat_urgent();
	}
	pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
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

void heddle_host_start(void) {
	pthread_mutex_lock(&mutex);
	find_runtime_locked();
	pthread_mutex_unlock(&mutex);
	heddle_host_sweep();
}

void heddle_host_check(void) {
	struct sigaction present;
	if (now_ns() - __atomic_load_n(&swept_ns, __ATOMIC_RELAXED) > SWEEP_EVERY_NS ||
	    (!sigaction(SIGSEGV, NULL, &present) && present.sa_sigaction != dispatch_fault))
		heddle_host_sweep();
}
