// Queues on the device as objects: creation and its errors, queries, the default queue, what the host may not do with
// them, and kernels that take them as arguments.
#include "../check.h"

enum { ON_DEVICE = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE };

static cl_command_queue create(cl_command_queue_properties bits, cl_uint size) {
	cl_int status;
	const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, size ? CL_QUEUE_SIZE : 0, size, 0};
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	return q;
}

static cl_command_queue default_of(cl_command_queue q) {
	cl_command_queue found = NULL;
	ok(clGetCommandQueueInfo(q, CL_QUEUE_DEVICE_DEFAULT, sizeof found, &found, NULL));
	return found;
}

static cl_uint number(cl_device_info name) {
	cl_uint n = 0;
	ok(clGetDeviceInfo(device, name, sizeof n, &n, NULL));
	return n;
}

static void capabilities(void) {
	cl_device_device_enqueue_capabilities can = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof can, &can, NULL));
	check(can == (CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT), "%#lx", (long)can);
	cl_command_queue_properties bits = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof bits, &bits, NULL));
	check(bits == (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE), "%#lx", (long)bits);
	cl_uint preferred = number(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), most = number(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
	check(preferred >= 16 << 10 && most >= 256 << 10 && preferred <= most, "%u and %u", preferred, most);
	check(number(CL_DEVICE_MAX_ON_DEVICE_QUEUES) >= 1 && number(CL_DEVICE_MAX_ON_DEVICE_EVENTS) >= 1024);
	static cl_name_version features[200];
	size_t bytes, found = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features, &bytes));
	for (size_t i = 0; i < bytes / sizeof *features; i++) found += !strcmp(features[i].name, "__opencl_c_device_enqueue");
	check(found == 1, "%zu", found);
}

static void create_error(const cl_queue_properties *list, cl_int wanted) {
	check_create(clCreateCommandQueueWithProperties(context, device, list, &status), wanted);
}

static void creation_errors(void) {
	const cl_queue_properties in_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0},
		host_default[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0},
		host_size[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE, 16384, 0},
		empty[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_SIZE, 0, 0},
		large[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_SIZE, (cl_queue_properties)number(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE) + 1, 0},
		huge[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_SIZE, (cl_queue_properties)-1, 0},
		hinted[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, 0},
		throttled[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR, 0},
		unknown[] = {CL_QUEUE_PROPERTIES, ON_DEVICE | 1 << 20, 0};
	create_error(in_order, CL_INVALID_VALUE);
	create_error(host_default, CL_INVALID_VALUE);
	create_error(host_size, CL_INVALID_VALUE);
	create_error(empty, CL_INVALID_VALUE);
	create_error(unknown, CL_INVALID_VALUE);
	create_error(large, CL_INVALID_QUEUE_PROPERTIES);
	create_error(huge, CL_INVALID_QUEUE_PROPERTIES);
	create_error(hinted, CL_INVALID_QUEUE_PROPERTIES);
	create_error(throttled, CL_INVALID_QUEUE_PROPERTIES);
	check_create(clCreateCommandQueue(context, device, ON_DEVICE, &status), CL_INVALID_VALUE);
}

static void queries(void) {
	cl_command_queue q = create(ON_DEVICE | CL_QUEUE_PROFILING_ENABLE, 40000);
	cl_uint size = 0, count = 0;
	cl_command_queue_properties bits = 0;
	cl_queue_properties list[8];
	size_t bytes;
	ok(clGetCommandQueueInfo(q, CL_QUEUE_SIZE, sizeof size, &size, &bytes));
	check(size == 40000 && bytes == sizeof size, "%u", size);
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof bits, &bits, NULL));
	check(bits == (ON_DEVICE | CL_QUEUE_PROFILING_ENABLE), "%#lx", (long)bits);
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, &bytes));
	check(bytes == 5 * sizeof *list && list[3] == 40000 && list[4] == 0, "%zu", bytes);
	ok(clRetainCommandQueue(q));
	ok(clGetCommandQueueInfo(q, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
	check(count == 2, "%u", count);
	check(default_of(q) == NULL, "a default queue");
	ok(clReleaseCommandQueue(q));
	ok(clReleaseCommandQueue(q));
	check_status(clRetainCommandQueue(q), CL_INVALID_COMMAND_QUEUE);
	q = create(ON_DEVICE, 0);
	ok(clGetCommandQueueInfo(q, CL_QUEUE_SIZE, sizeof size, &size, NULL));
	check(size == number(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), "%u", size);
	check_status(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clGetCommandQueueInfo(q, CL_QUEUE_SIZE, 2, &size, NULL), CL_INVALID_VALUE);
	ok(clReleaseCommandQueue(q));
}

static void defaults(void) {
	check(default_of(queue) == NULL, "there is a default queue");
	cl_command_queue first = create(ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0), again = create(ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0);
	cl_uint count = 0;
	check(first == again, "two default queues");
	ok(clGetCommandQueueInfo(first, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
	check(count == 2, "%u references", count);
	check(default_of(queue) == first && default_of(first) == first, "another default queue");
	ok(clReleaseCommandQueue(first));
	cl_command_queue other = create(ON_DEVICE, 0);
	ok(clSetDefaultDeviceCommandQueue(context, device, other));
	check(default_of(queue) == other, "it was not replaced");
	check_status(clSetDefaultDeviceCommandQueue(NULL, device, other), CL_INVALID_CONTEXT);
	check_status(clSetDefaultDeviceCommandQueue(context, NULL, other), CL_INVALID_DEVICE);
	check_status(clSetDefaultDeviceCommandQueue(context, device, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_COMMAND_QUEUE);
	cl_context c = other_context();
	check_status(clSetDefaultDeviceCommandQueue(c, device, other), CL_INVALID_COMMAND_QUEUE);
	ok(clReleaseContext(c));
	ok(clReleaseCommandQueue(other));
	check(default_of(queue) == NULL, "a released queue is the default one");
	ok(clReleaseCommandQueue(first));
}

// host_commands in a queue on the device.
static void host_commands(void) {
	cl_command_queue q = create(ON_DEVICE, 0);
	cl_mem buffer = buffer_of(64, NULL);
	cl_kernel k = kernel_of(build("kernel void k(void) {}"), "k");
	char bytes[64];
	size_t one = 1;
	cl_int zero = 0;
	cl_event event;
	check_status(clFinish(q), CL_INVALID_COMMAND_QUEUE);
	check_status(clFlush(q), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueTask(q, k, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, 64, bytes, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueWriteBuffer(q, buffer, CL_TRUE, 0, 64, bytes, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueCopyBuffer(q, buffer, buffer, 0, 32, 32, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueFillBuffer(q, buffer, &zero, 4, 0, 64, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_create(clEnqueueMapBuffer(q, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, &status), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueUnmapMemObject(q, buffer, bytes, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueMigrateMemObjects(q, 1, &buffer, 0, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueMarkerWithWaitList(q, 0, NULL, &event), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueBarrierWithWaitList(q, 0, NULL, &event), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueMarker(q, &event), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueBarrier(q), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueSVMMemcpy(q, CL_TRUE, bytes, bytes + 32, 8, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueSVMFree(q, 0, NULL, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clSetCommandQueueProperty(q, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL), CL_INVALID_COMMAND_QUEUE);
	ok(clReleaseCommandQueue(q));
}

static void arguments(void) {
	cl_command_queue q = create(ON_DEVICE, 0), none = NULL;
	cl_program p = build_with("kernel void k(queue_t q, global int *out) { out[0] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ out[1] = 7; }); }",
		"-cl-std=CL3.0 -g");
	cl_kernel k = kernel_of(p, "k");
	cl_mem buffer = buffer_of(8, "........");
	cl_int got[2];
	arg(k, 1, buffer);
	check_status(clEnqueueTask(queue, k, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	check_status(clSetKernelArg(k, 0, sizeof q, NULL), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(k, 0, 4, &q), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(k, 0, sizeof q, &none), CL_INVALID_DEVICE_QUEUE);
	check_status(clSetKernelArg(k, 0, sizeof q, &queue), CL_INVALID_DEVICE_QUEUE);
	check_status(clSetKernelArg(k, 0, sizeof q, &buffer), CL_INVALID_DEVICE_QUEUE);
	cl_context other = other_context();
	const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, 0};
	cl_int status;
	cl_command_queue foreign = clCreateCommandQueueWithProperties(other, device, list, &status);
	check_status(clSetKernelArg(k, 0, sizeof foreign, &foreign), CL_INVALID_CONTEXT);
	ok(clReleaseCommandQueue(foreign));
	ok(clReleaseContext(other));
	arg(k, 0, q);
	ok(clEnqueueTask(queue, k, 0, NULL, NULL));
	read_back(buffer, got, sizeof got);
	check(got[0] == 0 && got[1] == 7, "%d %d", got[0], got[1]);
	ok(clReleaseCommandQueue(q));
	check_status(clEnqueueTask(queue, k, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	char name[32];
	ok(clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
	check(!strcmp(name, "queue_t"), "%s", name);
}

int main(void) {
	open_device();
	capabilities();
	creation_errors();
	queries();
	defaults();
	host_commands();
	arguments();
	return done();
}
