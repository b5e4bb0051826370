// Error codes that need several devices: a program that was built for one sub-device only, queues of other devices, and the
// functions of cl_ext_device_fission.
#include "command_buffer/functions.h"
#include "driver.h"

static cl_device_id parts[2];
static cl_command_queue queues[2];
static cl_kernel first_only;

static void launches(void) {
	size_t one = 1, got[3];
	cl_int (*suggest)(cl_command_queue, cl_kernel, cl_uint, sizes_t, sizes_t, size_t *) = driver_function("clGetKernelSuggestedLocalWorkSize");
	cl_int (*suggest_khr)(cl_command_queue, cl_kernel, cl_uint, sizes_t, sizes_t, size_t *) = extension_function("clGetKernelSuggestedLocalWorkSizeKHR");
	check_status(clEnqueueNDRangeKernel(queues[1], first_only, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(clEnqueueTask(queues[1], first_only, 0, NULL, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(suggest(queues[1], first_only, 1, NULL, &one, got), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(suggest_khr(queues[1], first_only, 1, NULL, &one, got), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(clGetKernelSubGroupInfo(first_only, parts[1], CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof got, got, NULL), CL_INVALID_DEVICE);
	ok(clEnqueueNDRangeKernel(queues[0], first_only, 1, NULL, &one, NULL, 0, NULL, NULL));
	ok(clFinish(queues[0]));
}

static void command_buffers(void) {
	cl_int status;
	size_t one = 1;
	cb_t second = clCreateCommandBufferKHR_(1, &queues[1], NULL, &status);
	ok(status);
	check_status(clCommandNDRangeKernelKHR_(second, NULL, NULL, first_only, 1, NULL, &one, NULL, 0, NULL, NULL, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
	ok(clFinalizeCommandBufferKHR_(second));
	check_status(clEnqueueCommandBufferKHR_(1, &queues[0], second, 0, NULL, NULL), CL_INVALID_DEVICE);
	cl_context foreign = other_context();
	cl_command_queue far = clCreateCommandQueue(foreign, device, 0, &status);
	ok(status);
	check_create(clRemapCommandBufferKHR_(second, CL_FALSE, 1, &far, 0, NULL, NULL, &status), CL_INVALID_CONTEXT);
	ok(clReleaseCommandBufferKHR_(second));
}

// A kernel that was recorded for the first sub-device cannot move to the second.
static void moved(void) {
	cl_int status;
	size_t one = 1;
	cb_t first = clCreateCommandBufferKHR_(1, &queues[0], NULL, &status);
	ok(status);
	ok(clCommandNDRangeKernelKHR_(first, NULL, NULL, first_only, 1, NULL, &one, NULL, 0, NULL, NULL, NULL));
	ok(clFinalizeCommandBufferKHR_(first));
	cb_t copy = clRemapCommandBufferKHR_(first, CL_FALSE, 1, &queues[1], 0, NULL, NULL, &status);
	check(copy == NULL && status == CL_INVALID_PROGRAM_EXECUTABLE, "%d", status);
	ok(clReleaseCommandBufferKHR_(first));
}

// counts are refused before they add up to more than there is, also where their sum overflows.
static void counts(cl_uint units) {
	cl_device_id out[4];
	cl_uint made;
#define by_counts(...) (const cl_device_partition_property[]){CL_DEVICE_PARTITION_BY_COUNTS, __VA_ARGS__, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0}
	check_status(clCreateSubDevices(device, by_counts((intptr_t)units + 1), 4, out, &made), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, by_counts(units, 1), 4, out, &made), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, by_counts((intptr_t)1 << 32 | 1, 1), 4, out, &made), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, by_counts(INTPTR_MAX, INTPTR_MAX, 2), 4, out, &made), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, by_counts(-1), 4, out, &made), CL_INVALID_DEVICE_PARTITION_COUNT);
	const cl_device_partition_property many[] = {CL_DEVICE_PARTITION_EQUALLY, (intptr_t)1 << 32 | 1, 0};
	check_status(clCreateSubDevices(device, many, 4, out, &made), CL_INVALID_DEVICE_PARTITION_COUNT);
	const cl_device_partition_property itself[] = {CL_DEVICE_PARTITION_EQUALLY, units, 0};
	check_status(clCreateSubDevices(device, itself, 4, out, &made), CL_DEVICE_PARTITION_FAILED);
	const cl_device_partition_property none[] = {CL_DEVICE_PARTITION_EQUALLY, 0, 0};
	check(clCreateSubDevices(device, none, 4, out, &made) != CL_SUCCESS);
	const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	if (units > 1) check_status(clCreateSubDevices(device, equally, 1, out, &made), CL_INVALID_VALUE);
	check_status(clCreateSubDevices((cl_device_id)queue, equally, 4, out, &made), CL_INVALID_DEVICE);
}

static void fission(cl_uint units) {
	cl_int (*divide)(cl_device_id, const cl_ulong *, cl_uint, cl_device_id *, cl_uint *) = extension_function("clCreateSubDevicesEXT");
	cl_int (*retain)(cl_device_id) = extension_function("clRetainDeviceEXT"), (*release)(cl_device_id) = extension_function("clReleaseDeviceEXT");
	cl_device_id out[4];
	cl_uint made;
#define divided(...) divide(device, (const cl_ulong[]){__VA_ARGS__, 0}, 4, out, &made)
	check_status(divide((cl_device_id)queue, (const cl_ulong[]){CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0}, 4, out, &made), CL_INVALID_DEVICE);
	check_status(divide(device, (const cl_ulong[]){CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0}, 0, out, &made), CL_INVALID_VALUE);
	check_status(divided(CL_DEVICE_PARTITION_BY_NAMES_EXT, 4000, CL_PARTITION_BY_NAMES_LIST_END_EXT), CL_INVALID_PARTITION_NAME_EXT);
	check_status(divided(0x7777, 1), CL_INVALID_PROPERTY);
	check_status(divided(CL_DEVICE_PARTITION_EQUALLY_EXT, units + 1), CL_INVALID_PARTITION_COUNT_EXT);
	check_status(divided(CL_DEVICE_PARTITION_BY_COUNTS_EXT, units + 1, CL_PARTITION_BY_COUNTS_LIST_END_EXT), CL_INVALID_PARTITION_COUNT_EXT);
	check_status(divided(CL_DEVICE_PARTITION_BY_COUNTS_EXT, 1ull << 63, 1ull << 63, 1, CL_PARTITION_BY_COUNTS_LIST_END_EXT), CL_INVALID_PARTITION_COUNT_EXT);
	check_status(divide(parts[0], (const cl_ulong[]){CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0}, 4, out, &made), CL_DEVICE_PARTITION_FAILED_EXT);
	const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	check_status(clCreateSubDevices(parts[0], equally, 4, out, &made), CL_DEVICE_PARTITION_FAILED);
	check_status(retain((cl_device_id)queue), CL_INVALID_DEVICE);
	check_status(release((cl_device_id)queue), CL_INVALID_DEVICE);
}

int main(void) {
	open_device();
	cl_uint units, made;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
	if (other_driver() || units < 2) {
		check(1);
		return done();
	}
	find_functions();
	const cl_device_partition_property pair[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
	ok(clCreateSubDevices(device, pair, 2, parts, &made));
	counts(units);
	fission(units);
	cl_int status;
	context = clCreateContext(NULL, 2, parts, NULL, NULL, &status);
	ok(status);
	for (int i = 0; i < 2; i++) {
		queues[i] = clCreateCommandQueue(context, parts[i], 0, &status);
		ok(status);
	}
	const char *source = "kernel void f() {}";
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	ok(clBuildProgram(program, 1, parts, "", NULL, NULL));
	first_only = kernel_of(program, "f");
	launches();
	command_buffers();
	moved();
	return done();
}
