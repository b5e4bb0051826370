// Semaphores: a signal lets one wait go on, in queues of any order, whichever of the two is enqueued first; and their errors.
#include "check.h"

#define SEMAPHORE_DEVICE_HANDLE_LIST 0x2053

static cl_semaphore_khr (*create)(cl_context, const cl_semaphore_properties_khr *, cl_int *);
static cl_int (*enqueue_wait)(cl_command_queue, cl_uint, const cl_semaphore_khr *, const cl_semaphore_payload_khr *, cl_uint, const cl_event *, cl_event *);
static cl_int (*enqueue_signal)(cl_command_queue, cl_uint, const cl_semaphore_khr *, const cl_semaphore_payload_khr *, cl_uint, const cl_event *, cl_event *);
static cl_int (*get_info)(cl_semaphore_khr, cl_semaphore_info_khr, size_t, void *, size_t *);
static cl_int (*retain)(cl_semaphore_khr), (*drop)(cl_semaphore_khr);

static const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};

static cl_semaphore_khr make(cl_context c) {
	cl_int status;
	cl_semaphore_khr s = create(c, binary, &status);
	ok(status);
	return s;
}

static cl_ulong payload(cl_semaphore_khr s) {
	cl_ulong value = 7;
	ok(get_info(s, CL_SEMAPHORE_PAYLOAD_KHR, sizeof value, &value, NULL));
	return value;
}

// across passes a buffer back and forth between two queues.
static void across(cl_command_queue second) {
	cl_semaphore_khr there = make(context), back = make(context);
	int one = 1, value = 0;
	cl_mem m = buffer_of(sizeof value, &value);
	cl_kernel add = kernel_of(build("kernel void add(global int *p, int by) { p[0] = p[0] * 2 + by; }"), "add");
	size_t items = 1;
	arg(add, 0, m);
	arg(add, 1, one);
	for (int i = 0; i < 10; i++) {
		ok(enqueue_wait(second, 1, &there, NULL, 0, NULL, NULL)); // before its signal
		ok(clEnqueueNDRangeKernel(second, add, 1, NULL, &items, NULL, 0, NULL, NULL));
		ok(enqueue_signal(second, 1, &back, NULL, 0, NULL, NULL));
		ok(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL));
		ok(enqueue_signal(queue, 1, &there, NULL, 0, NULL, NULL));
		ok(enqueue_wait(queue, 1, &back, NULL, 0, NULL, NULL));
	}
	read_back(m, &value, sizeof value);
	check(value == (1 << 20) - 1, "%d", value);
	ok(drop(there));
	ok(drop(back));
}

static void errors(void) {
	cl_int status;
	cl_context foreign = other_context();
	cl_semaphore_khr s = make(context), other = make(foreign), two[2] = {s, NULL};
	cl_event event = clCreateUserEvent(context, &status), far = clCreateUserEvent(foreign, &status), failed = clCreateUserEvent(context, &status);
	ok(clSetUserEventStatus(failed, -5));
	cl_semaphore_properties_khr unknown[] = {77, 1, 0}, twice[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, CL_SEMAPHORE_TYPE_KHR, 0};
	cl_semaphore_properties_khr none[] = {0}, kind[] = {CL_SEMAPHORE_TYPE_KHR, 9, 0};
	cl_semaphore_properties_khr no_device[] = {SEMAPHORE_DEVICE_HANDLE_LIST, 0, CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
	cl_semaphore_properties_khr bad_device[] = {SEMAPHORE_DEVICE_HANDLE_LIST, (cl_properties)(uintptr_t)queue, 0, CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
	cl_semaphore_properties_khr with_device[] = {SEMAPHORE_DEVICE_HANDLE_LIST, (cl_properties)(uintptr_t)device, 0, CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
	check_create(create(NULL, binary, &status), CL_INVALID_CONTEXT);
	check_create(create(context, NULL, &status), CL_INVALID_VALUE);
	check_create(create(context, none, &status), CL_INVALID_VALUE);
	check_create(create(context, unknown, &status), CL_INVALID_PROPERTY);
	check_create(create(context, twice, &status), CL_INVALID_PROPERTY);
	check_create(create(context, kind, &status), CL_INVALID_PROPERTY);
	check_create(create(context, no_device, &status), CL_INVALID_DEVICE);
	check_create(create(context, bad_device, &status), CL_INVALID_DEVICE);
	cl_semaphore_khr ours = create(context, with_device, &status);
	ok(status);
	size_t bytes = 0;
	cl_device_id listed = NULL;
	ok(get_info(ours, CL_SEMAPHORE_PROPERTIES_KHR, 0, NULL, &bytes));
	check(bytes == sizeof with_device, "%zu", bytes);
	ok(get_info(ours, SEMAPHORE_DEVICE_HANDLE_LIST, sizeof listed, &listed, &bytes));
	check(listed == device && bytes == sizeof listed);
	ok(drop(ours));
	cl_int (*const both[])(cl_command_queue, cl_uint, const cl_semaphore_khr *, const cl_semaphore_payload_khr *, cl_uint, const cl_event *, cl_event *) = {enqueue_wait, enqueue_signal};
	for (int i = 0; i < 2; i++) {
		check_status(both[i](NULL, 1, &s, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
		check_status(both[i](queue, 0, &s, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(both[i](queue, 1, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(both[i](queue, 2, two, NULL, 0, NULL, NULL), CL_INVALID_SEMAPHORE_KHR);
		check_status(both[i](queue, 1, &other, NULL, 0, NULL, NULL), CL_INVALID_CONTEXT);
		check_status(both[i](queue, 1, &s, NULL, 1, &far, NULL), CL_INVALID_CONTEXT);
		check_status(both[i](queue, 1, &s, NULL, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
		check_status(both[i](queue, 1, &s, NULL, 0, &event, NULL), CL_INVALID_EVENT_WAIT_LIST);
		check_status(both[i](queue, 1, &s, NULL, 1, &failed, NULL), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	}
	check(payload(s) == 0);
	cl_uint count;
	check_status(get_info(NULL, CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof count, &count, NULL), CL_INVALID_SEMAPHORE_KHR);
	check_status(get_info(s, CL_SEMAPHORE_REFERENCE_COUNT_KHR, 1, &count, NULL), CL_INVALID_VALUE);
	check_status(get_info(s, 1, sizeof count, &count, NULL), CL_INVALID_VALUE);
	check_status(retain(NULL), CL_INVALID_SEMAPHORE_KHR);
	check_status(drop((cl_semaphore_khr)queue), CL_INVALID_SEMAPHORE_KHR);

	// a signal that cannot be given any more fails the wait
	cl_event waited;
	cl_command_queue second = clCreateCommandQueue(context, device, 0, &status);
	ok(enqueue_wait(second, 1, &s, NULL, 0, NULL, &waited));
	ok(enqueue_signal(queue, 1, &s, NULL, 1, &event, NULL));
	ok(clSetUserEventStatus(event, -7));
	check_status(clWaitForEvents(1, &waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ok(clFinish(queue));
	ok(drop(s));
	check_status(drop(s), CL_INVALID_SEMAPHORE_KHR);
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	create = extension_function("clCreateSemaphoreWithPropertiesKHR");
	enqueue_wait = extension_function("clEnqueueWaitSemaphoresKHR");
	enqueue_signal = extension_function("clEnqueueSignalSemaphoresKHR");
	get_info = extension_function("clGetSemaphoreInfoKHR");
	retain = extension_function("clRetainSemaphoreKHR");
	drop = extension_function("clReleaseSemaphoreKHR");
	cl_int status;
	cl_semaphore_khr s = make(context);
	cl_event event;
	cl_command_type type = 0;
	check(payload(s) == 0);
	ok(enqueue_signal(queue, 1, &s, NULL, 0, NULL, &event));
	ok(clFinish(queue));
	check(payload(s) == 1);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	check(type == CL_COMMAND_SEMAPHORE_SIGNAL_KHR);
	ok(enqueue_wait(queue, 1, &s, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	check(payload(s) == 0);
	cl_uint count = 0;
	ok(retain(s));
	ok(get_info(s, CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof count, &count, NULL));
	check(count == 2);
	ok(drop(s));
	ok(drop(s));
	across(clCreateCommandQueue(context, device, 0, &status));
	across(clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status));
	errors();
	return done();
}
