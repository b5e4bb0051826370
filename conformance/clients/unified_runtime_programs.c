// What the OpenCL adapter of Unified Runtime (DPC++) asks of a driver beside memory: functions by name, of which it does
// without those that are not there; programs whose errors it hands on; local memory as an argument; sub-groups, asked for
// with the largest sizes of work-groups; queues with hints, as AdaptiveCpp makes them, too; questions that only others know.
#include "svm/shared.h"
#include <CL/cl_ext.h>

enum { SPILL_MEM_SIZE = 0x4109, REGISTER_COUNT = 0x425B, COMMAND_BUFFER_CAPABILITIES = 0x12A9, SIMULTANEOUS_USE = 1 << 2 };

static void functions(void) {
	static const char *const needed[] = {"clCreateBufferWithPropertiesINTEL", "clCreateProgramWithILKHR", "clGetKernelSubGroupInfoKHR", "clCreateCommandBufferKHR",
		"clFinalizeCommandBufferKHR", "clEnqueueCommandBufferKHR", "clCommandNDRangeKernelKHR", "clCommandCopyBufferKHR", "clCommandCopyBufferRectKHR", "clCommandFillBufferKHR",
		"clCommandBarrierWithWaitListKHR", "clCommandSVMMemcpyKHR", "clCommandSVMMemFillKHR", "clUpdateMutableCommandsKHR", "clGetCommandBufferInfoKHR", "clMemBlockingFreeINTEL"};
	static const char *const others[] = {"clGetDeviceFunctionPointerINTEL", "clGetDeviceGlobalVariablePointerINTEL", "clEnqueueReadGlobalVariableINTEL",
		"clEnqueueWriteGlobalVariableINTEL", "clEnqueueReadHostPipeINTEL", "clEnqueueWriteHostPipeINTEL"};
	for (unsigned i = 0; i < sizeof needed / sizeof *needed; i++) check(extension_function(needed[i]), "no %s", needed[i]);
	for (unsigned i = 0; i < sizeof others / sizeof *others; i++) check(!clGetExtensionFunctionAddressForPlatform(platform, others[i]), "%s is there, but no extension that has it", others[i]);
	check(!has_extension("cl_intel_global_variable_access") && !has_extension("cl_intel_program_scope_host_pipe"), "an extension without its functions");
	cl_bitfield can = 0;
	ok(clGetDeviceInfo(device, COMMAND_BUFFER_CAPABILITIES, sizeof can, &can, NULL));
	check(can & SIMULTANEOUS_USE, "%#lx", (long)can);
}

static void programs(void) {
	static const char *with = "int f(int); kernel void k(global int *p) { p[0] = f(p[0]); }";
	const unsigned char damaged[16] = {1, 2, 3}, *list = damaged;
	size_t size = sizeof damaged;
	cl_int status, of_device = 77;
	char log[1000] = "";
	check(!clCreateProgramWithIL(context, NULL, 16, &status) && status == CL_INVALID_VALUE, "%d", status);
	check(!clCreateProgramWithIL(context, damaged, 0, &status) && status == CL_INVALID_VALUE, "%d", status);
	check(!clCreateProgramWithIL(context, damaged, size, &status) && status == CL_INVALID_VALUE, "%d", status);
	check(!clCreateProgramWithBinary(context, 1, &device, &size, &list, &of_device, &status) && status == CL_INVALID_BINARY, "%d", status);
	check(of_device == CL_INVALID_BINARY, "%d", of_device);
	cl_program unit = clCreateProgramWithSource(context, 1, &with, NULL, &status);
	ok(clCompileProgram(unit, 1, &device, "", 0, NULL, NULL, NULL, NULL));
	cl_program linked = clLinkProgram(context, 1, &device, "", 1, &unit, NULL, NULL, &status);
	check(linked && status == CL_LINK_PROGRAM_FAILURE, "%d", status);
	ok(clGetProgramBuildInfo(linked, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	check(strstr(log, "f"), "the log does not tell what is missing: %s", log);
	ok(clReleaseProgram(linked));
	ok(clReleaseProgram(unit));
}

static size_t in_sub_groups(cl_kernel k, cl_kernel_sub_group_info name, const size_t *sizes, size_t bytes) {
	size_t number = 0;
	ok(clGetKernelSubGroupInfo(k, device, name, bytes, sizes, sizeof number, &number, NULL));
	return number;
}

static void kernels(void) {
	cl_kernel k = kernel_of(build_with("kernel void k(global int *p, local int *l) { l[get_local_id(0)] = get_local_id(0); barrier(CLK_LOCAL_MEM_FENCE); "
		"p[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)]; }", "-cl-std=CL3.0"), "k");
	size_t sizes[3], bytes = 64;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
	size_t most = in_sub_groups(k, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizes, sizeof sizes);
	check(most > 0 && in_sub_groups(k, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizes, sizeof sizes) > 0, "%zu", most);
	check(in_sub_groups(k, CL_KERNEL_MAX_NUM_SUB_GROUPS, NULL, 0) > 0 && in_sub_groups(k, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, NULL, 0) == 0, "numbers of sub-groups");
	static const cl_kernel_work_group_info strange[] = {SPILL_MEM_SIZE, REGISTER_COUNT};
	for (int i = 0; i < 2; i++) {
		cl_ulong answer = 0;
		cl_int status = clGetKernelWorkGroupInfo(k, device, strange[i], sizeof answer, &answer, NULL);
		check(status == CL_INVALID_VALUE || status == CL_SUCCESS, "%#x: %d", strange[i], status);
	}
	cl_ulong used = 0;
	int *p = clSharedMemAllocINTEL_(context, device, NULL, 256 * sizeof *p, 0, NULL);
	ok(clSetKernelArgMemPointerINTEL_(k, 0, p));
	for (; bytes <= 256; bytes *= 2) { // set anew, the block is packed again
		local_arg(k, 1, bytes * sizeof *p);
		ok(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof used, &used, NULL));
		check(used >= bytes * sizeof *p, "%zu", (size_t)used);
		run1(k, 256, bytes);
		ok(clFinish(queue));
		check(p[0] == (int)bytes - 1 && p[bytes - 1] == 0, "%d %d", p[0], p[bytes - 1]);
	}
	ok(clMemBlockingFreeINTEL_(context, p));
	ok(clReleaseKernel(k));
}

static void queues_with_hints(void) {
	static const cl_queue_priority_khr priorities[] = {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR};
	check(has_extension("cl_khr_priority_hints"), "no hints");
	for (int i = 0; i < 3; i++) {
		cl_int status, got[4] = {0}, four = 4;
		cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_PRIORITY_KHR, priorities[i], 0};
		cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &status);
		ok(status);
		cl_event filled, marked;
		int *p = clDeviceMemAllocINTEL_(context, device, NULL, sizeof got, 0, &status);
		ok(clEnqueueMemFillINTEL_(q, p, &four, sizeof four, sizeof got, 0, NULL, &filled));
		ok(clEnqueueMarkerWithWaitList(q, 1, &filled, &marked));
		ok(clEnqueueMemcpyINTEL_(q, CL_TRUE, got, p, sizeof got, 1, &marked, NULL));
		check(got[0] == 4 && got[3] == 4, "%d %d", got[0], got[3]);
		cl_ulong ended = 0;
		ok(clGetEventProfilingInfo(marked, CL_PROFILING_COMMAND_END, sizeof ended, &ended, NULL));
		check(ended > 0, "no time");
		ok(clReleaseEvent(filled));
		ok(clReleaseEvent(marked));
		ok(clMemBlockingFreeINTEL_(context, p));
		ok(clReleaseCommandQueue(q));
	}
}

int main(void) {
	open_device();
	find_functions();
	functions();
	programs();
	kernels();
	queues_with_hints();
	return done();
}
