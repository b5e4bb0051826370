#ifndef HEDDLE_HOST_H
#define HEDDLE_HOST_H

#include "thread.h"

#include <signal.h>
#include <stdint.h>

/* heddle_fault_hook looks at a fault before everybody else does. It returns 1 when the fault was its own and the
 * program may go on with the registers in context, a ucontext_t. It runs in a signal handler. */
typedef int heddle_fault_hook(int signal, siginfo_t *info, void *context);

/* heddle_host_hook_faults sets the one hook. */
void heddle_host_hook_faults(heddle_fault_hook *hook);

/* heddle_host_start takes the fault signals over and starts the Go runtime; see host.c. It must be called once, before
 * Go is entered, and returns non-zero when the system does not give the threads and the memory that it needs; then it
 * may be called again. */
int heddle_host_start(void);

/* heddle_settings_hide gives variables of the environment that would end the process the default of the Go runtime while
 * that starts, and heddle_settings_show gives them their values back. */
void heddle_settings_hide(void);
void heddle_settings_show(void);

/* heddle_host_check takes them over again if they were replaced since, and at most every 200 ms checks all other
 * signals. */
void heddle_host_check(void);

/* Calls that run commands may follow each other so closely that the system calls of heddle_host_check take a third of
 * the time. They are left out where the thread was never away from us for longer than a moment since the last check: to
 * install a handler or to block a signal takes a system call, and so more than HEDDLE_HOST_MOMENT, at any rate of the
 * time stamp counter. What other threads install is seen at the next check of HEDDLE_HOST_EVERY calls. */
enum { HEDDLE_HOST_MOMENT = 150, HEDDLE_HOST_EVERY = 16 };

struct heddle_host_last {
	uint64_t left;      /* time stamp of the end of the thread's last such call */
	uint32_t unchecked; /* calls that run commands since the last check */
	uint32_t was_away;  /* for longer than a moment, since the last check, or code of the application has run in a call */
};

extern __thread struct heddle_host_last heddle_host_last __attribute__((tls_model("initial-exec")));

/* heddle_host_enter begins a call that runs commands, or is usual between such calls, and heddle_host_leave ends it. */
static inline void heddle_host_enter(void) {
	if (__builtin_ia32_rdtsc() - heddle_host_last.left >= HEDDLE_HOST_MOMENT)
		heddle_host_last.was_away = 1;
}

static inline void heddle_host_leave(void) {
	heddle_host_last.left = __builtin_ia32_rdtsc();
}

/* heddle_host_begin_run is heddle_host_check in a call that may run commands, and opens the fault signals. It returns
 * what heddle_host_end_run is to have. */
static inline uint64_t heddle_host_begin_run(void) {
	struct heddle_host_last *last = &heddle_host_last;
	if (!last->was_away && ++last->unchecked < HEDDLE_HOST_EVERY)
		return 0;
	last->unchecked = last->was_away = 0;
	heddle_host_check();
	return heddle_faults_open();
}

/* heddle_host_end_run follows what began with heddle_host_begin_run. What it blocks, the next call opens. */
static inline void heddle_host_end_run(uint64_t blocked) {
	if (__builtin_expect(blocked != 0, 0)) {
		heddle_host_last.was_away = 1;
		heddle_faults_block(blocked);
	}
}

/* heddle_watch_main is called by threads of the application in their first call. If it is the main thread, what comes
 * after its end is seen to (orphan.c). */
void heddle_watch_main(void);

extern int heddle_own_threads; /* threads of the library that run */

/* heddle_asynchronous is the set of the signals that do not tell of a thread's own deeds. */
void heddle_asynchronous(sigset_t *signals);

/* heddle_host_sweep looks at all signals now. */
void heddle_host_sweep(void);

#endif
