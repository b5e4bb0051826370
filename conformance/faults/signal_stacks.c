// Threads of the application with a signal stack of their own, large or small, with none, and with one that they switch off
// after they have used the device: bad pointers in transfers, faults of kernels and the application's own faults end as they should.
#define _GNU_SOURCE
#include "kernels.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

enum { ROUNDS = 20, STACK_BYTES = 64 << 10, SMALL_STACK = 4 << 10, SMALL_THREAD = 64 << 10 };

static cl_program program;
static __thread sigjmp_buf back;
static __thread volatile int is_mine;

static void leave(int signal, siginfo_t *info, void *frame) {
	if (!is_mine) _exit(3); // a fault of a kernel or of the driver
	siglongjmp(back, 1);
}

static void fault(void) {
	volatile int came_back = 0;
	is_mine = 1;
	if (!sigsetjmp(back, 1)) *(volatile int *)8 = 1;
	else came_back = 1;
	is_mine = 0;
	check(came_back, "the application's own fault");
}

static void use_stack(void *stack, size_t bytes) {
	stack_t one = {.ss_sp = stack, .ss_size = bytes};
	check(!sigaltstack(&one, NULL), "sigaltstack");
}

static void use_none(void) {
	stack_t none = {.ss_flags = SS_DISABLE};
	check(!sigaltstack(&none, NULL), "sigaltstack");
}

// use_device has everything fault that may.
static void use_device(void) {
	char text[64];
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = buffer_of(N * sizeof(cl_int), NULL);
	status = clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof text, (void *)16, 0, NULL, NULL);
	check(status < 0, "a read to address 16 gave %d", status);
	ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof text, text, 0, NULL, NULL));
	run_bad(q, program, "null_store", buffer, 0);
	run_good(q, program, buffer, 0);
	fault();
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(q));
}

static void *has_none(void *unused) {
	for (int i = 0; i < ROUNDS; i++) use_device();
	return NULL;
}

static void *has_its_own(void *unused) {
	char *stack = malloc(STACK_BYTES);
	stack_t now;
	use_stack(stack, STACK_BYTES);
	for (int i = 0; i < ROUNDS; i++) {
		use_device();
		check(!sigaltstack(NULL, &now) && now.ss_sp == stack, "the thread has another signal stack now");
	}
	use_none();
	free(stack);
	return NULL;
}

// has_a_small_one uses the device first without it: the driver has made its arrangements for the thread by then.
static void *has_a_small_one(void *unused) {
	size_t least = sysconf(_SC_MINSIGSTKSZ), bytes = least > SMALL_STACK ? least : SMALL_STACK;
	char *stack = malloc(bytes);
	stack_t now;
	use_device();
	use_stack(stack, bytes);
	for (int i = 0; i < ROUNDS; i++) {
		use_device();
		check(!sigaltstack(NULL, &now) && now.ss_sp == stack && now.ss_size == bytes, "the thread has another signal stack");
	}
	use_none();
	free(stack);
	return NULL;
}

static void *switches_off(void *unused) {
	char *stack = malloc(STACK_BYTES);
	for (int i = 0; i < ROUNDS; i++) {
		if (i % 3 == 1) use_stack(stack, STACK_BYTES);
		use_device();
		use_none();
		use_device();
	}
	free(stack);
	return NULL;
}

int main(void) {
	static void *(*const works[])(void *) = {has_none, has_its_own, has_a_small_one, switches_off};
	enum { WORKS = sizeof works / sizeof *works };
	struct sigaction action = {.sa_sigaction = leave, .sa_flags = SA_SIGINFO};
	pthread_attr_t small;
	pthread_t thread;
	open_device_quietly();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	program = build(kernels_source);
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, SMALL_THREAD);
	for (int flags = 0; flags < 2; flags++) {
		action.sa_flags = SA_SIGINFO | (flags ? SA_ONSTACK : 0);
		sigaction(SIGSEGV, &action, NULL);
		for (int i = 0; i < WORKS; i++) {
			check(!pthread_create(&thread, &small, works[i], NULL), "pthread_create");
			pthread_join(thread, NULL);
		}
	}
	return done();
}
