// What the programs share that open the library themselves, without the ICD loader. The loader reads what a handle
// points to, so garbage reaches a driver only this way.
#ifndef HEDDLE_DIRECT_H
#define HEDDLE_DIRECT_H

#include "check.h"
#include <dlfcn.h>

static void *library;

static void open_library(const char *path) {
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	check(library, "%s", dlerror());
	if (!library) exit(done());
}

static void *function_of(const char *name) {
	void *function = dlsym(library, name);
	if (!function) {
		printf("%s is not exported\n", name);
		exit(1);
	}
	return function;
}

// our(clFinish) is the library's own clFinish.
#define our(name) ((__typeof__(&name))function_of(#name))

// open_objects makes the objects of check.h through the library's own functions.
static void open_objects(void) {
	cl_int status = 1;
	ok(our(clGetPlatformIDs)(1, &platform, NULL));
	ok(our(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = our(clCreateContext)(NULL, 1, &device, NULL, NULL, &status);
	ok(status);
	queue = our(clCreateCommandQueue)(context, device, 0, &status);
	ok(status);
	if (checks_failed) exit(done());
}

#endif
