// Threads make random calls with random arguments: objects that live, were released a moment ago by another thread, or are
// of another kind, sizes from none to all, lists with holes. Only host pointers are sound; pointers into shared memory may
// be freed ones. Whatever the calls answer, no thread crashes or hangs, and a kernel runs right afterwards.
#include "svm/shared.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, CALLS = 7000, POOL = 32, HOST = 1 << 20 };
enum kind { CONTEXT, QUEUE, MEM, PROGRAM, KERNEL, EVENT, SAMPLER, DEVICE, KINDS };

static _Atomic(void *) live[KINDS][POOL], gone[POOL];
static atomic_int answered[2]; // calls that failed, and those that did not
static atomic_int enqueued; // kernels that enqueue others, which were taken
static atomic_int launched, drawn, moved, painted, shared; // commands that were taken: kernels, kernels of images, others, on images, on shared memory
static _Atomic(char *) memory[POOL]; // shared memory, that of the last few maybe freed
static char host[2 * HOST];
static cl_event gate; // a user event: what waits for it waits until the end
static atomic_int opened; // the gate is complete
static _Thread_local uint32_t state;

static uint32_t below(uint32_t n) {
	state ^= state << 13, state ^= state >> 17, state ^= state << 5;
	return (state >> 8) % n;
}

static void answer(cl_int status) { answered[status == CL_SUCCESS]++; }

// keep puts an object into the pool; what had its place is released.
static void keep(enum kind kind, void *object, cl_int status) {
	answer(status);
	if (!object) return;
	void *old = atomic_exchange(&live[kind][below(POOL)], object);
	if (!old) return;
	gone[below(POOL)] = old;
	switch (kind) {
	case CONTEXT: answer(clReleaseContext(old)); return;
	case QUEUE: answer(clReleaseCommandQueue(old)); return;
	case MEM: answer(clReleaseMemObject(old)); return;
	case PROGRAM: answer(clReleaseProgram(old)); return;
	case KERNEL: answer(clReleaseKernel(old)); return;
	case SAMPLER: answer(clReleaseSampler(old)); return;
	case DEVICE: answer(clReleaseDevice(old)); return;
	default: answer(clReleaseEvent(old));
	}
}

// any is mostly an object of a kind.
static void *any(enum kind kind) {
	switch (below(24)) {
	case 0: return NULL;
	case 1: return gone[below(POOL)];
	case 2: kind = below(KINDS);
	}
	if (kind == DEVICE && below(2)) return device;
	if (kind == CONTEXT && below(16)) return context; // objects of different contexts go together with none
	for (int i = 0; i < 8; i++) {
		void *object = live[kind][below(POOL)];
		if (object) return object;
	}
	return NULL;
}

static size_t any_size(void) {
	static const size_t sizes[] = {0, 1, 4, 15, 16, 64, 100, 256, 4096, HOST, (size_t)1 << 40, (size_t)1 << 63, -4, -1};
	return sizes[below(sizeof sizes / sizeof *sizes)];
}

static void *any_host(void) { return below(20) ? host + below(4096) : NULL; }

typedef struct {
	cl_event list[3];
	cl_uint count;
	cl_event made;
} Waits;

static Waits any_waits(void) {
	Waits w = {.count = below(2) ? 0 : 1 + below(3)};
	for (cl_uint i = 0; i < w.count; i++) w.list[i] = below(8) ? any(EVENT) : gate;
	return w;
}

#define WAITS(w) (w).count, (w).count ? (w).list : NULL, &(w).made

static void end(Waits *w, cl_int status, atomic_int *taken) {
	*taken += status == CL_SUCCESS;
	keep(EVENT, w->made, status);
}

static cl_image_format any_format(void) {
	cl_image_format usual = {below(2) ? CL_RGBA : CL_R, below(2) ? CL_FLOAT : CL_UNORM_INT8};
	if (below(2)) return usual;
	return (cl_image_format){0x10ae + below(24), 0x10ce + below(30)};
}

static void make_image(void) {
	cl_int status = 0;
	cl_image_format format = any_format();
	cl_image_desc desc = {.image_type = below(2) ? CL_MEM_OBJECT_IMAGE2D : CL_MEM_OBJECT_BUFFER + below(10), .image_width = 4 + below(8),
		.image_height = 1 + below(8), .image_depth = below(4), .image_array_size = below(4)};
	cl_mem_flags flags = below(4) ? 0 : below(1 << 10);
	int wants_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
	switch (below(8)) {
	case 0: desc.image_width = any_size(); break;
	case 1: desc.image_height = any_size(), desc.image_depth = any_size(); break;
	case 2: desc.image_array_size = any_size(), desc.num_mip_levels = below(6); break;
	case 3: desc.image_row_pitch = 64 * below(5), desc.image_slice_pitch = below(2) ? 0 : 1024; break;
	case 4: desc.num_samples = below(2); break;
	default: desc.mem_object = below(2) ? any(MEM) : NULL;
	}
	if (wants_host && (desc.image_width > 64 || desc.image_height > 64 || desc.image_depth > 8 || desc.image_array_size > 8)) wants_host = 0;
	cl_mem m = clCreateImage(any(CONTEXT), flags, below(30) ? &format : NULL, below(30) ? &desc : NULL, wants_host ? any_host() : NULL, &status);
	keep(MEM, m, status);
}

static void make_sampler(void) {
	cl_int status = 0;
	cl_sampler_properties list[9] = {0};
	for (int i = 0; i < 8 - (int)below(3) * 2; i += 2) {
		list[i] = CL_SAMPLER_NORMALIZED_COORDS + i / 2 + !below(12);
		list[i + 1] = below(8) ? (i == 0 ? below(2) : i == 2 ? CL_ADDRESS_NONE + below(6) : CL_FILTER_NEAREST + below(2)) : any_size();
	}
	cl_sampler s = below(2) ? clCreateSamplerWithProperties(any(CONTEXT), below(8) ? list : NULL, &status)
		: clCreateSampler(any(CONTEXT), below(3), CL_ADDRESS_NONE + below(6), CL_FILTER_NEAREST + below(3), &status);
	keep(SAMPLER, s, status);
}

static void list_formats(void) {
	cl_image_format list[300];
	cl_uint count = 0;
	answer(clGetSupportedImageFormats(any(CONTEXT), below(2) ? 0 : below(1 << 13), CL_MEM_OBJECT_BUFFER + below(9), below(300), below(8) ? list : NULL, &count));
}

static void make(void) {
	cl_int status = 0;
	size_t size = any_size();
	cl_mem_flags flags = below(4) ? 0 : below(1 << 10);
	cl_buffer_region region = {below(4) * 128, 64 + below(200)};
	switch (below(5)) {
	case 0: {
		cl_context_properties ends[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
		cl_device_id two[] = {device, any(DEVICE)};
		cl_context c = clCreateContext(below(2) ? ends : NULL, 1 + below(2), two, NULL, NULL, &status);
		keep(CONTEXT, c, status);
		return;
	}
	case 1: {
		cl_queue_properties hints[] = {CL_QUEUE_PROPERTIES, below(4), CL_QUEUE_PRIORITY_KHR, below(5), CL_QUEUE_THROTTLE_KHR, below(5), 0};
		cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, below(16) | CL_QUEUE_ON_DEVICE, below(2) ? CL_QUEUE_SIZE : 0, any_size(), 0};
		cl_command_queue q = below(3) ? clCreateCommandQueueWithProperties(any(CONTEXT), any(DEVICE), below(2) ? hints : on_device, &status)
			: clCreateCommandQueue(any(CONTEXT), any(DEVICE), below(5), &status);
		keep(QUEUE, q, status);
		return;
	}
	case 2: {
		cl_mem m = clCreateSubBuffer(any(MEM), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
		keep(MEM, m, status);
		return;
	}
	default: {
		if (size < 256) size = 256;
		int wants_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
		if (wants_host) size = 256;
		cl_mem m = clCreateBuffer(any(CONTEXT), flags, size, wants_host ? any_host() : NULL, &status);
		keep(MEM, m, status);
	}
	}
}

// divide makes sub-devices, some of which stay.
static void divide(void) {
	const cl_device_partition_property by[] = {CL_DEVICE_PARTITION_EQUALLY + below(4), below(4), below(3), below(3) ? 0 : any_size(), 0, 0};
	cl_device_id parts[8] = {0};
	cl_uint count = 0;
	cl_int status = clCreateSubDevices(any(DEVICE), below(16) ? by : NULL, below(9), below(4) ? parts : NULL, &count);
	answer(status);
	for (cl_uint i = 0; status == CL_SUCCESS && i < count && i < 8; i++)
		if (parts[i]) keep(DEVICE, parts[i], status);
	char text[64];
	answer(clGetDeviceInfo(any(DEVICE), CL_DEVICE_PARENT_DEVICE + below(8), below(64), text, NULL));
	answer(clSetDefaultDeviceCommandQueue(any(CONTEXT), any(DEVICE), any(QUEUE)));
}

// family launches a kernel that enqueues others.
static void family(void) {
	cl_kernel k = any(KERNEL);
	cl_command_queue q = any(QUEUE);
	cl_mem m = any(MEM);
	answer(clSetKernelArg(k, 0, sizeof m, &m));
	cl_int set = clSetKernelArg(k, 1, sizeof q, below(30) ? &q : NULL);
	answer(set);
	size_t global = 1 + below(20);
	Waits w = any_waits();
	end(&w, clEnqueueNDRangeKernel(any(QUEUE), k, 1, NULL, &global, NULL, WAITS(w)), set ? &launched : &enqueued);
}

static void compile(void) {
	static const char *sources[] = {"kernel void k(global int *p, int n) { p[n & 15] += get_global_id(0); }",
		"kernel void k(global int *p, local int *l) { l[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); p[get_local_id(0) & 15] = l[0]; }",
		"kernel void k(global int *p, int by) { p[0] = 7 / by; }", "kernel void k(", "",
		"kernel void k(write_only image2d_t p, int x) { write_imagef(p, (int2)(x, get_global_id(0)), (float4)(x)); }",
		"kernel void k(read_only image2d_t p, sampler_t s, global float4 *q) { float4 v = read_imagef(p, s, (int2)(get_global_id(0))); if (v.x == 77) *q = v; }",
		"kernel void k(global int *p, queue_t q) { enqueue_kernel(q, 0, ndrange_1D(get_global_id(0)), ^{ atomic_inc(p); enqueue_kernel(q, 1, ndrange_1D(1), ^{ atomic_inc(p + 1); }); }); }",
		"kernel void k(global int *p, queue_t q) { clk_event_t u = create_user_event(); enqueue_kernel(q, 0, ndrange_1D(1), 1, &u, NULL, ^{ atomic_inc(p); }); "
			"if (get_global_id(0) & 1) set_user_event_status(u, -1); release_event(u); }"};
	static const char *options[] = {NULL, "", "-cl-kernel-arg-info", "-D X=1", "-D", "-nothing"};
	int which = below(9);
	cl_device_id one = any(DEVICE);
	cl_int status = 0;
	cl_program p = clCreateProgramWithSource(any(CONTEXT), 1, &sources[which], NULL, &status);
	if (p && below(8)) answer(clBuildProgram(p, below(4) ? 0 : 1, below(4) ? NULL : &one, which > 6 ? "-cl-std=CL3.0" : options[below(6)], NULL, NULL));
	keep(PROGRAM, p, status);
	cl_kernel k = below(8) ? clCreateKernel(any(PROGRAM), "k", &status) : clCloneKernel(any(KERNEL), &status);
	keep(KERNEL, k, status);
}

static void launch(void) {
	cl_kernel k = any(KERNEL);
	cl_mem m = any(MEM);
	int n = below(3);
	size_t width = 0;
	cl_int set = clSetKernelArg(k, 0, sizeof m, &m);
	if (set == CL_SUCCESS && clGetImageInfo(m, CL_IMAGE_WIDTH, sizeof width, &width, NULL)) width = 0;
	answer(set);
	cl_sampler s = any(SAMPLER);
	if (below(2)) answer(clSetKernelArg(k, 1, sizeof s, &s));
	if (below(2)) answer(clSetKernelArg(k, 2, sizeof m, &m));
	if (!below(3)) answer(clSetKernelArgSVMPointer(k, 0, atomic_load(&memory[below(POOL)]))); // the whole of it: 512 bytes
	answer(clSetKernelArg(k, below(8) ? 1 : below(1 << 20), below(8) ? sizeof n : any_size() % 4096, below(2) ? host : NULL));
	size_t global[3] = {1 + below(100), 1 + below(3), 1 + below(3)}, local[3] = {any_size(), 1, 1};
	Waits w = any_waits();
	end(&w, clEnqueueNDRangeKernel(any(QUEUE), k, below(5), NULL, global, below(4) ? NULL : local, WAITS(w)), width ? &drawn : &launched);
}

static void transfer(void) {
	Waits w = any_waits();
	cl_command_queue q = any(QUEUE);
	cl_mem a = any(MEM), b = any(MEM);
	size_t from = any_size(), to = any_size(), size = any_size(), inside = size <= HOST ? size : 64;
	switch (below(6)) {
	case 0: end(&w, clEnqueueReadBuffer(q, a, CL_FALSE, from, inside, any_host(), WAITS(w)), &moved); return;
	case 1: end(&w, clEnqueueWriteBuffer(q, a, CL_FALSE, from, inside, any_host(), WAITS(w)), &moved); return;
	case 2: end(&w, clEnqueueCopyBuffer(q, a, b, from, to, size, WAITS(w)), &moved); return;
	case 3: end(&w, clEnqueueFillBuffer(q, a, host, 1u << below(9), from, size, WAITS(w)), &moved); return;
	case 4: {
		size_t origin[3] = {from, below(3), below(2)}, target[3] = {to, 0, 0}, region[3] = {1 + below(20), 1 + below(3), 1};
		end(&w, clEnqueueCopyBufferRect(q, a, b, origin, target, region, any_size(), any_size(), any_size(), any_size(), WAITS(w)), &moved);
		return;
	}
	default: {
		cl_int status = 0;
		void *mapped = clEnqueueMapBuffer(q, a, CL_FALSE, below(8), from, size, WAITS(w), &status);
		end(&w, status, &moved);
		answer(clEnqueueUnmapMemObject(q, a, below(4) ? mapped : any_host(), 0, NULL, NULL));
	}
	}
}

// any_edge is mostly a small size, so that regions are often inside an image, and those of the host never leave its memory.
static size_t any_edge(void) { return below(8) ? below(4) : below(2) ? below(20) : -1 - (size_t)below(3); }

static void image_command(void) {
	Waits w = any_waits();
	cl_command_queue q = any(QUEUE);
	cl_mem a = any(MEM), b = any(MEM);
	size_t origin[4] = {any_edge(), below(2) ? any_edge() : 0, below(2) ? any_edge() : 0, any_edge()}, target[4] = {below(3)};
	size_t region[3] = {1 + any_edge(), below(2) ? 1 + any_edge() : 1, below(2) ? 1 + any_edge() : 1};
	size_t row = below(2) ? below(1000) : 0, slice = below(4) ? 0 : below(20000), offset = any_size();
	cl_int status = 0;
	switch (below(7)) {
	case 0: end(&w, clEnqueueReadImage(q, a, CL_FALSE, origin, region, row, slice, any_host(), WAITS(w)), &painted); return;
	case 1: end(&w, clEnqueueWriteImage(q, a, CL_FALSE, origin, region, row, slice, any_host(), WAITS(w)), &painted); return;
	case 2: end(&w, clEnqueueCopyImage(q, a, below(2) ? a : b, origin, target, region, WAITS(w)), &painted); return;
	case 3: end(&w, clEnqueueCopyImageToBuffer(q, a, b, origin, region, offset, WAITS(w)), &painted); return;
	case 4: end(&w, clEnqueueCopyBufferToImage(q, a, b, offset, origin, region, WAITS(w)), &painted); return;
	case 5: end(&w, clEnqueueFillImage(q, a, below(20) ? host : NULL, origin, region, WAITS(w)), &painted); return;
	default: {
		void *mapped = clEnqueueMapImage(q, a, CL_FALSE, below(8), origin, region, below(20) ? &row : NULL, below(4) ? &slice : NULL, WAITS(w), &status);
		end(&w, status, &painted);
		answer(clEnqueueUnmapMemObject(q, a, below(4) ? mapped : any_host(), 0, NULL, NULL));
	}
	}
}

// any_pointer leads to shared memory, which may have been freed, to the host's, or nowhere; it has room for 256 bytes.
static void *any_pointer(void) {
	switch (below(16)) {
	case 0: return NULL;
	case 1: return (void *)(uintptr_t)0xdead0000;
	case 2: return (void *)-128;
	case 3: return host + 128 * below(100);
	}
	char *p = memory[below(POOL)];
	return p ? p + (below(2) ? 0 : below(256)) : NULL;
}

// give_back frees shared memory by any of the functions, also those of another maker, and memory that commands use.
static void give_back(void) {
	cl_context c = any(CONTEXT);
	void *p = any_pointer(), *list[] = {p, any_pointer()};
	Waits w = any_waits();
	switch (below(5)) {
	case 0: clSVMFree(c, p); return;
	case 1: answer(clMemFreeINTEL_(c, p)); return;
	case 2: answer(clSVMFreeWithPropertiesKHR_(c, NULL, below(8) ? 0 : below(4), p)); return;
	case 3: // what waits for the gate would wait for ever
		if (opened) answer(clMemBlockingFreeINTEL_(c, p));
		return;
	default: end(&w, clEnqueueSVMFree(any(QUEUE), below(3), below(16) ? list : NULL, NULL, NULL, WAITS(w)), &shared);
	}
}

static void take(void) {
	static const cl_svm_mem_flags flags[] = {0, CL_MEM_SVM_FINE_GRAIN_BUFFER, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, CL_MEM_SVM_ATOMICS, CL_MEM_READ_ONLY};
	size_t size = below(4) ? 512 : any_size();
	cl_int status = 0;
	cl_uint alignment = below(4) ? 0 : below(300), type = below(8);
	cl_mem_properties_intel list[] = {CL_MEM_ALLOC_FLAGS_INTEL - !below(20), below(9), 0};
	cl_svm_alloc_properties_khr with[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)device, CL_SVM_ALLOC_ALIGNMENT_KHR, alignment, 0};
	if (size < 512 || size > HOST) size = below(4) ? 512 : size > HOST ? size : 0; // any_pointer promises room
	char *p = NULL;
	switch (below(5)) {
	case 0: p = clSVMAlloc(any(CONTEXT), flags[below(5)], size, alignment); break;
	case 1: p = clHostMemAllocINTEL_(any(CONTEXT), below(2) ? list : NULL, size, alignment, &status); break;
	case 2: p = clDeviceMemAllocINTEL_(any(CONTEXT), below(8) ? device : NULL, below(2) ? list : NULL, size, alignment, &status); break;
	case 3: p = clSharedMemAllocINTEL_(any(CONTEXT), below(2) ? device : NULL, below(2) ? list : NULL, size, alignment, &status); break;
	default: p = clSVMAllocWithPropertiesKHR_(any(CONTEXT), below(8) ? with : NULL, type, size, &status);
	}
	answer(status);
	if (!p) return;
	p = atomic_exchange(&memory[below(POOL)], p);
	if (p && below(2)) clSVMFree(context, p);
}

static void shared_command(void) {
	Waits w = any_waits();
	cl_command_queue q = any(QUEUE);
	void *a = any_pointer(), *b = any_pointer();
	size_t small = below(256), size = below(20) ? small : -1 - small;
	switch (below(8)) {
	case 0: end(&w, clEnqueueSVMMemcpy(q, CL_FALSE, a, b, size, WAITS(w)), &shared); return;
	case 1: end(&w, clEnqueueMemcpyINTEL_(q, CL_FALSE, a, b, size, WAITS(w)), &shared); return;
	case 2: end(&w, clEnqueueSVMMemFill(q, a, host, 1u << below(9), size & -128, WAITS(w)), &shared); return;
	case 3: end(&w, clEnqueueMemFillINTEL_(q, a, host, 1u << below(9), size & -128, WAITS(w)), &shared); return;
	case 4: end(&w, clEnqueueSVMMap(q, CL_FALSE, below(9), a, size, WAITS(w)), &shared); return;
	case 5: end(&w, clEnqueueSVMUnmap(q, a, WAITS(w)), &shared); return;
	case 6: end(&w, clEnqueueMigrateMemINTEL_(q, a, size, below(5), WAITS(w)), &shared); return;
	default: {
		const void *list[] = {a, b};
		size_t sizes[] = {size, small};
		end(&w, clEnqueueSVMMigrateMem(q, below(3), below(16) ? list : NULL, below(2) ? sizes : NULL, below(5), WAITS(w)), &shared);
	}
	}
}

// shared_arguments sets pointers as arguments and tells what kernels reach; launch uses them.
static void shared_arguments(void) {
	cl_kernel k = any(KERNEL);
	void *p = any_pointer(), *list[] = {p, any_pointer(), host};
	cl_bool flag = below(2);
	char text[64];
	switch (below(7)) {
	case 0: answer(clSetKernelArgSVMPointer(k, below(3), p)); return;
	case 1: answer(clSetKernelArgMemPointerINTEL_(k, below(3), p)); return;
	case 2: answer(clSetKernelArgDevicePointerEXT_(k, below(3), (uintptr_t)p)); return;
	case 3: answer(clSetKernelArg(k, below(3), sizeof p, &p)); return;
	case 4: answer(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS + below(8), below(8) ? 8 * below(4) : below(24), list)); return;
	case 5: answer(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL + below(5), sizeof flag, below(16) ? &flag : NULL)); return;
	default:
		answer(clGetMemAllocInfoINTEL_(any(CONTEXT), p, CL_MEM_ALLOC_FLAGS_INTEL + below(9), below(16), text, NULL));
		answer(clGetSVMPointerInfoKHR_(any(CONTEXT), below(2) ? device : NULL, p, CL_SVM_INFO_TYPE_INDEX_KHR + below(5), below(64), text, NULL));
	}
}

static cl_int (*cancel)(const cl_event *, size_t);
static clTerminateContextKHR_fn terminate;

static void CL_CALLBACK ask(cl_event event, cl_int status, void *unused) {
	answer(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof status, &status, NULL));
}

static void look(void) {
	char text[4096];
	size_t size = any_size() % sizeof text;
	Waits w = any_waits();
	cl_event event = any(EVENT);
	switch (below(15)) {
	case 13: answer(cancel(below(16) ? &event : NULL, below(2))); return;
	case 14: answer(terminate(any(CONTEXT))); return;
	case 10: answer(clGetImageInfo(any(MEM), CL_IMAGE_FORMAT + below(12), size, text, NULL)); return;
	case 11: answer(clGetSamplerInfo(any(SAMPLER), CL_SAMPLER_REFERENCE_COUNT + below(10), size, text, NULL)); return;
	case 12: list_formats(); return;
	case 0: answer(clGetContextInfo(any(CONTEXT), CL_CONTEXT_REFERENCE_COUNT + below(6), size, text, NULL)); return;
	case 1: answer(clGetCommandQueueInfo(any(QUEUE), CL_QUEUE_CONTEXT + below(8), size, text, NULL)); return;
	case 2: answer(clGetMemObjectInfo(any(MEM), CL_MEM_TYPE + below(14), size, text, NULL)); return;
	case 3: answer(clGetProgramBuildInfo(any(PROGRAM), any(DEVICE), CL_PROGRAM_BUILD_STATUS + below(6), size, text, NULL)); return;
	case 4: answer(clGetKernelArgInfo(any(KERNEL), below(3), CL_KERNEL_ARG_ADDRESS_QUALIFIER + below(6), size, text, NULL)); return;
	case 5: answer(clGetEventProfilingInfo(any(EVENT), CL_PROFILING_COMMAND_QUEUED + below(7), size, text, NULL)); return;
	case 6: answer(clSetEventCallback(any(EVENT), below(5), ask, NULL)); return;
	case 7: end(&w, clEnqueueBarrierWithWaitList(any(QUEUE), WAITS(w)), &moved); return;
	case 8: answer(clSetUserEventStatus(any(EVENT), below(2) ? CL_COMPLETE : -5)); return;
	default: answer(clFlush(any(QUEUE)));
	}
}

static void *attack(void *seed) {
	static void (*const calls[])(void) = {make, make, make_image, make_sampler, compile, divide, family, family, launch, launch, launch, transfer, transfer, transfer, image_command, image_command,
		image_command, look, look, take, take, give_back, shared_command, shared_command, shared_arguments, shared_arguments};
	state = 12345 + 77777 * (uintptr_t)seed;
	for (int i = 0; i < CALLS; i++) calls[below(sizeof calls / sizeof *calls)]();
	return NULL;
}

int main(void) {
	open_device();
	find_functions();
	cancel = (cl_int (*)(const cl_event *, size_t))clGetExtensionFunctionAddressForPlatform(platform, "clCancelCommandsIMG");
	terminate = (clTerminateContextKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR");
	cl_int status;
	const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_device_id parts[64] = {device};
	if (clCreateSubDevices(device, equally, 64, parts + 1, NULL) == CL_SUCCESS) {
		ok(clReleaseCommandQueue(queue));
		ok(clReleaseContext(context));
		context = clCreateContext(NULL, 3, parts, NULL, NULL, &status);
		queue = clCreateCommandQueue(context, device, 0, &status);
		ok(status);
		live[DEVICE][0] = parts[1];
		live[DEVICE][1] = parts[2];
	}
	gate = clCreateUserEvent(context, &status);
	ok(status);
	ok(clRetainContext(context));
	ok(clRetainCommandQueue(queue));
	live[CONTEXT][0] = context;
	live[QUEUE][0] = queue;
	pthread_t threads[THREADS];
	for (int turn = 0; turn < 2; turn++) {
		for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, attack, (void *)(i + turn * THREADS));
		for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
		if (!turn) ok(clSetUserEventStatus(gate, CL_COMPLETE));
		opened = 1;
	}
	check(answered[0] > CALLS && answered[1] > CALLS, "%d calls failed, %d did not", answered[0], answered[1]);
	check(launched > CALLS / 20 && moved > CALLS / 40, "%d launches and %d other commands were taken", launched, moved);
	check(enqueued > 5, "%d launches of kernels that enqueue others were taken", enqueued);
	check(drawn > 5, "%d launches with images were taken", drawn);
	check(painted > 10, "%d commands on images were taken", painted);
	check(shared > 100, "%d commands on shared memory were taken", shared);
	printf("%d launches, %d with images, %d other commands, %d on images, %d on shared memory\n", launched, drawn, moved, painted, shared);

	cl_command_queue fresh = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem m = buffer_of(sizeof(int[64]), NULL);
	cl_kernel k = kernel_of(build("kernel void k(global int *p) { p[get_global_id(0)] = get_global_id(0) * 3; }"), "k");
	arg(k, 0, m);
	size_t items = 64;
	int got[64];
	ok(clEnqueueNDRangeKernel(fresh, k, 1, NULL, &items, NULL, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(fresh, m, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
	for (int i = 0; i < 64; i++) check(got[i] == 3 * i, "%d: %d", i, got[i]);
	return done();
}
