// Garbage where a handle should be: every function answers the specification's error, nothing faults. The library's
// path is the first argument.
#include "direct.h"

static char memory[256] __attribute__((aligned(64)));
static uintptr_t garbage[40];
static int garbage_count;
static cl_mem buffer;
static cl_event event;
static size_t number;
static size_t answer[64];
static cl_int status;

static void add(uintptr_t value) { garbage[garbage_count++] = value; }

// collect lists values that are no handle of any kind.
static void collect(void) {
	uintptr_t real = (uintptr_t)buffer;
	add(0);
	for (uintptr_t small = 1; small <= 64; small *= 2) add(small);
	add(12345);
	add(4096);
	add(~(uintptr_t)0);
	add(~(uintptr_t)0 - 63);
	add((uintptr_t)1 << 63);
	add(0x0000800000000000); // the first that is not canonical
	add(0xffff7fffffffffc0); // the last
	add(0xffff800000000000);
	add(0x4141414141414140);
	add((uintptr_t)memory);     // can be read, is aligned, holds no dispatch table
	add((uintptr_t)memory + 3); // unaligned
	add((uintptr_t)collect);    // code
	add((uintptr_t)&real);      // the stack
	for (int off = 1; off < 64; off *= 4) add(real + off);
	add(real - 1);
	add(real + 64 * 1000);       // a slot never given out
	add(real + (32 << 20));      // far in the same slab
	add(real + (1 << 30));       // after all slabs
	add(real ^ ((uintptr_t)1 << 47));
	add(real ^ ((uintptr_t)1 << 63));
}

// call_returns checks a call that returns a status; call_creates one that stores it and returns a handle.
#define call_returns(wanted, name, ...) \
	do { \
		cl_int got_ = our(name)(__VA_ARGS__); \
		check(got_ == (wanted), #name "(%#zx) gave %d, wanted " #wanted, (size_t)g, got_); \
	} while (0)
#define call_creates(wanted, name, ...) \
	do { \
		status = 1; \
		void *got_ = (void *)our(name)(__VA_ARGS__, &status); \
		check(status == (wanted), #name "(%#zx) gave %d, wanted " #wanted, (size_t)g, status); \
		check(!got_, #name " gave an object and an error"); \
	} while (0)

// A NULL platform may mean the default one, so NULL is left out.
static void as_platform(uintptr_t g) {
	cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)g, 0};
	call_creates(CL_INVALID_PLATFORM, clCreateContext, properties, 1, &device, NULL, NULL);
	call_creates(CL_INVALID_PLATFORM, clCreateContextFromType, properties, CL_DEVICE_TYPE_ALL, NULL, NULL);
	if (!g) return;
	cl_device_id one;
	call_returns(CL_INVALID_PLATFORM, clGetPlatformInfo, (cl_platform_id)g, CL_PLATFORM_NAME, sizeof answer, answer, &number);
	call_returns(CL_INVALID_PLATFORM, clGetDeviceIDs, (cl_platform_id)g, CL_DEVICE_TYPE_ALL, 1, &one, NULL);
	call_returns(CL_INVALID_PLATFORM, clUnloadPlatformCompiler, (cl_platform_id)g);
	check(!our(clGetExtensionFunctionAddressForPlatform)((cl_platform_id)g, "clIcdGetPlatformIDsKHR"), "%#zx", (size_t)g);
}

static void as_device(uintptr_t g) {
	cl_device_id one = (cl_device_id)g, two[] = {device, one};
	call_returns(CL_INVALID_DEVICE, clGetDeviceInfo, one, CL_DEVICE_NAME, sizeof answer, answer, &number);
	call_returns(CL_INVALID_DEVICE, clRetainDevice, one);
	call_returns(CL_INVALID_DEVICE, clReleaseDevice, one);
	call_creates(CL_INVALID_DEVICE, clCreateContext, NULL, 1, &one, NULL, NULL);
	call_creates(CL_INVALID_DEVICE, clCreateContext, NULL, 2, two, NULL, NULL);
	call_creates(CL_INVALID_DEVICE, clCreateCommandQueue, context, one, 0);
	call_creates(CL_INVALID_DEVICE, clCreateCommandQueueWithProperties, context, one, NULL);
}

static void as_context(uintptr_t g) {
	cl_context c = (cl_context)g;
	const char *source = "kernel void f() {}";
	cl_uint count;
	call_returns(CL_INVALID_CONTEXT, clRetainContext, c);
	call_returns(CL_INVALID_CONTEXT, clReleaseContext, c);
	call_returns(CL_INVALID_CONTEXT, clGetContextInfo, c, CL_CONTEXT_NUM_DEVICES, sizeof answer, answer, &number);
	call_returns(CL_INVALID_CONTEXT, clGetSupportedImageFormats, c, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count);
	call_creates(CL_INVALID_CONTEXT, clCreateBuffer, c, CL_MEM_READ_WRITE, 16, NULL);
	call_creates(CL_INVALID_CONTEXT, clCreateBufferWithProperties, c, NULL, CL_MEM_READ_WRITE, 16, NULL);
	call_creates(CL_INVALID_CONTEXT, clCreateCommandQueue, c, device, 0);
	call_creates(CL_INVALID_CONTEXT, clCreateCommandQueueWithProperties, c, device, NULL);
	call_creates(CL_INVALID_CONTEXT, clCreateProgramWithSource, c, 1, &source, NULL);
	call_creates(CL_INVALID_CONTEXT, clCreateUserEvent, c);
	check(!our(clSVMAlloc)(c, CL_MEM_READ_WRITE, 16, 0), "%#zx", (size_t)g);
}

static void as_queue(uintptr_t g) {
	cl_command_queue q = (cl_command_queue)g;
	size_t zero[3] = {0}, one[3] = {1, 1, 1};
	char pattern = 0;
	call_returns(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue, q);
	call_returns(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue, q);
	call_returns(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo, q, CL_QUEUE_CONTEXT, sizeof answer, answer, &number);
	call_returns(CL_INVALID_COMMAND_QUEUE, clFlush, q);
	call_returns(CL_INVALID_COMMAND_QUEUE, clFinish, q);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueReadBuffer, q, buffer, CL_TRUE, 0, 8, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueWriteBuffer, q, buffer, CL_TRUE, 0, 8, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueReadBufferRect, q, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueWriteBufferRect, q, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueCopyBuffer, q, buffer, buffer, 0, 8, 8, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueFillBuffer, q, buffer, &pattern, 1, 0, 8, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueUnmapMemObject, q, buffer, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueMigrateMemObjects, q, 1, &buffer, 0, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList, q, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList, q, 0, NULL, NULL);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker, q, &event);
	call_returns(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier, q);
	call_creates(CL_INVALID_COMMAND_QUEUE, clEnqueueMapBuffer, q, buffer, CL_TRUE, CL_MAP_READ, 0, 8, 0, NULL, NULL);
}

static void as_mem(uintptr_t g) {
	cl_mem m = (cl_mem)g, two[] = {buffer, m};
	cl_buffer_region region = {0, 8};
	char pattern = 0;
	call_returns(CL_INVALID_MEM_OBJECT, clRetainMemObject, m);
	call_returns(CL_INVALID_MEM_OBJECT, clReleaseMemObject, m);
	call_returns(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo, m, CL_MEM_SIZE, sizeof answer, answer, &number);
	call_returns(CL_INVALID_MEM_OBJECT, clGetImageInfo, m, CL_IMAGE_WIDTH, sizeof answer, answer, &number);
	call_returns(CL_INVALID_MEM_OBJECT, clGetPipeInfo, m, CL_PIPE_PACKET_SIZE, sizeof answer, answer, &number);
	call_returns(CL_INVALID_MEM_OBJECT, clSetMemObjectDestructorCallback, m, (void *)memory, NULL);
	call_returns(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer, queue, m, CL_TRUE, 0, 8, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_MEM_OBJECT, clEnqueueWriteBuffer, queue, m, CL_TRUE, 0, 8, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer, queue, m, buffer, 0, 0, 8, 0, NULL, NULL);
	call_returns(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer, queue, buffer, m, 0, 0, 8, 0, NULL, NULL);
	call_returns(CL_INVALID_MEM_OBJECT, clEnqueueFillBuffer, queue, m, &pattern, 1, 0, 8, 0, NULL, NULL);
	call_returns(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject, queue, m, memory, 0, NULL, NULL);
	call_returns(CL_INVALID_MEM_OBJECT, clEnqueueMigrateMemObjects, queue, 2, two, 0, 0, NULL, NULL);
	call_creates(CL_INVALID_MEM_OBJECT, clCreateSubBuffer, m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region);
	call_creates(CL_INVALID_MEM_OBJECT, clEnqueueMapBuffer, queue, m, CL_TRUE, CL_MAP_READ, 0, 8, 0, NULL, NULL);
}

static void as_program(uintptr_t g) {
	cl_program p = (cl_program)g;
	cl_kernel made;
	cl_uint count;
	call_returns(CL_INVALID_PROGRAM, clRetainProgram, p);
	call_returns(CL_INVALID_PROGRAM, clReleaseProgram, p);
	call_returns(CL_INVALID_PROGRAM, clGetProgramInfo, p, CL_PROGRAM_NUM_DEVICES, sizeof answer, answer, &number);
	call_returns(CL_INVALID_PROGRAM, clGetProgramBuildInfo, p, device, CL_PROGRAM_BUILD_STATUS, sizeof answer, answer, &number);
	call_returns(CL_INVALID_PROGRAM, clBuildProgram, p, 1, &device, "", NULL, NULL);
	call_returns(CL_INVALID_PROGRAM, clCompileProgram, p, 1, &device, "", 0, NULL, NULL, NULL, NULL);
	call_returns(CL_INVALID_PROGRAM, clCreateKernelsInProgram, p, 1, &made, &count);
	call_returns(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant, p, 0, 4, memory);
	call_creates(CL_INVALID_PROGRAM, clCreateKernel, p, "f");
	call_creates(CL_INVALID_PROGRAM, clLinkProgram, context, 1, &device, "", 1, &p, NULL, NULL);
}

static void as_kernel(uintptr_t g) {
	cl_kernel k = (cl_kernel)g;
	size_t one = 1;
	call_returns(CL_INVALID_KERNEL, clRetainKernel, k);
	call_returns(CL_INVALID_KERNEL, clReleaseKernel, k);
	call_returns(CL_INVALID_KERNEL, clGetKernelInfo, k, CL_KERNEL_NUM_ARGS, sizeof answer, answer, &number);
	call_returns(CL_INVALID_KERNEL, clGetKernelArgInfo, k, 0, CL_KERNEL_ARG_NAME, sizeof answer, answer, &number);
	call_returns(CL_INVALID_KERNEL, clGetKernelWorkGroupInfo, k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof answer, answer, &number);
	call_returns(CL_INVALID_KERNEL, clSetKernelArg, k, 0, 4, memory);
	call_returns(CL_INVALID_KERNEL, clEnqueueNDRangeKernel, queue, k, 1, NULL, &one, NULL, 0, NULL, NULL);
	call_returns(CL_INVALID_KERNEL, clEnqueueTask, queue, k, 0, NULL, NULL);
	call_creates(CL_INVALID_KERNEL, clCloneKernel, k);
}

static void as_event(uintptr_t g) {
	cl_event e = (cl_event)g, two[] = {event, e};
	call_returns(CL_INVALID_EVENT, clRetainEvent, e);
	call_returns(CL_INVALID_EVENT, clReleaseEvent, e);
	call_returns(CL_INVALID_EVENT, clGetEventInfo, e, CL_EVENT_REFERENCE_COUNT, sizeof answer, answer, &number);
	call_returns(CL_INVALID_EVENT, clGetEventProfilingInfo, e, CL_PROFILING_COMMAND_END, sizeof answer, answer, &number);
	call_returns(CL_INVALID_EVENT, clSetUserEventStatus, e, CL_COMPLETE);
	call_returns(CL_INVALID_EVENT, clSetEventCallback, e, CL_COMPLETE, (void *)memory, NULL);
	call_returns(CL_INVALID_EVENT, clWaitForEvents, 1, &e);
	call_returns(CL_INVALID_EVENT, clWaitForEvents, 2, two);
	call_returns(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList, queue, 2, two, NULL);
	call_returns(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList, queue, 2, two, NULL);
	call_returns(CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer, queue, buffer, CL_TRUE, 0, 8, memory, 1, &e, NULL);
	call_returns(CL_INVALID_EVENT_WAIT_LIST, clEnqueueWriteBuffer, queue, buffer, CL_TRUE, 0, 8, memory, 2, two, NULL);
	call_returns(CL_INVALID_EVENT_WAIT_LIST, clEnqueueCopyBuffer, queue, buffer, buffer, 0, 8, 8, 1, &e, NULL);
	call_returns(CL_INVALID_EVENT, clEnqueueWaitForEvents, queue, 1, &e);
}

static void as_sampler(uintptr_t g) {
	call_returns(CL_INVALID_SAMPLER, clRetainSampler, (cl_sampler)g);
	call_returns(CL_INVALID_SAMPLER, clReleaseSampler, (cl_sampler)g);
	call_returns(CL_INVALID_SAMPLER, clGetSamplerInfo, (cl_sampler)g, CL_SAMPLER_REFERENCE_COUNT, sizeof answer, answer, &number);
}

// test_good_handles: after all that garbage the real objects work and have lost no reference.
static void test_good_handles(void) {
	cl_uint references = 0;
	char in[64] = "still here", out[64] = "";
	ok(our(clEnqueueWriteBuffer)(queue, buffer, CL_TRUE, 0, sizeof in, in, 0, NULL, NULL));
	ok(our(clEnqueueReadBuffer)(queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	check(!strcmp(out, in), "%s", out);
	ok(our(clGetMemObjectInfo)(buffer, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL));
	check(references == 1, "%u", references);
	ok(our(clGetEventInfo)(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, NULL));
	check(references == 1, "%u", references);
	ok(our(clReleaseEvent)(event));
	ok(our(clReleaseMemObject)(buffer));
	ok(our(clReleaseCommandQueue)(queue));
	ok(our(clReleaseContext)(context));
}

// test_released: no handle of the past is good again, whoever asks.
static void test_released(void) {
	check_status(our(clRetainEvent)(event), CL_INVALID_EVENT);
	check_status(our(clRetainMemObject)(buffer), CL_INVALID_MEM_OBJECT);
	check_status(our(clFinish)(queue), CL_INVALID_COMMAND_QUEUE);
	check_status(our(clReleaseContext)(context), CL_INVALID_CONTEXT);
}

int main(int argc, char **argv) {
	open_library(argv[1]);
	open_objects();
	buffer = our(clCreateBuffer)(context, CL_MEM_READ_WRITE, 64, NULL, &status);
	ok(status);
	event = our(clCreateUserEvent)(context, &status);
	ok(status);
	ok(our(clSetUserEventStatus)(event, CL_COMPLETE));
	collect();
	for (int i = 0; i < garbage_count; i++) {
		as_platform(garbage[i]);
		as_device(garbage[i]);
		as_context(garbage[i]);
		as_queue(garbage[i]);
		as_mem(garbage[i]);
		as_program(garbage[i]);
		as_kernel(garbage[i]);
		as_event(garbage[i]);
		as_sampler(garbage[i]);
	}
	test_good_handles();
	test_released();
	return done();
}
