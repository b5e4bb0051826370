// A kernel that does something forbidden ends as a failed event, with a report that names the kernel, a work-item that
// did it, the source line and the address. The next command works.
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char report[1024]; // guarded by mutex; empty: none

static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *data) {
	pthread_mutex_lock(&mutex);
	snprintf(report, sizeof report, "%s", text);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
}

static void take_report(char *into) {
	pthread_mutex_lock(&mutex);
	while (report[0] == 0) pthread_cond_wait(&changed, &mutex);
	strcpy(into, report);
	report[0] = 0;
	pthread_mutex_unlock(&mutex);
}

#define CULPRIT 77

// The second line of each kernel does it, work-item 77 only. p leads to good memory, bad to none.
static const struct {
	const char *name, *body, *words;
} kernels[] = {
	{"store", "if (i == 77) *bad = i;", "write to a null pointer"},
	{"load", "if (i == 77) p[i] = *bad;", "read from a null pointer"},
	{"scatter", "*(i == 77 ? bad : p + i) = i;", "write to a null pointer"},
	{"gather", "p[i] = *(i == 77 ? bad : p + i);", "read from a null pointer"},
	{"contiguous", "if (i >= 77) bad[i] = i;", "write to"},
	{"wide", "if (i == 77) *(global double *)bad = i;", "write to a null pointer"},
	{"wide_scatter", "*(global long *)(i == 77 ? bad : p + 2 * i) = i;", "write to a null pointer"},
	{"vector", "if (i == 77) vstore4((int4)(i), 0, bad);", "write to a null pointer"},
	{"byte", "if (i == 77) *(global char *)bad = i;", "write to a null pointer"},
	{"byte_scatter", "*(global char *)(i == 77 ? bad : p + i) = i;", "write to a null pointer"},
	{"far", "if (i == 77) *(global int *)(bad + (1L << 44)) = i;", "write to an address that is not mapped"},
	{"atomic", "if (i == 77) atomic_add(bad, 1);", "a null pointer"},
	{"loop", "for (int j = 0; j < 100; j++) if (i == 77 && j == 50) bad[0] = j; else p[i] = j;", "write to a null pointer"},
};

static void run(const char *name, const char *body, const char *words, size_t local) {
	char source[1024], text[1024], who[64];
	cl_int status;
	cl_mem none = NULL;
	snprintf(source, sizeof source,
		"kernel void %s(global int *p, global int *bad) { int i = get_global_id(0);\n%s\n}\n"
		"kernel void good(global int *p) { int i = get_global_id(0); p[i] = 2 * i; }\n", name, body);
	cl_program program = build(source);
	cl_kernel kernel = clCreateKernel(program, name, &status), good = clCreateKernel(program, "good", &status);
	ok(status);
	size_t n = 1000;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 8 * n, NULL, &status);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	ok(clSetKernelArg(kernel, 1, sizeof none, &none));
	ok(clSetKernelArg(good, 0, sizeof buffer, &buffer));
	cl_event event;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, local ? &local : NULL, 0, NULL, &event));
	clFinish(queue);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(status < 0, "kernel %s: status %d", name, status);
	take_report(text);
	snprintf(who, sizeof who, "kernel %s, work-item (%d, 0, 0), line 2: ", name, CULPRIT);
	check(strstr(text, who) && strstr(text, words), "%s", text);
	ok(clEnqueueNDRangeKernel(queue, good, 1, NULL, &n, NULL, 0, NULL, NULL));
	int value;
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4 * 500, sizeof value, &value, 0, NULL, NULL));
	check(value == 1000, "kernel %s: the next kernel wrote %d", name, value);
	clReleaseEvent(event);
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseKernel(good);
	clReleaseProgram(program);
}

int main(void) {
	setenv("HEDDLE_MAX_COMPUTE_UNITS", "1", 1); // of groups that fault at the same time, either may be reported
	open_device();
	if (other_driver()) { check(1); return done(); } // they end the process
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	cl_int status;
	context = clCreateContext(NULL, 1, &device, notify, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++) {
		static const size_t locals[] = {0, 100, 250};
		for (int l = 0; l < 3; l++) run(kernels[k].name, kernels[k].body, kernels[k].words, locals[l]);
	}
	return done();
}
