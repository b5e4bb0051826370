#ifndef HEDDLE_HOST_THREAD_H
#define HEDDLE_HOST_THREAD_H

#include <stddef.h>
#include <stdint.h>

/*
 * What a thread of the application may have made of its own signals, and what faults in our code need.
 *
 * The system ends a process whose thread commits a fault while it blocks the signal. So calls that may run commands
 * open the faults, and block again at their end what was blocked. Other calls do without the system call: in a thread
 * that blocks faults, they must not get invalid pointers.
 *
 * The Go runtime's handler needs more of a signal stack than many applications give their threads. Such a thread gets a
 * stack of ours when it has such a fault, and its own back at the end of the call (heddle_signal_stack_is_lent).
 */

/* heddle_faults_open opens the fault signals, and returns those that were blocked, as a word with a bit for each. */
uint64_t heddle_faults_open(void);

/* heddle_faults_block blocks what heddle_faults_open returned. */
void heddle_faults_block(uint64_t faults);

/* heddle_lend_signal_stack gives the interrupted thread a stack on which the runtime's handler can run, in place of
 * none or of one that is too small. It returns 1 when the fault is to happen again: the system sets what the context
 * names. */
int heddle_lend_signal_stack(void *context);

/* heddle_signal_stack_is_lent is true in a thread whose own stack heddle_return_signal_stack is to set again. */
extern __thread char heddle_signal_stack_is_lent __attribute__((tls_model("initial-exec")));

void heddle_return_signal_stack(void);

/* heddle_signal_stack is where the thread's signal stack lies, as it was last seen. A call from there comes from a
 * handler, and in Go it would need more than the stack may have; a second signal that comes while Go stands elsewhere
 * would begin the stack anew. */
struct heddle_signal_stack {
	uintptr_t start;
	size_t bytes; /* 0: none is known */
};

extern __thread struct heddle_signal_stack heddle_signal_stack __attribute__((tls_model("initial-exec")));

static inline int heddle_may_be_handler(void) {
	return (uintptr_t)__builtin_frame_address(0) - heddle_signal_stack.start < heddle_signal_stack.bytes;
}

/* heddle_is_handler asks the system whether the thread stands on its signal stack, and notes where that lies. */
int heddle_is_handler(void);

/* heddle_thread_state tells where a thread is. In a call, and when it is one of ours, it may be anywhere in Go: a
 * handler of the application that interrupts it there (the runtime opens SIGPROF in its threads) must not enter Go once
 * more, so its calls are refused. In functions of the application that we call, it is outside. */
enum heddle_thread_state {
	HEDDLE_THREAD_BEGUN = 1,  /* has called us before */
	HEDDLE_THREAD_INSIDE = 2, /* in a call, or ours */
	HEDDLE_THREAD_ENDS = 4,   /* one of ours that a function of the application wanted to end */
};

extern __thread char heddle_thread_state __attribute__((tls_model("initial-exec")));

#endif
