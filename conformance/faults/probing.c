// An application that tries instructions out: it installs a handler, faults, and puts back what was there, again and
// again, while other threads have the driver look at the handlers. The fault always comes to the handler that was just
// installed. The argument is how many seconds it lasts.
#include "check.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { SWEEPERS = 2 };

static sigjmp_buf back;
static volatile int called;
static atomic_int stop;

static void expected(int signal, siginfo_t *info, void *frame) {
	called = 1;
	siglongjmp(back, 1);
}

static void other(int signal, siginfo_t *info, void *frame) {
	called = 2;
	siglongjmp(back, 1);
}

static void *sweeps(void *unused) {
	cl_int status;
	while (!stop) clReleaseCommandQueue(clCreateCommandQueue(context, device, 0, &status));
	return NULL;
}

static void *probes(void *unused) {
	const struct sigaction ours = {.sa_sigaction = expected, .sa_flags = SA_SIGINFO};
	struct sigaction previous, usual[] = {{.sa_handler = SIG_DFL}, {.sa_sigaction = other, .sa_flags = SA_SIGINFO}};
	int wrong = 0;
	for (int i = 0; !stop; i++) {
		called = 0;
		sigaction(SIGSEGV, &ours, &previous);
		if (!sigsetjmp(back, 1)) *(volatile int *)8 = 1;
		wrong += called != 1;
		sigaction(SIGSEGV, i % 3 ? &previous : &usual[i % 2], NULL);
	}
	check(wrong == 0, "%d faults came to another handler", wrong);
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t prober, sweepers[SWEEPERS];
	open_device();
	pthread_create(&prober, NULL, probes, NULL);
	for (int i = 0; i < SWEEPERS; i++) pthread_create(&sweepers[i], NULL, sweeps, NULL);
	sleep(argc > 1 ? atoi(argv[1]) : 2);
	stop = 1;
	pthread_join(prober, NULL);
	for (int i = 0; i < SWEEPERS; i++) pthread_join(sweepers[i], NULL);
	return done();
}
