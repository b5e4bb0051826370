// Command-queues: creation in both ways, queries, reference counts, the order of commands, what clFlush and clFinish
// promise, releasing with work pending.
#include "check.h"

static cl_command_queue with_properties(const cl_queue_properties *properties) {
	cl_int status;
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, properties, &status);
	ok(status);
	return q;
}

static cl_uint references(cl_command_queue q) {
	cl_uint count = 0;
	ok(clGetCommandQueueInfo(q, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
	return count;
}

static cl_command_queue_properties properties_of(cl_command_queue q) {
	cl_command_queue_properties p = 0xdead;
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof p, &p, NULL));
	return p;
}

static void test_queries(void) {
	const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
	cl_command_queue q = with_properties(list);
	cl_context c = NULL;
	cl_device_id d = NULL;
	size_t size = 0;
	ok(clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof c, &c, &size));
	check(c == context && size == sizeof c, "context");
	ok(clGetCommandQueueInfo(q, CL_QUEUE_DEVICE, sizeof d, &d, &size));
	check(d == device && size == sizeof d, "device");
	check(properties_of(q) == CL_QUEUE_PROFILING_ENABLE, "properties");
	cl_queue_properties back[8] = {0};
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof back, back, &size));
	check(size == sizeof list && memcmp(back, list, sizeof list) == 0, "the list comes back, %zu bytes", size);
	check_status(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof list - 1, back, NULL), CL_INVALID_VALUE);
	ok(clReleaseCommandQueue(q));

	q = with_properties(NULL);
	check(properties_of(q) == 0, "the default is in order, without profiling");
	size = 99;
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof back, back, &size));
	check(size == 0, "no list was given: %zu bytes", size);
	ok(clReleaseCommandQueue(q));

	q = with_properties((const cl_queue_properties[]){0});
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof back, back, &size));
	check(size == sizeof *back && back[0] == 0, "an empty list comes back as such: %zu bytes", size);
	ok(clReleaseCommandQueue(q));
	ok(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof back, back, &size));
	check(size == 0, "clCreateCommandQueue has no list: %zu bytes", size);
	check(properties_of(queue) == CL_QUEUE_PROFILING_ENABLE, "properties of a queue made in the old way");
}

static void test_references(void) {
	cl_command_queue q = with_properties(NULL);
	check(references(q) == 1, "%u", references(q));
	ok(clRetainCommandQueue(q));
	check(references(q) == 2, "%u", references(q));
	ok(clReleaseCommandQueue(q));
	check(references(q) == 1, "%u", references(q));
	cl_uint before = 0, after = 0;
	ok(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof before, &before, NULL));
	ok(clReleaseCommandQueue(q));
	ok(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof after, &after, NULL));
	check(after <= before, "a queue's hold on its context ends: %u, then %u", before, after);
}

// A queue released with commands pending still runs them.
static void test_release_with_work(void) {
	cl_int status;
	int data = 3, got = 0;
	cl_command_queue q = with_properties(NULL);
	cl_mem m = buffer_of(4, &got);
	cl_event gate = clCreateUserEvent(context, &status), last;
	ok(clEnqueueWriteBuffer(q, m, CL_FALSE, 0, 4, &data, 1, &gate, NULL));
	ok(clEnqueueReadBuffer(q, m, CL_FALSE, 0, 4, &got, 0, NULL, &last));
	ok(clFlush(q));
	ok(clReleaseCommandQueue(q));
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clWaitForEvents(1, &last));
	check(got == 3, "%d", got);
	ok(clReleaseEvent(last));
	ok(clReleaseEvent(gate));
	ok(clReleaseMemObject(m));
}

// Commands of an in-order queue take effect one after the other, without events and flushes.
static void test_in_order(void) {
	enum { N = 1000 };
	cl_command_queue q = with_properties(NULL);
	cl_kernel k = kernel_of(build("kernel void k(global uint *p) { *p = *p * 3 + 1; }"), "k");
	cl_uint value = 1, wanted = 1, got[N];
	cl_mem m = buffer_of(4, &value);
	size_t one = 1;
	arg(k, 0, m);
	for (int i = 0; i < N; i++) {
		ok(clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL));
		ok(clEnqueueReadBuffer(q, m, CL_FALSE, 0, 4, &got[i], 0, NULL, NULL));
	}
	ok(clFinish(q));
	for (int i = 0; i < N; i++) {
		wanted = wanted * 3 + 1;
		check(got[i] == wanted, "read %d: %u instead of %u", i, got[i], wanted);
	}
	ok(clFinish(q)); // nothing is left, and that is fine
	ok(clFlush(q));
	ok(clReleaseMemObject(m));
	ok(clReleaseCommandQueue(q));
}

// Two queues: an event of one orders a command of the other, after clFlush of the first.
static void test_two_queues(void) {
	cl_command_queue a = with_properties(NULL), b = with_properties(NULL);
	cl_mem m = buffer_of(4, &(int){0});
	for (int i = 1; i <= 200; i++) {
		int got = 0;
		cl_event written;
		ok(clEnqueueFillBuffer(a, m, &i, 4, 0, 4, 0, NULL, &written));
		ok(clFlush(a));
		ok(clEnqueueReadBuffer(b, m, CL_TRUE, 0, 4, &got, 1, &written, NULL));
		check(got == i, "%d instead of %d", got, i);
		ok(clReleaseEvent(written));
	}
	ok(clReleaseMemObject(m));
	ok(clReleaseCommandQueue(a));
	ok(clReleaseCommandQueue(b));
}

// An out-of-order queue keeps to events and barriers; if there are none, only clFinish tells that all is done.
static void test_out_of_order(void) {
	cl_command_queue_properties supported = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof supported, &supported, NULL));
	const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	if (!(supported & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) {
		check_create(clCreateCommandQueueWithProperties(context, device, list, &status), CL_INVALID_QUEUE_PROPERTIES);
		return;
	}
	enum { N = 100 };
	cl_command_queue q = with_properties(list);
	check(properties_of(q) == CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, "properties");
	int got[N] = {0};
	cl_mem m = buffer_of(4 * N, got);
	for (int i = 0; i < N; i++) {
		cl_event filled;
		int value = i + 1;
		ok(clEnqueueFillBuffer(q, m, &value, 4, 4 * i, 4, 0, NULL, &filled));
		if (i % 2) ok(clEnqueueReadBuffer(q, m, CL_FALSE, 4 * i, 4, &got[i], 1, &filled, NULL));
		ok(clReleaseEvent(filled));
	}
	ok(clEnqueueBarrierWithWaitList(q, 0, NULL, NULL));
	for (int i = 0; i < N; i += 2) ok(clEnqueueReadBuffer(q, m, CL_FALSE, 4 * i, 4, &got[i], 0, NULL, NULL));
	ok(clFinish(q));
	for (int i = 0; i < N; i++) check(got[i] == i + 1, "%d: %d", i, got[i]);
	ok(clReleaseMemObject(m));
	ok(clReleaseCommandQueue(q));
}

// What a kernel writes is seen by the host after clFinish, without reading: a buffer in the host's memory.
static void test_finish_makes_visible(void) {
	cl_int status;
	static int host[1024] __attribute__((aligned(4096)));
	cl_mem m = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof host, host, &status);
	ok(status);
	cl_kernel k = kernel_of(build("kernel void k(global int *p) { p[get_global_id(0)] = get_global_id(0); }"), "k");
	arg(k, 0, m);
	run1(k, 1024, 64);
	int *mapped = clEnqueueMapBuffer(queue, m, CL_FALSE, CL_MAP_READ, 0, sizeof host, 0, NULL, NULL, &status);
	ok(status);
	ok(clFinish(queue));
	for (int i = 0; i < 1024; i++) check(mapped == host && host[i] == i, "%d: %d", i, host[i]);
	ok(clEnqueueUnmapMemObject(queue, m, mapped, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clReleaseMemObject(m));
}

int main(void) {
	open_device();
	test_queries();
	test_references();
	test_release_with_work();
	test_in_order();
	test_two_queues();
	test_out_of_order();
	test_finish_makes_visible();
	return done();
}
