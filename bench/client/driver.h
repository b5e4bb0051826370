// What the clients of the benchmark that go through the ICD loader share: the driver they measure, a clock, and random
// content for buffers. Included after CL_TARGET_OPENCL_VERSION is chosen.
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void must(cl_int status, const char *what) {
	if (status == CL_SUCCESS) return;
	printf("error %s: %d\n", what, status);
	fflush(stdout);
	exit(1);
}

static void open_driver(void) {
	cl_platform_id platform;
	cl_int status;
	must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	must(status, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &status);
	must(status, "clCreateCommandQueue");
}

#define FIRST_SEED 2463534242u
static unsigned seed = FIRST_SEED;

static double random_below(double limit) {
	seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
	return seed / 4294967296.0 * limit;
}

// size_of is the size of an element of a type as kernels/ names them.
static size_t size_of(const char *type) {
	return strcmp(type, "u8") == 0 ? 1 : strcmp(type, "i16") == 0 || strcmp(type, "f16") == 0 ? 2 : strcmp(type, "f64") == 0 || strcmp(type, "u64") == 0 ? 8 : 4;
}

// random_elements is memory of the given number of random elements below a limit; zeros if that is 0.
static void *random_elements(const char *type, size_t count, double limit) {
	size_t size = size_of(type);
	void *elements = calloc(count * size + 8, 1);
	for (size_t i = 0; i < count && limit > 0; i++) {
		double v = random_below(limit);
		if (strcmp(type, "f16") == 0) ((_Float16 *)elements)[i] = v;
		else if (strcmp(type, "f32") == 0) ((float *)elements)[i] = v;
		else if (strcmp(type, "f64") == 0) ((double *)elements)[i] = v;
		else if (size == 1) ((unsigned char *)elements)[i] = v;
		else if (size == 2) ((short *)elements)[i] = v;
		else if (size == 8) ((unsigned long long *)elements)[i] = v;
		else ((unsigned *)elements)[i] = v;
	}
	return elements;
}
