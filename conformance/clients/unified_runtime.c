// What the OpenCL adapter of Unified Runtime (DPC++) asks of a driver for memory: USM of all kinds with their queries,
// blocking frees, copies between contexts, fills of any pattern by way of host memory that a callback frees, rectangles row
// by row, pointers by clSetKernelArgMemPointerINTEL, an out-of-order queue with markers and barriers everywhere.
#include "svm/shared.h"
#include <stdatomic.h>

enum { ITEMS = 1200 };

static cl_program program;

static void capabilities(void) {
	static const cl_device_info usm[] = {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES};
	for (unsigned i = 0; i < sizeof usm / sizeof *usm; i++) {
		cl_bitfield bits = 0;
		ok(clGetDeviceInfo(device, usm[i], sizeof bits, &bits, NULL));
		check(bits & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL, "%#x: %#lx", usm[i], (long)bits);
	}
	cl_ulong now[2];
	ok(clGetDeviceAndHostTimer(device, &now[0], &now[1]));
	ok(clGetHostTimer(device, &now[1]));
}

static void *allocate(cl_context c, int kind, size_t bytes) {
	cl_int status = 77;
	cl_mem_properties_intel list[] = {CL_MEM_ALLOC_FLAGS_INTEL, kind == 2 ? CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL : 0, 0};
	void *p = kind == 0 ? clHostMemAllocINTEL_(c, list, bytes, 0, &status) : kind == 1 ? clDeviceMemAllocINTEL_(c, device, list, bytes, 8, &status) : clSharedMemAllocINTEL_(c, device, list, bytes, 64, &status);
	ok(status);
	return p;
}

static cl_unified_shared_memory_type_intel kind_of(cl_context c, const void *p) {
	cl_unified_shared_memory_type_intel type = 0;
	ok(clGetMemAllocInfoINTEL_(c, p, CL_MEM_ALLOC_TYPE_INTEL, sizeof type, &type, NULL));
	return type;
}

static void queries(void) {
	static const cl_unified_shared_memory_type_intel types[] = {CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL, CL_MEM_TYPE_SHARED_INTEL};
	for (int kind = 0; kind < 3; kind++) {
		char *p = allocate(context, kind, 1000), *base = NULL;
		size_t size = 0;
		cl_device_id owner = NULL;
		check(kind_of(context, p + 999) == types[kind], "kind %d", kind);
		ok(clGetMemAllocInfoINTEL_(context, p + 999, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof base, &base, NULL));
		ok(clGetMemAllocInfoINTEL_(context, p + 999, CL_MEM_ALLOC_SIZE_INTEL, sizeof size, &size, NULL));
		ok(clGetMemAllocInfoINTEL_(context, p + 999, CL_MEM_ALLOC_DEVICE_INTEL, sizeof owner, &owner, NULL));
		check(base == p && size == 1000 && owner == (kind ? device : NULL), "kind %d: %zu", kind, size);
		ok(clMemBlockingFreeINTEL_(context, p));
	}
	check_status(clMemBlockingFreeINTEL_(context, &program), CL_INVALID_VALUE);
}

static atomic_int freed;

static void CL_CALLBACK free_copy(cl_event event, cl_int status, void *p) {
	check(status == CL_COMPLETE, "%d", status);
	ok(clMemBlockingFreeINTEL_(context, p));
	ok(clReleaseEvent(event));
	freed++;
}

// fill repeats a pattern whose size is no power of two, or large, by way of host memory.
static cl_event fill(cl_command_queue q, char *to, const char *pattern, size_t pattern_size, size_t size, cl_event after) {
	cl_event done_event = NULL;
	if (!(pattern_size & (pattern_size - 1)) && pattern_size <= 128) {
		ok(clEnqueueMemFillINTEL_(q, to, pattern, pattern_size, size, after != NULL, after ? &after : NULL, &done_event));
		return done_event;
	}
	check_status(clEnqueueMemFillINTEL_(q, to, pattern, pattern_size, size, 0, NULL, NULL), CL_INVALID_VALUE);
	char *copy = allocate(context, 0, size);
	for (size_t i = 0; i < size; i += pattern_size) memcpy(copy + i, pattern, pattern_size);
	ok(clEnqueueMemcpyINTEL_(q, CL_FALSE, to, copy, size, after != NULL, after ? &after : NULL, &done_event));
	ok(clRetainEvent(done_event));
	ok(clSetEventCallback(done_event, CL_COMPLETE, free_copy, copy));
	return done_event;
}

static void fills(cl_command_queue q) {
	static const size_t sizes[] = {1, 3, 4, 12, 128, 200};
	char *p = allocate(context, 1, ITEMS), pattern[200], got[ITEMS];
	int copies = 0;
	for (int i = 0; i < 200; i++) pattern[i] = i * 7 + 1;
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t bytes = ITEMS / sizes[i] * sizes[i];
		copies += sizes[i] == 3 || sizes[i] == 12 || sizes[i] == 200;
		cl_event e = fill(q, p, pattern, sizes[i], bytes, NULL);
		ok(clEnqueueMemcpyINTEL_(q, CL_TRUE, got, p, bytes, 1, &e, NULL));
		for (size_t k = 0; k < bytes; k++)
			if (got[k] != pattern[k % sizes[i]]) {
				check(0, "pattern of %zu: byte %zu", sizes[i], k);
				break;
			}
		ok(clReleaseEvent(e));
	}
	for (int i = 0; freed < copies && i < 2000; i++) nanosleep(&(struct timespec){0, 1000000}, NULL);
	check(freed == copies, "%d of %d", freed, copies);
	ok(clMemBlockingFreeINTEL_(context, p));
}

// rectangle copies rows, and joins them in a barrier.
static void rectangle(cl_command_queue q) {
	enum { ROWS = 12, PITCH = 100, ROW = 60 };
	char *from = allocate(context, 2, ROWS * PITCH), *to = allocate(context, 1, ROWS * ROW), got[ROWS * ROW];
	cl_event rows[ROWS], joined, marker;
	for (int i = 0; i < ROWS * PITCH; i++) from[i] = i * 11;
	for (int y = 0; y < ROWS; y++) ok(clEnqueueMemcpyINTEL_(q, CL_FALSE, to + y * ROW, from + y * PITCH, ROW, 0, NULL, &rows[y]));
	ok(clEnqueueBarrierWithWaitList(q, ROWS, rows, &joined));
	ok(clEnqueueMarkerWithWaitList(q, 1, &joined, &marker));
	ok(clEnqueueMemcpyINTEL_(q, CL_TRUE, got, to, sizeof got, 1, &marker, NULL));
	for (int i = 0; i < ROWS * ROW; i++)
		if (got[i] != (char)((i / ROW * PITCH + i % ROW) * 11)) {
			check(0, "byte %d", i);
			break;
		}
	for (int y = 0; y < ROWS; y++) ok(clReleaseEvent(rows[y]));
	ok(clReleaseEvent(joined));
	ok(clReleaseEvent(marker));
	ok(clMemBlockingFreeINTEL_(context, from));
	ok(clMemBlockingFreeINTEL_(context, to));
}

// between copies from a pointer of another context, which the queue's context does not know, through host memory.
static void between_contexts(cl_command_queue q) {
	cl_int status;
	cl_context other = other_context();
	cl_command_queue other_queue = clCreateCommandQueueWithProperties(other, device, NULL, &status);
	int *theirs = allocate(other, 1, 64), *ours = allocate(context, 1, 64), five = 5, staged[16];
	check(kind_of(context, theirs) == CL_MEM_TYPE_UNKNOWN_INTEL && kind_of(other, theirs) == CL_MEM_TYPE_DEVICE_INTEL, "the contexts are mixed up");
	ok(clEnqueueMemFillINTEL_(other_queue, theirs, &five, 4, 64, 0, NULL, NULL));
	ok(clEnqueueMemcpyINTEL_(other_queue, CL_TRUE, staged, theirs, 64, 0, NULL, NULL));
	ok(clEnqueueMemcpyINTEL_(q, CL_TRUE, ours, staged, 64, 0, NULL, NULL));
	ok(clEnqueueMemcpyINTEL_(q, CL_TRUE, staged, ours, 64, 0, NULL, NULL));
	check(staged[15] == 5, "%d", staged[15]);
	check_status(clMemBlockingFreeINTEL_(context, theirs), CL_INVALID_VALUE);
	ok(clMemBlockingFreeINTEL_(other, theirs));
	ok(clMemBlockingFreeINTEL_(context, ours));
	ok(clReleaseCommandQueue(other_queue));
	ok(clReleaseContext(other));
}

static void kernels(cl_command_queue q) {
	cl_kernel k = kernel_of(program, "sums");
	int *p = allocate(context, 2, ITEMS * sizeof(int)), *out = allocate(context, 1, ITEMS / 100 * sizeof(int)), got[ITEMS / 100], seven = 7;
	void *listed[] = {p, out};
	cl_bool yes = CL_TRUE;
	size_t items = ITEMS, group = 100;
	cl_event filled, ran;
	ok(clSetKernelArgMemPointerINTEL_(k, 0, p));
	ok(clSetKernelArgMemPointerINTEL_(k, 1, out));
	ok(clSetKernelArg(k, 2, group * sizeof(int), NULL));
	static const cl_kernel_exec_info flags[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
	for (int i = 0; i < 3; i++) ok(clSetKernelExecInfo(k, flags[i], sizeof yes, &yes));
	ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof listed, listed));
	ok(clEnqueueMemFillINTEL_(q, p, &seven, 4, ITEMS * sizeof(int), 0, NULL, &filled));
	ok(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, &group, 1, &filled, &ran));
	ok(clEnqueueMemcpyINTEL_(q, CL_TRUE, got, out, sizeof got, 1, &ran, NULL));
	for (int i = 0; i < ITEMS / 100; i++) check(got[i] == 700, "%d: %d", i, got[i]);
	cl_ulong start = 0, end = 0;
	ok(clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
	ok(clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
	check(end >= start && start, "%lu %lu", (long)start, (long)end);
	ok(clReleaseEvent(filled));
	ok(clReleaseEvent(ran));
	ok(clMemBlockingFreeINTEL_(context, p));
	ok(clMemBlockingFreeINTEL_(context, out));
	ok(clReleaseKernel(k));
}

int main(void) {
	open_device();
	if (other_driver()) return done();
	find_functions();
	cl_int status;
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	program = build("kernel void sums(global int *p, global int *out, local int *l) { size_t i = get_local_id(0); l[i] = p[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);"
		" if (!i) { int s = 0; for (size_t k = 0; k < get_local_size(0); k++) s += l[k]; out[get_group_id(0)] = s; } }");
	capabilities();
	queries();
	for (int i = 0; i < 3; i++) {
		freed = 0;
		fills(q);
		rectangle(q);
		between_contexts(q);
		kernels(q);
	}
	ok(clFinish(q));
	ok(clReleaseCommandQueue(q));
	return done();
}
