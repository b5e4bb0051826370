// Threads that compute in modes of their own use the driver at once: kernels compute as by default, each call leaves the mode
// and its flags as they were, and functions of the application that the driver calls find the mode of the thread that made
// the call, or the default on threads of the driver.
#define _GNU_SOURCE
#include "host/float_mode.h"
#include <CL/cl_icd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#ifndef CL_ICD2_TAG_KHR
#define CL_ICD2_TAG_KHR 0x4F50454E434C3331 // stands in the table in place of functions that loaders answer
#endif

enum { THREADS = MODES - 1, ROUNDS = 12, LARGE = 2048 };

static struct numbers wanted;

// What a thread of the program has set, for the functions that the driver calls on it.
static __thread int is_ours;
static __thread struct mode own;

static void own_mode(struct mode m) {
	is_ours = 1;
	own = m;
	set_mode(m);
}

#define check_mode(wanted, what) \
	do { \
		struct mode is_ = present_mode(), was_ = (wanted); \
		check(is_mode(is_, was_), "%s: %s: MXCSR %#x, not %#x, x87 %#x, not %#x", was_.name, what, is_.mxcsr, was_.mxcsr, is_.x87, \
			was_.x87); \
	} while (0)

// keeps makes a call, whatever its result.
#define keeps(call) \
	do { \
		(void)(call); \
		check_mode(own, #call); \
		set_mode(own); \
	} while (0)

// Functions that the driver calls. Each leaves another mode, which must have no effect.
static atomic_int calls_on_ours, calls_on_others;

static void called(const char *what) {
	check_mode(is_ours ? own : modes[0], what);
	atomic_fetch_add(is_ours ? &calls_on_ours : &calls_on_others, 1);
	set_mode((struct mode){"left behind", 0xffc0, 0xc7f});
}

static void CL_CALLBACK on_notify(const char *reason, const void *info, size_t bytes, void *data) { called("context's notify"); }
static void CL_CALLBACK on_event(cl_event event, cl_int status, void *data) {
	called("event callback");
	atomic_fetch_add((atomic_int *)data, 1);
}
static void CL_CALLBACK on_build(cl_program program, void *data) {
	called("build callback");
	atomic_fetch_add((atomic_int *)data, 1);
}
static void CL_CALLBACK on_release(cl_mem object, void *data) { called("destructor of a buffer"); }
static void CL_CALLBACK on_end(cl_context c, void *data) { called("destructor of a context"); }
static void CL_CALLBACK native(void *data) { called("native kernel"); }

// native_calls uses the driver, with a mode that it has set.
static void CL_CALLBACK native_calls(void *data) {
	called("native kernel that calls");
	struct mode before = present_mode();
	cl_uint count;
	ok(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
	clReleaseProgram(build("kernel void f(global float *a) { *a = 1.0f / 3; }"));
	struct mode after = present_mode();
	check(is_mode(before, after), "calls of a native kernel changed MXCSR from %#x to %#x", before.mxcsr, after.mxcsr);
}

static cl_command_queue queue_of(cl_context c, cl_command_queue_properties properties) {
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(c, device, properties, &status);
	ok(status);
	return q;
}

static void await(atomic_int *count, int n) {
	while (atomic_load(count) < n) usleep(100);
}

static void looks(void) {
	cl_int status;
	cl_uint n;
	size_t bytes;
	char text[4096];
	cl_platform_id p;
	cl_device_id d;
	cl_context c;
	cl_image_format formats[4];
	cl_ulong times[2];
	cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
	keeps(clGetPlatformIDs(1, &p, &n));
	keeps(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, &bytes));
	keeps(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d, &n));
	keeps(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof text, text, &bytes));
	keeps(clRetainDevice(device));
	keeps(clReleaseDevice(device));
	keeps(clGetDeviceAndHostTimer(device, &times[0], &times[1]));
	keeps(clGetHostTimer(device, &times[0]));
	keeps(clCreateSubDevices(device, NULL, 0, NULL, &n));
	keeps(c = clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, &status));
	keeps(clRetainContext(c));
	keeps(clReleaseContext(c));
	keeps(clGetContextInfo(c, CL_CONTEXT_NUM_DEVICES, sizeof n, &n, NULL));
	keeps(clSetContextDestructorCallback(c, on_end, NULL));
	keeps(clGetSupportedImageFormats(c, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 4, formats, &n));
	keeps(clReleaseContext(c));
	keeps(clUnloadCompiler());
	keeps(clUnloadPlatformCompiler(platform));
}

static void extensions(cl_kernel kernel, cl_command_queue q) {
	size_t global = 1000, local[3];
	void *function;
	keeps(clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR"));
	keeps(clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR"));
	keeps(function = clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
	check(function != NULL || other_driver(), "no such function");
	if (function) keeps(((clGetKernelSuggestedLocalWorkSizeKHR_fn)function)(q, kernel, 1, NULL, &global, local));
}

// is_missing makes calls of functions that the driver only refuses.
static void is_missing(cl_command_queue q) {
	cl_int status;
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
	keeps(clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, NULL, &status));
	keeps(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &status));
	keeps(clCreatePipe(context, 0, 4, 4, NULL, &status));
	keeps(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
	keeps((clSVMFree(context, NULL), 0));
	keeps(clEnqueueSVMUnmap(q, NULL, 0, NULL, NULL));
	keeps(clCreateProgramWithIL(context, "", 1, &status));
	keeps(clSetDefaultDeviceCommandQueue(context, device, q));
}

static void buffers(cl_command_queue q) {
	cl_int status;
	cl_mem a, b, part;
	cl_event event;
	void *mapped;
	size_t bytes;
	char data[256] = {0};
	cl_buffer_region region = {0, 128};
	size_t origin[3] = {0}, extent[3] = {16, 4, 1};
	keeps(a = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &status));
	keeps(b = clCreateBufferWithProperties(context, NULL, CL_MEM_COPY_HOST_PTR, 256, data, &status));
	keeps(part = clCreateSubBuffer(a, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
	keeps(clGetMemObjectInfo(a, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
	keeps(clSetMemObjectDestructorCallback(a, on_release, NULL));
	keeps(clEnqueueWriteBuffer(q, a, CL_TRUE, 0, 256, data, 0, NULL, NULL));
	keeps(clEnqueueReadBuffer(q, a, CL_FALSE, 0, 256, data, 0, NULL, &event));
	keeps(clWaitForEvents(1, &event));
	keeps(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof bytes, &bytes, NULL));
	keeps(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof bytes, &bytes, NULL));
	keeps(clRetainEvent(event));
	keeps(clReleaseEvent(event));
	keeps(clReleaseEvent(event));
	keeps(clEnqueueReadBufferRect(q, a, CL_TRUE, origin, origin, extent, 16, 0, 16, 0, data, 0, NULL, NULL));
	keeps(clEnqueueWriteBufferRect(q, a, CL_TRUE, origin, origin, extent, 16, 0, 16, 0, data, 0, NULL, NULL));
	keeps(clEnqueueCopyBufferRect(q, a, b, origin, origin, extent, 16, 0, 16, 0, 0, NULL, NULL));
	keeps(clEnqueueCopyBuffer(q, a, b, 0, 0, 256, 0, NULL, NULL));
	keeps(clEnqueueFillBuffer(q, a, data, 4, 0, 256, 0, NULL, NULL));
	keeps(mapped = clEnqueueMapBuffer(q, a, CL_TRUE, CL_MAP_WRITE, 0, 256, 0, NULL, NULL, &status));
	keeps(clEnqueueUnmapMemObject(q, a, mapped, 0, NULL, NULL));
	keeps(clEnqueueMigrateMemObjects(q, 1, &a, 0, 0, NULL, NULL));
	keeps(clEnqueueMarkerWithWaitList(q, 0, NULL, NULL));
	keeps(clEnqueueBarrierWithWaitList(q, 0, NULL, NULL));
	keeps(clEnqueueMarker(q, NULL));
	keeps(clEnqueueBarrier(q));
	keeps(clFlush(q));
	keeps(clFinish(q));
	keeps(clReleaseMemObject(part));
	keeps(clReleaseMemObject(b));
	keeps(clReleaseMemObject(a));
}

static void programs(cl_command_queue q) {
	cl_int status;
	cl_uint n;
	char text[4096];
	size_t bytes, one = 1;
	unsigned char *binary = NULL;
	static atomic_int built;
	atomic_int before = atomic_load(&built);
	const char *source = "kernel void f(global float *a) { *a = native_sin(1.0f / 3 + *a) * 1e-40f; }", *wrong = "kernel void f( {";
	cl_program p, object, linked, loaded;
	cl_kernel kernel, clone;
	cl_mem a;
	keeps(p = clCreateProgramWithSource(context, 1, &source, NULL, &status));
	keeps(clBuildProgram(p, 1, &device, "-cl-fast-relaxed-math", on_build, &built));
	await(&built, before + 1);
	keeps(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
	binary = malloc(bytes);
	keeps(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
	keeps(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL));
	keeps(loaded = clCreateProgramWithBinary(context, 1, &device, &bytes, (const unsigned char **)&binary, NULL, &status));
	keeps(clBuildProgram(loaded, 1, &device, "", NULL, NULL));
	keeps(kernel = clCreateKernel(loaded, "f", &status));
	keeps(a = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &status));
	keeps(clSetKernelArg(kernel, 0, sizeof a, &a));
	keeps(clone = clCloneKernel(kernel, &status));
	keeps(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL));
	keeps(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof n, &n, NULL));
	keeps(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof bytes, &bytes, NULL));
	keeps(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof one, &one, sizeof bytes, &bytes, NULL));
	keeps(clEnqueueNDRangeKernel(q, clone, 1, NULL, &one, NULL, 0, NULL, NULL));
	keeps(clEnqueueTask(q, kernel, 0, NULL, NULL));
	keeps(clFinish(q));
	extensions(kernel, q);
	keeps(clReleaseKernel(clone));
	keeps(clReleaseKernel(kernel));
	keeps(clReleaseMemObject(a));
	keeps(clReleaseProgram(loaded));
	keeps(clReleaseProgram(p));
	keeps(object = clCreateProgramWithSource(context, 1, &source, NULL, &status));
	keeps(clCompileProgram(object, 1, &device, "", 0, NULL, NULL, NULL, NULL));
	keeps(linked = clLinkProgram(context, 1, &device, "", 1, &object, on_build, &built, &status));
	await(&built, before + 2);
	keeps(clReleaseProgram(linked));
	keeps(clReleaseProgram(object));
	keeps(p = clCreateProgramWithSource(context, 1, &wrong, NULL, &status));
	keeps(clBuildProgram(p, 1, &device, "", NULL, NULL));
	keeps(clReleaseProgram(p));
	free(binary);
}

// errors makes calls that the driver refuses, some of them through the context's notify function.
static void errors(cl_command_queue q) {
	cl_int status;
	size_t none = 0;
	keeps(clCreateBuffer(context, 0, 0, NULL, &status));
	keeps(clEnqueueReadBuffer(q, NULL, CL_TRUE, 0, 1, NULL, 0, NULL, NULL));
	keeps(clSetKernelArg(NULL, 0, 4, NULL));
	keeps(clGetContextInfo(context, 0, 0, NULL, NULL));
	keeps(clEnqueueNDRangeKernel(q, NULL, 1, NULL, &none, NULL, 0, NULL, NULL));
	keeps(clCreateContext(NULL, 0, NULL, NULL, NULL, &status));
	keeps(clEnqueueWriteBuffer(q, NULL, CL_TRUE, 0, 8, (void *)8, 0, NULL, NULL));
}

// nothing makes every call that there is, with nothing but zeros.
static void nothing(void) {
	typedef intptr_t any_function(intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t,
		intptr_t, intptr_t, intptr_t);
	any_function *const *table = *(any_function *const **)platform;
	const int slots = sizeof(cl_icd_dispatch) / sizeof *table;
	for (int i = 0; i < slots && !other_driver(); i++) {
		if (!table[i] || (uintptr_t)table[i] == CL_ICD2_TAG_KHR) continue;
		table[i](0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		check(is_mode(present_mode(), own), "%s: slot %d of the dispatch table", own.name, i);
		set_mode(own);
	}
}

// waits lets callbacks come in every way: on the thread that waits, and on one of the driver.
static void waits(cl_command_queue q) {
	cl_int status;
	cl_event gate, end;
	atomic_int ended = 0;
	for (int i = 0; i < 3; i++) keeps(clEnqueueNativeKernel(q, i ? native : native_calls, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
	keeps(clFinish(q));
	keeps(gate = clCreateUserEvent(context, &status));
	keeps(clEnqueueNativeKernel(q, native, NULL, 0, 0, NULL, NULL, 1, &gate, &end));
	keeps(clSetEventCallback(end, CL_COMPLETE, on_event, &ended));
	keeps(clFlush(q));
	keeps(clSetUserEventStatus(gate, CL_COMPLETE));
	await(&ended, 1);
	keeps(clFinish(q));
	keeps(clReleaseEvent(end));
	keeps(clReleaseEvent(gate));
}

// between runs kernels between native kernels, which leave a strange mode on the same thread.
static void between(const struct kernels *k, const char *who) {
	struct numbers n;
	size_t one = 1;
	for (int i = 0; i < 2; i++) {
		wipe(k);
		ok(clEnqueueNativeKernel(k->queue, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
		ok(clEnqueueNDRangeKernel(k->queue, i ? k->computed : k->folded, 1, NULL, &one, NULL, 0, NULL, NULL));
		ok(clEnqueueNativeKernel(k->queue, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
		keeps(clFinish(k->queue));
		read_numbers(k, 0, &n);
		check_same(who, &n, &wanted);
	}
}

// survives lets a kernel fault, and looks whether the thread is as before.
static void survives(const struct kernels *k, const char *who) {
	struct numbers n;
	size_t one = 1;
	cl_program program = build("kernel void f(global int *a) { *(global int *)16 = 1; }");
	cl_kernel kernel = kernel_of(program, "f");
	arg(kernel, 0, k->floats);
	keeps(clEnqueueNDRangeKernel(k->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	keeps(clFinish(k->queue));
	wipe(k);
	launch(k, k->computed, 1);
	read_numbers(k, 0, &n);
	check_same(who, &n, &wanted);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

static void *thread(void *argument) {
	const struct mode *mode = argument;
	struct kernels k;
	struct numbers n;
	own_mode(*mode);
	k.queue = queue_of(context, (mode - modes) & 1 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
	for (int round = 0; round < ROUNDS; round++) {
		if (round % 4 == 0) build_kernels(&k), make_buffers(&k, LARGE);
		for (int i = 0; i < 4; i++) {
			size_t items = i & 1 ? LARGE : 1 + round;
			wipe(&k);
			launch(&k, i & 2 ? k.folded : k.computed, items);
			read_numbers(&k, items - 1, &n);
			check_same(mode->name, &n, &wanted);
		}
		between(&k, mode->name);
		waits(k.queue);
		if (round % 4 == 3) release_kernels(&k);
	}
	check_mode(*mode, "the end");
	set_mode(modes[0]);
	ok(clReleaseCommandQueue(k.queue));
	return NULL;
}

// alone makes all kinds of calls in one mode.
static void alone(struct mode mode, const struct kernels *k) {
	cl_command_queue q;
	cl_int status;
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
	own_mode(mode);
	keeps(q = clCreateCommandQueueWithProperties(context, device, list, &status));
	keeps(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof status, &status, NULL));
	keeps(clRetainCommandQueue(q));
	keeps(clReleaseCommandQueue(q));
	looks();
	buffers(q);
	programs(q);
	is_missing(q);
	errors(q);
	nothing();
	waits(q);
	survives(k, mode.name);
	keeps(clReleaseCommandQueue(q));
	own_mode(modes[0]);
}

// The x87 unit reports an exception at its next instruction. If that is one of the driver's, the report comes in its midst.
enum { DIVISION_BY_ZERO = 4, TO_BE_REPORTED = 0x80 };

static void raise_exception(void) {
	unsigned short environment[14];
	__asm__ volatile("fnstenv %0" : "=m"(environment));
	environment[0] = own.x87;
	environment[2] |= DIVISION_BY_ZERO;
	__asm__ volatile("fldenv %0" : : "m"(environment));
}

static void check_exception(void) {
	unsigned short state;
	__asm__ volatile("fnstsw %0\n\tfnclex" : "=m"(state));
	check((state & 0xff) == (DIVISION_BY_ZERO | TO_BE_REPORTED), "the x87 unit's state is %#x", state);
}

int main(void) {
	static pthread_t threads[THREADS];
	struct kernels k;
	cl_int status;
	cl_event event;
	own_mode(modes[MODES - 1]); // the driver begins in a strange mode
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	raise_exception();
	context = clCreateContext(NULL, 1, &device, on_notify, NULL, &status); // makes threads
	check_exception();
	check_mode(own, "first context");
	k.queue = queue_of(context, 0);
	build_kernels(&k);
	make_buffers(&k, LARGE);
	launch(&k, k.computed, 1);
	read_numbers(&k, 0, &wanted);
	check_known("first", &wanted);
	for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, thread, (void *)&modes[t + 1]);
	for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
	for (int m = 0; m < MODES; m++) alone(modes[m], &k);
	check(calls_on_ours > 0 && calls_on_others > 0, "%d calls on the program's threads, %d on others", calls_on_ours, calls_on_others);
	printf("%d calls on the program's threads, %d on the driver's\n", calls_on_ours, calls_on_others);
	release_kernels(&k);
	return done();
}
