// Calls from handlers of signals that interrupt no call. On a signal stack they are refused with CL_OUT_OF_RESOURCES,
// in threads of any kind, at their first call and later; the same memory as an ordinary stack is none. A rain of them
// does no harm.
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK = 64 << 10, ROUNDS = 400 };

static atomic_int handled, refused, served;

static void on_signal(int signal) {
	cl_uint references;
	cl_int status = clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL);
	handled++;
	if (status == CL_OUT_OF_RESOURCES) refused++;
	if (status == CL_SUCCESS) served++;
	clFinish(queue);
}

static void install(int signal, int flags) {
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | flags};
	sigaction(signal, &action, NULL);
}

static void must_be_refused(int wanted) {
	int before = refused, all = handled;
	pthread_kill(pthread_self(), SIGUSR1);
	check(handled == all + 1 && refused == before + wanted, "%d handled, %d refused", handled - all, refused - before);
	ok(clFinish(queue));
}

static void set_stack(void *memory) {
	stack_t stack = {.ss_sp = memory, .ss_size = STACK};
	check(sigaltstack(&stack, NULL) == 0);
}

static void *use_usual_thread(void *unused) {
	ok(clFinish(queue));
	must_be_refused(1);
	return NULL;
}

static void *use_own_stack(void *unused) {
	set_stack(malloc(STACK));
	must_be_refused(1); // in the thread's first call
	must_be_refused(1);
	return NULL;
}

static ucontext_t fiber, thread;

static void run_fiber(void) {
	for (int i = 0; i < 3; i++) ok(clFinish(queue));
	swapcontext(&fiber, &thread);
}

// use_stack_again has what was the signal stack be that of a fiber.
static void *use_stack_again(void *unused) {
	char *memory = malloc(STACK);
	set_stack(memory);
	ok(clFinish(queue));
	must_be_refused(1);
	set_stack(malloc(STACK));
	getcontext(&fiber);
	fiber.uc_stack = (stack_t){.ss_sp = memory, .ss_size = STACK};
	makecontext(&fiber, run_fiber, 0);
	swapcontext(&thread, &fiber);
	ok(clFinish(queue));
	must_be_refused(1);
	return NULL;
}

static void in_thread(void *(*run)(void *)) {
	pthread_t other;
	pthread_create(&other, NULL, run, NULL);
	pthread_join(other, NULL);
}

// rain has a timer interrupt calls, and what is between them.
static void rain(void) {
	struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
	install(SIGALRM, 0);
	install(SIGPROF, SA_ONSTACK);
	setitimer(ITIMER_REAL, &often, NULL);
	setitimer(ITIMER_PROF, &often, NULL);
	cl_program program = build("kernel void k(global int *p) { p[get_global_id(0)] += 1; }");
	cl_kernel kernel = kernel_of(program, "k");
	cl_mem buffer = buffer_of(4096, NULL);
	cl_int zero = 0, sum[1024];
	ok(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 4096, 0, NULL, NULL));
	arg(kernel, 0, buffer);
	for (int i = 0; i < ROUNDS; i++) {
		run1(kernel, 1024, 0);
		usleep(100);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	setitimer(ITIMER_PROF, &never, NULL);
	read_back(buffer, sum, sizeof sum);
	for (int i = 0; i < 1024; i++) check(sum[i] == ROUNDS, "%d", sum[i]);
}

int main(void) {
	open_device();
	install(SIGUSR1, SA_ONSTACK);
	ok(clFinish(queue));
	must_be_refused(1);
	in_thread(use_usual_thread);
	in_thread(use_own_stack);
	in_thread(use_stack_again);
	rain();
	check(handled > 10 && refused + served == handled, "%d of %d refused, %d served", refused, handled, served);
	return done();
}
