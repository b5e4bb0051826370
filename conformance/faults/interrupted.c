// A timer interrupts the application wherever it is, also in the driver, and its handler tries out whether memory is there,
// as profilers do that walk the stack: it faults and jumps back. Meanwhile the driver looks at the handlers again and again,
// and kernels fault.
#include "kernels.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum { EVERY_US = 100, PROBES = 5000 };

static __thread sigjmp_buf back;
static __thread volatile int probing;
static volatile int probes, wrong;

static void leave(int signal, siginfo_t *info, void *frame) {
	if (!probing) _exit(3); // a fault of a kernel
	siglongjmp(back, 1);
}

static void probe(int signal) {
	probing = 1;
	if (!sigsetjmp(back, 1)) {
		*(volatile int *)8 = 1;
		wrong++;
	}
	probing = 0;
	probes++;
}

// install alternates between two actions, so that the driver has to put its own in their place each time.
static void install(int round) {
	struct sigaction action = {.sa_sigaction = leave, .sa_flags = SA_SIGINFO | (round % 2 ? SA_RESTART : 0)};
	sigaction(SIGSEGV, &action, NULL);
}

int main(void) {
	struct itimerval often = {{0, EVERY_US}, {0, EVERY_US}}, never = {{0, 0}, {0, 0}};
	struct sigaction action = {.sa_handler = probe};
	cl_int status;
	open_device_quietly();
	cl_program program = build(kernels_source);
	cl_mem buffer = buffer_of(N * sizeof(cl_int), NULL);
	install(0);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int round = 1; probes < PROBES; round++) {
		install(round);
		clReleaseCommandQueue(clCreateCommandQueue(context, device, 0, &status));
		if (round % 1000 == 0 && !other_driver()) run_bad(queue, program, "null_store", buffer, 0);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	check(wrong == 0, "%d stores to address 8 were made", wrong);
	run_good(queue, program, buffer, 0);
	return done();
}
