/* What the programs of this folder share: they load the library with dlopen, as a loader does. */
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void *handle;

static void *library;

static void fail(const char *what) {
	printf("failed: %s\n", what);
	exit(1);
}

static void load(void) {
	library = dlopen(getenv("LIBRARY"), RTLD_NOW | RTLD_LOCAL);
	if (!library)
		fail(dlerror());
}

static void *function(const char *name) {
	void *f = dlsym(library, name);
	if (!f)
		fail(name);
	return f;
}

#define CALL(result, name, ...) ((result(*)())function(#name))(__VA_ARGS__)

static handle first_device(void) {
	handle platform = NULL, device = NULL;
	if (CALL(int, clGetPlatformIDs, 1, &platform, (unsigned *)NULL) || !platform)
		fail("clGetPlatformIDs");
	if (CALL(int, clGetDeviceIDs, platform, (uint64_t)0xffffffff, 1, &device, (unsigned *)NULL) || !device)
		fail("clGetDeviceIDs");
	return device;
}

static handle new_context(void) {
	handle device = first_device();
	int status = 1;
	handle context = CALL(handle, clCreateContext, NULL, 1, &device, NULL, NULL, &status);
	if (status || !context)
		fail("clCreateContext");
	return context;
}

static handle new_queue(handle context) {
	int status = 1;
	handle queue = CALL(handle, clCreateCommandQueue, context, first_device(), (uint64_t)0, &status);
	if (status || !queue)
		fail("clCreateCommandQueue");
	return queue;
}

/* new_kernel builds a program and returns its kernel k. */
static handle new_kernel(handle context, const char *source) {
	int status = 1;
	handle program = CALL(handle, clCreateProgramWithSource, context, 1, &source, NULL, &status);
	if (status || CALL(int, clBuildProgram, program, 0, NULL, "", NULL, NULL))
		fail("clBuildProgram");
	handle kernel = CALL(handle, clCreateKernel, program, "k", &status);
	if (status)
		fail("clCreateKernel");
	return kernel;
}

static int launch(handle queue, handle kernel, size_t items, handle *event) {
	return CALL(int, clEnqueueNDRangeKernel, queue, kernel, 1, NULL, &items, NULL, 0, NULL, event);
}
