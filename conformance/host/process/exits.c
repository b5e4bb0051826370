// The process ends in every way a process can, while the library works; its exit code is the one it gave, WANTED.
// The first argument says what goes on, the second how the process ends.
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { WANTED = 42, BYTES = 16 << 20, THREADS = 3 };

static atomic_int inside;

static void *transfer(void *unused) {
	cl_int status;
	cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
	cl_mem a = buffer_of(BYTES, NULL), b = buffer_of(BYTES, NULL);
	for (;;) {
		clEnqueueCopyBuffer(own, a, b, 0, 0, BYTES, 0, NULL, NULL);
		clFinish(own);
		inside++;
	}
	return NULL;
}

static void start(void *(*work)(void *), void *argument) {
	pthread_t thread;
	for (int i = 0; i < THREADS; i++) pthread_create(&thread, NULL, work, argument);
	while (inside < THREADS) usleep(1000);
}

// run_kernel enqueues endless work: a kernel of seconds, again and again.
static void *run_kernel(void *source_kernel) {
	cl_int status;
	cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
	cl_kernel kernel = clCreateKernel(source_kernel, "spin", &status);
	cl_mem m = buffer_of(1024 * sizeof(cl_uint), NULL);
	size_t global = 1024;
	clSetKernelArg(kernel, 0, sizeof m, &m);
	for (;;) {
		status = clEnqueueNDRangeKernel(own, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
		clFlush(own);
		inside++;
		if (status || clFinish(own)) _exit(1);
	}
	return NULL;
}

static void start_kernels(void) {
	start(run_kernel, build("kernel void spin(global uint *a) {\n"
	                        "	uint x = get_global_id(0);\n"
	                        "	for (uint i = 0; i < 4000000000u; i++) x = x * 1664525u + 1013904223u;\n"
	                        "	a[get_global_id(0)] = x;\n"
	                        "}"));
	usleep(100000);
}

static void CL_CALLBACK native(void *unused) {
	inside++;
	for (;;) pause();
}

// start_native leaves a native kernel running for ever.
static void start_native(void) {
	cl_int status;
	ok(clEnqueueNativeKernel(queue, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
	ok(clFlush(queue));
	while (!inside) usleep(1000);
}

// start_waiting leaves commands that wait for a user event that is never set, and threads that wait for them.
static cl_event blocked;
static void *wait_for_it(void *unused) {
	inside++;
	clWaitForEvents(1, &blocked);
	return NULL;
}
static void start_waiting(void) {
	static char data[64];
	cl_int status;
	cl_event gate = clCreateUserEvent(context, &status);
	ok(clEnqueueWriteBuffer(queue, buffer_of(64, NULL), CL_FALSE, 0, 64, data, 1, &gate, &blocked));
	ok(clFlush(queue));
	start(wait_for_it, NULL);
	usleep(10000);
}

// start_compiling leaves machine code of many long kernels to be made in the background.
static void start_compiling(void) {
	enum { KERNELS = 30, LINES = 200 };
	static char source[KERNELS * (LINES + 2) * 64];
	char *end = source;
	for (int k = 0; k < KERNELS; k++) {
		end += sprintf(end, "kernel void k%d(global uint *p) {\n	uint x = get_global_id(0), y = p[x];\n", k);
		for (int i = 0; i < LINES; i++) end += sprintf(end, "	x = x * %du + (y >> 3); if (x & %d) y += p[x & 15];\n", i + 3, 1 << i % 20);
		end += sprintf(end, "	p[0] = x + y;\n}\n");
	}
	static cl_kernel kernels[KERNELS];
	ok(clCreateKernelsInProgram(build(source), KERNELS, kernels, NULL));
}

static void *exit_here(void *unused) { exit(WANTED); }

static void CL_CALLBACK exit_in_callback(cl_event event, cl_int status, void *unused) { exit(WANTED); }

static void at_exit(void) { clFinish(NULL); } // libraries that clean up at the end call the API late

static int end(const char *how) {
	pthread_t thread;
	cl_int status;
	if (!strcmp(how, "return")) return WANTED;
	if (!strcmp(how, "exit")) exit(WANTED);
	if (!strcmp(how, "quick_exit")) quick_exit(WANTED);
	if (!strcmp(how, "_exit")) _exit(WANTED);
	if (!strcmp(how, "thread")) pthread_create(&thread, NULL, exit_here, NULL);
	if (!strcmp(how, "callback")) {
		cl_event event = clCreateUserEvent(context, &status);
		ok(clSetEventCallback(event, CL_COMPLETE, exit_in_callback, NULL));
		ok(clSetUserEventStatus(event, CL_COMPLETE));
	}
	for (;;) pause();
}

int main(int argc, char **argv) {
	open_device();
	atexit(at_exit);
	if (!strcmp(argv[1], "transfers")) start(transfer, NULL);
	if (!strcmp(argv[1], "kernels")) start_kernels();
	if (!strcmp(argv[1], "native")) start_native();
	if (!strcmp(argv[1], "waiting")) start_waiting();
	if (!strcmp(argv[1], "compiling")) start_compiling();
	if (checks_failed) return done();
	return end(argv[2]);
}
