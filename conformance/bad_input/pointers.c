// Pointers that lead nowhere where a call reads or writes memory of the application: the call fails, the process lives, and
// the object that was used can be used again.
#include "check.h"
#include <pthread.h>

static void *const nowhere[] = {(void *)16, (void *)0x123456789000};
enum { NOWHERE = sizeof nowhere / sizeof *nowhere, ITEMS = 64 };

#define fails(expression) \
	do { \
		cl_int status_ = (expression); \
		check(status_ < 0, "%s gave %d", #expression, status_); \
	} while (0)

#define makes_nothing(expression) \
	do { \
		cl_int status = CL_SUCCESS; \
		check((expression) == NULL && status < 0, "%s gave %d", #expression, status); \
	} while (0)

static const char *source = "kernel void k(global int *a, int n) { a[get_global_id(0)] = n; }";

static void objects(void *bad) {
	const char *text = bad;
	size_t length = 10, no_length = (size_t)1 << 40;
	makes_nothing(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, bad, &status));
	makes_nothing(clCreateProgramWithSource(context, 1, &text, NULL, &status));
	makes_nothing(clCreateProgramWithSource(context, 1, &text, &length, &status));
	makes_nothing(clCreateProgramWithSource(context, 1, bad, NULL, &status));
	makes_nothing(clCreateProgramWithSource(context, 1, &source, &no_length, &status));
	makes_nothing(clCreateProgramWithSource(context, UINT32_MAX, &source, NULL, &status));
	check(!clCreateUserEvent(context, bad), "an event, though there is no place for the status");
	check(!clCreateBuffer(context, 0, 64, NULL, bad), "a buffer, though there is no place for the status");
	makes_nothing(clCreateCommandQueueWithProperties(context, device, bad, &status));
}

static void programs(void *bad) {
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	fails(clBuildProgram(p, 1, &device, bad, NULL, NULL));
	fails(clCompileProgram(p, 1, &device, bad, 0, NULL, NULL, NULL, NULL));
	ok(clBuildProgram(p, 1, &device, "", NULL, NULL));
	makes_nothing(clCreateKernel(p, bad, &status));
	fails(clGetProgramInfo(p, CL_PROGRAM_SOURCE, 1000, bad, NULL));
	fails(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, 1000, bad, NULL));
	ok(clReleaseProgram(p));
}

static void kernels(void *bad) {
	int n = 7, out[ITEMS];
	size_t global = ITEMS;
	cl_mem buffer = buffer_of(sizeof out, NULL);
	cl_kernel k = kernel_of(build(source), "k");
	arg(k, 0, buffer);
	arg(k, 1, n);
	fails(clSetKernelArg(k, 1, sizeof n, bad));
	fails(clGetKernelInfo(k, CL_KERNEL_FUNCTION_NAME, 100, bad, NULL));
	fails(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof global, bad, NULL));
	fails(clEnqueueNDRangeKernel(queue, k, 1, NULL, bad, NULL, 0, NULL, NULL));
	fails(clEnqueueNDRangeKernel(queue, k, 1, bad, &global, NULL, 0, NULL, NULL));
	fails(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, bad, 0, NULL, NULL));
	fails(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 1, bad, NULL));
	run1(k, ITEMS, 0);
	read_back(buffer, out, sizeof out);
	check(out[0] == n && out[ITEMS - 1] == n, "%d and %d", out[0], out[ITEMS - 1]);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(buffer));
}

static void commands(void *bad) {
	char text[64] = "text", out[64] = "";
	size_t zeros[3] = {0}, region[3] = {8, 2, 1};
	cl_mem buffer = buffer_of(sizeof text, text);
	fails(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bad, 0, NULL, NULL));
	fails(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, bad, 0, NULL, NULL));
	fails(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zeros, zeros, region, 0, 0, 0, 0, bad, 0, NULL, NULL));
	fails(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, bad, zeros, region, 0, 0, 0, 0, out, 0, NULL, NULL));
	fails(clEnqueueFillBuffer(queue, buffer, bad, 4, 0, 64, 0, NULL, NULL));
	fails(clEnqueueUnmapMemObject(queue, buffer, bad, 0, NULL, NULL));
	fails(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(size_t), bad, NULL));
	fails(clGetMemObjectInfo(buffer, CL_MEM_SIZE, 0, NULL, bad));
	fails(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(void *), bad, NULL));
	fails(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof(void *), bad, NULL));
	fails(clGetDeviceInfo(device, CL_DEVICE_NAME, 1000, bad, NULL));
	fails(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 1000, bad, NULL));
	read_back(buffer, out, sizeof out);
	check(!strcmp(out, text), "%s", out);
	ok(clReleaseMemObject(buffer));
}

// try_all runs in threads of its own, too, since a thread's first call prepares those that follow.
static void *try_all(void *unused) {
	for (int i = 0; i < NOWHERE; i++) {
		objects(nowhere[i]);
		programs(nowhere[i]);
		kernels(nowhere[i]);
		commands(nowhere[i]);
	}
	ok(clFinish(queue));
	return NULL;
}

int main(void) {
	pthread_t thread;
	open_device();
	if (other_driver()) { // others follow any pointer
		check(1);
		return done();
	}
	for (int i = 0; i < 3; i++) {
		pthread_create(&thread, NULL, try_all, NULL);
		pthread_join(thread, NULL);
	}
	try_all(NULL);
	return done();
}
