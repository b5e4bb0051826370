// What programs in other languages call: open once, work from any thread and at any time, finish at the end.
#ifndef HEDDLE_LANGUAGES_CLIENT_H
#define HEDDLE_LANGUAGES_CLIENT_H

#include "../../check.h"

enum { CLIENT_ITEMS = 5000 };

static cl_program client_program;

static void client_open(void) {
	open_device();
	client_program = build("kernel void f(global int *x) { int i = get_global_id(0); x[i] = 3 * i; }"
		"kernel void bad(global int *x) { x[get_global_id(0) + (1L << 40)] = 1; }");
}

// client_launch runs a kernel and returns what became of it.
static cl_int client_launch(cl_command_queue q, const char *name, cl_mem buffer) {
	size_t n = CLIENT_ITEMS;
	cl_event event;
	cl_int status = 1;
	cl_kernel kernel = kernel_of(client_program, name);
	arg(kernel, 0, buffer);
	ok(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, &event));
	ok(clFinish(q));
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	ok(clReleaseEvent(event));
	ok(clReleaseKernel(kernel));
	return status;
}

// client_work computes, lets a kernel fault, and computes again.
static void client_work(void) {
	static _Thread_local int out[CLIENT_ITEMS];
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = buffer_of(sizeof out, NULL);
	check(client_launch(q, "bad", buffer) < 0);
	check(client_launch(q, "f", buffer) == CL_COMPLETE);
	ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	for (int i = 0; i < CLIENT_ITEMS; i++) check(out[i] == 3 * i, "%d: %d", i, out[i]);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(q));
}

// client_finish ends the process if anything was wrong.
static void client_finish(void) {
	ok(clReleaseProgram(client_program));
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	if (done()) exit(1);
}

#endif
