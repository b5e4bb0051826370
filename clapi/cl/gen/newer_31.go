package main

// version31 declares what OpenCL 3.1 brought, which Debian's headers lack: the feature CL_VERSION_3_1 of OpenCL-Docs'
// xml/cl.xml. Names of extensions that it made core without their suffix have the same values.
const version31 = `
#define CL_UUID_SIZE                                        16
#define CL_LUID_SIZE                                        8
#define CL_DEVICE_MAX_WORK_GROUP_SIZES                      0x1005
#define CL_DEVICE_UUID                                      0x106A
#define CL_DRIVER_UUID                                      0x106B
#define CL_DEVICE_LUID_VALID                                0x106C
#define CL_DEVICE_LUID                                      0x106D
#define CL_DEVICE_NODE_MASK                                 0x106E
#define CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES          0x1073
#define CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT 0x1074
#define CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED 0x1075
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS           0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS                          0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES                        0x12BB
#define CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED   (1 << 0)
#define CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT          (1 << 1)

#ifndef CL_API_SUFFIX__VERSION_3_1
#define CL_API_SUFFIX__VERSION_3_1
#endif

cl_int clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
	const size_t *global_work_offset, const size_t *global_work_size, size_t *suggested_local_work_size)
	CL_API_SUFFIX__VERSION_3_1;
`

// newerSlots follow those of Debian's cl_icd.h in the dispatch table, in the order of newer ones.
var newerSlots = []string{"clGetKernelSuggestedLocalWorkSize"}
