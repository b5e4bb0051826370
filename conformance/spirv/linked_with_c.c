// Modules and OpenCL C in one program: calls and variables in both directions, a function that two modules have.
#include "spirv/modules.h"

static const char *source =
	"uint helper(uint x) { return x * 3; }\n"
	"uint2 twice(uint2 v);\n"
	"uint shared(uint v);\n"
	"extern global uint counter;\n"
	"kernel void from_c(global uint *out) {\n"
	"	uint i = get_global_id(0);\n"
	"	uint2 v = twice((uint2)(i, i + 1));\n"
	"	out[i] = v.x * 100 + v.y + counter + shared(1);\n"
	"}\n";

// run runs a kernel. Arguments are known of kernels from source only, wherever they were linked to.
static void run(cl_program program, const char *name, cl_uint (*want)(cl_uint), cl_int knows) {
	cl_int status;
	cl_uint results[16];
	size_t size = 16;
	cl_kernel kernel = clCreateKernel(program, name, &status);
	ok(status);
	char text[16];
	check_status(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL), knows);
	cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof results, NULL, &status);
	ok(clSetKernelArg(kernel, 0, sizeof out, &out));
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL));
	for (cl_uint i = 0; i < 16; i++)
		check(results[i] == want(i), "%s: %u is %u, not %u", name, i, results[i], want(i));
	ok(clReleaseMemObject(out));
	ok(clReleaseKernel(kernel));
}

static cl_program of_binary(cl_program program) {
	static unsigned char bytes[1 << 20], *list[1] = {bytes};
	size_t size;
	cl_int status;
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
	check(size <= sizeof bytes);
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof list, list, NULL));
	cl_program read = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)list, NULL, &status);
	ok(status);
	ok(clBuildProgram(read, 1, &device, NULL, NULL, NULL));
	return read;
}

static cl_uint of_module(cl_uint i) { return 3 * i + 9; }
static cl_uint of_c(cl_uint i) { return 200 * i + 2 * (i + 1) + 9 + 10; }

int main(void) {
	open_device();
	cl_int status;
	cl_program module = load_module("linked"), again = load_module("linked");
	cl_program c = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	ok(clCompileProgram(module, 1, &device, "", 0, NULL, NULL, NULL, NULL));
	ok(clCompileProgram(c, 1, &device, "-cl-std=CL3.0", 0, NULL, NULL, NULL, NULL));
	cl_program parts[2] = {module, c};
	cl_program linked = clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, &status);
	ok(status);
	run(linked, "from_module", of_module, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
	run(linked, "from_c", of_c, CL_SUCCESS);

	// of its binary, too
	cl_program again_linked = of_binary(linked);
	run(again_linked, "from_module", of_module, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
	run(again_linked, "from_c", of_c, CL_SUCCESS);
	ok(clReleaseProgram(again_linked));
	ok(clReleaseProgram(linked));

	// by itself it lacks a function
	linked = clLinkProgram(context, 1, &device, "", 1, parts, NULL, NULL, &status);
	check_status(status, CL_LINK_PROGRAM_FAILURE);
	char log[1024];
	ok(clGetProgramBuildInfo(linked, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	check(strstr(log, "helper"), "%s", log);
	ok(clReleaseProgram(linked));
	ok(clReleaseProgram(module));
	ok(clReleaseProgram(again));
	ok(clReleaseProgram(c));
	return done();
}
