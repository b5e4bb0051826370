// Error codes that the programs of the areas do not come to, each once: creation, queries, suggested sizes, arguments of another
// context, programs, updates of recorded kernels.
#include "command_buffer/functions.h"
#include "driver.h"

static cl_int status;
static cl_context foreign;
static cl_command_queue of_other;
static cl_mem buffer;
static cl_kernel kernel, of_other_kernel;
static char host[256];

static void discovery(void) {
	cl_int (*icd_platforms)(cl_uint, cl_platform_id *, cl_uint *) = driver_function("clIcdGetPlatformIDsKHR");
	cl_int (*platforms)(cl_uint, cl_platform_id *, cl_uint *) = driver_function("clGetPlatformIDs");
	cl_platform_id p;
	check_status(icd_platforms(0, &p, NULL), CL_INVALID_VALUE);
	check_status(icd_platforms(0, NULL, NULL), CL_INVALID_VALUE);
	check_status(platforms(0, &p, NULL), CL_INVALID_VALUE);
	check_status(platforms(0, NULL, NULL), CL_INVALID_VALUE);
	cl_context_properties wrong[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)device, 0};
	cl_context (*create)(const cl_context_properties *, cl_uint, cl_device_id *, void *, void *, cl_int *) = driver_function("clCreateContext");
	check_create(create(wrong, 1, &device, NULL, NULL, &status), CL_INVALID_PLATFORM);
	cl_context (*from_type)(const cl_context_properties *, cl_device_type, void *, void *, cl_int *) = driver_function("clCreateContextFromType");
	check_create(from_type(wrong, CL_DEVICE_TYPE_ALL, NULL, NULL, &status), CL_INVALID_PLATFORM);
	cl_ulong time;
	check_status(clGetDeviceAndHostTimer((cl_device_id)queue, &time, &time), CL_INVALID_DEVICE);
	check_status(clGetHostTimer((cl_device_id)queue, &time), CL_INVALID_DEVICE);
	check_status(clGetHostTimer(device, NULL), CL_INVALID_VALUE);
}

static void objects(void) {
	cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, odd = {CL_DEPTH, CL_FLOAT};
	cl_image_desc square = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
	check_create(clCreateImage3D(context, 0, &odd, 8, 8, 8, 0, 0, NULL, &status), CL_IMAGE_FORMAT_NOT_SUPPORTED);
	check_create(clCreateImage3D(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, 8, 8, 8, 0, 0, NULL, &status), CL_INVALID_VALUE);
	cl_mem_properties nowhere[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 0, CL_DEVICE_HANDLE_LIST_KHR, (cl_mem_properties)queue, CL_DEVICE_HANDLE_LIST_END_KHR, 0};
	check_create(clCreateImageWithProperties(context, nowhere, 0, &rgba, &square, NULL, &status), CL_INVALID_DEVICE);
	check_create(clCreateBufferWithProperties(context, nowhere, 0, 64, NULL, &status), CL_INVALID_DEVICE);
	cl_mem (*create_intel)(cl_context, const cl_properties *, cl_mem_flags, size_t, void *, cl_int *) = extension_function("clCreateBufferWithPropertiesINTEL");
	cl_properties unknown[] = {0x7777, 1, 0};
	check_create(create_intel((cl_context)queue, NULL, 0, 64, NULL, &status), CL_INVALID_CONTEXT);
	check_create(create_intel(context, unknown, 0, 64, NULL, &status), CL_INVALID_VALUE);
	check_create(create_intel(context, NULL, 0, 0, NULL, &status), CL_INVALID_BUFFER_SIZE);
	check_create(create_intel(context, NULL, 0, 64, host, &status), CL_INVALID_HOST_PTR);
	check_create(create_intel(context, NULL, CL_MEM_USE_HOST_PTR, 64, NULL, &status), CL_INVALID_HOST_PTR);
	check_create(clCreateBufferWithProperties((cl_context)queue, NULL, 0, 64, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateBufferWithProperties(context, NULL, 0, 64, host, &status), CL_INVALID_HOST_PTR);
	check_create(clCreateBufferWithProperties(context, NULL, 3, 64, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateCommandQueue((cl_context)queue, device, 0, &status), CL_INVALID_CONTEXT);
	cl_queue_properties large[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE, 1u << 31, 0};
	check_create(clCreateCommandQueueWithProperties(context, device, large, &status), CL_INVALID_QUEUE_PROPERTIES);
	check_create(clCreateCommandQueueWithProperties(context, device, (cl_queue_properties[]){CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
		CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, 0}, &status), CL_INVALID_QUEUE_PROPERTIES);
	check_status(clSetContextDestructorCallback((cl_context)queue, NULL, NULL), CL_INVALID_CONTEXT);
	check_create(clCreateUserEvent((cl_context)queue, &status), CL_INVALID_CONTEXT);
	cl_sampler sampler = (cl_sampler)queue;
	check_status(clRetainSampler(sampler), CL_INVALID_SAMPLER);
	check_status(clReleaseSampler(sampler), CL_INVALID_SAMPLER);
	cl_mem image = clCreateImage(context, 0, &rgba, &square, NULL, &status);
	check_status(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clGetImageInfo(image, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetImageInfo(image, CL_IMAGE_WIDTH, 1, host, NULL), CL_INVALID_VALUE);
	cl_int (*wait)(cl_uint, const cl_event *) = driver_function("clWaitForEvents");
	check_status(wait(0, NULL), CL_INVALID_VALUE);
	check_create(clCreatePipe((cl_context)queue, 0, 4, 4, NULL, &status), CL_INVALID_CONTEXT);
	check_status(clSetDefaultDeviceCommandQueue((cl_context)queue, device, queue), CL_INVALID_CONTEXT);
	check_status(clSetCommandQueueProperty(queue, 1 << 20, CL_TRUE, NULL), CL_INVALID_VALUE);
	size_t many[2] = {(size_t)1 << 40, (size_t)1 << 40};
	check_status(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, many, NULL, 0, NULL, NULL), CL_INVALID_GLOBAL_WORK_SIZE);
	check_status(clEnqueueSVMFree(queue, 1, NULL, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	void *none[1] = {NULL};
	check_status(clEnqueueSVMFree(queue, 1, none, NULL, NULL, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueSVMFree((cl_command_queue)buffer, 1, none, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
}

static void suggestions(const char *name) {
	cl_int (*suggest)(cl_command_queue, cl_kernel, cl_uint, sizes_t, sizes_t, size_t *) = driver_function(name);
	size_t eight = 8, zero = 0, far = SIZE_MAX - 2, got[3];
	cl_kernel no_args = kernel_of(build("kernel void f(global int *p) {}"), "f");
	check_status(suggest((cl_command_queue)buffer, kernel, 1, NULL, &eight, got), CL_INVALID_COMMAND_QUEUE);
	check_status(suggest(queue, (cl_kernel)buffer, 1, NULL, &eight, got), CL_INVALID_KERNEL);
	check_status(suggest(queue, of_other_kernel, 1, NULL, &eight, got), CL_INVALID_CONTEXT);
	check_status(suggest(queue, no_args, 1, NULL, &eight, got), CL_INVALID_KERNEL_ARGS);
	check_status(suggest(queue, kernel, 0, NULL, &eight, got), CL_INVALID_WORK_DIMENSION);
	check_status(suggest(queue, kernel, 4, NULL, &eight, got), CL_INVALID_WORK_DIMENSION);
	check_status(suggest(queue, kernel, 1, &far, &eight, got), CL_INVALID_GLOBAL_OFFSET);
	check_status(suggest(queue, kernel, 1, NULL, NULL, got), CL_INVALID_GLOBAL_WORK_SIZE);
	check_status(suggest(queue, kernel, 1, NULL, &zero, got), CL_INVALID_GLOBAL_WORK_SIZE);
	check_status(suggest(queue, kernel, 1, NULL, &eight, NULL), CL_INVALID_VALUE);
	ok(suggest(queue, kernel, 1, NULL, &eight, got));
}

static void sub_groups(const char *name) {
	cl_int (*query)(cl_kernel, cl_device_id, cl_uint, size_t, const void *, size_t, void *, size_t *) = driver_function(name);
	size_t sizes[1] = {8}, got;
	check_status(query((cl_kernel)buffer, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof sizes, sizes, sizeof got, &got, NULL), CL_INVALID_KERNEL);
	check_status(query(kernel, (cl_device_id)queue, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof sizes, sizes, sizeof got, &got, NULL), CL_INVALID_DEVICE);
	check_status(query(kernel, device, 0x7777, sizeof sizes, sizes, sizeof got, &got, NULL), CL_INVALID_VALUE);
	check_status(query(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof sizes, sizes, 1, &got, NULL), CL_INVALID_VALUE);
	check_status(query(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 3, sizes, sizeof got, &got, NULL), CL_INVALID_VALUE);
	check_status(query(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof sizes, NULL, sizeof got, &got, NULL), CL_INVALID_VALUE);
}

// foreign_arguments: objects of another context are CL_INVALID_CONTEXT, of whatever kind.
static void foreign_arguments(void) {
	cl_kernel k = kernel_of(build_with("kernel void f(global int *b, read_only image2d_t i, sampler_t s, read_only pipe int p, queue_t q) {}", "-cl-std=CL3.0"), "f");
	cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc square = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
	cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	void *objects[5] = {clCreateBuffer(foreign, 0, 64, NULL, &status), clCreateImage(foreign, 0, &rgba, &square, NULL, &status),
		clCreateSamplerWithProperties(foreign, NULL, &status), clCreatePipe(foreign, 0, 4, 8, NULL, &status), clCreateCommandQueueWithProperties(foreign, device, on_device, &status)};
	static const cl_int of_wrong_kind[5] = {CL_INVALID_MEM_OBJECT, CL_INVALID_MEM_OBJECT, CL_INVALID_SAMPLER, CL_INVALID_MEM_OBJECT, CL_INVALID_DEVICE_QUEUE};
	for (int i = 0; i < 5; i++) {
		check(objects[i] != NULL, "object %d", i);
		check_status(clSetKernelArg(k, i, sizeof(void *), &objects[i]), CL_INVALID_CONTEXT);
		check_status(clSetKernelArg(k, i, sizeof(void *), &kernel), of_wrong_kind[i]);
	}
	check_status(clSetKernelExecInfo((cl_kernel)buffer, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL), CL_INVALID_KERNEL);
	cl_int (*set_address)(cl_kernel, cl_uint, cl_ulong) = extension_function("clSetKernelArgDevicePointerEXT");
	check_status(set_address((cl_kernel)buffer, 0, 0), CL_INVALID_KERNEL);
	check_status(set_address(k, 7, 0), CL_INVALID_ARG_INDEX);
	check_status(set_address(k, 1, 0), CL_INVALID_ARG_INDEX);
}

static void programs(void) {
	cl_program (*from_il)(cl_context, const void *, size_t, cl_int *) = extension_function("clCreateProgramWithILKHR");
	check_create(from_il((cl_context)queue, host, 20, &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithIL((cl_context)queue, host, 20, &status), CL_INVALID_CONTEXT);
	check_create(from_il(context, NULL, 20, &status), CL_INVALID_VALUE);
	check_create(from_il(context, host, 0, &status), CL_INVALID_VALUE);
	check_create(from_il(context, host, sizeof host, &status), CL_INVALID_VALUE);
	const char *source = "void missing(void); kernel void f(void) { missing(); }";
	cl_program open = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	ok(clCompileProgram(open, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
	cl_program linked = clLinkProgram(context, 0, NULL, "", 1, &open, NULL, NULL, &status);
	check(status == CL_LINK_PROGRAM_FAILURE, "%d", status);
	cl_program plain = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	check_status(clSetProgramSpecializationConstant(plain, 1, 4, host), CL_INVALID_PROGRAM);
	check_status(clSetProgramSpecializationConstant((cl_program)queue, 1, 4, host), CL_INVALID_PROGRAM);
	check_status(clSetProgramReleaseCallback((cl_program)queue, NULL, NULL), CL_INVALID_PROGRAM);
	check_status(clSetProgramReleaseCallback(plain, NULL, NULL), CL_INVALID_OPERATION);
}

// update changes one command of a mutable command-buffer.
static void update(cb_t b, config_t *config, cl_int wanted) {
	const cl_uint types[] = {DISPATCH_CONFIG};
	const void *configs[] = {config};
	check_status(clUpdateMutableCommandsKHR_(b, 1, types, configs), wanted);
}

// updates of a recorded kernel have the errors of the calls that would set the same on a kernel.
static void updates(void) {
	cl_mutable_command_khr command;
	size_t eight = 8, three = 3, huge = 1 << 20, far = SIZE_MAX - 2, many = (size_t)1 << 63, none = 0;
	int number = 1;
	void *list[] = {host};
	cl_kernel k = kernel_of(build_with("kernel void f(global int *b, int n, local int *l, queue_t q, sampler_t s) { if (b) b[0] = n; }", "-cl-std=CL3.0"), "f");
	arg(k, 0, buffer);
	arg(k, 1, number);
	local_arg(k, 2, 64);
	cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	cl_command_queue side = clCreateCommandQueueWithProperties(context, device, on_device, &status);
	cl_sampler sampler = clCreateSamplerWithProperties(context, NULL, &status);
	arg(k, 3, side);
	arg(k, 4, sampler);
	cb_t b = recorder((cl_properties[]){CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0});
	ok(clCommandNDRangeKernelKHR_(b, NULL, NULL, k, 1, NULL, &eight, &eight, 0, NULL, NULL, &command));
	update(b, &(config_t){.command = command}, CL_INVALID_OPERATION); // not finalised
	ok(clFinalizeCommandBufferKHR_(b));
#define changed(wanted, ...) update(b, &(config_t){.command = command, __VA_ARGS__}, wanted)
#define argument(...) .num_args = 1, .args = &(item_t){__VA_ARGS__}
#define pointer(...) .num_svm_args = 1, .svm_args = &(item_t){__VA_ARGS__}
#define info(...) .num_exec_infos = 1, .exec_infos = &(item_t){__VA_ARGS__}
	cl_mem far_buffer = clCreateBuffer(foreign, 0, 64, NULL, &status), wrong = (cl_mem)queue;
	changed(CL_INVALID_ARG_INDEX, argument(5, sizeof number, &number));
	changed(CL_INVALID_ARG_SIZE, argument(1, 3, &number));
	changed(CL_INVALID_ARG_VALUE, argument(1, sizeof number, NULL));
	changed(CL_INVALID_ARG_VALUE, argument(2, sizeof number, &number));
	changed(CL_INVALID_MEM_OBJECT, argument(0, sizeof wrong, &wrong));
	changed(CL_INVALID_DEVICE_QUEUE, argument(3, sizeof queue, &queue));
	changed(CL_INVALID_SAMPLER, argument(4, sizeof wrong, &wrong));
	changed(CL_INVALID_CONTEXT, argument(0, sizeof far_buffer, &far_buffer));
	changed(CL_INVALID_ARG_INDEX, pointer(9, 0, host));
	changed(CL_INVALID_VALUE, info(0x7777, sizeof list, list));
	changed(CL_INVALID_WORK_GROUP_SIZE, .local = &huge);
	changed(CL_INVALID_WORK_GROUP_SIZE, .local = &none);
	changed(CL_INVALID_GLOBAL_OFFSET, .offset = &far);
	changed(CL_INVALID_GLOBAL_WORK_SIZE, .global = &many);
	changed(CL_INVALID_OPERATION, .work_dim = 2);
	changed(CL_INVALID_OPERATION, .local = &three); // groups of different sizes
	changed(CL_INVALID_VALUE, .num_args = 1);
	changed(CL_INVALID_VALUE, .num_svm_args = 1);
	changed(CL_INVALID_VALUE, .num_exec_infos = 1);
	update(b, &(config_t){.command = (cl_mutable_command_khr)buffer}, CL_INVALID_MUTABLE_COMMAND_KHR);
	check_status(clGetMutableCommandInfoKHR_((cl_mutable_command_khr)buffer, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 0, NULL, NULL), CL_INVALID_MUTABLE_COMMAND_KHR);
	// nothing of it has changed the command
	ok(clEnqueueCommandBufferKHR_(0, NULL, b, 0, NULL, NULL));
	read_back(buffer, &number, sizeof number);
	check(number == 1, "%d", number);
	ok(clReleaseCommandBufferKHR_(b));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	foreign = other_context();
	of_other = clCreateCommandQueue(foreign, device, 0, &status);
	buffer = buffer_of(256, NULL);
	const char *source = "kernel void f() {}";
	kernel = kernel_of(build(source), "f");
	cl_program program = clCreateProgramWithSource(foreign, 1, &source, NULL, &status);
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	of_other_kernel = kernel_of(program, "f");
	discovery();
	objects();
	suggestions("clGetKernelSuggestedLocalWorkSize");
	suggestions("clGetKernelSuggestedLocalWorkSizeKHR");
	sub_groups("clGetKernelSubGroupInfo");
	sub_groups("clGetKernelSubGroupInfoKHR");
	foreign_arguments();
	programs();
	updates();
	return done();
}
