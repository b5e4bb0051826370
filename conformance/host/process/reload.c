// reload LIBRARY nothing|discovery|work: a thousand times dlopen and dlclose, and what is to happen between them. Neither
// memory nor descriptors nor mappings grow.
#define _GNU_SOURCE
#include "direct.h"

enum { TIMES = 1000, WARM = 100, MOST_KB = 16 << 10 };

static void discover(void) {
	char name[100];
	ok(our(clGetPlatformIDs)(1, &platform, NULL));
	ok(our(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	ok(our(clGetDeviceInfo)(device, CL_DEVICE_NAME, sizeof name, name, NULL));
}

static void work(void) {
	static const char *const text = "kernel void f(global int *x) { x[get_global_id(0)] = 3 * get_global_id(0); }";
	cl_int status, out[64];
	size_t n = 64;
	open_objects();
	cl_program program = our(clCreateProgramWithSource)(context, 1, (const char **)&text, NULL, &status);
	ok(our(clBuildProgram)(program, 1, &device, "", NULL, NULL));
	cl_kernel kernel = our(clCreateKernel)(program, "f", &status);
	cl_mem buffer = our(clCreateBuffer)(context, 0, sizeof out, NULL, &status);
	ok(our(clSetKernelArg)(kernel, 0, sizeof buffer, &buffer));
	ok(our(clEnqueueNDRangeKernel)(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
	ok(our(clEnqueueReadBuffer)(queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	for (int i = 0; i < 64; i++) check(out[i] == 3 * i);
	ok(our(clReleaseMemObject)(buffer));
	ok(our(clReleaseKernel)(kernel));
	ok(our(clReleaseProgram)(program));
	ok(our(clReleaseCommandQueue)(queue));
	ok(our(clReleaseContext)(context));
}

static long resident_kb(void) {
	long whole, pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	check(file && fscanf(file, "%ld %ld", &whole, &pages) == 2);
	fclose(file);
	return pages * 4;
}

static int mappings(void) {
	int lines = 0, c;
	FILE *file = fopen("/proc/self/maps", "r");
	while ((c = fgetc(file)) != EOF) lines += c == '\n';
	fclose(file);
	return lines;
}

int main(int count, char **arguments) {
	long kb = 0;
	int maps = 0;
	for (int i = 0; i < TIMES; i++) {
		open_library(arguments[1]);
		if (!strcmp(arguments[2], "discovery")) discover();
		if (!strcmp(arguments[2], "work")) work();
		check(dlclose(library) == 0);
		if (i == WARM) kb = resident_kb(), maps = mappings();
	}
	check(resident_kb() < kb + MOST_KB, "%ld KB became %ld", kb, resident_kb());
	check(mappings() < maps + 40, "%d mappings became %d", maps, mappings());
	return done();
}
