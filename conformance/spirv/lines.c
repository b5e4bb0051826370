// Reports of faults in modules name the lines of the user's source, as the modules tell them. A module that ends anywhere
// within is refused, by the call or by the build with a log, and so is one whose branch leads into another function.
#include "modules.h"
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

static void fails(cl_program program, cl_uint which, const char *place, const char *what) {
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, "lines", &status);
	ok(status);
	cl_mem buffer = buffer_of(64, NULL);
	arg(kernel, 0, buffer);
	arg(kernel, 1, which);
	size_t global = 16, local = 8;
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
	clFinish(queue);
	char text[1024];
	pthread_mutex_lock(&mutex);
	while (report[0] == 0) pthread_cond_wait(&changed, &mutex);
	strcpy(text, report);
	report[0] = 0;
	pthread_mutex_unlock(&mutex);
	check(strstr(text, place), "no '%s': %s", place, text);
	check(strstr(text, what), "no '%s': %s", what, text);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(kernel));
}

static void test_lines(void) {
	cl_program program = load_module("lines");
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	fails(program, 0, "line 17 of users.jl:", "work-item (3, 0, 0)");
	fails(program, 1, "line 5 of others.jl:", "0x123456789000");
	fails(program, 2, "line 23 of users.jl:", "unreachable");
	ok(clReleaseProgram(program));
}

// refused makes a program of a module that is not sound.
static void refused(const unsigned char *code, size_t bytes) {
	cl_int status;
	char log[4096] = "";
	cl_program program = clCreateProgramWithIL(context, code, bytes, &status);
	if (status != CL_SUCCESS) {
		check_status(status, CL_INVALID_VALUE);
		return;
	}
	check_status(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	check(strstr(log, "SPIR-V word") || strstr(log, "OpMemoryModel"), "%zu bytes: %s", bytes, log);
	ok(clReleaseProgram(program));
}

static void test_truncated(void) {
	size_t bytes;
	unsigned char *code = read_module("lines", &bytes);
	const size_t functions = bytes - 200, kernels = 56; // a module without the entry point, after those, is sound
	for (size_t n = 1; n < bytes; n += n < functions ? 7 : 1) {
		unsigned char *part = malloc(n); // what lies behind it is not read
		memcpy(part, code, n);
		if (n != kernels) refused(part, n);
		free(part);
	}
	free(code);
}

// A branch to the label of another function.
static void test_foreign_label(void) {
	size_t bytes;
	unsigned char *code = read_module("lines", &bytes);
	cl_uint *words = (cl_uint *)code, label = 0;
	for (size_t i = 5; i < bytes / 4; i += words[i] >> 16) {
		if ((words[i] & 0xffff) == 248 && !label) label = words[i + 1]; // OpLabel
		if ((words[i] & 0xffff) == 249) words[i + 1] = label;           // OpBranch
	}
	refused(code, bytes);
	free(code);
}

int main(void) {
	cl_int status;
	open_device();
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	context = clCreateContext(NULL, 1, &device, notify, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	test_lines();
	test_truncated();
	test_foreign_label();
	return done();
}
