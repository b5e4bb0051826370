// One context with a device and its sub-devices, each with its queue: programs that are built for some of them, or with
// other options for each; variables, binaries and queries by device; buffers and events that all use.
#include "../check.h"

#include <unistd.h>

enum { DEVICES = 3, WHOLE = 2, ITEMS = 1000 };

static cl_device_id devices[DEVICES]; // two sub-devices of a unit, and the whole
static cl_command_queue queues[DEVICES];

static cl_int status_on(cl_program program, int d) {
	cl_build_status got = 99;
	ok(clGetProgramBuildInfo(program, devices[d], CL_PROGRAM_BUILD_STATUS, sizeof got, &got, NULL));
	return got;
}

static cl_int launch(int d, cl_kernel kernel) {
	size_t items = ITEMS;
	return clEnqueueNDRangeKernel(queues[d], kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
}

// value runs a kernel on a device and returns the first number that it leaves.
static cl_uint value(int d, cl_kernel kernel, cl_mem buffer) {
	cl_uint got[ITEMS];
	ok(launch(d, kernel));
	ok(clEnqueueReadBuffer(queues[d], buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
	for (int i = 1; i < ITEMS; i++) check(got[i] == got[0], "item %d: %u and %u", i, got[i], got[0]);
	return got[0];
}

static cl_program source(const char *text) {
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	ok(status);
	return p;
}

// options builds with other options for each device, and for one not at all.
static void options(cl_mem buffer) {
	cl_int status;
	char text[64];
	cl_program p = source("kernel void k(global uint *out) { out[get_global_id(0)] = X; }\n"
		"#if X == 2\nkernel void only2(global uint *out) {}\n#endif\n");
	ok(clBuildProgram(p, 1, &devices[0], "-DX=1", NULL, NULL));
	check(status_on(p, 0) == CL_BUILD_SUCCESS && status_on(p, 1) == CL_BUILD_NONE && status_on(p, 2) == CL_BUILD_NONE,
		"%d %d %d", status_on(p, 0), status_on(p, 1), status_on(p, 2));
	cl_kernel k = kernel_of(p, "k");
	arg(k, 0, buffer);
	check(value(0, k, buffer) == 1);
	check_status(launch(1, k), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(clGetKernelWorkGroupInfo(k, devices[1], CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL), CL_INVALID_DEVICE);
	check_status(clBuildProgram(p, 1, &devices[1], "-DX=2", NULL, NULL), CL_INVALID_OPERATION);
	ok(clReleaseKernel(k));

	ok(clBuildProgram(p, 1, &devices[1], "-DX=2", NULL, NULL));
	ok(clBuildProgram(p, 1, &devices[WHOLE], "-DX=3", NULL, NULL)); // leaves the sub-devices' own builds alone
	for (int d = 0; d < DEVICES; d++) {
		ok(clGetProgramBuildInfo(p, devices[d], CL_PROGRAM_BUILD_OPTIONS, sizeof text, text, NULL));
		check(text[4] == '1' + d, "options of device %d: %s", d, text);
	}
	k = kernel_of(p, "k");
	arg(k, 0, buffer);
	for (cl_uint d = 0; d < DEVICES; d++) check(value(d, k, buffer) == d + 1, "device %u", d);
	cl_kernel only2 = kernel_of(p, "only2");
	arg(only2, 0, buffer);
	ok(launch(1, only2));
	check_status(launch(0, only2), CL_INVALID_PROGRAM_EXECUTABLE);
	ok(clFinish(queues[1])); // which holds it
	ok(clReleaseKernel(k));
	ok(clReleaseKernel(only2));
	ok(clBuildProgram(p, 0, NULL, "-DX=4", NULL, NULL));
	check(clBuildProgram(p, 1, &devices[1], "-DX=error", NULL, NULL) == CL_BUILD_PROGRAM_FAILURE);
	check(status_on(p, 0) == CL_BUILD_SUCCESS && status_on(p, 1) == CL_BUILD_ERROR);
	k = kernel_of(p, "k");
	arg(k, 0, buffer);
	check(value(0, k, buffer) == 4);
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));

	p = source("kernel void k(TYPE x) {}\nkernel void same(global int *x) {}");
	ok(clBuildProgram(p, 1, &devices[0], "-DTYPE=int", NULL, NULL));
	ok(clBuildProgram(p, 1, &devices[1], "-DTYPE=float", NULL, NULL));
	check_create(clCreateKernel(p, "k", &status), CL_INVALID_KERNEL_DEFINITION);
	cl_kernel all[4];
	cl_uint count = 0;
	ok(clCreateKernelsInProgram(p, 4, all, &count));
	check(count == 1, "%u kernels", count);
	ok(clReleaseKernel(all[0]));
	ok(clReleaseProgram(p));
}

// of_parents is for sub-devices what was built for the device that they are parts of.
static void of_parents(cl_mem buffer) {
	cl_program p = source("kernel void k(global uint *out) { out[get_global_id(0)] = 7; }");
	ok(clBuildProgram(p, 1, &devices[WHOLE], NULL, NULL, NULL));
	cl_kernel k = kernel_of(p, "k");
	arg(k, 0, buffer);
	for (int d = 0; d < DEVICES; d++) check(status_on(p, d) == CL_BUILD_SUCCESS && value(d, k, buffer) == 7);
	check_status(clGetKernelWorkGroupInfo(k, NULL, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL), CL_INVALID_DEVICE);
	size_t size = 0;
	for (int d = 0; d < DEVICES; d++) ok(clGetKernelWorkGroupInfo(k, devices[d], CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL));
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));
}

// variables in program scope are each device's own.
static void variables(cl_mem buffer) {
	cl_int status;
	cl_program p = source("global atomic_uint n = 10;\n"
		"kernel void k(global uint *out) { out[get_global_id(0)] = 0; if (get_global_id(0) == 0) atomic_fetch_add(&n, 1u); }\n"
		"kernel void get(global uint *out) { out[get_global_id(0)] = atomic_load(&n); }\n");
	ok(clBuildProgram(p, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
	cl_kernel k = kernel_of(p, "k"), get = kernel_of(p, "get");
	arg(k, 0, buffer);
	arg(get, 0, buffer);
	for (int d = 0; d < DEVICES; d++)
		for (int i = 0; i <= d; i++) ok(launch(d, k));
	for (int d = 0; d < DEVICES; d++) ok(clFinish(queues[d]));
	for (cl_uint d = 0; d < DEVICES; d++) check(value(d, get, buffer) == 11 + d, "device %u", d);
	ok(clReleaseKernel(k));
	ok(clReleaseKernel(get));
	ok(clReleaseProgram(p));
}

// binaries for each device, of which one gets another's.
static void binaries(cl_mem buffer) {
	cl_int status, loaded[DEVICES];
	size_t sizes[DEVICES], bytes;
	unsigned char *data[DEVICES] = {0};
	cl_device_id listed[DEVICES];
	cl_uint count = 0;
	cl_program p = source("kernel void k(global uint *out) { out[get_global_id(0)] = X; }");
	ok(clBuildProgram(p, 1, &devices[0], "-DX=5", NULL, NULL));
	ok(clGetProgramInfo(p, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
	check(count == DEVICES, "%u devices", count);
	ok(clGetProgramInfo(p, CL_PROGRAM_DEVICES, sizeof listed, listed, NULL));
	check(!memcmp(listed, devices, sizeof listed), "other devices");
	ok(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, &bytes));
	check(bytes == sizeof sizes && sizes[0] > 0 && sizes[1] == 0 && sizes[2] == 0, "%zu: %zu %zu %zu", bytes, sizes[0], sizes[1], sizes[2]);
	ok(clBuildProgram(p, 1, &devices[1], "-DX=6", NULL, NULL));
	ok(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL));
	for (int d = 0; d < 2; d++) data[d] = malloc(sizes[d]);
	check_status(clGetProgramInfo(p, CL_PROGRAM_BINARIES, 8, data, NULL), CL_INVALID_VALUE);
	ok(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof data, data, NULL));
	ok(clReleaseProgram(p));

	const unsigned char *swapped[] = {data[1], data[0]};
	const size_t lengths[] = {sizes[1], sizes[0]};
	p = clCreateProgramWithBinary(context, 2, devices, lengths, swapped, loaded, &status);
	ok(status);
	check(loaded[0] == CL_SUCCESS && loaded[1] == CL_SUCCESS);
	ok(clGetProgramInfo(p, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
	check(count == 2, "%u devices", count);
	check_status(clBuildProgram(p, 1, &devices[WHOLE], NULL, NULL, NULL), CL_INVALID_DEVICE);
	check_status(clGetProgramBuildInfo(p, devices[WHOLE], CL_PROGRAM_BUILD_STATUS, 4, &status, NULL), CL_INVALID_DEVICE);
	ok(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	cl_kernel k = kernel_of(p, "k");
	arg(k, 0, buffer);
	check(value(0, k, buffer) == 6 && value(1, k, buffer) == 5);
	check_status(launch(WHOLE, k), CL_INVALID_PROGRAM_EXECUTABLE);
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));

	p = clCreateProgramWithBinary(context, 1, &devices[WHOLE], lengths, swapped, loaded, &status);
	ok(status);
	ok(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	k = kernel_of(p, "k");
	arg(k, 0, buffer);
	for (int d = 0; d < DEVICES; d++) check(value(d, k, buffer) == 6, "sub-devices use what the whole has");
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));
	const unsigned char *bad[] = {data[0], (const unsigned char *)"nonsense"};
	const size_t bad_lengths[] = {sizes[0], 8};
	check_create(clCreateProgramWithBinary(context, 2, devices, bad_lengths, bad, loaded, &status), CL_INVALID_BINARY);
	check(loaded[0] == CL_SUCCESS && loaded[1] == CL_INVALID_BINARY, "%d %d", loaded[0], loaded[1]);
	free(data[0]);
	free(data[1]);
}

// linking needs the objects of all programs, or of none, for each device.
static void linking(cl_mem buffer) {
	cl_int status;
	cl_program main_ = source("uint f(void); kernel void k(global uint *out) { out[get_global_id(0)] = f(); }"),
		f = source("uint f(void) { return X; }");
	ok(clCompileProgram(main_, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	ok(clCompileProgram(f, 1, &devices[0], "-DX=8", 0, NULL, NULL, NULL, NULL));
	const cl_program both[] = {main_, f};
	check_create(clLinkProgram(context, 0, NULL, NULL, 2, both, NULL, NULL, &status), CL_INVALID_OPERATION);
	ok(clCompileProgram(f, 1, &devices[1], "-DX=9", 0, NULL, NULL, NULL, NULL));
	cl_program p = clLinkProgram(context, 2, devices, NULL, 2, both, NULL, NULL, &status);
	ok(status);
	check(status_on(p, 0) == CL_BUILD_SUCCESS && status_on(p, 1) == CL_BUILD_SUCCESS && status_on(p, 2) == CL_BUILD_NONE);
	cl_kernel k = kernel_of(p, "k");
	arg(k, 0, buffer);
	check(value(0, k, buffer) == 8 && value(1, k, buffer) == 9);
	check_status(launch(WHOLE, k), CL_INVALID_PROGRAM_EXECUTABLE);
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));
	ok(clReleaseProgram(main_));
	ok(clReleaseProgram(f));
}

// chain hands a buffer from queue to queue by events.
static void chain(cl_mem buffer) {
	cl_int status;
	cl_program p = source("kernel void add(global uint *out, uint n) { out[get_global_id(0)] = out[get_global_id(0)] * 3 + n; }");
	ok(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	cl_kernel k = kernel_of(p, "add");
	cl_uint zero = 0, wanted = 0, got[ITEMS];
	cl_event last = NULL, user = clCreateUserEvent(context, &status);
	ok(status);
	ok(clEnqueueFillBuffer(queues[0], buffer, &zero, sizeof zero, 0, ITEMS * sizeof zero, 1, &user, &last));
	arg(k, 0, buffer);
	for (cl_uint i = 0; i < 60; i++) {
		cl_event next;
		size_t items = ITEMS;
		arg(k, 1, i);
		ok(clEnqueueNDRangeKernel(queues[i * 7 % DEVICES], k, 1, NULL, &items, NULL, 1, &last, &next));
		ok(clReleaseEvent(last));
		last = next;
		wanted = wanted * 3 + i;
	}
	for (int d = 0; d < DEVICES; d++) ok(clFlush(queues[d]));
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	ok(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, 0, sizeof got, got, 1, &last, NULL));
	check(got[0] == wanted && got[ITEMS - 1] == wanted, "%u, not %u", got[0], wanted);
	ok(clReleaseEvent(last));
	ok(clReleaseEvent(user));
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));
}

int main(void) {
	open_device();
	const cl_device_partition_property singles[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
	cl_int status = clCreateSubDevices(device, singles, 2, devices, NULL);
	if (status == CL_DEVICE_PARTITION_FAILED) {
		cl_uint units = 0;
		ok(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
		check(units == 1, "%u units cannot be divided", units);
		return done();
	}
	ok(status);
	devices[WHOLE] = device;
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	context = clCreateContext(NULL, DEVICES, devices, NULL, NULL, &status);
	ok(status);
	for (int d = 0; d < DEVICES; d++) {
		queues[d] = clCreateCommandQueueWithProperties(context, devices[d], NULL, &status);
		ok(status);
	}
	cl_mem buffer = buffer_of(ITEMS * sizeof(cl_uint), NULL);
	options(buffer);
	of_parents(buffer);
	variables(buffer);
	binaries(buffer);
	linking(buffer);
	chain(buffer);
	return done();
}
