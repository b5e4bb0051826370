// Each error code of each function that records a command: those that all of them have, by one macro, and its own.
#include "command_buffer/functions.h"

static cb_t recording, finished, pair;
static cl_context foreign;
static cl_command_queue of_other, unlisted;
static cl_mem a, b, of_others, image, other_image, of_other_image, bgra, mipped;
static char *shared;
static cl_kernel one_buffer, no_executable, of_other_kernel;
static const size_t origin[3], region[3] = {4, 4, 1}, row[3] = {16, 1, 1}, wide[3] = {9, 1, 1}, level[3] = {0, 0, 7}, beside[3] = {9, 0, 0};
static const cl_uint white[4];
static const size_t one = 1;

// bad checks the code of a call with the command's own parameters.
#define bad(function, wanted, ...) check_status(function(recording, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), wanted)

// everywhere checks the codes that all functions have, with parameters that are right.
#define everywhere(function, ...) do { \
	cl_sync_point_khr no_point = 999; \
	cl_mutable_command_khr handle; \
	cl_properties unknown[] = {12345, 1, 0}; \
	check_status(function(NULL, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR); \
	check_status(function((cb_t)queue, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR); \
	check_status(function((cb_t)a, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR); \
	check_status(function(recording, (cl_command_queue)a, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE); \
	check_status(function(recording, unlisted, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE); \
	check_status(function(pair, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE); \
	check_status(function(recording, of_other, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_CONTEXT); \
	check_status(function(finished, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_OPERATION); \
	check_status(function(recording, NULL, unknown, __VA_ARGS__, 0, NULL, NULL, NULL), CL_INVALID_VALUE); \
	check_status(function(recording, NULL, NULL, __VA_ARGS__, 1, NULL, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR); \
	check_status(function(recording, NULL, NULL, __VA_ARGS__, 0, &no_point, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR); \
	check_status(function(recording, NULL, NULL, __VA_ARGS__, 1, &no_point, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR); \
	ok(function(recording, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, NULL)); \
} while (0)

// plain is everywhere for what has no handle that can be changed.
#define plain(function, ...) do { \
	cl_mutable_command_khr handle; \
	everywhere(function, __VA_ARGS__); \
	check_status(function(recording, NULL, NULL, __VA_ARGS__, 0, NULL, NULL, &handle), CL_INVALID_VALUE); \
} while (0)

static void on_buffers(void) {
	plain(clCommandCopyBufferKHR_, a, b, 0, 0, 8);
	bad(clCommandCopyBufferKHR_, CL_INVALID_MEM_OBJECT, (cl_mem)queue, b, 0, 0, 8);
	bad(clCommandCopyBufferKHR_, CL_INVALID_MEM_OBJECT, a, image, 0, 0, 8);
	bad(clCommandCopyBufferKHR_, CL_INVALID_CONTEXT, of_others, b, 0, 0, 8);
	bad(clCommandCopyBufferKHR_, CL_INVALID_VALUE, a, b, SIZE_MAX, 0, 8);
	bad(clCommandCopyBufferKHR_, CL_MEM_COPY_OVERLAP, a, a, 0, 4, 8);

	plain(clCommandCopyBufferRectKHR_, a, b, origin, origin, row, 0, 0, 0, 0);
	bad(clCommandCopyBufferRectKHR_, CL_INVALID_MEM_OBJECT, (cl_mem)queue, b, origin, origin, row, 0, 0, 0, 0);
	bad(clCommandCopyBufferRectKHR_, CL_INVALID_CONTEXT, a, of_others, origin, origin, row, 0, 0, 0, 0);
	bad(clCommandCopyBufferRectKHR_, CL_INVALID_VALUE, a, b, NULL, origin, row, 0, 0, 0, 0);
	bad(clCommandCopyBufferRectKHR_, CL_INVALID_VALUE, a, b, origin, origin, row, 3, 0, 0, 0);
	bad(clCommandCopyBufferRectKHR_, CL_MEM_COPY_OVERLAP, a, a, origin, beside, row, 0, 0, 0, 0);

	plain(clCommandFillBufferKHR_, a, white, 4, 0, 16);
	bad(clCommandFillBufferKHR_, CL_INVALID_MEM_OBJECT, (cl_mem)queue, white, 4, 0, 16);
	bad(clCommandFillBufferKHR_, CL_INVALID_CONTEXT, of_others, white, 4, 0, 16);
	bad(clCommandFillBufferKHR_, CL_INVALID_VALUE, a, NULL, 4, 0, 16);
	bad(clCommandFillBufferKHR_, CL_INVALID_VALUE, a, white, 4, 2, 16);
}

static void on_images(void) {
	plain(clCommandCopyImageKHR_, image, other_image, origin, origin, region);
	bad(clCommandCopyImageKHR_, CL_INVALID_MEM_OBJECT, a, image, origin, origin, region);
	bad(clCommandCopyImageKHR_, CL_INVALID_MEM_OBJECT, image, (cl_mem)queue, origin, origin, region);
	bad(clCommandCopyImageKHR_, CL_INVALID_CONTEXT, image, of_other_image, origin, origin, region);
	bad(clCommandCopyImageKHR_, CL_IMAGE_FORMAT_MISMATCH, image, bgra, origin, origin, region);
	bad(clCommandCopyImageKHR_, CL_INVALID_VALUE, image, other_image, origin, origin, wide);
	bad(clCommandCopyImageKHR_, CL_INVALID_VALUE, image, other_image, NULL, origin, region);
	bad(clCommandCopyImageKHR_, CL_INVALID_MIP_LEVEL, mipped, image, level, origin, region);
	bad(clCommandCopyImageKHR_, CL_MEM_COPY_OVERLAP, image, image, origin, origin, region);

	plain(clCommandFillImageKHR_, image, white, origin, region);
	bad(clCommandFillImageKHR_, CL_INVALID_MEM_OBJECT, a, white, origin, region);
	bad(clCommandFillImageKHR_, CL_INVALID_CONTEXT, of_other_image, white, origin, region);
	bad(clCommandFillImageKHR_, CL_INVALID_VALUE, image, NULL, origin, region);
	bad(clCommandFillImageKHR_, CL_INVALID_VALUE, image, white, origin, wide);
	bad(clCommandFillImageKHR_, CL_INVALID_MIP_LEVEL, mipped, white, level, region);

	plain(clCommandCopyImageToBufferKHR_, image, a, origin, region, 0);
	bad(clCommandCopyImageToBufferKHR_, CL_INVALID_MEM_OBJECT, a, a, origin, region, 0);
	bad(clCommandCopyImageToBufferKHR_, CL_INVALID_MEM_OBJECT, image, image, origin, region, 0);
	bad(clCommandCopyImageToBufferKHR_, CL_INVALID_CONTEXT, image, of_others, origin, region, 0);
	bad(clCommandCopyImageToBufferKHR_, CL_INVALID_VALUE, image, a, origin, region, 250);
	bad(clCommandCopyImageToBufferKHR_, CL_INVALID_MIP_LEVEL, mipped, a, level, region, 0);

	plain(clCommandCopyBufferToImageKHR_, a, image, 0, origin, region);
	bad(clCommandCopyBufferToImageKHR_, CL_INVALID_MEM_OBJECT, image, image, 0, origin, region);
	bad(clCommandCopyBufferToImageKHR_, CL_INVALID_MEM_OBJECT, a, a, 0, origin, region);
	bad(clCommandCopyBufferToImageKHR_, CL_INVALID_CONTEXT, of_others, image, 0, origin, region);
	bad(clCommandCopyBufferToImageKHR_, CL_INVALID_VALUE, a, image, SIZE_MAX, origin, region);
	bad(clCommandCopyBufferToImageKHR_, CL_INVALID_MIP_LEVEL, a, mipped, 0, level, region);
}

static void on_pointers(void) {
	plain(clCommandSVMMemcpyKHR_, shared, shared + 128, 64);
	bad(clCommandSVMMemcpyKHR_, CL_INVALID_VALUE, NULL, shared, 64);
	bad(clCommandSVMMemcpyKHR_, CL_INVALID_VALUE, shared, NULL, 64);
	bad(clCommandSVMMemcpyKHR_, CL_MEM_COPY_OVERLAP, shared, shared + 8, 64);

	plain(clCommandSVMMemFillKHR_, shared, white, 4, 64);
	bad(clCommandSVMMemFillKHR_, CL_INVALID_VALUE, NULL, white, 4, 64);
	bad(clCommandSVMMemFillKHR_, CL_INVALID_VALUE, shared, NULL, 4, 64);
	bad(clCommandSVMMemFillKHR_, CL_INVALID_VALUE, shared, white, 3, 63);
	bad(clCommandSVMMemFillKHR_, CL_INVALID_VALUE, shared + 2, white, 4, 64);
}

static void kernels(void) {
	size_t huge = 1 << 20, large = SIZE_MAX, far_away = SIZE_MAX - 2, many[2] = {(size_t)1 << 40, (size_t)1 << 40}, four = 4;
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_KERNEL_ARGS, one_buffer, 1, NULL, &one, NULL);
	arg(one_buffer, 0, a);
	everywhere(clCommandNDRangeKernelKHR_, one_buffer, 1, NULL, &one, NULL);
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_KERNEL, NULL, 1, NULL, &one, NULL);
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_KERNEL, (cl_kernel)queue, 1, NULL, &one, NULL);
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_CONTEXT, of_other_kernel, 1, NULL, &one, NULL);
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_WORK_DIMENSION, one_buffer, 0, NULL, &one, NULL);
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_WORK_GROUP_SIZE, one_buffer, 1, NULL, &huge, &huge);
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_GLOBAL_OFFSET, one_buffer, 1, &far_away, &four, NULL);
	bad(clCommandNDRangeKernelKHR_, CL_INVALID_GLOBAL_WORK_SIZE, one_buffer, 2, NULL, many, NULL);
}

static void barriers(void) {
	cl_sync_point_khr no_point = 999;
	cl_mutable_command_khr handle;
	cl_properties unknown[] = {12345, 1, 0};
#define barrier clCommandBarrierWithWaitListKHR_
	check_status(barrier(NULL, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(barrier((cb_t)queue, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(barrier(recording, unlisted, NULL, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(barrier(pair, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(barrier(recording, of_other, NULL, 0, NULL, NULL, NULL), CL_INVALID_CONTEXT);
	check_status(barrier(finished, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_OPERATION);
	check_status(barrier(recording, NULL, unknown, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_status(barrier(recording, NULL, NULL, 0, NULL, NULL, &handle), CL_INVALID_VALUE);
	check_status(barrier(recording, NULL, NULL, 1, NULL, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	check_status(barrier(recording, NULL, NULL, 1, &no_point, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
}

// whole: what was refused has left nothing in the command-buffer, and what was taken runs.
static void whole(void) {
	ok(clFinalizeCommandBufferKHR_(recording));
	ok(clEnqueueCommandBufferKHR_(0, NULL, recording, 0, NULL, NULL));
	ok(clFinish(queue));
	int value = 0;
	read_back(a, &value, sizeof value);
	check(value == 5, "%d", value);
}

static cl_mem image_of(cl_context c, cl_channel_order order, cl_uint levels) {
	cl_image_format format = {order, CL_UNORM_INT8};
	cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8, .num_mip_levels = levels};
	cl_int status;
	cl_mem m = clCreateImage(c, 0, &format, &d, NULL, &status);
	ok(status);
	return m;
}

static void make_objects(void) {
	cl_int status;
	foreign = other_context();
	of_other = clCreateCommandQueue(foreign, device, 0, &status);
	ok(status);
	unlisted = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	recording = recorder(NULL);
	finished = recorder(NULL);
	ok(clFinalizeCommandBufferKHR_(finished));
	pair = clCreateCommandBufferKHR_(2, (cl_command_queue[]){queue, unlisted}, NULL, &status);
	ok(status);
	a = buffer_of(256, NULL), b = buffer_of(256, NULL);
	of_others = clCreateBuffer(foreign, 0, 256, NULL, &status);
	ok(status);
	image = image_of(context, CL_RGBA, 0), other_image = image_of(context, CL_RGBA, 0), bgra = image_of(context, CL_BGRA, 0);
	of_other_image = image_of(foreign, CL_RGBA, 0), mipped = image_of(context, CL_RGBA, 3);
	shared = clSVMAlloc(context, 0, 256, 0);
	const char *source = "kernel void f(global int *p) { p[0] = 5; }";
	one_buffer = kernel_of(build(source), "f");
	cl_program program = clCreateProgramWithSource(foreign, 1, &source, NULL, &status);
	ok(status);
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	of_other_kernel = kernel_of(program, "f");
	ok(clSetKernelArg(of_other_kernel, 0, sizeof of_others, &of_others));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	make_objects();
	on_buffers();
	on_images();
	on_pointers();
	barriers();
	kernels();
	whole();
	clSVMFree(context, shared);
	return done();
}
