package main

// Debian's headers have cl_khr_command_buffer 0.9.0, whose functions have other parameters than those of 0.9.8 under
// the same names. renamed stands before them and takes their declarations out of the way, restored behind them.
const renamed = `
#define clCommandBarrierWithWaitListKHR clCommandBarrierWithWaitListKHR_old
#define clCommandCopyBufferKHR clCommandCopyBufferKHR_old
#define clCommandCopyBufferRectKHR clCommandCopyBufferRectKHR_old
#define clCommandCopyBufferToImageKHR clCommandCopyBufferToImageKHR_old
#define clCommandCopyImageKHR clCommandCopyImageKHR_old
#define clCommandCopyImageToBufferKHR clCommandCopyImageToBufferKHR_old
#define clCommandFillBufferKHR clCommandFillBufferKHR_old
#define clCommandFillImageKHR clCommandFillImageKHR_old
#define clCommandNDRangeKernelKHR clCommandNDRangeKernelKHR_old
#define clCommandSVMMemFillKHR clCommandSVMMemFillKHR_old
#define clCommandSVMMemcpyKHR clCommandSVMMemcpyKHR_old
#define clUpdateMutableCommandsKHR clUpdateMutableCommandsKHR_old
`

const restored = `
#undef clCommandBarrierWithWaitListKHR
#undef clCommandCopyBufferKHR
#undef clCommandCopyBufferRectKHR
#undef clCommandCopyBufferToImageKHR
#undef clCommandCopyImageKHR
#undef clCommandCopyImageToBufferKHR
#undef clCommandFillBufferKHR
#undef clCommandFillImageKHR
#undef clCommandNDRangeKernelKHR
#undef clCommandSVMMemFillKHR
#undef clCommandSVMMemcpyKHR
#undef clUpdateMutableCommandsKHR
`

// commandBuffers declares what is new in cl_khr_command_buffer 0.9.8, _mutable_dispatch 0.9.5 and _multi_device 0.9.2.
const commandBuffers = `
typedef cl_properties cl_command_properties_khr;
typedef cl_uint cl_command_buffer_update_type_khr;

#undef CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR
#undef CL_COMMAND_BUFFER_STATE_PENDING_KHR
#undef CL_COMMAND_BUFFER_STATE_INVALID_KHR
#define CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR                0x0908
#define CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR              (1 << 0)
#define CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR                (1 << 1)
#define CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR             (1 << 2)
#define CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR            (1 << 4)
#define CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR                     (1 << 2)
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR                      2
#define CL_COMMAND_BUFFER_CONTEXT_KHR                              0x1299
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR    0x129A
#define CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR              0x12AB
#define CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR                  0x12AC
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR                    0x12A2
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR             0x12B7
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR                            0x12B8
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR   (1 << 0)

cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
	const cl_command_properties_khr* properties, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr*
	sync_point_wait_list, cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t
	dst_offset, size_t size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
	cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_mem src_buffer, cl_mem dst_buffer, const size_t* src_origin, const
	size_t* dst_origin, const size_t* region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
	size_t dst_slice_pitch, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
	cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t*
	dst_origin, const size_t* region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr*
	sync_point_wait_list, cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_mem src_image, cl_mem dst_image, const size_t* src_origin, const
	size_t* dst_origin, const size_t* region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr*
	sync_point_wait_list, cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_mem src_image, cl_mem dst_buffer, const size_t* src_origin, const
	size_t* region, size_t dst_offset, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr*
	sync_point_wait_list, cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_mem buffer, const void* pattern, size_t pattern_size, size_t offset,
	size_t size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
	cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_mem image, const void* fill_color, const size_t* origin, const
	size_t* region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
	cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, cl_kernel kernel, cl_uint work_dim, const size_t* global_work_offset,
	const size_t* global_work_size, const size_t* local_work_size, cl_uint num_sync_points_in_wait_list, const
	cl_sync_point_khr* sync_point_wait_list, cl_sync_point_khr* sync_point, cl_mutable_command_khr*
	mutable_handle);
cl_int clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, void* svm_ptr, const void* pattern, size_t pattern_size, size_t size,
	cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list, cl_sync_point_khr*
	sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const
	cl_command_properties_khr* properties, void* dst_ptr, const void* src_ptr, size_t size, cl_uint
	num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list, cl_sync_point_khr* sync_point,
	cl_mutable_command_khr* mutable_handle);
cl_command_buffer_khr clRemapCommandBufferKHR(cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint
	num_queues, const cl_command_queue* queues, cl_uint num_handles, const cl_mutable_command_khr* handles,
	cl_mutable_command_khr* handles_ret, cl_int* errcode_ret);
cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs, const
	cl_command_buffer_update_type_khr* config_types, const void** configs);
`

// commandBufferFunctions are those of command buffers.
var commandBufferFunctions = []string{
	"clCommandBarrierWithWaitListKHR",
	"clCommandCopyBufferKHR",
	"clCommandCopyBufferRectKHR",
	"clCommandCopyBufferToImageKHR",
	"clCommandCopyImageKHR",
	"clCommandCopyImageToBufferKHR",
	"clCommandFillBufferKHR",
	"clCommandFillImageKHR",
	"clCommandNDRangeKernelKHR",
	"clCommandSVMMemFillKHR",
	"clCommandSVMMemcpyKHR",
	"clCreateCommandBufferKHR",
	"clEnqueueCommandBufferKHR",
	"clFinalizeCommandBufferKHR",
	"clGetCommandBufferInfoKHR",
	"clGetMutableCommandInfoKHR",
	"clReleaseCommandBufferKHR",
	"clRemapCommandBufferKHR",
	"clRetainCommandBufferKHR",
	"clUpdateMutableCommandsKHR",
}
