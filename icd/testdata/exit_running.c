/* exit() while kernels run is clean, also while signals arrive. */
#include "program.h"
#include <pthread.h>
#include <sys/time.h>

static volatile int ticks;

static void on_alarm(int signal) {
	(void)signal;
	ticks++;
}

static void *wait_for_queue(void *queue) {
	CALL(int, clFinish, queue);
	return NULL;
}

int main(void) {
	pthread_t thread;
	int status;
	struct itimerval every = {{0, 500}, {0, 500}};
	load();
	handle context = new_context(), queue = new_queue(context);
	handle kernel = new_kernel(context,
		"kernel void k(global uint *p) { uint x = get_global_id(0); for (uint i = 0; i < 200000; i++) x = x * 1664525 + i; p[get_global_id(0)] = x; }");
	handle buffer = CALL(handle, clCreateBuffer, context, (uint64_t)1, (size_t)4 << 20, NULL, &status);
	CALL(int, clSetKernelArg, kernel, 0, sizeof buffer, &buffer);
	signal(SIGALRM, on_alarm);
	if (launch(queue, kernel, 1 << 20, NULL))
		fail("clEnqueueNDRangeKernel");
	CALL(int, clFlush, queue);
	setitimer(ITIMER_REAL, &every, NULL);
	pthread_create(&thread, NULL, wait_for_queue, queue);
	for (int i = 0; i < 200; i++)
		usleep(1000);
	if (ticks < 20)
		fail("the application's signals do not arrive");
	puts("passed");
	return 0;
}
