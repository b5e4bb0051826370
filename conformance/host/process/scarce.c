// scarce [ROUNDS]: a tour of the API whose calls may be refused memory (HEDDLE_FAIL_ALLOCATION). A call that fails says
// that there is no memory, and changes nothing; what does not fail computes what it should. At the end all objects are
// released. After the tour in which something may fail comes one in which nothing may, unless there are ROUNDS: then
// memory is refused again and again, and neither memory nor descriptors may grow.
#define _GNU_SOURCE
#include "../../command_buffer/functions.h"
#include <dirent.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ITEMS = 3000, BYTES = ITEMS * 4, OWNED = 256 };

static int is_strict, failures;
static struct { void *object; cl_int (*release)(void *); } owned[OWNED];
static int owned_count;

// is_scarcity: how a call may say that there is no memory. A command that was enqueued fails later.
static int is_scarcity(cl_int status) {
	return status == CL_OUT_OF_HOST_MEMORY || status == CL_OUT_OF_RESOURCES || status == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
		status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

static int fine(cl_int status, const char *call, int line) {
	checks_made++;
	if (status == CL_SUCCESS) return 1;
	failures++;
	check(!is_strict && is_scarcity(status), "line %d: %s gave %d", line, call, status);
	return 0;
}

// try leaves a step at a call that fails.
#define try(call) \
	do { \
		if (!fine(call, #call, __LINE__)) return; \
	} while (0)

static void own(void *object, void *release) {
	owned[owned_count].object = object;
	owned[owned_count++].release = (cl_int (*)(void *))release;
}

// make declares an object that a step makes, and owns.
#define make(type, name, release, ...) \
	type name; \
	do { \
		cl_int status = 12345; \
		name = __VA_ARGS__; \
		check((name != NULL) == (status == CL_SUCCESS), "line %d: status %d", __LINE__, status); \
		try(status); \
		own(name, release); \
	} while (0)

#define queue_of(name, properties) \
	make(cl_command_queue, name, clReleaseCommandQueue, clCreateCommandQueue(context, device, properties, &status))
#define buffer_in(name, flags, host) make(cl_mem, name, clReleaseMemObject, clCreateBuffer(context, flags, BYTES, host, &status))
#define kernel_in(name, program, function) make(cl_kernel, name, clReleaseKernel, clCreateKernel(program, function, &status))

#define program_in(name, options, ...) \
	const char *name##_text = __VA_ARGS__; \
	make(cl_program, name, clReleaseProgram, clCreateProgramWithSource(context, 1, &name##_text, NULL, &status)); \
	try(clBuildProgram(name, 1, &device, options, NULL, NULL))

static int numbers[ITEMS], results[ITEMS];

// is_right compares what a step has computed.
static void is_right(int factor) {
	int bad = 0;
	for (int i = 0; i < ITEMS; i++) bad += results[i] != factor * i;
	check(bad == 0, "%d results are wrong, factor %d", bad, factor);
	memset(results, 0, sizeof results);
}

// launch runs a kernel and waits: what becomes of a command tells only its event.
#define launch(q, kernel, ...) \
	do { \
		size_t size_[] = {__VA_ARGS__}; \
		cl_event event_; \
		try(clEnqueueNDRangeKernel(q, kernel, sizeof size_ / sizeof *size_, NULL, size_, NULL, 0, NULL, &event_)); \
		own(event_, clReleaseEvent); \
		try(clWaitForEvents(1, &event_)); \
	} while (0)

#define run(kernel, buffer) \
	do { \
		try(clSetKernelArg(kernel, 0, sizeof buffer, &buffer)); \
		launch(queue, kernel, ITEMS); \
	} while (0)

#define read_results(buffer) try(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, results, 0, NULL, NULL))

static void launches(void) {
	program_in(p, "-DK=3", "kernel void f(global int *x, local int *t) { int i = get_global_id(0), l = get_local_id(0); int a[300];"
		" for (int k = 0; k < 300; k++) a[(k * 7 + x[i]) % 300] = k; t[l] = i; barrier(CLK_LOCAL_MEM_FENCE);"
		" x[i] = a[(x[i]) % 300] * 0 + K * t[l]; if (i == 5) printf(\"%s %d\\n\", \"five\", i); }");
	kernel_in(f, p, "f");
	buffer_in(b, CL_MEM_COPY_HOST_PTR, numbers);
	size_t n = ITEMS, l = 100;
	cl_event e;
	try(clSetKernelArg(f, 0, sizeof b, &b));
	try(clSetKernelArg(f, 1, l * 4, NULL));
	try(clEnqueueNDRangeKernel(queue, f, 1, NULL, &n, &l, 0, NULL, &e));
	own(e, clReleaseEvent);
	try(clWaitForEvents(1, &e));
	read_results(b);
	is_right(3);
}

static void large_launches(void) {
	enum { LARGE = 1 << 20 };
	program_in(p, "", "kernel void f(global int *x) { size_t i = get_global_id(0); x[i] = 2 * i; }");
	kernel_in(f, p, "f");
	make(cl_mem, b, clReleaseMemObject, clCreateBuffer(context, 0, LARGE * 4, NULL, &status));
	queue_of(other, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	try(clSetKernelArg(f, 0, sizeof b, &b));
	for (int i = 0; i < 2; i++) launch(other, f, LARGE);
	read_results(b);
	is_right(2);
}

static void images(void) {
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc desc = {CL_MEM_OBJECT_IMAGE2D, 64, 32};
	make(cl_mem, from, clReleaseMemObject, clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc, numbers, &status));
	make(cl_mem, to, clReleaseMemObject, clCreateImage(context, 0, &format, &desc, NULL, &status));
	make(cl_sampler, s, clReleaseSampler, clCreateSampler(context, 0, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &status));
	program_in(p, "", "kernel void f(read_only image2d_t a, write_only image2d_t b, sampler_t s) {"
		" int2 at = {get_global_id(0), get_global_id(1)}; write_imagef(b, at, read_imagef(a, s, at)); }");
	kernel_in(f, p, "f");
	try(clSetKernelArg(f, 0, sizeof from, &from));
	try(clSetKernelArg(f, 1, sizeof to, &to));
	try(clSetKernelArg(f, 2, sizeof s, &s));
	size_t origin[3] = {0}, region[3] = {64, 32, 1}, pitch;
	launch(queue, f, 64, 32);
	try(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, results, 0, NULL, NULL));
	check(!memcmp(results, numbers, 64 * 32 * 4));
	memset(results, 0, sizeof results);
	cl_int status;
	void *mapped = clEnqueueMapImage(queue, to, CL_TRUE, CL_MAP_READ, origin, region, &pitch, NULL, 0, NULL, NULL, &status);
	try(status);
	try(clEnqueueUnmapMemObject(queue, to, mapped, 0, NULL, NULL));
}

static cl_int free_shared(void *shared) { return clSVMFree(context, shared), CL_SUCCESS; }

static void CL_CALLBACK freed(cl_command_queue q, cl_uint count, void *pointers[], void *data) {
	for (cl_uint i = 0; i < count; i++) clSVMFree(context, pointers[i]);
}

static void shared_memory(void) {
	program_in(p, "", "kernel void f(global int *x) { int i = get_global_id(0); x[i] = 5 * i; }");
	kernel_in(f, p, "f");
	void *lost = clSVMAlloc(context, CL_MEM_READ_WRITE, 1 << 20, 0); // NULL tells no reason
	int *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, BYTES, 0);
	if (lost) {
		cl_int status = clEnqueueSVMFree(queue, 1, &lost, freed, NULL, 0, NULL, NULL);
		if (status) clSVMFree(context, lost);
		if (shared) own(shared, free_shared);
		try(status);
	}
	check(!is_strict || (lost && shared));
	if (!lost || !shared) {
		if (lost == NULL && shared) own(shared, free_shared);
		return;
	}
	try(clSetKernelArgSVMPointer(f, 0, shared));
	launch(queue, f, ITEMS);
	try(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, shared, BYTES, 0, NULL, NULL));
	memcpy(results, shared, BYTES);
	is_right(5);
	try(clEnqueueSVMUnmap(queue, shared, 0, NULL, NULL));
	try(clFinish(queue));
}

static void programs(void) {
	const char *texts[2] = {"int twice(int x) { return 2 * x; }", "int twice(int x); global int kept = 7; constant int c[3] = {1, 2, 3};"
		"kernel void f(global int *x) { int i = get_global_id(0); x[i] = twice(c[i % 3] * 0 + i) * (kept / 7); } kernel void g() {}"};
	make(cl_program, one, clReleaseProgram, clCreateProgramWithSource(context, 1, &texts[0], NULL, &status));
	make(cl_program, two, clReleaseProgram, clCreateProgramWithSource(context, 1, &texts[1], NULL, &status));
	try(clCompileProgram(one, 1, &device, "-cl-std=CL2.0", 0, NULL, NULL, NULL, NULL));
	try(clCompileProgram(two, 1, &device, "-cl-std=CL2.0", 0, NULL, NULL, NULL, NULL));
	cl_program both[2] = {one, two};
	make(cl_program, linked, clReleaseProgram, clLinkProgram(context, 1, &device, "", 2, both, NULL, NULL, &status));
	size_t bytes;
	try(clGetProgramInfo(linked, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
	unsigned char *binary = malloc(bytes);
	own(binary, (void *)free);
	try(clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
	make(cl_program, again, clReleaseProgram, clCreateProgramWithBinary(context, 1, &device, &bytes, (const unsigned char **)&binary, NULL, &status));
	try(clBuildProgram(again, 1, &device, "", NULL, NULL));
	cl_kernel kernels[2];
	cl_uint count;
	try(clCreateKernelsInProgram(again, 2, kernels, &count));
	own(kernels[0], clReleaseKernel), own(kernels[1], clReleaseKernel);
	kernel_in(f, again, "f");
	make(cl_kernel, clone, clReleaseKernel, clCloneKernel(f, &status));
	buffer_in(b, 0, NULL);
	run(clone, b);
	read_results(b);
	is_right(2);
}

static void CL_CALLBACK native(void *arguments) { memcpy(*(void **)arguments, numbers, BYTES); }
static void CL_CALLBACK noticed(cl_event event, cl_int status, void *data) {}
static void CL_CALLBACK destroyed(cl_mem object, void *data) {}

static void commands(void) {
	static int host[ITEMS] __attribute__((aligned(4096)));
	buffer_in(in_place, CL_MEM_USE_HOST_PTR, host);
	buffer_in(b, 0, NULL);
	make(cl_event, user, clReleaseEvent, clCreateUserEvent(context, &status));
	try(clSetMemObjectDestructorCallback(b, destroyed, NULL));
	void *arguments[1] = {NULL};
	const void *places[1] = {arguments};
	cl_event e;
	cl_int status = clEnqueueNativeKernel(queue, native, arguments, sizeof arguments, 1, &in_place, places, 1, &user, &e);
	if (!status) own(e, clReleaseEvent);
	if (!status) fine(clSetEventCallback(e, CL_COMPLETE, noticed, NULL), "clSetEventCallback", __LINE__);
	fine(clSetUserEventStatus(user, CL_COMPLETE), "clSetUserEventStatus", __LINE__);
	try(status);
	try(clWaitForEvents(1, &e));
	try(clEnqueueCopyBuffer(queue, in_place, b, 0, 0, BYTES, 0, NULL, NULL));
	int *mapped = clEnqueueMapBuffer(queue, b, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, BYTES, 0, NULL, NULL, &status);
	try(status);
	memcpy(results, mapped, BYTES);
	is_right(1);
	try(clEnqueueUnmapMemObject(queue, b, mapped, 0, NULL, NULL));
	cl_buffer_region region = {0, 1024};
	make(cl_mem, part, clReleaseMemObject, clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
	int zero = 0;
	try(clEnqueueFillBuffer(queue, part, &zero, 4, 0, 1024, 0, NULL, NULL));
	make(cl_mem, pipe, clReleaseMemObject, clCreatePipe(context, 0, 4, 16, NULL, &status));
	try(clEnqueueMarkerWithWaitList(queue, 0, NULL, &e));
	own(e, clReleaseEvent);
	try(clFinish(queue));
}

static void parts_of_the_device(void) {
	cl_device_partition_property list[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_device_id parts[64];
	cl_uint count = 0;
	cl_int status = clCreateSubDevices(device, list, 64, parts, &count);
	if (status == CL_DEVICE_PARTITION_FAILED || status == CL_INVALID_VALUE) return; // of one processor
	try(status);
	for (cl_uint i = 0; i < count; i++) own(parts[i], clReleaseDevice);
	cl_context whole = context;
	make(cl_context, within, clReleaseContext, clCreateContext(NULL, 1, parts, NULL, NULL, &status));
	make(cl_command_queue, q, clReleaseCommandQueue, clCreateCommandQueue(within, parts[0], 0, &status));
	make(cl_mem, b, clReleaseMemObject, clCreateBuffer(within, 0, BYTES, NULL, &status));
	const char *text = "kernel void f(global int *x) { int i = get_global_id(0); x[i] = 6 * i; }";
	make(cl_program, p, clReleaseProgram, clCreateProgramWithSource(within, 1, &text, NULL, &status));
	try(clBuildProgram(p, 1, parts, "", NULL, NULL));
	kernel_in(f, p, "f");
	try(clSetKernelArg(f, 0, sizeof b, &b));
	launch(q, f, ITEMS);
	try(clEnqueueReadBuffer(q, b, CL_TRUE, 0, BYTES, results, 0, NULL, NULL));
	is_right(6);
}

static void recorded(void) {
	program_in(p, "", "kernel void f(global int *x) { int i = get_global_id(0); x[i] = 7 * i; }");
	kernel_in(f, p, "f");
	buffer_in(b, 0, NULL);
	size_t n = ITEMS;
	cl_mutable_command_khr handle;
	try(clSetKernelArg(f, 0, sizeof b, &b));
	cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
	make(cb_t, steps, clReleaseCommandBufferKHR_, clCreateCommandBufferKHR_(1, &queue, list, &status));
	try(clCommandNDRangeKernelKHR_(steps, NULL, NULL, f, 1, NULL, &n, NULL, 0, NULL, NULL, &handle));
	try(clFinalizeCommandBufferKHR_(steps));
	cl_event e;
	try(clEnqueueCommandBufferKHR_(0, NULL, steps, 0, NULL, &e));
	own(e, clReleaseEvent);
	try(clWaitForEvents(1, &e));
	read_results(b);
	is_right(7);
	try(clFinish(queue));
}

static void imported(void) {
	int fd = memfd_create("shared", 0);
	check(fd >= 0 && !ftruncate(fd, BYTES));
	cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, fd, 0};
	cl_int status;
	cl_mem b = clCreateBufferWithProperties(context, list, 0, BYTES, NULL, &status);
	if (!b) close(fd);
	try(status);
	own(b, clReleaseMemObject);
	try(clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, BYTES, numbers, 0, NULL, NULL));
}

static void children(void) {
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	make(cl_command_queue, inner, clReleaseCommandQueue, clCreateCommandQueueWithProperties(context, device, list, &status));
	program_in(p, "-cl-std=CL2.0", "kernel void f(global int *x) { int i = get_global_id(0); if (i == 0)"
		" enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(get_global_size(0)),"
		" ^{ int k = get_global_id(0); x[k] = 9 * k; }); }");
	kernel_in(f, p, "f");
	buffer_in(b, 0, NULL);
	run(f, b);
	cl_int status = clFinish(queue);
	try(status);
	read_results(b);
	if (is_strict) is_right(9); // a kernel may not notice that its child was refused
}

static void mistakes(void) {
	program_in(p, "", "kernel void f(global int *x) { x[get_global_id(0) + (1L << 40)] = 1; }");
	kernel_in(f, p, "f");
	buffer_in(b, 0, NULL);
	size_t n = ITEMS;
	cl_event e;
	try(clSetKernelArg(f, 0, sizeof b, &b));
	try(clEnqueueNDRangeKernel(queue, f, 1, NULL, &n, NULL, 0, NULL, &e));
	own(e, clReleaseEvent);
	check(clWaitForEvents(1, &e) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

static void (*const steps[])(void) = {launches, large_launches, images, shared_memory, programs, commands, parts_of_the_device,
	recorded, imported, children, mistakes};

static void release_owned(void) {
	while (owned_count > 0) {
		owned_count--;
		owned[owned_count].release(owned[owned_count].object);
	}
}

static void CL_CALLBACK told(const char *text, const void *info, size_t size, void *data) { check(strlen(text) > 0); }

static void with_context(void (*step)(void)) {
	make(cl_context, c, clReleaseContext, clCreateContext(NULL, 1, &device, told, NULL, &status));
	context = c;
	queue_of(q, CL_QUEUE_PROFILING_ENABLE);
	queue = q;
	step();
	clFinish(q);
}

static void tour(void) {
	for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
		memset(results, 0, sizeof results);
		with_context(steps[i]);
		release_owned();
	}
}

static long resident_kb(void) {
	long whole, pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	check(file && fscanf(file, "%ld %ld", &whole, &pages) == 2);
	fclose(file);
	return pages * 4;
}

static int descriptors(void) {
	int entries = 0;
	DIR *folder = opendir("/proc/self/fd");
	while (readdir(folder)) entries++;
	closedir(folder);
	return entries;
}

static void many_rounds(int count) {
	long kb = 0;
	int files = 0;
	for (int i = 0; i < count; i++) {
		if (i == count / 2) kb = resident_kb(), files = descriptors();
		tour();
	}
	check(count == 0 || resident_kb() < kb + (48 << 10), "%ld KB became %ld", kb, resident_kb());
	check(count == 0 || descriptors() <= files + 3, "%d descriptors became %d", files, descriptors());
}

int main(int count, char **arguments) {
	for (int i = 0; i < ITEMS; i++) numbers[i] = i;
	cl_int status = clGetPlatformIDs(1, &platform, NULL);
	if (status) { // the loader asks the driver only once
		check_status(status, CL_PLATFORM_NOT_FOUND_KHR);
		return done();
	}
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	find_functions();
	tour();
	fprintf(stderr, "%d calls failed\n", failures);
	if (count > 1) {
		many_rounds(atoi(arguments[1]));
	} else {
		is_strict = 1;
		tour();
	}
	return done();
}
