// What AdaptiveCpp (SYCL over OpenCL) asks of a driver, in its order: choice of the device, one context for all devices,
// in-order queues, USM by functions that are found by name, pointers and structures as plain kernel arguments, rows copied
// one by one, barriers across queues, user events set by a thread of its own, events polled.
#include "svm/shared.h"
#include <pthread.h>
#include <sched.h>

enum { WIDTH = 300, HEIGHT = 20, QUEUES = 4 };

typedef struct { // a kernel's captured variables
	int factor, shift;
	cl_ulong count;
} Captured;

static const char source[] =
	"typedef struct { int factor, shift; ulong count; } Captured;\n"
	"kernel void scaled(global int *to, global const int *from, Captured c) { size_t i = get_global_id(0); if (i < c.count) to[i] = from[i] * c.factor + c.shift; }\n"
	"kernel void chase(global int *global *rows, global int *sums, int width) { int s = 0; for (int i = 0; i < width; i++) s += rows[get_global_id(0)][i]; sums[get_global_id(0)] = s; }\n";

static cl_command_queue queues[QUEUES];

static void choose(void) {
	char text[4096];
	ok(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text, text, NULL));
	check(!strncmp(text, "OpenCL 3", 8), "%s", text);
	ok(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, NULL));
	cl_device_svm_capabilities svm = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL));
	check(has_extension("cl_intel_unified_shared_memory") && svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, "neither USM nor system SVM");
	static const cl_device_info numbers[] = {CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, CL_DEVICE_MAX_NUM_SUB_GROUPS, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
		CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, CL_DEVICE_MAX_CLOCK_FREQUENCY, CL_DEVICE_ADDRESS_BITS,
		CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, CL_DEVICE_MAX_CONSTANT_ARGS, CL_DEVICE_LOCAL_MEM_TYPE, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
		CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_DEVICE_AVAILABLE, CL_DEVICE_VENDOR_ID};
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		cl_uint number;
		size_t size = 0;
		ok(clGetDeviceInfo(device, numbers[i], sizeof number, &number, &size));
		check(size == sizeof number, "%#x has %zu bytes", numbers[i], size);
	}
	size_t sizes[3], size = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, &size));
	check(size == sizeof sizes && sizes[0] && sizes[1] && sizes[2], "%zu", size);
}

static void prepare(void) {
	cl_uint count = 0;
	cl_device_id devices[8];
	cl_int status;
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR, 8, devices, &count));
	cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
	context = clCreateContext(list, count, devices, NULL, NULL, &status);
	ok(status);
	cl_queue_properties none[] = {0};
	for (int i = 0; i < QUEUES; i++) {
		queues[i] = clCreateCommandQueueWithProperties(context, device, i % 2 ? none : NULL, &status);
		ok(status);
	}
}

// tell is what the runtime sets for each kernel: it may follow any pointer.
static void tell(cl_kernel k) {
	cl_bool yes = CL_TRUE;
	ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, sizeof yes, &yes));
	ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, sizeof yes, &yes));
	ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL, sizeof yes, &yes));
	ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
}

static cl_program compile(void) {
	cl_program p = build_with(source, "-cl-std=CL3.0 -cl-uniform-work-group-size");
	char names[100] = "", log[1000];
	ok(clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
	check(strstr(names, "scaled") && strstr(names, "chase"), "%s", names);
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	return p;
}

static cl_event barrier(cl_command_queue q, cl_uint count, const cl_event *list) {
	cl_event e = NULL;
	ok(clEnqueueBarrierWithWaitList(q, count, list, &e));
	return e;
}

// pointer_kind is how the runtime finds out what a pointer is.
static void expect_kind(const void *p, cl_unified_shared_memory_type_intel wanted, cl_device_id of) {
	cl_unified_shared_memory_type_intel type = 0;
	cl_device_id owner = NULL;
	ok(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_TYPE_INTEL, sizeof type, &type, NULL));
	ok(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_DEVICE_INTEL, sizeof owner, &owner, NULL));
	check(type == wanted && owner == of, "%#x %p", type, (void *)owner);
}

static void *set_later(void *event) {
	struct timespec a_while = {0, 5000000};
	nanosleep(&a_while, NULL);
	ok(clSetUserEventStatus(event, CL_COMPLETE));
	return NULL;
}

// graph: rows go to the device on one queue, two others compute, a fourth brings them back; a host task holds the first.
static void graph(cl_program p) {
	cl_int status;
	static int host[HEIGHT][WIDTH], back[HEIGHT][WIDTH];
	int *from = clDeviceMemAllocINTEL_(context, device, NULL, sizeof host, 0, &status), *to = clSharedMemAllocINTEL_(context, device, NULL, sizeof host, 0, &status);
	int *sums = clHostMemAllocINTEL_(context, NULL, HEIGHT * sizeof(int), 0, &status), **rows = clHostMemAllocINTEL_(context, NULL, HEIGHT * sizeof(int *), 0, &status);
	ok(status);
	expect_kind(from + 7, CL_MEM_TYPE_DEVICE_INTEL, device);
	expect_kind(to + 7, CL_MEM_TYPE_SHARED_INTEL, device);
	expect_kind(sums + 7, CL_MEM_TYPE_HOST_INTEL, NULL);
	expect_kind(host, CL_MEM_TYPE_UNKNOWN_INTEL, NULL);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) host[y][x] = x + 1000 * y;
	cl_event task = clCreateUserEvent(context, &status), copied[HEIGHT], both[2];
	ok(clEnqueueMemAdviseINTEL_(queues[0], to, sizeof host, 0, 0, NULL, NULL));
	ok(clEnqueueMigrateMemINTEL_(queues[0], to, sizeof host, 0, 0, NULL, NULL));
	for (int y = 0; y < HEIGHT; y++) ok(clEnqueueMemcpyINTEL_(queues[0], CL_FALSE, from + y * WIDTH, host[y], sizeof host[y], 1, &task, &copied[y]));
	cl_event ready = barrier(queues[1], HEIGHT, copied), ready2 = barrier(queues[2], HEIGHT, copied);
	cl_kernel scaled[2], chase = kernel_of(p, "chase");
	Captured c = {3, 1, (cl_ulong)WIDTH * HEIGHT / 2};
	size_t half = WIDTH * HEIGHT / 2, height = HEIGHT;
	for (int i = 0; i < 2; i++) {
		int *to_half = to + i * half, *from_half = from + i * half;
		scaled[i] = kernel_of(p, "scaled");
		arg(scaled[i], 0, to_half);
		arg(scaled[i], 1, from_half);
		arg(scaled[i], 2, c);
		tell(scaled[i]);
		ok(clEnqueueNDRangeKernel(queues[1 + i], scaled[i], 1, NULL, &half, NULL, 0, NULL, &both[i]));
		ok(clFlush(queues[1 + i]));
	}
	cl_event joined = barrier(queues[3], 2, both), end;
	for (int y = 0; y < HEIGHT; y++) rows[y] = to + y * WIDTH;
	int width = WIDTH;
	arg(chase, 0, rows);
	arg(chase, 1, sums);
	arg(chase, 2, width);
	tell(chase);
	ok(clEnqueueNDRangeKernel(queues[3], chase, 1, NULL, &height, NULL, 0, NULL, NULL));
	ok(clEnqueueMemcpyINTEL_(queues[3], CL_FALSE, back, to, sizeof back, 0, NULL, &end));
	ok(clFlush(queues[3]));
	cl_int state = CL_QUEUED;
	ok(clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL));
	check(state != CL_COMPLETE, "it did not wait for the host task");
	pthread_t worker;
	pthread_create(&worker, NULL, set_later, task);
	while (state != CL_COMPLETE && state >= 0) {
		ok(clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL));
		sched_yield();
	}
	check(state == CL_COMPLETE, "%d", state);
	pthread_join(worker, NULL);
	for (int y = 0; y < HEIGHT; y++) {
		int sum = 0;
		for (int x = 0; x < WIDTH; x++) sum += host[y][x] * 3 + 1;
		check(sums[y] == sum && back[y][WIDTH - 1] == host[y][WIDTH - 1] * 3 + 1, "row %d: %d, not %d", y, sums[y], sum);
	}
	cl_event all[] = {task, ready, ready2, both[0], both[1], joined, end};
	for (int i = 0; i < 7; i++) ok(clReleaseEvent(all[i]));
	for (int y = 0; y < HEIGHT; y++) ok(clReleaseEvent(copied[y]));
	for (int i = 0; i < 2; i++) ok(clReleaseKernel(scaled[i]));
	ok(clReleaseKernel(chase));
	void *memory[] = {from, to, sums, rows};
	for (int i = 0; i < 4; i++) ok(clMemFreeINTEL_(context, memory[i]));
}

// mistakes are told, and what comes after works.
static void mistakes(cl_program p) {
	cl_int status;
	cl_kernel k = kernel_of(p, "scaled");
	Captured c = {0};
	cl_event no_buffer = clCreateUserEvent(context, &status);
	check_status(clSetKernelArg(k, 0, sizeof no_buffer, &no_buffer), CL_INVALID_MEM_OBJECT);
	ok(clReleaseEvent(no_buffer));
	check_status(clSetKernelArg(k, 2, 8, &c), CL_INVALID_ARG_SIZE);
	check_create(clDeviceMemAllocINTEL_(context, device, NULL, 0, 0, &status), CL_INVALID_BUFFER_SIZE);
	check_status(clMemFreeINTEL_(context, &c), CL_INVALID_VALUE);
	ok(clReleaseKernel(k));
}

int main(void) {
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	if (other_driver()) return done();
	choose();
	prepare();
	find_functions();
	cl_program p = compile();
	for (int i = 0; i < 5; i++) graph(p);
	mistakes(p);
	ok(clReleaseProgram(p));
	for (int i = 0; i < QUEUES; i++) {
		ok(clFinish(queues[i]));
		ok(clReleaseCommandQueue(queues[i]));
	}
	ok(clReleaseContext(context));
	return done();
}
