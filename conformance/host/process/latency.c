// How long it takes until what is wrong has an end: terminated contexts with kernels that run on all processors, faults, and the
// launch after a fault. Best and middle times and the 99th percentile are printed in microseconds; on a busy machine only the best
// mean something. The argument is how many of each are made.
#include "check.h"
#include <unistd.h>

enum { MOST = 10000, ITEMS = 1024 };

static clTerminateContextKHR_fn terminate;

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data) {}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static int by_size(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }

static double print(const char *what, double *times, int count) {
	qsort(times, count, sizeof *times, by_size);
	printf("%s: best %.1f, middle %.1f, 99%% %.1f us\n", what, times[0], times[count / 2], times[count * 99 / 100]);
	return times[0];
}

// launch returns how long a launch takes until its event is complete or has failed.
static double launch(cl_kernel kernel, cl_mem buffer, int is_wrong) {
	size_t n = ITEMS;
	cl_event event;
	double begin = now();
	arg(kernel, 0, buffer);
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, &event));
	check_status(clWaitForEvents(1, &event), is_wrong ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
	double took = now() - begin;
	ok(clReleaseEvent(event));
	return took;
}

static void faults(int count) {
	static double before[MOST], wrong[MOST], next[MOST];
	cl_program program = build("kernel void good(global int *p) { p[get_global_id(0)] = 3; }\n"
		"kernel void bad(global int *p) { p[get_global_id(0) + (1L << 40)] = 3; }");
	cl_kernel good = kernel_of(program, "good"), bad = kernel_of(program, "bad");
	cl_mem buffer = buffer_of(ITEMS * 4, NULL);
	for (int i = 0; i < 100; i++) launch(good, buffer, 0); // until there is code
	launch(bad, buffer, 1);
	for (int i = 0; i < count; i++) before[i] = launch(good, buffer, 0);
	for (int i = 0; i < count; i++) {
		wrong[i] = launch(bad, buffer, 1);
		next[i] = launch(good, buffer, 0);
	}
	double usual = print("a launch", before, count), fault = print("a launch that commits a fault", wrong, count),
		after = print("the launch after it", next, count);
	check(fault < 20000 && after < 20 * usual + 1000, "a fault takes %.0f us, the next launch %.0f", fault, after);
}

// stopped returns how long it takes from the call to the end of a kernel without end, which all processors run.
static double stopped(void) {
	cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
	const char *source = "kernel void spin(global volatile int *p) { p[0] = 1; while (p[1] == 0) {} }";
	static cl_int words[64] __attribute__((aligned(128)));
	cl_int status;
	size_t n = 1 << 16;
	cl_event event;
	words[0] = 0;
	cl_context c = clCreateContext(list, 1, &device, NULL, NULL, &status);
	cl_command_queue q = clCreateCommandQueue(c, device, 0, &status);
	cl_program program = clCreateProgramWithSource(c, 1, &source, NULL, &status);
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel kernel = clCreateKernel(program, "spin", &status);
	cl_mem buffer = clCreateBuffer(c, CL_MEM_USE_HOST_PTR, sizeof words, words, &status);
	arg(kernel, 0, buffer);
	ok(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, &event));
	ok(clFlush(q));
	while (*(volatile cl_int *)words == 0) usleep(100);
	usleep(2000); // until the others run as well
	double begin = now();
	ok(terminate(c));
	check_status(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	double took = now() - begin;
	ok(clReleaseEvent(event));
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
	ok(clReleaseCommandQueue(q));
	ok(clReleaseContext(c));
	return took;
}

int main(int count, char **arguments) {
	static double times[MOST];
	int many = count > 1 ? atoi(arguments[1]) : 100;
	open_device();
	context = clCreateContext(NULL, 1, &device, ignore, NULL, NULL); // whose reports are printed nowhere
	queue = clCreateCommandQueue(context, device, 0, NULL);
	terminate = extension_function("clTerminateContextKHR");
	faults(many);
	for (int i = 0; i < many; i++) times[i] = stopped();
	check(print("from clTerminateContextKHR to the kernel's end", times, many) < 100000, "slow");
	return done();
}
