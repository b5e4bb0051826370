// Semaphores in a context of several devices: each is one device's, whose queues alone wait for it and signal it.
#include "check.h"

#define DEVICE_LIST 0x2053

enum { PARTS = 2 };

static cl_semaphore_khr (*create)(cl_context, const cl_semaphore_properties_khr *, cl_int *);
static cl_int (*enqueue_wait)(cl_command_queue, cl_uint, const cl_semaphore_khr *, const cl_semaphore_payload_khr *, cl_uint, const cl_event *, cl_event *);
static cl_int (*enqueue_signal)(cl_command_queue, cl_uint, const cl_semaphore_khr *, const cl_semaphore_payload_khr *, cl_uint, const cl_event *, cl_event *);
static cl_int (*drop)(cl_semaphore_khr);

static void semaphores(cl_context c, const cl_device_id *parts) {
	const cl_semaphore_properties_khr none[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
	cl_semaphore_properties_khr first[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, DEVICE_LIST,
		(cl_semaphore_properties_khr)parts[0], 0, 0};
	cl_command_queue queues[PARTS];
	cl_int status;
	for (int p = 0; p < PARTS; p++) {
		queues[p] = clCreateCommandQueueWithProperties(c, parts[p], NULL, &status);
		ok(status);
	}
	check_create(create(c, none, &status), CL_INVALID_PROPERTY);
	cl_semaphore_khr s = create(c, first, &status);
	ok(status);
	check_status(enqueue_signal(queues[1], 1, &s, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(enqueue_wait(queues[1], 1, &s, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(enqueue_signal(queue, 1, &s, NULL, 0, NULL, NULL), CL_INVALID_CONTEXT);
	ok(enqueue_signal(queues[0], 1, &s, NULL, 0, NULL, NULL));
	ok(enqueue_wait(queues[0], 1, &s, NULL, 0, NULL, NULL));
	ok(clFinish(queues[0]));
	ok(drop(s));
	for (int p = 0; p < PARTS; p++) ok(clReleaseCommandQueue(queues[p]));
}

int main(void) {
	open_device();
	create = extension_function("clCreateSemaphoreWithPropertiesKHR");
	enqueue_wait = extension_function("clEnqueueWaitSemaphoresKHR");
	enqueue_signal = extension_function("clEnqueueSignalSemaphoresKHR");
	drop = extension_function("clReleaseSemaphoreKHR");
	const cl_device_partition_property singles[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
	cl_device_id parts[PARTS];
	cl_int status = clCreateSubDevices(device, singles, PARTS, parts, NULL);
	if (status == CL_DEVICE_PARTITION_FAILED) {
		cl_uint units = 0;
		ok(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
		check(units == 1, "%u units cannot be divided", units);
		return done();
	}
	ok(status);
	cl_context c = clCreateContext(NULL, PARTS, parts, NULL, NULL, &status);
	ok(status);
	semaphores(c, parts);
	ok(clReleaseContext(c));
	for (int p = 0; p < PARTS; p++) ok(clReleaseDevice(parts[p]));
	return done();
}
