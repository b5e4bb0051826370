// Kernels and the children that they enqueue: when the host's command counts as complete and what its times are, how deep
// and how many, statuses of bad requests, full queues, children that fail or wait for ever, parents that fail.
#include "../check.h"

#include <unistd.h>

enum { ON_DEVICE = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, WORDS = 64 };

static cl_command_queue device_queue;
static cl_program program;
static cl_mem buffer;
static cl_int got[WORDS];

static const char *source =
"#define NO_WAIT CLK_ENQUEUE_FLAGS_NO_WAIT\n"
"kernel void spawn(global int *out, queue_t q, int n) {\n" // n children
"	for (int i = 0; i < n; i++)\n"
"		if (enqueue_kernel(q, NO_WAIT, ndrange_1D(1), ^{ atomic_inc(&out[0]); })) out[1]++;\n"
"}\n"
"kernel void wide(global int *out, queue_t q) {\n" // a child for each work-item, of many work-items
"	int id = get_global_id(0);\n"
"	if (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1000), ^{ atomic_add(&out[0], id); })) out[1]++;\n"
"}\n"
"void descend(global int *out, queue_t q, int n) {\n"
"	out[0]++;\n"
"	if (n > 0 && enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ descend(out, q, n - 1); })) out[1]++;\n"
"}\n"
"kernel void deep(global int *out, queue_t q, int n) { descend(out, q, n); }\n"
"kernel void slow(global int *out, queue_t q, int n) {\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), ^{ uint x = n; for (int i = 0; i < n; i++) x = x * 5 + (x >> 3); out[2] = x; out[0] = 1; });\n"
"}\n"
"kernel void requests(global int *out, queue_t q) {\n"
"	ndrange_t one = ndrange_1D(1);\n"
"	clk_event_t u = create_user_event(), none = CLK_NULL_EVENT, e;\n"
"	size_t ones[3] = {1, 1, 1}, large[3] = {8192, 1, 1};\n"
"	out[0] = enqueue_kernel(q, NO_WAIT, ndrange_1D(8192, 8192), ^{ out[60]++; });\n" // larger groups than there are
"	out[1] = enqueue_kernel(q, NO_WAIT, ndrange_3D(ones, large), ^{ out[60]++; });\n"
"	out[2] = enqueue_kernel(q, NO_WAIT, one, 1, &none, &e, ^{ out[60]++; });\n"
"	out[3] = enqueue_kernel(q, NO_WAIT, one, 0, NULL, &e, ^{ out[61]++; });\n"
"	out[4] = enqueue_kernel(q, NO_WAIT, one, ^(local int *a) { out[60]++; }, 0u);\n"
"	out[5] = enqueue_kernel(q, NO_WAIT, one, ^(local int *a) { out[60]++; }, 1000000u);\n"
"	out[6] = enqueue_kernel(q, 99, one, ^{ out[60]++; });\n"
"	out[7] = enqueue_marker(q, 0, NULL, &e);\n"
"	out[8] = is_valid_event(u) + 2 * is_valid_event(none);\n"
"	release_event(u);\n"
"	out[9] = is_valid_event(u);\n"
"	out[10] = enqueue_kernel(q, NO_WAIT, one, 1, &u, &e, ^{ out[60]++; });\n"
"	out[11] = enqueue_kernel(q, NO_WAIT, ndrange_1D((size_t)-1, (size_t)-1, 1), ^{ out[60]++; });\n"
"	out[12] = enqueue_kernel(q, NO_WAIT, ndrange_1D(0), ^{ out[60]++; });\n"
"	for (int i = 0; i < 100; i++) { release_event(none); release_event(u); retain_event(u); set_user_event_status(u, 0); }\n"
"	capture_event_profiling_info(none, CLK_PROFILING_COMMAND_EXEC_TIME, (global void *)&out[20]);\n"
"	out[13] = get_kernel_work_group_size(^{ out[60]++; });\n"
"	out[14] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(64, 64), ^{ out[60]++; }) * get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(64, 64), ^{ out[60]++; });\n"
"}\n"
"kernel void no_default(global int *out) { out[0] = enqueue_kernel(get_default_queue(), NO_WAIT, ndrange_1D(1), ^{ out[1]++; }); }\n"
"kernel void bad_child(global int *out, queue_t q) {\n"
"	clk_event_t e;\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), 0, NULL, &e, ^{ *(global int *)16 = 1; });\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), 1, &e, NULL, ^{ out[0] = 1; });\n" // never runs
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), ^{ out[1] = 1; });\n"
"}\n"
"kernel void bad_parent(global int *out, queue_t q) {\n"
"	enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = 1; });\n"
"	*(global int *)16 = 1;\n"
"}\n"
"kernel void cancelled(global int *out, queue_t q) {\n" // a user event that fails: what waits for it does not run
"	clk_event_t u = create_user_event(), e;\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), 1, &u, &e, ^{ out[0] = 1; });\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), 1, &e, NULL, ^{ out[1] = 1; });\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), ^{ set_user_event_status(u, -5); out[2] = 1; });\n"
"	release_event(e);\n"
"}\n"
"kernel void keep(global int *out, queue_t q, global ulong *where) {\n" // waits for another command of the host
"	clk_event_t u = create_user_event();\n"
"	*(global clk_event_t *)where = u;\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), 1, &u, NULL, ^{ out[0] = 1; });\n"
"	out[3] = 1;\n"
"}\n"
"kernel void let_go(global int *out, global ulong *where) { set_user_event_status(*(global clk_event_t *)where, CL_COMPLETE); }\n"
"kernel void forget(global int *out, queue_t q) {\n" // an event that nobody can set any more
"	clk_event_t u = create_user_event();\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), 1, &u, NULL, ^{ out[0] = 1; });\n"
"	release_event(u);\n"
"	out[1] = 1;\n"
"}\n"
"kernel void times(global int *out, queue_t q, global ulong *two) {\n"
"	clk_event_t e;\n"
"	enqueue_kernel(q, NO_WAIT, ndrange_1D(1), 0, NULL, &e, ^{\n"
"		uint x = 3; for (int i = 0; i < 100000; i++) x = x * 5 + (x >> 3); out[2] = x;\n"
"		enqueue_kernel(q, NO_WAIT, ndrange_1D(1), ^{ uint x = 3; for (int i = 0; i < 100000; i++) x = x * 5 + (x >> 3); out[3] = x; });\n"
"	});\n"
"	capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, two);\n"
"	capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, (global ulong *)24);\n" // no memory there
"	release_event(e);\n"
"}\n"
"kernel void prints(global int *out, queue_t q) { enqueue_kernel(q, NO_WAIT, ndrange_1D(1), ^{ printf(\"a child prints\\n\"); }); }\n"
"kernel void random_numbers(global int *out, queue_t q, ulong seed) {\n" // events and queues that are made up
"	for (int i = 0; i < 200; i++) {\n"
"		seed = seed * 6364136223846793005ul + 1442695040888963407ul;\n"
"		ulong n = i & 1 ? seed : seed >> 40 << 32 | (seed >> 33 & 7);\n"
"		clk_event_t e = *(clk_event_t *)&n, made;\n"
"		queue_t bad = *(queue_t *)&n;\n"
"		set_user_event_status(e, (int)seed);\n"
"		release_event(e);\n"
"		retain_event(e);\n"
"		enqueue_kernel(bad, NO_WAIT, ndrange_1D(1), ^{ out[60]++; });\n"
"		if (enqueue_marker(q, 1, &e, &made) == 0) release_event(made);\n"
"		capture_event_profiling_info(e, 1, (global void *)n);\n"
"	}\n"
"	out[0] = 1;\n"
"}\n";

static cl_kernel start(const char *name) {
	cl_kernel k = kernel_of(program, name);
	memset(got, 0, sizeof got);
	ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
	arg(k, 0, buffer);
	if (strcmp(name, "no_default") && strcmp(name, "let_go")) arg(k, 1, device_queue);
	return k;
}

// run runs a kernel of one work-item and returns its status.
static cl_int run(cl_kernel k) {
	size_t one = 1;
	cl_event event;
	cl_int status;
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, &event));
	clWaitForEvents(1, &event);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	ok(clReleaseEvent(event));
	read_back(buffer, got, sizeof got);
	return status;
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static void many(void) {
	cl_kernel k = start("spawn");
	cl_int n = 1000;
	arg(k, 2, n);
	ok(run(k));
	check(got[0] == n && got[1] == 0, "%d children ran, %d were refused", got[0], got[1]);
	usleep(100000); // until the code is compiled
	double best = 1e9;
	for (int i = 0; i < 20; i++) {
		double from = now();
		ok(run(k));
		double took = now() - from;
		best = took < best ? took : best;
	}
	printf("%d children in %.2f ms\n", n, best);
	check(got[0] == 21 * n, "%d", got[0]);
	check(best < 20, "%.2f ms", best); // 2 on a quiet machine
	ok(clReleaseKernel(k));

	k = start("wide");
	size_t items = 100, group = 10;
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &group, 0, NULL, NULL));
	read_back(buffer, got, sizeof got);
	check(got[0] == 4950 * 1000 && got[1] == 0, "%d, %d were refused", got[0], got[1]);
	ok(clReleaseKernel(k));

	k = start("deep");
	n = 5000;
	arg(k, 2, n);
	ok(run(k));
	check(got[0] == n + 1 && got[1] == 0, "%d generations, %d refused", got[0], got[1]);
	ok(clReleaseKernel(k));
}

static void full(void) {
	cl_int status;
	const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_SIZE, 16384, 0};
	cl_command_queue small = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	cl_kernel k = start("spawn");
	cl_int n = 10000;
	arg(k, 1, small);
	arg(k, 2, n);
	for (int i = 1; i < 4; i++) {
		ok(run(k));
		check(got[0] > 0 && got[1] > 0 && got[0] + got[1] == i * n, "%d ran, %d were refused", got[0], got[1]);
	}
	ok(clReleaseKernel(k));
	ok(clReleaseCommandQueue(small));
}

// completion: the command of the host is running until its children are complete, and its two last times differ.
static void completion(void) {
	cl_kernel k = start("slow");
	cl_int n = 300000000, status;
	size_t one = 1;
	cl_ulong end, complete;
	cl_event event, after;
	arg(k, 2, n);
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, &event));
	ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &after));
	ok(clFlush(queue));
	for (int i = 0; i < 2000; i++) {
		ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
		if (status == CL_RUNNING) break;
		usleep(1000);
	}
	check(status == CL_RUNNING || status == CL_COMPLETE, "%d", status);
	ok(clWaitForEvents(1, &after));
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(status == CL_COMPLETE, "%d", status);
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof complete, &complete, NULL));
	check(complete > end + 10000000, "%.3f ms of children", (complete - end) * 1e-6);
	read_back(buffer, got, sizeof got);
	check(got[0] == 1);
	ok(clReleaseEvent(event));
	ok(clReleaseEvent(after));
	ok(clReleaseKernel(k));
}

static void requests(void) {
	cl_kernel k = start("requests");
	ok(run(k));
	const cl_int wanted[] = {-160, -160, -57, 0, -51, -5, -101, -57, 1, 0, -57, -160, 0};
	for (int i = 0; i < (int)(sizeof wanted / sizeof *wanted); i++) check(got[i] == wanted[i], "request %d: %d, not %d", i, got[i], wanted[i]);
	check(got[60] == 0 && got[61] == 1, "%d work-items ran, and %d", got[60], got[61]);
	check(got[13] > 0 && got[14] >= 64, "%d %d", got[13], got[14]);
	ok(clReleaseKernel(k));
	k = start("no_default");
	ok(run(k));
	check(got[0] == -102 && got[1] == 0, "%d %d", got[0], got[1]);
	ok(clReleaseKernel(k));
	k = start("random_numbers");
	for (cl_ulong seed = 1; seed < 20; seed++) {
		arg(k, 2, seed);
		run(k);
		check(got[0] == 1 && got[60] == 0, "%d %d", got[0], got[60]);
	}
	ok(clReleaseKernel(k));
}

static void failures(void) {
	cl_kernel k = start("bad_child");
	check(run(k) < 0, "the parent of a bad child");
	check(got[0] == 0 && got[1] == 1, "%d %d", got[0], got[1]);
	ok(clReleaseKernel(k));
	k = start("bad_parent");
	check(run(k) < 0, "a bad parent");
	check(got[0] == 0, "its child ran");
	ok(clReleaseKernel(k));
	k = start("cancelled");
	ok(run(k));
	check(got[0] == 0 && got[1] == 0 && got[2] == 1, "%d %d %d", got[0], got[1], got[2]);
	ok(clReleaseKernel(k));
	k = start("forget");
	ok(run(k));
	check(got[0] == 0 && got[1] == 1, "%d %d", got[0], got[1]);
	ok(clReleaseKernel(k));
}

// across commands of the host: a child waits for an event that a kernel of another queue completes.
static void across(void) {
	cl_int status;
	cl_mem where = buffer_of(8, NULL);
	cl_command_queue other = clCreateCommandQueueWithProperties(context, device, NULL, &status);
	ok(status);
	cl_kernel keep = start("keep"), let_go;
	size_t one = 1;
	cl_event event;
	arg(keep, 2, where);
	ok(clEnqueueNDRangeKernel(queue, keep, 1, NULL, &one, NULL, 0, NULL, &event));
	ok(clFlush(queue));
	for (int i = 0; i < 5000 && !got[3]; i++) {
		ok(clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
		usleep(1000);
	}
	usleep(20000);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(got[0] == 0 && got[3] == 1 && status == CL_RUNNING, "%d %d, status %d", got[0], got[3], status);
	let_go = kernel_of(program, "let_go");
	arg(let_go, 0, buffer);
	arg(let_go, 1, where);
	ok(clEnqueueNDRangeKernel(other, let_go, 1, NULL, &one, NULL, 0, NULL, NULL));
	ok(clFinish(other));
	ok(clWaitForEvents(1, &event));
	read_back(buffer, got, sizeof got);
	check(got[0] == 1, "the child did not run");
	ok(clReleaseEvent(event));
	ok(clReleaseKernel(keep));
	ok(clReleaseKernel(let_go));
	ok(clReleaseCommandQueue(other));
	ok(clReleaseMemObject(where));
}

static void profiling(void) {
	cl_mem two = buffer_of(16, NULL);
	cl_ulong times[2] = {0};
	cl_kernel k = start("times");
	arg(k, 2, two);
	ok(run(k));
	ok(clEnqueueReadBuffer(queue, two, CL_TRUE, 0, sizeof times, times, 0, NULL, NULL));
	check(times[0] > 0 && times[1] > times[0], "%lu and %lu ns", (long)times[0], (long)times[1]);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(two));
	k = start("prints");
	ok(run(k));
	ok(clReleaseKernel(k));
}

// recorded in a command-buffer, a kernel and its children run each time.
static void recorded(void) {
#ifdef cl_khr_command_buffer
	clCreateCommandBufferKHR_fn create = (clCreateCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandBufferKHR");
	clCommandNDRangeKernelKHR_fn record = (clCommandNDRangeKernelKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clCommandNDRangeKernelKHR");
	clFinalizeCommandBufferKHR_fn finalize = (clFinalizeCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clFinalizeCommandBufferKHR");
	clEnqueueCommandBufferKHR_fn enqueue = (clEnqueueCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueCommandBufferKHR");
	clReleaseCommandBufferKHR_fn release = (clReleaseCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clReleaseCommandBufferKHR");
	cl_int status, n = 50;
	cl_command_queue on_device = device_queue;
	cl_command_buffer_khr b = create(1, &on_device, NULL, &status);
	check(b == NULL && status == CL_INVALID_COMMAND_QUEUE, "%d", status);
	b = create(1, &queue, NULL, &status);
	ok(status);
	cl_kernel k = start("spawn");
	size_t one = 1;
	arg(k, 2, n);
	for (int i = 0; i < 2; i++) ok(record(b, NULL, NULL, k, 1, NULL, &one, NULL, 0, NULL, NULL, NULL));
	ok(finalize(b));
	for (int i = 0; i < 3; i++) ok(enqueue(0, NULL, b, 0, NULL, NULL));
	read_back(buffer, got, sizeof got);
	check(got[0] == 6 * n && got[1] == 0, "%d ran, %d were refused", got[0], got[1]);
	ok(release(b));
	ok(clReleaseKernel(k));
#endif
}

// terminated: a context that is terminated while a child waits for ever.
static void terminated(void) {
	cl_int status;
	cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
	cl_context old = context;
	cl_command_queue old_queue = queue;
	cl_int (*terminate)(cl_context) = (cl_int (*)(cl_context))clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR");
	context = clCreateContext(list, 1, &device, NULL, NULL, &status);
	ok(status);
	queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
	const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, 0};
	device_queue = clCreateCommandQueueWithProperties(context, device, on_device, &status);
	ok(status);
	program = build_with(source, "-cl-std=CL3.0 -g");
	buffer = buffer_of(sizeof got, NULL);
	cl_mem where = buffer_of(8, NULL);
	cl_kernel k = start("keep");
	size_t one = 1;
	cl_event event;
	arg(k, 2, where);
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, &event));
	ok(clFlush(queue));
	usleep(50000);
	ok(terminate(context));
	check_status(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(status < 0, "%d", status);
	ok(clReleaseEvent(event));
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(where));
	ok(clReleaseMemObject(buffer));
	ok(clReleaseProgram(program));
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseCommandQueue(device_queue));
	ok(clReleaseContext(context));
	context = old;
	queue = old_queue;
}

// sub_device: children of a kernel on a sub-device, in its own queue; those of others are none for it.
static void sub_device(void) {
	cl_int status;
	const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_device_id parts[64], both[2];
	cl_uint count = 0;
	if (clCreateSubDevices(device, one, 64, parts, &count) != CL_SUCCESS) return;
	both[0] = device;
	both[1] = parts[0];
	context = clCreateContext(NULL, 2, both, NULL, NULL, &status);
	ok(status);
	queue = clCreateCommandQueueWithProperties(context, parts[0], NULL, &status);
	const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, 0};
	device_queue = clCreateCommandQueueWithProperties(context, parts[0], on_device, &status);
	cl_command_queue of_whole = clCreateCommandQueueWithProperties(context, device, on_device, &status);
	ok(status);
	program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0 -g", NULL, NULL));
	buffer = buffer_of(sizeof got, NULL);
	cl_kernel k = start("spawn");
	cl_int n = 300;
	arg(k, 2, n);
	ok(run(k));
	check(got[0] == n && got[1] == 0, "%d ran, %d were refused", got[0], got[1]);
	arg(k, 1, of_whole);
	ok(run(k));
	check(got[0] == n && got[1] == n, "%d ran, %d were refused", got[0], got[1]);
}

int main(void) {
	open_device();
	cl_int status;
	const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, 0};
	device_queue = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	program = build_with(source, "-cl-std=CL3.0 -g");
	buffer = buffer_of(sizeof got, NULL);
	many();
	full();
	completion();
	requests();
	failures();
	across();
	profiling();
	recorded();
	terminated();
	sub_device();
	return done();
}
