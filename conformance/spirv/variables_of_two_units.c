// Two modules define a variable of linkage linkonce_odr: it is one in the program that they are linked to.
#include "spirv/modules.h"

static cl_program compiled(const char *name) {
	size_t bytes;
	unsigned char *code = read_module("once", &bytes);
	for (size_t i = 0; i + 5 < bytes; i++) // the function gets another name
		if (memcmp(code + i, "add_a", 5) == 0) memcpy(code + i, name, 5);
	cl_int status;
	cl_program program = clCreateProgramWithIL(context, code, bytes, &status);
	ok(status);
	ok(clCompileProgram(program, 1, &device, "", 0, NULL, NULL, NULL, NULL));
	free(code);
	return program;
}

int main(void) {
	open_device();
	const char *text = "uint add_a(uint x); uint add_b(uint x);\n"
					   "kernel void k(global uint *y) { y[0] = add_a(10); y[1] = add_b(100); y[2] = add_a(1000); }\n";
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	ok(status);
	ok(clCompileProgram(program, 1, &device, "", 0, NULL, NULL, NULL, NULL));
	cl_program parts[] = {compiled("add_a"), program, compiled("add_b")};
	cl_program linked = clLinkProgram(context, 1, &device, "", 3, parts, NULL, NULL, &status);
	ok(status);
	cl_kernel kernel = kernel_of(linked, "k");
	cl_uint got[3];
	cl_mem buffer = clCreateBuffer(context, 0, sizeof got, NULL, &status);
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	size_t one = 1;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
	check(got[0] == 15 && got[1] == 115 && got[2] == 1115, "the sums are %u, %u and %u", got[0], got[1], got[2]);
	return done();
}
