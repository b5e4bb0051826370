// Good and faulting kernels at the same time, in queues of several threads. The application's own handler never sees a
// fault of a kernel, and still gets the application's.
#include "kernels.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 150, GROUP = 50 };

static cl_program program;
static atomic_int application_faults;
static __thread sigjmp_buf back;

static void handler(int signal) {
	application_faults++;
	siglongjmp(back, 1);
}

static void *work(void *argument) {
	int id = (int)(intptr_t)argument;
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = buffer_of(N * sizeof(cl_int), NULL);
	for (int round = 0; round < ROUNDS; round++) {
		run_bad(q, program, bad_kernels[(round + id) % BAD_KERNELS], buffer, GROUP);
		run_good(q, program, buffer, round % 2 ? GROUP : 0);
		if (round % 50 == id && !sigsetjmp(back, 1)) *(volatile int *)8 = 1;
	}
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(q));
	return NULL;
}

int main(void) {
	open_device_quietly();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	program = build(kernels_source);
	struct sigaction action = {.sa_handler = handler};
	sigaction(SIGSEGV, &action, NULL);
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	check(application_faults == 3 * THREADS, "%d faults of the application came to it", application_faults);
	return done();
}
