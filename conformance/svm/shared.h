// What the programs of this folder share: declarations that Debian's headers lack, and extension functions by name.
#ifndef HEDDLE_SHARED_H
#define HEDDLE_SHARED_H

#include "check.h"

#ifndef CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR
#define CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR 0x0909
#define CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR 0x1077
#define CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR (1 << 0)
#define CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR (1 << 1)
#define CL_SVM_CAPABILITY_DEVICE_OWNED_KHR (1 << 2)
#define CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR (1 << 3)
#define CL_SVM_CAPABILITY_HOST_OWNED_KHR (1 << 5)
#define CL_SVM_CAPABILITY_HOST_READ_KHR (1 << 6)
#define CL_SVM_CAPABILITY_HOST_MAP_KHR (1 << 8)
#define CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR (1 << 13)
#define CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR (1 << 14)
#define CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR 0x2078
#define CL_SVM_ALLOC_ACCESS_FLAGS_KHR 0x2079
#define CL_SVM_ALLOC_ALIGNMENT_KHR 0x207A
#define CL_SVM_INFO_TYPE_INDEX_KHR 0x2088
#define CL_SVM_INFO_CAPABILITIES_KHR 0x2089
#define CL_SVM_INFO_PROPERTIES_KHR 0x208A
#define CL_SVM_INFO_ACCESS_FLAGS_KHR 0x208B
#define CL_SVM_INFO_BASE_PTR_KHR 0x419B
#define CL_SVM_INFO_SIZE_KHR 0x419C
#define CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR 0x419D
#define CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR 0x11BB
typedef cl_bitfield cl_svm_capabilities_khr;
typedef cl_properties cl_svm_alloc_properties_khr;
typedef void *(CL_API_CALL *clSVMAllocWithPropertiesKHR_fn)(cl_context, const cl_properties *, cl_uint, size_t, cl_int *);
typedef cl_int(CL_API_CALL *clSVMFreeWithPropertiesKHR_fn)(cl_context, const cl_properties *, cl_bitfield, void *);
typedef cl_int(CL_API_CALL *clGetSVMPointerInfoKHR_fn)(cl_context, cl_device_id, const void *, cl_uint, size_t, void *, size_t *);
typedef cl_int(CL_API_CALL *clGetSVMSuggestedTypeIndexKHR_fn)(cl_context, cl_bitfield, cl_bitfield, const cl_properties *, size_t, cl_uint *);
#endif

#ifndef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
typedef cl_ulong cl_mem_device_address_ext;
typedef cl_int(CL_API_CALL *clSetKernelArgDevicePointerEXT_fn)(cl_kernel, cl_uint, cl_mem_device_address_ext);
#endif

// by_name declares a pointer to an extension function; find_functions fills them.
#define by_name(name) static name##_fn name##_
by_name(clSVMAllocWithPropertiesKHR);
by_name(clSVMFreeWithPropertiesKHR);
by_name(clGetSVMPointerInfoKHR);
by_name(clGetSVMSuggestedTypeIndexKHR);
by_name(clHostMemAllocINTEL);
by_name(clDeviceMemAllocINTEL);
by_name(clSharedMemAllocINTEL);
by_name(clMemFreeINTEL);
by_name(clMemBlockingFreeINTEL);
by_name(clGetMemAllocInfoINTEL);
by_name(clSetKernelArgMemPointerINTEL);
by_name(clEnqueueMemFillINTEL);
by_name(clEnqueueMemcpyINTEL);
by_name(clEnqueueMigrateMemINTEL);
by_name(clEnqueueMemAdviseINTEL);
by_name(clSetKernelArgDevicePointerEXT);

static inline void find_functions(void) {
#define find_one(name) \
	name##_ = (name##_fn)clGetExtensionFunctionAddressForPlatform(platform, #name); \
	check(name##_ != NULL, "no " #name)
	find_one(clSVMAllocWithPropertiesKHR);
	find_one(clSVMFreeWithPropertiesKHR);
	find_one(clGetSVMPointerInfoKHR);
	find_one(clGetSVMSuggestedTypeIndexKHR);
	find_one(clHostMemAllocINTEL);
	find_one(clDeviceMemAllocINTEL);
	find_one(clSharedMemAllocINTEL);
	find_one(clMemFreeINTEL);
	find_one(clMemBlockingFreeINTEL);
	find_one(clGetMemAllocInfoINTEL);
	find_one(clSetKernelArgMemPointerINTEL);
	find_one(clEnqueueMemFillINTEL);
	find_one(clEnqueueMemcpyINTEL);
	find_one(clEnqueueMigrateMemINTEL);
	find_one(clEnqueueMemAdviseINTEL);
	find_one(clSetKernelArgDevicePointerEXT);
	if (checks_failed) exit(done());
}

// command_type is what an event says about its command; it releases the event.
static inline cl_command_type command_type(cl_event event) {
	cl_command_type type = 0;
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	ok(clReleaseEvent(event));
	return type;
}

static inline int has_extension(const char *name) {
	static char list[8192];
	ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof list, list, NULL));
	return strstr(list, name) != NULL;
}

#endif
