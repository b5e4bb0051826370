// A limit of address space that is set below what the process has, while the driver is at work. Nothing can be had any
// more: builds and buffers fail with errors, what there is goes on, and all is well when the limit is lifted.
#include "check.h"
#include <sys/resource.h>
#include <unistd.h>

enum { ITEMS = 1024, ROUNDS = 3000 };

static cl_mem buffer;
static cl_kernel kernel, faulty;
static cl_program program;

static const char *const source = "kernel void add(global int *x) { x[get_global_id(0)] += 1; }\n"
	"kernel void fault(global int *x) { ((global int *)8)[get_global_id(0)] = 1; }\n";

static void limit(rlim_t bytes) {
	struct rlimit l = {bytes, RLIM_INFINITY};
	check(setrlimit(RLIMIT_AS, &l) == 0);
}

// launch runs what was built, and makes garbage.
static void launch(void) {
	size_t n = ITEMS;
	cl_event event;
	for (int i = 0; i < ROUNDS; i++) {
		ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, &event));
		ok(clWaitForEvents(1, &event));
		ok(clReleaseEvent(event));
	}
}

static void fault(void) {
	size_t n = ITEMS;
	cl_command_queue other = clCreateCommandQueue(context, device, 0, NULL);
	if (!other) return;
	clEnqueueNDRangeKernel(other, faulty, 1, NULL, &n, NULL, 0, NULL, NULL);
	clFinish(other);
	ok(clReleaseCommandQueue(other));
}

// build_of builds a source of a number of functions, and reports whether there was no memory for it.
static int build_of(int functions) {
	static char room[4 << 20], *const text = room;
	cl_int status;
	size_t length = 0;
	for (int i = 0; i < functions; i++)
		length += sprintf(text + length, "int f%d(int a) { for (int i = 0; i < a; i++) a = a * 3 + %d; return a; }\n", i, i);
	strcpy(text + length, source);
	cl_program more = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &status);
	if (more) {
		status = clBuildProgram(more, 1, &device, "-DA", NULL, NULL);
		ok(clReleaseProgram(more));
	}
	check(status == CL_OUT_OF_HOST_MEMORY || status == CL_SUCCESS, "%d", status);
	return status != CL_SUCCESS;
}

static void refused(void) {
	cl_int status;
	for (int i = 0; i < 20; i++) build_of(i * 30);
	check(build_of(30000));
	check(!clCreateBuffer(context, 0, 1 << 30, NULL, &status));
	check(status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_HOST_MEMORY, "%d", status);
}

static void compute(int rounds) {
	static int out[ITEMS];
	read_back(buffer, out, sizeof out);
	for (int i = 0; i < ITEMS; i++) check(out[i] == rounds, "%d: %d", i, out[i]);
}

int main(int count, char **arguments) {
	cl_int zero = 0;
	open_device();
	program = build(source);
	kernel = kernel_of(program, "add"), faulty = kernel_of(program, "fault");
	buffer = buffer_of(ITEMS * sizeof zero, NULL);
	ok(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, ITEMS * 4, 0, NULL, NULL));
	arg(kernel, 0, buffer);
	arg(faulty, 0, buffer);
	launch();
	limit((size_t)atol(arguments[1]) << 20);
	for (int i = 0; i < 5; i++) {
		launch();
		refused();
		fault();
	}
	compute(6 * ROUNDS);
	limit(RLIM_INFINITY);
	ok(clReleaseProgram(build("kernel void f(global int *x) { x[get_global_id(0)] = 3 * get_global_id(0); }")));
	launch();
	compute(7 * ROUNDS);
	return done();
}
