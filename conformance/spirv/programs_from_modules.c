// Programs from SPIR-V: creating, queries, specialisation constants, both byte orders, each error of the specification.
#include "spirv/modules.h"

static cl_ulong results[4];

static void run(cl_program program) {
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, "special", &status);
	ok(status);
	cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof results, NULL, &status);
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof out, &out));
	size_t one = 1;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL));
	ok(clReleaseMemObject(out));
	ok(clReleaseKernel(kernel));
}

static void expect(cl_ulong sum, cl_ulong chosen, cl_ulong number, cl_ulong character) {
	check(results[0] == sum && results[1] == chosen && results[2] == number && results[3] == character,
		"%lu %lu %lu %lu", results[0], results[1], results[2], results[3]);
}

static void constants(void) {
	cl_program program = load_module("special");
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	run(program);
	expect(30, 4, 1, 5);

	cl_uint number = 100;
	cl_ulong large = 1ul << 40;
	cl_uchar truth = 1;
	double real = 7.25;
	signed char character = -3;
	ok(clSetProgramSpecializationConstant(program, 1, sizeof number, &number));
	ok(clSetProgramSpecializationConstant(program, 2, sizeof large, &large));
	ok(clSetProgramSpecializationConstant(program, 3, sizeof truth, &truth));
	ok(clSetProgramSpecializationConstant(program, 4, sizeof real, &real));
	ok(clSetProgramSpecializationConstant(program, 5, sizeof character, &character));
	check_status(clSetProgramSpecializationConstant(program, 6, sizeof number, &number), CL_INVALID_SPEC_ID);
	check_status(clSetProgramSpecializationConstant(program, 1, sizeof large, &large), CL_INVALID_VALUE);
	check_status(clSetProgramSpecializationConstant(program, 1, sizeof number, NULL), CL_INVALID_VALUE);
	check_status(clSetProgramSpecializationConstant(NULL, 1, sizeof number, &number), CL_INVALID_PROGRAM);
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	run(program);
	expect((1ul << 40) + 100, 5, 7, -3);
	ok(clReleaseProgram(program));
}

static void queries(void) {
	size_t bytes, size = 0;
	unsigned char *code = read_module("special", &bytes), back[4096];
	cl_program program = load_module("special");
	ok(clGetProgramInfo(program, CL_PROGRAM_IL, sizeof back, back, &size));
	check(size == bytes && memcmp(code, back, bytes) == 0);
	ok(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof back, back, &size));
	check(size <= 1);
	ok(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
	ok(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof back, back, NULL));
	check(strcmp((char *)back, "special") == 0, "%s", back);

	cl_int status;
	cl_kernel kernel = clCreateKernel(program, "special", &status);
	ok(status);
	size_t group[3] = {0};
	ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof group, group, NULL));
	check(group[0] == 1 && group[1] == 1 && group[2] == 1);
	char text[64];
	check_status(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof text, text, NULL),
		CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
	check_status(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof text, text, NULL), CL_INVALID_ARG_INDEX);
	ok(clReleaseKernel(kernel));

	// its binary makes the same program, which knows as little of the arguments
	unsigned char *binary = malloc(1 << 20), *list[1] = {binary};
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof list, list, NULL));
	cl_program again = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)list, NULL, &status);
	ok(status);
	ok(clBuildProgram(again, 1, &device, NULL, NULL, NULL));
	kernel = clCreateKernel(again, "special", &status);
	ok(status);
	check_status(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof text, text, NULL),
		CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
	check_status(clGetKernelArgInfo(kernel, 0, 0x7777, sizeof text, text, NULL), CL_INVALID_VALUE);
	ok(clReleaseKernel(kernel));
	run(again);
	expect(30, 4, 1, 5);
	ok(clReleaseProgram(again));
	ok(clReleaseProgram(program));
	free(code);
}

static void byte_orders(void) {
	size_t bytes;
	unsigned char *code = read_module("special", &bytes);
	for (size_t i = 0; i + 4 <= bytes; i += 4) {
		unsigned char a = code[i], b = code[i + 1];
		code[i] = code[i + 3], code[i + 1] = code[i + 2], code[i + 2] = b, code[i + 3] = a;
	}
	cl_int status;
	cl_program program = clCreateProgramWithIL(context, code, bytes, &status);
	ok(status);
	cl_uint number = 1;
	ok(clSetProgramSpecializationConstant(program, 1, sizeof number, &number));
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	run(program);
	expect(21, 4, 1, 5);
	ok(clReleaseProgram(program));
	free(code);
}

static void errors(void) {
	size_t bytes;
	unsigned char *code = read_module("special", &bytes);
	check_create(clCreateProgramWithIL(NULL, code, bytes, &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithIL(context, NULL, bytes, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithIL(context, code, 0, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithIL(context, code, bytes - 12, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithIL(context, code, bytes - 1, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithIL(context, "kernel void k() {}  ", 20, &status), CL_INVALID_VALUE);

	const char *source = "kernel void k() {}";
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	cl_uint number = 1;
	check_status(clSetProgramSpecializationConstant(program, 1, sizeof number, &number), CL_INVALID_PROGRAM);
	size_t size = 99;
	ok(clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &size));
	check(size == 0);
	check_status(clBuildProgram(program, 1, &device, "-x spir -spir-std=1.2", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
	ok(clReleaseProgram(program));

	// a module that can be read and is wrong: the log has the place and the instruction
	for (size_t i = 20; i + 8 < bytes; i += 4) {
		if (code[i] == 62 && code[i + 1] == 0 && code[i + 2] == 3) { // OpStore with two operands
			memcpy(code + i + 8, code + i + 4, 4);
			break;
		}
	}
	program = clCreateProgramWithIL(context, code, bytes, &status);
	ok(status);
	check_status(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	char log[4096];
	ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	check(strstr(log, "word") && strstr(log, "OpStore"), "%s", log);
	ok(clReleaseProgram(program));
	free(code);
}

static void device_queries(void) {
	char text[1024];
	ok(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof text, text, NULL));
	check(strstr(text, "SPIR-V_1.0") && strstr(text, "SPIR-V_1.4"), "%s", text);
	cl_name_version versions[16];
	size_t size;
	ok(clGetDeviceInfo(device, CL_DEVICE_ILS_WITH_VERSION, sizeof versions, versions, &size));
	check(size == 7 * sizeof *versions && strcmp(versions[0].name, "SPIR-V") == 0);

	const char *names[100];
	ok(clGetDeviceInfo(device, 0x12B9 /* CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR */, sizeof names, names, &size));
	check(size == sizeof *names && strcmp(names[0], "OpenCL.std") == 0);
	ok(clGetDeviceInfo(device, 0x12BA /* CL_DEVICE_SPIRV_EXTENSIONS_KHR */, sizeof names, names, &size));
	int found = 0;
	for (size_t i = 0; i < size / sizeof *names; i++)
		found += strcmp(names[i], "SPV_KHR_linkonce_odr") == 0 || strcmp(names[i], "SPV_KHR_no_integer_wrap_decoration") == 0;
	check(found == 2);
	cl_uint capabilities[200];
	ok(clGetDeviceInfo(device, 0x12BB /* CL_DEVICE_SPIRV_CAPABILITIES_KHR */, sizeof capabilities, capabilities, &size));
	found = 0;
	for (size_t i = 0; i < size / sizeof *capabilities; i++)
		found += capabilities[i] == 6 /* Kernel */ || capabilities[i] == 4 /* Addresses */;
	check(found == 2);
}

int main(void) {
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	device_queries(); // before anything else, and once more with a context
	open_device();
	device_queries();
	constants();
	queries();
	byte_orders();
	errors();
	return done();
}
