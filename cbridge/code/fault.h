#ifndef HEDDLE_CODE_FAULT_H
#define HEDDLE_CODE_FAULT_H

#include "abi.h"
#include <signal.h>

/* heddle_running is the context of the machine code that this thread runs, or null. Read by the signal handler. */
extern __thread struct heddle_context *heddle_running __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* heddle_code_add and heddle_code_remove keep the ranges of addresses where machine code lies; the caller serves them
 * one after another. heddle_code_add returns 0 when there are too many. */
int heddle_code_add(uintptr_t start, uintptr_t end);
void heddle_code_remove(uintptr_t start);

/* heddle_code_fault is for handlers of SIGSEGV, SIGBUS, SIGFPE and SIGILL: it returns 1 when the signal was a fault of
 * machine code, which goes on at heddle_abort when the handler returns. */
int heddle_code_fault(int signal, siginfo_t *info, void *context);

/* heddle_fault_lanes is the write mask of the vector instruction at which a thread has stopped: lanes that it had to do
 * and, of a gather or scatter, has not done yet. 0 if it has none. context is a ucontext_t. fault_lanes.c */
uint64_t heddle_fault_lanes(const void *context);

/* heddle_code_catch installs handlers that do so before those that are there, for programs that have no others. */
void heddle_code_catch(void);

#endif
