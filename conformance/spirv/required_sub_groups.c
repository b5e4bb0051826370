// Modules that require a size of sub-groups and their number in a work-group: queries, launches, and local sizes that do
// not fit.
#include "spirv/modules.h"

static size_t query(cl_kernel kernel, cl_uint name, size_t in) {
	size_t value = 77;
	ok(clGetKernelSubGroupInfo(kernel, device, name, sizeof in, &in, sizeof value, &value, NULL));
	return value;
}

int main(void) {
	open_device();
	cl_int status;
	cl_program program = load_module("sub_groups");
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel four = kernel_of(program, "four"), many = kernel_of(program, "many");
	check(query(four, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0) == 4);
	check(query(many, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0) == 1000000);
	check(query(four, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 64) == 16);
	char text[200];
	ok(clGetKernelInfo(four, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
	check(strstr(text, "intel_reqd_sub_group_size(16)"), "%s", text);
	cl_uint count = 0;
	cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof count, &count, &status);
	ok(status);
	ok(clSetKernelArg(four, 0, sizeof out, &out));
	ok(clSetKernelArg(many, 0, sizeof out, &out));
	size_t global = 128, sizes[] = {64, 50, 48, 65, 128};
	for (int i = 0; i < 5; i++) { // the first two make four sub-groups, of which the last may be smaller
		status = clEnqueueNDRangeKernel(queue, four, 1, NULL, &global, &sizes[i], 0, NULL, NULL);
		check(status == (i < 2 ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE), "local size %zu: %d", sizes[i], status);
	}
	global = 64;
	ok(clEnqueueNDRangeKernel(queue, four, 1, NULL, &global, NULL, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof count, &count, 0, NULL, NULL));
	check(count == 4, "%u sub-groups", count);
	check_status(clEnqueueNDRangeKernel(queue, many, 1, NULL, &global, NULL, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
	check_status(clEnqueueNDRangeKernel(queue, many, 1, NULL, &global, &global, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
	return done();
}
