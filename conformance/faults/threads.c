// Good and faulting kernels at the same time, in queues of several threads. The application's own handler never sees a
// fault of a kernel, and still gets the application's.
#include "check.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 150, N = 20000 };

static cl_program program;
static atomic_int application_faults;
static __thread sigjmp_buf back;

static void handler(int signal) {
	application_faults++;
	siglongjmp(back, 1);
}

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data) {}

static void enqueue(cl_command_queue q, const char *name, cl_mem buffer, int wanted, size_t local) {
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, name, &status);
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	cl_event event;
	size_t n = N;
	ok(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, local ? &local : NULL, 0, NULL, &event));
	clFinish(q);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(wanted == 0 ? status == CL_COMPLETE : status < 0, "%s: status %d", name, status);
	clReleaseEvent(event);
	clReleaseKernel(kernel);
}

static void *work(void *argument) {
	static const char *bad[] = {"null_store", "wild_load", "in_barriers"};
	int id = (int)(intptr_t)argument;
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * N, NULL, &status);
	static int values[THREADS][N];
	for (int round = 0; round < ROUNDS; round++) {
		enqueue(q, bad[(round + id) % 3], buffer, -1, 50);
		enqueue(q, "good", buffer, 0, round % 2 ? 50 : 0);
		ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof values[id], values[id], 0, NULL, NULL));
		int wrong = 0;
		for (int i = 0; i < N; i++) wrong += values[id][i] != 3 * i;
		check(wrong == 0, "thread %d, round %d: %d wrong", id, round, wrong);
		if (round % 50 == id && !sigsetjmp(back, 1)) *(volatile int *)8 = 1;
	}
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(q);
	return NULL;
}

int main(void) {
	open_device();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	cl_int status;
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	context = clCreateContext(NULL, 1, &device, ignore, NULL, &status);
	ok(status);
	program = build(
		"kernel void good(global int *p) { int i = get_global_id(0); p[i] = 3 * i; }\n"
		"kernel void null_store(global int *p) { if (get_global_id(0) == 7777) *(global int *)0 = 1; }\n"
		"kernel void wild_load(global int *p) { int i = get_global_id(0); p[i] = p[i * (1L << 40)]; }\n"
		"kernel void in_barriers(global int *p) {\n"
		"  local int t[64]; int l = get_local_id(0); t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
		"  for (int k = 0; k < 10; k++) { int x = t[(l + k) % 50]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = x + 1;\n"
		"    if (get_group_id(0) == 100 && k == 5 && l == 49) *(global int *)0 = 1; barrier(CLK_LOCAL_MEM_FENCE); }\n"
		"}\n");
	struct sigaction action = {.sa_handler = handler};
	sigaction(SIGSEGV, &action, NULL);
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	check(application_faults == 3 * THREADS, "%d faults of the application came to it", application_faults);
	return done();
}
