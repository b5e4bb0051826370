// Commands of all kinds, recorded once and run many times: their order, several queues, events, and objects that the
// application has released meanwhile.
#include "command_buffer/functions.h"

enum { N = 1000 };

static const char source[] =
	"kernel void add(global int *a, int by) { a[get_global_id(0)] += by; }\n"
	"kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }\n"
	"kernel void none(void) {}\n"
	"kernel void wait_for(global atomic_int *mine, global atomic_int *other) {\n"
	"	atomic_store(mine, 1);\n"
	"	while (!atomic_load(other)) ;\n"
	"}\n";

static cl_program program;
static size_t items = N;
static int host[N];

static void expect(cl_mem m, int wanted, const char *what) {
	read_back(m, host, sizeof host);
	int wrong = 0;
	for (int i = 0; i < N; i++) wrong += host[i] != wanted;
	check(wrong == 0, "%s: %d wrong, %d in the place of %d", what, wrong, host[0], wanted);
}

// in_order records add 1, times 2 and a copy, and runs them three times.
static void in_order(void) {
	int zero = 0, one = 1;
	cl_mem a = buffer_of(sizeof host, NULL), b = buffer_of(sizeof host, NULL);
	cl_kernel add = kernel_of(program, "add"), twice = kernel_of(program, "twice");
	cb_t buffer = recorder(NULL);
	check(uint_of(buffer, CL_COMMAND_BUFFER_STATE_KHR) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
	arg(add, 0, a);
	arg(add, 1, one);
	arg(twice, 0, a);
	ok(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, add, 1, NULL, &items, NULL, 0, NULL, NULL, NULL));
	int seven = 7;
	arg(add, 1, seven); // later than the recording
	ok(clCommandNDRangeKernelKHR_(buffer, queue, NULL, twice, 1, NULL, &items, NULL, 0, NULL, NULL, NULL));
	ok(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, b, 0, 0, sizeof host, 0, NULL, NULL, NULL));
	ok(clFinalizeCommandBufferKHR_(buffer));
	check(uint_of(buffer, CL_COMMAND_BUFFER_STATE_KHR) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	ok(clReleaseKernel(add));
	ok(clReleaseKernel(twice));
	ok(clEnqueueFillBuffer(queue, a, &zero, sizeof zero, 0, sizeof host, 0, NULL, NULL));
	for (int i = 0; i < 3; i++) ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
	cl_event event, user = clCreateUserEvent(context, NULL);
	ok(clEnqueueCommandBufferKHR_(1, &queue, buffer, 1, &user, &event));
	cl_int status = 1;
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(status > CL_COMPLETE, "%d", status);
	ok(clReleaseCommandBufferKHR_(buffer)); // lives on until it has run
	check_status(clFinalizeCommandBufferKHR_(buffer), CL_INVALID_COMMAND_BUFFER_KHR);
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	ok(clWaitForEvents(1, &event));
	cl_command_type type = 0;
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	check(type == CL_COMMAND_COMMAND_BUFFER_KHR);
	cl_ulong start = 0, end = 0;
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
	check(start != 0 && end >= start);
	expect(b, 30, "((0+1)*2+1)*2…");
	ok(clReleaseEvent(event));
	ok(clReleaseEvent(user));
	ok(clReleaseMemObject(a));
	ok(clReleaseMemObject(b));
}

// ordered_by orders commands of an out-of-order queue by sync-points or by a barrier.
static void ordered_by(int barrier) {
	cl_int status;
	cl_command_queue any = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
	ok(status);
	cb_t buffer = clCreateCommandBufferKHR_(1, &any, NULL, &status);
	ok(status);
	int one = 1, three = 3;
	cl_mem a = buffer_of(sizeof host, NULL);
	cl_kernel add = kernel_of(program, "add"), twice = kernel_of(program, "twice");
	arg(add, 0, a);
	arg(add, 1, one);
	arg(twice, 0, a);
	cl_sync_point_khr filled, added, point;
	ok(clCommandFillBufferKHR_(buffer, NULL, NULL, a, &three, sizeof three, 0, sizeof host, 0, NULL, &filled, NULL));
	if (barrier) ok(clCommandBarrierWithWaitListKHR_(buffer, NULL, NULL, 0, NULL, NULL, NULL));
	ok(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, add, 1, NULL, &items, NULL, !barrier, barrier ? NULL : &filled, &added, NULL));
	if (barrier) ok(clCommandBarrierWithWaitListKHR_(buffer, NULL, NULL, 1, &added, &point, NULL));
	ok(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, twice, 1, NULL, &items, NULL, !barrier, barrier ? NULL : &added, &point, NULL));
	ok(clFinalizeCommandBufferKHR_(buffer));
	for (int i = 0; i < 20; i++) {
		ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
		ok(clFinish(any));
	}
	expect(a, 8, barrier ? "barriers" : "sync-points");
	ok(clReleaseCommandBufferKHR_(buffer));
	ok(clReleaseCommandQueue(any));
	ok(clReleaseMemObject(a));
}

// at_the_same_time runs two kernels that wait for each other.
static void at_the_same_time(void) {
	cl_int status, zeros[2] = {0, 0};
	cl_command_queue any = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
	ok(status);
	cb_t buffer = clCreateCommandBufferKHR_(1, &any, NULL, &status);
	ok(status);
	cl_mem a = buffer_of(sizeof(int), &zeros), b = buffer_of(sizeof(int), &zeros);
	cl_kernel k = kernel_of(program, "wait_for");
	size_t one = 1;
	for (int i = 0; i < 2; i++) {
		ok(clSetKernelArg(k, i, sizeof a, &a));
		ok(clSetKernelArg(k, 1 - i, sizeof b, &b));
		ok(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, k, 1, NULL, &one, NULL, 0, NULL, NULL, NULL));
	}
	ok(clFinalizeCommandBufferKHR_(buffer));
	ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
	ok(clFinish(any));
	ok(clReleaseCommandBufferKHR_(buffer));
}

// several_queues records to two in-order queues, with their order in front and behind.
static void several_queues(void) {
	cl_int status;
	cl_command_queue queues[2] = {queue, clCreateCommandQueue(context, device, 0, &status)};
	ok(status);
	cb_t buffer = clCreateCommandBufferKHR_(2, queues, NULL, &status);
	ok(status);
	int zero = 0, one = 1;
	cl_mem a = buffer_of(sizeof host, NULL), b = buffer_of(sizeof host, NULL);
	cl_kernel add = kernel_of(program, "add");
	arg(add, 1, one);
	arg(add, 0, a);
	ok(clCommandNDRangeKernelKHR_(buffer, queues[0], NULL, add, 1, NULL, &items, NULL, 0, NULL, NULL, NULL));
	arg(add, 0, b);
	ok(clCommandNDRangeKernelKHR_(buffer, queues[1], NULL, add, 1, NULL, &items, NULL, 0, NULL, NULL, NULL));
	check_status(clCommandBarrierWithWaitListKHR_(buffer, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	ok(clFinalizeCommandBufferKHR_(buffer));
	check(uint_of(buffer, CL_COMMAND_BUFFER_NUM_QUEUES_KHR) == 2);
	ok(clEnqueueFillBuffer(queues[0], a, &zero, sizeof zero, 0, sizeof host, 0, NULL, NULL));
	ok(clEnqueueFillBuffer(queues[1], b, &zero, sizeof zero, 0, sizeof host, 0, NULL, NULL));
	cl_event event;
	for (int i = 0; i < 10; i++) ok(clEnqueueCommandBufferKHR_(2, queues, buffer, 0, NULL, i == 9 ? &event : NULL));
	ok(clEnqueueCopyBuffer(queues[1], b, a, 0, 0, sizeof(int), 0, NULL, NULL));
	cl_command_queue of = queue;
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof of, &of, NULL));
	check(of == NULL);
	ok(clWaitForEvents(1, &event));
	ok(clFinish(queues[1]));
	expect(a, 10, "first queue");
	expect(b, 10, "second queue");
	cb_t other = clRemapCommandBufferKHR_(buffer, CL_FALSE, 2, (cl_command_queue[]){queues[1], queues[0]}, 0, NULL, NULL, &status);
	ok(status);
	check(uint_of(other, CL_COMMAND_BUFFER_STATE_KHR) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	ok(clEnqueueCommandBufferKHR_(0, NULL, other, 0, NULL, NULL));
	ok(clFinish(queues[1]));
	ok(clFinish(queues[0]));
	expect(a, 11, "remapped");
	ok(clReleaseCommandBufferKHR_(buffer));
	ok(clReleaseCommandBufferKHR_(other));
	ok(clReleaseEvent(event));
	ok(clReleaseCommandQueue(queues[1]));
}

// transfers records rectangles, images and shared memory.
static void transfers(void) {
	cl_int status;
	cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
	cl_mem first = clCreateImage(context, 0, &format, &desc, NULL, &status), second = clCreateImage(context, 0, &format, &desc, NULL, &status);
	ok(status);
	cl_mem in = buffer_of(256, NULL), out = buffer_of(256, NULL);
	unsigned char *shared = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 256, 0), bytes[256], pattern[16];
	cl_uint colour[4] = {1, 2, 3, 4};
	size_t zero[3] = {0, 0, 0}, all[3] = {8, 8, 1}, rows[3] = {16, 4, 1}, at[3] = {16, 4, 0};
	for (int i = 0; i < 16; i++) pattern[i] = i;
	cb_t buffer = recorder(NULL);
	ok(clCommandSVMMemFillKHR_(buffer, NULL, NULL, shared, pattern, 16, 128, 0, NULL, NULL, NULL));
	ok(clCommandSVMMemcpyKHR_(buffer, NULL, NULL, shared + 128, shared, 128, 0, NULL, NULL, NULL));
	ok(clCommandFillBufferKHR_(buffer, NULL, NULL, in, pattern, 4, 0, 256, 0, NULL, NULL, NULL));
	ok(clCommandCopyBufferRectKHR_(buffer, NULL, NULL, in, out, zero, at, rows, 32, 0, 32, 0, 0, NULL, NULL, NULL));
	ok(clCommandCopyBufferToImageKHR_(buffer, NULL, NULL, in, first, 0, zero, all, 0, NULL, NULL, NULL));
	ok(clCommandFillImageKHR_(buffer, NULL, NULL, first, colour, (size_t[]){4, 4, 0}, (size_t[]){4, 4, 1}, 0, NULL, NULL, NULL));
	ok(clCommandCopyImageKHR_(buffer, NULL, NULL, first, second, zero, zero, all, 0, NULL, NULL, NULL));
	ok(clCommandCopyImageToBufferKHR_(buffer, NULL, NULL, second, out, zero, (size_t[]){8, 1, 1}, 0, 0, NULL, NULL, NULL));
	ok(clFinalizeCommandBufferKHR_(buffer));
	ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
	read_back(out, bytes, sizeof bytes);
	check(bytes[0] == 0 && bytes[31] == 3 && bytes[4 * 32 + 17] == 1, "%d %d %d", bytes[0], bytes[31], bytes[4 * 32 + 17]);
	unsigned char pixel[4];
	ok(clEnqueueReadImage(queue, second, CL_TRUE, (size_t[]){7, 7, 0}, (size_t[]){1, 1, 1}, 0, 0, pixel, 0, NULL, NULL));
	check(pixel[0] == 1 && pixel[3] == 4, "%d %d", pixel[0], pixel[3]);
	check(shared[0] == 0 && shared[127] == 15 && shared[255] == 15);
	clSVMFree(context, shared); // the command-buffer keeps the memory
	ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clReleaseCommandBufferKHR_(buffer));
	ok(clReleaseMemObject(first));
	ok(clReleaseMemObject(second));
}

// many runs a long buffer of small kernels often, and an empty one.
static void many(void) {
	cb_t buffer = recorder(NULL), empty = recorder((cl_properties[]){0});
	cl_kernel none = kernel_of(program, "none");
	size_t one = 1;
	for (int i = 0; i < 1000; i++) ok(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, none, 1, NULL, &one, &one, 0, NULL, NULL, NULL));
	ok(clFinalizeCommandBufferKHR_(buffer));
	ok(clFinalizeCommandBufferKHR_(empty));
	for (int i = 0; i < 100; i++) {
		ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
		ok(clEnqueueCommandBufferKHR_(0, NULL, empty, 0, NULL, NULL));
	}
	ok(clFinish(queue));
	ok(clRetainCommandBufferKHR_(empty));
	check(uint_of(empty, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR) == 2);
	ok(clReleaseCommandBufferKHR_(empty));
	ok(clReleaseCommandBufferKHR_(empty));
	ok(clReleaseCommandBufferKHR_(buffer));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	program = build_with(source, "-cl-std=CL3.0");
	in_order();
	ordered_by(0);
	ordered_by(1);
	at_the_same_time();
	several_queues();
	transfers();
	many();
	return done();
}
