// Kernel arguments: every kind, every error, argument info, work-group info, clones, launches with what is not set.
#include "check.h"

static const char *source =
"typedef struct { int a; float b; } Pair;\n"
"kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n"
"void each_kind(global const float4 *in, constant int *table, local uint *scratch, Pair pair, uchar small, global int *out) {\n"
"  scratch[get_local_id(0)] = get_local_id(0);\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  if (get_global_id(0) == 0) { out[0] = pair.a + small + table[1] + (int)in[0].y + scratch[7]; out[1] = in == 0; }\n"
"}\n";

static cl_kernel kernel;

static void test_errors(cl_mem m) {
	int i = 1;
	check_status(clSetKernelArg(kernel, 6, sizeof i, &i), CL_INVALID_ARG_INDEX);
	check_status(clSetKernelArg(kernel, 4, sizeof i, &i), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 4, 1, NULL), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(kernel, 0, sizeof i, &m), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 2, 16, &m), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(NULL, 0, sizeof m, &m), CL_INVALID_KERNEL);
	check_status(clSetKernelArg(kernel, 0, sizeof queue, &queue), CL_INVALID_MEM_OBJECT);
	check_status(clSetKernelArg(kernel, 0, sizeof m, m), CL_INVALID_MEM_OBJECT); // not &m
	size_t global = 8, local = 8;
	check_status(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
}

static void test_launch_errors(void) {
	size_t global[3] = {8, 1, 1}, local[3] = {8, 1, 1}, wrong[3] = {4, 1, 1};
	check_status(clEnqueueNDRangeKernel(queue, kernel, 0, NULL, global, local, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
	check_status(clEnqueueNDRangeKernel(queue, kernel, 4, NULL, global, local, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
	check_status(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, wrong, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
	check_status(clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, global, local, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueNDRangeKernel(queue, NULL, 1, NULL, global, local, 0, NULL, NULL), CL_INVALID_KERNEL);
	size_t huge[3] = {1 << 20, 1, 1};
	check_status(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, huge, huge, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
}

static void test_info(void) {
	char text[100];
	cl_uint count = 0;
	ok(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof text, text, NULL));
	check(strcmp(text, "each_kind") == 0, "%s", text);
	ok(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
	check(count == 6, "%u", count);
	ok(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
	check(strstr(text, "reqd_work_group_size(8") != NULL, "%s", text);
	static const char *types[6] = {"float4*", "int*", "uint*", "Pair", "uchar", "int*"}, *names[6] = {"in", "table", "scratch", "pair", "small", "out"};
	static const cl_kernel_arg_address_qualifier spaces[6] = {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_CONSTANT,
		CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ADDRESS_GLOBAL};
	for (int i = 0; i < 6; i++) {
		ok(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
		check(strcmp(text, types[i]) == 0, "%d: %s", i, text);
		ok(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
		check(strcmp(text, names[i]) == 0, "%d: %s", i, text);
		cl_kernel_arg_address_qualifier space = 0;
		ok(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL));
		check(space == spaces[i], "%d: %x", i, space);
	}
	cl_kernel_arg_type_qualifier qualifiers = 0;
	ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifiers, &qualifiers, NULL));
	check(qualifiers == CL_KERNEL_ARG_TYPE_CONST, "%llx", (unsigned long long)qualifiers);
	check_status(clGetKernelArgInfo(kernel, 6, CL_KERNEL_ARG_NAME, sizeof text, text, NULL), CL_INVALID_ARG_INDEX);
	size_t sizes[3] = {0}, most = 0;
	ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes, NULL));
	check(sizes[0] == 8 && sizes[1] == 1 && sizes[2] == 1, "%zu", sizes[0]);
	ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
	check(most >= 8, "%zu", most);
	cl_ulong local = 0;
	ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
	check(local >= 32, "%llu", (unsigned long long)local);
}

int main(void) {
	open_device();
	cl_program program = build_with(source, "-cl-kernel-arg-info");
	kernel = kernel_of(program, "each_kind");
	struct { cl_int a; cl_float b; } pair = {100, 1};
	float in[4] = {1, 20, 3, 4};
	int table[2] = {5, 3000}, got[2] = {0, 0};
	cl_mem min = buffer_of(sizeof in, in), mtable = buffer_of(sizeof table, table), mout = buffer_of(8, NULL);
	unsigned char small = 255;
	test_errors(mout);
	arg(kernel, 0, min); arg(kernel, 1, mtable); local_arg(kernel, 2, 32);
	arg(kernel, 3, pair); arg(kernel, 4, small); arg(kernel, 5, mout);
	run1(kernel, 8, 8);
	read_back(mout, got, 8);
	check(got[0] == 100 + 255 + 3000 + 20 + 7 && got[1] == 0, "%d", got[0]);
	test_launch_errors();
	test_info();
	cl_int status;
	cl_kernel copy = clCloneKernel(kernel, &status);
	ok(status);
	pair.a = 0;
	arg(copy, 3, pair);
	run1(copy, 8, 8);
	read_back(mout, got, 8);
	check(got[0] == 255 + 3000 + 20 + 7, "clone: %d", got[0]);
	run1(kernel, 8, 8);
	read_back(mout, got, 8);
	check(got[0] == 100 + 255 + 3000 + 20 + 7, "original: %d", got[0]);
	return done();
}
