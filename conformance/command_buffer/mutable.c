// Kernels in a command-buffer that are changed between its executions.
#include "command_buffer/functions.h"

enum { N = 256 };

static const char source[] = "kernel void put(global int *a, int value) { a[get_global_id(0)] = value + get_local_size(0) * 1000; }\n"
							 "kernel void add(global int *a, global const int *b) { a[get_global_id(0)] += b[0]; }\n";

static const cl_properties mutable_buffer[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
static const cl_uint types[2] = {DISPATCH_CONFIG, DISPATCH_CONFIG};
static int host[N];

static void update(cb_t buffer, const config_t *config, cl_int wanted) {
	check_status(clUpdateMutableCommandsKHR_(buffer, 1, types, (const void *[]){config}), wanted);
}

static void run(cb_t buffer, cl_mem from) {
	ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
	read_back(from, host, sizeof host);
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	cl_program program = build(source);
	cl_kernel put = kernel_of(program, "put"), add = kernel_of(program, "add");
	cl_mem a = buffer_of(sizeof host, NULL), b = buffer_of(sizeof host, NULL);
	int three = 3, five = 5, nine = 9, zero = 0;
	size_t all = N, half = N / 2, eight = 8, four = 4, seven = 7;
	cl_mutable_command_khr command, other;
	cb_t buffer = recorder(mutable_buffer);
	arg(put, 0, a);
	arg(put, 1, three);
	ok(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, put, 1, NULL, &all, &eight, 0, NULL, NULL, &command));
	ok(clCommandNDRangeKernelKHR_(buffer, NULL, NULL, add, 1, NULL, &all, NULL, 0, NULL, NULL, &other)); // no arguments yet
	config_t config = {.command = command, .num_args = 1, .args = &(item_t){1, sizeof five, &five}};
	update(buffer, &config, CL_INVALID_OPERATION); // not finalised
	ok(clFinalizeCommandBufferKHR_(buffer));
	check(uint_of(buffer, CL_COMMAND_BUFFER_STATE_KHR) == STATE_FINALIZED);
	check_status(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL), CL_INVALID_OPERATION);
	item_t both[2] = {{0, sizeof a, &a}, {1, sizeof b, &b}};
	ok(clEnqueueFillBuffer(queue, b, &nine, sizeof nine, 0, sizeof host, 0, NULL, NULL));
	update(buffer, &(config_t){.command = other, .num_args = 2, .args = both}, CL_SUCCESS);
	check(uint_of(buffer, CL_COMMAND_BUFFER_STATE_KHR) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	run(buffer, a);
	check(host[0] == 8012 && host[N - 1] == 8012, "%d %d", host[0], host[N - 1]);

	update(buffer, &config, CL_SUCCESS);
	run(buffer, a);
	check(host[0] == 8014, "%d", host[0]);

	// sizes and offsets; what is not given stays
	ok(clEnqueueFillBuffer(queue, a, &zero, sizeof zero, 0, sizeof host, 0, NULL, NULL));
	update(buffer, &(config_t){.command = command, .global = &half, .local = &four, .offset = &eight}, CL_SUCCESS);
	run(buffer, a);
	check(host[0] == 9 && host[8] == 4014 && host[8 + N / 2] == 9, "%d %d %d", host[0], host[8], host[8 + N / 2]);
	size_t value = 0, bytes = 0;
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, sizeof value, &value, NULL));
	check(value == 8);
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof value, &value, NULL));
	check(value == N / 2);
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, sizeof value, &value, &bytes));
	check(value == 4 && bytes == sizeof value);
	cl_kernel kernel = NULL;
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_DISPATCH_KERNEL_KHR, sizeof kernel, &kernel, NULL));
	check(kernel == put);
	cb_t owner = NULL;
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR, sizeof owner, &owner, NULL));
	check(owner == buffer);
	cl_command_queue of = NULL;
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, sizeof of, &of, NULL));
	check(of == queue);
	cl_uint number = 0;
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, sizeof number, &number, NULL));
	check(number == CL_COMMAND_NDRANGE_KERNEL);
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof number, &number, NULL));
	check(number == 1);
	ok(clGetMutableCommandInfoKHR_(command, PROPERTIES_ARRAY, 0, NULL, &bytes));
	check(bytes == 0);

	// a call makes all of its changes, or none
	config_t bad = {.command = command, .num_args = 1, .args = &(item_t){1, 2, &five}};
	config_t good = {.command = command, .num_args = 1, .args = &(item_t){1, sizeof nine, &nine}};
	check_status(clUpdateMutableCommandsKHR_(buffer, 2, types, (const void *[]){&good, &bad}), CL_INVALID_ARG_SIZE);
	run(buffer, a);
	check(host[8] == 4014, "%d", host[8]);
	bad.args = &(item_t){7, sizeof five, &five};
	update(buffer, &bad, CL_INVALID_ARG_INDEX);
	update(buffer, &(config_t){.command = command, .local = &seven}, CL_INVALID_OPERATION); // groups of different sizes
	update(buffer, &(config_t){.command = command, .work_dim = 2}, CL_INVALID_OPERATION);
	update(buffer, &(config_t){.command = command, .num_args = 1}, CL_INVALID_VALUE);
	update(buffer, &(config_t){.command = command, .args = both}, CL_INVALID_VALUE);
	update(buffer, &(config_t){.command = command, .num_svm_args = 1}, CL_INVALID_VALUE);
	update(buffer, &(config_t){.command = command, .num_exec_infos = 1}, CL_INVALID_VALUE);
	update(buffer, &(config_t){.command = (cl_mutable_command_khr)queue}, CL_INVALID_MUTABLE_COMMAND_KHR);
	update(buffer, &(config_t){.command = NULL}, CL_INVALID_MUTABLE_COMMAND_KHR);
	update(buffer, NULL, CL_INVALID_VALUE);
	check_status(clUpdateMutableCommandsKHR_(buffer, 0, types, NULL), CL_INVALID_VALUE);
	check_status(clUpdateMutableCommandsKHR_(buffer, 1, NULL, (const void *[]){&good}), CL_INVALID_VALUE);
	check_status(clUpdateMutableCommandsKHR_(buffer, 1, types, NULL), CL_INVALID_VALUE);
	check_status(clUpdateMutableCommandsKHR_(buffer, 1, (cl_uint[]){5}, (const void *[]){&good}), CL_INVALID_VALUE);
	check_status(clUpdateMutableCommandsKHR_(NULL, 1, types, (const void *[]){&good}), CL_INVALID_COMMAND_BUFFER_KHR);
	check_status(clGetMutableCommandInfoKHR_(NULL, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof number, &number, NULL), CL_INVALID_MUTABLE_COMMAND_KHR);
	check_status(clGetMutableCommandInfoKHR_(command, 77, sizeof number, &number, NULL), CL_INVALID_VALUE);
	check_status(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 1, &number, NULL), CL_INVALID_VALUE);

	// an execution that has been enqueued runs what was recorded before
	cl_event user = clCreateUserEvent(context, NULL);
	ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 1, &user, NULL));
	update(buffer, &good, CL_SUCCESS);
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	read_back(a, host, sizeof host);
	check(host[8] == 4014, "%d", host[8]);
	run(buffer, a);
	check(host[8] == 4018, "%d", host[8]);

	// pointers of shared memory
	int *shared = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, sizeof host, 0);
	update(buffer, &(config_t){.command = command, .num_svm_args = 1, .svm_args = &(item_t){0, 0, shared}}, CL_SUCCESS);
	ok(clEnqueueCommandBufferKHR_(0, NULL, buffer, 0, NULL, NULL));
	ok(clFinish(queue));
	check(shared[8] == 4009, "%d", shared[8]);
	clSVMFree(context, shared);

	// the fields of a command limit what can be changed
	cb_t strict = recorder(mutable_buffer);
	cl_properties only_size[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
	ok(clCommandNDRangeKernelKHR_(strict, NULL, only_size, put, 1, NULL, &all, &eight, 0, NULL, NULL, &command));
	check_status(clCommandNDRangeKernelKHR_(strict, NULL, only_size, add, 1, NULL, &all, NULL, 0, NULL, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	check_status(clCommandNDRangeKernelKHR_(strict, NULL, (cl_properties[]){CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 64, 0}, put, 1, NULL, &all, NULL, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_status(clCommandNDRangeKernelKHR_(strict, NULL, (cl_properties[]){DISPATCH_ASSERTS, 1, 0}, put, 1, NULL, &all, NULL, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	ok(clFinalizeCommandBufferKHR_(strict));
	config.command = command;
	update(strict, &config, CL_INVALID_OPERATION);
	update(strict, &(config_t){.command = command, .local = &four}, CL_INVALID_OPERATION);
	update(strict, &(config_t){.command = command, .offset = &four}, CL_INVALID_OPERATION);
	update(strict, &(config_t){.command = command, .global = &half}, CL_SUCCESS);
	update(buffer, &(config_t){.command = command, .global = &half}, CL_INVALID_MUTABLE_COMMAND_KHR);
	ok(clGetMutableCommandInfoKHR_(command, PROPERTIES_ARRAY, 0, NULL, &bytes));
	check(bytes == sizeof only_size, "%zu", bytes);

	// a copy for another queue has handles of its own
	cl_int status;
	cl_command_queue second = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cb_t copy = clRemapCommandBufferKHR_(strict, CL_FALSE, 1, &second, 1, &command, &other, &status);
	ok(status);
	ok(clGetMutableCommandInfoKHR_(other, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, sizeof of, &of, NULL));
	check(of == second);
	update(copy, &(config_t){.command = other, .global = &all}, CL_SUCCESS);
	ok(clGetMutableCommandInfoKHR_(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof value, &value, NULL));
	check(value == N / 2);
	check_create(clRemapCommandBufferKHR_(strict, CL_TRUE, 1, &second, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	check_create(clRemapCommandBufferKHR_(strict, CL_FALSE, 0, NULL, 0, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clRemapCommandBufferKHR_(strict, CL_FALSE, 2, (cl_command_queue[]){queue, second}, 0, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clRemapCommandBufferKHR_(strict, CL_FALSE, 1, &second, 1, &other, &other, &status), CL_INVALID_VALUE);
	check_create(clRemapCommandBufferKHR_(strict, CL_FALSE, 1, &second, 1, &command, NULL, &status), CL_INVALID_VALUE);
	check_create(clRemapCommandBufferKHR_(strict, CL_FALSE, 1, (cl_command_queue[]){NULL}, 0, NULL, NULL, &status), CL_INVALID_COMMAND_QUEUE);
	check_create(clRemapCommandBufferKHR_(NULL, CL_FALSE, 1, &second, 0, NULL, NULL, &status), CL_INVALID_COMMAND_BUFFER_KHR);
	// nothing is made for a number of handles before their lists are looked at
	check_create(clRemapCommandBufferKHR_(NULL, CL_FALSE, 1, &second, UINT32_MAX, NULL, NULL, &status), CL_INVALID_COMMAND_BUFFER_KHR);
	check_create(clRemapCommandBufferKHR_(strict, CL_FALSE, 1, &second, UINT32_MAX, NULL, NULL, &status), CL_INVALID_VALUE);
	ok(clReleaseCommandBufferKHR_(strict));
	ok(clReleaseCommandBufferKHR_(copy));
	check_status(clGetMutableCommandInfoKHR_(other, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof number, &number, NULL), CL_INVALID_MUTABLE_COMMAND_KHR);

	cb_t fixed = recorder(NULL);
	ok(clCommandNDRangeKernelKHR_(fixed, NULL, NULL, put, 1, NULL, &all, NULL, 0, NULL, NULL, &command));
	ok(clFinalizeCommandBufferKHR_(fixed));
	config.command = command;
	update(fixed, &config, CL_INVALID_OPERATION);
	ok(clReleaseCommandBufferKHR_(fixed));
	ok(clReleaseCommandBufferKHR_(buffer));
	return done();
}
