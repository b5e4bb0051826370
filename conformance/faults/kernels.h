// What programs about faults share: kernels that fault and one that does not, and how they are run.
#ifndef HEDDLE_FAULTS_KERNELS_H
#define HEDDLE_FAULTS_KERNELS_H

#include "check.h"

enum { N = 20000 }; // work-items, and numbers in the buffer of good

static const char *const bad_kernels[] = {"null_store", "wild_load", "in_barriers"};
enum { BAD_KERNELS = sizeof bad_kernels / sizeof *bad_kernels };

static const char kernels_source[] =
	"kernel void good(global int *p) { int i = get_global_id(0); p[i] = 3 * i; }\n"
	"kernel void null_store(global int *p) { if (get_global_id(0) == 7777) *(global int *)0 = 1; }\n"
	"kernel void wild_load(global int *p) { int i = get_global_id(0); p[i] = p[i * (1L << 40)]; }\n"
	"kernel void in_barriers(global int *p) {\n"
	"  local int t[64]; int l = get_local_id(0); t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  for (int k = 0; k < 10; k++) { int x = t[(l + k) % 50]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = x + 1;\n"
	"    if (get_group_id(0) == 100 && k == 5 && l == 49) *(global int *)0 = 1; barrier(CLK_LOCAL_MEM_FENCE); }\n"
	"}\n";

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data) {}

// open_device_quietly is open_device with a context that does not print what kernels did.
static inline void open_device_quietly(void) {
	cl_int status;
	open_device();
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	context = clCreateContext(NULL, 1, &device, ignore, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
}

// end_of runs a kernel over n work-items and returns how its command ended.
static inline cl_int end_of(cl_command_queue q, cl_kernel kernel, size_t n, size_t local) {
	cl_int status;
	cl_event event;
	ok(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, local ? &local : NULL, 0, NULL, &event));
	clFinish(q);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	ok(clReleaseEvent(event));
	return status;
}

// run_bad runs a kernel of a program with kernels_source that faults.
static inline void run_bad(cl_command_queue q, cl_program program, const char *name, cl_mem buffer, size_t local) {
	cl_kernel kernel = kernel_of(program, name);
	arg(kernel, 0, buffer);
	cl_int status = end_of(q, kernel, N, local);
	check(status < 0, "%s: status %d", name, status);
	ok(clReleaseKernel(kernel));
}

// run_good runs the good kernel and looks at what it leaves in the buffer.
static inline void run_good(cl_command_queue q, cl_program program, cl_mem buffer, size_t local) {
	int *values = malloc(N * sizeof *values), wrong = 0;
	cl_kernel kernel = kernel_of(program, "good");
	arg(kernel, 0, buffer);
	ok(end_of(q, kernel, N, local));
	ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, N * sizeof *values, values, 0, NULL, NULL));
	for (int i = 0; i < N; i++) wrong += values[i] != 3 * i;
	check(wrong == 0, "%d numbers are wrong", wrong);
	ok(clReleaseKernel(kernel));
	free(values);
}

#endif
