// A program that finds the driver without a loader, or through one: what a loader answers itself is answered here too.
#include "check.h"

static const char *source = "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }";

// find: the platform is the only one, and NULL stands for it, as in a loader's calls.
static void find(void) {
	cl_uint count = 0;
	ok(clGetPlatformIDs(0, NULL, &count));
	check(count == 1, "%u platforms", count);
	check_status(clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetPlatformIDs(0, &platform, NULL), CL_INVALID_VALUE);
	cl_device_id found;
	ok(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &found, NULL));
	char name[100] = "";
	ok(clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof name, name, NULL));
	check(!strcmp(name, "Heddle"), "%s", name);
	check_status(clWaitForEvents(0, NULL), CL_INVALID_VALUE);
	ok(clUnloadCompiler());
}

// extensions: their functions are found by name, with the platform and without it, which loaders do not pass on.
static void extensions(int without_loader) {
	void *function = clGetExtensionFunctionAddressForPlatform(platform, "clCreateSemaphoreWithPropertiesKHR");
	check(function != NULL, "not found");
	if (without_loader)
		check(clGetExtensionFunctionAddress("clCreateSemaphoreWithPropertiesKHR") == function, "another");
	check(clGetExtensionFunctionAddress("clNoSuchFunction") == NULL, "found");
}

static void compute(void) {
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(clBuildProgram(program, 0, NULL, "", NULL, NULL));
	cl_kernel kernel = clCreateKernel(program, "twice", &status);
	ok(status);
	int values[4] = {1, 2, 3, 4};
	cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &status);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	size_t size = 4;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
	check(values[0] == 2 && values[3] == 8, "%d %d", values[0], values[3]);
}

int main(void) {
	open_device();
	int without_loader = getenv("LD_LIBRARY_PATH") != NULL;
	if (without_loader)
		find();
	extensions(without_loader);
	compute();
	return done();
}
