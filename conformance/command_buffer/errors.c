// The error codes of the calls on command-buffers.
#include "command_buffer/functions.h"

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	cl_int status;
	cl_context foreign = other_context();
	cl_command_queue of_other = clCreateCommandQueue(foreign, device, 0, &status), second = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_command_queue mixed[2] = {queue, of_other}, pair[2] = {queue, second}, none[1] = {NULL};
	cl_mem a = buffer_of(256, NULL), b = buffer_of(256, NULL), far = clCreateBuffer(foreign, 0, 256, NULL, &status);
	ok(status);
	cl_program program = build("kernel void f(global int *a) { a[0] = 1; }");
	cl_kernel f = kernel_of(program, "f");
	size_t one = 1, huge = 1 << 20;
	int pattern = 0;

	check_create(clCreateCommandBufferKHR_(0, &queue, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateCommandBufferKHR_(1, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateCommandBufferKHR_(1, none, NULL, &status), CL_INVALID_COMMAND_QUEUE);
	check_create(clCreateCommandBufferKHR_(2, mixed, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateCommandBufferKHR_(1, &queue, (cl_properties[]){1234, 0, 0}, &status), CL_INVALID_VALUE);
	check_create(clCreateCommandBufferKHR_(1, &queue, (cl_properties[]){CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 20, 0}, &status), CL_INVALID_VALUE);
	check_create(clCreateCommandBufferKHR_(1, &queue, (cl_properties[]){CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}, &status), CL_INVALID_VALUE);
	check_create(clCreateCommandBufferKHR_(2, pair, (cl_properties[]){CL_COMMAND_BUFFER_FLAGS_KHR, DEVICE_SIDE_SYNC, 0}, &status), CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);

	cb_t buffer = recorder(NULL);
	cl_sync_point_khr point, bad_point = 99;
	cl_mutable_command_khr handle;
	check_status(clCommandCopyBufferKHR_(NULL, NULL, NULL, a, b, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(clCommandCopyBufferKHR_((cb_t)queue, NULL, NULL, a, b, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(clCommandCopyBufferKHR_(buffer, second, NULL, a, b, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clCommandCopyBufferKHR_(buffer, (cl_command_queue)a, NULL, a, b, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clCommandCopyBufferKHR_(buffer, of_other, NULL, a, b, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_CONTEXT);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, far, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_CONTEXT);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, NULL, b, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, b, 0, 0, 800, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, a, 0, 4, 8, 0, NULL, NULL, NULL), CL_MEM_COPY_OVERLAP);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, (cl_properties[]){7, 7, 0}, a, b, 0, 0, 8, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, b, 0, 0, 8, 0, NULL, NULL, &handle), CL_INVALID_VALUE);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, b, 0, 0, 8, 1, NULL, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, b, 0, 0, 8, 0, &bad_point, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	check_status(clCommandCopyBufferKHR_(buffer, NULL, NULL, a, b, 0, 0, 8, 1, &bad_point, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	check_status(clCommandFillBufferKHR_(buffer, NULL, NULL, a, &pattern, 3, 0, 9, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_status(clCommandSVMMemcpyKHR_(buffer, NULL, NULL, NULL, &pattern, 4, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_status(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, NULL, 1, NULL, &one, NULL, 0, NULL, NULL, NULL), CL_INVALID_KERNEL);
	check_status(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, f, 1, NULL, &one, NULL, 0, NULL, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	arg(f, 0, a);
	check_status(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, f, 4, NULL, &one, NULL, 0, NULL, NULL, NULL), CL_INVALID_WORK_DIMENSION);
	check_status(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, f, 1, NULL, &huge, &huge, 0, NULL, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
	check_status(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL), CL_INVALID_OPERATION); // recording
	ok(clCommandBarrierWithWaitListKHR_(buffer, NULL, NULL, 0, NULL, &point, NULL));
	check_status(clCommandBarrierWithWaitListKHR_(buffer, NULL, NULL, 2, (cl_sync_point_khr[]){point, 0}, NULL, NULL), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	ok(clFinalizeCommandBufferKHR_(buffer));
	check_status(clFinalizeCommandBufferKHR_(buffer), CL_INVALID_OPERATION);
	check_status(clCommandBarrierWithWaitListKHR_(buffer, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, f, 1, NULL, &one, NULL, 0, NULL, NULL, NULL), CL_INVALID_OPERATION);

	check_status(clEnqueueCommandBufferKHR_(0, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(clEnqueueCommandBufferKHR_(1, NULL, buffer, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCommandBufferKHR_(0, &queue, buffer, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCommandBufferKHR_(2, pair, buffer, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCommandBufferKHR_(1, none, buffer, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueCommandBufferKHR_(1, &of_other, buffer, 0, NULL, NULL), CL_INVALID_CONTEXT);
	check_status(clEnqueueCommandBufferKHR_(0, NULL, buffer, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	cl_event user = clCreateUserEvent(foreign, NULL);
	check_status(clEnqueueCommandBufferKHR_(0, NULL, buffer, 1, &user, NULL), CL_INVALID_CONTEXT);

	cl_uint word;
	check_status(clGetCommandBufferInfoKHR_(buffer, 0, sizeof word, &word, NULL), CL_INVALID_VALUE);
	check_status(clGetCommandBufferInfoKHR_(buffer, CL_COMMAND_BUFFER_STATE_KHR, 1, &word, NULL), CL_INVALID_VALUE);
	check_status(clGetCommandBufferInfoKHR_(NULL, CL_COMMAND_BUFFER_STATE_KHR, sizeof word, &word, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(clRetainCommandBufferKHR_(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(clReleaseCommandBufferKHR_((cb_t)1), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(clFinalizeCommandBufferKHR_(NULL), CL_INVALID_COMMAND_BUFFER_KHR);

	// a failed kernel fails the command
	cl_program wild = build("kernel void w(void) { *(global int *)8 = 1; }");
	cl_kernel w = kernel_of(wild, "w");
	cb_t failing = recorder(NULL);
	ok(clCommandNDRangeKernelKHR_(failing, NULL, NULL, w, 1, NULL, &one, NULL, 0, NULL, NULL, NULL));
	ok(clFinalizeCommandBufferKHR_(failing));
	cl_event event;
	ok(clEnqueueCommandBufferKHR_(0, NULL, failing, 0, NULL, &event));
	check_status(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ok(clReleaseCommandBufferKHR_(failing));
	check_status(clReleaseCommandBufferKHR_(failing), CL_INVALID_COMMAND_BUFFER_KHR);
	ok(clReleaseCommandBufferKHR_(buffer));
	return done();
}
