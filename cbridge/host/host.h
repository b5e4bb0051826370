#ifndef HEDDLE_HOST_H
#define HEDDLE_HOST_H

#include <signal.h>

/* heddle_fault_hook looks at a fault before everybody else does. It returns 1 when the fault was its own and the program
 * may go on with the registers in context, a ucontext_t. It runs in a signal handler. */
typedef int heddle_fault_hook(int signal, siginfo_t *info, void *context);

/* heddle_host_hook_faults sets the one hook. */
void heddle_host_hook_faults(heddle_fault_hook *hook);

/* heddle_host_start takes the fault signals over and starts the Go runtime; see host.c. It must be called once, before
 * Go is entered, and returns non-zero when the system gives no thread. */
int heddle_host_start(void);

/* heddle_host_check takes them over again if somebody else has taken them since, and at most every 200 ms looks at all
 * other signals. */
void heddle_host_check(void);

/* heddle_host_sweep looks at all signals now. */
void heddle_host_sweep(void);

#endif
