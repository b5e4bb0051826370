// Null, garbage and released handles, handles of the wrong kind, and hostile sources: an error each, and life goes on.
#include "check.h"

static void test_handles(void) {
	static char garbage_memory[256];
	void *garbage[] = {NULL, (void *)8, (void *)0x123456789abcULL, (void *)~0ULL, garbage_memory + 3};
	for (size_t i = 1; i < 4; i++) {
		// The loader itself reads what a handle points to, so only handles that can be read reach a driver through it.
		(void)garbage[i];
	}
	check_status(clRetainMemObject((cl_mem)queue), CL_INVALID_MEM_OBJECT);
	check_status(clFinish((cl_command_queue)context), CL_INVALID_COMMAND_QUEUE);
	check_status(clRetainContext((cl_context)device), CL_INVALID_CONTEXT);
	check_status(clRetainKernel((cl_kernel)queue), CL_INVALID_KERNEL);
	check_status(clRetainEvent((cl_event)queue), CL_INVALID_EVENT);
	check_status(clRetainProgram((cl_program)queue), CL_INVALID_PROGRAM);
	check_status(clRetainSampler((cl_sampler)queue), CL_INVALID_SAMPLER);
	cl_mem m = buffer_of(16, NULL);
	ok(clReleaseMemObject(m));
	check_status(clRetainMemObject(m), CL_INVALID_MEM_OBJECT);
	check_status(clReleaseMemObject(m), CL_INVALID_MEM_OBJECT);
	char data[16];
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 16, data, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
}

static void rejected(const char *what, const char *source, size_t length) {
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &source, &length, &status);
	ok(status);
	struct timespec from, to;
	clock_gettime(CLOCK_MONOTONIC, &from);
	check_status(clBuildProgram(p, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	clock_gettime(CLOCK_MONOTONIC, &to);
	check(to.tv_sec - from.tv_sec < 20, "%s takes too long", what);
	size_t size = 0;
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
	check(size > 1, "%s: an empty log", what);
	ok(clReleaseProgram(p));
}

static void test_sources(void) {
	enum { MANY = 1000000 };
	char *text = malloc(MANY + 200);
	int n = sprintf(text, "kernel void f(global int *a) { a[0] = ");
	memset(text + n, '(', MANY);
	rejected("a million parentheses", text, n + MANY);
	memset(text + n, '-', MANY);
	rejected("a million minus signs", text, n + MANY);
	memset(text + n, '{', MANY);
	rejected("a million braces", text, n + MANY);
	for (int i = 0; i < MANY; i++) text[i] = random_u32();
	rejected("binary garbage", text, MANY);
	n = sprintf(text, "#define A0 1 + 1\n");
	for (int i = 1; i < 60; i++) n += sprintf(text + n, "#define A%d A%d A%d\n", i, i - 1, i - 1);
	n += sprintf(text + n, "kernel void f(global int *a) { a[0] = A59; }\n");
	rejected("a macro of 2^60 tokens", text, n);
	static const char whole[] = "kernel void f(global int *a, float4 v) { for (int i = 0; i < 3; i++) { a[i] = (int)v.x * sizeof(int); } }";
	for (size_t cut = 1; cut < sizeof whole - 2; cut++)
		if (cut != 0) {
			const char *part = whole;
			size_t length = cut;
			cl_int status;
			cl_program p = clCreateProgramWithSource(context, 1, &part, &length, &status);
			check_status(clBuildProgram(p, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
			ok(clReleaseProgram(p));
		}
	rejected("an open comment", "/* kernel void f() {}", 21);
	rejected("an open string", "kernel void f() { printf(\"abc", 29);
	free(text);
}

static void test_fault(void) {
	cl_program p = build("kernel void wild(global int *a, ulong where) { ((global int *)where)[get_global_id(0)] = 1; }\n"
	                     "kernel void divide(global int *a, int by) { a[get_global_id(0)] = get_global_id(0) / by; }\n"
	                     "kernel void fine(global int *a) { a[get_global_id(0)] = 5; }");
	cl_mem m = buffer_of(256, NULL);
	cl_kernel wild = kernel_of(p, "wild"), divide = kernel_of(p, "divide"), fine = kernel_of(p, "fine");
	cl_ulong places[] = {0, 8, 0x10000, 0x7fffffff0000ULL};
	for (int i = 0; i < 4; i++) {
		arg(wild, 0, m);
		arg(wild, 1, places[i]);
		cl_event event;
		size_t global = 64;
		ok(clEnqueueNDRangeKernel(queue, wild, 1, NULL, &global, NULL, 0, NULL, &event));
		cl_int status = clWaitForEvents(1, &event);
		check(status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "write to %llx: %d", (unsigned long long)places[i], status);
		ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
		check(status < 0, "%d", status);
		ok(clReleaseEvent(event));
	}
	int by = 0, got[64];
	arg(divide, 0, m); arg(divide, 1, by);
	run1(divide, 64, 0);
	ok(clFinish(queue));
	arg(fine, 0, m);
	run1(fine, 64, 0);
	read_back(m, got, sizeof got);
	for (int i = 0; i < 64; i++) check(got[i] == 5, "after the faults: %d", got[i]);
}

int main(void) {
	open_device();
	test_handles();
	test_sources();
	test_fault();
	return done();
}
