// The functions of command-buffers, as cl_khr_command_buffer 0.9.8 has them: Debian's headers declare older ones.
#ifndef HEDDLE_COMMAND_BUFFER_FUNCTIONS_H
#define HEDDLE_COMMAND_BUFFER_FUNCTIONS_H

#include "check.h"

enum {
	PLATFORM_CAPABILITIES = 0x0908,
	SUPPORTED_QUEUES = 0x129A,
	BUFFER_CONTEXT = 0x1299,
	NUM_SYNC_DEVICES = 0x12AB,
	PROPERTIES_ARRAY = 0x12A2,
	BUFFER_ASSERTS = 0x12B7,
	DISPATCH_ASSERTS = 0x12B8,
	DEVICE_SIDE_SYNC = 1 << 2,
	STATE_FINALIZED = 2,
	DISPATCH_CONFIG = 0,
};

typedef cl_command_buffer_khr cb_t;
typedef const cl_properties *props_t;
typedef const cl_sync_point_khr *points_t;
typedef const size_t *sizes_t;

// These ends all recording functions have.
#define RECORD cl_uint, points_t, cl_sync_point_khr *, cl_mutable_command_khr *

typedef struct {
	cl_uint index;
	size_t size;
	const void *value;
} item_t;

typedef struct {
	cl_mutable_command_khr command;
	cl_uint num_args, num_svm_args, num_exec_infos, work_dim;
	const item_t *args, *svm_args, *exec_infos;
	sizes_t offset, global, local;
} config_t;

#define FUNCTIONS(F) \
	F(cb_t, clCreateCommandBufferKHR, (cl_uint, const cl_command_queue *, props_t, cl_int *)) \
	F(cl_int, clRetainCommandBufferKHR, (cb_t)) \
	F(cl_int, clReleaseCommandBufferKHR, (cb_t)) \
	F(cl_int, clFinalizeCommandBufferKHR, (cb_t)) \
	F(cl_int, clEnqueueCommandBufferKHR, (cl_uint, cl_command_queue *, cb_t, cl_uint, const cl_event *, cl_event *)) \
	F(cl_int, clCommandBarrierWithWaitListKHR, (cb_t, cl_command_queue, props_t, RECORD)) \
	F(cl_int, clCommandCopyBufferKHR, (cb_t, cl_command_queue, props_t, cl_mem, cl_mem, size_t, size_t, size_t, RECORD)) \
	F(cl_int, clCommandCopyBufferRectKHR, (cb_t, cl_command_queue, props_t, cl_mem, cl_mem, sizes_t, sizes_t, sizes_t, size_t, size_t, size_t, size_t, RECORD)) \
	F(cl_int, clCommandCopyBufferToImageKHR, (cb_t, cl_command_queue, props_t, cl_mem, cl_mem, size_t, sizes_t, sizes_t, RECORD)) \
	F(cl_int, clCommandCopyImageKHR, (cb_t, cl_command_queue, props_t, cl_mem, cl_mem, sizes_t, sizes_t, sizes_t, RECORD)) \
	F(cl_int, clCommandCopyImageToBufferKHR, (cb_t, cl_command_queue, props_t, cl_mem, cl_mem, sizes_t, sizes_t, size_t, RECORD)) \
	F(cl_int, clCommandFillBufferKHR, (cb_t, cl_command_queue, props_t, cl_mem, const void *, size_t, size_t, size_t, RECORD)) \
	F(cl_int, clCommandFillImageKHR, (cb_t, cl_command_queue, props_t, cl_mem, const void *, sizes_t, sizes_t, RECORD)) \
	F(cl_int, clCommandSVMMemcpyKHR, (cb_t, cl_command_queue, props_t, void *, const void *, size_t, RECORD)) \
	F(cl_int, clCommandSVMMemFillKHR, (cb_t, cl_command_queue, props_t, void *, const void *, size_t, size_t, RECORD)) \
	F(cl_int, clCommandNDRangeKernelKHR, (cb_t, cl_command_queue, props_t, cl_kernel, cl_uint, sizes_t, sizes_t, sizes_t, RECORD)) \
	F(cl_int, clGetCommandBufferInfoKHR, (cb_t, cl_uint, size_t, void *, size_t *)) \
	F(cl_int, clUpdateMutableCommandsKHR, (cb_t, cl_uint, const cl_uint *, const void **)) \
	F(cl_int, clGetMutableCommandInfoKHR, (cl_mutable_command_khr, cl_uint, size_t, void *, size_t *)) \
	F(cb_t, clRemapCommandBufferKHR, (cb_t, cl_bool, cl_uint, const cl_command_queue *, cl_uint, const cl_mutable_command_khr *, cl_mutable_command_khr *, cl_int *))

// The names with an underscore at the end are the functions.
#define DECLARE(result, name, parameters) static result (*name##_) parameters;
FUNCTIONS(DECLARE)
#undef DECLARE

static inline void find_functions(void) {
#define FIND(result, name, parameters) \
	name##_ = (result (*) parameters)clGetExtensionFunctionAddressForPlatform(platform, #name); \
	check(name##_ != NULL, #name); \
	if (name##_ == NULL) exit(done());
	FUNCTIONS(FIND)
#undef FIND
}

static inline cb_t recorder(props_t properties) {
	cl_int status;
	cb_t buffer = clCreateCommandBufferKHR_(1, &queue, properties, &status);
	ok(status);
	if (status) exit(done());
	return buffer;
}

static inline cl_uint uint_of(cb_t buffer, cl_uint name) {
	cl_uint value = ~0u;
	ok(clGetCommandBufferInfoKHR_(buffer, name, sizeof value, &value, NULL));
	return value;
}

#endif
