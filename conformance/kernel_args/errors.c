// The error codes of the calls on kernels: arguments, queries, and launches in all forms.
#include "check.h"

static cl_kernel kernel, no_kernel;
static cl_command_queue no_queue;
static cl_mem m, foreign_buffer;
static cl_context foreign;
static cl_event foreign_event, no_event;

static void set_up(void) {
	cl_int status;
	kernel = kernel_of(build_with("kernel void k(global int *p, int n, local int *l, constant int *c) { l[0] = n; if (p) *p = l[0]; }", "-cl-kernel-arg-info"), "k");
	foreign = other_context();
	m = buffer_of(4096, NULL);
	foreign_buffer = clCreateBuffer(foreign, 0, 64, NULL, &status);
	ok(status);
	foreign_event = clCreateUserEvent(foreign, &status);
	ok(status);
	ok(clSetUserEventStatus(foreign_event, CL_COMPLETE));
	no_kernel = other_kind(queue); // where NULL, not used below: PoCL 3.1 crashes
	no_queue = other_kind(context);
	no_event = other_kind(queue);
}

static void test_arguments(void) {
	int n = 1;
	cl_mem none = other_kind(queue);
	check_status(clSetKernelArg(NULL, 1, sizeof n, &n), CL_INVALID_KERNEL);
	check_status(clSetKernelArg(no_kernel, 1, sizeof n, &n), CL_INVALID_KERNEL);
	check_status(clSetKernelArg(kernel, 4, sizeof n, &n), CL_INVALID_ARG_INDEX);
	check_status(clSetKernelArg(kernel, UINT32_MAX, sizeof n, &n), CL_INVALID_ARG_INDEX);
	check_status(clSetKernelArg(kernel, 0, sizeof m - 1, &m), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 1, sizeof n + 1, &n), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 1, 0, &n), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 1, sizeof n, NULL), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(kernel, 2, 16, &n), CL_INVALID_ARG_VALUE);
	if (!other_driver()) { // PoCL 3.1 takes buffers of other contexts
		check_status(clSetKernelArg(kernel, 0, sizeof none, &none), CL_INVALID_MEM_OBJECT);
		cl_int status = clSetKernelArg(kernel, 0, sizeof foreign_buffer, &foreign_buffer);
		check(status == CL_INVALID_CONTEXT || status == CL_INVALID_MEM_OBJECT, "buffer of another context: %d", status);
	}
	ok(clSetKernelArg(kernel, 0, sizeof m, &(cl_mem){NULL}));
}

static void test_queries(void) {
	cl_uint count = 0;
	size_t size = 0, three[3];
	char name[1];
	check_status(clGetKernelInfo(no_kernel, CL_KERNEL_NUM_ARGS, 0, NULL, NULL), CL_INVALID_KERNEL);
	check_status(clGetKernelInfo(kernel, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count - 1, &count, NULL), CL_INVALID_VALUE);
	check_status(clGetKernelArgInfo(no_kernel, 0, CL_KERNEL_ARG_NAME, 0, NULL, NULL), CL_INVALID_KERNEL);
	check_status(clGetKernelArgInfo(kernel, 4, CL_KERNEL_ARG_NAME, 0, NULL, NULL), CL_INVALID_ARG_INDEX);
	check_status(clGetKernelArgInfo(kernel, 0, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof name, name, NULL), CL_INVALID_VALUE);
	check_status(clGetKernelWorkGroupInfo(no_kernel, device, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL), CL_INVALID_KERNEL);
	check_status(clGetKernelWorkGroupInfo(kernel, other_kind(queue), CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL),
		other_driver() ? CL_SUCCESS : CL_INVALID_DEVICE); // NULL stands for the only device
	check_status(clGetKernelWorkGroupInfo(kernel, device, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size - 1, &size, NULL), CL_INVALID_VALUE);
	check_status(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof three, three, NULL), CL_INVALID_VALUE);
	check_status(clRetainKernel(NULL), CL_INVALID_KERNEL);
	check_status(clRetainKernel(no_kernel), CL_INVALID_KERNEL);
	check_status(clReleaseKernel(NULL), CL_INVALID_KERNEL);
	check_status(clReleaseKernel(no_kernel), CL_INVALID_KERNEL);
	check_create(clCloneKernel(NULL, &status), CL_INVALID_KERNEL);
	if (!other_driver()) check_create(clCloneKernel(no_kernel, &status), CL_INVALID_KERNEL);
	check_status(clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL), CL_INVALID_KERNEL);
}

static size_t sixteen[3] = {16, 1, 1}, four[3] = {4, 1, 1}, zero[3] = {0, 1, 1}, huge[3] = {SIZE_MAX - 3, 1, 1}, offset[3] = {4, 0, 0};

#define launch(q, k, dimensions, from, global, local) clEnqueueNDRangeKernel(q, k, dimensions, from, global, local, 0, NULL, NULL)

static void test_launch(void) {
	int n = 7;
	check_status(launch(queue, kernel, 1, NULL, sixteen, four), CL_INVALID_KERNEL_ARGS); // three are not set
	arg(kernel, 0, m);
	arg(kernel, 1, n);
	local_arg(kernel, 2, 16);
	arg(kernel, 3, m);
	check_status(launch(NULL, kernel, 1, NULL, sixteen, four), CL_INVALID_COMMAND_QUEUE);
	check_status(launch(no_queue, kernel, 1, NULL, sixteen, four), CL_INVALID_COMMAND_QUEUE);
	if (no_kernel) check_status(launch(queue, no_kernel, 1, NULL, sixteen, four), CL_INVALID_KERNEL);
	check_status(launch(queue, kernel, 0, NULL, sixteen, four), CL_INVALID_WORK_DIMENSION);
	check_status(launch(queue, kernel, 4, NULL, sixteen, four), CL_INVALID_WORK_DIMENSION);
	if (!other_driver()) { // PoCL 3.1 runs the first, whose last global id does not fit, and divides by zero in the second
		check_status(launch(queue, kernel, 1, offset, huge, four), CL_INVALID_GLOBAL_OFFSET);
		check_status(launch(queue, kernel, 1, NULL, sixteen, zero), CL_INVALID_WORK_GROUP_SIZE);
	}
	size_t most = 0, items[3];
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL));
	size_t square[2] = {most, 2}, wide[3] = {1, 1, items[2] + 1};
	check_status(launch(queue, kernel, 2, NULL, square, square), CL_INVALID_WORK_GROUP_SIZE);
	cl_int status = launch(queue, kernel, 3, NULL, wide, wide);
	check(status == CL_INVALID_WORK_ITEM_SIZE || status == CL_INVALID_WORK_GROUP_SIZE, "%d", status);
	// From 2.1 on, an empty range is a launch that does nothing; a null size counts as zero. PoCL 3.1 refuses both.
	if (!other_driver()) {
		ok(launch(queue, kernel, 1, NULL, zero, NULL));
		ok(launch(queue, kernel, 1, NULL, NULL, NULL));
	}
	check_robust(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, sixteen, four, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_robust(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, sixteen, four, 0, &foreign_event, NULL), CL_INVALID_EVENT_WAIT_LIST);
	if (no_event) check_status(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, sixteen, four, 1, &no_event, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_robust(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, sixteen, four, 1, &foreign_event, NULL), CL_INVALID_CONTEXT);
	cl_command_queue there = clCreateCommandQueue(foreign, device, 0, &status);
	ok(status);
	check_status(launch(there, kernel, 1, NULL, sixteen, four), CL_INVALID_CONTEXT);
	check_status(clEnqueueTask(there, kernel, 0, NULL, NULL), CL_INVALID_CONTEXT);
	ok(clReleaseCommandQueue(there));
	ok(launch(queue, kernel, 1, NULL, sixteen, four));
	ok(clFinish(queue));
}

static void test_work_group_sizes(void) {
	cl_kernel k = kernel_of(build_with("kernel __attribute__((reqd_work_group_size(4, 2, 1))) void k(void) {}\n", "-cl-std=CL1.2"), "k");
	size_t global[3] = {8, 8, 1}, wanted[3] = {4, 2, 1}, turned[3] = {2, 4, 1}, odd[3] = {9, 8, 1};
	check_status(launch(queue, k, 2, NULL, global, turned), CL_INVALID_WORK_GROUP_SIZE);
	check_status(launch(queue, k, 2, NULL, odd, wanted), CL_INVALID_WORK_GROUP_SIZE); // 1.2 has uniform work-groups only
	check_status(clEnqueueTask(queue, k, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
	ok(launch(queue, k, 2, NULL, global, wanted));
	ok(launch(queue, k, 2, NULL, global, NULL)); // the required size is taken, as of 3.0; PoCL 3.1 refuses
	ok(clFinish(queue));
	ok(clReleaseKernel(k));
}

static void test_task(void) {
	cl_kernel k = kernel_of(build("kernel void k(global int *p) { *p = get_global_size(0) + 41; }"), "k");
	int got = 0;
	check_status(clEnqueueTask(queue, k, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	arg(k, 0, m);
	check_status(clEnqueueTask(no_queue, k, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	if (no_kernel) check_status(clEnqueueTask(queue, no_kernel, 0, NULL, NULL), CL_INVALID_KERNEL);
	check_robust(clEnqueueTask(queue, k, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueTask(queue, k, 1, &foreign_event, NULL), CL_INVALID_CONTEXT);
	ok(clEnqueueTask(queue, k, 0, NULL, NULL));
	read_back(m, &got, sizeof got);
	check(got == 42, "%d", got);
	ok(clReleaseKernel(k));
}

static void CL_CALLBACK native(void *args) { ***(int ***)args = 5; }

static void test_native(void) {
	cl_device_exec_capabilities can = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can, NULL));
	int value = 0, *p = &value;
	int **args = &p;
	const void *place = &args;
	cl_mem none = other_kind(queue);
	if (!(can & CL_EXEC_NATIVE_KERNEL)) {
		check_status(clEnqueueNativeKernel(queue, native, &args, sizeof args, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_OPERATION);
		return;
	}
	check_status(clEnqueueNativeKernel(no_queue, native, &args, sizeof args, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueNativeKernel(queue, NULL, &args, sizeof args, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueNativeKernel(queue, native, NULL, sizeof args, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueNativeKernel(queue, native, NULL, 0, 1, &m, &place, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueNativeKernel(queue, native, &args, 0, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueNativeKernel(queue, native, &args, sizeof args, 1, NULL, &place, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueNativeKernel(queue, native, &args, sizeof args, 1, &m, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueNativeKernel(queue, native, &args, sizeof args, 0, &m, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueNativeKernel(queue, native, &args, sizeof args, 0, NULL, &place, 0, NULL, NULL), CL_INVALID_VALUE);
	if (!other_driver())
		check_status(clEnqueueNativeKernel(queue, native, &args, sizeof args, 1, &none, &place, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_robust(clEnqueueNativeKernel(queue, native, &args, sizeof args, 0, NULL, NULL, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueNativeKernel(queue, native, &args, sizeof args, 0, NULL, NULL, 1, &foreign_event, NULL), CL_INVALID_CONTEXT);
	ok(clEnqueueNativeKernel(queue, native, &args, sizeof args, 0, NULL, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	check(value == 5, "%d", value);
}

int main(void) {
	open_device();
	set_up();
	test_arguments();
	test_queries();
	test_launch();
	test_work_group_sizes();
	test_task();
	test_native();
	return done();
}
