// The error codes of the calls that make, change, ask and drain command-queues.
#include "check.h"

int main(void) {
	open_device();
	cl_int status;
	cl_context no_context = other_kind(queue);
	cl_device_id no_device = NULL;
	cl_command_queue no_queue = other_kind(context);
	check_create(clCreateCommandQueueWithProperties(NULL, device, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateCommandQueueWithProperties(no_context, device, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateCommandQueueWithProperties(context, no_device, NULL, &status), CL_INVALID_DEVICE);
	const cl_queue_properties unknown[] = {0x7777, 1, 0};
	check_create(clCreateCommandQueueWithProperties(context, device, unknown, &status), CL_INVALID_VALUE);
	const cl_queue_properties unknown_bit[] = {CL_QUEUE_PROPERTIES, (cl_queue_properties)1 << 20, 0};
	check_create(clCreateCommandQueueWithProperties(context, device, unknown_bit, &status), CL_INVALID_VALUE);
	// PoCL 3.1 takes both of these, which only a device queue may have.
	const cl_queue_properties default_of_host[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0};
	check_create(clCreateCommandQueueWithProperties(context, device, default_of_host, &status), CL_INVALID_VALUE);
	const cl_queue_properties size_of_host[] = {CL_QUEUE_SIZE, 4096, 0};
	check_create(clCreateCommandQueueWithProperties(context, device, size_of_host, &status), CL_INVALID_VALUE);
	check_create(clCreateCommandQueue(NULL, device, 0, &status), CL_INVALID_CONTEXT);
	check_create(clCreateCommandQueue(context, no_device, 0, &status), CL_INVALID_DEVICE);
	check_create(clCreateCommandQueue(context, device, (cl_command_queue_properties)1 << 20, &status), CL_INVALID_VALUE);
	check(clCreateCommandQueue(NULL, device, 0, NULL) == NULL, "no error code wanted");

	check_status(clRetainCommandQueue(NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clRetainCommandQueue(no_queue), CL_INVALID_COMMAND_QUEUE);
	check_status(clReleaseCommandQueue(NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clReleaseCommandQueue(no_queue), CL_INVALID_COMMAND_QUEUE);

	cl_uint count = 0;
	check_status(clGetCommandQueueInfo(NULL, CL_QUEUE_CONTEXT, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clGetCommandQueueInfo(no_queue, CL_QUEUE_CONTEXT, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clGetCommandQueueInfo(queue, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count - 1, &count, NULL), CL_INVALID_VALUE);
	check_status(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof count, &count, NULL), CL_INVALID_COMMAND_QUEUE);

	check_status(clFlush(NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clFlush(no_queue), CL_INVALID_COMMAND_QUEUE);
	check_status(clFinish(NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clFinish(no_queue), CL_INVALID_COMMAND_QUEUE);

	cl_command_queue_properties old = 0;
	check_status(clSetCommandQueueProperty(NULL, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old), CL_INVALID_COMMAND_QUEUE);
	check_status(clSetDefaultDeviceCommandQueue(NULL, device, queue), CL_INVALID_CONTEXT);
	cl_device_device_enqueue_capabilities enqueue = 0;
	clGetDeviceInfo(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof enqueue, &enqueue, NULL);
	if (!enqueue) check_status(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_OPERATION);

	cl_command_queue released = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	ok(clReleaseCommandQueue(released));

	// At the end, because PoCL 3.1 aborts the process here.
	const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	if (!enqueue) check_create(clCreateCommandQueueWithProperties(context, device, on_device, &status), CL_INVALID_QUEUE_PROPERTIES);
	return done();
}
