// Pipes in a module of clang and llvm-spirv: packets and reservations of work-items and work-groups, and the size of
// packets, which only the instructions of a module tell.
#include "spirv/modules.h"

int main(void) {
	enum { N = 64 };
	open_device();
	cl_int status;
	cl_program program = load_module("pipes");
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel put = kernel_of(program, "put"), get = kernel_of(program, "get"), unused = kernel_of(program, "unused");
	cl_mem pipe = clCreatePipe(context, 0, 16, N, NULL, &status);
	ok(status);
	cl_mem small = clCreatePipe(context, 0, 8, N, NULL, &status);
	ok(status);
	cl_int x[4 * N], y[4 * N];
	cl_uint counts[2];
	for (int i = 0; i < 4 * N; i++) x[i] = i * 3 + 1;
	cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, &status);
	ok(status);
	cl_mem to = clCreateBuffer(context, 0, sizeof y, NULL, &status);
	ok(status);
	cl_mem numbers = clCreateBuffer(context, 0, sizeof counts, NULL, &status);
	ok(status);
	check_status(clSetKernelArg(put, 0, sizeof small, &small), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(put, 0, sizeof from, &from), CL_INVALID_MEM_OBJECT);
	ok(clSetKernelArg(unused, 0, sizeof small, &small)); // it reads none of the packets
	ok(clSetKernelArg(put, 0, sizeof pipe, &pipe));
	ok(clSetKernelArg(put, 1, sizeof from, &from));
	ok(clSetKernelArg(get, 0, sizeof pipe, &pipe));
	ok(clSetKernelArg(get, 1, sizeof to, &to));
	ok(clSetKernelArg(get, 2, sizeof numbers, &numbers));
	size_t global = N, local = 16;
	ok(clEnqueueNDRangeKernel(queue, put, 1, NULL, &global, &local, 0, NULL, NULL));
	ok(clEnqueueNDRangeKernel(queue, get, 1, NULL, &global, &local, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, numbers, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL));
	check(counts[1] == N, "at most %u packets", counts[1]);
	int seen[N] = {0};
	for (int i = 0; i < N; i++) { // each packet once, in any order
		int k = (y[4 * i] - 1) / 12;
		check(k >= 0 && k < N && !seen[k] && memcmp(y + 4 * i, x + 4 * k, 16) == 0, "packet %d begins with %d", i, y[4 * i]);
		if (k >= 0 && k < N) seen[k] = 1;
	}
	return done();
}
