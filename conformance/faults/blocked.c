// Threads that block the signals of faults after they have used the device, as servers do with all signals: faults of kernels
// and bad pointers in transfers fail their commands, and what was blocked stays blocked. So do callbacks and native kernels,
// on threads of the driver.
#define _GNU_SOURCE
#include "kernels.h"
#include <pthread.h>
#include <signal.h>

enum { ROUNDS = 20, FEW = 8 }; // a launch of a few work-items runs on the thread that enqueues it

static cl_program program, small;

static void block(void) {
	sigset_t all;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
}

static void check_blocked(void) {
	static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM};
	sigset_t now;
	pthread_sigmask(SIG_BLOCK, NULL, &now);
	for (int i = 0; i < 5; i++) check(sigismember(&now, faults[i]), "signal %d is not blocked any more", faults[i]);
}

static void run_small(cl_command_queue q, const char *name, cl_mem buffer, int fails) {
	cl_kernel kernel = kernel_of(small, name);
	arg(kernel, 0, buffer);
	for (int i = 0; i < ROUNDS; i++) {
		cl_int status = end_of(q, kernel, FEW, 0);
		check((status < 0) == fails, "%s: status %d", name, status);
	}
	ok(clReleaseKernel(kernel));
}

static void use_device(void) {
	char text[64];
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = buffer_of(N * sizeof(cl_int), NULL);
	status = clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof text, (void *)16, 0, NULL, NULL);
	check(status < 0, "a read to address 16 gave %d", status);
	run_small(q, "small_store", buffer, 1);
	run_small(q, "small_good", buffer, 0);
	run_bad(q, program, "null_store", buffer, 0);
	run_good(q, program, buffer, 0);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(q));
}

static void *blocks_later(void *unused) {
	use_device();
	block();
	use_device();
	check_blocked();
	return NULL;
}

static void *blocks_before(void *unused) {
	block();
	use_device();
	return NULL;
}

static void CL_CALLBACK block_native(void *unused) { block(); }

static void CL_CALLBACK block_in_callback(cl_event event, cl_int status, void *unused) { block(); }

static void test_user_functions(void) {
	cl_event event;
	ok(clEnqueueNativeKernel(queue, block_native, NULL, 0, 0, NULL, NULL, 0, NULL, &event));
	ok(clSetEventCallback(event, CL_COMPLETE, block_in_callback, NULL));
	ok(clFinish(queue));
	ok(clReleaseEvent(event));
	use_device();
}

int main(void) {
	static void *(*const works[])(void *) = {blocks_later, blocks_before};
	pthread_t thread;
	open_device_quietly();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	program = build(kernels_source);
	small = build("kernel void small_store(global int *p) { *(global int *)0 = p[0]; }\n"
				  "kernel void small_good(global int *p) { p[get_global_id(0)] = 1; }\n");
	for (int i = 0; i < 2; i++) {
		check(!pthread_create(&thread, NULL, works[i], NULL), "pthread_create");
		pthread_join(thread, NULL);
	}
	for (int i = 0; i < ROUNDS; i++) test_user_functions();
	return done();
}
