// What every conformance program shares: counting checks, finding the device, building programs.
// A program makes checks, then returns done(): 0 only if at least one check was made and none failed.
#ifndef HEDDLE_CHECK_H
#define HEDDLE_CHECK_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int checks_made, checks_failed;
static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

// check counts a condition and says what was expected when it does not hold.
#define check(condition, ...) \
	do { \
		checks_made++; \
		if (!(condition)) { \
			checks_failed++; \
			printf("%s:%d: failed: %s: ", __FILE__, __LINE__, #condition); \
			printf("" __VA_ARGS__); \
			printf("\n"); \
		} \
	} while (0)

#define check_status(expression, wanted) \
	do { \
		cl_int status_ = (expression); \
		checks_made++; \
		if (status_ != (wanted)) { \
			checks_failed++; \
			printf("%s:%d: failed: %s gave %d, wanted %s (%d)\n", __FILE__, __LINE__, #expression, status_, #wanted, (int)(wanted)); \
		} \
	} while (0)

// check_create checks that a call that returns an object and writes `status` makes none and gives this code.
#define check_create(expression, wanted) \
	do { \
		cl_int status = CL_SUCCESS; \
		const void *made_ = (expression); \
		checks_made++; \
		if (made_ != NULL || status != (wanted)) { \
			checks_failed++; \
			printf("%s:%d: failed: %s gave %p and %d, wanted NULL and %s (%d)\n", __FILE__, __LINE__, #expression, made_, status, #wanted, (int)(wanted)); \
		} \
	} while (0)

#define ok(expression) check_status(expression, CL_SUCCESS)

static inline int done(void) {
	printf("%d checks, %d failed\n", checks_made, checks_failed);
	return checks_made == 0 || checks_failed != 0;
}

// open_device finds the first device of the first platform and makes a context and an in-order queue.
static inline void open_device(void) {
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	cl_int status;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
	ok(status);
	if (checks_failed) exit(done());
}

// extension_function is a function of an extension, which must be there.
static inline void *extension_function(const char *name) {
	void *found = clGetExtensionFunctionAddressForPlatform(platform, name);
	check(found != NULL, "there is no function %s", name);
	if (!found) exit(done());
	return found;
}

// check_robust is check_status for a call that other drivers answer by crashing, hanging or going on as if nothing was wrong.
#define check_robust(expression, wanted) \
	do { \
		if (!other_driver()) check_status(expression, wanted); \
	} while (0)

// other_context is a second context on the same device, to which the objects of the first do not belong.
static inline cl_context other_context(void) {
	cl_int status;
	cl_context c = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	ok(status);
	return c;
}

// other_driver tells that the program runs on another driver than ours, to see whether its expectations are right.
static inline int other_driver(void) { return getenv("CONFORMANCE_ICD") != NULL; }

// other_kind is a handle of another kind than a call wants. Other drivers may not tell kinds apart (Debian's PoCL
// takes any pointer), so there it is NULL.
static inline void *other_kind(void *object) { return other_driver() ? NULL : object; }

// build compiles source and prints the build log when that fails.
static inline cl_program build_with(const char *source, const char *options) {
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	status = clBuildProgram(program, 1, &device, options, NULL, NULL);
	ok(status);
	if (status != CL_SUCCESS) {
		static char log[65536];
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
		printf("%s\n", log);
		exit(done());
	}
	return program;
}

static inline cl_program build(const char *source) { return build_with(source, ""); }

static inline cl_kernel kernel_of(cl_program program, const char *name) {
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, name, &status);
	ok(status);
	if (status != CL_SUCCESS) exit(done());
	return kernel;
}

static inline cl_mem buffer_of(size_t bytes, const void *from) {
	cl_int status;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0), bytes, (void *)from, &status);
	ok(status);
	return buffer;
}

#define arg(kernel, index, value) ok(clSetKernelArg(kernel, index, sizeof(value), &(value)))
#define local_arg(kernel, index, bytes) ok(clSetKernelArg(kernel, index, bytes, NULL))

// run1 runs a kernel over one dimension; a local size of 0 leaves the choice to the driver.
static inline void run1(cl_kernel kernel, size_t global, size_t local) {
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL));
}

static inline void run2(cl_kernel kernel, size_t width, size_t height, size_t local_x, size_t local_y) {
	size_t global[2] = {width, height}, local[2] = {local_x, local_y};
	ok(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local_x ? local : NULL, 0, NULL, NULL));
}

static inline void read_back(cl_mem buffer, void *to, size_t bytes) {
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL));
}

// A small generator with a fixed seed: the same numbers everywhere.
static uint32_t random_state = 12345;
static inline uint32_t random_u32(void) {
	random_state ^= random_state << 13;
	random_state ^= random_state >> 17;
	random_state ^= random_state << 5;
	return random_state;
}
static inline float random_float(void) { return (random_u32() >> 8) * (1.0f / 16777216.0f); }

// close_enough compares with a relative tolerance, absolute below 1.
static inline int close_enough(double got, double wanted, double tolerance) {
	double scale = fabs(wanted) > 1 ? fabs(wanted) : 1;
	return fabs(got - wanted) <= tolerance * scale;
}

#endif
