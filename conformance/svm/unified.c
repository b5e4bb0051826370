// cl_intel_unified_shared_memory, cl_khr_unified_svm and cl_ext_buffer_device_address: what works.
#include "svm/shared.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>

enum { ITEMS = 1000, BYTES = ITEMS * sizeof(int) };

static const char source[] =
	"kernel void add(global int *p, constant int *by) { p[get_global_id(0)] += *by; }\n"
	"kernel void through(global int *global *table) { table[get_global_id(0)][0] += 1; }\n"
	"kernel void wait_then_write(global atomic_int *go, global int *p) { while (!atomic_load(go)) ; *p = 77; }\n"
	"kernel void late(global atomic_int *go, global int *global *p) { while (!atomic_load(go)) ; **p = 78; }\n";

static cl_program program;

static void usm_queries(void) {
	static const cl_device_info names[] = {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL};
	for (int i = 0; i < 5; i++) {
		cl_bitfield caps = 0;
		ok(clGetDeviceInfo(device, names[i], sizeof caps, &caps, NULL));
		check(caps == 15, "%d: %#lx", i, (long)caps);
	}
	check(has_extension("cl_intel_unified_shared_memory") && has_extension("cl_khr_unified_svm") && has_extension("cl_ext_buffer_device_address"));
}

// expect_info asks about a pointer.
static void expect_info(const void *p, cl_unified_shared_memory_type_intel type, void *base, size_t bytes, cl_device_id of, cl_mem_alloc_flags_intel flags) {
	cl_unified_shared_memory_type_intel got_type = 0;
	void *got_base = &got_type;
	size_t got_bytes = 77, n = 0;
	cl_device_id got_device = (cl_device_id)&got_type;
	cl_mem_alloc_flags_intel got_flags = 77;
	ok(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_TYPE_INTEL, sizeof got_type, &got_type, &n));
	check(got_type == type && n == 4, "%#x, not %#x", got_type, type);
	ok(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof got_base, &got_base, &n));
	check(got_base == base && n == 8, "%p, not %p", got_base, base);
	ok(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_SIZE_INTEL, sizeof got_bytes, &got_bytes, &n));
	check(got_bytes == bytes && n == 8, "%zu, not %zu", got_bytes, bytes);
	ok(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_DEVICE_INTEL, sizeof got_device, &got_device, &n));
	check(got_device == of && n == 8, "%p", (void *)got_device);
	ok(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_FLAGS_INTEL, sizeof got_flags, &got_flags, &n));
	check(got_flags == flags && n == 8, "%#lx", (long)got_flags);
}

static int *allocate(int kind, cl_mem_alloc_flags_intel flags, size_t bytes, cl_uint alignment) {
	cl_mem_properties_intel list[] = {CL_MEM_ALLOC_FLAGS_INTEL, flags, 0};
	cl_int status = 77;
	int *p = NULL;
	switch (kind) {
	case 0: p = clHostMemAllocINTEL_(context, flags ? list : NULL, bytes, alignment, &status); break;
	case 1: p = clDeviceMemAllocINTEL_(context, device, flags ? list : NULL, bytes, alignment, &status); break;
	case 2: p = clSharedMemAllocINTEL_(context, device, flags ? list : NULL, bytes, alignment, &status); break;
	case 3: p = clSharedMemAllocINTEL_(context, NULL, flags ? list : NULL, bytes, alignment, &status); break;
	}
	ok(status);
	check(p && (uintptr_t)p % (alignment ? alignment : 128) == 0, "%p", (void *)p);
	return p;
}

static void usm_values(void) {
	static const cl_unified_shared_memory_type_intel types[] = {CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL, CL_MEM_TYPE_SHARED_INTEL, CL_MEM_TYPE_SHARED_INTEL};
	cl_kernel add = kernel_of(program, "add");
	for (int kind = 0; kind < 4; kind++) {
		int seven = 7, host[ITEMS];
		cl_event events[4];
		cl_mem_alloc_flags_intel flags = kind < 2 ? CL_MEM_ALLOC_WRITE_COMBINED_INTEL : CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL;
		int *p = allocate(kind, flags, BYTES, 64), *by = allocate(kind, 0, 4, 0);
		cl_device_id of = kind == 1 || kind == 2 ? device : NULL;
		expect_info(p, types[kind], p, BYTES, of, flags);
		expect_info((char *)p + BYTES - 1, types[kind], p, BYTES, of, flags);
		expect_info((char *)p + BYTES, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL, 0);
		*by = 5;
		ok(clEnqueueMemFillINTEL_(queue, p, &seven, 4, BYTES, 0, NULL, &events[0]));
		ok(clSetKernelArgMemPointerINTEL_(add, 0, p));
		ok(clSetKernelArgMemPointerINTEL_(add, 1, by));
		run1(add, ITEMS, 0);
		ok(clEnqueueMigrateMemINTEL_(queue, p, BYTES, 0, 0, NULL, &events[1]));
		ok(clEnqueueMemAdviseINTEL_(queue, p, BYTES, 0, 0, NULL, &events[2]));
		ok(clEnqueueMemcpyINTEL_(queue, CL_TRUE, host, p, BYTES, 0, NULL, &events[3]));
		for (int i = 0; i < ITEMS; i++)
			if (host[i] != 12 || p[i] != 12) {
				check(0, "%d: %d, %d", i, host[i], p[i]);
				break;
			}
		static const cl_command_type commands[] = {CL_COMMAND_MEMFILL_INTEL, CL_COMMAND_MIGRATEMEM_INTEL, CL_COMMAND_MEMADVISE_INTEL, CL_COMMAND_MEMCPY_INTEL};
		for (int i = 0; i < 4; i++) check(command_type(events[i]) == commands[i], "%d", i);
		ok(clMemFreeINTEL_(context, p));
		ok(clMemBlockingFreeINTEL_(context, by));
		expect_info(p, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL, 0);
	}
	expect_info(NULL, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL, 0);
	expect_info(&add, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL, 0);
	ok(clMemFreeINTEL_(context, NULL));
	ok(clMemBlockingFreeINTEL_(context, NULL));
	ok(clReleaseKernel(add));
}

static atomic_int freed;
static int *to_free;

static void *free_it(void *unused) {
	ok(clMemBlockingFreeINTEL_(context, to_free));
	freed = 1;
	return NULL;
}

// blocking: the free waits for what uses the memory, as argument or as told, and for nothing else.
static void blocking(void) {
	cl_int status;
	struct timespec a_while = {0, 20000000};
	cl_bool yes = CL_TRUE;
	atomic_int *go = (atomic_int *)allocate(2, 0, 64, 0);
	int **table = (int **)allocate(0, 0, 64, 0);
	for (int way = 0; way < 4; way++) {
		cl_kernel k = kernel_of(program, way == 0 ? "wait_then_write" : "late");
		int *p = allocate(1, 0, BYTES, 0), *other = allocate(1, 0, BYTES, 0);
		table[0] = p;
		*go = freed = 0;
		ok(clSetKernelArgMemPointerINTEL_(k, 0, go));
		ok(clSetKernelArgMemPointerINTEL_(k, 1, way ? (void *)table : p));
		void *listed[] = {&freed, p + 3};
		if (way == 1) ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof listed, listed));
		if (way == 2) ok(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, sizeof yes, &yes));
		if (way == 3) { // a copy instead of a kernel, which waits for an event
			cl_event gate = clCreateUserEvent(context, &status);
			ok(clEnqueueMemcpyINTEL_(queue, CL_FALSE, p, other, BYTES, 1, &gate, NULL));
			to_free = p;
			pthread_t t;
			pthread_create(&t, NULL, free_it, NULL);
			nanosleep(&a_while, NULL);
			check(!freed, "the free did not wait for a copy");
			expect_info(p, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL, 0);
			ok(clSetUserEventStatus(gate, CL_COMPLETE));
			pthread_join(t, NULL);
			ok(clReleaseEvent(gate));
			ok(clMemFreeINTEL_(context, other));
			ok(clReleaseKernel(k));
			continue;
		}
		run1(k, 1, 1); // not flushed: the free does that
		if (way != 2) ok(clMemBlockingFreeINTEL_(context, other));
		to_free = p;
		pthread_t t;
		pthread_create(&t, NULL, free_it, NULL);
		nanosleep(&a_while, NULL);
		check(!freed, "the free did not wait, way %d", way);
		*go = 1;
		pthread_join(t, NULL);
		check(freed);
		ok(clFinish(queue));
		if (way == 2) ok(clMemBlockingFreeINTEL_(context, other));
		ok(clReleaseKernel(k));
	}
	ok(clMemFreeINTEL_(context, table));
	ok(clMemBlockingFreeINTEL_(context, go));
}

// too_early frees memory that commands still use; it stays until they are complete.
static void too_early(void) {
	cl_int status, one = 1, host[ITEMS];
	cl_kernel add = kernel_of(program, "add");
	cl_event gate = clCreateUserEvent(context, &status);
	int *p = allocate(0, 0, BYTES, 0), *by = allocate(1, 0, 4, 0);
	memset(p, 0, BYTES);
	*by = 4;
	ok(clSetKernelArgMemPointerINTEL_(add, 0, p));
	ok(clSetKernelArgMemPointerINTEL_(add, 1, by));
	size_t items = ITEMS;
	ok(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 1, &gate, NULL));
	ok(clEnqueueMemcpyINTEL_(queue, CL_FALSE, host, p, BYTES, 0, NULL, NULL));
	ok(clMemFreeINTEL_(context, p));
	ok(clMemFreeINTEL_(context, by));
	int *others[50];
	for (int i = 0; i < 50; i++) others[i] = allocate(0, 0, BYTES, 0);
	for (int i = 0; i < 50; i++) check(others[i] != p, "the memory was given away");
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clFinish(queue));
	check(host[0] == 4 && host[ITEMS - 1] == 4, "%d", host[0]);
	for (int i = 0; i < 50; i++) ok(clMemFreeINTEL_(context, others[i]));
	ok(clReleaseEvent(gate));
	ok(clReleaseKernel(add));
}

static void types(void) {
	cl_platform_id of = platform;
	cl_svm_capabilities_khr caps[16], same[16];
	size_t bytes = 0, again = 0;
	ok(clGetPlatformInfo(of, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, sizeof caps, caps, &bytes));
	ok(clGetDeviceInfo(device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, sizeof same, same, &again));
	check(bytes == again && bytes == 6 * sizeof *caps && !memcmp(caps, same, bytes), "%zu %zu", bytes, again);
	for (cl_uint i = 0; i < bytes / sizeof *caps; i++) {
		cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 64, CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 1 << 8, CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)device, 0}, got[7];
		cl_int status = 77;
		char *p = clSVMAllocWithPropertiesKHR_(context, list, i, BYTES, &status), *base = NULL;
		ok(status);
		cl_uint index = 77;
		cl_svm_capabilities_khr of_pointer = 0;
		cl_bitfield access = 0;
		cl_device_id owner = NULL;
		size_t size = 0, n = 0;
		ok(clGetSVMPointerInfoKHR_(context, NULL, p + 9, CL_SVM_INFO_TYPE_INDEX_KHR, 4, &index, NULL));
		ok(clGetSVMPointerInfoKHR_(context, device, p + 9, CL_SVM_INFO_CAPABILITIES_KHR, 8, &of_pointer, NULL));
		ok(clGetSVMPointerInfoKHR_(context, device, p + 9, CL_SVM_INFO_PROPERTIES_KHR, sizeof got, got, &n));
		ok(clGetSVMPointerInfoKHR_(context, device, p + 9, CL_SVM_INFO_ACCESS_FLAGS_KHR, 8, &access, NULL));
		ok(clGetSVMPointerInfoKHR_(context, device, p + 9, CL_SVM_INFO_BASE_PTR_KHR, 8, &base, NULL));
		ok(clGetSVMPointerInfoKHR_(context, device, p + 9, CL_SVM_INFO_SIZE_KHR, 8, &size, NULL));
		ok(clGetSVMPointerInfoKHR_(context, device, p + 9, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, 8, &owner, NULL));
		check(index == i && of_pointer == caps[i] && n == sizeof list && !memcmp(got, list, n) && access == 1 << 8 && base == p && size == BYTES && owner == device, "type %u", i);
		expect_info(p, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL, 0); // of the other extension's making
		p[BYTES - 1] = 1;
		ok(clSVMFreeWithPropertiesKHR_(context, NULL, 0, p));
		cl_uint suggested = 77;
		ok(clGetSVMSuggestedTypeIndexKHR_(context, caps[i], 0, NULL, 0, &suggested));
		check(suggested == i, "%u for what type %u has", suggested, i);
		ok(clGetSVMSuggestedTypeIndexKHR_(context, CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR, caps[i], NULL, 100, &suggested));
		check(suggested == i, "%u for what type %u has and is desired", suggested, i);
	}
	cl_uint none = 77;
	ok(clGetSVMSuggestedTypeIndexKHR_(context, (cl_bitfield)1 << 60, 0, NULL, 0, &none));
	check(none == CL_UINT_MAX, "%u", none);
	char *p = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 100, 0);
	size_t n = 77;
	ok(clGetSVMPointerInfoKHR_(context, NULL, p, CL_SVM_INFO_TYPE_INDEX_KHR, 4, &none, NULL));
	ok(clGetSVMPointerInfoKHR_(context, NULL, p, CL_SVM_INFO_PROPERTIES_KHR, 0, NULL, &n));
	check(none == 1 && n == 0, "%u %zu", none, n);
	clSVMFree(context, p);
	cl_int status = 77;
	check(clSVMAllocWithPropertiesKHR_(context, NULL, 0, 0, &status) == NULL && status == CL_SUCCESS);
	check(clSVMAlloc(context, 0, 0, 0) == NULL);
}

static void indirect(void) {
	cl_kernel k = kernel_of(program, "through");
	cl_bool yes = CL_TRUE;
	int **table = (int **)allocate(2, 0, 8 * sizeof(int *), 0);
	for (int i = 0; i < 8; i++) {
		table[i] = i < 4 ? allocate(i, 0, 4, 0) : clSVMAlloc(context, 0, 4, 0);
		*table[i] = i;
	}
	static const cl_kernel_exec_info names[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR};
	for (int i = 0; i < 4; i++) ok(clSetKernelExecInfo(k, names[i], sizeof yes, &yes));
	arg(k, 0, table); // as SYCL runtimes do
	run1(k, 8, 8);
	ok(clFinish(queue));
	for (int i = 0; i < 8; i++) {
		check(*table[i] == i + 1, "%d: %d", i, *table[i]);
		if (i < 4) ok(clMemFreeINTEL_(context, table[i]));
		else clSVMFree(context, table[i]);
	}
	ok(clMemFreeINTEL_(context, table));
	ok(clReleaseKernel(k));
}

static void device_addresses(void) {
	cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0}, no[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0}, got[3];
	cl_int status, host[4] = {1, 2, 3, 4}, ten = 10;
	cl_mem m = clCreateBufferWithProperties(context, list, CL_MEM_COPY_HOST_PTR, sizeof host, host, &status);
	ok(status);
	cl_mem_device_address_ext address = 0;
	size_t n = 0;
	ok(clGetMemObjectInfo(m, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, &n));
	check(address && n == sizeof address, "%zu", n);
	ok(clGetMemObjectInfo(m, CL_MEM_PROPERTIES, sizeof got, got, &n));
	check(n == sizeof list && !memcmp(list, got, n), "%zu", n);
	cl_kernel add = kernel_of(program, "add");
	cl_mem by = buffer_of(4, &ten);
	arg(add, 1, by);
	ok(clSetKernelArgDevicePointerEXT_(add, 0, address + 4));
	ok(clSetKernelExecInfo(add, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof address, &address));
	run1(add, 3, 3);
	read_back(m, host, sizeof host);
	check(host[0] == 1 && host[1] == 12 && host[3] == 14, "%d %d", host[0], host[1]);
	check_status(clSetKernelArgDevicePointerEXT_(add, 1, address), CL_INVALID_ARG_INDEX); // constant
	check_status(clSetKernelArgDevicePointerEXT_(add, 2, address), CL_INVALID_ARG_INDEX);
	check_status(clSetKernelArgDevicePointerEXT_(NULL, 0, address), CL_INVALID_KERNEL);
	cl_mem plain = clCreateBufferWithProperties(context, no, 0, 64, NULL, &status);
	ok(status);
	check_status(clGetMemObjectInfo(plain, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, NULL), CL_INVALID_OPERATION);
	cl_mem_properties bad[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 7, 0}, twice[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 1, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 1, 0};
	check_create(clCreateBufferWithProperties(context, bad, 0, 64, NULL, &status), CL_INVALID_PROPERTY);
	check_create(clCreateBufferWithProperties(context, twice, 0, 64, NULL, &status), CL_INVALID_PROPERTY);
	int *p = clSVMAlloc(context, 0, 64, 0);
	cl_mem over = clCreateBufferWithProperties(context, list, CL_MEM_USE_HOST_PTR, 64, p, &status);
	ok(clGetMemObjectInfo(over, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, NULL));
	check((int *)address == p);
	cl_mem all[] = {m, by, plain, over};
	for (int i = 0; i < 4; i++) ok(clReleaseMemObject(all[i]));
	clSVMFree(context, p);
	ok(clReleaseKernel(add));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	program = build_with(source, "-cl-std=CL3.0");
	usm_queries();
	usm_values();
	blocking();
	too_early();
	types();
	indirect();
	device_addresses();
	return done();
}
