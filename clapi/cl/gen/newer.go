package main

import "slices"

// newer declares what Debian's headers lack of the extensions that are there: names and numbers of OpenCL-Docs'
// xml/cl.xml, and of the proposal that is the text of cl_khr_unified_svm (pull request 1282 there), whose query of an
// atom size is not in that file yet. What newer headers define themselves they define in the same way.
const newer = restored + version31 + `
/* cl_khr_unified_svm */
#define CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR               0x0909
#define CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR                 0x1077
#define CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR       0x1078
#define CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR          (1 << 0)
#define CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR              (1 << 1)
#define CL_SVM_CAPABILITY_DEVICE_OWNED_KHR                  (1 << 2)
#define CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR           (1 << 3)
#define CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR                (1 << 4)
#define CL_SVM_CAPABILITY_HOST_OWNED_KHR                    (1 << 5)
#define CL_SVM_CAPABILITY_HOST_READ_KHR                     (1 << 6)
#define CL_SVM_CAPABILITY_HOST_WRITE_KHR                    (1 << 7)
#define CL_SVM_CAPABILITY_HOST_MAP_KHR                      (1 << 8)
#define CL_SVM_CAPABILITY_DEVICE_READ_KHR                   (1 << 9)
#define CL_SVM_CAPABILITY_DEVICE_WRITE_KHR                  (1 << 10)
#define CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR          (1 << 11)
#define CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR             (1 << 12)
#define CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR      (1 << 13)
#define CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR               (1 << 14)
#define CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR           0x2078
#define CL_SVM_ALLOC_ACCESS_FLAGS_KHR                       0x2079
#define CL_SVM_ALLOC_ALIGNMENT_KHR                          0x207A
#define CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR                 (1 << 0)
#define CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR                (1 << 1)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR               (1 << 8)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR              (1 << 9)
#define CL_SVM_INFO_TYPE_INDEX_KHR                          0x2088
#define CL_SVM_INFO_CAPABILITIES_KHR                        0x2089
#define CL_SVM_INFO_PROPERTIES_KHR                          0x208A
#define CL_SVM_INFO_ACCESS_FLAGS_KHR                        0x208B
#define CL_SVM_INFO_BASE_PTR_KHR                            0x419B
#define CL_SVM_INFO_SIZE_KHR                                0x419C
#define CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR            0x419D
#define CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR         0x11BB

typedef cl_uint cl_svm_pointer_info_khr;

void *clSVMAllocWithPropertiesKHR(cl_context context, const cl_properties *properties, cl_uint svm_type_index,
	size_t size, cl_int *errcode_ret);
cl_int clSVMFreeWithPropertiesKHR(cl_context context, const cl_properties *properties, cl_bitfield flags, void *ptr);
cl_int clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *ptr, cl_svm_pointer_info_khr param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret);
cl_int clGetSVMSuggestedTypeIndexKHR(cl_context context, cl_bitfield required_capabilities,
	cl_bitfield desired_capabilities, const cl_properties *properties, size_t size, cl_uint *suggested_svm_type_index);

/* cl_khr_spirv_queries */
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR       0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR                      0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR                    0x12BB

/* cl_khr_semaphore */
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR                 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR             0

/* cl_khr_external_semaphore, cl_khr_external_semaphore_sync_fd */
#define CL_SEMAPHORE_EXPORTABLE_KHR                         0x2054

typedef cl_properties cl_semaphore_reimport_properties_khr;

cl_int clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object, cl_semaphore_reimport_properties_khr *reimport_props,
	int fd);

/* cl_khr_external_memory */
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#define CL_MEM_DEVICE_HANDLE_LIST_KHR                       0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR                   0

/* cl_ext_buffer_device_address */
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT                   0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT                           0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT                 0x5002

cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index, cl_ulong arg_value);

/* cl_khr_terminate_context */
#define CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR          (1 << 0)

/* cl_img_cancel_command */
#define CL_CANCELLED_IMG                                    -1126

cl_int clCancelCommandsIMG(const cl_event *event_list, size_t num_events_in_list);

/* cl_khr_kernel_clock */
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR             0x1076
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR             (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR         (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR          (1 << 2)

/* cl_ext_float_atomics */
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT         0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT         0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT           0x4233
#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT           (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT                  (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT              (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT            (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT                   (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT               (1 << 18)

/* cl_khr_initialize_memory */
#define CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR              (1 << 0)
#define CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR            (1 << 1)

/* cl_ext_immutable_memory_objects */
#define CL_MEM_IMMUTABLE_EXT                                (1 << 6)

/* cl_pocl_content_size */
cl_int clSetContentSizeBufferPoCL(cl_mem buffer, cl_mem content_size_buffer);
` + commandBuffers

// extensionFunctions are those of extensions that are there. Applications find them by name; they have no slot in the
// dispatch table.
var extensionFunctions = slices.Concat(commandBufferFunctions, []string{
	"clCancelCommandsIMG",
	"clCreateBufferWithPropertiesINTEL", "clCreateProgramWithILKHR",
	"clCreateSemaphoreWithPropertiesKHR", "clDeviceMemAllocINTEL",
	"clEnqueueAcquireExternalMemObjectsKHR",
	"clEnqueueMemAdviseINTEL", "clEnqueueMemFillINTEL", "clEnqueueMemcpyINTEL", "clEnqueueMigrateMemINTEL",
	"clEnqueueReleaseExternalMemObjectsKHR",
	"clEnqueueSignalSemaphoresKHR", "clEnqueueWaitSemaphoresKHR", "clGetImageRequirementsInfoEXT",
	"clGetKernelSuggestedLocalWorkSizeKHR", "clGetMemAllocInfoINTEL", "clGetSVMPointerInfoKHR",
	"clGetSVMSuggestedTypeIndexKHR", "clGetSemaphoreHandleForTypeKHR", "clGetSemaphoreInfoKHR", "clHostMemAllocINTEL",
	"clImportMemoryARM", "clMemBlockingFreeINTEL", "clMemFreeINTEL", "clReImportSemaphoreSyncFdKHR",
	"clReleaseSemaphoreKHR", "clRetainSemaphoreKHR",
	"clSVMAllocWithPropertiesKHR", "clSVMFreeWithPropertiesKHR", "clSetContentSizeBufferPoCL",
	"clSetKernelArgDevicePointerEXT", "clSetKernelArgMemPointerINTEL", "clSharedMemAllocINTEL",
	"clTerminateContextKHR",
})
