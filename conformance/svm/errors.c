// Each error code of each function of shared virtual memory, unified shared memory and device addresses.
#include "svm/shared.h"

enum { BYTES = 4096 };

static char *p, *of_other; // SVM of the context, and of another
static char host[BYTES];
static cl_kernel kernel; // global, constant, local, by value
static cl_context other;
static cl_event foreign, failed, list_event;
static size_t largest;

static void no_memory(const void *got, int line) {
	check(got == NULL, "line %d: memory in spite of an error", line);
}

static void svm_alloc(void) {
	const cl_svm_mem_flags fine = CL_MEM_SVM_FINE_GRAIN_BUFFER;
	no_memory(clSVMAlloc(NULL, 0, 64, 0), __LINE__);
	no_memory(clSVMAlloc(other_kind(queue), 0, 64, 0), __LINE__);
	no_memory(clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 64, 0), __LINE__);
	no_memory(clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0), __LINE__);
	no_memory(clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | fine, 64, 0), __LINE__);
	no_memory(clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 64, 0), __LINE__);
	no_memory(clSVMAlloc(context, CL_MEM_HOST_READ_ONLY, 64, 0), __LINE__);
	no_memory(clSVMAlloc(context, (cl_svm_mem_flags)1 << 40, 64, 0), __LINE__);
	no_memory(clSVMAlloc(context, 0, 0, 0), __LINE__);
	no_memory(clSVMAlloc(context, 0, largest + 1, 0), __LINE__);
	no_memory(clSVMAlloc(context, 0, -1, 0), __LINE__);
	no_memory(clSVMAlloc(context, 0, 64, 3), __LINE__);
	no_memory(clSVMAlloc(context, 0, 64, 256), __LINE__);
	no_memory(clSVMAlloc(context, 0, 64, 0x80000000), __LINE__);
}

// frees that must do nothing: the memory stays, and what is there can be freed once.
static void frees(void) {
	char *mine = clSVMAlloc(context, 0, BYTES, 0);
	cl_int status;
	memset(mine, 5, BYTES);
	clSVMFree(context, NULL);
	clSVMFree(NULL, mine);
	clSVMFree(other, mine);
	clSVMFree(context, mine + 1);
	clSVMFree(context, host);
	clSVMFree(context, (void *)0xdeadbeef);
	check_status(clMemFreeINTEL_(context, mine), CL_INVALID_VALUE);
	size_t size = 0;
	ok(clGetSVMPointerInfoKHR_(context, NULL, mine, CL_SVM_INFO_SIZE_KHR, sizeof size, &size, NULL));
	check(size == BYTES && mine[BYTES - 1] == 5, "%zu", size);
	clSVMFree(context, mine);
	clSVMFree(context, mine);
	ok(clGetSVMPointerInfoKHR_(context, NULL, mine, CL_SVM_INFO_SIZE_KHR, sizeof size, &size, NULL));
	check(size == 0, "%zu", size);
	char *usm = clHostMemAllocINTEL_(context, NULL, BYTES, 0, &status);
	ok(status);
	clSVMFree(context, usm);
	check_status(clSVMFreeWithPropertiesKHR_(context, NULL, 0, usm), CL_INVALID_VALUE);
	for (int blocking = 0; blocking < 2; blocking++) {
		clMemFreeINTEL_fn f = blocking ? clMemBlockingFreeINTEL_ : clMemFreeINTEL_;
		check_status(f(NULL, usm), CL_INVALID_CONTEXT);
		check_status(f(other_kind(queue), usm), CL_INVALID_CONTEXT);
		check_status(f(other, usm), CL_INVALID_VALUE);
		check_status(f(context, usm + 8), CL_INVALID_VALUE);
		check_status(f(context, host), CL_INVALID_VALUE);
		check_status(f(context, (void *)-16), CL_INVALID_VALUE);
		check_status(f(context, p), CL_INVALID_VALUE);
	}
	ok(clMemFreeINTEL_(context, usm));
	check_status(clMemFreeINTEL_(context, usm), CL_INVALID_VALUE);
	check_status(clMemBlockingFreeINTEL_(context, usm), CL_INVALID_VALUE);

	void *bad[] = {usm}, *good[] = {p};
	cl_event event = NULL;
	check_status(clEnqueueSVMFree(NULL, 1, good, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueSVMFree(queue, 0, good, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMFree(queue, 1, NULL, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check(clEnqueueSVMFree(queue, 0xffffffff, bad, NULL, NULL, 0, NULL, NULL) != CL_SUCCESS, "four milliards of pointers");
	const void **const_bad = (const void **)bad;
	check(clEnqueueSVMMigrateMem(queue, 0xffffffff, const_bad, NULL, 0, 0, NULL, NULL) != CL_SUCCESS, "four milliards of pointers");
	ok(clEnqueueSVMFree(queue, 1, bad, NULL, NULL, 0, NULL, &event)); // fails when it runs, and others go on
	check_status(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ok(clReleaseEvent(event));
}

static void with_properties(void) {
	cl_svm_alloc_properties_khr unknown[] = {0x1234, 0, 0}, twice[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 8, CL_SVM_ALLOC_ALIGNMENT_KHR, 8, 0}, alignment[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 24, 0},
		large[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 4096, 0}, access[] = {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 1 << 2, 0}, owner[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)queue, 0};
	cl_svm_alloc_properties_khr *lists[] = {unknown, twice, alignment, large, access, owner};
	cl_uint index = 77;
	for (int i = 0; i < 6; i++) {
		check_create(clSVMAllocWithPropertiesKHR_(context, lists[i], 0, 64, &status), CL_INVALID_PROPERTY);
		check_status(clGetSVMSuggestedTypeIndexKHR_(context, 0, 0, lists[i], 0, &index), CL_INVALID_PROPERTY);
	}
	check(index == 77, "%u", index);
	check_create(clSVMAllocWithPropertiesKHR_(NULL, NULL, 0, 64, &status), CL_INVALID_CONTEXT);
	check_create(clSVMAllocWithPropertiesKHR_(context, NULL, 6, 64, &status), CL_INVALID_VALUE);
	check_create(clSVMAllocWithPropertiesKHR_(context, NULL, -1, 64, &status), CL_INVALID_VALUE);
	check_create(clSVMAllocWithPropertiesKHR_(context, NULL, 2, 64, &status), CL_INVALID_PROPERTY); // a device's memory needs a device
	no_memory(clSVMAllocWithPropertiesKHR_(context, NULL, 0, -1, NULL), __LINE__);
	check_status(clGetSVMSuggestedTypeIndexKHR_(NULL, 0, 0, NULL, 0, &index), CL_INVALID_CONTEXT);
	check_status(clGetSVMSuggestedTypeIndexKHR_(context, 0, 0, NULL, 0, NULL), CL_INVALID_VALUE);
	check_status(clSVMFreeWithPropertiesKHR_(NULL, NULL, 0, p), CL_INVALID_CONTEXT);
	check_status(clSVMFreeWithPropertiesKHR_(context, unknown, 0, p), CL_INVALID_PROPERTY);
	check_status(clSVMFreeWithPropertiesKHR_(context, NULL, 1, p), CL_INVALID_VALUE);
	check_status(clSVMFreeWithPropertiesKHR_(context, NULL, 0, p + 1), CL_INVALID_VALUE);
	check_status(clSVMFreeWithPropertiesKHR_(context, NULL, 0, host), CL_INVALID_VALUE);
	check_status(clSVMFreeWithPropertiesKHR_(other, NULL, 0, p), CL_INVALID_VALUE);
	size_t size;
	check_status(clGetSVMPointerInfoKHR_(NULL, NULL, p, CL_SVM_INFO_SIZE_KHR, 8, &size, NULL), CL_INVALID_CONTEXT);
	check_status(clGetSVMPointerInfoKHR_(context, other_kind(queue), p, CL_SVM_INFO_SIZE_KHR, 8, &size, NULL), CL_INVALID_DEVICE);
	check_status(clGetSVMPointerInfoKHR_(context, NULL, p, 0x2087, 8, &size, NULL), CL_INVALID_VALUE);
	check_status(clGetSVMPointerInfoKHR_(context, NULL, p, CL_SVM_INFO_SIZE_KHR, 7, &size, NULL), CL_INVALID_VALUE);
}

static void usm_alloc(void) {
	cl_mem_properties_intel unknown[] = {0x1234, 0, 0}, twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0}, bits[] = {CL_MEM_ALLOC_FLAGS_INTEL, 8, 0},
		both[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0}, one[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
	cl_mem_properties_intel *lists[] = {unknown, twice, bits, both, one};
	for (int i = 0; i < 5; i++) {
		check_create(clHostMemAllocINTEL_(context, lists[i], 64, 0, &status), CL_INVALID_PROPERTY);
		check_create(clDeviceMemAllocINTEL_(context, device, lists[i], 64, 0, &status), CL_INVALID_PROPERTY);
		if (i < 4) check_create(clSharedMemAllocINTEL_(context, device, lists[i], 64, 0, &status), CL_INVALID_PROPERTY);
	}
	check_create(clHostMemAllocINTEL_(NULL, NULL, 64, 0, &status), CL_INVALID_CONTEXT);
	check_create(clDeviceMemAllocINTEL_(NULL, device, NULL, 64, 0, &status), CL_INVALID_CONTEXT);
	check_create(clSharedMemAllocINTEL_(NULL, device, NULL, 64, 0, &status), CL_INVALID_CONTEXT);
	check_create(clDeviceMemAllocINTEL_(context, NULL, NULL, 64, 0, &status), CL_INVALID_DEVICE);
	check_create(clDeviceMemAllocINTEL_(context, (cl_device_id)queue, NULL, 64, 0, &status), CL_INVALID_DEVICE);
	check_create(clSharedMemAllocINTEL_(context, (cl_device_id)queue, NULL, 64, 0, &status), CL_INVALID_DEVICE);
	static const cl_uint alignments[] = {3, 129, 256, 0xffffffff};
	for (int i = 0; i < 4; i++) {
		check_create(clHostMemAllocINTEL_(context, NULL, 64, alignments[i], &status), CL_INVALID_VALUE);
		check_create(clDeviceMemAllocINTEL_(context, device, NULL, 64, alignments[i], &status), CL_INVALID_VALUE);
		check_create(clSharedMemAllocINTEL_(context, NULL, NULL, 64, alignments[i], &status), CL_INVALID_VALUE);
	}
	size_t sizes[] = {0, largest + 1, (size_t)1 << 63, -1};
	for (int i = 0; i < 4; i++) {
		check_create(clHostMemAllocINTEL_(context, NULL, sizes[i], 0, &status), CL_INVALID_BUFFER_SIZE);
		check_create(clDeviceMemAllocINTEL_(context, device, NULL, sizes[i], 0, &status), CL_INVALID_BUFFER_SIZE);
		check_create(clSharedMemAllocINTEL_(context, device, NULL, sizes[i], 0, &status), CL_INVALID_BUFFER_SIZE);
	}
	size_t size;
	check_status(clGetMemAllocInfoINTEL_(NULL, p, CL_MEM_ALLOC_SIZE_INTEL, 8, &size, NULL), CL_INVALID_CONTEXT);
	check_status(clGetMemAllocInfoINTEL_(context, p, 0x4198, 8, &size, NULL), CL_INVALID_VALUE);
	check_status(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_SIZE_INTEL, 7, &size, NULL), CL_INVALID_VALUE);
	check_status(clGetMemAllocInfoINTEL_(context, p, CL_MEM_ALLOC_TYPE_INTEL, 3, &size, NULL), CL_INVALID_VALUE);
}

// waits gives a call malformed wait lists; COMMAND has the variables q, n, list.
#define waits(command) \
	do { \
		cl_command_queue q = queue; \
		cl_uint n = 0; \
		const cl_event *list = &list_event; \
		check_status(command, CL_INVALID_EVENT_WAIT_LIST); \
		n = 1, list = NULL; \
		check_status(command, CL_INVALID_EVENT_WAIT_LIST); \
		cl_event no_event = other_kind(queue); \
		list = &no_event; \
		check_status(command, CL_INVALID_EVENT_WAIT_LIST); \
		list = &foreign; \
		check_status(command, CL_INVALID_CONTEXT); \
		n = 0, list = NULL, q = NULL; \
		check_status(command, CL_INVALID_COMMAND_QUEUE); \
		q = other_kind(context); \
		check_status(command, CL_INVALID_COMMAND_QUEUE); \
	} while (0)

static void copies(void) {
	waits(clEnqueueSVMMemcpy(q, CL_TRUE, p, host, 64, n, list, NULL));
	waits(clEnqueueMemcpyINTEL_(q, CL_TRUE, p, host, 64, n, list, NULL));
	for (int intel = 0; intel < 2; intel++) {
		clEnqueueMemcpyINTEL_fn f = intel ? clEnqueueMemcpyINTEL_ : (clEnqueueMemcpyINTEL_fn)clEnqueueSVMMemcpy;
		check_status(f(queue, CL_TRUE, NULL, host, 64, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, CL_TRUE, p, NULL, 64, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, CL_TRUE, NULL, host, 0, 0, NULL, NULL), intel ? CL_INVALID_VALUE : CL_SUCCESS);
		check_status(f(queue, CL_TRUE, p, p, 64, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
		check_status(f(queue, CL_TRUE, p + 63, p, 64, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
		check_status(f(queue, CL_TRUE, p, p + 63, 64, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
		check_status(f(queue, CL_TRUE, host + 10, host, 11, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
		ok(f(queue, CL_TRUE, p, p + 64, 64, 0, NULL, NULL));
		ok(f(queue, CL_TRUE, p, p, 0, 0, NULL, NULL));
		check_status(f(queue, CL_TRUE, p, host, -1, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, CL_TRUE, p + 1, host, BYTES, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, CL_TRUE, host, p + BYTES - 1, 2, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, CL_TRUE, (void *)-8, host, 16, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, CL_TRUE, p, host, 64, 1, &failed, NULL), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		check_status(f(queue, CL_TRUE, (void *)0xdead0000, host, 64, 0, NULL, NULL), CL_OUT_OF_RESOURCES); // no memory there
		check_status(f(queue, CL_TRUE, p, (void *)0xdead0000, 64, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
		ok(f(queue, CL_TRUE, p, of_other, 64, 0, NULL, NULL)); // undefined by the specification
	}
}

static void fills(void) {
	waits(clEnqueueSVMMemFill(q, p, host, 4, 64, n, list, NULL));
	waits(clEnqueueMemFillINTEL_(q, p, host, 4, 64, n, list, NULL));
	for (int intel = 0; intel < 2; intel++) {
		clEnqueueMemFillINTEL_fn f = intel ? clEnqueueMemFillINTEL_ : (clEnqueueMemFillINTEL_fn)clEnqueueSVMMemFill;
		check_status(f(queue, NULL, host, 4, 64, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, NULL, host, 4, 0, 0, NULL, NULL), intel ? CL_INVALID_VALUE : CL_SUCCESS);
		check_status(f(queue, p + 2, host, 4, 64, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, p, NULL, 4, 64, 0, NULL, NULL), CL_INVALID_VALUE);
		static const size_t patterns[] = {0, 3, 12, 256, (size_t)1 << 63, -1};
		for (int i = 0; i < 6; i++) check_status(f(queue, p, host, patterns[i], 0, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, p, host, 4, 63, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, p, host, 4, BYTES + 4, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(f(queue, p, host, 4, -4, 0, NULL, NULL), CL_INVALID_VALUE);
		ok(f(queue, p, host, 128, BYTES, 0, NULL, NULL));
	}
}

static void maps(void) {
	waits(clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, p, 64, n, list, NULL));
	waits(clEnqueueSVMUnmap(q, p, n, list, NULL));
	check_status(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, NULL, 64, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, p, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMap(queue, CL_TRUE, 8, p, 64, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, p, 64, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, p + 1, BYTES, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, p, -1, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, p, 64, 1, &failed, NULL), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	check_status(clEnqueueSVMUnmap(queue, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void hints(void) {
	const void *one[] = {p}, *none[] = {NULL}, *nowhere[] = {(void *)0xdead0000}, *foreign_pointer[] = {of_other};
	size_t sizes[] = {64}, zero[] = {0}, all[] = {BYTES + 1}, wrap[] = {-1};
	waits(clEnqueueSVMMigrateMem(q, 1, one, sizes, 0, n, list, NULL));
	waits(clEnqueueMigrateMemINTEL_(q, p, 64, 0, n, list, NULL));
	waits(clEnqueueMemAdviseINTEL_(q, p, 64, 0, n, list, NULL));
	check_status(clEnqueueSVMMigrateMem(queue, 0, one, sizes, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, NULL, sizes, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, one, sizes, 4, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, one, all, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, one, wrap, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, none, sizes, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, nowhere, sizes, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, nowhere, wrap, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueSVMMigrateMem(queue, 1, foreign_pointer, zero, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	ok(clEnqueueSVMMigrateMem(queue, 1, none, zero, 0, 0, NULL, NULL));
	ok(clEnqueueSVMMigrateMem(queue, 1, none, NULL, 0, 0, NULL, NULL));
	check_status(clEnqueueMigrateMemINTEL_(queue, p, 64, 4, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueMigrateMemINTEL_(queue, p, BYTES + 1, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueMemAdviseINTEL_(queue, p, 64, 1, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueMemAdviseINTEL_(queue, p, 64, 0x4210, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueMemAdviseINTEL_(queue, p, -1, 0, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void arguments(void) {
	for (int intel = 0; intel < 2; intel++) {
		clSetKernelArgMemPointerINTEL_fn f = intel ? clSetKernelArgMemPointerINTEL_ : (clSetKernelArgMemPointerINTEL_fn)clSetKernelArgSVMPointer;
		check_status(f(NULL, 0, p), CL_INVALID_KERNEL);
		check_status(f(other_kind(queue), 0, p), CL_INVALID_KERNEL);
		check_status(f(kernel, 4, p), CL_INVALID_ARG_INDEX);
		check_status(f(kernel, -1, p), CL_INVALID_ARG_INDEX);
		check_status(f(kernel, 2, p), CL_INVALID_ARG_VALUE);
		check_status(f(kernel, 3, p), CL_INVALID_ARG_VALUE);
		ok(f(kernel, 0, NULL));
		ok(f(kernel, 1, (void *)0xdeadbeef)); // any value is valid, for the call
		ok(f(kernel, 1, p + 3));
	}
	cl_bool yes = CL_TRUE;
	void *list[] = {p, NULL, host};
	static const cl_kernel_exec_info lists[] = {CL_KERNEL_EXEC_INFO_SVM_PTRS, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT};
	static const cl_kernel_exec_info flags[] = {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
		CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
	for (int i = 0; i < 3; i++) {
		check_status(clSetKernelExecInfo(NULL, lists[i], sizeof list, list), CL_INVALID_KERNEL);
		check_status(clSetKernelExecInfo(kernel, lists[i], sizeof list, NULL), CL_INVALID_VALUE);
		check_status(clSetKernelExecInfo(kernel, lists[i], 7, list), CL_INVALID_VALUE);
		check_status(clSetKernelExecInfo(kernel, lists[i], 12, list), CL_INVALID_VALUE);
		ok(clSetKernelExecInfo(kernel, lists[i], sizeof list, list));
		ok(clSetKernelExecInfo(kernel, lists[i], 0, NULL));
	}
	for (int i = 0; i < 5; i++) {
		check_status(clSetKernelExecInfo(NULL, flags[i], sizeof yes, &yes), CL_INVALID_KERNEL);
		check_status(clSetKernelExecInfo(kernel, flags[i], sizeof yes, NULL), CL_INVALID_VALUE);
		check_status(clSetKernelExecInfo(kernel, flags[i], 0, NULL), CL_INVALID_VALUE);
		check_status(clSetKernelExecInfo(kernel, flags[i], 3, &yes), CL_INVALID_VALUE);
		check_status(clSetKernelExecInfo(kernel, flags[i], 8, list), CL_INVALID_VALUE);
		ok(clSetKernelExecInfo(kernel, flags[i], sizeof yes, &yes));
	}
	static const size_t huge[] = {(size_t)1 << 40, (size_t)1 << 62, -8};
	for (int i = 0; i < 3; i++) { // beyond the end of the program's memory
		check(clSetKernelExecInfo(kernel, lists[i], huge[i], list) != CL_SUCCESS, "%zu bytes", huge[i]);
		check_status(clSetKernelExecInfo(kernel, flags[i], huge[i], list), CL_INVALID_VALUE);
	}
	check_status(clSetKernelExecInfo(kernel, 0x11b5, sizeof list, list), CL_INVALID_VALUE);
	ok(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list));
}

// wild launches a kernel with pointers to nowhere: the command fails, and what comes after works.
static void wild(void) {
	int seven = 7;
	size_t one = 1;
	ok(clSetKernelArgSVMPointer(kernel, 0, (void *)0xdead0000));
	ok(clSetKernelArgSVMPointer(kernel, 1, p));
	local_arg(kernel, 2, 64);
	arg(kernel, 3, seven);
	cl_event event;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
	check_status(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ok(clReleaseEvent(event));
	ok(clSetKernelArgSVMPointer(kernel, 0, p + 64));
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	check(*(int *)(p + 64) == 7, "%d", *(int *)(p + 64));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	cl_int status;
	other = other_context();
	p = clSVMAlloc(context, 0, BYTES, 0);
	of_other = clSVMAlloc(other, 0, BYTES, 0);
	check(p && of_other, "no memory");
	kernel = kernel_of(build("kernel void k(global int *g, constant int *c, local int *l, int v) { l[0] = v; g[0] = l[0]; }"), "k");
	foreign = clCreateUserEvent(other, &status);
	failed = clCreateUserEvent(context, &status);
	list_event = clCreateUserEvent(context, &status);
	ok(clSetUserEventStatus(failed, -7));
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL));
	svm_alloc();
	with_properties();
	usm_alloc();
	copies();
	fills();
	maps();
	hints();
	arguments();
	wild();
	frees();
	check(clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunctionINTEL") == NULL, "an address");
	clSVMFree(other, of_other);
	ok(clReleaseContext(other));
	ok(clReleaseContext(context)); // memory keeps it
	clSVMFree(context, p);
	return done();
}
